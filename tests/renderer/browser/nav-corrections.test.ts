import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "../../../engine/values/languages.ts";
import type {
  MadeGoodFigures,
  NavCorrection,
  NavDay,
  OrderWithTimeline,
} from "../../../renderer/kit/api/answers.ts";
import { DESKTOP, logIn, PHONE, settled, type Viewport, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";

const LONG_MS = 120_000;
/** Folder for pictures; unset if none are wanted. */
const PICTURES = process.env.SAPHAN_PICTURES;

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
}, LONG_MS);
afterAll(closeWindows);

const figures: MadeGoodFigures = {
  orders: 312,
  lost: 204,
  gained: 108,
  forward: 0,
  units: "9160.1852",
  baht: "104426.11",
  payouts: "21500.40",
  borne: "48211.09",
};
const entry = (of: Partial<NonNullable<NavDay["strategies"][number]["entry"]>>) => ({
  id: "00000000-0000-4000-8000-000000000031",
  strategy: "M-BTCA",
  date: "2026-11-23",
  nav: "12.0000",
  status: "APPROVED" as const,
  demo: false,
  corrects: null,
  reason: null,
  enteredBy: "ann@saphan.example",
  enteredByYou: false,
  decidedBy: "bob@saphan.example",
  decidedAt: "2026-11-23T18:04:00+07:00",
  decisionReason: null,
  ...of,
});
const row = (of: Partial<NavDay["strategies"][number]>): NavDay["strategies"][number] => ({
  code: "M-BTCA",
  nameKey: "strategies.m-btca",
  before: { date: "2026-11-20", nav: "11.9100" },
  entry: entry({}),
  correction: null,
  sentBack: null,
  jumpBps: 1_000,
  affects: { orders: 0, baht: "0.00", units: "0.0000", holders: 0 },
  replaced: [],
  ...of,
});
const day: NavDay = {
  date: "2026-11-23",
  businessDay: true,
  calendarLoaded: true,
  from: "2026-11-23T14:00:00+07:00",
  strategies: [
    row({}),
    row({
      code: "M-LCAP",
      entry: entry({ strategy: "M-LCAP", nav: "10.6000" }),
      correction: entry({
        id: "00000000-0000-4000-8000-000000000032",
        strategy: "M-LCAP",
        nav: "10.1000",
        status: "ENTERED",
        corrects: "10.6000",
        reason: "the price of one coin was of another day",
        decidedBy: null,
        decidedAt: null,
      }),
      before: { date: "2026-11-20", nav: "10.5500" },
    }),
    row({
      code: "M-STABLE",
      entry: entry({
        strategy: "M-STABLE",
        nav: "17.5600",
        status: "ENTERED",
        reason: "the issuer paid out its reserve",
        decidedBy: null,
        decidedAt: null,
      }),
      affects: { orders: 41, baht: "1250000.00", units: "4200.0000", holders: 388 },
    }),
  ],
  waiting: [],
  open: [{ date: "2026-11-20", strategies: ["M-NEXT GEN", "M-STABLE"] }],
};
const correction: NavCorrection = {
  id: "00000000-0000-4000-8000-000000000033",
  strategy: "M-BTCA",
  date: "2026-11-18",
  nav: "11.4000",
  before: "12.0000",
  reason: "the price of one coin was of another day",
  state: "PROPOSED",
  figures,
  postedAt: null,
  approvals: 1,
  approvalsNeeded: 2,
  mayDecide: true,
  decisions: [
    {
      by: "bob@saphan.example",
      decision: "APPROVED",
      reason: "agrees with the administrator's sheet",
      at: "2026-11-23T10:12:00+07:00",
    },
  ],
};
const posted: NavCorrection = {
  ...correction,
  id: "00000000-0000-4000-8000-000000000034",
  date: "2026-11-12",
  state: "APPROVED",
  postedAt: "2026-11-13T11:30:00+07:00",
  approvals: 2,
  mayDecide: false,
  decisions: [
    ...correction.decisions,
    { by: "col@saphan.example", decision: "APPROVED", reason: "checked", at: "2026-11-13T11:30:00+07:00" },
  ],
};

async function inside(who: "finance" | "investor", lng: Language, viewport: Viewport): Promise<Page> {
  const { page } = await visit(browser, { origin: portal.origin, lng, viewport });
  await logIn(page, `${who}@saphan.example`, PEOPLE_PASSWORD);
  return page;
}

async function looked(page: Page, name: string, viewport: Viewport): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(viewport.width);
}

const SCREENS = (["en", "th"] as const).flatMap((lng) =>
  [
    { lng, viewport: DESKTOP, name: "desktop" },
    { lng, viewport: PHONE, name: "phone" },
  ]
    // Each language runs once, unless pictures are wanted.
    .filter(({ name }) => PICTURES !== undefined || (name === "phone") === (lng === "th")),
);

