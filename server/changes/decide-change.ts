import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Change, ChangeFailure, Done, Room } from "./room.ts";
import { isWaiting, statusOf, undecidable } from "./status.ts";
import { findChange } from "./stored.ts";
import type { Schedule } from "./tables.ts";

/**
 * Publishes all versions of a change, or none if one fails. `evidence`: the hashes of the reviewed evidence,
 * per version.
 */
export async function approveChange(
  room: Room,
  given: {
    readonly id: string;
    readonly by: string;
    readonly evidence: { readonly [version: string]: string };
    readonly note: string;
  },
): Done<Change> {
  const { by, evidence, note } = given;
  const change = await decidable(room, given.id);
  if (!change.ok) return change;
  if (!coversAll(evidence, change.value)) return fail({ code: "decided-together" });
  const approved = await room.publishing.approveTogether({ evidence, by, note });
  return approved.ok ? change : approved;
}

/** Rejects all versions of a change, with a text that says what to correct. */
export async function sendBack(
  room: Room,
  { id, by, note }: { readonly id: string; readonly by: string; readonly note: string },
): Done<Change> {
  const change = await decidable(room, id);
  if (!change.ok) return change;
  const refused = await room.publishing.refuseTogether({ ids: change.value.versions, by, note });
  return refused.ok ? change : refused;
}

/**
 * Returns a change that waits for a decision. Does not check whether the decider wrote the change, because
 * the decision on each version checks it.
 */
async function decidable({ db }: Room, id: string): Promise<Result<Change, ChangeFailure>> {
  const change = await findChange(db, id);
  if (change === null) return fail({ code: "not-found" });
  const status = await statusOf(db, change);
  return isWaiting(status) ? ok(change) : fail({ code: undecidable(status) });
}

/** Returns whether the evidence names exactly the versions of a change. */
export function coversAll(evidence: Schedule["evidence"], { versions }: Change): boolean {
  const looked = Object.keys(evidence);
  return looked.length === versions.length && versions.every((one) => looked.includes(one));
}
