import { describe, expect, it } from "vitest";
import { satangOf } from "../../domain/money.ts";
import { differenceAt, isMadeGood, type Settled } from "../../domain/nav-correction.ts";
import { tenThousandthsOf } from "../../domain/units.ts";

describe("isMadeGood (whether an error in the NAV is compensated)", () => {
  it.each([
    { why: "half a percent of the right NAV", was: "10.0500", is: "10.0000", made: true },
    { why: "just less than half a percent", was: "10.0499", is: "10.0000", made: false },
    { why: "half a percent too low", was: "9.9500", is: "10.0000", made: true },
    { why: "far more than half a percent, but less than a satang", was: "0.1099", is: "0.1000", made: false },
    { why: "a satang and ten percent", was: "0.1100", is: "0.1000", made: true },
    { why: "a satang, but much less than half a percent", was: "10.0100", is: "10.0000", made: false },
  ])("returns the expected answer in the case: $why: $made", ({ was, is, made }) => {
    expect(isMadeGood({ was: tenThousandthsOf(was), is: tenThousandthsOf(is) })).toBe(made);
  });
});

describe("differenceAt (what an investor gets or owes after an error)", () => {
  // 10,000 baht less a fee of 100 and VAT of 7 are 9,893.00 net. At a NAV of 10.0000 they buy 989.3000 units.
  const buy: Settled = {
    kind: "buy",
    units: tenThousandthsOf("989.3000"),
    net: satangOf("9893.00"),
    residue: 0n,
    borne: 0n,
  };
  // A sale of 5,000 baht at a NAV of 10.0000.
  const amount: Settled = {
    kind: "sell-amount",
    units: tenThousandthsOf("500.0000"),
    amount: satangOf("5000.00"),
    cost: satangOf("4000.00"),
    residue: 0n,
    borne: 0n,
  };
  // A sale of 500 units at a NAV of 10.0000 is worth 5,000 baht. The cost is 4,000, the profit fee 10 % =
  // 100, VAT 7, and 4,893 are paid.
  const units: Settled = {
    kind: "sell-units",
    units: tenThousandthsOf("500.0000"),
    gross: satangOf("5000.00"),
    fee: satangOf("100.00"),
    vat: satangOf("7.00"),
    withheld: 0n,
    cost: satangOf("4000.00"),
    feeBps: 1_000n,
    vatBps: 700n,
    withheldBps: 0n,
    borne: 0n,
  };
  it.each([
    { what: "bought too dear", order: buy, nav: "9.5000", unitsMore: "52.0684", bahtMore: "494.65" },
    { what: "bought too cheap", order: buy, nav: "10.5000", unitsMore: "-47.1096", bahtMore: "-494.65" },
    {
      what: "sold for an amount too cheap",
      order: amount,
      nav: "12.5000",
      unitsMore: "100.0000",
      bahtMore: "1250.00",
    },
    {
      what: "sold for an amount too dear",
      order: amount,
      nav: "8.0000",
      unitsMore: "-125.0000",
      bahtMore: "-1000.00",
    },
    // At a NAV of 12, 500 units are worth 6,000. The profit is 2,000, the fee 200, VAT 14, and 5,786 are
    // paid.
    {
      what: "sold units too cheap, with a larger fee",
      order: units,
      nav: "12.0000",
      unitsMore: "0.0000",
      bahtMore: "893.00",
    },
    // At a NAV of 7, 500 units are worth 3,500. A loss has no fee.
    {
      what: "sold units too dear, with no fee",
      order: units,
      nav: "7.0000",
      unitsMore: "0.0000",
      bahtMore: "-1393.00",
    },
  ])(
    "returns for an investor who $what: $unitsMore units and $bahtMore baht",
    ({ order, nav, unitsMore, bahtMore }) => {
      expect(differenceAt(order, tenThousandthsOf(nav))).toEqual({
        units: signed(unitsMore, tenThousandthsOf),
        baht: signed(bahtMore, satangOf),
      });
    },
  );
});

function signed(text: string, read: (text: string) => bigint): bigint {
  return text.startsWith("-") ? -read(text.slice(1)) : read(text);
}
