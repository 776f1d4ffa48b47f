import { readFileSync } from "node:fs";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESKTOP, logIn, PHONE, settled, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
});
afterAll(closeWindows);

test.each([
  {
    lng: "th",
    viewport: DESKTOP,
    books: "งบทดลอง",
    csv: "บันทึกเป็น CSV",
    payouts: "ไม่มีรายการรอจ่าย",
    wrong: "ไม่มีวันที่นี้",
  },
  {
    lng: "en",
    viewport: PHONE,
    books: "Trial balance",
    csv: "Save as CSV",
    payouts: "Nothing to pay",
    wrong: "This is not a valid date",
  },
] as const)(
  "finance reads the ledger of a day, saves it as a file, and sees the payouts that are due ($lng)",
  async (given) => {
    const finance = await visit(browser, { origin: portal.origin, ...given, series: `books-${given.lng}` });
    const { page } = finance;
    await logIn(page, "finance@saphan.example", PEOPLE_PASSWORD);
    await page.goto("/staff/books");
    await settled(page);
    await page.getByRole("heading", { name: given.books }).waitFor();
    await page.locator("#books-date").fill("31/02/2026");
    await page.getByText(given.wrong).waitFor();
    await page.locator("#books-date").fill("01/06/2026");
    await page.getByText("01/06/2026").first().waitFor();
    await finance.look("books");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: given.csv }).first().click(),
    ]);
    expect(readFileSync(await file.path(), "utf8")).toMatch(/^asset,account,debits,credits,balance\r\n/);
    await page.goto("/staff/payouts");
    await settled(page);
    await page.getByText(given.payouts).waitFor();
    await finance.look("payouts");
    expect(finance.faults).toEqual([]);
  },
);
