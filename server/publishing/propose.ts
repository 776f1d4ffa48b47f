import { randomUUID } from "node:crypto";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import {
  lockFlow,
  readCurrentOf,
  readVersion,
  summaryOf,
  type Version,
  type VersionSummary,
} from "../definitions/index.ts";
import { evidenceOf, type HandedIn, NOT_COUNTED, writersOf } from "../evidence/index.ts";
import { commonBehindOffers } from "../gate/index.ts";
import type { Files } from "../sources/index.ts";
import { changedPaths, isEditable } from "../sources/index.ts";
import { type Judged, judgeWritten, keepJudged, keepWithin, type Written } from "./judged-files.ts";
import type { Answer, Answers, DefinitionFailure, Proposals } from "./proposal-types.ts";
import type { Room } from "./room.ts";
import { nameFault, withChanges, writtenNew, writtenOnCurrent } from "./written-files.ts";

/**
 * Creates the functions that propose versions: changes by people, the return to an earlier version, and files
 * that were changed on disk.
 */
export function createProposing(
  room: Room,
): Pick<
  Proposals,
  "propose" | "proposeTogether" | "proposeNew" | "checkName" | "proposeAgain" | "keepDraft"
> {
  return {
    propose: async (given) => {
      const file = await writtenOnCurrent(room, given);
      return file.ok ? await keepProposal(room, await judgeWritten(room, file.value, given)) : file;
    },

    proposeTogether: async (given) => await proposeTogether(room, given),

    proposeNew: async (given) => await proposeNew(room, given),

    checkName: async (flow) => {
      const fault = await nameFault(room, flow, await room.release.shared(flow));
      return fault === null ? ok(null) : fail({ code: fault });
    },

    proposeAgain: async (given) => await proposeAgain(room, given),

    keepDraft: async (given) => await keepDraft(room, given),
  };
}

async function keepProposal(room: Room, judged: Result<Judged, DefinitionFailure>): Answer {
  if (!judged.ok) return judged;
  const title = await titleOf(room, judged.value);
  const version = await keepJudged(room, judged.value, { title });
  if (version === null) throw new Error("proposals: nothing was kept");
  return ok(summaryOf(version));
}

/** Returns the title of a flow. A new flow has its title in its own texts. */
async function titleOf({ definitions }: Room, { flow, passed }: Judged): Promise<Words> {
  return passed.judged.introduced?.title ?? (await definitions.titleOf(flow));
}

async function proposeTogether(
  room: Room,
  { parts, note, by, change, writers, alongside }: Parameters<Proposals["proposeTogether"]>[0],
): Answers {
  // The changes are sorted by flow. Parallel submissions then lock the flows in the same order and cannot
  // deadlock.
  const ordered = parts.toSorted((one, other) => (one.flow < other.flow ? -1 : 1));
  const all: Written[] = [];
  for (const { base, ...part } of ordered) {
    const one =
      base === null ? await writtenNew(room, part) : await writtenOnCurrent(room, { ...part, base });
    if (!one.ok) return one;
    all.push({ ...one.value, writers });
  }
  const judged: (Judged & { readonly id: string })[] = [];
  const around = await room.judging.around();
  for (const part of all) {
    const one = await judgeWritten(room, part, { note, by }, { together: all, around });
    if (!one.ok) return one;
    judged.push({ ...one.value, id: randomUUID() });
  }
  const handedIn: HandedIn = { ...change, versions: judged.map(({ id }) => id) };
  return await room.db.transaction().execute(async (tx) => {
    const versions: VersionSummary[] = [];
    for (const one of judged) {
      await lockFlow(tx, one.flow);
      // Another flow with this name may have been published in the meantime. This is checked before anything
      // is stored.
      const isTaken = one.before === null && (await readCurrentOf(tx, one.flow)) !== null;
      if (isTaken) return fail({ code: "flow-name-taken" });
    }
    for (const one of judged)
      versions.push(summaryOf(await keepWithin(room, tx, { ...one, change: handedIn })));
    await room.letters?.waits(tx, { versions, title: { th: change.title, en: change.title } });
    await alongside(tx, versions);
    return ok(versions);
  });
}

async function proposeNew(room: Room, given: Parameters<Proposals["proposeNew"]>[0]): Answer {
  const file = await writtenNew(room, given);
  if (!file.ok) return file;
  const judged = await judgeWritten(room, file.value, given);
  if (!judged.ok) return judged;
  // Another flow with this name may have been published during the checks. In this case nothing is stored.
  const version = await keepJudged(room, judged.value, {
    title: await titleOf(room, judged.value),
    unless: async (tx) => (await readCurrentOf(tx, given.flow)) !== null,
  });
  return version === null ? fail({ code: "flow-name-taken" }) : ok(summaryOf(version));
}

async function proposeAgain(room: Room, { id, note, by }: Parameters<Proposals["proposeAgain"]>[0]): Answer {
  const { isBroken } = room.judging;
  const earlier = await readVersion(room.db, id);
  if (earlier?.state !== "published") return fail({ code: "version-unknown" });
  if (isBroken(earlier)) return fail({ code: "evidence-broken" });
  const before = await readCurrentOf(room.db, earlier.flow);
  if (before === null) return fail({ code: "flow-unknown" });
  // Neither the writers of the earlier version nor the person who restores it can decide. So the writers are
  // kept in the evidence.
  const content = evidenceOf(earlier)?.proposal.content;
  const writers = content === undefined ? [] : writersOf(content);
  // If the current version was manipulated in the database, only files of the earlier version are used.
  const files = isBroken(before) ? earlier.files : filesBack(before, earlier);
  const back = { flow: earlier.flow, before, base: before.files, files, restores: id, writers };
  return await keepProposal(room, await judgeWritten(room, back, { note, by }));
}

/**
 * Returns the current files, in which those that people can change are replaced by the files of an earlier
 * version. Effects, facts and flags stay as they are in the release.
 */
function filesBack(before: Version, earlier: Version): Files {
  const offered = commonBehindOffers(before.files, earlier.files);
  const paths = changedPaths(before.files, earlier.files).filter(
    (path) => isEditable(path, earlier.flow) && !offered.includes(path),
  );
  const changes = Object.fromEntries(paths.map((path) => [path, earlier.files[path] ?? null]));
  return withChanges(before.files, changes);
}

async function keepDraft(
  room: Room,
  { flow, files, before }: Parameters<Proposals["keepDraft"]>[0],
): Promise<Result<null, DefinitionFailure>> {
  const { around, judge, isBroken } = room.judging;
  const next = { flow, files, source: "draft" as const };
  const judged = await judge({ before, next, around: await around() });
  if (!judged.ok) return judged;
  const passed = judged.value;
  const { hash } = passed.judged;
  // Effects on open instances are not counted here, because this runs while the server starts.
  const row = { flow, before, base: before.files, files, passed, impact: NOT_COUNTED };
  const kept = await keepJudged(
    room,
    { ...row, note: null, proposedBy: null, restores: null },
    {
      unless: async (tx) => {
        let known = tx
          .selectFrom("definition_versions")
          .select("id")
          .where("flow", "=", flow)
          .where("hash", "=", hash);
        if (isBroken(before)) known = known.where("state", "in", ["draft", "proposed"]);
        return (await known.executeTakeFirst()) !== undefined;
      },
    },
  );
  if (kept !== null)
    room.log.info({ flow, hash }, "definitions: files differ from the published version; kept as a draft");
  return ok(null);
}
