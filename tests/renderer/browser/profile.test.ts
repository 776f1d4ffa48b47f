import { Client } from "pg";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asShown, DESKTOP, goOn, logIn, PHONE, pasted, settled, tick, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";
import { FIXED_DAY } from "../../support/fixed-day.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
}, 120_000);
afterAll(closeWindows);

const SAYS = {
  th: { place: /^ข้อมูลของฉัน/, bank: /กสิกรไทย xxx-/, back: "ถอนความยินยอม", ask: "ต้องการถอนความยินยอมเรื่องใด" },
  en: {
    place: /^My information/,
    bank: /Kasikornbank xxx-/,
    back: "Withdraw a consent",
    ask: "Which consent",
  },
} as const;

test.each([
  ["th", "phone", PHONE],
  ["en", "desktop", DESKTOP],
] as const)(
  "the account page leads to verification, to the profile, and to security (%s, %s)",
  async (lng, _name, viewport) => {
    const says = SAYS[lng];
    const { page } = await visit(browser, { origin: portal.origin, lng, viewport });
    await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
    await page.goto("/me");
    await page.getByRole("link", { name: says.place }).waitFor();
    const places = page.locator("main a.item");
    const leads = await places.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(leads).toEqual(
      expect.arrayContaining(["/kyc", "/me/profile", "/me/security", "/portfolio", "/cases"]),
    );
    await page.getByRole("link", { name: says.place }).click();
    await settled(page);
    const shown = (await page.locator("main").innerText()).replaceAll("\u2060", "");
    expect(shown).toMatch(says.bank);
    // The page shows neither a full number that gives access nor the key of a text.
    expect(shown.replace("investor@saphan.example", "")).not.toMatch(/\d{10,}|[a-z]+\.[a-z-]+\.[a-z]/i);
    await page.getByRole("link", { name: says.back }).click();
    await page.getByRole("heading", { name: says.ask }).waitFor();
  },
  60_000,
);

test.each([
  ["th", PHONE, /^ข้อความถึงคุณ, ใหม่ \d+ เรื่อง$/],
  ["en", DESKTOP, /^Messages, \d+ new$/],
] as const)(
  "the bell shows the number of messages that the user has not opened (%s)",
  async (lng, viewport, name) => {
    const { page } = await visit(browser, { origin: portal.origin, lng, viewport });
    // Each log-in from another device sends a message.
    await logIn(
      (await visit(browser, { origin: portal.origin, lng, viewport })).page,
      "investor@saphan.example",
      PEOPLE_PASSWORD,
    );
    await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
    const bell = page.locator('a[href="/notifications"]:visible').filter({ has: page.locator(".bell") });
    await expect
      .poll(
        async () => {
          await page.goto("/overview");
          await settled(page);
          return await bell.and(page.getByRole("link", { name })).count();
        },
        { timeout: 40_000 },
      )
      .toBe(1);
    // Other tests log in as the same person, so another message may arrive meanwhile.
    await expect
      .poll(
        async () => {
          // The page can send its call before the click is reported as done.
          await Promise.all([
            page.waitForResponse((answer) => answer.url().endsWith("/api/notifications/read"), {
              timeout: 5_000,
            }),
            bell.click(),
            page.locator("#sent").waitFor(),
          ]).catch(() => undefined);
          await page.locator('a[href="/strategies"]:visible').first().click();
          await settled(page);
          return await bell.locator(".bell__count").count();
        },
        { timeout: 40_000 },
      )
      .toBe(0);
  },
  90_000,
);

test.each([
  ["th", "phone", PHONE, "คัดลอก", "คัดลอกที่อยู่แล้ว", "เปลี่ยนวอลเล็ต"],
  ["en", "desktop", DESKTOP, "Copy", "Address copied", "Change the wallet"],
] as const)(
  "a user copies a saved wallet address, which a toast confirms, and changes the address with its flow (%s, %s)",
  async (lng, name, viewport, copy, said, change) => {
    await inDatabase(
      "update people set wallet_address = 'tmn.0000000001' where email = 'investor@saphan.example'",
      `insert into wallet_savings select id, '${FIXED_DAY}+07'::timestamptz - interval '1 hour', '${FIXED_DAY}+07'::timestamptz - interval '1 minute'
        from people where email = 'investor@saphan.example' on conflict do nothing`,
    );
    const { page, look } = await visit(browser, {
      ...{ origin: portal.origin, lng, viewport, series: `profile-${name}` },
    });
    await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
    await page.goto("/me/profile");
    await page.getByRole("button", { name: asShown(copy) }).click();
    await page
      .locator(".toast")
      .filter({ hasText: asShown(said) })
      .waitFor();
    expect(await pasted(page)).toBe("tmn.0000000001");
    await look("wallet");
    await page.getByRole("link", { name: asShown(change) }).click();
    await page.locator('a[href="/wallet"]').waitFor();
    await look("wallet-flow");
    await inDatabase(
      "update people set wallet_address = null where email = 'investor@saphan.example'",
      "delete from wallet_savings",
    );
  },
  60_000,
);

