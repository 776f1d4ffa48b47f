import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { findPerson, peopleWithRole, randomReference } from "../accounts/index.ts";
import { inTrail, record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import type { EffectInput, LocalEffectContext } from "../flows/index.ts";
import type { BankChange } from "./answers.ts";
import {
  approveAccount,
  approvedAccount,
  type GivenAccount,
  insertAccount,
  isSameAccount,
  openAccount,
} from "./bank-account.ts";
import { statusesOf } from "./move-status.ts";
import { accountLikeness } from "./payer-likeness.ts";
import { namesOf } from "./profile.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

type Fault<Code extends string> = { readonly code: Code };

/**
 * Requests a bank account for payouts, in place of the present one or as the first. It is used only after
 * compliance approves it; until then the present account stays in use. The person is notified at once.
 * Errors: `identity-open`, `account-open`, `other-name`, `same-account`.
 */
export async function askBankChange(
  room: Room,
  { tx, clock, personId, instance }: Pick<LocalEffectContext, "tx" | "clock" | "personId" | "instance">,
  given: EffectInput<"identity.changeBankAccount">,
): Promise<
  Result<
    { readonly reference: string },
    {
      readonly code: "identity-open" | "account-open" | "other-name" | "same-account";
      readonly field?: string;
    }
  >
> {
  const person = personId === null ? null : await findPerson(tx, personId);
  if (person === null) throw new Error("identity.changeBankAccount: there is no person");
  const statuses = await statusesOf(tx, person.id, clock.today());
  if (statuses.kyc !== "VERIFIED") return fail({ code: "identity-open" });
  const open = await tx
    .selectFrom("bank_accounts")
    .select("id")
    .where("person_id", "=", person.id)
    .where("status", "in", ["PENDING", "ASKED"])
    .executeTakeFirst();
  if (open !== undefined) return fail({ code: "account-open" });
  if (isSameAccount(await approvedAccount(room, tx, person.id), given))
    return fail({ code: "same-account", field: "accountNumber" });
  const likeness = await accountLikeness(room, tx, person.id, given.accountName);
  if (likeness === null || likeness === "OTHER") return fail({ code: "other-name", field: "accountName" });
  const at = clock.now().toJSDate();
  const account = await insertAccount(room, tx, { personId: person.id, given, status: "ASKED", at });
  const reference = `BA-${clock.today().slice(2).replaceAll("-", "")}-${randomReference()}`;
  await tx
    .insertInto("bank_changes")
    .values({
      id: randomUUID(),
      person_id: person.id,
      reference,
      account,
      likeness,
      state: "OPEN",
      asked_at: at,
    })
    .execute();
  await record(tx, clock, {
    actor: `person:${person.id}`,
    action: "identity.askBankChange",
    subject: `person:${person.id}`,
    to: "OPEN",
    version: instance.version,
    detail: { reference, likeness },
  });
  await tell(room, tx, { personId: person.id, reference, given, template: "bank-change-asked" });
  await tellCompliance(room, tx, reference);
  return ok({ reference });
}

/**
 * Approves or rejects a requested bank account. An approved account is used a day later. The person is
 * notified in both cases. Errors: `not-found`, `already-decided`, `same-person`; for an approval also
 * `identity-open` (the identity is not verified) and `asked-by-another` (requested between a change of e-mail
 * or phone and its undoing, so the account would never be paid).
 */
export async function decideBankChange(
  room: Room,
  tx: Tx,
  of: {
    readonly id: string;
    readonly by: string;
    readonly decision: "approve" | "reject";
    readonly reason: string;
  },
): Promise<
  Result<
    { readonly state: "APPROVED" | "REJECTED" },
    Fault<"not-found" | "already-decided" | "same-person" | "identity-open" | "asked-by-another">
  >
> {
  const change = await tx
    .selectFrom("bank_changes")
    .selectAll()
    .where("id", "=", of.id)
    .forUpdate()
    .executeTakeFirst();
  if (change === undefined) return fail({ code: "not-found" });
  const { person_id: personId, account, reference } = change;
  if (personId === of.by) return fail({ code: "same-person" });
  if (change.state !== "OPEN") return fail({ code: "already-decided" });
  const approves = of.decision === "approve";
  const statuses = await statusesOf(tx, personId, room.clock.today());
  if (approves && statuses.kyc !== "VERIFIED") return fail({ code: "identity-open" });
  if (approves && (await isAskedByAnother(tx, change))) return fail({ code: "asked-by-another" });
  const at = room.clock.now().toJSDate();
  const state = approves ? "APPROVED" : "REJECTED";
  const place = `bank_changes/${change.id}`;
  const sealed = await room.accounts.vault.sealWords(tx, personId, place, of.reason);
  await tx
    .updateTable("bank_changes")
    .set({ state, decided_at: at, decided_by: of.by, reason: sealed })
    .where("id", "=", change.id)
    .execute();
  if (approves) await approveAccount(tx, { personId, account, at });
  else await tx.updateTable("bank_accounts").set({ status: "REJECTED" }).where("id", "=", account).execute();
  await record(tx, room.clock, {
    actor: `person:${of.by}`,
    action: "identity.decideBankChange",
    subject: `person:${personId}`,
    from: "OPEN",
    to: state,
    detail: { reference, reason: inTrail({ place, sealed }) },
  });
  await tellDecision(room, tx, change, { state, reason: of.reason });
  return ok({ state });
}

/** Returns the number of bank accounts that wait for a decision of compliance. */
export async function countBankChanges(room: Room): Promise<number> {
  const { total } = await room.db
    .selectFrom("bank_changes")
    .select((all) => all.fn.countAll<number>().as("total"))
    .where("state", "=", "OPEN")
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Returns the bank accounts that wait for a decision of compliance, oldest first. */
export async function openBankChanges(room: Room): Promise<readonly BankChange[]> {
  const rows = await room.db
    .selectFrom("bank_changes as c")
    .innerJoin("bank_accounts as a", "a.id", "c.account")
    .innerJoin("people as p", "p.id", "c.person_id")
    .select(["c.id", "c.reference", "c.person_id", "c.likeness", "c.asked_at", "a.bank", "a.last_digits"])
    .select(["p.email", "p.customer_type"])
    .where("c.state", "=", "OPEN")
    .orderBy("c.asked_at")
    .limit(200)
    .execute();
  return await Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      reference: row.reference,
      person: row.person_id,
      email: row.email,
      customerType: row.customer_type,
      name: (await namesOf(room, room.db, row.person_id))?.th ?? null,
      likeness: row.likeness,
      bank: row.bank,
      number: `xxx-xxx-${row.last_digits}`,
      askedAt: row.asked_at.toISOString(),
    })),
  );
}

