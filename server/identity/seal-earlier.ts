import { sql } from "kysely";
import type { Room } from "./room.ts";

/** Seals the suitability answers that were kept plain (migration 0703). A second time there is nothing to do. */
export async function sealEarlier(room: Room): Promise<number> {
  return await room.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; person_id: string; answers: unknown }>`
      select id, person_id, answers from suitability_results where sealed is null for update`.execute(tx);
    for (const { id, person_id, answers } of rows) {
      const sealed = await room.accounts.vault.seal(tx, person_id, JSON.stringify(answers));
      await sql`update suitability_results set answers = null, sealed = ${sealed} where id = ${id}`.execute(
        tx,
      );
    }
    return rows.length;
  });
}
