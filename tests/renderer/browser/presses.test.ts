import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESKTOP, settled, visit } from "../../journeys/driver.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";

const LONG_MS = 120_000;

let portal: SharedPortal;
beforeAll(async () => {
  portal = await sharedPortal();
}, LONG_MS);
afterAll(closeWindows);

async function loginPage(before?: (page: Page) => Promise<void>): Promise<Page> {
  const { page } = await visit(await sharedBrowser(), {
    origin: portal.origin,
    lng: "th",
    viewport: DESKTOP,
  });
  await before?.(page);
  await page.goto("/login");
  return page;
}
const logInButton = (page: Page) => page.locator(".dock button.btn--main");
async function middle(control: Locator): Promise<readonly [number, number]> {
  const box = await control.boundingBox();
  if (box === null) throw new Error("The control is not shown.");
  return [box.x + box.width / 2, box.y + box.height / 2];
}
/** Moves the button down by a margin above it, as a late answer would. */
async function pushDown(page: Page): Promise<void> {
  await page.locator("main h1").evaluate((title) => {
    title.style.marginTop = "170px";
  });
}

test("a press counts even if the button moves away while it is pressed", { timeout: LONG_MS }, async () => {
  const page = await loginPage();
  await settled(page);
  await page.mouse.move(...(await middle(logInButton(page))));
  await page.mouse.down();
  await pushDown(page);
  await page.mouse.up();
  await page.locator("#email[aria-invalid=true]").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
});

test("a press does nothing if the pointer is dragged off the button", { timeout: LONG_MS }, async () => {
  const page = await loginPage();
  await settled(page);
  const [x, y] = await middle(logInButton(page));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - 200, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(x, y);
  await page.locator("#email").fill("x");
  expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
});

test("the log-in button keeps its position, even if the other log-in methods load late", {
  timeout: LONG_MS,
}, async () => {
  const page = await loginPage(async (page) => {
    await page.route("**/api/auth/social", async (route) => {
      await new Promise((done) => setTimeout(done, 1_500));
      await route.continue();
    });
  });
  await logInButton(page).waitFor();
  const appeared = await middle(logInButton(page));
  await page.locator(".socialways").waitFor();
  await settled(page);
  expect(await middle(logInButton(page))).toEqual(appeared);
});
