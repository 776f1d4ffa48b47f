import { randomUUID } from "node:crypto";
import type { Json } from "../../engine/values/json.ts";
import { fail, ok } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import {
  addProposed,
  lockFlow,
  readCurrentOf,
  readVersion,
  summaryOf,
  type Version,
} from "../definitions/index.ts";
import { type Evidence, NOBODY, NOT_COUNTED } from "../evidence/index.ts";
import type { Passed } from "../gate/index.ts";
import { commonBehindOffers } from "../gate/index.ts";
import type { Log } from "../http/index.ts";
import type { Files } from "../sources/index.ts";
import { changedPaths, isEditable } from "../sources/index.ts";
import { isReserved } from "./flow-names.ts";
import type { Judging, ReleaseFiles } from "./judging.ts";
import type { OpenWork } from "./open-work.ts";
import type { Answer, Changes, Proposals } from "./proposal-types.ts";

/** Proposing: by people, by going back to an earlier version, by files that changed on disk. */
export function createProposing(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, "info">;
  readonly judging: Judging;
  readonly openWork: OpenWork;
  readonly release: ReleaseFiles;
}): Pick<Proposals, "propose" | "proposeNew" | "checkName" | "proposeAgain" | "keepDraft"> {
  const { db, clock, openWork, release } = deps;
  const { judge, isBroken, sealed } = deps.judging;

  const keep = async (
    given: Pick<Evidence, "impact" | "note" | "proposedBy" | "restores"> & {
      readonly flow: string;
      /** `null` of a flow that is new. */
      readonly before: Version | null;
      /** What they are written on top of. */
      readonly base: Files;
      readonly files: Files;
      readonly passed: Passed;
      readonly unless?: (tx: Tx) => Promise<boolean>;
    },
  ): Promise<Version | null> => {
    const { flow, before, base, files, passed, impact, note, proposedBy, restores } = given;
    const { hash, findings } = passed.judged;
    const changed = changedPaths(base, files);
    return await db.transaction().execute(async (tx) => {
      await lockFlow(tx, flow);
      if ((await given.unless?.(tx)) === true) return null;
      const at = clock.now().toJSDate();
      const id = randomUUID();
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
        proposedAt: at.toISOString(),
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
    });
  };

  /** Why a new flow may not be called so; `null` where it may. */
  const nameFault = async (
    flow: string,
    base: Files,
  ): Promise<"flow-name-reserved" | "flow-name-taken" | null> => {
    const isPublished = (await readCurrentOf(db, flow)) !== null;
    if (isPublished || (await release.flows()).includes(flow)) return "flow-name-taken";
    return isReserved(flow, base) ? "flow-name-reserved" : null;
  };

  const proposeFiles = async (given: {
    readonly before: Version;
    readonly files: Files;
    readonly note: string | null;
    readonly by: string;
    readonly restores: string | null;
  }): Answer => {
    const { before, files, note, by: proposedBy, restores } = given;
    if (changedPaths(before.files, files).length === 0 && !isBroken(before))
      return fail({ code: "nothing-changed" });
    const judged = await judge(before, { flow: before.flow, files, source: "proposal" });
    if (!judged.ok) return judged;
    const passed = judged.value;
    // What the flow does not use is no part of its definition: approving it would change nothing that runs.
    if (passed.judged.hash === before.hash && !isBroken(before)) return fail({ code: "nothing-changed" });
    const impact = await openWork.ofPassed(before, passed);
    const { flow, files: base } = before;
    const version = await keep({ flow, before, base, files, passed, impact, note, proposedBy, restores });
    if (version === null) throw new Error("proposals: nothing was kept");
    return ok(summaryOf(version));
  };

  return {
    propose: async ({ flow, changes, note, by }) => {
      const before = await readCurrentOf(db, flow);
      if (before === null) return fail({ code: "flow-unknown" });
      const forbidden = Object.keys(changes).filter((path) => !isEditable(path, flow));
      if (forbidden.length > 0) return fail({ code: "file-not-editable", paths: forbidden });
      if (isBroken(before)) return fail({ code: "version-broken" });
      const files = withChanges(before.files, changes);
      return await proposeFiles({ before, files, note, by, restores: null });
    },

    proposeNew: async ({ flow, changes, note, by: proposedBy }) => {
      const base = await release.shared(flow);
      const name = await nameFault(flow, base);
      if (name !== null) return fail({ code: name });
      const forbidden = Object.keys(changes).filter((path) => !isOwn(path, flow));
      if (forbidden.length > 0) return fail({ code: "file-not-editable", paths: forbidden });
      const files = withChanges(base, changes);
      const judged = await judge(null, { flow, files, source: "proposal" });
      if (!judged.ok) return judged;
      const version = await keep({
        flow,
        before: null,
        base,
        files,
        passed: judged.value,
        impact: NOBODY,
        note,
        proposedBy,
        restores: null,
        // Somebody else may have published one of that name meanwhile.
        unless: async (tx) => (await readCurrentOf(tx, flow)) !== null,
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
      // The way out of a version that somebody edited: nothing of it is kept.
      if (isBroken(before))
        return await proposeFiles({ before, files: earlier.files, note, by, restores: id });
      // Effects, facts and switches are as the program has them now: a version brings back what a person may propose.
      const offered = commonBehindOffers(before.files, earlier.files);
      const back = changedPaths(before.files, earlier.files).filter(
        (path) => isEditable(path, earlier.flow) && !offered.includes(path),
      );
      const changes = Object.fromEntries(back.map((path) => [path, earlier.files[path] ?? null]));
      const files = withChanges(before.files, changes);
      return await proposeFiles({ before, files, note, by, restores: id });
    },

    keepDraft: async ({ flow, files, before }) => {
      const judged = await judge(before, { flow, files, source: "draft" });
      if (!judged.ok) return judged;
      const passed = judged.value;
      const { hash } = passed.judged;
      const kept = await keep({
        flow,
        before,
        base: before.files,
        files,
        passed,
        // Files are read while the server starts: nobody waits for it to count.
        impact: NOT_COUNTED,
        note: null,
        proposedBy: null,
        restores: null,
        unless: async (tx) => {
          let known = tx
            .selectFrom("definition_versions")
            .select("id")
            .where("flow", "=", flow)
            .where("hash", "=", hash);
          if (isBroken(before)) known = known.where("state", "in", ["draft", "proposed"]);
          return (await known.executeTakeFirst()) !== undefined;
        },
      });
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
 * What a person may write for a flow that is new: its own files, its own texts, and what forms say. What flows share, and
 * the portal's texts, are changed with one that is there.
 */
function isOwn(path: string, flow: string): boolean {
  const own = [`flows/${flow}/`, `schemas/${flow}/`];
  const texts = ["th", "en"].flatMap((language) =>
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
