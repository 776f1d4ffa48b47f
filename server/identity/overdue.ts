import { findPerson } from "../accounts/index.ts";
import type { Tx } from "../db/index.ts";
import { moveStatus } from "./move-status.ts";
import { nameIn, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";

/** Number of days before the due day on which a reminder is sent. */
const REMIND_DAYS_BEFORE = 30;

const BATCH = 1_000;

/**
 * Sets statuses that are due today to OVERDUE and notifies their owners once. Also reminds owners once, 30
 * days before. Returns the number of changed statuses.
 */
export async function markOverdue(room: Room): Promise<number> {
  const today = room.clock.today();
  const moved = await eachDue(room, { from: null, to: today }, async (tx, { personId, entity, dueOn }) => {
    const move = { personId, entity, to: "OVERDUE", actor: "system:identity.overdue" } as const;
    const { kind } = await moveStatus(tx, room.clock, move);
    if (kind === "moved") await write(room, tx, { template: "kyc-overdue", personId, dueOn });
  });
  const soon = room.clock.now().plus({ days: REMIND_DAYS_BEFORE }).toISODate();
  await eachDue(room, { from: today, to: soon }, async (tx, { personId, entity, dueOn }) => {
    await tx
      .updateTable("identity_statuses")
      .set({ reminded_for: dueOn })
      .where("person_id", "=", personId)
      .where("entity", "=", entity)
      .execute();
    await write(room, tx, { template: "kyc-due-soon", personId, dueOn });
  });
  return moved;
}

type Due = { readonly personId: string; readonly entity: "kyc" | "suit"; readonly dueOn: string };

/**
 * Processes all verified statuses that become due in a period, each in a separate transaction. Returns their
 * number.
 */
async function eachDue(
  room: Room,
  { from, to }: { readonly from: string | null; readonly to: string },
  act: (tx: Tx, due: Due) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await room.db
      .selectFrom("identity_statuses")
      .select(["person_id", "entity", "due_on"])
      .where("status", "=", "VERIFIED")
      .where("due_on", "<=", to)
      .where("entity", "in", ["kyc", "suit"])
      .$if(from !== null, (query) =>
        query
          .where("due_on", ">", from)
          .where((where) =>
            where.or([
              where("reminded_for", "is", null),
              where("reminded_for", "<>", where.ref("identity_statuses.due_on")),
            ]),
          ),
      )
      .limit(BATCH)
      .execute();
    for (const { person_id: personId, entity, due_on } of due)
      if (due_on !== null && (entity === "kyc" || entity === "suit"))
        await room.db.transaction().execute((tx) => act(tx, { personId, entity, dueOn: due_on }));
    count += due.length;
    if (due.length < BATCH) return count;
  }
}

async function write(
  room: Room,
  tx: Tx,
  {
    template,
    personId,
    dueOn,
  }: { readonly template: string; readonly personId: string; readonly dueOn: string },
): Promise<void> {
  const person = await findPerson(tx, personId);
  const profile = await openProfile(room, tx, personId);
  if (person === null || profile === null) return;
  await room.messages.send(tx, {
    to: person.email,
    template,
    language: person.language,
    data: {
      name: nameIn(person.language, profile.general),
      link: `${room.config.origin}/kyc`,
      day: dueOn.split("-").reverse().join("/"),
    },
    // If identity and suitability have the same due day, their letters have the same key, so that only one
    // letter is sent.
    key: `${template}:${personId}:${dueOn}`,
  });
}
