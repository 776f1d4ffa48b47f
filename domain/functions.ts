import type { DerivedFunction } from "../engine/flow/derived-function.ts";
import type { Type } from "../engine/rules/types.ts";
import type { Json } from "../engine/values/json.ts";
import { ageOn, type LocalDate } from "../engine/values/local-date.ts";
import { baht, units } from "./decimals.ts";
import { costOfPart, profitFee, shareOf, subscriptionCharges, unitsBought, valueOfUnits } from "./fund.ts";
import { formatBaht, satangOf } from "./money.ts";
import { formatUnits, tenThousandthsOf } from "./units.ts";

const money: Type = { kind: "decimal", of: baht };
const unitsSold: Type = { kind: "decimal", of: units };
const integer: Type = { kind: "integer" };

/**
 * The functions that `derived` may call. Money is exact: the functions take and return decimal strings, and
 * `domain/fund.ts` computes them.
 */
export const functions: { readonly [name: string]: DerivedFunction } = {
  age: {
    meaning: {
      th: "อายุเต็มปีจากวันเกิด (อาจไม่ทราบวันหรือเดือน) ถึงวันที่กำหนด",
      en: "whole years from a birth date (day or month may be unknown) to a day",
    },
    isTotal: true,
    args: [["date", "string"], ["date"]],
    means: ["birth-date", "today"],
    gives: "age",
    result: integer,
    run: (born, on) => ageOn({ born: born as LocalDate, on: on as LocalDate }),
  },
  fee: {
    meaning: {
      th: "ค่าธรรมเนียมขายจากยอดรวม ตามอัตรา basis point ปัดครึ่งขึ้นเป็นสตางค์",
      en: "front-end fee of a gross amount at a rate in basis points, half-up to the satang",
    },
    isTotal: true,
    args: [["baht"], ["integer"]],
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
    meaning: {
      th: "ภาษีมูลค่าเพิ่มของค่าธรรมเนียม ตามอัตรา basis point ปัดครึ่งขึ้นเป็นสตางค์",
      en: "VAT on a fee at a rate in basis points, half-up to the satang",
    },
    isTotal: true,
    args: [["baht"], ["integer"]],
    means: ["fee", "vat-rate"],
    gives: "vat",
    result: money,
    run: (fee, vatBps) => formatBaht(shareOf(satangOf(fee as string), BigInt(vatBps as number))),
  },
  net: {
    meaning: {
      th: "ยอดที่เหลือหลังหักค่าธรรมเนียมและภาษีมูลค่าเพิ่ม",
      en: "what is left of an amount after fee and VAT",
    },
    args: [["baht"], ["baht"], ["baht"]],
    means: ["amount", "fee", "vat"],
    gives: "net-amount",
    result: money,
    run: (amount, fee, vat) => {
      const rest = satangOf(amount as string) - satangOf(fee as string) - satangOf(vat as string);
      return rest < 0n ? undefined : formatBaht(rest);
    },
  },
  units: {
    meaning: {
      th: "จำนวนหน่วยที่ยอดสุทธิซื้อได้ตาม NAV ตัดเหลือทศนิยมสี่ตำแหน่ง",
      en: "units that a net amount buys at a NAV, truncated to four places",
    },
    args: [["baht"], ["nav", "units"]],
    means: ["net-amount", "nav"],
    gives: "units",
    result: unitsSold,
    run: (net, nav) => {
      const price = tenThousandthsOf(nav as string);
      return price <= 0n ? undefined : formatUnits(unitsBought({ net: satangOf(net as string), nav: price }));
    },
  },
  unitsSold: {
    meaning: {
      th: "จำนวนหน่วยที่ขายเพื่อให้ได้จำนวนเงินตาม NAV ตัดเหลือทศนิยมสี่ตำแหน่ง ไม่เกินจำนวนที่ขายได้",
      en: "units sold for an amount at a NAV, truncated to four places, never more than are available",
    },
    isTotal: true,
    args: [["baht"], ["nav"], ["units"]],
    means: ["amount", "nav", "units-available"],
    gives: "units",
    result: unitsSold,
    run: (amount, nav, available) => {
      const price = tenThousandthsOf(nav as string);
      const most = tenThousandthsOf(available as string);
      const wished = price <= 0n ? most : unitsBought({ net: satangOf(amount as string), nav: price });
      return formatUnits(wished < most ? wished : most);
    },
  },
  worth: {
    meaning: {
      th: "มูลค่าของหน่วยตาม NAV ปัดครึ่งขึ้นเป็นสตางค์",
      en: "value of units at a NAV, half-up to the satang",
    },
    isTotal: true,
    args: [["units"], ["nav"]],
    means: ["units", "nav"],
    gives: "amount",
    result: money,
    run: (held, nav) => {
      const price = tenThousandthsOf(nav as string);
      return formatBaht(
        price <= 0n ? 0n : valueOfUnits({ units: tenThousandthsOf(held as string), nav: price }),
      );
    },
  },
  costOf: {
    meaning: {
      th: "ต้นทุนเฉลี่ยของหน่วยส่วนหนึ่งจากที่ถืออยู่ ปัดครึ่งขึ้นเป็นสตางค์",
      en: "average cost of a part of the units held, half-up to the satang",
    },
    isTotal: true,
    args: [["baht"], ["units"], ["units"]],
    means: ["cost-held", "units", "units-held"],
    gives: "cost",
    result: money,
    run: (cost, sold, held) => {
      const heldUnits = tenThousandthsOf(held as string);
      if (heldUnits <= 0n) return formatBaht(0n);
      return formatBaht(
        costOfPart({
          units: tenThousandthsOf(sold as string),
          heldUnits,
          costBasis: satangOf(cost as string),
        }),
      );
    },
  },
  profitFee: {
    meaning: {
      th: "ค่าธรรมเนียมจากกำไร (ยอดขายลบต้นทุน) ตามอัตรา basis point ปัดครึ่งขึ้นเป็นสตางค์ ถ้าไม่มีกำไรเป็น 0",
      en: "fee on the profit, an amount sold less its cost, at a rate in basis points, half-up to the satang; 0 without profit",
    },
    isTotal: true,
    args: [["baht"], ["baht"], ["integer"]],
    means: ["amount", "cost", "profit-fee-rate"],
    gives: "fee",
    result: money,
    run: (gross, cost, feeBps) =>
      formatBaht(
        profitFee({
          gross: satangOf(gross as string),
          cost: satangOf(cost as string),
          feeBps: BigInt(feeBps as number),
        }),
      ),
  },
  switchInFee: {
    meaning: {
      th: "ค่าธรรมเนียมสับเปลี่ยนเข้าจากเงินสุทธิที่ขายได้ ตามอัตรา basis point ปัดครึ่งขึ้นเป็นสตางค์",
      en: "switch-in fee of what a sale brings net, at a rate in basis points, half-up to the satang",
    },
    isTotal: true,
    args: [["baht"], ["integer"]],
    means: ["net-amount", "switch-in-rate"],
    gives: "fee",
    result: money,
    run: (proceeds, feeBps) => formatBaht(shareOf(satangOf(proceeds as string), BigInt(feeBps as number))),
  },
  netOfSwitch: {
    meaning: {
      th: "เงินที่นำไปลงทุนต่อ หลังหักค่าธรรมเนียมและภาษีของทั้งขาขายและขาซื้อ",
      en: "the amount that the switch invests, after the fees and the VAT of the sale and the purchase",
    },
    args: [["baht"], ["baht"], ["baht"], ["baht"], ["baht"]],
    means: ["amount", "fee", "vat", "fee", "vat"],
    gives: "net-amount",
    result: money,
    run: (amount, ...charges) => {
      const rest = charges.reduce(
        (left: bigint, one) => left - satangOf(one as string),
        satangOf(amount as string),
      );
      return rest < 0n ? undefined : formatBaht(rest);
    },
  },
  swing: {
    meaning: {
      th: "ส่วนของจำนวนเงินตามอัตราที่ราคาเปลี่ยน เป็น basis point ปัดครึ่งขึ้นเป็นสตางค์",
      en: "share of an amount by which a price moves, in basis points, half-up to the satang",
    },
    isTotal: true,
    args: [["baht"], ["integer"]],
    means: ["amount", "day-move"],
    gives: "swing",
    result: money,
    run: (amount, moveBps) => formatBaht(shareOf(satangOf(amount as string), BigInt(moveBps as number))),
  },
  suitabilityScore: {
    meaning: {
      th: "ผลรวมคะแนนของคำตอบ แต่ละตัวเลือกคือคะแนน ถ้าเลือกหลายข้อใช้คะแนนสูงสุด",
      en: "sum of the scores of answers; a choice is its score, and of several chosen ones the highest counts",
    },
    isSum: true,
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
    meaning: {
      th: "ผลรวมของจำนวนเต็ม ถ้าเป็นรายการ นับทุกตัว",
      en: "sum of whole numbers; a list counts with all its numbers",
    },
    isSum: true,
    args: [],
    rest: ["integer", "list"],
    result: integer,
    run: (...values) => numbersIn(values)?.reduce((total, value) => total + value, 0),
  },
  sumBaht: {
    meaning: {
      th: "ผลรวมของจำนวนเงินบาท ถ้าเป็นรายการ นับทุกจำนวน",
      en: "sum of amounts of baht; a list counts with all its amounts",
    },
    isTotal: true,
    isSum: true,
    args: [],
    rest: ["baht", "list"],
    result: money,
    run: (...values) =>
      formatBaht(values.flat().reduce((total: bigint, value) => total + satangOf(value as string), 0n)),
  },
  maxOf: {
    meaning: {
      th: "จำนวนเต็มที่มากที่สุด ถ้าเป็นรายการ นับทุกตัว รายการว่างถือว่าไม่มีค่า",
      en: "greatest of whole numbers; a list counts with all its numbers, an empty one is missing",
    },
    args: [],
    rest: ["integer", "list"],
    result: integer,
    run: (...values) => {
      const numbers = numbersIn(values);
      return numbers === undefined || numbers.length === 0 ? undefined : Math.max(...numbers);
    },
  },
  count: {
    meaning: {
      th: "จำนวนรายการใน list",
      en: "number of entries of a list",
    },
    isTotal: true,
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
