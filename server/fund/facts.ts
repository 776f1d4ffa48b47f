import { valueOfUnits } from "../../engine/values/fund.ts";
import { formatBaht } from "../../engine/values/money.ts";
import { formatUnits, tenThousandthsOf } from "../../engine/values/units.ts";
import { soon } from "../db/index.ts";
import type { FactProvider } from "../flows/registry.ts";
import { instantText } from "./dealing.ts";
import { dealingNow } from "./dealing-now.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** Facts this room supplies: `strategy`, `holding`, `dealing`. */
export function fundFacts(room: Room): readonly FactProvider[] {
  return [
    {
      id: "strategy",
      load: async ({ db }, args) => {
        const code = String(args.code);
        const asked = db.selectFrom("strategies").selectAll().where("code", "=", code);
        const [[strategy], histories] = await Promise.all([soon(db, asked.compile()), room.history(db)]);
        const last = histories.get(code)?.points.at(-1);
        if (strategy === undefined || last === undefined) return null;
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
          nav: formatUnits(last.nav),
          navAsOf: last.date,
        };
      },
    },
    {
      id: "holding",
      load: async ({ db, personId }, args) => {
        if (personId === null) return null;
        const code = String(args.code);
        const asked = db
          .selectFrom("holdings")
          .select("units")
          .where("person_id", "=", personId)
          .where("strategy", "=", code);
        const [[held], histories] = await Promise.all([soon(db, asked.compile()), room.history(db)]);
        const units = tenThousandthsOf(held?.units ?? "0.0000");
        const last = histories.get(code)?.points.at(-1);
        return {
          has: units > 0n,
          units: formatUnits(units),
          ...(last === undefined ? {} : { value: formatBaht(valueOfUnits({ units, nav: last.nav })) }),
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
