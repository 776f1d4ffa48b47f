import { readFileSync } from "node:fs";
import { Client } from "pg";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import accessEn from "../../locales/en/access.json" with { type: "json" };
import accountEn from "../../locales/en/my-account.json" with { type: "json" };
import commonTh from "../../locales/th/common.json" with { type: "json" };
import accountTh from "../../locales/th/my-account.json" with { type: "json" };
import {
  arrive,
  asShown,
  DESKTOP,
  fill,
  goOn,
  logIn,
  mailTo,
  PHONE,
  says,
  settled,
  visit,
} from "./driver.ts";
import { INVESTOR_PIN, PEOPLE_PASSWORD } from "./people.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";

const EMAIL = "investor@saphan.example";
let browser: Browser;
let portal: Portal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), startPortal({ brand: "saphan" })]);
}, 120_000);
afterAll(async () => {
  await closeWindows();
  await portal.stop();
});

const NEW_NUMBER = "0891112222";
const linkIn = (body: string) => /https?:\/\/\S+/.exec(body)?.[0] ?? "";
const codeIn = (body: string) => /\b\d{6}\b/.exec(body)?.[0] ?? "";

/** Restores the investor's PIN after `work`, which ends with a PIN that must be reset by an e-mailed code. */
async function withTheSamePin(work: () => Promise<void>): Promise<void> {
  const database = new Client({ connectionString: portal.databaseUrl });
  await database.connect();
  try {
    await database.query(
      "create table kept_pin as select person_id, pin_hash, pin_mac, pin_key from credentials",
    );
    await work();
    await database.query(
      `update credentials c set pin_hash = k.pin_hash, pin_mac = k.pin_mac, pin_key = k.pin_key, pin_tries = 0
         from kept_pin k where k.person_id = c.person_id;
       drop table kept_pin`,
    );
  } finally {
    await database.end();
  }
}

test("a code by text message changes a phone number, and the link in the notification letter restores the old number", async () => {
  const phone = await visit(browser, {
    origin: portal.origin,
    lng: "th",
    viewport: PHONE,
    series: "phone-th",
  });
  const desk = await visit(browser, {
    origin: portal.origin,
    lng: "en",
    viewport: DESKTOP,
    series: "phone-en",
  });
  await withTheSamePin(async () => {
    const { page } = phone;
    await logIn(page, EMAIL, PEOPLE_PASSWORD);
    await page.goto("/me/security");
    await page.locator('main a[href="/flows/phone"]').first().click();
    await arrive(page, "ask");
    await fill(page, { "/phone": NEW_NUMBER });
    await phone.look("ask");
    await goOn(page);
    await arrive(page, "review");
    await goOn(page);
    await arrive(page, "pin");
    await page.keyboard.type(INVESTOR_PIN);
    await arrive(page, "code");
    await phone.look("code");
    const text = await mailTo(portal.origin, "+66891112222", "otp");
    await page.locator("#code").fill(codeIn(text.body));
    await arrive(page, "replaced");
    await phone.look("done");

    const letter = await mailTo(portal.origin, EMAIL, "phone-changed");
    await desk.page.goto(linkIn(letter.body));
    await desk.page.getByRole("heading", { name: accessEn.undoPhone.title }).waitFor();
    expect(await desk.page.locator("main").innerText()).toContain("2222");
    await desk.look("undo");
    await desk.page.getByRole("button", { name: accessEn.undoPhone.submit }).click();
    await desk.page.getByRole("heading", { name: accessEn.undoPhone.done }).waitFor();
    await desk.look("undone");
    // The link works once, and it ends every session of the attacker who changed the number.
    await desk.page.goto(linkIn(letter.body));
    await desk.page.getByText(accessEn.undoPhone.failedText.slice(0, 40)).waitFor();
    await page.goto("/me/security");
    await page
      .getByRole("link", { name: /เข้าสู่ระบบ/ })
      .first()
      .waitFor();
  });
}, 120_000);

test("a code sent to a new e-mail address changes the address, and a link sent to the old address restores it", async () => {
  const desk = await visit(browser, {
    origin: portal.origin,
    lng: "en",
    viewport: DESKTOP,
    series: "email-en",
  });
  const phone = await visit(browser, {
    origin: portal.origin,
    lng: "th",
    viewport: PHONE,
    series: "email-th",
  });
  const { page } = desk;
  await logIn(page, EMAIL, PEOPLE_PASSWORD);
  await page.goto("/me");
  await page.locator('main a[href="/flows/email"]').first().click();
  await arrive(page, "ask");
  await fill(page, { "/email": "kanchanok.new@example.com" });
  await goOn(page);
  await arrive(page, "review");
  await desk.look("review");
  await goOn(page);
  await arrive(page, "pin");
  await page.keyboard.type(INVESTOR_PIN);
  await arrive(page, "code");
  const code = await mailTo(portal.origin, "kanchanok.new@example.com", "otp");
  await page.locator("#code").fill(codeIn(code.body));
  await arrive(page, "done");
  await desk.look("done");

  const letter = await mailTo(portal.origin, EMAIL, "email-changed");
  await phone.page.goto(linkIn(letter.body));
  await phone.page.locator("#again").waitFor();
  expect(await phone.page.locator("main").innerText()).toMatch(
    asShown(commonTh.reset.restores.replace("{{email}}", "i•••••••@saphan.example")),
  );
  await phone.look("restore");
  for (const field of ["#password", "#again"]) await phone.page.locator(field).fill("Restored#2027");
  await phone.page.locator(".dock button.btn--main").click();
  await says(phone.page, commonTh.reset.restored);
  // The attacker who changed the address is logged out, also at the new address.
  await page.goto("/me/profile");
  await page.getByRole("link", { name: "Log in" }).first().waitFor();
  await logIn(phone.page, EMAIL, "Restored#2027");
  await phone.page.goto("/me/profile");
  await phone.page.getByText(EMAIL).first().waitFor();
  expect(await phone.page.locator("main").innerText()).not.toContain("kanchanok.new");
}, 120_000);

test.each([
  ["th", PHONE, accountTh],
  ["en", DESKTOP, accountEn],
] as const)(
  "an investor saves the data that the investor submitted as PDF and as JSON (%s)",
  async (lng, viewport, texts) => {
    const { page } = await visit(browser, { origin: portal.origin, lng, viewport });
    await logIn(page, EMAIL, "Restored#2027");
    await page.goto("/me/profile");
    for (const [format, begins] of [
      ["PDF", "%PDF"],
      ["JSON", "{"],
    ] as const) {
      const button = page.getByRole("button", {
        name: asShown(texts.profile.sentAs.replace("{{format}}", format)),
      });
      await button.waitFor();
      await settled(page);
      const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
      const file = readFileSync(await download.path(), "latin1");
      expect(download.suggestedFilename()).toBe(`my-answers.${format.toLowerCase()}`);
      expect(file.slice(0, begins.length)).toBe(begins);
      if (format === "JSON") expect(JSON.stringify(JSON.parse(file))).toContain(NEW_NUMBER);
    }
  },
  60_000,
);
