import type { Db, Tx } from "../db/index.ts";
import type { Change } from "./room.ts";

/**
 * The status of a change. Before submission it is the stored state, and afterwards the decision about its
 * versions.
 */
export type Status = "open" | "withdrawn" | "waiting" | "scheduled" | "sent-back" | "published";

/** Returns the status of a change. */
export async function statusOf(on: Db | Tx, change: Change): Promise<Status> {
  if (change.state !== "handed-in") return change.state;
  const states = new Set(
    (
      await on.selectFrom("definition_versions").select("state").where("id", "in", change.versions).execute()
    ).map(({ state }) => state),
  );
  if (states.has("proposed") || states.has("draft"))
    return change.schedule?.stopped === null ? "scheduled" : "waiting";
  return states.has("refused") || states.has("withdrawn") ? "sent-back" : "published";
}

/** Returns whether a change with this status can still be decided. */
export function isWaiting(status: Status): boolean {
  return status === "waiting" || status === "scheduled";
}

/** Returns why a change in this status cannot be decided. */
export function undecidable(status: Status): "already-decided" | "change-not-handed-in" {
  return status === "open" || status === "withdrawn" ? "change-not-handed-in" : "already-decided";
}
