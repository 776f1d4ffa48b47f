import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "../../../engine/values/languages.ts";
import type { OrderWithTimeline } from "../../../renderer/kit/api/answers.ts";
import { arrive, fill, goOn, logIn, PHONE, pasted, settled, until, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";

const LONG_MS = 120_000;

// Tests for problems of people who use the portal for the first time.

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
}, LONG_MS);
afterAll(closeWindows);

async function open(path: string, lng: Language = "en"): Promise<Page> {
  const { page } = await visit(browser, { origin: portal.origin, lng, viewport: PHONE });
  await page.goto(path);
  await settled(page);
  return page;
}

async function inside(who: "investor" | "fresh", path: string): Promise<Page> {
  const { page } = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await logIn(page, `${who}@saphan.example`, PEOPLE_PASSWORD);
  await page.goto(path);
  await settled(page);
  return page;
}

/** Sets the expiry in the readable session cookie to the past. */
async function expire(page: Page): Promise<void> {
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === "saphan_token");
  if (cookie === undefined) throw new Error("nobody is logged in");
  const [head, body = "", seal] = cookie.value.split(".");
  const read = JSON.parse(Buffer.from(body, "base64url").toString()) as { exp: number };
  const past = Buffer.from(JSON.stringify({ ...read, exp: 1 })).toString("base64url");
  await page.context().addCookies([{ ...cookie, value: [head, past, seal].join(".") }]);
}

describe("an ended session", { timeout: LONG_MS }, () => {
  test.each([0, 400])(
    "is reported once, however many calls detect the end (calls answered after %i ms)",
    async (ms) => {
      const page = await inside("investor", "/overview");
      await expire(page);
      // Some calls are slow, so their errors arrive while the page logs out, or later.
      await page.route("**/api/**", async (route) => {
        const slow = /logout|orders|strategies/.test(route.request().url());
        if (slow && ms > 0) await new Promise((done) => setTimeout(done, ms));
        await route.continue().catch(() => {});
      });
      let most = 0;
      await page.locator('a[href="/strategies"]:visible').first().click();
      const next = page.locator('a[href="/transactions"]:visible').first();
      if ((await next.count()) > 0) await next.click({ timeout: 2_000 }).catch(() => {});
      await until(
        page,
        async () => {
          most = Math.max(most, await page.locator(".toast").count());
          return false;
        },
        3_000,
      );
      expect(most).toBe(1);
      await page.context().close();
    },
  );
});

test("a user who presses a button while the page logs out is informed once that the session has ended", {
  timeout: LONG_MS,
}, async () => {
  const page = await inside("investor", "/overview");
  await page.route("**/api/auth/logout", async (route) => {
    await new Promise((done) => setTimeout(done, 2_500));
    await route.continue().catch(() => {});
  });
  await expire(page);
  // A call detects the end of the session first, because outdated answers are reloaded when the window gets
  // the focus.
  await page.waitForTimeout(2_100);
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await page.locator('[data-toast="401"]').waitFor();
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "/strategies";
    document.body.append(link);
    link.click();
    link.remove();
  });
  await page.waitForURL((url) => url.pathname === "/strategies");
  await page.waitForTimeout(400);
  expect(await page.locator(".toast").count()).toBe(1);
  await page.context().close();
});

test("hidden amounts stay hidden after a reload", { timeout: LONG_MS }, async () => {
  const page = await inside("investor", "/overview");
  await page.getByRole("button", { name: "Hide amounts" }).click();
  const hidden = async () => (await page.locator(".valuehero").innerText()).includes("••••");
  expect(await hidden()).toBe(true);
  await page.reload();
  await settled(page);
  expect(await hidden()).toBe(true);
  await page.getByRole("button", { name: "Show amounts" }).click();
  await page.reload();
  await settled(page);
  expect(await hidden()).toBe(false);
  await page.context().close();
});

test("a reload keeps a typed amount and shows the values computed from it", {
  timeout: LONG_MS,
}, async () => {
  const page = await inside("investor", "/invest?strategy=M-STABLE");
  await arrive(page, "choose");
  await page.locator(".dock button.btn--main").click();
  await arrive(page, "amount");
  await page.locator('[id="f/amount"]').fill("20000");
  const computed = page.locator(".panelhead").first();
  await computed.waitFor();
  await page.waitForTimeout(500);
  await page.reload();
  await arrive(page, "amount");
  await computed.waitFor({ timeout: 10_000 });
  // After starting over, the next order begins at its first step.
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start over" }).click();
  await arrive(page, "choose");
  await page.context().close();
});

test("a long text near its limit shows how many characters are left", { timeout: LONG_MS }, async () => {
  const page = await open("/complaint");
  await arrive(page, "complaint");
  const detail = page.locator('[id="f/detail"]');
  await detail.fill("a".repeat(3_000));
  expect(await page.getByText(/characters? left/).count()).toBe(0);
  await detail.fill("a".repeat(3_950));
  await page.getByText("50 characters left").waitFor();
  await detail.press("End");
  await detail.pressSequentially("b");
  await page.getByText("49 characters left").waitFor();
  await page.context().close();
});

