import type { Page } from "playwright";
import { unlessClosed } from "../../journeys/unless-closed.ts";

const FIGURES = {
  value: "12000.00",
  principal: "10000.00",
  profit: "2000.00",
  profitPercent: "20.00",
  fees: "107.00",
  beforeFees: "2107.00",
  realised: "0.00",
  totalProfit: "2000.00",
  feesOnSells: "0.00",
  invested: "10000.00",
  feesPaid: { frontEnd: "100.00", switchIn: "0.00", profit: "0.00", vat: "7.00", total: "107.00" },
  strategyReturn1y: "21.36",
};
const HOLDING = {
  ...FIGURES,
  code: "M-BTCA",
  nameKey: "btca",
  riskLevel: 7,
  units: "1000.0000",
  availableUnits: "1000.0000",
  availableValue: "12000.00",
  pendingUnits: "0.0000",
  averageCost: "10.0000",
  share: "100.00",
  nav: { value: "12.0000", date: "2026-11-23" },
};

/** Makes the server answer with a history of `many` days until 23/11/2026, with rising and falling values. */
export async function holds(page: Page, many: number): Promise<void> {
  await page.route(
    "**/api/overview",
    unlessClosed(async (route) => {
      const answer = await route.fetch();
      const series = days(many).map((date, at) => ({
        date,
        value: `${wave(at).replace(".", "")}.00`,
        principal: "1000.00",
        profit: `${Number(wave(at).replace(".", "")) - 1000}.00`,
        invested: "1000.00",
      }));
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), total: FIGURES, holdings: [HOLDING], series, asOf: "2026-11-23" },
      });
    }),
  );
  await page.route(
    "**/api/strategies/M-BTCA",
    unlessClosed(async (route) => {
      const answer = await route.fetch();
      const history = days(many).map((date, at) => ({ date, nav: `${wave(at)}00` }));
      await route.fulfill({ response: answer, json: { ...(await answer.json()), history } });
    }),
  );
}

function days(many: number): readonly string[] {
  const last = Date.UTC(2026, 10, 23);
  return Array.from({ length: many }, (_, at) =>
    new Date(last - (many - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  );
}

function wave(at: number): string {
  return (12 + 4 * Math.sin(at / 40) + ((at * 7_919) % 101) / 100).toFixed(2);
}
