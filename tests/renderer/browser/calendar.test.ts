import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CalendarChange, CalendarDesk, MovedOrders } from "../../../renderer/kit/api/answers.ts";
import { DESKTOP, logIn, PHONE, settled, visit } from "../../journeys/driver.ts";
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

const moves: MovedOrders = {
  orders: 11,
  investors: 2,
  baht: "41000.00",
  units: "2100.0000",
  days: [
    { what: "nav", from: "2026-11-25", to: "2026-11-26", orders: 5 },
    { what: "allotment", from: "2026-11-25", to: "2026-11-26", orders: 4 },
    { what: "pay-by", from: "2026-11-30", to: "2026-12-01", orders: 1 },
  ],
};
const change: CalendarChange = {
  id: "00000000-0000-4000-8000-000000000021",
  kind: "ADD_HOLIDAY",
  year: 2026,
  date: "2026-11-25",
  name: { th: "วันหยุดพิเศษ", en: "Special holiday" },
  state: "PROPOSED",
  note: "Cabinet resolution of 24 November 2026",
  enteredBy: "ann@saphan.example",
  enteredAt: "2026-11-24T16:00:00+07:00",
  own: false,
  decidedBy: null,
  decidedAt: null,
  decisionNote: null,
  moved: 0,
};
const desk: CalendarDesk = {
  today: "2026-11-24",
  years: [
    { year: 2025, confirmed: true, businessDays: 241, holidays: [] },
    {
      year: 2026,
      confirmed: true,
      businessDays: 242,
      holidays: [
        { date: "2026-10-23", name: { th: "วันปิยมหาราช", en: "Chulalongkorn Day" }, over: true },
        {
          date: "2026-12-07",
          name: { th: "ชดเชยวันพ่อแห่งชาติ", en: "King Bhumibol's Birthday (substitution)" },
          over: false,
        },
        { date: "2026-12-10", name: { th: "วันรัฐธรรมนูญ", en: "Constitution Day" }, over: false },
        { date: "2026-12-31", name: { th: "วันสิ้นปี", en: "New Year's Eve" }, over: false },
      ],
    },
    {
      year: 2027,
      confirmed: false,
      businessDays: 243,
      holidays: [{ date: "2027-01-01", name: { th: "วันขึ้นปีใหม่", en: "New Year's Day" }, over: false }],
    },
  ],
  lastNavDay: "2027-12-27",
  unsettled: [{ year: 2027, loaded: true }],
  waiting: [
    { ...change, affects: moves, refusal: null },
    {
      ...change,
      id: "00000000-0000-4000-8000-000000000022",
      date: "2026-11-24",
      own: true,
      affects: null,
      refusal: "holiday-has-nav",
    },
  ],
  earlier: [
    {
      ...change,
      id: "00000000-0000-4000-8000-000000000023",
      date: "2026-10-30",
      state: "APPROVED",
      decidedBy: "cat@saphan.example",
      decidedAt: "2026-10-29T17:00:00+07:00",
      decisionNote: "read the announcement",
      moved: 128,
    },
  ],
};

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

describe("the calendar desk", { timeout: LONG_MS }, () => {
  test.each([
    { lng: "en", viewport: DESKTOP, name: "desk" },
    { lng: "th", viewport: PHONE, name: "phone" },
  ] as const)(
    "shows the people whom a holiday affects, before its proposal and before its approval ($lng, $name)",
    async ({ lng, viewport, name }) => {
      const { page } = await visit(browser, { origin: portal.origin, lng, viewport });
      await logIn(page, "finance@saphan.example", PEOPLE_PASSWORD);
      const said: unknown[] = [];
      await page.route("**/api/calendar", (route) => route.fulfill({ json: desk }));
      await page.route("**/api/calendar/tasks", (route) =>
        route.fulfill({ json: { toDecide: 1, unsettled: desk.unsettled } }),
      );
      await page.route("**/api/calendar/holidays/*/moves", (route) => route.fulfill({ json: moves }));
      await page.route("**/api/calendar/holidays", (route) => {
        said.push(route.request().postDataJSON());
        return route.fulfill({ status: 201, json: { id: change.id } });
      });
      await page.route("**/api/calendar/changes/*/approve", (route) => {
        said.push(route.request().postDataJSON());
        return route.fulfill({ json: { id: change.id, state: "APPROVED" } });
      });
      await page.goto("/staff");
      await settled(page);
      await picture(page, `calendar-home-${name}-${lng}`);
      await page.locator('main a[href="/staff/calendar"]').click();
      const waits = page.locator('[data-change="2026-11-25"]');
      await waits.waitFor();
      await settled(page);
      await picture(page, `calendar-${name}-${lng}`);
      for (const text of ["11", "41,000.00", "2,100.0000", "25/11/2026", "26/11/2026", "ann@saphan.example"])
        expect(await waits.innerText()).toContain(text);
      // A day with a NAV shows a warning, and the person who entered the NAV has no button to decide.
      const own = page.locator('[data-change="2026-11-24"]');
      expect(await own.locator("button").count()).toBe(0);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);

      await waits.locator("textarea").fill("read the announcement");
      await waits.getByRole("button").first().click();
      await expect.poll(() => said).toEqual([{ note: "read the announcement" }]);

      await page.locator(".screenhead > .btn--main").click();
      const form = page.locator("form.judged");
      await form.locator("button[type=submit]").click();
      expect(await form.locator("[aria-invalid=true]").count()).toBe(4);
      // Thai digits and the Buddhist era are accepted.
      await form.locator("#holiday-date").fill("๒๕/๑๑/๒๕๖๙");
      await form.getByText("41,000.00").waitFor();
      await form.locator("#holiday-th").fill("วันหยุดพิเศษ");
      await form.locator("#holiday-en").fill("Special holiday");
      await form.locator("#holiday-note").fill("Cabinet resolution of 24 November 2026");
      await picture(page, `calendar-form-${name}-${lng}`);
      await form.locator("button[type=submit]").click();
      await form.waitFor({ state: "detached" });
      expect(said[1]).toEqual({
        date: "2026-11-25",
        th: "วันหยุดพิเศษ",
        en: "Special holiday",
        note: "Cabinet resolution of 24 November 2026",
      });

      await page.locator('[data-year="2026"] li').nth(1).getByRole("button").click();
      await page.locator('[data-year="2026"] form').waitFor();
      await picture(page, `calendar-withdraw-${name}-${lng}`);
      await page.context().close();
    },
  );
});
