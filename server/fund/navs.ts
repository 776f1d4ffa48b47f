import { sql } from "kysely";
import { formatUnits, parseUnits, tenThousandthsOf } from "../../domain/units.ts";
import { isLocalDate, type LocalDate } from "../../engine/values/local-date.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import { record } from "../audit/index.ts";
import type { NavDecided } from "./answers.ts";
import { isBusinessDay } from "./calendar.ts";
import { cutOffOf } from "./dealing.ts";
import { newId } from "./new-id.ts";
import type { Room } from "./room.ts";
import type { NavStatus } from "./tables.ts";
import { termsOf } from "./terms.ts";
import "./tables.ts";

/** The job that follows each approved NAV. */
export const navApprovedJob = "fund.nav-approved";

/** What the column holds: nine digits before the point, four after. */
const largestNav = 9_999_999_999_999n;

/** A NAV as somebody enters it: baht per unit with up to four decimals, in Arabic or Thai digits. */
export type NavEntry = {
  readonly strategy: string;
  readonly date: string;
  readonly nav: string;
  /** Why it lies further from the one before than the strategy's limit. */
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
};

export type NavEntryFailure = {
  readonly code:
    | "strategy-unknown"
    | "nav-not-valid"
    | "nav-date-not-valid"
    | "nav-not-business-day"
    | "nav-too-early"
    | "nav-exists"
    | "nav-jump"
    | "nav-year-not-loaded";
  readonly field: "strategy" | "date" | "nav" | "reason";
};

export type NavDecisionFailure = { readonly code: "not-found" | "already-decided" | "four-eyes" };

/**
 * Enters a strategy's NAV of one business day; another person approves it. Not before the day's cut-off: an order
 * must not be given with its price in sight. A jump beyond the strategy's limit needs a reason.
 */
export async function enterNav(
  room: Room,
  personId: string,
  entry: NavEntry,
): Promise<Result<{ readonly id: string }, NavEntryFailure>> {
  const typed = parseUnits(normaliseDigits(entry.nav.trim()));
  if (!typed.ok || typed.value <= 0n || typed.value > largestNav)
    return fail({ code: "nav-not-valid", field: "nav" });
  const nav = formatUnits(typed.value);
  if (!isLocalDate(entry.date)) return fail({ code: "nav-date-not-valid", field: "date" });
  const business = isBusinessDay(await room.calendar(room.db), entry.date);
  if (!business.ok) return fail({ code: "nav-year-not-loaded", field: "date" });
  if (!business.value) return fail({ code: "nav-not-business-day", field: "date" });
  const now = room.clock.now();
  if (now < cutOffOf(entry.date)) return fail({ code: "nav-too-early", field: "date" });
  return await room.db.transaction().execute(async (tx) => {
    const strategy = await termsOf(tx, entry.strategy, entry.date);
    if (strategy === undefined) return fail({ code: "strategy-unknown", field: "strategy" });
    const before = await tx
      .selectFrom("navs")
      .select("nav")
      .where("strategy", "=", entry.strategy)
      .where("status", "<>", "REJECTED")
      .where("date", "<", entry.date)
      .orderBy("date", "desc")
      .limit(1)
      .executeTakeFirst();
    const reason = (entry.reason ?? "").trim();
    if (before !== undefined && reason === "" && isJump(before.nav, nav, strategy.nav_jump_bps))
      return fail({ code: "nav-jump", field: "reason" });
    const id = newId();
    const written = await tx
      .insertInto("navs")
      .values({
        id,
        strategy: entry.strategy,
        date: entry.date,
        nav,
        status: "ENTERED",
        entered_by: personId,
        entered_at: now.toJSDate(),
        reason: reason === "" ? null : reason,
        decided_by: null,
        decided_at: null,
        decision_reason: null,
      })
      .onConflict((conflict) =>
        // Written out: a plan made for all values knows none of them, and would find no partial index.
        conflict.columns(["strategy", "date"]).where(sql<boolean>`status <> 'REJECTED'`).doNothing(),
      )
      .returning("id")
      .executeTakeFirst();
    if (written === undefined) return fail({ code: "nav-exists", field: "date" });
    await record(tx, room.clock, {
      actor: `person:${personId}`,
      action: "navs.enter",
      subject: `nav:${id}`,
      to: "ENTERED",
      detail: { strategy: entry.strategy, date: entry.date, nav },
    });
    return ok({ id });
  });
}

/** Approves or rejects a NAV. Whoever entered it cannot: `four-eyes`. An approval sets the allotment going. */
export async function decideNav(
  room: Room,
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
    });
    if (of.decision === "APPROVED") await room.jobs.send(tx, navApprovedJob, { nav: of.id });
    return ok({ status: of.decision });
  });
}

/** NAVs that wait for an approval, and those of one day, by strategy. */
export async function listNavs(room: Room, date: string): Promise<readonly NavRecord[]> {
  const rows = await room.db
    .selectFrom("navs as n")
    .innerJoin("strategies as s", "s.code", "n.strategy")
    .selectAll("n")
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
  }));
}

/** Each strategy's last approved NAV before a day. */
export async function navsBefore(
  room: Room,
  date: string,
): Promise<ReadonlyMap<string, { readonly date: string; readonly nav: string }>> {
  const { rows } = await sql<{ strategy: string; date: string; nav: string }>`
    select s.code as strategy, n.date, n.nav from strategies s cross join lateral (
      select date, nav from navs where strategy = s.code and status = 'APPROVED' and date < ${date}::date
      order by date desc limit 1) as n`.execute(room.db);
  return new Map(rows.map(({ strategy, ...before }) => [strategy, before]));
}

/** Tells holders of a strategy its new NAV, each once: about 18:00, when the NAV is approved. */
export async function notifyNav(room: Room, navId: LocalDate | string): Promise<void> {
  if (room.notifiesNav?.() === false) return;
  const nav = await room.db
    .selectFrom("navs")
    .select(["strategy", "date", "nav"])
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
      const person = await room.person(tx, person_id);
      if (person === null) return;
      await room.messages.send(tx, {
        to: person.email,
        template: "nav-notified",
        language: person.language,
        data: {
          strategy: nav.strategy,
          date: `${day}/${month}/${year}`,
          nav: formatUnits(tenThousandthsOf(nav.nav)),
          link: `${room.config.origin}/strategies/${encodeURIComponent(nav.strategy)}`,
        },
        key: `nav-notified:${navId}:${person_id}`,
      });
    });
}

function isJump(before: string, now: string, limitBps: number): boolean {
  const from = tenThousandthsOf(before);
  const moved = tenThousandthsOf(now) - from;
  return (moved < 0n ? -moved : moved) * 10_000n > from * BigInt(limitBps);
}
