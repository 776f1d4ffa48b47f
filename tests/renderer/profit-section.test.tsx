import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import en from "../../locales/en/my-account.json" with { type: "json" };
import { ProfitSection } from "../../renderer/portal/overview/profit-section.tsx";
import type { WholeOverview } from "../../renderer/portal/parts/records.ts";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { "my-account": en } },
    interpolation: { escapeValue: false },
  });
});

const feesPaid = {
  frontEnd: "1000.00",
  switchIn: "176.96",
  profit: "1324.29",
  vat: "175.09",
  total: "2676.34",
};
const total = {
  profit: "6730.25",
  realised: "13242.90",
  feesOnSells: "1416.99",
  totalProfit: "18556.16",
  invested: "100000.00",
  feesPaid,
};
const holdings = [
  { code: "M-LCAP", profit: "-189.35" },
  { code: "M-BTCA", profit: "6919.60" },
];
const drawn = (of: object, hidden = false) =>
  renderToStaticMarkup(<ProfitSection of={of as WholeOverview} hidden={hidden} />);

describe("the sources of the profit", () => {
  const shown = () => drawn({ total, holdings, soldOut: [] });

  test("each strategy's profit is one bar, largest gain first: gains to the right, losses to the left", () => {
    const page = shown();
    expect(page.indexOf("M-BTCA")).toBeLessThan(page.indexOf("M-LCAP"));
    expect(
      [...page.matchAll(/<rect x="(\d+)" width="(\d+)"[^>]*fill="([^"]+)"/g)].map(([, ...at]) => at),
    ).toEqual([
      ["100", "100", "var(--gain)"],
      ["98", "2", "var(--loss)"],
    ]);
  });

  test("distinguish realised and unrealised profit, and list every fee by kind", () => {
    const text = shown()
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ");
    for (const line of [
      "On what you hold, not sold yet +6,730.25",
      "On what you sold +13,242.90",
      "Fee on the profit sold, VAT included −1,416.99",
      "Total profit +18,556.16",
      "Paid in since you started 100,000.00",
      "Front-end fees paid 1,000.00",
      "Switch-in fees paid 176.96",
      "Fees on profit paid 1,324.29",
      "VAT paid 175.09",
    ])
      expect(text).toContain(line);
  });

  test("are not shown if amounts are hidden", () => {
    expect(drawn({ total, holdings, soldOut: [] }, true)).toBe("");
  });
});
