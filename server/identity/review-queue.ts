import type { ReviewEntry } from "./answers.ts";
import { statusesOf } from "./move-status.ts";
import { fullName, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";

const DAY_MS = 86_400_000;

/** Returns the open reviews, oldest first. */
export async function reviewQueue(room: Room, reviewer: string): Promise<readonly ReviewEntry[]> {
  const open = reviews(room).where("r.state", "=", "open").orderBy("r.opened_at").limit(200);
  return await entriesOf(room, reviewer, await open.execute());
}

/** Returns the number of open reviews. */
export async function countReviews(room: Room): Promise<number> {
  const { total } = await room.db
    .selectFrom("identity_reviews")
    .select((all) => all.fn.countAll<number>().as("total"))
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Number of recent reviews whose names are searched. Names are sealed, so they must be decrypted one by one.
 */
const LOOKED_THROUGH = 500;

/**
 * Finds reviews in any state by reference, e-mail or the applicant's name. Returns the latest review of each
 * person first.
 */
export async function findReviews(
  room: Room,
  words: string,
  reviewer: string,
): Promise<readonly ReviewEntry[]> {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [];
  const like = `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;
  const latest = reviews(room).where("r.state", "<>", "replaced").orderBy("r.opened_at", "desc");
  const named = latest.where((where) =>
    where.or([where("r.reference", "ilike", like), where("p.email_key", "like", like)]),
  );
  const byRow = await entriesOf(room, reviewer, await named.limit(50).execute());
  const known = new Set(byRow.map(({ id }) => id));
  const others = await entriesOf(room, reviewer, await latest.limit(LOOKED_THROUGH).execute());
  const byName = others.filter(
    ({ id, name, nameEn }) =>
      !known.has(id) && [name, nameEn].some((one) => one?.toLowerCase().includes(wanted) === true),
  );
  return [...byRow, ...byName].slice(0, 50);
}

/**
 * Returns the people whose last review ended in a rejection, latest first. A reviewer can still ask them for
 * corrections.
 */
export async function rejectedReviews(room: Room, reviewer: string): Promise<readonly ReviewEntry[]> {
  const rejected = reviews(room)
    .where("r.state", "=", "rejected")
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("identity_reviews as later")
            .select("later.id")
            .whereRef("later.person_id", "=", "r.person_id")
            .whereRef("later.opened_at", ">", "r.opened_at"),
        ),
      ),
    )
    .orderBy("r.decided_at", "desc")
    .limit(50);
  return await entriesOf(room, reviewer, await rejected.execute());
}

function reviews(room: Room) {
  return room.db
    .selectFrom("identity_reviews as r")
    .innerJoin("people as p", "p.id", "r.person_id")
    .select(["r.id", "r.reference", "r.person_id", "r.opened_at", "r.state", "p.customer_type", "p.email"])
    .leftJoin("identity_profiles as i", "i.person_id", "r.person_id")
    .select("i.high_risk")
    .select((row) =>
      row
        .selectFrom("aml_hits as h")
        .select((hit) => hit.fn.countAll<number>().as("count"))
        .whereRef("h.person_id", "=", "r.person_id")
        .where("h.state", "=", "open")
        .as("hits"),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof reviews>["execute"]>>[number];

async function entriesOf(
  room: Room,
  reviewer: string,
  rows: readonly Row[],
): Promise<readonly ReviewEntry[]> {
  return await Promise.all(
    rows.map(async (row) => {
      const profile = await openProfile(room, room.db, row.person_id);
      const { account, ...statuses } = await statusesOf(room.db, row.person_id, room.clock.today());
      // A reviewer who is on a watch list must not learn of the hit.
      const own = row.person_id === reviewer;
      return {
        id: row.id,
        reference: row.reference,
        name: profile === null ? null : fullName("th", profile.general),
        customerType: row.customer_type,
        openedAt: row.opened_at.toISOString(),
        state: row.state,
        statuses: own || account === undefined ? statuses : { ...statuses, account },
        hits: own ? 0 : Number(row.hits),
        nameEn: profile === null ? null : `${profile.general.firstNameEn} ${profile.general.lastNameEn}`,
        email: row.email,
        highRisk: row.high_risk === true,
        waitingDays: Math.max(
          0,
          Math.floor((room.clock.now().toMillis() - row.opened_at.getTime()) / DAY_MS),
        ),
      };
    }),
  );
}

/** An account that was refused because another account has the same document, and that other account. */
export type SharedDocument = { readonly at: string; readonly refused: string; readonly first: string };

/**
 * Returns the accounts that were refused because their document already had another account, latest first.
 */
export async function sharedDocuments(room: Room): Promise<readonly SharedDocument[]> {
  const rows = await room.db
    .selectFrom("identity_document_refusals as r")
    .innerJoin("people as refused", "refused.id", "r.person_id")
    .innerJoin("people as first", "first.id", "r.held_by")
    .select(["r.at", "refused.email as refused", "first.email as first"])
    .orderBy("r.at", "desc")
    .limit(100)
    .execute();
  return rows.map(({ at, refused, first }) => ({ at: at.toISOString(), refused, first }));
}
