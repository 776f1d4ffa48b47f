import { sql } from "kysely";
import { instantText } from "../fund/index.ts";
import type { MoneyAside, MoneyIn, PaymentCase, SlipOnDesk } from "./answers.ts";
import { casePlace } from "./cases.ts";
import { momentOf } from "./moment-of.ts";
import { type PayerSaid, payersOf } from "./payers.ts";
import type { PaymentsRoom } from "./room.ts";
import "./tables.ts";

const MOST_SHOWN = 200;
const IS_OPEN = sql<boolean>`c.state not in ('MATCHED', 'REFUNDED', 'KNOWN')`;

/**
 * SQL for the reason why a confirmed slip needs a second person. `again` means that an earlier reading of the
 * same slip needed one.
 */
const WHY_TWO = sql<"amount" | "limit" | "alike" | "again" | "nav">`case
  when c.amount <> o.amount then 'amount'
  when (select approvals from payment_approval_tiers where from_value <= c.amount order by from_value desc limit 1) > 1 then 'limit'
  when payment_alike(c.bank, c.bank_reference, c.bank, null, s.order_id, c.amount, c.transferred_at, 'slip') is not null then 'alike'
  when c.reading > (select min(reading) from slip_confirmations where slip_id = s.id) then 'again'
  else 'nav' end`;

/** Returns what finance must work on, oldest first: slips, held money and refunds. */
export async function moneyIn(room: PaymentsRoom, by: string): Promise<MoneyIn> {
  const { rows } = await sql<{ slips: number; cases: number }>`select
    (select count(*)::integer from slips where state = 'WAITING') as slips,
    (select count(*)::integer from payment_cases c where ${IS_OPEN}) as cases`.execute(room.db);
  return {
    slips: await slipsWaiting(room, by),
    slipsTotal: rows[0]?.slips ?? 0,
    cases: await casesOpen(room, by),
    casesTotal: rows[0]?.cases ?? 0,
  };
}

async function slipsWaiting(room: PaymentsRoom, by: string): Promise<readonly SlipOnDesk[]> {
  const rows = await room.db
    .selectFrom("slips as s")
    .innerJoin("orders as o", "o.id", "s.order_id")
    .leftJoin("people as p", "p.id", "s.person_id")
    .leftJoin("slip_confirmations as c", (join) =>
      join
        .onRef("c.slip_id", "=", "s.id")
        .on(sql<boolean>`c.reading = (select max(reading) from slip_confirmations where slip_id = s.id)`),
    )
    .leftJoin("people as f", "f.id", "c.person_id")
    .select(["s.id", "s.order_id", "s.sent_at", "s.code", "s.bank", "s.bank_reference"])
    .select(["o.reference", "o.status", "o.strategy", "o.amount", "o.placed_at", "o.nav_date", "o.pay_by"])
    .select(["p.email as investor", "f.email as first", "c.person_id as first_id", "c.at as first_at"])
    .select(["c.bank as first_bank", "c.bank_reference as first_reference", "c.amount as first_amount"])
    .select("c.transferred_at as first_transferred")
    .select(WHY_TWO.as("why"))
    .where("s.state", "=", "WAITING")
    .orderBy("s.sent_at")
    .limit(MOST_SHOWN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    order: row.order_id,
    reference: row.reference,
    orderStatus: row.status,
    strategy: row.strategy,
    amount: row.amount ?? "0.00",
    investor: row.investor,
    placedAt: instantText(momentOf(row.placed_at)),
    navDate: row.nav_date,
    payBy: row.pay_by === null ? null : instantText(momentOf(row.pay_by)),
    sentAt: instantText(momentOf(row.sent_at)),
    code: row.code,
    bank: row.bank,
    bankReference: row.bank_reference,
    confirmed:
      row.first_id === null || row.first_transferred === null
        ? null
        : {
            by: row.first,
            byYou: row.first_id === by,
            why: row.why,
            bank: row.first_bank ?? "",
            bankReference: row.first_reference ?? "",
            amount: row.first_amount ?? "0.00",
            at: instantText(momentOf(row.first_transferred)),
          },
  }));
}

async function casesOpen(room: PaymentsRoom, by: string): Promise<readonly PaymentCase[]> {
  const rows = await caseRows(room);
  const names = new Map<string, { readonly th: string; readonly en: string } | null>();
  for (const { id, reason, payee } of rows)
    if (reason === "payer-partial" && payee !== null) names.set(id, await room.names(room.db, payee));
  const payers = await payersOf(
    room,
    room.db,
    rows.map(({ payment }) => payment),
  );
  const notes = await room.vault.openWords(
    room.db,
    rows.map(({ id, note }) => ({ place: casePlace(id), sealed: note })),
  );
  return rows.map((row, index) =>
    caseView(row, by, {
      payer: payers.get(row.payment),
      note: notes[index] ?? null,
      name: names.get(row.id) ?? null,
    }),
  );
}

