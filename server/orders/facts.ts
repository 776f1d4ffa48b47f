import { sql } from "kysely";
import { valueOfUnits } from "../../domain/fund.ts";
import { formatBaht } from "../../domain/money.ts";
import { formatUnits, tenThousandthsOf } from "../../domain/units.ts";
import { soon } from "../db/index.ts";
import type { FactProvider } from "../flows/index.ts";
import { LAST_NAV, type LastNav } from "../fund/index.ts";
import "./tables.ts";

/** Facts this room supplies: `holding`. */
export function ordersFacts(): readonly FactProvider[] {
  return [
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
  ];
}
