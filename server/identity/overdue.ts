import { findPerson } from "../accounts/index.ts";
import { moveStatus } from "./move-status.ts";
import { nameIn, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";

/** Moves what is due by today to OVERDUE and writes to its owner, once; answers how many statuses moved. */
export async function markOverdue(room: Room): Promise<number> {
  const today = room.clock.today();
  const due = await room.db
    .selectFrom("identity_statuses")
    .select(["person_id", "entity", "due_on"])
    .where("status", "=", "VERIFIED")
    .where("due_on", "<=", today)
    .where("entity", "in", ["kyc", "suit"])
    .limit(1_000)
    .execute();
  for (const { person_id: personId, entity, due_on } of due)
    await room.db.transaction().execute(async (tx) => {
      const move = { personId, entity, to: "OVERDUE", actor: "system:identity.overdue" } as const;
      const { kind } = await moveStatus(tx, room.clock, move);
      if (kind === "kept") return;
      const person = await findPerson(tx, personId);
      const profile = await openProfile(room, tx, personId);
      if (person === null || profile === null) return;
      await room.messages.send(tx, {
        to: person.email,
        template: "kyc-overdue",
        language: person.language,
        data: { name: nameIn(person.language, profile.general), link: `${room.config.origin}/kyc` },
        // Identity and suitability that fall due together make one letter.
        key: `kyc-overdue:${personId}:${due_on}`,
      });
    });
  return due.length;
}