type CaseRow = Awaited<ReturnType<typeof caseRows>>[number];

async function caseRows(room: PaymentsRoom) {
  return await room.db
    .selectFrom("payment_cases as c")
    .innerJoin("payments as p", "p.id", "c.payment_id")
    .leftJoin("orders as o", "o.id", "p.order_id")
    .leftJoin("payments as a", "a.id", "p.alike")
    .leftJoin("orders as ao", "ao.id", "a.order_id")
    .crossJoinLateral(() =>
      sql<{
        readonly state: MoneyAside["state"];
        readonly day: string | null;
        readonly account: string | null;
      }>`refund_stands(c.id)`.as<"r">(sql`r`),
    )
    .leftJoin("payment_case_confirmations as f", (join) =>
      join
        .onRef("f.case_id", "=", "c.id")
        .on(
          sql<boolean>`f.saying = (select max(saying) from payment_case_confirmations where case_id = c.id)`,
        ),
    )
    .leftJoin("orders as fo", "fo.id", "f.order_id")
    .leftJoin("people as fp", "fp.id", "f.person_id")
    .leftJoin("people as w", "w.id", "c.owner")
    .leftJoin("people as i", (join) => join.on(sql<boolean>`i.id = payee_of(c.id)`))
    .select(["c.id", "c.reason", "c.state", "c.amount", "c.note", "c.owner", "w.email"])
    .select(["r.state as refund", "r.day as refund_on", "r.account as refund_to"])
    .select(["i.email as investor", "o.person_id as payee"])
    .select(["p.id as payment", "p.bank", "p.bank_reference", "p.source", "p.transferred_at", "p.payer_bank"])
    .select(["o.reference", "o.status", "o.amount as order_amount"])
    .select(["a.bank as alike_bank", "a.bank_reference as alike_reference", "a.transferred_at as alike_at"])
    .select(["ao.reference as alike_order", "f.act as first_act", "f.person_id as first_id"])
    .select(["fp.email as first", "fo.reference as first_order"])
    .where(IS_OPEN)
    .orderBy("c.opened_at")
    .orderBy("c.id")
    .limit(MOST_SHOWN)
    .execute();
}

/** The decrypted data of a case. `payer` is `null` once the person was erased. */
type Opened = {
  readonly payer: PayerSaid | null | undefined;
  readonly note: string | null;
  readonly name: PaymentCase["investorName"];
};

function caseView(row: CaseRow, by: string, { payer, note, name }: Opened): PaymentCase {
  return {
    id: row.id,
    reason: row.reason,
    state: row.state,
    amount: row.amount,
    bank: row.bank,
    bankReference: row.bank_reference,
    source: row.source,
    transferredAt: instantText(momentOf(row.transferred_at)),
    ref1: payer?.ref1 ?? null,
    ref2: payer?.ref2 ?? null,
    payerBank: row.payer_bank,
    payerAccount: payer?.account ?? null,
    payerName: payer?.name ?? null,
    payerErased: payer === null,
    order:
      row.reference === null || row.status === null
        ? null
        : { reference: row.reference, status: row.status, amount: row.order_amount },
    owner: row.email,
    yours: row.owner === by,
    note,
    investor: row.investor,
    investorName: name,
    refund: row.state === "REFUND_DUE" || row.state === "REFUNDED" ? row.refund : null,
    refundOn: row.refund_on,
    refundTo: row.refund_to,
    mayMatch: row.reason !== "third-party" && row.reason !== "order-ended",
    alike: alikeOf(row),
    confirmed: confirmedOf(row, by),
  };
}

/** Returns the booked transfer that the money of a case resembles; `null` if there is none. */
function alikeOf(row: CaseRow): PaymentCase["alike"] {
  return row.alike_bank === null || row.alike_reference === null || row.alike_at === null
    ? null
    : {
        bank: row.alike_bank,
        bankReference: row.alike_reference,
        transferredAt: instantText(momentOf(row.alike_at)),
        order: row.alike_order,
      };
}

/**
 * Returns the first of two confirmations of a decision about a case. The order that it names is shown only to
 * the person who confirmed, so that the second person decides independently.
 */
function confirmedOf(row: CaseRow, by: string): PaymentCase["confirmed"] {
  return row.first_act === null
    ? null
    : {
        by: row.first,
        byYou: row.first_id === by,
        act: row.first_act,
        reference: row.first_id === by ? row.first_order : null,
      };
}
