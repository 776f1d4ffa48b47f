import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { newId } from "../fund/index.ts";
import { payersOf } from "../payments/index.ts";
import { type BankFile, paymentFile, type Returned, type Transfer } from "./bank-file.ts";
import { returnPlace, writeOfPayout } from "./payout-letters.ts";
import type { SettlementRoom } from "./room.ts";
import "./tables.ts";

type Fault<Code extends string> = { readonly code: Code };

/** Maximum number of lines in one payment file, because the person who releases a file reads them all. */
export const mostLines = 500;

/**
 * Makes a payment file of the payouts that are due, oldest first, up to `mostLines`. Another person must
 * release it. A payout is left out if its account cannot be read. Errors: `paid-by-hand` while
 * `settlement-order` is off, `nothing-due`.
 */
export async function makePaymentFile(
  room: SettlementRoom,
  personId: string,
): Promise<Result<{ readonly id: string }, Fault<"paid-by-hand" | "nothing-due">>> {
  if (!room.isOn("settlement-order")) return fail({ code: "paid-by-hand" });
  const today = room.clock.today();
  return await room.db.transaction().execute(async (tx) => {
    const due = await paymentsOf(tx)
      .where("p.state", "=", "DUE")
      .where("p.entered_by", "is", null)
      .where("p.due_on", "<=", today)
      .orderBy("p.due_on")
      .orderBy("p.id")
      .limit(mostLines)
      .forUpdate("p")
      .skipLocked()
      .execute();
    const payers = await payersOf(room, tx, paymentsAmong(due));
    const transfers = [];
    for (const row of due) {
      const transfer = await transferOf(room, tx, row, payers);
      if (transfer !== null) transfers.push(transfer);
    }
    if (transfers.length === 0) return fail({ code: "nothing-due" });
    const file = paymentFile({ valueDate: today, transfers });
    const id = newId();
    await tx
      .insertInto("payment_files")
      .values({
        id,
        value_date: today,
        lines: transfers.length,
        total: file.total,
        hash: file.hash,
        made_by: personId,
        made_at: room.clock.now().toJSDate(),
      })
      .execute();
    await sql`update payouts p set state = 'FILED', file_id = ${id}::uuid, line = listed.line
      from unnest(${transfers.map(({ payout }) => payout)}::uuid[]) with ordinality as listed (id, line) where p.id = listed.id`.execute(
      tx,
    );
    await note(room, tx, { personId, file: id, action: "payment-files.make", to: "MADE", hash: file.hash });
    return ok({ id });
  });
}

/**
 * Releases or discards a payment file. A release marks its payouts as sent; the same transaction changes
 * books, orders and letters. After it, the file can be downloaded. Errors: `not-found`, `already-decided`,
 * `four-eyes` (this person made the file), `payment-file-too-long` (it has more lines than the page lists;
 * discard it and make another), `payment-file-changed` (an account has changed since).
 */
export async function decidePaymentFile(
  room: SettlementRoom,
  personId: string,
  of: { readonly id: string; readonly decision: "RELEASED" | "DISCARDED" },
): Promise<
  Result<
    null,
    Fault<"not-found" | "already-decided" | "four-eyes" | "payment-file-too-long" | "payment-file-changed">
  >
