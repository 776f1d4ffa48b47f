import { sql } from "kysely";
import { leastUnitsWorth, mostBesideRemainder, valueOfUnits } from "../../domain/fund.ts";
import { formatBaht, satangOf } from "../../domain/money.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { compiledOnce, soon } from "../db/index.ts";
import type { FactProvider } from "../flows/index.ts";
import { LAST_NAV, type LastNav, termsDay } from "../fund/index.ts";
import type { OrdersRoom } from "./room.ts";
import "./tables.ts";

type ReductionRow = LastNav & {
  readonly units: string;
  readonly pending: string;
  readonly cost: string;
  readonly takes_out: boolean;
  readonly reduction_profit_bps: number;
  readonly vat_bps: number;
  readonly min_reduction: string;
  /**
   * The value that must stay in the holding: the minimum, minus orders that are paid but not yet allotted.
   */
  readonly remainder_left: string;
  readonly min_remainder: string;
  readonly day_move_bps: number;
};

const unitsOf = compiledOnce((db, personId: string, code: string) =>
  sql<{ readonly units: string } & LastNav>`
    select coalesce((select units from holdings where person_id = ${personId} and strategy = s.code), 0.0000) as units,
      ${LAST_NAV} from (select ${code}::text as code) s`.compile(db),
);

/** Facts that this room provides: `holding`, `holdings`, `reduction`. */
export function ordersFacts(room: OrdersRoom): readonly FactProvider[] {
  return [
    {
      id: "holding",
      load: async ({ db, personId }, args) => {
        if (personId === null) return null;
        const code = String(args.code);
        const [held] = await soon(db, unitsOf(db, personId, code));
        const units = tenThousandthsOf(held?.units ?? "0.0000");
        const nav = held?.last_nav ?? null;
        return {
          has: units > 0n,
          units: formatUnits(units),
          ...(nav === null ? {} : { value: formatBaht(valueOfUnits({ units, nav: tenThousandthsOf(nav) })) }),
        };
      },
    },
    {
      id: "holdings",
      load: async ({ db, personId }) => {
        if (personId === null) return null;
        const asked = sql<{ readonly any: boolean }>`
          select exists (select from holdings where person_id = ${personId} and units > 0) as any`;
        const [held] = await soon(db, asked.compile(db));
        return { any: held?.any === true };
      },
    },
    {
      id: "reduction",
      load: async ({ db, personId, clock }, args) => {
        if (personId === null) return null;
        const day = await termsDay({ calendar: room.calendar, clock }, db);
        // The query also reads by how much the NAV changed at most on one day of the past year, up or down.
        // The page shows with it what a delay of one day can cost.
        const asked = sql<ReductionRow>`
          select coalesce(h.units, 0.0000) as units, coalesce(h.pending_units, 0.0000) as pending, coalesce(h.cost, 0.00) as cost,
            d.takes_out, t.reduction_profit_bps, t.vat_bps, t.min_reduction, t.min_remainder,
            greatest(t.min_remainder - paid_not_yet_units(${personId}::uuid, s.code, 'infinity'), 0.00) as remainder_left,
            coalesce((select ceil(max(abs(one.nav / one.before - 1)) * 10000)::integer from (
              select nav, lag(nav) over (order by date) as before from navs
                where strategy = s.code and status = 'APPROVED' and date > ${clock.today()}::date - 366) as one), 0) as day_move_bps,
            ${LAST_NAV}
          from strategies s cross join terms_on(s.code, ${day}::date) t cross join dealing_of(s.code) d
            left join holdings h on h.person_id = ${personId} and h.strategy = s.code
          where s.code = ${String(args.code)}`;
        const [row] = await soon(db, asked.compile(db));
        return row === undefined ? null : reductionOf(row);
      },
    },
  ];
}

function reductionOf(row: ReductionRow): JsonObject | null {
  if (row.last_nav === null || row.last_nav_date === null) return null;
  const nav = tenThousandthsOf(row.last_nav);
  const units = tenThousandthsOf(row.units);
  const available = units - tenThousandthsOf(row.pending);
  const most = mostBesideRemainder({ available, nav, minRemainder: satangOf(row.remainder_left) });
  return {
    has: units > 0n,
    open: row.takes_out,
    units: formatUnits(units),
    pending: row.pending,
    available: formatUnits(available),
    value: formatBaht(valueOfUnits({ units: available, nav })),
    cost: row.cost,
    nav: row.last_nav,
    navAsOf: row.last_nav_date,
    dayMoveBps: row.day_move_bps,
    feeBps: row.reduction_profit_bps,
    vatBps: row.vat_bps,
    least: row.min_reduction,
    leastUnits: formatUnits(leastUnitsWorth({ value: satangOf(row.min_reduction), nav })),
    remainder: row.min_remainder,
    most: formatBaht(most.amount),
    mostUnits: formatUnits(most.units),
  };
}
