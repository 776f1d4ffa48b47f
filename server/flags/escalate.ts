import { record } from "../audit/index.ts";
import type { SwitchRoom } from "./room.ts";
import "./tables.ts";

/** Name of the job that notifies staff of presses which nobody has confirmed. */
export const escalateJob = "switches.escalate";

/**
 * Number of hours within which another person must confirm a press (a switch set to its protective position
 * by one person).
 */
export const CONFIRM_WITHIN_HOURS = 24;

/**
 * Notifies staff of each press that nobody confirmed within a day, once per press. The press stays in force.
 * Returns the number of such presses.
 */
export async function escalatePresses(room: SwitchRoom): Promise<number> {
  const now = room.clock.now();
  return await room.db.transaction().execute(async (tx) => {
    const late = await tx
      .selectFrom("flag_changes")
      .select(["id", "names", "reason"])
      .where("kind", "=", "PRESS")
      .where("state", "=", "PROPOSED")
      .where("escalated_at", "is", null)
      .where("proposed_at", "<=", now.minus({ hours: CONFIRM_WITHIN_HOURS }).toJSDate())
      .orderBy("proposed_at")
      .forUpdate()
      .skipLocked()
      .execute();
    for (const press of late) {
      await tx
        .updateTable("flag_changes")
        .set({ escalated_at: now.toJSDate() })
        .where("id", "=", press.id)
        .execute();
      await room.tell(tx, press);
      await record(tx, room.clock, {
        actor: `system:${escalateJob}`,
        action: "switches.escalate",
        subject: `switches:${press.id}`,
        detail: { names: press.names },
      });
    }
    return late.length;
  });
}
