import { record } from "../audit/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { forgetAll } from "./erase-person.ts";
import type { ErasureRoom } from "./room.ts";
import "./tables.ts";

/** Registers the job that destroys the kept data of erased people when law no longer requires it. */
export function erasureJobs(room: ErasureRoom, jobs: Pick<Jobs, "work" | "schedule">): void {
  jobs.work("erasure.end", () => endErasures(room));
  jobs.schedule("erasure.end", "30 4 * * *");
}

/**
 * Destroys the remaining data of erased people whose retention period required by law is over. Returns the
 * number of people.
 */
export async function endErasures(room: ErasureRoom): Promise<number> {
  const over = await room.db
    .selectFrom("erasures")
    .select("person_id")
    .where("ended_at", "is", null)
    .where("keep_until", "<", room.clock.today())
    .execute();
  for (const { person_id } of over)
    await room.db.transaction().execute(async (tx) => {
      const ended = await tx
        .updateTable("erasures")
        .set({ ended_at: room.clock.wall() })
        .where("person_id", "=", person_id)
        .where("ended_at", "is", null)
        .returning("person_id")
        .executeTakeFirst();
      if (ended === undefined) return;
      await forgetAll(room, tx, person_id);
      await record(tx, room.clock, {
        actor: "system:erasure.end",
        action: "erasure.end",
        subject: `person:${person_id}`,
        from: "kept",
        to: "erased",
      });
    });
  return over.length;
}
