import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DESKTOP, PHONE, visit } from "../../journeys/driver.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";

const LONG_MS = 120_000;
const PAGES = [
  "/",
  "/strategies",
  "/strategies?q=bit",
  "/strategies/compare",
  "/strategies/M-BTCA",
  "/articles",
  "/articles/nav-and-cutoff",
  "/news",
  "/testimonials",
  "/coffee",
  "/coffee/who-holds-the-keys",
  "/activities",
  "/team",
  "/faq",
  "/learn",
  "/about",
  "/disclosure",
  "/custody",
  "/legal/terms",
] as const;

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
}, LONG_MS);
afterAll(closeWindows);

const english = (path: string) => (path === "/" ? "/en" : `/en${path}`);

describe("the public pages", { timeout: LONG_MS }, () => {
  test.each([
    ["th", { width: 320, height: 700 }, "light"],
    ["en", DESKTOP, "dark"],
  ] as const)("are accessible (axe) and fit the screen (%s)", async (lng, viewport, colorScheme) => {
    const she = await visit(browser, { origin: portal.origin, lng: "th", viewport, series: `site-${lng}` });
    await she.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const path of PAGES) {
      await she.page.goto(lng === "en" ? english(path) : path);
      await she.look(path.replaceAll(/\W+/g, "-"));
      const wider = await she.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([path, Math.max(0, wider)]).toEqual([path, 0]);
    }
    expect(she.faults).toEqual([]);
    await she.context.close();
  });

  test("the public pages work without JavaScript, including menu, language, search and comparison", async () => {
    const context = await browser.newContext({
      baseURL: portal.origin,
      viewport: PHONE,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto("/");
    await page.locator("header details summary").click();
    await page.locator("header details a[hreflang=en]").click();
    expect(new URL(page.url()).pathname).toBe("/en");
    await page.goto("/en/strategies");
    await page.getByRole("searchbox").fill("bitcoin");
    await page.getByRole("button", { name: "Search" }).click();
    expect(await page.locator("main [role=status]").innerText()).toContain("1 of 6");
    await page.locator("input[name=codes]").check();
    await page.getByRole("button", { name: "Compare" }).click();
    expect(new URL(page.url()).pathname).toBe("/en/strategies/compare");
    expect(await page.locator("table thead th").count()).toBe(1);
    await context.close();
  });

  test("an English public page leads into the app in English, and leads a logged-in person to the overview", async () => {
    const she = await visit(browser, { origin: portal.origin, lng: "th", viewport: DESKTOP });
    await she.page.goto("/en");
    await she.page.locator("header").getByRole("link", { name: "Log in" }).click();
    await she.page.waitForURL("**/login");
    await she.page.getByLabel("E-mail").waitFor();
    const expires = Math.floor(Date.now() / 1000) + 600;
    const token = `x.${Buffer.from(JSON.stringify({ exp: expires })).toString("base64url")}.x`;
    await she.context.addCookies([{ name: "saphan_token", value: token, url: portal.origin }]);
    await she.page.goto("/en/faq");
    await she.page.locator("header").getByRole("link", { name: "My account" }).waitFor();
    expect(await she.page.locator("header a[data-account]").first().getAttribute("href")).toBe("/overview");
    expect(she.faults).toEqual([]);
    await she.context.close();
  });
});
