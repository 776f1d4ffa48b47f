import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { DateTime } from "luxon";
import type { SlipCode } from "../../../domain/slip-code.ts";
import { ZONE } from "../../../server/clock/index.ts";
import { createFiles, type Files } from "../../../server/files/index.ts";
import { confirmSlip, type SlipReading } from "../../../server/payments/decide-slip.ts";
import { readStored } from "../../../server/payments/effects.ts";
import type { PaymentsRoom } from "../../../server/payments/index.ts";
import { sendSlip } from "../../../server/payments/send-slip.ts";
import { slipPicture } from "../../support/slip-picture.ts";
import { type FundHouse, openFundHouse, placed, subscriptionOf } from "../fund/fund-house.ts";

/** Fund house with uploads and everything else that the payments room needs. */
export type PaymentsHouse = FundHouse & {
  readonly payments: PaymentsRoom;
  readonly files: Files;
  /** Result of comparing the sending account's name with the person's name. */
  readonly likeness: { current: "SAME" | "CLOSE" | "PARTIAL" | "OTHER" | null };
};

/** Opens the house. The default time is Monday 23 November 2026, 10:00. */
export async function openPaymentsHouse(at?: string): Promise<PaymentsHouse> {
  const house = await openFundHouse(at);
  const dataDir = await mkdtemp(join(tmpdir(), "saphan-payments-"));
  const { db } = house.fund;
  const files = createFiles({ db, clock: house.clock, config: { dataDir, masterKey: "0".repeat(64) } });
  const likeness: PaymentsHouse["likeness"] = { current: null };
  const payments: PaymentsRoom = {
    ...house.payments,
    files,
    billerId: "099400016550110",
    bankSecret: "bank secret",
    likeness: async () => likeness.current,
    names: async () => ({ th: "สมชาย ใจดี", en: "Somchai Jaidee" }),
  };
  return {
    ...house,
    payments,
    files,
    likeness,
    close: async () => {
      await house.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Adds a person with an unpaid order in M-BTCA, by default of 10,000 baht. */
export async function unpaid(house: PaymentsHouse, amount = "10000.00") {
  const personId = await house.addPerson();
  const navDate = house.clock.today();
  const order = await placed(house, subscriptionOf({ personId, amount, navDate }));
  return { personId, ...order };
}

/** Uploads a generated slip as a person. */
export async function uploadSlip(house: PaymentsHouse, personId: string, code: SlipCode | string | null) {
  const stored = await house.files.store(`person:${personId}`, Readable.from([await slipPicture(code)]), {
    purpose: "slip",
    name: "slip.jpg",
  });
  if (!stored.ok) throw new Error(stored.error.code);
  return stored.value.id;
}

/** Uploads a slip and submits it for an order. */
export async function send(
  house: PaymentsHouse,
  of: { readonly personId: string; readonly order: string; readonly replaces?: string },
  code: SlipCode | string | null,
) {
  const file = await uploadSlip(house, of.personId, code);
  const read = await readStored(house.payments, file);
  return await sendStored(house, { ...of, file, key: file, read });
}

/** Submits an uploaded slip like the real callers: a rejection rolls back earlier writes. */
export async function sendStored(
  house: PaymentsHouse,
  given: Parameters<typeof sendSlip>[2],
): ReturnType<typeof sendSlip> {
  const { db } = house.fund;
  const tx = await db.startTransaction().execute();
  const sent = await sendSlip(house.payments, tx, given);
  await (sent.ok ? tx.commit() : tx.rollback()).execute();
  return sent;
}

/** Returns a slip code that no other slip has. */
export function newCode(): SlipCode {
  return { bank: "014", reference: randomUUID().replace(/-/g, "").slice(0, 20).toUpperCase() };
}

/** Confirms a slip as a member of finance, by default with the values on the slip. */
export async function confirm(
  house: PaymentsHouse,
  slip: string,
  reading: Omit<Partial<SlipReading>, "at"> & { readonly at?: string } & SlipCode,
  by?: string,
) {
  const { at = "2026-11-23T10:00:00", amount = "10000.00", bank, reference } = reading;
  const sent = DateTime.fromISO(at, { zone: ZONE }) as DateTime<true>;
  const person = by ?? (await house.addPerson("finance"));
  return await house.fund.db
    .transaction()
    .execute((tx) =>
      confirmSlip(house.payments, tx, { slip, by: person, reading: { bank, reference, amount, at: sent } }),
    );
}

/** Returns the row of an order. */
export async function orderRow(house: FundHouse, id: string) {
  return await house.fund.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Returns the balance of a ledger account: credits minus debits. */
export async function inAccount(house: FundHouse, name: string): Promise<string> {
  const { db } = house.fund;
  const account = await db
    .selectFrom("ledger_accounts")
    .select("id")
    .where("house", "=", name)
    .where("asset", "=", "THB")
    .executeTakeFirstOrThrow();
  const entries = await db.selectFrom("ledger_entries").select(["debit", "credit", "amount"]).execute();
  const satang = entries.reduce((sum, { debit, credit, amount }) => {
    const moved = BigInt(amount.replace(".", "").slice(0, -2));
    return sum + (credit === account.id ? moved : 0n) - (debit === account.id ? moved : 0n);
  }, 0n);
  const sign = satang < 0n ? "-" : "";
  const digits = (satang < 0n ? -satang : satang).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
