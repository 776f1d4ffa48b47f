import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESKTOP, logIn, PHONE, settled, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";

const LONG_MS = 120_000;
/** Folder for pictures; unset if none are wanted. */
const PICTURES = process.env.SAPHAN_PICTURES;
/** Switch without any effect, so that the shared portal stays unchanged. */
const SWITCH = "eagle";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
}, LONG_MS);
afterAll(closeWindows);

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}
const row = (page: Page) => page.locator(`[data-switch="${SWITCH}"]`);
const stateOf = (page: Page) => row(page).locator(".badge").first().innerText();
async function fits(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

test("a switch change, proposed on a phone and approved by another person, reaches open pages and flows without a reload", {
  timeout: LONG_MS,
}, async () => {
  const { page: ann } = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await logIn(ann, "operations@saphan.example", PEOPLE_PASSWORD);
  await ann.goto("/studio/switches");
  await row(ann).waitFor();
  await settled(ann);
  await picture(ann, "switches-phone-th");
  await fits(ann, PHONE.width);
  await ann.locator(".switchfilters input").fill(SWITCH);
  await expect.poll(() => ann.locator("[data-switch]").count()).toBe(1);
  const before = await stateOf(ann);
  await row(ann).locator("summary").click();
  await row(ann).locator(".switchhistory li").first().waitFor();
  await row(ann).locator(".switchmore .btn--main").click();
  await row(ann).locator("select").selectOption("some");
  await row(ann).locator("button[type=submit]").click();
  expect(await row(ann).locator("[aria-invalid=true]").count()).toBe(2);
  await row(ann)
    .locator("select")
    .selectOption(before === "เปิด" ? "off" : "everybody");
  await row(ann).locator("textarea").fill("ลองเปลี่ยน");
  await picture(ann, "switches-form-phone-th");
  await fits(ann, PHONE.width);
  await row(ann).locator("button[type=submit]").click();
  await ann.locator(`[data-change="${SWITCH}"] .switchpairs b`).waitFor();
  await picture(ann, "switches-own-phone-th");

  const { page: investor } = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await logIn(investor, "investor@saphan.example", PEOPLE_PASSWORD);
  await investor.goto("/invest");
  await settled(investor);
  let looks = 0;
  investor.on("request", (request) => {
    if (request.method() === "GET" && /\/api\/instances\/[^/]+$/.test(request.url())) looks += 1;
  });

  const { page: bob } = await visit(browser, { origin: portal.origin, lng: "en", viewport: DESKTOP });
  await logIn(bob, "operations2@saphan.example", PEOPLE_PASSWORD);
  await bob.goto("/studio/switches");
  const waits = bob.locator(`[data-change="${SWITCH}"]`);
  await waits.locator("textarea").fill("seen");
  await settled(bob);
  await picture(bob, "switches-desk-en");
  await fits(bob, DESKTOP.width);
  await waits.locator("button[type=submit]").click();
  await waits.waitFor({ state: "detached" });
  await expect.poll(() => stateOf(ann)).not.toBe(before);
  await expect.poll(() => looks).toBeGreaterThan(0);
  await ann.locator(".pick").first().click();
  await expect.poll(() => ann.locator("[data-switch]").count()).toBe(1);
  await row(bob).locator("summary").click();
  await row(bob).locator(".switchhistory li").nth(1).waitFor();
  await picture(bob, "switches-opened-desk-en");
  const invest = bob.locator('[data-switch="invest"]');
  await invest.locator("summary").click();
  await invest.locator(".switchsays li").first().waitFor();
  await invest.locator(".switchmore .btn").nth(1).click();
  await invest.locator("textarea").waitFor();
  await picture(bob, "switches-press-desk-en");
});
