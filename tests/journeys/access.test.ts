import pg from "pg";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Language } from "../../engine/values/languages.ts";
import accessTh from "../../locales/th/access.json" with { type: "json" };
import commonTh from "../../locales/th/common.json" with { type: "json" };
import {
  asShown,
  DESKTOP,
  logIn,
  mailTo,
  newestMail,
  PHONE,
  pressLogOut,
  settled,
  tick,
  until,
  type Visitor,
  visit,
} from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

let browser: Browser;
let portal: SharedPortal;
let database: pg.Client;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
  database = new pg.Client(portal.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await closeWindows();
});

const ACCESS = accessTh.passkeys;
const FRESH = "fresh@saphan.example";
const main = (page: Page) => page.locator(".dock button.btn--main");
const open = async (lng: Language) =>
  await visit(browser, {
    origin: portal.origin,
    lng,
    viewport: lng === "th" ? PHONE : DESKTOP,
    series: `access-${lng}`,
  });

/** Presses a provider's button and waits for the provider's page. */
async function atProvider({ page }: Visitor, provider: "Google" | "Apple"): Promise<void> {
  await page.getByRole("button", { name: provider }).click();
  await page.getByRole("heading", { name: `${provider} sandbox` }).waitFor();
}

test("on a phone in Thai, a visitor signs up with Google and, after logging out, must choose the Google account again", async () => {
  const she = await open("th");
  const { page } = she;
  await page.goto("/invest/register");
  await page.locator('a[href^="/transfer"]').click();
  await page
    .getByRole("heading", { name: asShown(accessTh.transfer.title.replace("{{there}}", "Nava")) })
    .waitFor();
  await page.goto("/invest/register");
  await page.getByRole("button", { name: "Google" }).waitFor();
  await she.look("register");
  await atProvider(she, "Google");
  await page.locator('[data-as="kanchana@gmail.example"]').click();
  await page.locator("#privacy").waitFor();
  await settled(page);
  // Neither the token nor any other value stays in the address.
  expect(new URL(page.url()).hash).toBe("");
  await she.look("agree");
  await main(page).click();
  expect(await page.locator(".consent.bad").count()).toBe(3);
  for (const purpose of ["privacy", "terms", "publicity"]) await tick(page, page.locator(`#${purpose}`));
  await main(page).click();
  expect(await until(page, () => new URL(page.url()).pathname === "/kyc", 15_000)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem("entered-with"))).toBe("google");

  await page.goto("/me/sessions");
  await page.locator(".session").first().waitFor();
  await settled(page);
  expect(await page.locator(".session").count()).toBe(1);
  expect(await page.locator(".session").innerText()).toMatch(asShown("ด้วย Google"));
  await she.look("sessions");
  await page.goto("/me");
  await settled(page);
  await pressLogOut(page);
  await page.waitForURL((url) => /^\/(en)?$/.test(url.pathname));
  expect(await page.evaluate(() => localStorage.getItem("entered-with"))).toBeNull();
  await page.goto("/login");
  await atProvider(she, "Google");
  expect(new URL(page.url()).searchParams.get("prompt")).toBe("select_account");
  expect(she.faults).toEqual([]);
  await she.context.close();
});

test("on a desktop in English, a password links an existing account to Google, and Apple opens a new account", async () => {
  const he = await open("en");
  const { page } = he;
  await page.goto("/login");
  await page.getByRole("button", { name: "Google" }).waitFor();
  await he.look("login");
  await atProvider(he, "Google");
  await page.locator(`[data-as="${FRESH}"]`).click();
  await page.locator("#password").waitFor();
  await he.look("link");
  await page.locator("#password").fill("Wrong#2026");
  await main(page).click();
  await page.getByRole("alert").waitFor();
  await page.locator("#password").fill(PEOPLE_PASSWORD);
  await main(page).click();
  expect(await until(page, () => new URL(page.url()).pathname === "/overview", 15_000)).toBe(true);
  await page.goto("/me");
  await settled(page);
  await pressLogOut(page);
  await page.waitForURL((url) => /^\/(en)?$/.test(url.pathname));

  await page.goto("/login");
  await atProvider(he, "Apple");
  await page.locator('[data-as="x7k2m9q4@privaterelay.appleid.example"]').click();
  await page.locator("#privacy").waitFor();
  expect(new URL(page.url()).search).toBe("");
  for (const purpose of ["privacy", "terms", "publicity"]) await tick(page, page.locator(`#${purpose}`));
  await main(page).click();
  expect(await until(page, () => new URL(page.url()).pathname === "/kyc", 15_000)).toBe(true);
  expect(he.faults).toEqual([]);
  await he.context.close();
});

