import { sql } from "kysely";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../server/db/index.ts";
import { arrive, DESKTOP, fill, goOn, logIn, PHONE, type Visitor, visit } from "./driver.ts";
import { INVESTOR_PIN, PEOPLE_PASSWORD } from "./people.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";

const INVESTOR = "investor@saphan.example";

let browser: Browser;
let portal: Portal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), startPortal({ brand: "saphan" })]);
  await hold("M-BTCA", "1000.0000", "5000.00");
  await hold("M-LCAP", "4000.0000", "20000.00");
});
afterAll(async () => {
  await closeWindows();
  await portal.stop();
});

/** Gives the demo investor units, as an allotment books them. */
async function hold(strategy: string, units: string, cost: string): Promise<void> {
  const db = await openDatabase(portal.databaseUrl, { max: 1 });
  await sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
    select 'allotment', gen_random_uuid(), house_account(${`strategy:${strategy}`}, ${strategy}), person_account(p.id, ${strategy}),
      ${strategy}, ${units}::numeric, ${cost}::numeric, current_date, current_date, now() from people p where p.email = ${INVESTOR}`.execute(
    db,
  );
  await db.destroy();
}

async function someone(viewport: typeof PHONE, lng: "th" | "en"): Promise<Visitor> {
  const person = await visit(browser, { origin: portal.origin, lng, viewport, series: `sell-${lng}` });
  await logIn(person.page, INVESTOR, PEOPLE_PASSWORD);
  return person;
}

const main = (page: Page) => page.locator("main").innerText();
const choose = async (page: Page, code: string) =>
  await page.locator("label.choice", { hasText: code }).click();

async function confirm(page: Page): Promise<void> {
  await goOn(page);
  await arrive(page, "pin");
  await page.keyboard.type(INVESTOR_PIN);
  await arrive(page, "created");
}

test("somebody reduces by an amount that leaves too little: told before that everything is sold", async () => {
  const person = await someone(PHONE, "th");
  const { page } = person;
  await page.goto("/overview");
  await page.locator("nav a[href^='/flows/reduce']").waitFor();
  await person.look("overview");
  await page.goto("/flows/reduce");
  await arrive(page, "choose");
  await page.locator("label.choice").first().waitFor();
  await person.look("choose");
  await choose(page, "M-BTCA");
  await goOn(page);
  await arrive(page, "wish");
  await fill(page, { "/kind": { choice: 0 } });
  await page.locator("[id='f/amount']").fill("500");
  await page.locator(".dock button.btn--main").click();
  await page.locator(".errsum").waitFor();
  expect(await main(page)).toContain("1,000");
  const worth = await page.evaluate(
    async () => (await (await fetch("/api/strategies/M-BTCA")).json()).nav.value as string,
  );
  // One satang less than everything: less than the smallest remainder would stay.
  await page.locator("[id='f/amount']").fill((Number(worth) * 1000 - 1).toFixed(2));
  await page.waitForTimeout(800);
  await person.look("wish");
  await goOn(page);
  await arrive(page, "review");
  expect(await main(page)).toContain("ขายทั้งหมด");
  // What stands over the button is what is sold, before its fees: never called what they receive.
  expect(await page.locator(".dock").innerText()).not.toContain("รับเงิน");
  await person.look("review");
  await page.screenshot({ path: ".cache/screens/sell-th-review-full.png", fullPage: true });
  await confirm(page);
  expect(await main(page)).toContain("รออนุมัติ");
  await person.look("created");
  await page.screenshot({ path: ".cache/screens/sell-th-created-full.png", fullPage: true });
  expect(person.faults).toEqual([]);
}, 120_000);

test("somebody switches a part to another strategy, and gets both references", async () => {
  const person = await someone(DESKTOP, "en");
  const { page } = person;
  await page.goto("/flows/switch?strategy=M-LCAP");
  await arrive(page, "choose");
  await page.locator("label.choice").first().waitFor();
  await choose(page, "M-LCAP");
  await person.look("choose");
  await goOn(page);
  await arrive(page, "target");
  await choose(page, "M-LCAP");
  await page.locator(".dock button.btn--main").click();
  await page.locator(".errsum").waitFor();
  await choose(page, "M-STABLE");
  await person.look("target");
  await goOn(page);
  await arrive(page, "wish");
  await fill(page, { "/kind": { choice: 1 } });
  await page.locator("[id='f/units']").fill("2000.5");
  await page.waitForTimeout(800);
  await person.look("wish");
  await goOn(page);
  await arrive(page, "review");
  await person.look("review");
  await page.screenshot({ path: ".cache/screens/sell-en-review-full.png", fullPage: true });
  await confirm(page);
  expect(await main(page)).toContain("Switching request created (awaiting approval)");
  expect((await main(page)).match(/SP-\d{6}-\d{6}/g)?.length).toBeGreaterThanOrEqual(2);
  await person.look("created");
  await page.screenshot({ path: ".cache/screens/sell-en-created-full.png", fullPage: true });
  expect(person.faults).toEqual([]);
}, 120_000);
