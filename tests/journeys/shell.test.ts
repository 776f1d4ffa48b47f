import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import accessEn from "../../locales/en/access.json" with { type: "json" };
import formEn from "../../locales/en/form.json" with { type: "json" };
import commonTh from "../../locales/th/common.json" with { type: "json" };
import {
  asShown,
  DESKTOP,
  logIn,
  mailTo,
  PHONE,
  pressLogOut,
  says,
  settled,
  until,
  visit,
} from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
});
afterAll(closeWindows);

/** Answers the page's request for switches so that only these switches are on. */
async function switchesAre(page: Page, on: readonly string[]): Promise<void> {
  await page.route("**/api/frontend**", (route) =>
    route.fulfill({
      json: {
        toggles: on.map((name) => ({
          name,
          enabled: true,
          impressionData: false,
          variant: { name: "disabled", enabled: false },
        })),
      },
    }),
  );
}

test("a user can change the language if multiple languages are on, and the cookie lng stores the choice", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await she.page.goto("/login");
  await she.page.locator(".lang").first().click();
  await until(she.page, async () => (await she.page.locator("html").getAttribute("lang")) === "en", 5000);
  const cookies = await she.context.cookies();
  expect(cookies.find((cookie) => cookie.name === "lng")?.value).toBe("en");
  await she.page.reload();
  await settled(she.page);
  expect(await she.page.locator("html").getAttribute("lang")).toBe("en");
  await she.context.close();
});

test("the language cannot be changed if multiple languages are off", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await switchesAre(she.page, ["multiple-languages"]);
  await she.page.goto("/login");
  await she.page.locator(".lang").first().waitFor();
  await switchesAre(she.page, []);
  await she.page.reload();
  await she.page.locator(".dock button.btn--main").waitFor();
  await she.page.locator(".lang").first().waitFor({ state: "detached" });
  expect(await she.page.locator(".lang").count()).toBe(0);
  await she.context.close();
});

test("the debug console lists the page's calls without their queries while its switch is on", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: DESKTOP });
  await switchesAre(she.page, ["debug-console", "market-menu"]);
  await she.page.goto("/market");
  await settled(she.page);
  // Navigates without reloading the page, like a person.
  await she.page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "/dev/console";
    document.body.append(link);
    link.click();
    link.remove();
  });
  await she.page.locator("main code").first().waitFor();
  expect(await she.page.locator("main").innerText()).toContain("GET /strategies 200");
  await she.look("debug-console");
  expect(she.faults).toEqual([]);
  await she.context.close();

  const other = await visit(browser, { origin: portal.origin, lng: "en", viewport: DESKTOP });
  await switchesAre(other.page, []);
  await other.page.goto("/dev/console");
  await settled(other.page);
  expect(await other.page.locator("main code").count()).toBe(0);
  await other.context.close();
});

