import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { lockFlow, readVersion, type Version } from "../definitions/index.ts";
import { evidenceOf, writersOf } from "../evidence/index.ts";
import type { DefinitionFailure } from "./proposal-types.ts";
import type { Room } from "./room.ts";

/**
 * Returns a version if this person can decide about it now; otherwise fails with the reason. It is called a
 * second time after the version was locked, because this can change.
 */
export async function decidable(
  { mayDecide }: Room,
  on: Db | Tx,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<Result<Version, DefinitionFailure>> {
  if (!(await mayDecide(on, by))) return fail({ code: "not-allowed" });
  const version = await readVersion(on, id);
  if (version === null) return fail({ code: "version-unknown" });
  if (version.state !== "proposed" && version.state !== "draft") return fail({ code: "already-decided" });
  const content = evidenceOf(version)?.proposal.content;
  const isWriter = content !== undefined && writersOf(content).includes(by);
  if (version.proposed_by === by || isWriter) return fail({ code: "four-eyes" });
  return ok(version);
}

/**
 * Locks the flows of these versions. The order is always the same, so that parallel decisions cannot
 * deadlock.
 */
export async function lockFlowsOf(tx: Tx, ids: readonly string[]): Promise<void> {
  const flows = new Set<string>();
  for (const id of ids) flows.add((await readVersion(tx, id))?.flow ?? "");
  for (const flow of [...flows].sort()) await lockFlow(tx, flow);
}

/** Returns the title of a version, as letters use it. Call it before any lock is taken. */
export async function titleInLetters({ db, definitions }: Room, id: string): Promise<Words> {
  const version = await readVersion(db, id);
  const content = version === null ? undefined : evidenceOf(version)?.proposal.content;
  const { title } = content?.change ?? {};
  if (title !== undefined) return { th: title, en: title };
  return content?.judged.introduced?.title ?? (await definitions.titleOf(version?.flow ?? ""));
}
