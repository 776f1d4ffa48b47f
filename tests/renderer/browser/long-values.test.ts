import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Holding, Overview } from "../../../renderer/kit/api/answers.ts";
import { logIn, settled, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";
import { withLongValues } from "./long-values.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
}, 120_000);
afterAll(closeWindows);

const feesPaid = { frontEnd: "1.00", switchIn: "1.00", profit: "1.00", vat: "1.00", total: "1.00" };
const figures = {
  ...{ value: "1.00", principal: "1.00", profit: "-1.00", profitPercent: "-12.50", fees: "1.00" },
  ...{ beforeFees: "1.00", realised: "1.00", totalProfit: "1.00", feesOnSells: "1.00", invested: "1.00" },
  feesPaid,
};
const held = (code: string, nameKey: string) =>
  ({
    ...figures,
    ...{ code, nameKey, riskLevel: 8, units: "1.0000", availableUnits: "1.0000", availableValue: "1.00" },
    ...{ pendingUnits: "1.0000", averageCost: "1.0000", strategyReturn1y: "-12.50" },
    nav: { value: "10.0000", date: "2026-11-20" },
  }) as unknown as Holding;
const overview: Overview = {
  ...{ asOf: "2026-11-20", asOfFrom: "2026-11-20", demo: true, series: [], onTheWay: [], latestOrders: [] },
  total: { ...figures, strategyReturn1y: "-12.50" },
  holdings: [held("M-BLOCKCHAIN", "m-blockchain"), held("M-METAVERSE", "m-metaverse")],
  soldOut: [],
  moneyOnTheWay: "1.00",
  recommended: { maxRisk: 8, strategies: [] },
  next: { kind: "none" },
  dealing: null,
};
const letter = (id: string) => ({
  ...{ id, title: { th: "เรื่อง", en: "About" }, at: "2026-11-20T03:00:00Z", channel: "email" },
  ...{ unread: true, href: "/me" },
});
const ANSWERS = {
  "/overview": overview,
  "/notifications": {
    waiting: [{ kind: "pay", order: { id: "1", reference: "SP-261124-000001", strategy: "M-BLOCKCHAIN" } }],
    letters: [letter("11111111-1111-4111-8111-111111111111")],
    unread: 1,
  },
};

/** Pages of an investor, without flows. */
const PAGES = [
  ...["/overview", "/portfolio", "/strategies", "/strategies/M-BLOCKCHAIN", "/transactions", "/statements"],
  ...["/documents", "/performance", "/notifications", "/me", "/me/profile"],
] as const;

/** Widths in pixels of the narrowest phone and of a small window at 200 %. */
const WIDTHS = [320, 640];

test("investor pages with amounts of 12 digits and names of 60 letters do not overflow, and print without buttons", {
  timeout: 60_000,
}, async () => {
  const { page } = await visit(browser, {
    ...{ origin: portal.origin, lng: "th", viewport: { width: 320, height: 640 } },
  });
  await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
  await withLongValues(page, ANSWERS);
  const wide: string[] = [];
  const printed: string[] = [];
  for (const path of PAGES) {
    await page.goto(path);
    await settled(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 640 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) wide.push(`${path} at ${width}: ${over}`);
    }
    await page.emulateMedia({ media: "print" });
    for (const part of [".places", ".side", ".appbar", ".dock", "main button", "main .btn"])
      if (await page.locator(`${part}:visible`).first().isVisible()) printed.push(`${path}: ${part}`);
    if (!(await page.locator("main").innerText()).trim()) printed.push(`${path}: nothing`);
    const ground = page.locator(".valuehero, body").last();
    if (
      !/^rgba?\((255, 255, 255|0, 0, 0, 0)/.test(
        await ground.evaluate((of) => getComputedStyle(of).backgroundColor),
      )
    )
      printed.push(`${path}: a ground`);
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 320, height: 640 });
  }
  expect(wide).toEqual([]);
  expect(printed).toEqual([]);
  await page.context().close();
});
