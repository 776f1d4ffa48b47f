import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Language } from "../../engine/values/languages.ts";
import contactEn from "../../locales/en/contact-data.json" with { type: "json" };
import contactTh from "../../locales/th/contact-data.json" with { type: "json" };
import warningTh from "../../locales/th/warning.json" with { type: "json" };
import { arrive, asShown, DESKTOP, fill, goOn, logIn, mailTo, PHONE, until, visit } from "./driver.ts";
import { INVESTOR_PIN, PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

const EMAIL = "investor@saphan.example";
const ACCOUNT = { "/bank": { choice: 4 }, "/accountNumber": "2345678901" } as const;

let portal: SharedPortal;
beforeAll(async () => {
  portal = await sharedPortal();
}, 90_000);
afterAll(async () => {
  // The demo investor's first bank account becomes the payout account again, as the next test file expects.
  const database = new Client({ connectionString: portal.databaseUrl });
  await database.connect();
  await database.query(`delete from bank_changes;
    delete from bank_accounts where last_digits = '8901';
    update bank_accounts set status = 'VERIFIED' where last_digits = '3334'`);
  await database.end();
  await closeWindows();
});

test("a change of a bank account notifies the owner, needs another person's approval, and blocks a second request meanwhile", async () => {
  const browser = await sharedBrowser();
  const at = (lng: Language, viewport: typeof PHONE) =>
    visit(browser, { origin: portal.origin, lng, viewport, series: `bank-${lng}` });
  const [phone, desk, staff] = [await at("th", PHONE), await at("en", DESKTOP), await at("en", DESKTOP)];
  await logIn(phone.page, EMAIL, PEOPLE_PASSWORD);
  await phone.page.goto("/me");
  await phone.page.locator('a[href="/flows/bank"]').click();
  await arrive(phone.page, "account");
  await phone.page.getByText("xxx-xxx-3334").waitFor();
  await fill(phone.page, { ...ACCOUNT, "/accountName": "สมชาย ใจดี" });
  await phone.look("account");
  await phone.page.locator(".dock button.btn--main").click();
  // An account in another name is refused.
  await phone.page.locator('[id="f/accountName-error"]').waitFor();
  expect(await phone.page.locator("main").innerText()).toMatch(asShown(warningTh.bank.holderIsOther));
  await phone.look("other-name");
  await fill(phone.page, { "/accountName": "กาญจนก วงศ์สวัสดิ์" });
  await goOn(phone.page);
  await arrive(phone.page, "review");
  await phone.look("review");

  // The person continues in English on the desktop.
  await logIn(desk.page, EMAIL, PEOPLE_PASSWORD);
  await desk.page.goto("/flows/bank");
  await arrive(desk.page, "review");
  await desk.look("review");
  await goOn(desk.page);
  await arrive(desk.page, "pin");
  await desk.look("pin");
  await desk.page.keyboard.type(INVESTOR_PIN);
  await arrive(desk.page, "code");
  await desk.look("code");
  const code = await mailTo(portal.origin, EMAIL, "otp");
  await desk.page.locator("#code").fill(/\b\d{6}\b/.exec(code.body)?.[0] ?? "");
  await arrive(desk.page, "done");
  expect(await desk.page.locator("main").innerText()).toMatch(asShown(contactEn.bank.done.title));
  await desk.look("done");
  expect((await mailTo(portal.origin, EMAIL, "bank-change-asked")).body).toContain("xxx-xxx-8901");

  // A second request is refused while the first is being checked.
  await phone.page.goto("/flows/bank");
  await arrive(phone.page, "waiting");
  expect(await phone.page.locator("main").innerText()).toMatch(asShown(contactTh.bank.waiting.title));
  await phone.look("waiting");
  await desk.page.goto("/flows/bank");
  await arrive(desk.page, "waiting");
  expect(await desk.page.locator("main").innerText()).toMatch(
    asShown("Bank account must be verified before requesting an account change"),
  );

  await logIn(staff.page, "compliance@saphan.example", PEOPLE_PASSWORD);
  await staff.page.goto("/staff/bank-changes");
  const waiting = staff.page.locator("[data-change]");
  await waiting.first().waitFor();
  await staff.look("desk");
  await waiting.first().locator("button.btn--main").click();
  await staff.page.getByText("2345678901").waitFor();
  await staff.page.locator("#bank-change-reason").fill("The name on the passbook is theirs.");
  await staff.look("deciding");
  await staff.page.locator("dialog button.btn--main").click();
  expect(await until(staff.page, async () => (await waiting.count()) === 0, 20_000)).toBe(true);
  expect((await mailTo(portal.origin, EMAIL, "bank-change-approved")).body).toContain("xxx-xxx-8901");

  // On return, the person sees the approved account.
  await phone.page.goto("/flows/bank");
  await arrive(phone.page, "account");
  await phone.page.getByText("xxx-xxx-8901").waitFor();
  expect([...phone.faults, ...desk.faults, ...staff.faults]).toEqual([]);
}, 180_000);
