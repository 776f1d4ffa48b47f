import { sql } from "kysely";
import { customerNumber } from "../../domain/bill-payment.ts";
import { toE164 } from "../../domain/phone.ts";
import type { StaffRole } from "../../domain/staff-roles.ts";
import {
  accountLock,
  companyNameOf,
  contactChangesOf,
  findPerson,
  type PersonRecord,
  personSessions,
  testProposal,
  twoFactorSince,
} from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import { casesOf } from "../cases/index.ts";
import { erasureOf } from "../erasure/index.ts";
import { bankChangesOf, findPeople, type PersonSheet, personSheet } from "../identity/index.ts";
import type { SentMessage } from "../messages/index.ts";
import { listOrders } from "../orders/index.ts";
import { FIELDS, type Field, mayDo, type Part, readsErased, readsPart, shownTo } from "./access.ts";
import type { PeopleFound, PersonDesk, Purpose } from "./answers.ts";
import { shownOf } from "./masked.ts";
import type { Room } from "./room.ts";

/** The member of staff who looks up a person, and the purpose. */
export type Look = {
  readonly by: string;
  readonly role: StaffRole;
  readonly purpose: Purpose;
};

const ORDERS_SHOWN = 20;
const MESSAGES_SHOWN = 30;

/**
 * Finds people by name or other search terms. The audit trail records who searched and why. It does not
 * contain the search terms.
 */
export async function findAtDesk(room: Room, look: Look, words: string): Promise<PeopleFound> {
  const { by, ids } = await findPeople(room.identity, words);
  await noteLook(room, look, { action: "people.find", subject: "people", by, found: ids.length });
  const people = await Promise.all(
    ids.map(async (id) => {
      const person = await findPerson(room.db, id);
      if (person === null) return [];
      const values = valuesOf(room, person, await personSheet(room.identity, id));
      const of = (field: Field) => shownOf(field, shownTo(look.role, field), values[field]);
      return [
        {
          id,
          customerNumber: customerNumber(id),
          name: companyNameOf(room.accounts, person) ?? of("name"),
          email: of("email") ?? "",
          customerType: person.customerType,
          role: person.role,
          locked: person.locked,
          test: person.isTest,
        },
      ];
    }),
  );
  return { by, people: people.flat() };
}

/**
 * Returns a person's page with only the data that the role may see; `null` if the person is unknown. First
 * records the look-up.
 */
export async function personAtDesk(room: Room, look: Look, personId: string): Promise<PersonDesk | null> {
  const person = await findPerson(room.db, personId);
  if (person === null) return null;
  await noteLook(room, look, { action: "people.look", subject: `person:${personId}` });
  const { role } = look;
  const erased = await erasureOf(room.db, personId);
  const isHidden = erased !== null && !readsErased(role);
  const sheet = await personSheet(room.identity, personId);
  const values = valuesOf(room, person, sheet);
  const lock = await accountLock(room.accounts, personId);
  const proposal = await testProposal(room.accounts, room.db, personId);
  const only = async <Read>(part: Part, read: () => Promise<Read>) =>
    readsPart(role, part) && !isHidden ? await read() : null;
  // The account of a member of staff can be changed only by an admin. Nobody can change an erased account, or
  // their own.
  const may = (deed: Parameters<typeof mayDo>[1]) =>
    erased === null &&
    mayDo(role, deed) &&
    personId !== look.by &&
    (person.role === null || role === "admin");
  return {
    id: personId,
    customerNumber: customerNumber(personId),
    role: person.role,
    customerType: person.customerType,
    language: person.language,
    since: person.since.toISOString(),
    emailConfirmed: person.isVerified,
    hasPin: person.hasPin,
    twoFactor: (await twoFactorSince(room.db, personId)) !== null,
    vendorBlocked: person.vendorBlocked,
    test: person.isTest,
    testProposed: proposal === null ? null : { reason: proposal.reason ?? "", own: proposal.by === look.by },
    lock: lock === null ? null : { ...lock, at: lock.at.toISOString() },
    erased: erased === null ? null : { ...erased, at: erased.at.toISOString() },
    fields: (Object.keys(FIELDS) as Field[]).map((name) => {
      const shown = isHidden ? "hidden" : shownTo(role, name);
      return { name, shown, value: shownOf(name, shown, values[name]) };
    }),
    identity: await only("identity", async () => identityOf(sheet)),
    orders: await only("orders", () => ordersOf(room, personId)),
    sessions: await only("sessions", () => personSessions(room.accounts, personId)),
    messages: await only("messages", async () =>
      (await messagesTo(room, person.email, sheet.phone)).map(messageShown),
    ),
    cases: await only("cases", () => casesOf(room, personId)),
    changes: await only("changes", async () => ({
      bank: await bankChangesOf(room, personId),
      contact: await contactChangesOf(room.accounts, personId),
    })),
    further: await only("further", () => furtherOf(room, personId)),
    may: {
      lock: lock === null && may("lock"),
      unlock: lock !== null && may("unlock"),
      endSessions: may("endSessions"),
      resend: may("resend"),
      markTest: person.role === null && may("markTest"),
    },
  };
}