/**
 * Returns a person's requests for a payout account, newest first. Account numbers show only their last
 * digits.
 */
export async function bankChangesOf({ db }: Pick<Room, "db">, personId: string) {
  const rows = await db
    .selectFrom("bank_changes as c")
    .innerJoin("bank_accounts as a", "a.id", "c.account")
    .select(["c.reference", "c.state", "c.asked_at", "a.bank", "a.last_digits"])
    .where("c.person_id", "=", personId)
    .orderBy("c.asked_at", "desc")
    .limit(10)
    .execute();
  return rows.map((row) => ({
    reference: row.reference,
    state: row.state,
    bank: row.bank,
    number: `xxx-xxx-${row.last_digits}`,
    askedAt: row.asked_at.toISOString(),
  }));
}

/** Returns a request with the old and the new account unmasked, for the reviewer; `null` if unknown. */
export async function openBankChange(room: Room, id: string) {
  const row = await room.db
    .selectFrom("bank_changes as c")
    .innerJoin("bank_accounts as a", "a.id", "c.account")
    .select(["c.id", "c.reference", "c.person_id", "c.state", "a.bank", "a.sealed"])
    .where("c.id", "=", id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const asked = await openAccount(room, room.db, row.person_id, row.sealed);
  const before = row.state === "OPEN" ? await approvedAccount(room, room.db, row.person_id) : null;
  return {
    id: row.id,
    state: row.state,
    names: await namesOf(room, room.db, row.person_id),
    asked: asked === null ? null : { bank: row.bank, ...asked },
    before,
  };
}

/** Returns whether a bank account was requested between a change of e-mail or phone and its undoing. */
async function isAskedByAnother(
  tx: Tx,
  change: { readonly person_id: string; readonly asked_at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ readonly found: boolean }>`
    select asked_by_another(${change.person_id}, ${change.asked_at}) as found`.execute(tx);
  return rows[0]?.found === true;
}

async function tell(
  room: Room,
  tx: Tx,
  of: {
    readonly personId: string;
    readonly reference: string;
    readonly given: GivenAccount;
    readonly template: "bank-change-asked" | "bank-change-approved" | "bank-change-rejected";
    readonly reason?: string;
  },
): Promise<void> {
  const person = await findPerson(tx, of.personId);
  if (person === null) return;
  const { language } = person;
  const bank = room.texts.find(`form:common.bank-code.options.${of.given.bank}`)?.[language] ?? of.given.bank;
  await room.messages.send(tx, {
    to: person.email,
    template: of.template,
    language,
    data: {
      bank,
      number: `xxx-xxx-${of.given.accountNumber.slice(-4)}`,
      reference: of.reference,
      link: `${room.config.origin}/contact`,
      ...(of.reason === undefined ? {} : { reason: of.reason }),
    },
    key: `${of.template}:${of.reference}`,
  });
}

async function tellCompliance(room: Room, tx: Tx, reference: string): Promise<void> {
  for (const { id, email, language } of await peopleWithRole(tx, "compliance"))
    await room.messages.send(tx, {
      to: email,
      template: "bank-change-waits",
      language,
      data: { reference, link: `${room.config.origin}/staff/bank-changes` },
      key: `bank-change-waits:${reference}:${id}`,
    });
}

/**
 * Notifies a person of the decision about a bank account. Does nothing if the data of the account are erased.
 */
async function tellDecision(
  room: Room,
  tx: Tx,
  change: { readonly person_id: string; readonly account: string; readonly reference: string },
  { state, reason }: { readonly state: "APPROVED" | "REJECTED"; readonly reason: string },
): Promise<void> {
  const row = await tx
    .selectFrom("bank_accounts")
    .select(["bank", "sealed"])
    .where("id", "=", change.account)
    .executeTakeFirstOrThrow();
  const opened = await openAccount(room, tx, change.person_id, row.sealed);
  const template = state === "APPROVED" ? "bank-change-approved" : "bank-change-rejected";
  if (opened !== null)
    await tell(room, tx, {
      personId: change.person_id,
      reference: change.reference,
      given: { bank: row.bank, ...opened },
      template,
      reason,
    });
}
