import { type Selectable, sql } from "kysely";
import { valueOfUnits } from "../../domain/fund.ts";
import { formatBaht } from "../../domain/money.ts";
import {
  type Performance,
  percentOfBps,
  type StrategyReturns,
  strategyReturns,
} from "../../domain/strategy-returns.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import type { Db, Tx } from "../db/index.ts";
import { unitsIssued } from "../ledger/index.ts";
import type { Returns, Strategy } from "./answers.ts";
import type { History } from "./nav-history.ts";
import type { FundRoom } from "./room.ts";
import type { DealingStatus, StrategiesTable } from "./tables.ts";
import { type Terms, termsDay } from "./terms.ts";
import "./tables.ts";

const weekDays = 5;
const weeksShown = 52;

/** The dependencies needed to read strategies. */
type StrategiesRoom = Pick<FundRoom, "db" | "clock" | "calendar" | "history">;

/**
 * Returns all strategies in the order of the specification. For each one, returns how its NAV changed over
 * several periods.
 */
export async function listStrategies(
  room: StrategiesRoom,
  db: Db | Tx = room.db,
): Promise<readonly Strategy[]> {
  const histories = await room.history(db);
  const strategies = await inForce(room, db);
  const issued = await unitsIssued(db);
  return strategies.map((row) => {
    const history = histories.get(row.code) ?? { points: [], demo: false };
    const last = history.points.at(-1);
    const units = tenThousandthsOf(issued.get(row.code) ?? "0");
    return {
      code: row.code,
      nameKey: row.name_key,
      riskLevel: row.risk_level,
      open: row.takes_in,
      reducible: row.takes_out,
      dealingStatus: row.status,
      demo: history.demo,
      nav: last === undefined ? null : { value: formatUnits(last.nav), date: last.date },
      returns: returnsView(returnsOf(history)),
      trend: history.points
        .slice(-weekDays * weeksShown)
        .filter((_, at, shown) => at % weekDays === (shown.length - 1) % weekDays)
        .map((point) => formatUnits(point.nav)),
      fees: {
        frontEndBps: row.front_end_bps,
        vatBps: row.vat_bps,
        managementBps: row.management_bps,
        reductionProfitBps: row.reduction_profit_bps,
        switchInBps: row.switch_in_bps,
        performanceBps: row.performance_bps,
        totalCostBps: row.total_cost_bps,
      },
      minimums: {
        first: row.min_first,
        next: row.min_next,
        reduction: row.min_reduction,
        remainder: row.min_remainder,
      },
      largestOrder: row.max_order,
      typeKey: `strategy:types.${row.type_key}`,
      currencyPolicyKey: `strategy:currencyPolicies.${row.currency_policy_key}`,
      dividendPolicyKey: `strategy:dividendPolicies.${row.dividend_policy_key}`,
      startingNav: row.starting_nav,
      registeredOn: row.registered_on,
      startedOn: row.managed_from,
      texts: row.texts,
      netAssets: last === undefined ? null : formatBaht(valueOfUnits({ units, nav: last.nav })),
    };
  });
}

/** Returns a strategy with its whole NAV history; `null` if the code is unknown. */
export async function strategyWithHistory(
  room: StrategiesRoom,
  code: string,
): Promise<
  (Strategy & { readonly history: readonly { readonly date: string; readonly nav: string }[] }) | null
> {
  const strategy = (await listStrategies(room)).find((one) => one.code === code);
  if (strategy === undefined) return null;
  const points = (await room.history(room.db)).get(code)?.points ?? [];
  return { ...strategy, history: points.map(({ date, nav }) => ({ date, nav: formatUnits(nav) })) };
}

const known = new WeakMap<object, StrategyReturns>();

/**
 * Computes how NAVs changed in a history. The result is cached for this history, because a history never
 * changes.
 */
export function returnsOf(history: History): StrategyReturns {
  const before = known.get(history.points);
  if (before !== undefined) return before;
  const returns = strategyReturns(history.points);
  known.set(history.points, returns);
  return returns;
}

/** Formats a performance figure in percent; returns `null` if it is not available. */
export function percentText(performance: Performance): string | null {
  return performance.kind === "bps" ? percentOfBps(performance.bps) : null;
}

function returnsView(returns: StrategyReturns): Returns {
  const { maxDrawdown, sinceInceptionPerYear, ...figures } = returns;
  return {
    day1: percentText(figures.day1),
    days7: percentText(figures.days7),
    months3: percentText(figures.months3),
    months6: percentText(figures.months6),
    year1: percentText(figures.year1),
    yearToDate: percentText(figures.yearToDate),
    sinceInception: percentText(figures.sinceInception),
    sinceInceptionPerYear,
    maxDrawdown:
      maxDrawdown.kind === "none"
        ? null
        : {
            percent: percentOfBps(maxDrawdown.bps),
            peak: maxDrawdown.peak.date,
            trough: maxDrawdown.trough.date,
          },
  };
}

type InForce = Selectable<StrategiesTable> &
  Omit<Terms, "strategy" | "from_date"> & {
    readonly status: DealingStatus;
    readonly takes_in: boolean;
    readonly takes_out: boolean;
  };

async function inForce(
  room: Pick<FundRoom, "db" | "clock" | "calendar">,
  db: Db | Tx,
): Promise<readonly InForce[]> {
  const day = await termsDay(room, db);
  const { rows } = await sql<InForce>`
    select s.*, t.*, d.* from strategies s, terms_on(s.code, ${day}) t, dealing_of(s.code) d order by s.position`.execute(
    db,
  );
  return rows;
}