function identityOf({ statuses, reviews }: PersonSheet): NonNullable<PersonDesk["identity"]> {
  return {
    statuses,
    reviews: reviews.map(({ openedAt, ...review }) => ({ ...review, openedAt: openedAt.toISOString() })),
  };
}

/** Returns a person's answers to further questions, which no other part of the portal stores. */
async function furtherOf(room: Room, personId: string): Promise<NonNullable<PersonDesk["further"]>> {
  const records = await room.records.ofOwner(room.db, `person:${personId}`);
  const references = await referencesOf(
    room,
    records.map(({ id }) => id),
  );
  return await Promise.all(
    records.map(async ({ id, flow, at, record: answers }) => ({
      id,
      reference: references.get(id) ?? null,
      flowSays: (await room.titleOf(flow)) ?? { th: flow, en: flow },
      at: at.toISOString(),
      answers,
    })),
  );
}

/** Returns, for records of answers, the references of the cases, reviews and orders to which they belong. */
async function referencesOf({ db }: Room, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; reference: string }>`
    select record as id, reference from cases where record = any(${[...ids]}::uuid[])
    union all select record, reference from identity_reviews where record = any(${[...ids]}::uuid[])
    union all select idempotency_key::uuid, reference from orders where idempotency_key = any(${[...ids]}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}

/** Returns the messages sent to an e-mail address and phone number, newest first. */
async function messagesTo(room: Room, email: string, phone: string | null): Promise<readonly SentMessage[]> {
  const number = phone === null ? null : toE164(phone);
  const [mails, texts] = await Promise.all([
    room.messages.sentTo(email, MESSAGES_SHOWN),
    number === null ? [] : room.messages.sentTo(number, MESSAGES_SHOWN),
  ]);
  return [...mails, ...texts]
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .slice(0, MESSAGES_SHOWN);
}

/** Returns a message in the form for the desk. It has the title as text; template and key are removed. */
function messageShown({ template: _, key: __, title, createdAt, sentAt, ...sent }: SentMessage) {
  return {
    ...sent,
    title: title(),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  };
}

function valuesOf(
  room: Room,
  person: PersonRecord,
  sheet: PersonSheet,
): { readonly [Name in Field]: string | null } {
  const { names, bank } = sheet;
  return {
    email: person.email,
    name: names?.th ?? null,
    nameEn: names?.en ?? null,
    companyName: companyNameOf(room.accounts, person),
    phone: sheet.phone,
    birthDate: sheet.birthDate,
    document: sheet.document,
    address: sheet.address,
    bank: bank === null ? null : `${bank.bank} ${bank.number}`,
    saleCode: person.saleCode,
  };
}

async function ordersOf(room: Room, personId: string): Promise<NonNullable<PersonDesk["orders"]>> {
  const { orders } = await listOrders(room, personId, { limit: ORDERS_SHOWN });
  const holdings = await room.db
    .selectFrom("holdings")
    .select(["strategy", "units", "pending_units"])
    .where("person_id", "=", personId)
    .where("units", ">", "0")
    .orderBy("strategy")
    .execute();
  return {
    holdings: holdings.map(({ strategy, units, pending_units }) => ({
      strategy,
      units,
      pendingUnits: pending_units,
    })),
    orders: orders.map(({ id, reference, kind, step, strategy, amount, units, placedAt, navDate }) => ({
      ...{ id, reference, kind, step, strategy, amount, units, placedAt, navDate },
    })),
  };
}

/** Records in the audit trail that a person was looked up, and for which purpose. */
export async function noteLook(
  room: Room,
  { by, role, purpose }: Look,
  {
    action,
    subject,
    ...detail
  }: { readonly action: string; readonly subject: string; readonly by?: string; readonly found?: number },
): Promise<void> {
  await room.db.transaction().execute((tx) =>
    record(tx, room.clock, {
      actor: `person:${by}`,
      action,
      subject,
      detail: { ...detail, purpose, role },
    }),
  );
}