test("a feature with a switch is on the page while the switch is on, and is neither linked nor shown otherwise", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: DESKTOP });
  await switchesAre(she.page, []);
  await logIn(she.page, "investor@saphan.example", PEOPLE_PASSWORD);
  const shows = async (path: string) => {
    await she.page.goto(path);
    await settled(she.page);
    return {
      heading: await she.page.locator("h1").first().innerText(),
      menus: await she.page.locator(".side nav a").allInnerTexts(),
      panel: await she.page.locator(".hero").count(),
    };
  };
  expect(await shows("/market")).toMatchObject({
    heading: expect.stringMatching(/not found|does not exist|no page/i),
  });
  expect(await shows("/tools")).toMatchObject({
    heading: expect.stringMatching(/not found|does not exist|no page/i),
  });
  const plain = await shows("/overview");
  expect(plain.menus).not.toContain("Market");
  expect(plain.menus).not.toContain("Tools");
  expect(plain.panel).toBe(0);

  await switchesAre(she.page, ["market-menu", "tools-menu", "new-overall-page"]);
  expect(await shows("/market")).toMatchObject({
    heading: "Market",
    menus: expect.arrayContaining(["Market", "Tools"]),
  });
  expect((await shows("/tools")).heading).toBe("Tools");
  expect((await shows("/overview")).panel).toBe(1);

  const form = she.page.locator("#interest-form");
  expect(await form.getAttribute("hidden")).not.toBeNull();
  await she.page.goto("/overview#interest=TECHNICAL_HELP");
  await form.locator("dialog[open]").waitFor();
  await form.locator("a.btn--main").click();
  await she.page.waitForURL((url) => url.pathname === "/contact");
  await settled(she.page);
  const chosen = she.page.locator("label", { has: she.page.locator("input:checked") });
  expect(await chosen.allInnerTexts()).toEqual([
    expect.stringMatching(asShown(formEn.common["contact-topic"].options.TECHNICAL_HELP)),
  ]);

  // A signed contract with a list of contents, which is shown while the new contract layout is on.
  const sections = ["1. Parties", "2. Orders"].map((heading) => ({ heading, text: "You and we." }));
  const contract = { version: "2026-01", signedAt: "2026-11-20T10:00:00+07:00", language: "en" };
  const words = { title: "Agreement", mark: null, sections };
  await she.page.route("**/api/contracts", (route) =>
    route.fulfill({ json: { contracts: [{ ...contract, textHash: "a".repeat(64), words }] } }),
  );
  for (const layout of [[], ["new-contract-layout"]]) {
    await switchesAre(she.page, ["view-signed-contract", ...layout]);
    await she.page.goto("/documents");
    await she.page.locator("article summary").click();
    await expect.poll(() => she.page.locator("article ol.contents li").count()).toBe(layout.length * 2);
  }
  expect(she.faults).toEqual([]);
  await she.context.close();
});

test("a green bar, 3 pixels high, stays at the top of the page during a route change", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await she.page.goto("/login");
  await settled(she.page);
  let arrive = () => {};
  const held = new Promise<void>((done) => {
    arrive = done;
  });
  await she.page.route("**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  const bar = she.page.locator(".loading");
  expect(await bar.count()).toBe(0);
  // At the start of a route change the page asks whether the portal is closed.
  const asked = she.page.waitForRequest("**/api/app-setting/maintenance");
  await she.page.locator('a[href="/forgot-password"]').click();
  expect((await asked).headers()["x-action"]).toBe("app-setting[/forgot-password]");
  await bar.waitFor();
  expect(await bar.boundingBox()).toEqual({ x: 0, y: 0, width: PHONE.width, height: 3 });
  const colour = await bar.locator("i").evaluate((line) => getComputedStyle(line).backgroundColor);
  const [red = 255, green = 0, blue = 255] = (colour.match(/\d+/g) ?? []).map(Number);
  expect(green).toBeGreaterThan(Math.max(red, blue) * 1.3);
  arrive();
  await she.page.locator("input[type=email]").waitFor();
  await bar.waitFor({ state: "detached" });
  expect(she.faults).toEqual([]);
  await she.context.close();
});

test("log-out shows a full-screen modal in Thai that asks the user to wait", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await logIn(she.page, "investor@saphan.example", PEOPLE_PASSWORD);
  await she.page.goto("/me");
  await settled(she.page);
  await she.page.route("**/api/auth/logout", async (route) => {
    await new Promise((done) => setTimeout(done, 1200));
    await route.continue();
  });
  await pressLogOut(she.page);
  const modal = she.page.locator("dialog.curtain[open]");
  await modal.waitFor();
  expect(await modal.innerText()).toMatch(/รอสักครู่/);
  await she.page.waitForURL((url) => /^\/(en)?$/.test(url.pathname), { timeout: 15_000 });
  const cookies = await she.context.cookies();
  expect(cookies.filter((cookie) => cookie.name.startsWith("saphan_token"))).toEqual([]);
  await she.context.close();
});

