import { randomUUID } from "node:crypto";
import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import {
  addProposed,
  type Definitions,
  lockFlow,
  readCurrentOf,
  readVersion,
  summaryOf,
  type Version,
  type VersionSummary,
} from "../definitions/index.ts";
import { type Evidence, evidenceOf, type HandedIn, NOT_COUNTED, writersOf } from "../evidence/index.ts";
import type { Passed } from "../gate/index.ts";
import { commonBehindOffers } from "../gate/index.ts";
import type { Log } from "../http/index.ts";
import type { Files } from "../sources/index.ts";
import { changedPaths, isEditable } from "../sources/index.ts";
import { isReserved } from "./flow-names.ts";
import type { Judging, ReleaseFiles } from "./judging.ts";
import type { Letters } from "./letters.ts";
import type { OpenWork } from "./open-work.ts";
import type { Answer, Changes, DefinitionFailure, Proposals } from "./proposal-types.ts";

/** Files to be judged. */
type Written = Pick<Evidence, "restores" | "writers"> & {
  readonly flow: string;
  /** `null` for a new flow. */
  readonly before: Version | null;
  /** The files on which they are based. */
  readonly base: Files;
  readonly files: Files;
};

/** Files that passed the gate, with the data stored next to them. */
type Judged = Written & Pick<Evidence, "impact" | "note" | "proposedBy"> & { readonly passed: Passed };

/** Creates the functions that propose: by people, by restoring an earlier version, and from changed files on disk. */
export function createProposing(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, "info">;
  readonly judging: Judging;
  readonly openWork: OpenWork;
  readonly release: ReleaseFiles;
  readonly definitions: Pick<Definitions, "titleOf">;
  readonly letters?: Letters | undefined;
}): Pick<
  Proposals,
  "propose" | "proposeTogether" | "proposeNew" | "checkName" | "proposeAgain" | "keepDraft"
