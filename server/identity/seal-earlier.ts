import { sql } from "kysely";
import { openProfile, writeFinders } from "./profile.ts";
import type { Room } from "./room.ts";

/**
 * Brings what was kept before to how it is kept now: seals suitability answers that were plain (migration 0703), and writes
 * by what earlier people are found (1522, 2242). A second time there is nothing to do.
 */
export async function sealEarlier(room: Room): Promise<number> {
  const sealed = await sealAnswers(room);
  await findEarlier(room);
  return sealed;
}

async function sealAnswers(room: Room): Promise<number> {
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

/** One transaction a person: a thousand of them keep nobody else waiting. */
async function findEarlier(room: Room): Promise<void> {
  const { rows } = await sql<{ person_id: string }>`
    select p.person_id from identity_profiles p join person_keys k using (person_id)
    where k.wrapped_key is not null
      and not exists (select from identity_finders f where f.person_id = p.person_id and f.kind = 'name')`.execute(
    room.db,
  );
  for (const { person_id } of rows)
    await room.db.transaction().execute(async (tx) => {
      const profile = await openProfile(room, tx, person_id);
      if (profile !== null) await writeFinders(room, tx, person_id, profile.general);
    });
}