test.each([
  ["th", "phone", PHONE, "ใช้ได้ตั้งแต่", "ระหว่างที่ยังใช้บัญชีใหม่ไม่ได้ เราโอนเงินเข้าบัญชีเดิมของคุณ", "เปลี่ยนบัญชีธนาคาร"],
  [
    "en",
    "desktop",
    DESKTOP,
    "Used from",
    "Until the new account can be used, we pay into your present one",
    "Change the bank account",
  ],
] as const)(
  "after a change of e-mail, the profile shows the bank account in use and from which day the new one applies (%s, %s)",
  async (lng, name, viewport, from, note, change) => {
    const { page, look } = await visit(browser, {
      ...{ origin: portal.origin, lng, viewport, series: `payout-${name}` },
    });
    await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
    await page.goto("/me/profile");
    await page.getByRole("link", { name: asShown(change) }).waitFor();
    const person = "(select id from people where email = 'investor@saphan.example')";
    await inDatabase(
      `update bank_accounts set approved_at = '${FIXED_DAY}+07'::timestamptz - interval '9 days' where person_id = ${person}`,
      `insert into contact_changes (id, person_id, kind, at, open_until) values (gen_random_uuid(), ${person}, 'email',
        '${FIXED_DAY}+07'::timestamptz - interval '2 days', '${FIXED_DAY}+07'::timestamptz + interval '1 day')`,
      `update bank_accounts set status = 'REPLACED' where person_id = ${person}`,
      `insert into bank_accounts (id, person_id, bank, sealed, last_digits, status, at, approved_at)
        select gen_random_uuid(), person_id, '014', sealed, '8901', 'VERIFIED', at, '${FIXED_DAY}+07'::timestamptz - interval '1 day'
        from bank_accounts where person_id = ${person} limit 1`,
    );
    await page.reload();
    await page.getByText(asShown(note)).waitFor();
    const shown = (await page.locator("main").innerText()).replaceAll("\u2060", "");
    expect(shown).toContain("xxx-xxx-8901");
    expect(shown).toContain(from);
    expect(await page.getByRole("link", { name: asShown(change) }).count()).toBe(0);
    await look("profile");
    await inDatabase(
      `delete from contact_changes where person_id = ${person}`,
      `delete from bank_accounts where person_id = ${person} and last_digits = '8901'`,
      `update bank_accounts set status = 'VERIFIED' where person_id = ${person}`,
    );
  },
  60_000,
);

test.each([
  ["th", "phone", PHONE, "ให้ความยินยอมอีกครั้ง", "อ่านแล้ว และยอมรับ", "ให้ความยินยอมแล้ว"],
  ["en", "desktop", DESKTOP, "Give it again", "I have read it and accept", "Consent given"],
] as const)(
  "a user reads a withdrawn consent and gives it again from the list (%s, %s)",
  async (lng, name, viewport, again, accept, said) => {
    const ours =
      "person_id = (select id from people where email = 'investor@saphan.example') and purpose = 'biometrics'";
    await inDatabase(`update consents set withdrawn_at = at + interval '1 minute' where ${ours}`);
    const { page, look } = await visit(browser, {
      ...{ origin: portal.origin, lng, viewport, series: `consent-${name}` },
    });
    await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
    await page.goto("/me/profile");
    const button = page.getByRole("button", { name: asShown(again) });
    await button.scrollIntoViewIfNeeded();
    await look("withdrawn");
    await button.click();
    const accepting = page.locator('[data-sheet="consent"]').getByRole("button", { name: asShown(accept) });
    await accepting.waitFor();
    await look("text");
    await accepting.click();
    await page
      .locator(".toast")
      .filter({ hasText: asShown(said) })
      .waitFor();
    await button.waitFor({ state: "detached" });
    await look("given");
    await inDatabase(
      `delete from consents where ${ours} and withdrawn_at is null`,
      `update consents set withdrawn_at = null where ${ours}`,
    );
  },
  60_000,
);