> {
  const { db, clock, openWork, release, letters } = deps;
  const { judge, isBroken, sealed } = deps.judging;

  const keepWithin = async (
    tx: Tx,
    given: Judged & { readonly id?: string; readonly change?: HandedIn },
  ): Promise<Version> => {
    const { flow, before, base, files, passed, impact, note, proposedBy, writers, restores, change } = given;
    const { hash, findings } = passed.judged;
    const changed = changedPaths(base, files);
    const at = clock.now().toJSDate();
    const { id = randomUUID() } = given;
    const content: Evidence = {
      kind: "evidence",
      format: 1,
      version: id,
      flow,
      basedOn: before?.id ?? null,
      restores,
      changed,
      judged: passed.judged,
      impact,
      note,
      proposedBy,
      ...(proposedBy === null ? {} : { writers: writersOf({ proposedBy, ...(writers && { writers }) }) }),
      proposedAt: at.toISOString(),
      ...(change === undefined ? {} : { change }),
    };
    const source = proposedBy === null ? ("draft" as const) : ("proposal" as const);
    const evidence = sealed(content);
    const by = proposedBy;
    const row = { id, flow, hash, source, files, changed, findings, evidence, note, by, at };
    const version = await addProposed(tx, row);
    if (by !== null)
      await record(tx, clock, {
        actor: `person:${by}`,
        action: "definitions.propose",
        subject: `definition:${flow}`,
        from: before?.hash ?? null,
        to: hash,
        detail: {
          version: id,
          changed: [...changed],
          evidence: summaryOf(version).evidence_hash,
          ...(restores === null ? {} : { restores }),
        },
      });
    return version;
  };

  const keep = async (
    given: Judged,
    also: {
      readonly unless?: (tx: Tx) => Promise<boolean>;
      /** The title in the letter to compliance. Changed files on disk cause no letter. */
      readonly title?: Words;
    } = {},
  ): Promise<Version | null> =>
    await db.transaction().execute(async (tx) => {
      await lockFlow(tx, given.flow);
      if ((await also.unless?.(tx)) === true) return null;
      const version = await keepWithin(tx, given);
      const { title } = also;
      if (title !== undefined) await letters?.waits(tx, { versions: [summaryOf(version)], title });
      return version;
    });

  /** Returns the flow's title, for a new flow from its own texts. */
  const titleOf = async ({ flow, passed }: Judged): Promise<Words> =>
    passed.judged.introduced?.title ?? (await deps.definitions.titleOf(flow));

  /** Returns why a new flow cannot have this name; `null` if it can. */
  const nameFault = async (
    flow: string,
    base: Files,
  ): Promise<"flow-name-reserved" | "flow-name-taken" | null> => {
    const isPublished = (await readCurrentOf(db, flow)) !== null;
    if (isPublished || (await release.flows()).includes(flow)) return "flow-name-taken";
    return isReserved(flow, base) ? "flow-name-reserved" : null;
  };

  /** Judges the files. `together`: the files submitted with them. */
  const judgeWritten = async (
    { flow, before, base, files, restores, writers = [] }: Written,
    { note, by: proposedBy }: { readonly note: string | null; readonly by: string },
    together: readonly Written[] = [],
  ): Promise<Result<Judged, DefinitionFailure>> => {
    const isKept = before !== null && !isBroken(before);
    if (isKept && changedPaths(before.files, files).length === 0) return fail({ code: "nothing-changed" });
    const others = together.filter((one) => one.flow !== flow);
    const judged = await judge(before, { flow, files, source: "proposal" }, others);
    if (!judged.ok) return judged;
    const passed = judged.value;
    // Files that the flow does not use are not part of its definition, so an approval would change nothing that runs.
    if (isKept && passed.judged.hash === before.hash) return fail({ code: "nothing-changed" });
    const impact = await openWork.ofPassed(before, passed);
    return ok({ flow, before, base, files, passed, impact, note, proposedBy, writers, restores });
  };

  const keepJudged = async (judged: Result<Judged, DefinitionFailure>): Answer => {
    if (!judged.ok) return judged;
    const title = await titleOf(judged.value);
    const version = await keep(judged.value, { title });
    if (version === null) throw new Error("proposals: nothing was kept");
    return ok(summaryOf(version));
  };

  const written = async (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly base?: string;
  }): Promise<Result<Written, DefinitionFailure>> => {
    const { flow, changes } = given;
    const before = await readCurrentOf(db, flow);
    if (before === null) return fail({ code: "flow-unknown" });
    if (given.base !== undefined && given.base !== before.id) return fail({ code: "version-outdated" });
    const forbidden = Object.keys(changes).filter((path) => !isEditable(path, flow));
    if (forbidden.length > 0) return fail({ code: "file-not-editable", paths: forbidden });
    if (isBroken(before)) return fail({ code: "version-broken" });
    const files = withChanges(before.files, changes);
    return ok({ flow, before, base: before.files, files, restores: null });
  };

  const writtenNew = async ({
    flow,
    changes,
  }: Pick<Parameters<Proposals["proposeNew"]>[0], "flow" | "changes">): Promise<
    Result<Written, DefinitionFailure>
  > => {
    const base = await release.shared(flow);
    const name = await nameFault(flow, base);
    if (name !== null) return fail({ code: name });
    const forbidden = Object.keys(changes).filter((path) => !isOwn(path, flow));
    if (forbidden.length > 0) return fail({ code: "file-not-editable", paths: forbidden });
    return ok({ flow, before: null, base, files: withChanges(base, changes), restores: null });
  };

  return {
    propose: async (given) => {
      const file = await written(given);
      return file.ok ? await keepJudged(await judgeWritten(file.value, given)) : file;
    },

    proposeTogether: async ({ parts, note, by, change, writers, alongside }) => {
      // Sorted, so that parallel submissions of the same flows cannot deadlock.
      const ordered = parts.toSorted((one, other) => (one.flow < other.flow ? -1 : 1));
      const all: Written[] = [];
      for (const { base, ...part } of ordered) {
        const one = base === null ? await writtenNew(part) : await written({ ...part, base });
        if (!one.ok) return one;
        all.push({ ...one.value, writers });
      }
      const judged: (Judged & { readonly id: string })[] = [];
      for (const part of all) {
        const one = await judgeWritten(part, { note, by }, all);
        if (!one.ok) return one;
        judged.push({ ...one.value, id: randomUUID() });
      }
      const handedIn: HandedIn = { ...change, versions: judged.map(({ id }) => id) };
      return await db.transaction().execute(async (tx) => {
        const versions: VersionSummary[] = [];
        for (const one of judged) {
          await lockFlow(tx, one.flow);
          // A flow of that name may have been published meanwhile; nothing is stored yet.
          const isTaken = one.before === null && (await readCurrentOf(tx, one.flow)) !== null;
          if (isTaken) return fail({ code: "flow-name-taken" });
        }
        for (const one of judged)
          versions.push(summaryOf(await keepWithin(tx, { ...one, change: handedIn })));
        await letters?.waits(tx, { versions, title: { th: change.title, en: change.title } });
        await alongside(tx, versions);
        return ok(versions);
      });
    },

    proposeNew: async (given) => {
      const file = await writtenNew(given);
      if (!file.ok) return file;
      const judged = await judgeWritten(file.value, given);
      if (!judged.ok) return judged;
      // A flow of that name may have been published meanwhile.
      const version = await keep(judged.value, {
        title: await titleOf(judged.value),
        unless: async (tx) => (await readCurrentOf(tx, given.flow)) !== null,
      });
      return version === null ? fail({ code: "flow-name-taken" }) : ok(summaryOf(version));
    },

    checkName: async (flow) => {
      const fault = await nameFault(flow, await release.shared(flow));
      return fault === null ? ok(null) : fail({ code: fault });
    },

    proposeAgain: async ({ id, note, by }) => {
      const earlier = await readVersion(db, id);
      if (earlier?.state !== "published") return fail({ code: "version-unknown" });
      if (isBroken(earlier)) return fail({ code: "evidence-broken" });
      const before = await readCurrentOf(db, earlier.flow);
      if (before === null) return fail({ code: "flow-unknown" });
      // The writers of the earlier version are excluded from the decision, like the person who restores it.
      const content = evidenceOf(earlier)?.proposal.content;
      const writers = content === undefined ? [] : writersOf(content);
      const back = { flow: earlier.flow, before, base: before.files, restores: id, writers };
      // The current version was manipulated, so nothing of it is kept.
      if (isBroken(before))
        return await keepJudged(await judgeWritten({ ...back, files: earlier.files }, { note, by }));
      // Effects, facts and flags stay as in the release. Only what a person can propose is restored.
      const offered = commonBehindOffers(before.files, earlier.files);
      const paths = changedPaths(before.files, earlier.files).filter(
        (path) => isEditable(path, earlier.flow) && !offered.includes(path),
      );
      const changes = Object.fromEntries(paths.map((path) => [path, earlier.files[path] ?? null]));
      const files = withChanges(before.files, changes);
      return await keepJudged(await judgeWritten({ ...back, files }, { note, by }));
    },

    keepDraft: async ({ flow, files, before }) => {
      const judged = await judge(before, { flow, files, source: "draft" });
      if (!judged.ok) return judged;
      const passed = judged.value;
      const { hash } = passed.judged;
      // Files are read at server start, which must not wait for the count.
      const row = { flow, before, base: before.files, files, passed, impact: NOT_COUNTED };
      const kept = await keep(
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
        deps.log.info(
          { flow, hash },
          "definitions: files differ from the published version; kept as a draft",
        );
      return ok(null);
    },
  };
}

/**
 * Returns whether a person can write this file for a new flow: its own files and texts, and form texts. Shared files
 * and portal texts are changed with an existing flow.
 */
function isOwn(path: string, flow: string): boolean {
  const own = [`flows/${flow}/`, `schemas/${flow}/`];
  const texts = LANGUAGES.flatMap((language) =>
    [flow, "form"].map((namespace) => `locales/${language}/${namespace}.json`),
  );
  return isEditable(path, flow) && (texts.includes(path) || own.some((folder) => path.startsWith(folder)));
}

function withChanges(files: Files, changes: Changes): Files {
  const next: Record<string, Json> = { ...files };
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) delete next[path];
    else next[path] = content;
  }
  return next;
}
