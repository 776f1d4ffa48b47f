import { printed } from "../../engine/edits/index.ts";
import { type FlagSet, isFlagSet } from "../../engine/flags/index.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Words } from "../../engine/values/languages.ts";
import { type Asking, switchComparison } from "./desk.ts";
import type { SwitchRoom } from "./room.ts";
import "./tables.ts";

/**
 * The record of how a change was decided: by whom, in which environment, and with which revision. It is
 * exported together with the change. In the other environment, the change is checked and decided again.
 */
export type PatchEvidence = {
  readonly environment: string;
  readonly revision: number;
  readonly reason: string;
  readonly proposedBy: string | null;
  readonly approvedBy: string | null;
  readonly approvedAt: string;
  readonly note: string | null;
  readonly says: readonly Words[];
  readonly lost: readonly Words[];
};

/**
 * A set in Unleash's format. It contains either all switches, or only those of one change, together with the
 * record of its decision.
 */
export type SwitchFile = { readonly set: FlagSet; readonly evidence: PatchEvidence | null };

const MOST_REASON = 1_000;

/**
 * Returns an approved change as a file that another environment can import; `null` if there is no such
 * approved change.
 */
export async function switchPatch(room: SwitchRoom, asking: Asking, id: string): Promise<string | null> {
  const row = await room.db
    .selectFrom("flag_changes as c")
    .innerJoin("flag_sets as s", "s.change_id", "c.id")
    .select(["c.names", "c.content", "s.revision"])
    .where("c.id", "=", id)
    .where("c.state", "=", "APPROVED")
    .executeTakeFirst();
  const compared = row === undefined ? null : await switchComparison(room, asking, id);
  if (row === undefined || compared === null) return null;
  const { change, says, lost } = compared;
  const features = row.content.features.filter(({ name }) => row.names.includes(name));
  const named = new Set(
    features.flatMap(({ strategies = [] }) => strategies.flatMap((one) => one.segments ?? [])),
  );
  const segments = (row.content.segments ?? []).filter((segment) => named.has(segment.id));
  const evidence: PatchEvidence = {
    environment: room.config.env,
    revision: row.revision,
    reason: change.reason,
    proposedBy: change.by,
    approvedBy: change.decidedBy,
    approvedAt: change.decidedAt ?? change.at,
    note: change.decisionNote,
    says,
    lost,
  };
  const file = { version: 2, features, ...(segments.length === 0 ? {} : { segments }), evidence };
  return printed(file as Json);
}

/** Reads a file that `switchPatch` or the export of a set has written. Returns `null` for any other file. */
export function readSwitchFile(text: string): SwitchFile | null {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isFlagSet(content)) return null;
  const { evidence = null, ...set } = content as FlagSet & { readonly evidence?: JsonObject };
  if (evidence === null) return { set, evidence };
  const { environment, revision, reason, proposedBy, approvedBy, approvedAt } = evidence;
  const texts = [environment, reason, approvedAt];
  const names = [proposedBy, approvedBy];
  const isWhole =
    texts.every((one) => typeof one === "string") &&
    names.every((one) => one === null || typeof one === "string") &&
    Number.isInteger(revision);
  return isWhole ? { set, evidence: evidence as PatchEvidence } : null;
}

/**
 * Returns the reason of an imported change: the reason given in this environment, followed by a note of where
 * the change was approved before.
 */
export function reasonWith(reason: string, evidence: PatchEvidence | null): string {
  if (evidence === null) return reason;
  const { environment, revision, proposedBy, approvedBy, approvedAt } = evidence;
  const from = `(${environment}, revision ${revision}: ${proposedBy ?? "–"}, ${approvedBy ?? "–"}, ${approvedAt.slice(0, 10)})`;
  return `${reason.slice(0, MOST_REASON - from.length - 1)} ${from}`.slice(0, MOST_REASON);
}
