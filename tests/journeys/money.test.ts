import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { Browser, Page } from "playwright";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";
import ordersEn from "../../locales/en/my-orders.json" with { type: "json" };
import orderEn from "../../locales/en/order.json" with { type: "json" };
import staffEn from "../../locales/en/staff.json" with { type: "json" };
import ordersTh from "../../locales/th/my-orders.json" with { type: "json" };
import orderTh from "../../locales/th/order.json" with { type: "json" };
import staffTh from "../../locales/th/staff.json" with { type: "json" };
import { openDatabase } from "../../server/db/index.ts";
import { STATEMENT_COLUMNS } from "../../server/payments/statement.ts";
import {
  arrive,
  asShown,
  DESKTOP,
  fill,
  goOn,
  logIn,
  moveClock,
  PHONE,
  says,
  settled,
  until,
  visit,
} from "./driver.ts";
import { INVESTOR_PIN, PEOPLE_PASSWORD } from "./people.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";
import { callsOf, type StaffCalls } from "./staff-calls.ts";

const INVESTOR = "investor@saphan.example";

/** Languages of investor and finance, one each; SAPHAN_LANGUAGE=en swaps them. */
const LNG = process.env.SAPHAN_LANGUAGE === "en" ? "en" : "th";
const STAFF_LNG = LNG === "en" ? "th" : "en";
const [words, orderTexts] = LNG === "en" ? [ordersEn, orderEn] : [ordersTh, orderTh];
const staff = STAFF_LNG === "en" ? staffEn : staffTh;

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

/** Gives the demo investor units, with the same bookings as an allotment. */
async function hold(strategy: string, units: string, cost: string): Promise<void> {
  const db = await openDatabase(portal.databaseUrl, { max: 1 });
  await sql`insert into ledger_entries (kind, subject, debit, credit, asset, amount, cost, value_date, booked_on, booked_at)
    select 'allotment', gen_random_uuid(), house_account(${`strategy:${strategy}`}, ${strategy}), person_account(p.id, ${strategy}),
      ${strategy}, ${units}::numeric, ${cost}::numeric, '2026-11-20', '2026-11-20', now() from people p where p.email = ${INVESTOR}`.execute(
    db,
  );
  await db.destroy();
}

// The test calculates independently in satang and ten-thousandths, without code of the portal.
const round = (value: bigint, by: bigint) => (2n * value + by) / (2n * by);
const worth = (units: bigint, nav: bigint) => round(units * nav, 1_000_000n);
const rate = (amount: bigint, bps: bigint) => round(amount * bps, 10_000n);
const bought = (amount: bigint, feeBps: bigint, nav: bigint) => {
  const fee = rate(amount, feeBps);
  return ((amount - fee - rate(fee, 700n)) * 1_000_000n) / nav;
};
const sold = (gross: bigint, cost: bigint) => {
  const fee = gross > cost ? rate(gross - cost, 1_000n) : 0n;
  return gross - fee - rate(fee, 700n);
};
const digits = (text: string) => BigInt(text.replaceAll(/[.,]/g, ""));
const written = (value: bigint, decimals: number) => {
  const text = String(value).padStart(decimals + 1, "0");
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
};
const shown = (satang: bigint) => written(satang, 2).replace(/\B(?=(\d{3})+\.)/g, ",");

const main = (page: Page) => page.locator("main").innerText();
const choose = async (page: Page, code: string) =>
  await page.locator("label.choice", { hasText: code }).click();

async function confirm(page: Page, end: string): Promise<void> {
  await goOn(page);
  await arrive(page, "pin");
  await page.keyboard.type(INVESTOR_PIN);
  await arrive(page, end);
}

/** Calls the portal, expects success, and returns the body. */
async function asked<Body>(of: StaffCalls, method: "GET" | "POST", path: string, body?: unknown) {
  const answer = await of.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body as Body;
}

async function told(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${portal.origin}/api/dev/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: portal.origin },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}

type Order = {
  readonly id: string;
  readonly reference: string;
  readonly kind: string;
  readonly strategy: string;
  readonly status: string;
  readonly navDate: string;
  readonly allotmentDate: string;
  readonly units: string | null;
  readonly net: string | null;
};
const ordersOf = async () =>
  (await asked<{ orders: readonly Order[] }>(await callsOf(portal.origin, "investor"), "GET", "/orders"))
    .orders;
async function orderOf(kind: string, strategy: string): Promise<Order> {
  const found = (await ordersOf()).find((one) => one.kind === kind && one.strategy === strategy);
  if (found === undefined) throw new Error(`no ${kind} of ${strategy}`);
  return found;
}