test("the number of remaining steps matches the list of steps, and the button leads to the first step", {
  timeout: LONG_MS,
}, async () => {
  const page = await inside("fresh", "/overview");
  const card = page.locator("section.homenext");
  const listed = await card.locator("ol > li").count();
  expect(await card.locator(".badge").first().innerText()).toBe(`${listed} of 9 to go`);
  await card.locator("a.btn--main").click();
  await page.waitForURL((url) => url.pathname === "/kyc");
  await arrive(page, "prepare");
  // A screen without questions lists what the flow asks next.
  expect(await page.locator("ol.missing li").allInnerTexts()).toEqual(
    ["ID card and face", "General information", "Risk assessment", "FATCA", "Bank account", "Contract"].map(
      (name, at) => `${at + 2}\n${name}`,
    ),
  );
  await page.context().close();
});

test("the address of another person's order shows a not-found page with a link to the user's own orders", {
  timeout: LONG_MS,
}, async () => {
  const page = await inside("investor", "/orders/00000000-0000-4000-8000-000000000001");
  await page.getByText("We couldn’t find this order").waitFor();
  expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
  await page.getByRole("link", { name: "Show all transactions" }).click();
  await page.waitForURL((url) => url.pathname === "/transactions");
  await page.context().close();
});

test.each([
  ["/strategies", "Show all strategies"],
  ["/transactions", "Show all transactions"],
])("a search on %s without results has a link to continue", { timeout: LONG_MS }, async (path, label) => {
  const page = await inside("investor", path);
  const search = page.locator('input[type="search"]');
  await search.fill("nothing of the kind");
  await page.getByRole("button", { name: label }).click();
  expect(await search.inputValue()).toBe("");
  // The deadline and its NAV date are shown below the history.
  if (path === "/transactions")
    expect((await page.locator("main").innerText()).replaceAll("\u2060", "")).toContain("14:00");
  await page.context().close();
});

test("the payment page shows each payment option in its own card, with buttons to copy account name and number", {
  timeout: LONG_MS,
}, async () => {
  const page = await inside("investor", "/overview");
  const order: OrderWithTimeline = {
    id: "00000000-0000-4000-8000-000000000001",
    reference: "SP-1",
    kind: "subscription",
    status: "SUBMITTED",
    step: "confirm",
    strategy: "M-BTCA",
    counter: null,
    amount: "10000.00",
    unitsWished: null,
    sellAll: false,
    reservedUnits: "0.0000",
    fee: "100.00",
    vat: "7.00",
    net: "9893.00",
    method: "transfer",
    riskAcknowledged: true,
    placedAt: "2026-11-24T03:00:00Z",
    navDate: "2026-11-24",
    allotmentDate: "2026-11-25",
    payBy: "2026-11-27T07:00:00Z",
    paidAt: null,
    nav: null,
    units: null,
    value: null,
    allottedOn: null,
    payout: null,
    sentAt: null,
    paidOutAt: null,
    approvals: null,
    rejectReason: null,
    corrections: [],
    cancellableUntil: null,
    timeline: [{ step: "received", at: "2026-11-24T03:00:00Z", expected: null }],
    payIn: {
      account: { bank: "Bank", holder: "Saphan Asset Management", number: "1234567890", demo: true },
      days: [{ before: "2026-11-24T07:00:00Z", navDate: "2026-11-24" }],
    },
  };
  await page.route(`**/api/orders/${order.id}`, (route) => route.fulfill({ json: order }));
  await page.goto(`/orders/${order.id}`);
  await page.locator(".payin").waitFor();
  const [pay, when] = await Promise.all([
    page.locator(".payin").boundingBox(),
    page.locator('section[aria-labelledby="paywhen"]').boundingBox(),
  ]);
  expect((when?.y ?? 0) - ((pay?.y ?? 0) + (pay?.height ?? 0))).toBeGreaterThanOrEqual(12);
  await page
    .locator(".payin")
    .getByRole("button", { name: /Account name/ })
    .click();
  expect(await pasted(page)).toBe("Saphan Asset Management");
  await page.context().close();
});

test("a user can change the language at the top of a page, and on phones in the menu of the home page", {
  timeout: LONG_MS,
}, async () => {
  for (const path of ["/login", "/contact"]) {
    const page = await open(path, "th");
    await page.locator("header .lang:visible").first().waitFor();
    await page.context().close();
  }
  const page = await open("/", "th");
  await page.locator("header details summary").click();
  await page.locator("header details").getByRole("link", { name: "English" }).click();
  await page.waitForURL("**/en");
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await page.context().close();
});

test("an order that was changed in a second window shows both amounts, and the user chooses one of them", {
  timeout: LONG_MS,
}, async () => {
  const first = await inside("investor", "/invest?strategy=M-STABLE");
  await goOn(first);
  await arrive(first, "amount");
  const second = await first.context().newPage();
  await second.goto("/invest");
  await arrive(second, "amount");
  await fill(second, { "/amount": "20000" });
  await goOn(second);
  await fill(first, { "/amount": "11000" });
  await first.locator(".dock button.btn--main").click();
  const told = first.locator(".elsewhere");
  await told.waitFor();
  expect(await told.innerText()).toMatch(/20,000\.00.*\n.*11,000\.00/);
  // Continuing keeps this window's value, and the other window is informed when it continues.
  await goOn(first);
  await fill(second, { "/method": { choice: 0 } });
  await second.locator(".dock button.btn--main").click();
  await arrive(second, "review");
  expect(await second.locator(".toast").innerText()).toContain("20,000.00 baht → 11,000.00 baht");
  expect(await second.locator(".dock").innerText()).toContain("11,000.00");
  await first.context().close();
});
