import { createHash } from "node:crypto";
import { sql } from "kysely";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import { addDays, type LocalDate } from "../../engine/values/local-date.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { type Calendar, isBusinessDay } from "./calendar.ts";
import { cutOffOf } from "./dealing.ts";
import { newId } from "./new-id.ts";
import "./tables.ts";

/**
 * How the demonstration NAV of each strategy changes, in millionths per day: on average (`drift`), and at
 * most up or down from that (`swing`).
 */
const temper: Readonly<Record<string, { readonly drift: bigint; readonly swing: bigint }>> = {
  "M-BTCA": { drift: 1_400n, swing: 62_000n },
  "M-LCAP": { drift: 100n, swing: 48_000n },
  "M-BLOCKCHAIN": { drift: 850n, swing: 56_000n },
  "M-METAVERSE": { drift: -450n, swing: 66_000n },
  "M-STABLE": { drift: 120n, swing: 400n },
  "M-NEXT GEN": { drift: -1_500n, swing: 36_000n },
};

const firstDay = "2025-01-02" as LocalDate;
const seedPhrase = "saphan demonstration 1";

/**
 * Writes demonstration NAVs for every business day from 2025-01-02 to the last one before today, in one
 * statement. Does nothing if any NAV exists. Returns the number of NAVs written.
 */
export async function writeDemoNavs(db: Db, clock: Clock, calendar: Calendar): Promise<number> {
  // At most starts there are NAVs already. Returning early then saves the computation of thousands of hashes.
  if ((await db.selectFrom("navs").select("id").limit(1).executeTakeFirst()) !== undefined) return 0;
  const strategies = await db.selectFrom("strategies").select(["code", "starting_nav"]).execute();
  const dates = businessDays(calendar, clock.today() as LocalDate);
  const rows = strategies.flatMap(({ code, starting_nav }) =>
    demoNavs(code, tenThousandthsOf(starting_nav), dates).map((nav, day) => ({
      code,
      date: dates[day] as string,
      nav: formatUnits(nav),
    })),
  );
  const written = await sql`
    insert into navs (id, strategy, date, nav, status, demo, entered_at, decided_at)
    select row.id, row.strategy, row.date, row.nav, 'APPROVED', true, row.at, row.at
    from unnest(
      ${rows.map(() => newId())}::uuid[], ${rows.map((row) => row.code)}::text[], ${rows.map((row) => row.date)}::date[],
      ${rows.map((row) => row.nav)}::numeric[], ${rows.map((row) => cutOffOf(row.date).plus({ hours: 4 }).toJSDate())}::timestamptz[]
    ) as row (id, strategy, date, nav, at)
    where not exists (select from navs)
    on conflict (strategy, date) where status = 'APPROVED' do nothing`.execute(db);
  return Number(written.numAffectedRows ?? 0n);
}

/**
 * Computes demonstration NAVs. It uses only whole numbers, and chance values that depend on the strategy's
 * code, so that every machine gets the same NAVs.
 */
export function demoNavs(code: string, start: bigint, dates: readonly string[]): readonly bigint[] {
  const { drift, swing } = temper[code] ?? { drift: 0n, swing: 10_000n };
  let nav = start;
  return dates.map((date, day) => {
    if (day > 0) nav = (nav * (1_000_000n + drift + (swing * chance(code, date)) / 1_000_000n)) / 1_000_000n;
    if (nav < 1n) nav = 1n;
    return nav;
  });
}

/**
 * Returns a chance value between minus one and one, in millionths. It is the mean of four numbers, so it is
 * mostly near zero.
 */
function chance(code: string, date: string): bigint {
  const digest = createHash("sha256").update(`${seedPhrase}|${code}|${date}`).digest();
  const draws = [0, 4, 8, 12].map((at) => BigInt(digest.readUInt32BE(at)));
  const sum = draws.reduce((total, draw) => total + draw, 0n);
  return (sum * 2_000_000n) / (4n * 2n ** 32n) - 1_000_000n;
}

function businessDays(calendar: Calendar, before: LocalDate): readonly string[] {
  const days: string[] = [];
  for (let date = firstDay; date < before; date = addDays(date, 1)) {
    const business = isBusinessDay(calendar, date);
    // The following days are in a year that is not loaded, so their business days are unknown.
    if (!business.ok) break;
    if (business.value) days.push(date);
  }
  return days;
}
