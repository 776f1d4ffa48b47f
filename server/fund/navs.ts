import { sql } from "kysely";
import { formatUnits, tenThousandthsOf, UNIT_SCALE } from "../../domain/units.ts";
import { isLocalDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import { parseTypedDecimal } from "../../engine/values/typed-decimal.ts";
import { findPerson } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { NavDecided } from "./answers.ts";
import { isBusinessDay } from "./calendar.ts";
import { cutOffOf } from "./dealing.ts";
import { newId } from "./new-id.ts";
import type { FundRoom } from "./room.ts";
import type { NavStatus } from "./tables.ts";
import { termsOf } from "./terms.ts";
import "./tables.ts";

/** Name of the job that runs after each approval of a NAV. */
export const navApprovedJob = "fund.nav-approved";

/**
 * The largest NAV that the database column can store, in ten-thousandths of a baht. The column has nine
 * digits before the point and four after it.
 */
const largestNav = 9_999_999_999_999n;

/** A NAV as a person types it: baht per unit with up to four decimals, in Arabic or Thai digits. */
export type NavEntry = {
  readonly strategy: string;
  readonly date: string;
  readonly nav: string;
  /**
   * The reason for the NAV, as a sentence. It is required if the NAV differs from the previous one by more
   * than the strategy's limit.
   */
  readonly reason?: string;
};

/** A NAV as the staff page shows it. */
export type NavRecord = {
  readonly id: string;
  readonly strategy: string;
  readonly date: string;
  readonly nav: string;
  readonly status: NavStatus;
  readonly demo: boolean;
  readonly enteredBy: string | null;
  readonly enteredAt: Date;
  readonly reason: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
  /** Value of the NAV that this one corrects. It is `null` for the first NAV of a day. */
  readonly corrects: string | null;
};

export type NavEntryFailure = {
  readonly code:
    | "strategy-unknown"
    | "nav-not-valid"
    | "nav-two-readings"
    | "nav-not-positive"
    | "nav-date-not-valid"
    | "nav-not-business-day"
    | "nav-too-early"
    | "nav-exists"
    | "nav-twice"
    | "nav-jump"
    | "nav-year-not-loaded";
  readonly field: "strategy" | "date" | "nav" | "reason";
};

export type NavCorrectionFailure = {
  readonly code:
    | "nav-not-valid"
    | "nav-two-readings"
    | "nav-not-positive"
    | "nav-not-approved"
    | "nav-same"
    | "nav-reason-missing"
    | "nav-exists";
  readonly field: "" | "nav" | "reason";
};

export type NavDecisionFailure = {
  readonly code: "not-found" | "already-decided" | "four-eyes" | "nav-not-business-day";
};

/**
 * Stores a strategy's NAV for a business day. Another person must approve it. It can be entered only after
 * the day's cut-off, because nobody may know the price while investors still order at it. If it changed by
 * more than the strategy's limit, a reason is required.
 */
export async function enterNav(
  room: FundRoom,
  personId: string,
  entry: NavEntry,
): Promise<Result<{ readonly id: string }, NavEntryFailure>> {
  const fault = await entryFault(room, entry);
  if (fault !== null) return fail(fault);
  return await room.db.transaction().execute((tx) => writeNav(room, tx, personId, entry));
}

/** Returns what is wrong with an entry by itself: its amount, date or time. Other NAVs do not matter here. */
export async function entryFault(room: FundRoom, entry: NavEntry): Promise<NavEntryFailure | null> {
  const nav = readNav(entry.nav);
  if (!nav.ok) return { code: nav.error, field: "nav" };
  if (!isLocalDate(entry.date)) return { code: "nav-date-not-valid", field: "date" };
  const business = isBusinessDay(await room.calendar(room.db), entry.date);
  if (!business.ok) return { code: "nav-year-not-loaded", field: "date" };
  if (!business.value) return { code: "nav-not-business-day", field: "date" };
  return room.clock.now() < cutOffOf(entry.date) ? { code: "nav-too-early", field: "date" } : null;
}

/**
 * Returns what is wrong with an entry compared with the strategy's other NAVs. The strategy may be unknown,
 * the day may already have a NAV, or a large change may lack a reason.
 */
export async function fitFault(
  tx: Db | Tx,
  entry: NavEntry,
  before?: string,
): Promise<NavEntryFailure | null> {
  const terms = await termsOf(tx, entry.strategy, entry.date);
  if (terms === undefined) return { code: "strategy-unknown", field: "strategy" };
  const known = await tx
    .selectFrom("navs")
    .select("id")
    .where("strategy", "=", entry.strategy)
    .where("date", "=", entry.date)
    .where("status", "in", ["ENTERED", "APPROVED"])
    .limit(1)
    .executeTakeFirst();
  if (known !== undefined) return { code: "nav-exists", field: "date" };
  const last = before ?? (await lastNavBefore(tx, entry));
  const nav = readNav(entry.nav);
  const jumps = last !== undefined && nav.ok && isJump(last, formatUnits(nav.value), terms.nav_jump_bps);
  return jumps && !isSentence(entry.reason ?? "") ? { code: "nav-jump", field: "reason" } : null;
}

/** Stores an entry that `entryFault` found to be right. */
export async function writeNav(
  room: FundRoom,
  tx: Tx,
  personId: string,
  entry: NavEntry,
): Promise<Result<{ readonly id: string }, NavEntryFailure>> {
  // The query takes a shared lock. With it, this entry and the approval of a holiday for the same day wait
  // for each other.
  const { rows } = await sql<{
    holiday: boolean;
  }>`select is_bank_holiday(${entry.date}::date) as holiday`.execute(tx);
  if (rows[0]?.holiday) return fail({ code: "nav-not-business-day", field: "date" });
  const fault = await fitFault(tx, entry);
  if (fault !== null) return fail(fault);
  const written = await insertNav(room, tx, { ...entry, personId, replaces: null });
  return written === null ? fail({ code: "nav-exists", field: "date" }) : ok({ id: written });
}

/**
 * Stores a correction of an approved NAV, with a reason. It is a new entry that refers to the wrong one.
 * Another person must approve it. The old NAV applies until then, and also if the correction is rejected.
 */
export async function correctNav(
  room: FundRoom,
  personId: string,
  given: { readonly id: string; readonly nav: string; readonly reason: string },
): Promise<Result<{ readonly id: string }, NavCorrectionFailure>> {
  const nav = readNav(given.nav);
  if (!nav.ok) return fail({ code: nav.error, field: "nav" });
  if (given.reason.trim().length < 3) return fail({ code: "nav-reason-missing", field: "reason" });
  return await room.db.transaction().execute(async (tx) => {
    // The wrong NAV is locked, so that no other correction of it can be approved at the same time.
    const wrong = await tx
      .selectFrom("navs")
      .select(["strategy", "date", "nav", "status"])
      .where("id", "=", given.id)
      .forUpdate()
      .executeTakeFirst();
    if (wrong?.status !== "APPROVED") return fail({ code: "nav-not-approved", field: "" });
    if (tenThousandthsOf(wrong.nav) === nav.value) return fail({ code: "nav-same", field: "nav" });
    const { strategy, date } = wrong;
    const written = await insertNav(room, tx, { ...given, strategy, date, personId, replaces: given.id });
    return written === null ? fail({ code: "nav-exists", field: "" }) : ok({ id: written });
  });
}

async function insertNav(
  room: FundRoom,
  tx: Tx,
  entry: NavEntry & { readonly personId: string; readonly replaces: string | null },
): Promise<string | null> {
  const read = readNav(entry.nav);
  if (!read.ok) throw new Error(`insertNav: ${entry.nav} is no NAV`);
  const nav = formatUnits(read.value);
  const reason = (entry.reason ?? "").trim();
  const id = newId();
  const written = await tx
    .insertInto("navs")
    .values({
      id,
      strategy: entry.strategy,
      date: entry.date,
      nav,
      status: "ENTERED",
      entered_by: entry.personId,
      entered_at: room.clock.now().toJSDate(),
      reason: reason === "" ? null : reason,
      decided_by: null,
      decided_at: null,
      decision_reason: null,
      replaces: entry.replaces,
    })
    .onConflict((conflict) =>
      // The status is written into the statement. If it were a parameter, PostgreSQL could not be sure to use
      // the partial index.
      conflict.columns(["strategy", "date"]).where(sql<boolean>`status = 'ENTERED'`).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (written === undefined) return null;
  await record(tx, room.clock, {
    actor: `person:${entry.personId}`,
    action: entry.replaces === null ? "navs.enter" : "navs.correct",
    subject: `nav:${id}`,
    to: "ENTERED",
    detail: {
      strategy: entry.strategy,
      date: entry.date,
      nav,
      ...(entry.replaces === null ? {} : { replaces: entry.replaces }),
      ...(reason === "" ? {} : { reason }),
    },
  });
  return id;
}

/**
 * Approves or rejects a NAV. The person who entered it cannot decide (`four-eyes`). After an approval, the
 * allotment of orders starts.
 */
export async function decideNav(
  room: FundRoom,
  personId: string,
  of: { readonly id: string; readonly decision: "APPROVED" | "REJECTED"; readonly reason?: string },
): Promise<Result<NavDecided, NavDecisionFailure>> {
  return await room.db.transaction().execute(async (tx) => {
    const nav = await tx
      .selectFrom("navs")
      .select(["status", "entered_by", "strategy", "date"])
      .where("id", "=", of.id)
      .forUpdate()
      .executeTakeFirst();
    if (nav === undefined) return fail({ code: "not-found" });
    if (nav.status !== "ENTERED") return fail({ code: "already-decided" });
    if (nav.entered_by === personId) return fail({ code: "four-eyes" });
    // If the day has become a holiday since the entry, it must not have a NAV. So the entry can only be
    // rejected.
    const business = isBusinessDay(await room.calendar(tx), nav.date as LocalDate);
    if (of.decision === "APPROVED" && (!business.ok || !business.value))
      return fail({ code: "nav-not-business-day" });
    await tx
      .updateTable("navs")
      .set({
        status: of.decision,
        decided_by: personId,
        decided_at: room.clock.now().toJSDate(),
        decision_reason: of.reason ?? null,
      })
      .where("id", "=", of.id)
      .execute();
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: of.decision === "APPROVED" ? "navs.approve" : "navs.reject",
      subject: `nav:${of.id}`,
      from: "ENTERED",
      to: of.decision,
      detail: of.reason === undefined ? {} : { reason: of.reason },
    });
    if (of.decision === "APPROVED") await room.jobs.send(tx, navApprovedJob, { nav: of.id });
    return ok({ status: of.decision });
  });
}

