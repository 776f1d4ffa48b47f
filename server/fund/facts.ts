import { sql } from "kysely";
import { compiledOnce, soon } from "../db/index.ts";
import type { FactProvider } from "../flows/index.ts";
import { instantText } from "./dealing.ts";
import { dealingNow } from "./dealing-now.ts";
import { LAST_NAV, type LastNav } from "./last-nav.ts";
import type { FundRoom } from "./room.ts";
import { termsDay } from "./terms.ts";
import "./tables.ts";

type StrategyRow = LastNav & {
  readonly name_key: string;
  readonly risk_level: number;
  readonly min_first: string;
  readonly min_next: string;
  readonly max_order: string;
  readonly front_end_bps: number;
  readonly vat_bps: number;
  readonly switch_in_bps: number;
  readonly takes_in: boolean;
  readonly takes_out: boolean;
};

const strategyOn = compiledOnce((db, code: string, day: string) =>
  sql<StrategyRow>`
    select s.name_key, s.risk_level, t.min_first, t.min_next, t.max_order, t.front_end_bps, t.vat_bps, t.switch_in_bps,
      d.takes_in, d.takes_out, ${LAST_NAV}
    from strategies s, terms_on(s.code, ${day}) t, dealing_of(s.code) d where s.code = ${code}`.compile(db),
);

/** Facts that this room provides: `strategy`, `dealing`. */
export function fundFacts(room: FundRoom): readonly FactProvider[] {
  return [
    {
      id: "strategy",
      load: async ({ db, clock }, args) => {
        const code = String(args.code);
        // One query reads both the terms for an order placed now and the dealing status, which saves a round
        // trip.
        const day = await termsDay({ calendar: room.calendar, clock }, db);
        const [strategy] = await soon(db, strategyOn(db, code, day));
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
          switchInBps: strategy.switch_in_bps,
          open: strategy.takes_in,
          reducible: strategy.takes_out,
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
          switchAllotmentDate: dealing.switchAllotmentDate,
          payBy: instantText(dealing.payBy),
          beforeCutOff: dealing.beforeCutOff,
        };
      },
    },
  ];
}
