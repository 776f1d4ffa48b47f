import { sql } from "kysely";
import { provedPhone } from "../accounts/index.ts";
import { type Statuses, statusesOf } from "./move-status.ts";
import { fullNames, type General, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";
import type { ReviewState } from "./tables.ts";

/** A person's identity data, for staff. */
export type PersonSheet = {
  readonly names: { readonly th: string; readonly en: string } | null;
  readonly phone: string | null;
  readonly birthDate: string | null;
  /** Number of the ID card or company registration; `null` if unknown. */
  readonly document: string | null;
  readonly address: string | null;
  readonly work: Work | null;
  readonly bank: { readonly bank: string; readonly number: string; readonly verified: boolean } | null;
  readonly statuses: Statuses;
  readonly reviews: readonly {
    readonly id: string;
    readonly reference: string;
    readonly state: ReviewState;
    readonly openedAt: Date;
  }[];
};

/**
 * A person's work: a member of `common/occupation` or a text that the person wrote instead, and the
 * workplace.
 */
export type Work = {
  readonly occupation: string;
  readonly other: string | null;
  readonly workplace: string | null;
};

/**
 * Returns a person's identity data, decrypted. The caller must mask each part according to the role, and
 * record the access.
 */
export async function personSheet(room: Room, personId: string): Promise<PersonSheet> {
  const [profile, account, statuses, reviews, proved] = await Promise.all([
    openProfile(room, room.db, personId),
    room.db
      .selectFrom("bank_accounts")
      .select(["bank", "sealed", "status"])
      .where("person_id", "=", personId)
      .where("status", "in", ["VERIFIED", "PENDING"])
      .orderBy(sql`status = 'VERIFIED'`, "desc")
      .orderBy("seq", "desc")
      .executeTakeFirst(),
    statusesOf(room.db, personId, room.clock.today()),
    room.db
      .selectFrom("identity_reviews")
      .select(["id", "reference", "state", "opened_at"])
      .where("person_id", "=", personId)
      .orderBy("opened_at", "desc")
      .limit(10)
      .execute(),
    provedPhone(room.accounts, room.db, personId),
  ]);
  const opened =
    account === undefined ? null : await room.accounts.vault.open(room.db, personId, account.sealed);
  const general = profile?.general;
  const { registrationNumber, phone, address }: Partial<General> = general ?? {};
  return {
    names: general === undefined ? null : fullNames(general),
    // A verified phone number takes precedence over the number that was submitted with the identity.
    phone: proved ?? (typeof phone === "string" ? phone : null),
    birthDate: general?.birthDate ?? null,
    document: typeof registrationNumber === "string" ? registrationNumber : (general?.nationalId ?? null),
    address: lineOf(address),
    work: workOf(general),
    bank:
      account === undefined || opened === null
        ? null
        : {
            bank: account.bank,
            number: String(JSON.parse(opened).accountNumber),
            verified: account.status === "VERIFIED",
          },
    statuses,
    reviews: reviews.map(({ opened_at, ...review }) => ({ ...review, openedAt: opened_at })),
  };
}

function workOf(general: Partial<General> | undefined): Work | null {
  const { occupation, occupationOther, workplace }: Partial<General> = general ?? {};
  if (typeof occupation !== "string") return null;
  return {
    occupation,
    other: typeof occupationOther === "string" ? occupationOther : null,
    workplace: typeof workplace === "string" ? workplace : null,
  };
}

/** Fields of an address, in the order in which an address is written. */
const ADDRESS = [
  ...["no", "moo", "building", "floor", "roomNo", "soi", "road"],
  ...["subDistrict", "district", "province", "postalCode"],
];

function lineOf(address: unknown): string | null {
  if (typeof address !== "object" || address === null) return null;
  const parts = address as { readonly [part: string]: unknown };
  return ADDRESS.flatMap((part) => (typeof parts[part] === "string" ? [parts[part]] : [])).join(" ");
}