/** Returns the NAVs that wait for approval, and all NAVs of one day, sorted by strategy. */
export async function listNavs(room: FundRoom, date: string): Promise<readonly NavRecord[]> {
  const rows = await room.db
    .selectFrom("navs as n")
    .innerJoin("strategies as s", "s.code", "n.strategy")
    .leftJoin("navs as wrong", "wrong.id", "n.replaces")
    .selectAll("n")
    .select("wrong.nav as corrects")
    .where((where) => where.or([where("n.date", "=", date), where("n.status", "=", "ENTERED")]))
    .orderBy("n.date")
    .orderBy("s.position")
    .orderBy("n.entered_at")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    strategy: row.strategy,
    date: row.date,
    nav: row.nav,
    status: row.status,
    demo: row.demo,
    enteredBy: row.entered_by,
    enteredAt: row.entered_at,
    reason: row.reason,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    decisionReason: row.decision_reason,
    corrects: row.corrects,
  }));
}

/** Returns, for each strategy, how much a NAV may differ from the previous one without a reason. */
export async function jumpLimits(
  { db }: Pick<FundRoom, "db">,
  of: { readonly strategies: readonly string[]; readonly date: string },
): Promise<ReadonlyMap<string, number>> {
  const limits = new Map<string, number>();
  for (const strategy of of.strategies) {
    const terms = await termsOf(db, strategy, of.date);
    if (terms !== undefined) limits.set(strategy, terms.nav_jump_bps);
  }
  return limits;
}