/** Enters NAVs as one finance person and approves them as another. */
async function navsOf(date: string, navs: Readonly<Record<string, bigint>>): Promise<void> {
  await moveClock(portal.origin, `${date}T18:00:00+07:00`);
  const enters = await callsOf(portal.origin, "finance2");
  const approves = await callsOf(portal.origin, "finance");
  for (const [strategy, nav] of Object.entries(navs)) {
    const entry = { strategy, date, nav: written(nav, 4), reason: "the market moved" };
    const { id } = await asked<{ id: string }>(enters, "POST", "/nav", entry);
    expect((await enters.call("POST", `/nav/${id}/approve`)).status).toBe(403);
    await asked(approves, "POST", `/nav/${id}/approve`);
  }
}

/** Returns the text of a PDF that a press saves, extracted by another program. */
async function downloaded(page: Page, button: ReturnType<Page["locator"]>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  return (await extractText(pdf, { mergePages: true })).text;
}

test("an investor pays by PromptPay, switches, redeems and is paid out, and every amount is correct to the satang", async () => {
  const { origin } = portal;
  const { today } = await (await fetch(`${origin}/api/dev/clock`)).json();
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  await moveClock(origin, `${tomorrow}T00:05:00+07:00`);
  const { dealing } = await asked<{ dealing: { navDate: string } }>(
    await callsOf(origin, "investor"),
    "GET",
    "/overview",
  );
  await moveClock(origin, `${dealing.navDate}T09:30:00+07:00`);
  await told("bank", { silent: true });
  const nav = async (code: string) =>
    digits((await (await fetch(`${origin}/api/strategies/${code}`)).json()).nav.value);
  const before = { btca: await nav("M-BTCA"), lcap: await nav("M-LCAP"), stable: await nav("M-STABLE") };

  const they = await visit(browser, { origin, lng: LNG, viewport: PHONE, series: `money-${LNG}` });
  const { page } = they;
  page.setDefaultTimeout(12_000);
  await logIn(page, INVESTOR, PEOPLE_PASSWORD);

  // The investor tops up: the page shows the QR code, and the bank pays.
  await page.goto("/invest?strategy=M-STABLE");
  await arrive(page, "choose");
  await choose(page, "M-STABLE");
  await goOn(page);
  await arrive(page, "amount");
  await fill(page, { "/amount": "10000" });
  await goOn(page);
  await fill(page, { "/method": { choice: 0 } });
  await goOn(page);
  await goOn(page);
  await page.locator("#code").first().waitFor();
  await page.keyboard.type(INVESTOR_PIN);
  await until(page, async () => (await ordersOf()).length === 1, 20_000);
  const topUp = await orderOf("subscription", "M-STABLE");
  // A reload keeps the waiting order, and another order in the same strategy starts beside it.
  await arrive(page, "money");
  await page.reload();
  await arrive(page, "money");
  await page.goto("/invest?strategy=M-STABLE");
  await arrive(page, "choose");
  await page.goto(`/orders/${topUp.id}`);
  await page.getByRole("heading", { name: asShown(words.payIn.qr.title) }).waitFor();
  await they.look("top-up-code");
  await told("bank/transfers", { order: topUp.id });
  await page.locator(".payin").waitFor({ state: "detached" });
  await they.look("top-up-paid");

  // The investor reduces to one remaining satang, and the page announces that everything will be sold.
  await page.goto("/flows/reduce");
  await arrive(page, "choose");
  await choose(page, "M-BTCA");
  await goOn(page);
  await arrive(page, "wish");
  await fill(page, { "/kind": { choice: 0 } });
  await page.locator("[id='f/amount']").fill("500");
  await page.locator(".dock button.btn--main").click();
  await page.locator(".errsum").waitFor();
  expect(await main(page)).toContain("1,000");
  await page.locator("[id='f/amount']").fill(written(worth(10_000_000n, before.btca) - 1n, 2));
  await page.waitForTimeout(800);
  await they.look("reduce-wish");
  await goOn(page);
  // Selling everything needs the person's explicit consent.
  await arrive(page, "everything");
  await page.locator(".dock button.btn--main").click();
  await page.locator(".errsum").waitFor();
  await fill(page, { "/agreed": { tick: true } });
  await they.look("reduce-everything");
  await goOn(page);
  await arrive(page, "review");
  expect(await main(page)).toMatch(asShown(orderTexts.reduce.derived.sold.options.all));
  // The figure above the button is the value sold, before fees, and is never labelled as the amount received.
  expect(await page.locator(".dock").innerText()).not.toMatch(asShown(orderTexts.reduce.derived.net.label));
  await they.look("reduce-review");
  await confirm(page, "created");
  await says(page, orderTexts.reduce.created.saved);
  expect(await main(page)).toMatch(asShown(orderTexts.reduce.created.title));
  await they.look("reduce-created");

  // The investor cancels a redemption in time.
  await page.goto("/flows/reduce");
  await arrive(page, "choose");
  await choose(page, "M-LCAP");
  await goOn(page);
  await arrive(page, "wish");
  await fill(page, { "/kind": { choice: 1 } });
  await page.locator("[id='f/units']").fill("1000");
  await goOn(page);
  await arrive(page, "review");
  await confirm(page, "created");
  const regretted = await orderOf("redemption", "M-LCAP");
  await page.goto(`/orders/${regretted.id}`);
  await page.locator(".tl").waitFor();
  await they.look("before-cancel");
  await page.getByRole("button", { name: asShown(words.order.cancel.action) }).click();
  await they.look("cancel");
  await page.locator("button.btn--danger").click();
  await page.getByText(asShown(words.order.cancel.done)).first().waitFor();
  await they.look("cancelled");

  // The investor switches, and the page shows both references.
  await page.goto("/flows/switch");
  await arrive(page, "choose");
  await choose(page, "M-LCAP");
  await goOn(page);
  await arrive(page, "target");
  await choose(page, "M-LCAP");
  await page.locator(".dock button.btn--main").click();
  await page.locator(".errsum").waitFor();
  await choose(page, "M-STABLE");
  await goOn(page);
  await arrive(page, "wish");
  await fill(page, { "/kind": { choice: 1 } });
  await page.locator("[id='f/units']").fill("2000.5");
  await page.waitForTimeout(800);
  await they.look("switch-wish");
  await goOn(page);
  await arrive(page, "review");
  await they.look("switch-review");
  await confirm(page, "created");
  await says(page, orderTexts.switch.created.saved);
  const out = await orderOf("switch-out", "M-LCAP");
  const into = await orderOf("switch-in", "M-STABLE");
  for (const { reference } of [out, into]) expect(await main(page)).toContain(reference);
  await page.getByRole("heading", { name: asShown(orderTexts.switch.created.title) }).waitFor();
  await they.look("switch-created");

  // After the cut-off nothing can be cancelled.
  await moveClock(origin, `${topUp.navDate}T14:00:00+07:00`);
  const late = await (await callsOf(origin, "investor")).call("POST", `/orders/${out.id}/cancel`);
  expect(late).toMatchObject({ status: 409, body: { code: "order-cancel-late" } });
  await page.goto(`/orders/${out.id}`);
  await page.locator(".tl").waitFor();
  expect(await page.getByRole("button", { name: asShown(words.order.cancel.action) }).count()).toBe(0);
  await they.look("switch-after-cut-off");

  // Finance approves the orders on its staff page.
  const finance = await visit(browser, {
    origin,
    lng: STAFF_LNG,
    viewport: DESKTOP,
    series: `money-staff-${STAFF_LNG}`,
  });
  await logIn(finance.page, "finance@saphan.example", PEOPLE_PASSWORD);
  await finance.page.goto("/staff/approvals");
  await finance.page.locator("article.waitingsell").first().waitFor();
  await finance.look("approvals");
  const waiting = finance.page.locator("article.waitingsell");
  expect(await waiting.count()).toBe(2);
  for (let left = 2; left > 0; left -= 1) {
    await waiting.first().locator("button.btn--main").click();
    expect(await until(finance.page, async () => (await waiting.count()) < left, 20_000)).toBe(true);
  }

  // On T and T+1 the redemption is sold, and the switched money is in transit.
  const first = {
    btca: (before.btca * 101n) / 100n,
    lcap: (before.lcap * 102n) / 100n,
    stable: before.stable + 10n,
  };
  await navsOf(topUp.navDate, { "M-BTCA": first.btca, "M-LCAP": first.lcap, "M-STABLE": first.stable });
  await moveClock(origin, `${topUp.allotmentDate}T08:30:00+07:00`);
  const statusOf = async (kind: string, strategy: string, status: string) => {
    const holds = async () => (await orderOf(kind, strategy)).status === status;
    expect(await until(page, holds, 30_000), `${kind} ${status}`).toBe(true);
    return await orderOf(kind, strategy);
  };
  const saleNet = sold(worth(10_000_000n, first.btca), 500_000n);
  const outNet = sold(worth(20_005_000n, first.lcap), 1_000_250n);
  const units = bought(1_000_000n, 100n, first.stable);
  expect((await statusOf("subscription", "M-STABLE", "ALLOTTED")).units).toBe(written(units, 4));
  expect((await statusOf("redemption", "M-BTCA", "ALLOTTED")).net).toBe(written(saleNet, 2));
  expect((await statusOf("switch-out", "M-LCAP", "ALLOTTED")).net).toBe(written(outNet, 2));

  // One person creates the payment file, another releases it.
  await logIn(finance.page, "finance@saphan.example", PEOPLE_PASSWORD);
  await finance.page.goto("/staff/payouts");
  await finance.page.getByText(shown(saleNet)).first().waitFor();
  await finance.page.locator(".screenhead button.btn--main").click();
  await finance.page.getByText(asShown(staff.payouts.fileState.MADE)).waitFor();
  await finance.look("payouts-made");
  const releases = await visit(browser, {
    origin,
    lng: STAFF_LNG,
    viewport: DESKTOP,
    series: `money-release-${STAFF_LNG}`,
  });
  await logIn(releases.page, "finance2@saphan.example", PEOPLE_PASSWORD);
  await releases.page.goto("/staff/payouts");
  await releases.page.locator(".rowwrap button.btn--main").first().click();
  await releases.page.locator('a[href$="/file"]').waitFor();
  await releases.look("payouts-released");

  // On T+1 and T+2 the purchase of the switch is done.
  await navsOf(into.navDate, { "M-STABLE": first.stable + 20n });
  await moveClock(origin, `${into.allotmentDate}T08:30:00+07:00`);
  const inUnits = bought(outNet, 50n, first.stable + 20n);
  expect((await statusOf("switch-in", "M-STABLE", "ALLOTTED")).units).toBe(written(inUnits, 4));

  await logIn(page, INVESTOR, PEOPLE_PASSWORD);
  await page.goto("/overview");
  await page.locator('a[href^="/strategies/M-STABLE"]:visible').first().waitFor();
  const value = worth(19_995_000n, first.lcap) + worth(units + inUnits, first.stable + 20n);
  const principal = 2_000_000n - 1_000_250n + 1_000_000n + outNet;
  const { total } = await asked<{ total: Readonly<Record<string, string>> }>(
    await callsOf(origin, "investor"),
    "GET",
    "/overview",
  );
  expect(total).toMatchObject({
    value: written(value, 2),
    principal: written(principal, 2),
    profit: written(value - principal, 2),
  });
  expect(await main(page)).toContain(shown(value));
  await they.look("overview");

  await page.goto("/transactions");
  await settled(page);
  await they.look("transactions");
  const note = await downloaded(page, page.locator(".history .more button").first());
  expect(note).toMatch(/SP-\d{6}-\d{6}/);
  await page.goto("/statements");
  await page.locator("#from").waitFor();
  await page.locator("#from").fill(topUp.navDate.split("-").reverse().join("/"));
  const statement = await downloaded(page, page.locator(".takeaway .btn--main"));
  // The units given above came without an order, so the statement does not include them.
  const stable = shown(worth(units + inUnits, first.stable + 20n));
  for (const said of [stable, shown(saleNet), topUp.reference, out.reference, into.reference])
    expect(statement).toContain(said);
  await they.look("statements");

  // Finance imports a bank statement with one unexpected line.
  await logIn(finance.page, "finance@saphan.example", PEOPLE_PASSWORD);
  await finance.page.goto("/staff/money");
  await settled(finance.page);
  const line = `014,0000000000,${topUp.allotmentDate},09:15:00,UNKNOWN1,NOBODY,,004,1234567890,นาย ไม่รู้จัก,250.00,,250.00`;
  await finance.page
    .locator('input[accept^=".csv"]')
    .first()
    .setInputFiles({
      name: "statement.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`${STATEMENT_COLUMNS.join(",")}\r\n${line}\r\n`),
    });
  await finance.page
    .getByText(asShown(staff.money.statements.held.replace("{{count}}", "1")))
    .first()
    .waitFor();
  await finance.look("bank-statement");

  // In the new year the investor looks up an order of the old year and downloads its documents.
  await moveClock(origin, "2027-01-05T10:00:00+07:00");
  await logIn(page, INVESTOR, PEOPLE_PASSWORD);
  await page.goto("/transactions");
  await page.getByRole("searchbox").fill(topUp.reference);
  await until(page, async () => (await page.locator(".history .more button").count()) === 1, 10_000);
  const ofOldYear = await downloaded(page, page.locator(".history .more button").first());
  expect(ofOldYear).toContain(topUp.reference);
  await page.goto("/statements");
  await page.locator("#from").fill("01/01/2026");
  await page.locator("#to").fill("31/12/2026");
  const yearly = await downloaded(page, page.locator(".takeaway .btn--main"));
  for (const said of [topUp.reference, out.reference, "31/12/2026"]) expect(yearly).toContain(said);
  expect([...they.faults, ...finance.faults, ...releases.faults]).toEqual([]);
}, 240_000);
