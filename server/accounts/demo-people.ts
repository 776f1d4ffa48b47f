import { sql } from "kysely";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Db } from "../db/index.ts";
import { joinBrand } from "./brand-customers.ts";
import { recordConsent } from "./consents.ts";
import { emailKey } from "./email.ts";
import { signUpPurposes } from "./legal-texts.ts";
import { hashSecret } from "./password-hash.ts";
import { pinRecord } from "./pin-record.ts";
import { keepRoleChange } from "./roles.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** A demo account. Exists only in development. */
export type DemoPerson = {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly pin?: string;
  /** Secret of the authenticator app, for staff. */
  readonly totp?: string;
  readonly role: StaffRole | null;
  /** Purpose of the demo account. */
  readonly about: string;
};

const PASSWORD = "Saphan#2026";

/** The shared secret of all demo staff. It is public and rejected outside development. */
export const DEMO_TOTP = "SAPHANDEMOSTAFFSECONDFACTOR22345";

/** All demo people, in the order in which `npm start` prints them. */
export const demoPeople: readonly DemoPerson[] = [
  person(1, "investor", null, "identity verified, PIN set: ready to invest", "148263"),
  person(2, "fresh", null, "has just confirmed their e-mail"),
  person(3, "operations", "operations", "proposes definitions"),
  person(4, "operations2", "operations", "proposes definitions"),
  person(5, "compliance", "compliance", "reviews identities, approves definitions"),
  person(6, "compliance2", "compliance", "reviews identities, approves definitions"),
  person(7, "finance", "finance", "enters and approves NAV"),
  person(8, "finance2", "finance", "enters and approves NAV"),
  person(9, "support", "support", "answers people"),
  person(10, "admin", "admin", "proposes roles, administers"),
  person(11, "admin2", "admin", "approves roles, administers"),
  person(12, "auditor", "auditor", "reads everything, changes nothing"),
];

/** Demo sale codes. Staff create the real sale codes at a desk. */
export const demoSaleCodes = ["SAPHAN26", "WELCOME1", "BRIDGE88", "PARTNER5"] as const;

/** Inserts the demo people and sale codes once. Throws outside development. */
export async function seedDemoPeople(room: Room): Promise<void> {
  if (room.config.env !== "development")
    throw new Error("seedDemoPeople: demo people exist in development only");
  const db = room.db;
  await db
    .insertInto("sale_codes")
    .values(demoSaleCodes.map((code) => ({ code })))
    .onConflict((conflict) => conflict.column("code").doNothing())
    .execute();
  const there = new Set(
    (await db.selectFrom("people").select("id").where("demo", "=", true).execute()).map((row) => row.id),
  );
  const missing = demoPeople.filter((demo) => !there.has(demo.id));
  if (missing.length > 0) await addAll(room, missing);
  await giveAuthenticators(room);
}

async function addAll(room: Room, missing: readonly DemoPerson[]): Promise<void> {
  // All demo people share one public password, so one hash is computed for all.
  const passwordHash = await hashSecret(PASSWORD);
  for (const demo of missing) await add(room, demo, passwordHash);
}

/**
 * Gives the shared authenticator secret to demo staff without a second factor, because staff cannot work
 * without one.
 */
async function giveAuthenticators(room: Room): Promise<void> {
  const now = room.clock.wall();
  await room.db.transaction().execute(async (tx) => {
    const without = await tx
      .selectFrom("people as p")
      .leftJoin("authenticators as a", "a.person_id", "p.id")
      .select("p.id")
      .where("p.demo", "=", true)
      .where("p.role", "is not", null)
      .where("a.sealed", "is", null)
      .execute();
    for (const { id } of without) {
      const on = { sealed: await room.vault.seal(tx, id, DEMO_TOTP), confirmed_at: now, demo: true };
      await tx
        .insertInto("authenticators")
        .values({ person_id: id, ...on })
        .onConflict((conflict) => conflict.column("person_id").doUpdateSet(on))
        .execute();
    }
  });
}

/** Returns whether the database contains demo people. `runtime` refuses to start with them. */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from people where demo) as there`.execute(db);
  return rows[0]?.there === true;
}

async function add(room: Room, demo: DemoPerson, passwordHash: string): Promise<void> {
  const now = room.clock.wall();
  const pin = demo.pin === undefined ? null : await pinRecord(room, demo.pin, demo.id);
  await room.db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto("people")
      .values({
        id: demo.id,
        email: demo.email,
        email_key: emailKey(demo.email),
        role: demo.role,
        customer_type: "INDIVIDUAL",
        company_name: null,
        sale_code: null,
        language: "th",
        email_confirmed_at: now,
        locked_at: null,
        true_money_id: null,
        wallet_address: null,
        demo: true,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added === undefined) return;
    if (demo.role === null) {
      await joinBrand(room, tx, demo.id, "sign-up");
      for (const purpose of signUpPurposes)
        await recordConsent(tx, room.legal(), {
          ...{ personId: demo.id, purpose, decision: "given", language: "th", channel: "demo", at: now },
        });
    } else
      await keepRoleChange(tx, {
        ...{ person_id: demo.id, from_role: null, to_role: demo.role, at: now },
        ...{ changed_by: null, approved_by: null, why: "before", reason: null },
      });
    await tx
      .insertInto("credentials")
      .values({
        person_id: demo.id,
        password_hash: passwordHash,
        password_changed_at: now,
        pin_hash: pin?.hash ?? null,
        pin_mac: pin?.mac ?? null,
        pin_key: pin?.key ?? null,
        pin_set_at: pin === null ? null : now,
      })
      .execute();
  });
}

function person(no: number, name: string, role: StaffRole | null, about: string, pin?: string): DemoPerson {
  return {
    id: `00000000-0000-4000-8000-${String(no).padStart(12, "0")}`,
    email: `${name}@saphan.example`,
    password: PASSWORD,
    role,
    about,
    ...(pin === undefined ? {} : { pin }),
    ...(role === null ? {} : { totp: DEMO_TOTP }),
  };
}