// finance2 keeps the new password on the shared portal; no other file logs in with that account on this
// portal.
test("a user replaces a forgotten password through a link by e-mail, and only the new password works", async () => {
  const he = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await he.page.goto("/forgot-password");
  await settled(he.page);
  await he.page.locator("input[type=email]").fill("finance2@saphan.example");
  await he.look("forgot-password");
  await he.page.locator(".dock button.btn--main").click();
  const mail = await mailTo(portal.origin, "finance2@saphan.example", "reset-password");
  const link = /https?:\/\/\S+/.exec(mail.body)?.[0] ?? "";
  await he.page.goto(link);
  await settled(he.page);
  const fields = he.page.locator("input[autocomplete=new-password]");
  await fields.nth(0).fill("Replaced#26");
  await fields.nth(1).fill("Replaced#26");
  await he.look("reset-password");
  await he.page.locator(".dock button.btn--main").click();
  await says(he.page, commonTh.reset.done);
  await he.page.waitForURL((url) => url.pathname === "/login");
  await logIn(he.page, "finance2@saphan.example", "Replaced#26");
  expect(he.faults).toEqual([]);
  await he.context.close();
});

test("a toast reports a recovered account, and log-in requires the account's new password", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await she.page.route("**/api/auth/account-recovery/verify", (route) =>
    route.fulfill({ json: { email: "s•••@example.com", twoFactor: true } }),
  );
  const sent: unknown[] = [];
  await she.page.route("**/api/auth/account-recovery", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  await she.page.goto("/account-recovery?token=of-a-letter");
  await she.page.locator("#recovery-code").fill("ABCDE-FGHJK");
  await she.page.locator("#password").fill("Replaced#26");
  await she.page.locator("#again").fill("Replaced#26");
  await she.page.locator(".dock button.btn--main").click();
  await says(she.page, accessEn.recovery.done);
  await she.page.waitForURL((url) => url.pathname === "/login");
  expect(sent).toEqual([{ token: "of-a-letter", password: "Replaced#26", recoveryCode: "ABCDE-FGHJK" }]);
  expect(she.faults).toEqual([]);
  await she.context.close();
});

test("a used or forged confirmation link shows a message with links to other pages", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await she.page.goto("/verify?token=forged");
  await she.page.locator(".dock .btn--main").waitFor();
  await she.look("verify-failed");
  expect(she.faults).toEqual([]);
  await she.context.close();
});

test.each([
  ["th", PHONE, "ถ่ายรูปบัตรประชาชนให้เราตรวจ"],
  ["en", DESKTOP, "Take pictures of your ID card"],
] as const)(
  "the overview lists in %s the remaining steps to open the account, in order, with one main button",
  async (lng, viewport, first) => {
    const she = await visit(browser, { origin: portal.origin, lng, viewport });
    await logIn(she.page, "fresh@saphan.example", PEOPLE_PASSWORD);
    await she.page.goto("/overview");
    const steps = she.page.locator(".openlist > li");
    await steps.first().waitFor();
    await settled(she.page);
    expect(await steps.count()).toBe(8);
    expect(await she.page.locator(".homenext a.btn").count()).toBe(1);
    expect(await steps.first().innerText()).toContain(first);
    await she.look("overview of somebody whose account is not open yet");
    await she.page.locator(".homenext a.btn").click();
    await until(she.page, async () => new URL(she.page.url()).pathname === "/kyc", 5000);
    await she.page.locator('.flowbar a[href="/overview"]').click();
    await until(she.page, async () => new URL(she.page.url()).pathname === "/overview", 5000);
    expect(she.faults).toEqual([]);
    await she.context.close();
  },
);

test("the questions page answers fifteen questions and can be searched", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await she.page.goto("/faq");
  await settled(she.page);
  expect(await she.page.locator("main details").count()).toBe(15);
  await she.look("questions");
  await she.page.getByRole("searchbox").fill("NAV");
  await she.page.keyboard.press("Enter");
  await she.page.waitForURL(/\/faq\?q=NAV$/);
  const found = she.page.locator("main details[open]");
  expect(await found.count()).toBeGreaterThan(0);
  expect(await found.count()).toBeLessThan(15);
  await she.look("questions-found");
  expect(she.faults).toEqual([]);
  await she.context.close();
});
