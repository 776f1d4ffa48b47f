import { describe, expect, test } from "vitest";
import type { OrderWithTimeline } from "../../renderer/portal/parts/records.ts";
import { pairsOf } from "../../renderer/portal/transactions/order-pairs.ts";

const order = {
  kind: "subscription",
  status: "SUBMITTED",
  strategy: "M-BTCA",
  amount: "10000.00",
  fee: "100.00",
  vat: "0.00",
  net: "9900.00",
  navDate: "2026-11-23",
  payIn: { account: null, days: [{ before: "2026-11-23T14:00:00+07:00", navDate: "2026-11-23" }] },
  nav: null,
  units: null,
  method: null,
} as unknown as OrderWithTimeline;
const shown = (of: Partial<OrderWithTimeline>) =>
  pairsOf({ ...order, ...of }, ((key: string) => key.replace(/^.*[.:]/, "")) as never).map(
    ({ key, value }) => `${key} ${value}`,
  );

describe("the details of an order", () => {
  test("show every deduction with a minus sign", () => {
    expect(shown({})).toEqual([
      "strategy M-BTCA",
      "amount 10,000.00 baht",
      "fee −100.00 baht",
      "vat 0.00 baht",
      "net 9,900.00 baht",
      "navDate 23/11/2026",
    ]);
  });

  test("the details contain no NAV date once the payment deadline of an unpaid order has passed", () => {
    expect(shown({ payIn: { account: null, days: [] } })).not.toContain("navDate 23/11/2026");
    expect(shown({ payIn: null, status: "APPROVED" })).toContain("navDate 23/11/2026");
  });

  test("state that a redemption by amount sells all units, even before its settlement", () => {
    const sells = { kind: "redemption", status: "WAITING", sellAll: true, net: null } as const;
    const rest = { counter: null, value: null, payout: null, approvals: null, rejectReason: null };
    expect(shown({ ...sells, ...rest })).toEqual(expect.arrayContaining(["wish 10,000.00 baht", "sold all"]));
    expect(shown({ ...sells, ...rest, sellAll: false })).not.toContain("sold all");
  });

  test.each(["CANCELLED", "EXPIRED", "REJECTED"] as const)(
    "the details of an order contain no fees and no NAV if the order %s",
    (status) => {
      expect(shown({ status })).toEqual(["strategy M-BTCA", "amount 10,000.00 baht"]);
    },
  );
});
