import { randomUUID } from "node:crypto";
import { compileInProcess } from "../../engine/flow/loading.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { addProposed, keepModule, lockFlow, summaryOf, type Version } from "../definitions/index.ts";
import { type Evidence, type HandedIn, writersOf } from "../evidence/index.ts";
import type { Files } from "../sources/index.ts";
import { changedPaths } from "../sources/index.ts";
import type { Around, Proved } from "./judging.ts";
import type { DefinitionFailure } from "./proposal-types.ts";
import type { Room } from "./room.ts";

/** Files that somebody wrote for a flow, and where they come from. */
export type Written = Pick<Evidence, "restores" | "writers"> & {
  readonly flow: string;
  /** The current version that the files change; `null` for a new flow. */
  readonly before: Version | null;
  /** The files that were changed to get the new ones. */
  readonly base: Files;
  readonly files: Files;
};

/** Files that passed the checks, with everything that is stored together with them. */
export type Judged = Written & Pick<Evidence, "impact" | "note" | "proposedBy"> & { readonly passed: Proved };

/**
 * Checks files that somebody wrote. `together` contains the files of other flows that were submitted in the
 * same change.
 */
export async function judgeWritten(
  { judging, openWork }: Room,
  { flow, before, base, files, restores, writers = [] }: Written,
  { note, by: proposedBy }: { readonly note: string | null; readonly by: string },
  given: { readonly together?: readonly Written[]; readonly around?: Around } = {},
): Promise<Result<Judged, DefinitionFailure>> {
  const isKept = before !== null && !judging.isBroken(before);
  if (isKept && changedPaths(before.files, files).length === 0) return fail({ code: "nothing-changed" });
  const together = (given.together ?? []).filter((one) => one.flow !== flow);
  const next = { flow, files, source: "proposal" as const };
  const around = given.around ?? (await judging.around());
  const judged = await judging.judge({ before, next, together, around });
  if (!judged.ok) return judged;
  const passed = judged.value;
  // The hash covers only files that the flow uses. If it is equal, an approval would change nothing that
  // runs.
  if (isKept && passed.judged.hash === before.hash) return fail({ code: "nothing-changed" });
  const impact = await openWork.ofNext(before, () => compileInProcess(passed.definition, passed.judged.hash));
  return ok({ flow, before, base, files, passed, impact, note, proposedBy, writers, restores });
}

/**
 * Stores checked files as a version that waits for a decision. `unless` is called after the flow was locked.
 * If it returns true, nothing is stored and the result is `null`.
 */
export async function keepJudged(
  room: Room,
  given: Judged,
  also: {
    readonly unless?: (tx: Tx) => Promise<boolean>;
    /**
     * Title for the letter to compliance. If it is missing, no letter is sent; this is so for files that were
     * changed on disk.
     */
    readonly title?: Words;
  } = {},
): Promise<Version | null> {
  return await room.db.transaction().execute(async (tx) => {
    await lockFlow(tx, given.flow);
    if ((await also.unless?.(tx)) === true) return null;
    const version = await keepWithin(room, tx, given);
    const { title } = also;
    if (title !== undefined) await room.letters?.waits(tx, { versions: [summaryOf(version)], title });
    return version;
  });
}

/**
 * Stores checked files, with sealed evidence and an audit line. The given transaction must have locked the
 * flow.
 */
export async function keepWithin(
  { clock, definitions, judging }: Room,
  tx: Tx,
  given: Judged & { readonly id?: string; readonly change?: HandedIn },
): Promise<Version> {
  const { flow, before, base, files, passed, note, proposedBy: by, restores } = given;
  const { hash, findings } = passed.judged;
  const changed = changedPaths(base, files);
  const at = clock.now().toJSDate();
  const { id = randomUUID() } = given;
  const source = by === null ? ("draft" as const) : ("proposal" as const);
  const evidence = judging.sealed(evidenceFor(given, { id, changed, at }));
  const row = { id, flow, hash, source, files, changed, findings, evidence, note, by, at };
  const version = await addProposed(tx, row);
  // An approval publishes this module, if the checks would still read the same.
  await keepModule(tx, { clock, definitions }, { flow, hash, module: passed.module });
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
}

function evidenceFor(
  given: Judged & { readonly change?: HandedIn },
  stored: { readonly id: string; readonly changed: readonly string[]; readonly at: Date },
): Evidence {
  const { flow, before, passed, impact, note, proposedBy, writers, restores, change } = given;
  return {
    kind: "evidence",
    format: 1,
    version: stored.id,
    flow,
    basedOn: before?.id ?? null,
    restores,
    changed: stored.changed,
    judged: passed.judged,
    inputs: passed.inputs,
    impact,
    note,
    proposedBy,
    ...(proposedBy === null ? {} : { writers: writersOf({ proposedBy, ...(writers && { writers }) }) }),
    proposedAt: stored.at.toISOString(),
    ...(change === undefined ? {} : { change }),
  };
}
