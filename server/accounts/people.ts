import { sql } from "kysely";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import { compiledOnce, type Db, soon, type Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** The data of the accounts module about a person, for facts and pages. */
export type PersonRecord = {
  readonly id: string;
  readonly email: string;
  readonly role: StaffRole | null;
  readonly customerType: "INDIVIDUAL" | "JURISTIC";
  /** Sealed name of the person's company; `companyNameOf` decrypts it. */
  readonly company: SealedCompany | null;
  readonly language: Language;
  /** Whether the e-mail is confirmed. */
  readonly isVerified: boolean;
  /** Whether staff locked the account. */
  readonly locked: boolean;
  /** Whether an identity vendor blocked the person. */
  readonly vendorBlocked: boolean;
  /** Whether a PIN is set and not blocked. */
  readonly hasPin: boolean;
  /** Whether a PIN was ever set, even if it is blocked now. */
  readonly hadPin: boolean;
  readonly trueMoneyId: string | null;
  readonly walletAddress: string | null;
  readonly saleCode: string | null;
  /** Whether this is a test account. */
  readonly isTest: boolean;
  /** Time at which the account was created. */
  readonly since: Date;
};

const personById = compiledOnce((db, personId: string) =>
  db
    .selectFrom("people as p")
    .innerJoin("credentials as c", "c.person_id", "p.id")
    // The columns are named, because a statement for whole rows is never prepared.
    .select(["p.id", "p.email", "p.role", "p.customer_type", "p.company_name", "p.language"])
    .select(["p.email_confirmed_at", "p.locked_at", "p.vendor_blocked_at", "p.true_money_id"])
    .select(["p.wallet_address", "p.sale_code", "p.test_since", "p.created_at"])
    .select(["c.pin_hash", "c.pin_tries"])
    .select(
      sql<Buffer | null>`case when p.company_name is not null then owner_key('person:' || p.id) end`.as(
        "owner_key",
      ),
    )
    .where("p.id", "=", personId)
    .compile(),
);

/** Returns the person with this id, or `null`. */
export async function findPerson(db: Db | Tx, personId: string): Promise<PersonRecord | null> {
  const [row] = await soon(db, personById(db, personId));
  if (row === undefined) return null;
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    customerType: row.customer_type,
    company: row.company_name === null ? null : { sealed: row.company_name, ownerKey: row.owner_key },
    language: row.language,
    isVerified: row.email_confirmed_at !== null,
    locked: row.locked_at !== null,
    vendorBlocked: row.vendor_blocked_at !== null,
    hasPin: row.pin_hash !== null && row.pin_tries < 5,
    hadPin: row.pin_hash !== null,
    trueMoneyId: row.true_money_id,
    walletAddress: row.wallet_address,
    saleCode: row.sale_code,
    isTest: row.test_since !== null,
    since: row.created_at,
  };
}

type SealedCompany = { readonly sealed: Buffer; readonly ownerKey: Buffer | null };

/** Returns the `place` with which the vault seals the name of a person's company. */
export const companyPlace = (personId: string) => `people/${personId}`;

/** Returns the name of a person's company; `null` if the person has none or was erased. */
export function companyNameOf(
  { vault }: Pick<Room, "vault">,
  person: Pick<PersonRecord, "id" | "company">,
): string | null {
  if (person.company === null) return null;
  const { sealed, ownerKey } = person.company;
  return vault.openWordsBy(ownerKey, { place: companyPlace(person.id), sealed });
}

/** Returns whether an account is suspended: locked by staff, or blocked by a vendor while the flag is on. */
export function isSuspended(
  room: Pick<Room, "isOn">,
  person: Pick<PersonRecord, "locked" | "vendorBlocked">,
): boolean {
  return person.locked || (person.vendorBlocked && room.isOn("use-blocked-status"));
}

/** Records a vendor's block. A repeated report does not change the time of the first. */
export async function noteVendorBlock(tx: Tx, personId: string, at: Date): Promise<void> {
  await tx
    .updateTable("people")
    .set({ vendor_blocked_at: at })
    .where("id", "=", personId)
    .where("vendor_blocked_at", "is", null)
    .execute();
}

/**
 * Locks a person's row until the transaction ends, so that parallel changes of this person run one after the
 * other.
 */
export async function holdPerson(tx: Tx, personId: string): Promise<void> {
  await tx.selectFrom("people").select("id").where("id", "=", personId).forUpdate().execute();
}

/**
 * Locks an account by decision of staff. A repeated lock does not change the time of the first. A locked
 * account keeps its sessions, but their calls get status 423.
 */
export async function lockPerson(tx: Tx, personId: string, at: Date): Promise<void> {
  await tx
    .updateTable("people")
    .set({ locked_at: at })
    .where("id", "=", personId)
    .where("locked_at", "is", null)
    .execute();
}

/** Returns the staff with a role whose accounts are not locked, with e-mail and language. */
export async function peopleWithRole(
  db: Db | Tx,
  role: StaffRole,
): Promise<readonly Pick<PersonRecord, "id" | "email" | "language">[]> {
  return await db
    .selectFrom("people")
    .select(["id", "email", "language"])
    .where("role", "=", role)
    .where("locked_at", "is", null)
    .orderBy("id")
    .execute();
}