/** Returns the last approved NAV of each strategy before a day. */
export async function navsBefore(
  room: FundRoom,
  date: string,
): Promise<ReadonlyMap<string, { readonly date: string; readonly nav: string }>> {
  const { rows } = await sql<{ strategy: string; date: string; nav: string }>`
    select s.code as strategy, n.date, n.nav from strategies s cross join lateral (
      select date, nav from navs where strategy = s.code and status = 'APPROVED' and date < ${date}::date
      order by date desc limit 1) as n`.execute(room.db);
  return new Map(rows.map(({ strategy, ...before }) => [strategy, before]));
}

/**
 * Notifies everybody who holds units of a strategy that its new NAV was approved, usually at about 18:00.
 * Nobody is notified twice of the same NAV.
 */
export async function notifyNav(
  room: Pick<FundRoom, "db" | "config" | "messages">,
  navId: LocalDate | string,
): Promise<void> {
  const nav = await room.db
    .selectFrom("navs")
    .select(["strategy", "date", "nav", "replaces"])
    .select((all) =>
      all
        .selectFrom("navs as wrong")
        .select("wrong.nav")
        .whereRef("wrong.id", "=", "navs.replaces")
        .as("corrects"),
    )
    .where("id", "=", navId)
    .where("status", "=", "APPROVED")
    .executeTakeFirst();
  if (nav === undefined) return;
  const holders = await room.db
    .selectFrom("holdings")
    .select("person_id")
    .where("strategy", "=", nav.strategy)
    .where("units", ">", "0")
    .execute();
  const [year, month, day] = nav.date.split("-");
  for (const { person_id } of holders)
    await room.db.transaction().execute(async (tx) => {
      const person = await findPerson(tx, person_id);
      if (person === null) return;
      await room.messages.send(tx, {
        to: person.email,
        template: nav.corrects === null ? "nav-notified" : "nav-corrected",
        language: person.language,
        data: {
          strategy: nav.strategy,
          date: `${day}/${month}/${year}`,
          nav: formatUnits(tenThousandthsOf(nav.nav)),
          ...(nav.corrects === null ? {} : { before: formatUnits(tenThousandthsOf(nav.corrects)) }),
          link: `${room.config.origin}/strategies/${encodeURIComponent(nav.strategy)}`,
        },
        key: `nav-notified:${navId}:${person_id}`,
      });
    });
}