> {
  const now = room.clock.now().toJSDate();
  return await room.db.transaction().execute(async (tx) => {
    const file = await tx
      .selectFrom("payment_files")
      .selectAll()
      .where("id", "=", of.id)
      .forUpdate()
      .executeTakeFirst();
    if (file === undefined) return fail({ code: "not-found" });
    if (file.state !== "MADE") return fail({ code: "already-decided" });
    const releases = of.decision === "RELEASED";
    if (releases && file.made_by === personId) return fail({ code: "four-eyes" });
    if (releases && file.lines > mostLines) return fail({ code: "payment-file-too-long" });
    if (releases && (await fileOf(room, tx, file)) === null) return fail({ code: "payment-file-changed" });
    await tx
      .updateTable("payment_files")
      .set({ state: of.decision, decided_by: personId, decided_at: now })
      .where("id", "=", of.id)
      .execute();
    const payouts = tx.updateTable("payouts").where("file_id", "=", of.id).returning("id");
    const changed = await (releases
      ? payouts.set({ state: "PAID", paid_at: now })
      : payouts.set({ state: "DUE", file_id: null, line: null })
    ).execute();
    if (releases)
      for (const { id } of changed) await writeOfPayout(room, tx, { template: "order-paid-out", payout: id });
    await note(room, tx, {
      personId,
      file: of.id,
      action: releases ? "payment-files.release" : "payment-files.discard",
      to: of.decision,
      hash: file.hash,
    });
    return ok(null);
  });
}

/**
 * Returns the content of a released file, after comparing it with the stored hash. Returns `null` if the file
 * does not exist or is not released.
 */
export async function releasedFile(room: SettlementRoom, id: string): Promise<BankFile | null> {
  const file = await room.db
    .selectFrom("payment_files")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "RELEASED")
    .executeTakeFirst();
  return file === undefined ? null : await fileOf(room, room.db as Tx, file);
}

/**
 * Makes the content of a file again, from its payouts and the sealed accounts. Returns `null` if the result
 * has another hash.
 */
async function fileOf(
  room: SettlementRoom,
  tx: Tx,
  file: { readonly id: string; readonly value_date: string; readonly hash: string },
): Promise<BankFile | null> {
  const lines = await paymentsOf(tx).where("p.file_id", "=", file.id).orderBy("p.line").execute();
  const payers = await payersOf(room, tx, paymentsAmong(lines));
  const transfers = [];
  for (const row of lines) {
    const transfer = await transferOf(room, tx, row, payers);
    if (transfer === null) return null;
    transfers.push(transfer);
  }
  const made = paymentFile({ valueDate: file.value_date, transfers });
  return made.hash === file.hash ? made : null;
}

/**
 * Selects payouts with everything that the bank needs to pay them. For a refund, this includes the transfer
 * by which the money came, and its sender.
 */
function paymentsOf(db: Db | Tx) {
  return db
    .selectFrom("payouts as p")
    .leftJoin("payment_cases as c", "c.id", "p.refund")
    .leftJoin("payments as m", "m.id", "c.payment_id")
    .leftJoin("orders as o", (join) => join.on(sql<boolean>`o.id = coalesce(p.order_id, m.order_id)`))
    .select(["p.id", "p.person_id", "p.account", "p.amount"])
    .select(sql<string>`coalesce(o.reference, m.bank_reference)`.as("reference"))
    .select(["m.id as payment", "m.payer_bank"]);
}

/** Returns the ids of the payments that are refunded by these payouts. */
function paymentsAmong(rows: readonly { readonly payment: string | null }[]): readonly string[] {
  return rows.flatMap(({ payment }) => payment ?? []);
}

/** Converts a payout to a line of a payment file; `null` if its account cannot be read. */
async function transferOf(
  room: SettlementRoom,
  tx: Tx,
  row: Awaited<ReturnType<ReturnType<typeof paymentsOf>["executeTakeFirstOrThrow"]>>,
  payers: Awaited<ReturnType<typeof payersOf>>,
): Promise<Transfer | null> {
  const { id: payout, amount, reference } = row;
  if (row.account === null || row.person_id === null) {
    const payer = payers.get(row.payment ?? "");
    return payer?.account == null || row.payer_bank === null
      ? null
      : { payout, amount, reference, bank: row.payer_bank, number: payer.account, holder: payer.name ?? "" };
  }
  const to = await room.destination(tx, row.person_id, row.account);
  return to ? { payout, amount, reference, bank: to.bank, number: to.number, holder: to.holder } : null;
}

