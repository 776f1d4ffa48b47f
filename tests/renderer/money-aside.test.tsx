import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import common from "../../locales/en/common.json" with { type: "json" };
import form from "../../locales/en/form.json" with { type: "json" };
import en from "../../locales/en/my-orders.json" with { type: "json" };
import type { PayInCode } from "../../renderer/kit/api/answers.ts";
import type { OrderWithTimeline } from "../../renderer/portal/parts/records.ts";
import { MoneyAside } from "../../renderer/portal/transactions/money-aside.tsx";
import { momentsOf } from "../../renderer/portal/transactions/order-moments.ts";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { "my-orders": en, common, form } },
    interpolation: { escapeValue: false },
  });
});

type Aside = PayInCode["aside"][number];
const short: Aside = {
  id: "a",
  amount: "29000.00",
  at: "2026-11-23T10:00:00+07:00",
  reason: "amount-short",
  state: "held",
  backOn: null,
  backTo: null,
  wanted: "30000.00",
  differs: "1000.00",
  openUntil: "2026-11-26T14:00:00+07:00",
};
const shown = (aside: Partial<Aside>) => renderToStaticMarkup(<MoneyAside of={[{ ...short, ...aside }]} />);

describe("money that arrived for an order without paying it", () => {
  test.each([
    [{}, "29,000.00 baht arrived on 23/11/2026 10:00, 1,000.00 baht short"],
    [{}, "transfer the full 30,000.00 baht by 26/11/2026 14:00"],
    [{ openUntil: null }, "1,000.00 baht less than the order. No units were bought."],
    [{ state: "account" }, "as soon as we have a bank account of yours"],
    [
      { state: "due", backOn: "2026-11-24", backTo: "014 xxx-xxx-7890" },
      "We return it on 24/11/2026 to Siam Commercial Bank xxx-xxx-7890.",
    ],
    [
      { state: "sent", backOn: "2026-11-24", backTo: "014 xxx-xxx-7890" },
      "We sent it to your bank on 24/11/2026, to Siam Commercial Bank xxx-xxx-7890.",
    ],
    [
      { state: "arrived", backOn: "2026-11-24", backTo: "014 xxx-xxx-7890" },
      "It was paid back on 24/11/2026 to Siam Commercial Bank xxx-xxx-7890.",
    ],
    [
      { state: "returned", backTo: "014 xxx-xxx-7890" },
      "could not pay it to Siam Commercial Bank xxx-xxx-7890 and sent it back to us",
    ],
    [{ reason: "amount-over", differs: "12000.00" }, "12,000.00 baht more than the order"],
    [{ reason: "paid-already", differs: null }, "more than this order needs"],
    [{ reason: "third-party" }, "not in your name"],
    [{ reason: "order-ended" }, "because this order has ended"],
  ] satisfies [Partial<Aside>, string][])("is described for the case %o as: %s", (aside, said) => {
    expect(shown(aside).replaceAll("\u2060", "")).toContain(said);
  });

  const order = {
    kind: "subscription",
    amount: "30000.00",
    paidAt: null,
    navDate: "2026-11-23",
    timeline: [
      { step: "received", at: "2026-11-23T09:00:00+07:00", expected: null },
      { step: "paid", at: null, expected: "2026-11-26T14:00:00+07:00" },
    ],
    corrections: [],
  } as unknown as OrderWithTimeline;
  const titles = (money: Pick<PayInCode, "aside" | "slip">) =>
    momentsOf(order, i18next.t as never, money).map(({ title }) => title);

  test("appears in the order's timeline at the time when it arrived", () => {
    expect(titles({ aside: [short], slip: null })).toEqual([
      "Order received",
      "29,000.00 baht arrived, 1,000.00 missing",
      "Transfer 30,000.00 baht",
      "29,000.00 baht to be returned to you",
    ]);
  });

  test("shows no NAV date that has passed, because the NAV date depends on the payment time", () => {
    const day = (status: string, days: readonly string[]) => {
      const unpaid = {
        ...order,
        status,
        payIn: {
          account: null,
          days: days.map((navDate) => ({ before: `${navDate}T14:00:00+07:00`, navDate })),
        },
        timeline: [
          { step: "nav", at: null, expected: "2026-11-23T18:00:00+07:00" },
          { step: "allotted", at: null, expected: "2026-11-24T00:00:00+07:00" },
        ],
      } as OrderWithTimeline;
      return momentsOf(unpaid, i18next.t as never).map(({ title, detail }) => `${title}: ${detail}`);
    };
    const onItsDay = [
      "NAV of 23/11/2026 announced: about 18:00",
      "Units in your account: by 24/11/2026; we will e-mail you",
    ];
    expect(day("SUBMITTED", ["2026-11-23", "2026-11-24"])).toEqual(onItsDay);
    const later = [
      "NAV depends on when your money arrives: about 18:00",
      "Units in your account: on the next business day; we will e-mail you",
    ];
    expect(day("SUBMITTED", ["2026-11-24"])).toEqual(later);
    expect(day("SUBMITTED", [])).toEqual(later);
    // Once the order is paid, its NAV day is known again.
    expect(day("APPROVED", [])).toEqual(onItsDay);
  });

  test.each([
    ["sent to the bank", null, "Money sent to your bank"],
    ["confirmed by the bank", "2026-11-24T15:00:00+07:00", "Money paid to your account"],
  ])("has a different title in the timeline if it comes from a redemption and is %s", (_what, at, title) => {
    const sold = {
      ...order,
      kind: "redemption",
      sentAt: "2026-11-24T11:00:00+07:00",
      timeline: [{ step: "paid-out", at, expected: "2026-11-24T00:00:00+07:00" }],
    } as OrderWithTimeline;
    const [moment] = momentsOf(sold, i18next.t as never);
    expect(moment).toMatchObject({ title, detail: at === null ? "24/11/2026 11:00" : "24/11/2026 15:00" });
  });

  test("is followed by no new payment request once the investor sent a slip", () => {
    const slip = {
      id: "1",
      file: "2",
      state: "WAITING",
      sentAt: "2026-11-23T11:00:00+07:00",
      reason: null,
    } as const;
    expect(titles({ aside: [], slip })).toEqual(["Order received", "Slip received, being checked"]);
    // The payment deadline does not apply while a slip is checked.
    expect(momentsOf(order, i18next.t as never, { aside: [], slip }).at(-1)?.detail).toBe("");
  });
});
