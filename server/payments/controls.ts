import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { formatUnits, parseUnits } from "../../domain/units.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { inTrail, record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import type { PaymentsRoom } from "./room.ts";
import type { ControlKind } from "./tables.ts";
import "./tables.ts";

/** The reason why a daily control cannot be carried out or signed. */
export type ControlFailure = {
  readonly code:
    | "control-signed"
    | "control-no-statement"
    | "custodian-not-read"
    | "controls-not-closed"
    | "not-found"
    | "already-decided";
};

/**
 * Compares the clients' money at the end of a day: the amount in the books with the closing balance of that
 * day's bank statement.
 */
export async function controlBank(
  room: PaymentsRoom,
  tx: Tx,
  given: { readonly day: string; readonly by: string },
): Promise<Result<{ readonly differences: number }, ControlFailure>> {
  const { rows } = await sql<{ account: string; closing: string }>`
    select s.account, (select l.balance from bank_statement_lines l where l.statement_id = s.id
        and (l.at at time zone 'Asia/Bangkok')::date <= ${given.day}::date order by l.at desc, l.line desc limit 1) as closing
    from bank_statements s where ${given.day}::date between s.first_on and s.last_on
    order by s.imported_at desc limit 1`.execute(tx);
  const statement = rows[0];
  if (statement === undefined) return fail({ code: "control-no-statement" });
  // The bank owes this money to the company. So the balance in the books is the debits of the account minus
  // its credits.
  const { rows: books } = await sql<{ ours: string }>`
    select coalesce(sum(case when e.debit = a.id then e.amount else -e.amount end), 0)::numeric(34, 4) as ours
    from ledger_entries e, (select house_account('bank:clients') as id) a
    where a.id in (e.debit, e.credit) and e.value_date <= ${given.day}::date`.execute(tx);
  const line = { subject: statement.account, ours: books[0]?.ours ?? "0", theirs: statement.closing };
  return await write(room, tx, { ...given, kind: "bank" }, [line]);
}

/**
 * Compares the units of all holders at the end of a day with the file of the custodian. The lines of the file
 * are `date,strategy,units`.
 */
export async function controlCustodian(
  room: PaymentsRoom,
  tx: Tx,
  given: { readonly day: string; readonly by: string; readonly file: string },
): Promise<Result<{ readonly differences: number }, ControlFailure>> {
  const theirs = custodianUnits(given.file, given.day);
  if (theirs === null) return fail({ code: "custodian-not-read" });
  const { rows } = await sql<{ strategy: string; units: string }>`
    select s.code as strategy, coalesce(sum(case when e.debit = a.id then e.amount else -e.amount end), 0)::numeric(34, 4) as units
    from strategies s join ledger_accounts a on a.house = 'strategy:' || s.code and a.asset = s.code
      left join ledger_entries e on a.id in (e.debit, e.credit) and e.booked_on <= ${given.day}::date
    group by s.code order by s.code`.execute(tx);
  const ours = new Map(rows.map((row) => [row.strategy, row.units]));
  const subjects = [...new Set([...ours.keys(), ...theirs.keys()])];
  return await write(
    room,
    tx,
    { ...given, kind: "custodian" },
    subjects.map((subject) => ({
      subject,
      ours: ours.get(subject) ?? "0",
      theirs: theirs.get(subject) ?? "0",
    })),
  );
}

/** Assigns a difference to a person, or closes it with a reason. */
export async function decideBreak(
  room: PaymentsRoom,
  tx: Tx,
  given: {
    readonly day: string;
    readonly kind: ControlKind;
    readonly subject: string;
    readonly by: string;
    readonly reason?: string;
  },
): Promise<Result<Record<never, never>, ControlFailure>> {
  const { day, kind, subject, by, reason } = given;
  const found = await tx
    .selectFrom("daily_control_lines")
    .select("closed_at")
    .where("day", "=", day)
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .whereRef("ours", "<>", "theirs")
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) return fail({ code: "not-found" });
  if (found.closed_at !== null) return fail({ code: "already-decided" });
  const place = breakPlace(given);
  const sealed = reason === undefined ? undefined : await room.vault.sealWords(tx, null, place, reason);
  await tx
    .updateTable("daily_control_lines")
    .set(
      sealed === undefined
        ? { owner: by }
        : {
            owner: by,
            reason: sealed,
            closed_by: by,
            closed_at: room.clock.now().toJSDate(),
          },
    )
    .where("day", "=", day)
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .execute();
  if (sealed === undefined) await say(room, tx, given, "OWNED");
  else await say(room, tx, given, "CLOSED", { place, sealed });
  return ok({});
}

