import { DateTime } from "luxon";
import { addDays, type LocalDate } from "../../engine/values/local-date.ts";
import { findPerson, peopleWithRole } from "../accounts/index.ts";
import { ZONE } from "../clock/index.ts";
import type { Tx } from "../db/index.ts";
import { nameIn, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";

/** Maximum number of business days for a review, as promised to applicants. */
const PROMISED_DAYS = 3;

type Waiting = {
  readonly id: string;
  readonly person_id: string;
  readonly reference: string;
  readonly opened_at: Date;
  readonly waiting_told_at: Date | null;
};

/**
 * Notifies each applicant once if their review takes longer than promised, and notifies compliance once a
 * day. Returns the number of late reviews.
 */
export async function tellWaiting(room: Room): Promise<number> {
  const open = await room.db
    .selectFrom("identity_reviews")
    .select(["id", "person_id", "reference", "opened_at", "waiting_told_at"])
    .where("state", "=", "open")
    .orderBy("opened_at")
    .execute();
  const late: Waiting[] = [];
  for (const review of open) {
    const isLate = await room.db.transaction().execute(async (tx) => {
      if ((await promisedBy(room, tx, review.opened_at)) >= room.clock.today()) return false;
      if (review.waiting_told_at === null) await tellApplicant(room, tx, review);
      return true;
    });
    if (isLate) late.push(review);
  }
  if (late.length > 0) await tellCompliance(room, late);
  return late.length;
}

/**
 * Returns the last day on which a review is in time. If the holidays of that year are not loaded, counts
 * calendar days, which end earlier.
 */
async function promisedBy(room: Room, tx: Tx, openedAt: Date): Promise<string> {
  const opened = dayOf(openedAt);
  return (await room.businessDayAfter(tx, opened, PROMISED_DAYS)) ?? addDays(opened, PROMISED_DAYS);
}

async function tellApplicant(room: Room, tx: Tx, review: Waiting): Promise<void> {
  const told = await tx
    .updateTable("identity_reviews")
    .set({ waiting_told_at: room.clock.now().toJSDate() })
    .where("id", "=", review.id)
    .where("state", "=", "open")
    .where("waiting_told_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  const person = await findPerson(tx, review.person_id);
  const profile = await openProfile(room, tx, review.person_id);
  if (told === undefined || person === null || profile === null) return;
  await room.messages.send(tx, {
    to: person.email,
    template: "kyc-waiting",
    language: person.language,
    data: {
      name: nameIn(person.language, profile.general),
      reference: review.reference,
      link: `${room.config.origin}/contact`,
    },
    key: `kyc-waiting:${review.reference}`,
  });
}

/** Maximum number of references in a letter. The desk lists all late reviews, oldest first. */
const LISTED = 50;

async function tellCompliance(room: Room, late: readonly Waiting[]): Promise<void> {
  const list = late.slice(0, LISTED).map(({ reference, opened_at }) => {
    const day = dayOf(opened_at).split("-").reverse().join("/");
    return `• ${reference} (${day})`;
  });
  await room.db.transaction().execute(async (tx) => {
    for (const { id, email, language } of await peopleWithRole(tx, "compliance"))
      await room.messages.send(tx, {
        to: email,
        template: "reviews-overdue",
        language,
        data: {
          count: String(late.length),
          list: list.join("\n"),
          link: `${room.config.origin}/staff/reviews`,
        },
        key: `reviews-overdue:${room.clock.today()}:${id}`,
      });
  });
}

function dayOf(at: Date): LocalDate {
  return DateTime.fromJSDate(at, { zone: ZONE }).toISODate() as LocalDate;
}