/**
 * Imports the bank's return file, as a whole or not at all. Payouts that it lists were returned, and their
 * investors are notified. All other payouts of the payment file count as paid. Returns that were imported
 * earlier stay as they are. Errors: `not-found` (no such released file), `return-not-of-file` (`line` is not
 * in the payment file or has another amount), `return-file-known` (all listed payouts were already returned).
 */
export async function takeReturns(
  room: SettlementRoom,
  personId: string,
  of: {
    readonly file: string;
    readonly returned: readonly Returned[];
    /** The number of the payment file. It is required if no transfer was returned. */
    readonly number?: number | null;
  },
): Promise<
  Result<
    { readonly returned: number },
    Fault<"not-found" | "return-file-known"> | { readonly code: "return-not-of-file"; readonly line: number }
  >
> {
  return await room.db.transaction().execute(async (tx) => {
    const file = await tx
      .selectFrom("payment_files")
      .select(["id", "hash", "number"])
      .where("id", "=", of.file)
      .where("state", "=", "RELEASED")
      .forUpdate()
      .executeTakeFirst();
    if (file === undefined) return fail({ code: "not-found" });
    if ((of.number ?? null) === null ? of.returned.length === 0 : Number(of.number) !== Number(file.number))
      return fail({ code: "return-not-of-file", line: 1 });
    const paid = await tx
      .selectFrom("payouts")
      .select(["id", "line", "amount", "state", "person_id"])
      .where("file_id", "=", of.file)
      .execute();
    const byId = new Map(paid.map((payout) => [payout.id, payout]));
    for (const { payout, line, amount } of of.returned) {
      const found = byId.get(payout);
      if (found?.line !== line || found.amount !== amount) return fail({ code: "return-not-of-file", line });
    }
    let returned = 0;
    for (const { payout, reason } of of.returned)
      if (await giveBack(room, tx, { payout, reason, personId: byId.get(payout)?.person_id ?? null }))
        returned += 1;
    const settled = await tx
      .updateTable("payouts")
      .set({ settled_at: room.clock.now().toJSDate() })
      .where("file_id", "=", of.file)
      .where("state", "=", "PAID")
      .where("settled_at", "is", null)
      .executeTakeFirst();
    if (returned === 0 && settled.numUpdatedRows === 0n) return fail({ code: "return-file-known" });
    await note(room, tx, {
      personId,
      file: of.file,
      action: "payment-files.returns",
      to: "RELEASED",
      hash: file.hash,
    });
    return ok({ returned });
  });
}

/**
 * Marks a paid payout as returned, and writes to its investor. Returns false if the payout does not count as
 * paid at the moment.
 */
async function giveBack(
  room: SettlementRoom,
  tx: Tx,
  of: { readonly payout: string; readonly personId: string | null; readonly reason: string },
): Promise<boolean> {
  const sealed = await room.vault.sealWords(tx, of.personId, returnPlace(of.payout), of.reason);
  const changed = await tx
    .updateTable("payouts")
    .set({ state: "RETURNED", returned_at: room.clock.now().toJSDate(), return_reason: sealed })
    .where("id", "=", of.payout)
    .where("state", "=", "PAID")
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await writeOfPayout(room, tx, { template: "payout-returned", payout: of.payout });
  return true;
}

/**
 * Pays a payout again that the bank had returned. This makes a new payout, due today. It goes to the same
 * account, or to another verified account of the same person. If `account` is null, it goes to the account
 * from which the money came. Errors: `not-found`, `already-decided` (it was not returned, or was already paid
 * again), `destination-not-verified`.
 */
export async function reopenPayout(
  room: SettlementRoom,
  personId: string,
  of: { readonly id: string; readonly account: string | null },
): Promise<
  Result<{ readonly id: string }, Fault<"not-found" | "already-decided" | "destination-not-verified">>