test("inside another app's browser, Google's button opens a screen that leads to the system browser", async () => {
  const context = await browser.newContext({
    baseURL: portal.origin,
    viewport: PHONE,
    userAgent: "Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
  });
  const page = await context.newPage();
  await page.goto("/login?next=%2Fkyc");
  await page.getByRole("button", { name: "Google" }).click();
  await page.waitForURL((url) => url.pathname === "/login/outside");
  await settled(page);
  const href = await page.locator(".dock a.btn--main").getAttribute("href");
  expect(href).toMatch(/^intent:\/\/localhost:\d+\/login\?next=%2Fkyc#Intent;scheme=http;.*;end$/);
  if (process.env.KEEP_SCREENS === "1")
    await page.screenshot({ path: ".cache/screens/access-th-outside.png" });
  await context.close();
});

test("a user creates a passkey with a code from the mailbox, logs in with it, and gives it a name", async () => {
  const she = await open("th");
  const { page } = she;
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await logIn(page, FRESH, PEOPLE_PASSWORD);
  const before = (await newestMail(portal.origin, FRESH, "otp", 0))?.id ?? 0;
  await page.goto("/me/security");
  const own = page.locator("section[aria-labelledby=passkeys]");
  await own.locator("> button").click();
  const mail = await mailTo(portal.origin, FRESH, "otp", before);
  await page.locator("#passkey-code").fill(/\b\d{6}\b/.exec(mail.body)?.[0] ?? "");
  await she.look("passkey-add");
  await page.locator("dialog button[type=submit]").click();
  await own.locator("li").waitFor();
  await own.locator("li button").first().click();
  await page.locator("#passkey-name").fill("มือถือสีดำ");
  await page.locator("dialog button[type=submit]").click();
  await own.getByText("มือถือสีดำ", { exact: true }).first().waitFor();
  await she.look("passkeys");

  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: ACCESS.logIn }).click();
  await page.waitForURL((url) => url.pathname === "/overview");
  await page.goto("/me/security");
  await own.locator("li").waitFor();
  expect(await own.locator("li").innerText()).toContain(ACCESS.used.replace("{{at}}", "").trim());
  // A second code for the same action can be sent after a minute only, so the passkey is created in the
  // database.
  await database.query("delete from passkeys");
  await page.getByRole("button", { name: ACCESS.removeIt }).click();
  await page.getByRole("heading", { name: ACCESS.remove.title }).waitFor();
  await she.look("passkey-remove");
  expect(she.faults).toEqual([]);
  await she.context.close();
});

test("a person whose account is locked while logged in is sent to /suspended and reads there what to do", async () => {
  const she = await open("th");
  const { page } = she;
  await logIn(page, FRESH, PEOPLE_PASSWORD);
  try {
    await database.query("update people set locked_at = now() where email = $1", [FRESH]);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.waitForURL((url) => url.pathname === "/suspended", { timeout: 10_000 });
    await she.look("suspended");
    const status = await page.evaluate(async () => (await fetch("/api/overview")).status);
    expect(status).toBe(423);
    await page.goto("/strategies");
    await page.waitForURL((url) => url.pathname === "/suspended", { timeout: 10_000 });
  } finally {
    await database.query("update people set locked_at = null where email = $1", [FRESH]);
  }
  // The portal does not even tell a locked session which switches are on.
  expect(she.faults.filter((fault) => !fault.includes("feature toggles"))).toEqual([]);
  await she.context.close();
});

