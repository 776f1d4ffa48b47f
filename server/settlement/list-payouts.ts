import { type Selectable, sql } from "kysely";
import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";
import type { Database } from "../db/index.ts";
import { payersOf } from "../payments/index.ts";
import type { PayoutDesk } from "./answers.ts";
import { returnPlace } from "./payout-letters.ts";
import { mostLines } from "./payouts.ts";
import type { SettlementRoom } from "./room.ts";
import "./tables.ts";

type Row = Selectable<Database["payouts"]> & {
  readonly state: "DUE" | "FILED" | "RETURNED";
  readonly order_of: string | null;
  readonly order_reference: string;
  readonly strategy: string | null;
  readonly investor: string | null;
  readonly payment: string | null;
  readonly entered_email: string | null;
  readonly before_at: Date | null;
  readonly before_reason: Buffer | null;
};

type Payout = PayoutDesk["payouts"][number];

const filesShown = 20;
const payoutsShown = 500;

const IS_OPEN = sql`(p.state in ('DUE', 'FILED')
  or (p.state = 'RETURNED' and not exists (select from payouts n where n.follows = p.id)))`;

/**
 * Returns the payouts on which finance works: open ones, returned ones that nobody has paid again, and the
 * newest payment files. Of a file that waits for release, all lines are listed. Of all other payouts, only
 * the oldest are listed; `total` counts all of them.
 */
export async function payoutDesk(room: SettlementRoom, personId: string): Promise<PayoutDesk> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from payouts p where ${IS_OPEN}`.execute(room.db);
  return {
    byFile: room.isOn("settlement-order"),
    total: counted[0]?.total ?? 0,
    payouts: await openPayouts(room, personId),
    files: await newestFiles(room, personId),
  };
}

async function openPayouts(room: SettlementRoom, personId: string): Promise<PayoutDesk["payouts"]> {
  const { rows } = await sql<Row>`
    select p.*, o.id as order_of, coalesce(o.reference, m.bank_reference) as order_reference, o.strategy, i.email as investor, m.id as payment,
      e.email as entered_email, b.returned_at as before_at, b.return_reason as before_reason
    from (
        select p.*, row_number() over (partition by case p.state when 'FILED' then p.file_id end
          order by case p.state when 'FILED' then p.line end, p.due_on, p.id) as place
        from payouts p where ${IS_OPEN}
      ) as p left join payment_cases c on c.id = p.refund left join payments m on m.id = c.payment_id
      left join orders o on o.id = coalesce(p.order_id, m.order_id)
      left join people i on i.id = p.person_id left join people e on e.id = p.entered_by left join payouts b on b.id = p.follows
    where p.place <= case p.state when 'FILED' then ${mostLines}::integer else ${payoutsShown}::integer end
    order by p.due_on, p.id`.execute(room.db);
  const payers = await payersOf(
    room,
    room.db,
    rows.flatMap(({ payment }) => payment ?? []),
  );
  const reasons = await room.vault.openWords(
    room.db,
    rows.flatMap((row) => [
      { place: returnPlace(row.id), sealed: row.return_reason },
      { place: returnPlace(row.follows ?? ""), sealed: row.before_reason },
    ]),
  );
  const payouts = [];
  for (const [index, row] of rows.entries()) {
    const name = row.person_id === null ? null : await room.names(room.db, row.person_id);
    payouts.push(
      payoutView(row, personId, {
        name: name ?? null,
        holder: await holderOf(room, row, payers),
        returned: reasons[2 * index] ?? null,
        before: reasons[2 * index + 1] ?? "",
      }),
    );
  }
  return payouts;
}

/**
 * The decrypted data of a payout: names, why the bank returned it, and why it returned the payout that this
 * one replaces.
 */
type Opened = {
  readonly name: Payout["name"];
  readonly holder: string | null;
  readonly returned: string | null;
  readonly before: string;
};

function payoutView(row: Row, personId: string, { name, holder, returned, before }: Opened): Payout {
  return {
    id: row.id,
    order: row.order_of,
    reference: row.order_reference,
    strategy: row.strategy,
    refund: row.refund !== null,
    investor: row.investor,
    name,
    holder,
    amount: row.amount,
    account: row.account,
    label: row.label ?? "",
    // A payout that the bank returned is not due again until finance pays it again.
    dueOn: row.state === "RETURNED" ? null : row.due_on,
    state: row.state,
    returnReason: returned,
    bankReference: row.reference,
    enteredBy: row.entered_email,
    enteredByYou: row.entered_by === personId,
    again:
      row.before_at === null
        ? null
        : {
            on: DateTime.fromJSDate(row.before_at, { zone: ZONE }).toISODate() ?? "",
            reason: before,
          },
    file: row.file_id,
    correction: row.compensation !== null,
  };
}

async function newestFiles(room: SettlementRoom, personId: string): Promise<PayoutDesk["files"]> {
  const files = await room.db
    .selectFrom("payment_files as f")
    .leftJoin("people as m", "m.id", "f.made_by")
    .leftJoin("people as d", "d.id", "f.decided_by")
    .selectAll("f")
    .select(["m.email as made_email", "d.email as decided_email"])
    .select(
      sql<boolean>`f.state = 'RELEASED' and not exists (select from payouts where file_id = f.id and state = 'PAID' and settled_at is null)`.as(
        "confirmed",
      ),
    )
    .orderBy("f.number", "desc")
    .limit(filesShown)
    .execute();
  return files.map((file) => ({
    id: file.id,
    number: file.number,
    valueDate: file.value_date,
    lines: file.lines,
    total: file.total,
    hash: file.hash,
    state: file.state,
    madeAt: file.made_at.toISOString(),
    madeBy: file.made_email,
    madeByYou: file.made_by === personId,
    decidedBy: file.decided_email,
    confirmed: file.confirmed,
    decidedAt: file.decided_at?.toISOString() ?? null,
  }));
}

/** Returns the name of the holder of the account to which a payout goes. */
async function holderOf(
  room: SettlementRoom,
  row: Row,
  payers: Awaited<ReturnType<typeof payersOf>>,
): Promise<string | null> {
  if (row.account === null || row.person_id === null) return payers.get(row.payment ?? "")?.name ?? null;
  return (await room.destination(room.db, row.person_id, row.account))?.holder ?? null;
}