/** Converts a typed NAV to ten-thousandths of a baht. The digits can be Thai. */
function readNav(text: string): Result<bigint, "nav-not-valid" | "nav-two-readings" | "nav-not-positive"> {
  const plain = normaliseDigits(text.trim());
  // A NAV of zero or less is refused. In this case finance must suspend the strategy.
  if (/^[-−]?\d+(\.\d*)?$/.test(plain) && (/^[-−]/.test(plain) || /^[0.]+$/.test(plain)))
    return fail("nav-not-positive");
  const typed = parseTypedDecimal(plain, UNIT_SCALE, "decimal");
  if (!typed.ok && typed.error.code === "two-readings") return fail("nav-two-readings");
  return typed.ok && typed.value > 0n && typed.value <= largestNav ? ok(typed.value) : fail("nav-not-valid");
}

async function lastNavBefore(
  db: Db | Tx,
  of: { readonly strategy: string; readonly date: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ nav: string }>`
    select nav from navs where strategy = ${of.strategy} and date < ${of.date}::date and status in ('APPROVED', 'ENTERED')
      order by date desc, status limit 1`.execute(db);
  return rows[0]?.nav;
}

/** Returns whether a reason has at least ten letters. This is a simple test of whether it says anything. */
function isSentence(reason: string): boolean {
  return (reason.match(/[\p{L}\p{M}]/gu)?.length ?? 0) >= 10;
}

function isJump(before: string, now: string, limitBps: number): boolean {
  const from = tenThousandthsOf(before);
  const moved = tenThousandthsOf(now) - from;
  return (moved < 0n ? -moved : moved) * 10_000n > from * BigInt(limitBps);
}