test("typed input survives an expired session and is deleted when the user logs out", async () => {
  const he = await open("en");
  const { page } = he;
  const typed = "The page was slow this morning";
  await logIn(page, FRESH, PEOPLE_PASSWORD);
  await page.goto("/complaint");
  await page.locator('[id="f/detail"]').fill(typed);
  await database.query(
    `update sessions set idle_until = now() - interval '1 minute'
     where person_id = (select id from people where email = $1)`,
    [FRESH],
  );
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await page.locator('[data-toast="expired"]').waitFor();
  expect(await page.locator("[data-toast]").count()).toBe(1);
  await he.look("expired");
  await logIn(page, FRESH, PEOPLE_PASSWORD);
  await page.goto("/complaint");
  await settled(page);
  expect(await page.locator('[id="f/detail"]').inputValue()).toBe(typed);
  await page.goto("/me");
  await settled(page);
  await pressLogOut(page);
  await page.waitForURL((url) => /^\/(en)?$/.test(url.pathname));
  const kept = await page.evaluate(() => Object.values(sessionStorage).join());
  expect(kept).not.toContain(typed);
  await logIn(page, FRESH, PEOPLE_PASSWORD);
  await page.goto("/complaint");
  await settled(page);
  expect(await page.locator('[id="f/detail"]').inputValue()).toBe("");
  expect(he.faults).toEqual([]);
  await he.context.close();
});

test("while an administrator keeps the portal closed, everyone else sees one apology in both languages, and staff continue", async () => {
  const admin = await open("en");
  const she = await open("th");
  const typed = "หน้านี้ช้ามากเมื่อเช้า";
  try {
    await logIn(admin.page, "admin@saphan.example", PEOPLE_PASSWORD);
    await logIn(she.page, FRESH, PEOPLE_PASSWORD);
    await she.page.goto("/complaint");
    await she.page.locator('[id="f/detail"]').fill(typed);
    await admin.page.goto("/staff/maintenance");
    await admin.page.locator("#maintenance-why").fill("A new database");
    await admin.page.locator("#maintenance-text-th").fill("คาดว่าเปิดให้ใช้ได้ 22:00 น.");
    await admin.look("maintenance-desk");
    await admin.page.locator("button[type=submit].btn--danger").click();
    await admin.page.locator('[data-closed="true"]').waitFor();

    await she.page.goto("/strategies");
    await she.page.getByRole("heading", { name: /ขออภัย/ }).waitFor();
    const said = await she.page.locator("main").innerText();
    expect(said).toMatch(/Sorry, we are closed/);
    expect(said).toMatch(asShown("คาดว่าเปิดให้ใช้ได้ 22:00 น."));
    expect(said).toMatch(asShown(commonTh.maintenance.chat.replace("{{chat}}", "@saphan.example")));
    expect(await she.page.locator("main .art svg").count()).toBe(1);
    await she.look("maintenance");
    await admin.page.goto("/overview");
    await admin.page.getByRole("heading", { name: /Sorry/ }).waitFor();
    await admin.look("maintenance");
    await admin.page.goto("/staff");
    await admin.page.locator('a[href="/staff/maintenance"]').first().waitFor();
  } finally {
    await admin.page.goto("/staff/maintenance");
    await admin.page.locator("#maintenance-why").fill("It is done");
    await admin.page.locator("button[type=submit].btn--main").click();
    await admin.page.locator('[data-closed="false"]').waitFor();
  }
  await she.page.locator("main button.btn--main").click();
  await until(
    she.page,
    async () => (await she.page.getByRole("heading", { name: /ขออภัย/ }).count()) === 0,
    5_000,
  );
  // The input from before the portal closed is still there.
  await she.page.goto("/complaint");
  await settled(she.page);
  expect(await she.page.locator('[id="f/detail"]').inputValue()).toBe(typed);
  // While the portal is closed its pages answer 503, which the browser logs.
  const faults = [...admin.faults, ...she.faults].filter((fault) => !/ 503 \(/.test(fault));
  expect(faults).toEqual([]);
  await admin.context.close();
  await she.context.close();
});
