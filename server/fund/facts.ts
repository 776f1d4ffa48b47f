import { type Selectable, sql } from "kysely";
import { type Database, soon } from "../db/index.ts";
import type { FactProvider } from "../flows/index.ts";
import { instantText } from "./dealing.ts";
import { dealingNow } from "./dealing-now.ts";
import { LAST_NAV, type LastNav } from "./last-nav.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** Facts this room supplies: `strategy`, `dealing`. */
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
