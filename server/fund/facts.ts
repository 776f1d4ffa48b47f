import { type Selectable, sql } from "kysely";
import { valueOfUnits } from "../../domain/fund.ts";
import { formatBaht } from "../../domain/money.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import { type Database, soon } from "../db/index.ts";
import type { FactProvider } from "../flows/index.ts";
import { instantText } from "./dealing.ts";
import { dealingNow } from "./dealing-now.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

type LastNav = { readonly last_nav: string | null; readonly last_nav_date: string | null };

// Read backwards from an index that has the values: the whole history is nothing to wait for at each step of an order.
const LAST_NAV = sql`
  (select nav from navs where strategy = s.code and status = 'APPROVED' order by date desc limit 1) as last_nav,
  (select date from navs where strategy = s.code and status = 'APPROVED' order by date desc limit 1) as last_nav_date`;

/** Facts this room supplies: `strategy`, `holding`, `dealing`. */
export function fundFacts(room: Room): readonly FactProvider[] {
  return [
    {
      id: "strategy",
      load: async ({ db }, args) => {
        const code = String(args.code);
        const asked = sql<Selectable<Database["strategies"]> & LastNav>`
          select s.*, ${LAST_NAV} from strategies s where s.code = ${code}`;
        const [strategy] = await soon(db, asked.compile(db));
        if (strategy === undefined || strategy.last_nav === null) return null;
        return {
          code,
          nameKey: `strategy:${strategy.name_key}.name`,
          riskLevel: strategy.risk_level,
          minFirst: strategy.min_first,
          minNext: strategy.min_next,
          maxOrder: strategy.max_order,
          feeBps: strategy.front_end_bps,
          vatBps: strategy.vat_bps,
          open: strategy.open,
          nav: strategy.last_nav,
          navAsOf: strategy.last_nav_date,
        };
      },
    },
    {
      id: "holding",
      load: async ({ db, personId }, args) => {
        if (personId === null) return null;
        const code = String(args.code);
        const asked = sql<{ readonly units: string } & LastNav>`
          select coalesce((select units from holdings where person_id = ${personId} and strategy = s.code), 0.0000) as units,
            ${LAST_NAV} from (select ${code}::text as code) s`;
        const [held] = await soon(db, asked.compile(db));
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
      id: "dealing",
      load: async ({ db, clock }) => {
        const dealing = await dealingNow({ calendar: room.calendar, clock }, db);
        return {
          today: dealing.today,
          navDate: dealing.navDate,
          cutOff: instantText(dealing.cutOff),
          allotmentDate: dealing.allotmentDate,
          payBy: instantText(dealing.payBy),
          beforeCutOff: dealing.beforeCutOff,
        };
      },
    },
  ];
}