test.each([
  ["th", "phone", PHONE, "investor", "ปิดบัญชี", "ยังตรวจตัวตนหรือบัญชีธนาคารของคุณอยู่", "ทำไมจึงต้องการปิดบัญชี"],
  ["en", "desktop", DESKTOP, "fresh", "Close my account", "A check of your identity", "Why are you leaving?"],
] as const)(
  "the account page leads to the flow that closes the account and first lists what is still open (%s, %s)",
  async (lng, name, viewport, who, entry, open, why) => {
    const { page, look } = await visit(browser, {
      ...{ origin: portal.origin, lng, viewport, series: `closing-${name}` },
    });
    await logIn(page, `${who}@saphan.example`, PEOPLE_PASSWORD);
    await inDatabase(
      `insert into ndid_requests (id, person_id, idempotency_key, subject_hash, bank, state, asked_at)
        select gen_random_uuid(), id, 'closing-${name}', '\\x00', '004', 'asked', '${FIXED_DAY}+07'
        from people where email = '${who}@saphan.example'`,
    );
    await page.goto("/me");
    await page.getByRole("link", { name: asShown(entry) }).click();
    await page.getByText(asShown(open)).waitFor();
    await look("in-the-way");
    await inDatabase(`delete from ndid_requests where idempotency_key = 'closing-${name}'`);
    await page.goto("/flows/account-closing");
    await page.getByRole("checkbox").waitFor();
    await look("know");
    await tick(page, page.getByRole("checkbox"));
    await goOn(page);
    await page.getByRole("heading", { name: asShown(why) }).waitFor();
    await look("ask");
    await page.locator("main").getByRole("radio").first().check();
    await goOn(page);
    await look("review");
  },
  60_000,
);

test.each([
  ["th", "phone", PHONE, "ทำแบบประเมินใหม่", "รายได้ของคุณหมดไปกับค่าใช้จ่ายประจำเท่าไร"],
  ["en", "desktop", DESKTOP, "Answer again", "How much of your income goes to regular expenses?"],
] as const)(
  "the suitability test shows its expiry date, and a user answers it again question by question (%s, %s)",
  async (lng, name, viewport, again, question) => {
    const { page, look } = await visit(browser, {
      ...{ origin: portal.origin, lng, viewport, series: `suitability-${name}` },
    });
    await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
    await page.goto("/me/profile");
    await page.getByRole("link", { name: asShown(again) }).waitFor();
    await look("profile");
    await page.getByRole("link", { name: asShown(again) }).click();
    await page.getByRole("heading", { name: asShown(question) }).waitFor();
    await look("question");
  },
  60_000,
);

test.each([
  ["th", "phone", PHONE, "ลบ", "ยืนยันว่าเป็นคุณ", "ดำเนินการต่อ", "ลบวอลเล็ตแล้ว"],
  ["en", "desktop", DESKTOP, "Remove", "Confirm that it is you", "Go on", "The wallet is removed"],
] as const)(
  "a linked wallet is shown on the security page and removed with the PIN (%s, %s)",
  async (lng, _name, viewport, remove, really, goOn, gone) => {
    await inDatabase(
      "update people set true_money_id = 'tmn.0000000001' where email = 'investor@saphan.example'",
    );
    const { page } = await visit(browser, { origin: portal.origin, lng, viewport });
    await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
    await page.goto("/me/security");
    const row = page.locator("section", { hasText: "•••0001" });
    await row.getByRole("button", { name: remove, exact: true }).click();
    await page.locator("dialog .btn--danger").click();
    await page.getByRole("dialog", { name: really }).locator("input").fill("148263");
    await page.getByRole("dialog", { name: really }).getByRole("button", { name: goOn }).click();
    await page.getByText(gone).waitFor();
    await row.waitFor({ state: "detached" });
  },
  60_000,
);

test("a logged-in person who opens the log-in page is redirected, and only to the portal's own pages", async () => {
  const { page } = await visit(browser, { origin: portal.origin, lng: "en", viewport: DESKTOP });
  await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
  await page.goto("/login?next=%2Fme%2Fsecurity");
  await page.waitForURL("**/me/security");
  await page.goto("/suspended");
  await page.waitForURL("**/overview");
  await page.goto(`/login?next=${encodeURIComponent("//elsewhere.example/")}`);
  await page.locator("#password").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
}, 60_000);

async function inDatabase(...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: portal.databaseUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