> {
  return await room.db.transaction().execute(async (tx) => {
    const payout = await tx
      .selectFrom("payouts")
      .selectAll()
      .where("id", "=", of.id)
      .forUpdate()
      .executeTakeFirst();
    if (payout === undefined) return fail({ code: "not-found" });
    const followed = await tx
      .selectFrom("payouts")
      .select("id")
      .where("follows", "=", of.id)
      .executeTakeFirst();
    if (payout.state !== "RETURNED" || followed !== undefined) return fail({ code: "already-decided" });
    const back = of.account === null;
    if (back && (payout.refund === null || payout.account !== null))
      return fail({ code: "destination-not-verified" });
    const to =
      back || payout.person_id === null
        ? null
        : await room.destination(tx, payout.person_id, of.account ?? "");
    if (!back && !to?.verified) return fail({ code: "destination-not-verified" });
    const id = newId();
    await tx
      .insertInto("payouts")
      .values({
        id,
        order_id: payout.order_id,
        refund: payout.refund,
        person_id: payout.person_id,
        account: of.account,
        label: to ? `${to.bank} xxx-xxx-${to.number.slice(-4)}` : payout.label,
        amount: payout.amount,
        due_on: room.clock.today(),
        follows: of.id,
        compensation: payout.compensation,
      })
      .execute();
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "payouts.reopen",
      subject: subjectOf(payout),
      to: "DUE",
      detail: { payout: id, follows: of.id },
    });
    return ok({ id });
  });
}

/**
 * Returns the name under which the audit trail records a payout: that of its order, or of the refunded case.
 */
function subjectOf(of: { readonly order_id: string | null; readonly refund: string | null }): string {
  return of.refund === null ? `order:${of.order_id ?? ""}` : `payment-case:${of.refund}`;
}

/**
 * Marks a payout as paid by hand. This is possible while `settlement-order` is off. One person enters the
 * bank's reference, and another person confirms it. Errors: `paid-by-file`, `not-found`, `already-decided`,
 * `four-eyes`.
 */
export async function payByHand(
  room: SettlementRoom,
  personId: string,
  of: { readonly id: string } & ({ readonly reference: string } | { readonly confirmed: true }),
): Promise<Result<null, Fault<"paid-by-file" | "not-found" | "already-decided" | "four-eyes">>> {
  if (room.isOn("settlement-order")) return fail({ code: "paid-by-file" });
  return await room.db.transaction().execute(async (tx) => {
    const payout = await tx
      .selectFrom("payouts")
      .selectAll()
      .where("id", "=", of.id)
      .forUpdate()
      .executeTakeFirst();
    if (payout === undefined) return fail({ code: "not-found" });
    const confirms = "confirmed" in of;
    if (payout.state !== "DUE" || (payout.entered_by === null) === confirms)
      return fail({ code: "already-decided" });
    if (confirms && payout.entered_by === personId) return fail({ code: "four-eyes" });
    await tx
      .updateTable("payouts")
      .set(
        confirms
          ? { state: "PAID", confirmed_by: personId, paid_at: room.clock.now().toJSDate() }
          : { entered_by: personId, reference: of.reference },
      )
      .where("id", "=", of.id)
      .execute();
    if (confirms) await writeOfPayout(room, tx, { template: "order-paid-out", payout: of.id });
    else
      await record(tx, room.clock, {
        actor: `person:${personId}`,
        action: "payouts.enter",
        subject: subjectOf(payout),
        detail: { payout: of.id, reference: of.reference },
      });
    return ok(null);
  });
}

async function note(
  room: SettlementRoom,
  tx: Tx,
  of: {
    readonly personId: string;
    readonly file: string;
    readonly action: string;
    readonly to: string;
    readonly hash: string;
  },
): Promise<void> {
  await record(tx, room.clock, {
    actor: `person:${of.personId}`,
    action: of.action,
    subject: `payment-file:${of.file}`,
    to: of.to,
    detail: { hash: of.hash },
  });
}
