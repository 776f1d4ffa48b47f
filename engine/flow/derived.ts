import type { Phrase } from "../rules/sayings.ts";
import type { Type } from "../rules/types.ts";
import { shareOf, subscriptionCharges, unitsBought } from "../values/fund.ts";
import type { Json } from "../values/json.ts";
import { ageOn, type LocalDate } from "../values/local-date.ts";
import { formatBaht, satangOf } from "../values/money.ts";
import { formatUnits, tenThousandthsOf } from "../values/units.ts";

/** The kinds of values that an argument may be. */
export type ArgumentKind = Type["kind"];

/** A function of the closed registry: pure, typed, named; a missing argument makes its value missing. */
export type DerivedFunction = {
  /** What it is, in words of findings; docs/flow-format.md says it in English. */
  readonly meaning: Extract<Phrase["key"], `functions.${string}`>;
  /** Kinds per argument; `rest` stands for any number of further ones. */
  readonly args: readonly (readonly ArgumentKind[])[];
  readonly rest?: readonly ArgumentKind[];
  readonly result: Type;
  /** What each argument means, and the result, where another value of the same kind would be something else. */
  readonly means?: readonly (string | undefined)[];
  readonly gives?: string;
  /** Takes present values of the right kinds; `undefined` where there is nothing sensible to say. */
  readonly run: (...args: readonly Json[]) => Json | undefined;
};

const money: Type = { kind: "money" };
const units: Type = { kind: "units" };
const integer: Type = { kind: "integer" };

/**
 * The functions that `derived` may name. Money is exact: decimal strings in, decimal strings out, the arithmetic of
 * `engine/values/fund.ts` between.
 */
export const derivedFunctions: { readonly [name: string]: DerivedFunction } = {
  age: {
    meaning: "functions.age",
    args: [["date", "string"], ["date"]],
    means: ["birth-date", "today"],
    gives: "age",
    result: integer,
    run: (born, on) => ageOn({ born: born as LocalDate, on: on as LocalDate }),
  },
  fee: {
    meaning: "functions.fee",
    args: [["money"], ["integer"]],
    means: ["amount", "fee-rate"],
    gives: "fee",
    result: money,
    run: (amount, feeBps) =>
      formatBaht(
        subscriptionCharges({
          amount: satangOf(amount as string),
          feeBps: BigInt(feeBps as number),
          vatBps: 0n,
        }).fee,
      ),
  },
  vat: {
    meaning: "functions.vat",
    args: [["money"], ["integer"]],
    means: ["fee", "vat-rate"],
    gives: "vat",
    result: money,
    run: (fee, vatBps) => formatBaht(shareOf(satangOf(fee as string), BigInt(vatBps as number))),
  },
  net: {
    meaning: "functions.net",
    args: [["money"], ["money"], ["money"]],
    means: ["amount", "fee", "vat"],
    gives: "net-amount",
    result: money,
    run: (amount, fee, vat) => {
      const rest = satangOf(amount as string) - satangOf(fee as string) - satangOf(vat as string);
      return rest < 0n ? undefined : formatBaht(rest);
    },
  },
  units: {
    meaning: "functions.units",
    args: [["money"], ["units"]],
    means: ["net-amount", "nav"],
    gives: "units",
    result: units,
    run: (net, nav) => {
      const price = tenThousandthsOf(nav as string);
      return price <= 0n ? undefined : formatUnits(unitsBought({ net: satangOf(net as string), nav: price }));
    },
  },
  suitabilityScore: {
    meaning: "functions.suitabilityScore",
    args: [],
    rest: ["integer", "number", "enum", "string", "list"],
    result: integer,
    run: (...answers) => {
      let total = 0;
      for (const answer of answers) {
        const score = scoreOf(answer);
        if (score === undefined) return undefined;
        total += score;
      }
      return total;
    },
  },
  sum: {
    meaning: "functions.sum",
    args: [],
    rest: ["integer", "list"],
    result: integer,
    run: (...values) => numbersIn(values)?.reduce((total, value) => total + value, 0),
  },
  sumBaht: {
    meaning: "functions.sumBaht",
    args: [],
    rest: ["money", "list"],
    result: money,
    run: (...values) =>
      formatBaht(values.flat().reduce((total: bigint, value) => total + satangOf(value as string), 0n)),
  },
  maxOf: {
    meaning: "functions.maxOf",
    args: [],
    rest: ["integer", "list"],
    result: integer,
    run: (...values) => {
      const numbers = numbersIn(values);
      return numbers === undefined || numbers.length === 0 ? undefined : Math.max(...numbers);
    },
  },
  count: {
    meaning: "functions.count",
    args: [["list"]],
    result: integer,
    run: (list) => (Array.isArray(list) ? list.length : undefined),
  },
};

function scoreOf(answer: Json): number | undefined {
  if (Array.isArray(answer)) {
    const scores = answer.map((choice: Json) => scoreOf(choice));
    if (scores.length === 0 || scores.includes(undefined)) return undefined;
    return Math.max(...(scores as number[]));
  }
  if (typeof answer === "number") return Number.isInteger(answer) ? answer : undefined;
  return typeof answer === "string" && /^\d{1,3}$/.test(answer) ? Number(answer) : undefined;
}

function numbersIn(values: readonly Json[]): readonly number[] | undefined {
  const numbers = values.flat();
  return numbers.every((value) => typeof value === "number") ? (numbers as readonly number[]) : undefined;
}