/**
 * Returns the place to which the vault binds the reason of a difference. At another place, the reason cannot
 * be opened.
 */
export function breakPlace(of: {
  readonly day: string;
  readonly kind: ControlKind;
  readonly subject: string;
}): string {
  return `daily_control_lines/${of.day}/${of.kind}/${of.subject}`;
}

/** Signs the control of a day. Each difference must be assigned to somebody before. */
export async function signControl(
  room: PaymentsRoom,
  tx: Tx,
  given: { readonly day: string; readonly kind: ControlKind; readonly by: string },
): Promise<Result<Record<never, never>, ControlFailure>> {
  const control = await tx
    .selectFrom("daily_controls")
    .select("signed_at")
    .where("day", "=", given.day)
    .where("kind", "=", given.kind)
    .forUpdate()
    .executeTakeFirst();
  if (control === undefined) return fail({ code: "not-found" });
  if (control.signed_at !== null) return fail({ code: "control-signed" });
  const open = await tx
    .selectFrom("daily_control_lines")
    .select("subject")
    .where("day", "=", given.day)
    .where("kind", "=", given.kind)
    .whereRef("ours", "<>", "theirs")
    .where("owner", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (open !== undefined) return fail({ code: "controls-not-closed" });
  await tx
    .updateTable("daily_controls")
    .set({ signed_by: given.by, signed_at: room.clock.now().toJSDate() })
    .where("day", "=", given.day)
    .where("kind", "=", given.kind)
    .execute();
  await say(room, tx, given, "SIGNED");
  return ok({});
}

/**
 * Stores the result of a control. Until it is signed, a control can be repeated, and the new differences
 * replace the old ones. A signed one never changes.
 */
async function write(
  room: PaymentsRoom,
  tx: Tx,
  of: { readonly day: string; readonly kind: ControlKind; readonly by: string },
  lines: readonly { readonly subject: string; readonly ours: string; readonly theirs: string }[],
): Promise<Result<{ readonly differences: number }, ControlFailure>> {
  const made = await tx
    .insertInto("daily_controls")
    .values({
      day: of.day,
      kind: of.kind,
      made_by: of.by,
      made_at: room.clock.now().toJSDate(),
      signed_by: null,
      signed_at: null,
    })
    .onConflict((conflict) => conflict.columns(["day", "kind"]).doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows !== 1n) return fail({ code: "already-decided" });
  const written = await tx
    .insertInto("daily_control_lines")
    .values(
      lines.map((line) => ({
        day: of.day,
        kind: of.kind,
        ...line,
        owner: null,
        reason: null,
        closed_by: null,
        closed_at: null,
      })),
    )
    .returning(sql<boolean>`ours <> theirs`.as("differs"))
    .execute();
  await say(room, tx, of, "MADE");
  return ok({ differences: written.filter(({ differs }) => differs).length });
}

async function say(
  room: PaymentsRoom,
  tx: Tx,
  of: { readonly day: string; readonly kind: ControlKind; readonly by: string },
  to: string,
  reason?: Parameters<typeof inTrail>[0],
): Promise<void> {
  await record(tx, room.clock, {
    actor: `person:${of.by}`,
    action: "payments.control",
    subject: `control:${of.kind}:${of.day}`,
    to,
    detail: reason === undefined ? {} : { reason: inTrail(reason) },
  });
}

function custodianUnits(file: string, day: string): ReadonlyMap<string, string> | null {
  try {
    const [head, ...rows] = parse(file, { bom: true, trim: true, skip_empty_lines: true }) as string[][];
    if (head?.join(",") !== "date,strategy,units" || rows.length === 0) return null;
    const units = new Map<string, string>();
    for (const [date, strategy = "", held = ""] of rows) {
      const read = parseUnits(held);
      if (date !== day || strategy === "" || units.has(strategy) || !read.ok || read.value < 0n) return null;
      units.set(strategy, formatUnits(read.value));
    }
    return units;
  } catch {
    return null;
  }
}
