import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIXED_DAY } from "../support/fixed-day.ts";
import { arrive, fill, goOn, LONG, logIn, PHONE, settled, visit } from "./driver.ts";
import { INVESTOR_PIN, PEOPLE_PASSWORD } from "./people.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";
import { callsOf } from "./staff-calls.ts";
import { playTwoYears } from "./two-years.ts";

// The script takes half a minute of settlement and accruals, so the test runs only in the campaign of
// journeys.
describe.runIf(LONG)("the demo investor, once the README's script has run,", () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await startPortal({ brand: "saphan" });
    await playTwoYears(portal.origin, FIXED_DAY);
  }, 180_000);
  afterAll(async () => {
    await closeWindows();
    await portal.stop();
  });

  test("has units of three strategies, an open order and statements", async () => {
    const { call } = await callsOf(portal.origin, "investor");
    expect((await call("GET", "/overview")).body).toMatchObject({
      holdings: [{ code: "M-BTCA" }, { code: "M-LCAP" }, { code: "M-STABLE" }],
      onTheWay: [expect.anything()],
    });
    const { documents } = (await call("GET", "/documents")).body as { documents: readonly object[] };
    expect(documents.length).toBeGreaterThan(3);
  });

  /**
   * Everyday tasks: what is pressed, starting at the overview, and what is then on the screen. A link is
   * named by its address.
   */
  const TASKS: readonly (readonly [task: string, presses: readonly string[], end: string])[] = [
    ["change the phone number", ["/me", "/me/security", "/flows/phone"], "#f\\/phone"],
    ["see what was earned this year", ["/me", "/documents", "/performance", "text=This year"], "#sum"],
    ["stop e-mails about new NAVs", ["/notifications", "#letters-nav"], "#letters-nav"],
    ["save the tax invoice of an order", ["/transactions", "first:/orders/", "text=Tax invoice"], "main h1"],
    ["save the list of orders", ["/transactions", "text=Download CSV"], "main h1"],
    ["change the password", ["/me", "/me/security", "/flows/password"], "main h1"],
    ["move to a new address", ["/me", "/flows/personal"], "main h1"],
    ["log out a lost phone", ["/me", "/me/sessions"], "text=Log out all other devices"],
    ["complain", ["/me", "/complaint"], "main h1"],
    ["see what a strategy did", ["/strategies", "first:/strategies/M-"], "main .range"],
  ];
  const press = async (page: Page, what: string) => {
    const [, start] = /^first:(.+)$/.exec(what) ?? [];
    if (start !== undefined) await page.locator(`main a[href^="${start}"]:visible`).last().click();
    else if (what.startsWith("/")) await page.locator(`a[href="${what}"]:visible`).first().click();
    else await page.locator(what).first().click();
    await settled(page);
  };

  test("can complete each of ten everyday tasks with at most six presses from the overview, on a phone", async () => {
    const she = await visit(await sharedBrowser(), { origin: portal.origin, lng: "en", viewport: PHONE });
    await logIn(she.page, "investor@saphan.example", PEOPLE_PASSWORD);
    for (const [task, presses, end] of TASKS) {
      expect([task, presses.length <= 6]).toEqual([task, true]);
      await she.page.goto("/overview");
      await settled(she.page);
      for (const what of presses) await press(she.page, what);
      await she.page.locator(end).first().waitFor();
    }
    // The investor withdraws 5,000 baht: reduce, strategy, continue, in baht, amount (typed), continue,
    // confirm, PIN (typed).
    await she.page.goto("/overview");
    let presses = 0;
    const pressed = async (what: () => Promise<void>) => {
      presses += 1;
      await what();
    };
    await pressed(() => press(she.page, "/flows/reduce"));
    await arrive(she.page, "choose");
    await pressed(() => fill(she.page, { "/strategy": { choice: 0 } }));
    await pressed(() => goOn(she.page));
    await arrive(she.page, "wish");
    await pressed(() => fill(she.page, { "/kind": { choice: 0 } }));
    await fill(she.page, { "/amount": "5000" });
    await pressed(() => goOn(she.page));
    await arrive(she.page, "review");
    await pressed(() => goOn(she.page));
    await arrive(she.page, "pin");
    await she.page.keyboard.type(INVESTOR_PIN);
    await arrive(she.page, "created");
    expect(presses).toBeLessThanOrEqual(6);
    expect(she.faults).toEqual([]);
    await she.context.close();
  }, 120_000);
});
