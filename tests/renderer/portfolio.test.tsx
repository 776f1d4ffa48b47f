import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import common from "../../locales/en/common.json" with { type: "json" };
import myAccount from "../../locales/en/my-account.json" with { type: "json" };
import portfolio from "../../locales/en/portfolio.json" with { type: "json" };
import { Recommended } from "../../renderer/portal/overview/recommended.tsx";
import type { Holding, Overview, Strategy } from "../../renderer/portal/parts/records.ts";
import { PortfolioBody } from "../../renderer/portal/portfolio/portfolio-screen.tsx";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { common, "my-account": myAccount, portfolio } },
    interpolation: { escapeValue: false },
  });
});

const feesPaid = { frontEnd: "1000.00", switchIn: "0.00", profit: "0.00", vat: "70.00", total: "1070.00" };
const figures = {
  value: "106919.60",
  principal: "100000.00",
  profit: "6919.60",
  profitPercent: "6.92",
  fees: "1070.00",
  beforeFees: "7989.60",
  realised: "0.00",
  totalProfit: "6919.60",
  feesOnSells: "0.00",
  invested: "100000.00",
  feesPaid,
};
const holding = { ...figures, code: "M-BTCA", share: "100.00", strategyReturn1y: "21.36" } as Holding;
const day = (date: string, profit: string) => ({
  date,
  profit,
  value: "0",
  principal: "0",
  invested: "100000.00",
});
const overview = {
  asOf: "2026-11-23",
  total: figures,
  holdings: [holding],
  soldOut: [],
  series: [day("2026-11-20", "-1070.00"), day("2026-11-23", "6919.60")],
} as unknown as Overview;
const strategy = {
  code: "M-BTCA",
  riskLevel: 7,
  fees: { frontEndBps: 100, managementBps: 200, reductionProfitBps: 1000, switchInBps: 50 },
} as Strategy;

const page = (of: Overview, hidden = false) =>
  renderToStaticMarkup(<PortfolioBody of={of} strategies={[strategy]} hidden={hidden} />)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

describe("the portfolio", () => {
  test("shows return, chart line, share, risk and fees", () => {
    const text = page(overview);
    for (const line of [
      `${myAccount.overview.total} 106,919.60`,
      "Paid in so far (baht) 100,000.00",
      "Over time",
      "+6.92%",
      "+21.36%",
      "100.00%",
      "+6,919.60",
      "Risk level 7",
      "Profit Value Paid in",
      "1.00%",
      "2.00% per year",
      "10.00%",
      "0.50%",
      "All fees 1,070.00",
    ])
      expect(text).toContain(line);
  });

  test("shows strategies but no totals, chart line or paid fees if client-summary is off", () => {
    const text = page({ ...overview, total: null, series: [] });
    for (const gone of [myAccount.overview.total, "Paid in so far", "Over time", "All fees"])
      expect(text).not.toContain(gone);
    expect(text).toContain("+6.92%");
  });

  test("hides every amount if amounts are hidden, and still shows the percentages", () => {
    const text = page(overview, true);
    expect(text).not.toMatch(/\d,\d{3}/);
    for (const shown of ["+6.92%", "100.00%", "+21.36%"]) expect(text).toContain(shown);
  });

  test("shows how to start if the investor has never held units", () => {
    expect(page({ ...overview, holdings: [], soldOut: [] })).toContain("begins with your first units");
  });
});

test("a recommendation gives its reason: the strategy suits the reader's risk level and the reader does not hold it", () => {
  const said = (of: Overview["recommended"]) => renderToStaticMarkup(<Recommended of={of} />);
  const stable = { code: "M-STABLE", nameKey: "", riskLevel: 5, strategyReturn1y: null };
  expect(said({ maxRisk: null, strategies: [] })).toBe("");
  expect(said({ maxRisk: 5, strategies: [] })).toContain("no other strategy with a risk up to 5");
  expect(said({ maxRisk: 7, strategies: [stable] })).toContain(
    "its risk is 5, and your suitability test allows up to 7",
  );
});