describe("a corrected NAV", { timeout: LONG_MS }, () => {
  test.each(SCREENS)(
    "shows its compensation to finance before saving, approving and deciding the correction ($lng, $name)",
    async ({ lng, viewport, name }) => {
      const page = await inside("finance", lng, viewport);
      const asked: string[] = [];
      await page.route(/\/api\/nav(\?|$)/, (route) => route.fulfill({ json: day }));
      await page.route(/correction-preview/, (route) => {
        asked.push(new URL(route.request().url()).searchParams.get("nav") ?? "");
        return route.fulfill({ json: figures });
      });
      await page.route(/\/api\/nav-corrections$/, (route) =>
        route.fulfill({ json: { corrections: [correction, posted] } }),
      );
      await page.route(/\/api\/nav-corrections\/.*\/entries/, (route) =>
        route.fulfill({
          json: {
            entries: [
              {
                reference: "SP-261112-000003",
                debit: "strategy:M-BTCA",
                credit: "investors",
                asset: "M-BTCA",
                amount: "52.0684",
                bookedOn: "2026-11-13",
              },
              {
                reference: "SP-261112-000004",
                debit: "compensation",
                credit: "strategy:M-BTCA",
                asset: "THB",
                amount: "494.65",
                bookedOn: "2026-11-13",
              },
              {
                reference: null,
                debit: "fees:management",
                credit: "accrued:management:M-BTCA",
                asset: "THB",
                amount: "0.55",
                bookedOn: "2026-11-13",
              },
            ],
          },
        }),
      );
      await page.goto("/staff/nav");
      await settled(page);
      // A waiting correction shows its compensation beside the Approve button.
      const waits = page.locator('[data-strategy="M-LCAP"] [data-preview]');
      await waits.waitFor();
      for (const text of ["104,426.11", "9,160.1852", "48,211.09", "312", "204", "108"])
        expect(await waits.innerText()).toContain(text);
      // A NAV with a large change shows its reason and the people affected beside the Approve button.
      const jumps = await page.locator('[data-strategy="M-STABLE"]').innerText();
      for (const text of ["47.44", "the issuer paid out its reserve", "1,250,000.00", "388"])
        expect(jumps).toContain(text);
      // A typed NAV shows the compensation before the NAV is saved.
      const mine = page.locator('[data-strategy="M-BTCA"]');
      await mine.getByRole("button").last().click();
      await mine.locator("input").first().fill("11.4");
      await mine.locator("[data-preview]").waitFor();
      expect(asked).toEqual(expect.arrayContaining(["10.1000", "11.4"]));
      // A posted correction shows its approver, its time and its ledger entries.
      const done = page.locator("article", { hasText: "col@saphan.example" });
      await done.locator("summary").last().click();
      await done.getByText("SP-261112-000003").waitFor();
      expect(await done.innerText()).toContain("494.65");
      await looked(page, `nav-corrections-${name}-${lng}`, viewport);
      await page.context().close();
    },
  );

  test.each(SCREENS)(
    "is shown on the page of each order that it affects ($lng, $name)",
    async ({ lng, viewport, name }) => {
      const page = await inside("investor", lng, viewport);
      const order: OrderWithTimeline = {
        id: "00000000-0000-4000-8000-000000000041",
        reference: "SP-261123-000041",
        kind: "redemption",
        status: "ALLOTTED",
        step: "success",
        strategy: "M-BTCA",
        counter: null,
        amount: null,
        unitsWished: "400.0000",
        sellAll: false,
        reservedUnits: "400.0000",
        fee: "80.00",
        vat: "5.60",
        net: "4714.40",
        method: null,
        riskAcknowledged: false,
        placedAt: "2026-11-23T10:00:00+07:00",
        navDate: "2026-11-23",
        allotmentDate: "2026-11-24",
        payBy: null,
        paidAt: null,
        nav: "12.0000",
        units: "400.0000",
        value: "4800.00",
        allottedOn: "2026-11-24",
        payout: { bank: "004", number: "xxx-xxx-3334" },
        sentAt: "2026-11-24T11:00:00+07:00",
        paidOutAt: "2026-11-24T11:00:00+07:00",
        payIn: null,
        approvals: { given: 1, needed: 1 },
        rejectReason: null,
        corrections: [
          {
            id: "00000000-0000-4000-8000-000000000042",
            at: "2026-11-26T11:30:00+07:00",
            strategy: "M-BTCA",
            date: "2026-11-23",
            nav: "13.0000",
            units: "0.0000",
            baht: "357.20",
            paidAt: null,
          },
        ],
        cancellableUntil: null,
        timeline: [
          { step: "received", at: "2026-11-23T10:00:00+07:00", expected: null },
          { step: "approved", at: "2026-11-23T11:00:00+07:00", expected: null },
          { step: "nav", at: "2026-11-23T18:00:00+07:00", expected: null },
          { step: "allotted", at: "2026-11-24T08:30:00+07:00", expected: null },
          { step: "paid-out", at: "2026-11-24T11:00:00+07:00", expected: null },
        ],
      };
      await page.route(new RegExp(`/api/orders/${order.id}`), (route) => route.fulfill({ json: order }));
      await page.goto(`/orders/${order.id}`);
      await settled(page);
      await page.getByText("13.0000").waitFor();
      expect(await page.locator("main").innerText()).toContain("357.20");
      await looked(page, `order-corrected-${name}-${lng}`, viewport);
      await page.context().close();
    },
  );
});
