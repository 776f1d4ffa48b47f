import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "../../../engine/values/languages.ts";
import type { ApprovalHistory, OrderWithTimeline, WaitingOrder } from "../../../renderer/kit/api/answers.ts";
import { logIn, PHONE, settled, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";
import { demoFactor } from "../../server/accounts/app-code.ts";

const LONG_MS = 120_000;
const DESK = { width: 1280, height: 800 };
/** Folder for pictures; unset if none are wanted. */
const PICTURES = process.env.SAPHAN_PICTURES;

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
}, LONG_MS);
afterAll(closeWindows);

const waiting: WaitingOrder = {
  id: "00000000-0000-4000-8000-000000000011",
  reference: "SP-261123-000011",
  kind: "redemption",
  strategy: "M-BTCA",
  into: null,
  investor: "kanchanok@example.test",
  name: { th: "กานต์ชนก ใจดี", en: "Kanchanok Jaidee" },
  amount: "2500000.00",
  unitsWished: null,
  sellAll: false,
  reservedUnits: "250000.0000",
  unitsHeld: "900000.0000",
  unitsPending: "250000.0000",
  estimate: { value: "2500000.00", nav: "10.0000", navDate: "2026-11-20" },
  payout: { bank: "004", number: "xxx-xxx-3334" },
  placedAt: "2026-11-23T10:00:00+07:00",
  navDate: "2026-11-23",
  allotmentDate: "2026-11-24",
  expiresAt: "2026-11-30T14:00:00+07:00",
  needed: 2,
  needsCompliance: false,
  given: [{ by: "ann@saphan.example", role: "finance", at: "2026-11-23T11:12:00+07:00" }],
  yours: "open",
  short: null,
};
const switching: WaitingOrder = {
  ...waiting,
  id: "00000000-0000-4000-8000-000000000012",
  reference: "SP-261123-000012",
  kind: "switch-out",
  into: { reference: "SP-261123-000013", strategy: "M-NEXT GEN" },
  amount: null,
  sellAll: true,
  payout: null,
  given: [],
  needed: 1,
  yours: "own-nav",
};
const history: ApprovalHistory = {
  orders: [
    {
      id: "00000000-0000-4000-8000-000000000009",
      reference: "SP-261110-000009",
      kind: "subscription",
      strategy: "M-BTCA",
      step: "success",
      amount: "2400000.00",
      unitsWished: null,
      sellAll: false,
      placedAt: "2026-11-10T10:00:00+07:00",
    },
  ],
};

async function inside(
  who: "finance" | "investor",
  lng: Language,
  viewport: { readonly width: number; readonly height: number },
): Promise<Page> {
  const { page } = await visit(browser, { origin: portal.origin, lng, viewport });
  await logIn(page, `${who}@saphan.example`, PEOPLE_PASSWORD);
  return page;
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
}

describe("the approvals desk", { timeout: LONG_MS }, () => {
  test.each([
    { lng: "en", viewport: DESK, name: "desk" },
    { lng: "th", viewport: PHONE, name: "phone" },
  ] as const)(
    "shows for each approval the action, the person, the amount, and who must act next ($lng, $name)",
    async ({ lng, viewport, name }) => {
      const page = await inside("finance", lng, viewport);
      const said: unknown[] = [];
      await page.route("**/api/approvals", (route) =>
        route.fulfill({ json: { waiting: [waiting, switching] } }),
      );
      await page.route("**/api/approvals/*/history", (route) => route.fulfill({ json: history }));
      await page.route("**/api/approvals/*/reject", (route) => {
        said.push(route.request().postDataJSON());
        // The server gives this answer if the second factor was proved more than five minutes ago.
        if (said.length === 1) return route.fulfill({ status: 403, json: { code: "factor-needed" } });
        return route.fulfill({ json: { outcome: "rejected", given: 1, needed: 2 } });
      });
      await page.goto("/staff/approvals");
      await settled(page);
      const first = page.locator(`[data-order="${waiting.reference}"]`);
      for (const text of [
        "M-BTCA",
        "kanchanok@example.test",
        "2,500,000.00",
        "xxx-xxx-3334",
        "ann@saphan.example",
      ])
        expect(await first.innerText()).toContain(text);
      const second = page.locator(`[data-order="${switching.reference}"]`);
      expect(await second.innerText()).toContain("SP-261123-000013");
      expect(await second.getByRole("button").count()).toBe(0);
      await first.locator("summary").click();
      await first.getByText("SP-261110-000009").waitFor();
      await picture(page, `approvals-${name}-${lng}`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);

      await first.getByRole("button").nth(1).click();
      const sheet = page.getByRole("dialog");
      await sheet.getByRole("button").last().waitFor();
      await picture(page, `approvals-reject-${name}-${lng}`);
      expect(await sheet.locator(".btn--danger").isDisabled()).toBe(true);
      await sheet.locator("textarea").fill("   ");
      expect(await sheet.locator(".btn--danger").isDisabled()).toBe(true);
      await sheet.locator("textarea").fill("the name of the account differs");
      await sheet.locator(".btn--danger").click();
      const asked = page.locator("dialog:has(#factor-code)");
      await asked.locator("button[type=submit]").click();
      expect(await asked.locator("[aria-invalid=true]").count()).toBe(1);
      await asked.locator("#factor-code").fill("000000");
      await asked.locator("button[type=submit]").click();
      await asked.getByText(lng === "th" ? "รหัสนี้ใช้ไม่ได้" : "This code does not work").waitFor();
      await picture(page, `factor-${name}-${lng}`);
      expect(said).toHaveLength(1);
      await asked.locator("#factor-code").fill(demoFactor("finance@saphan.example").twoFactor ?? "");
      await asked.locator("button[type=submit]").click();
      await asked.waitFor({ state: "detached" });
      await sheet.waitFor({ state: "detached" });
      const reason = { reason: "the name of the account differs" };
      expect(said).toEqual([reason, reason]);
      await page.getByText(new RegExp(`^(ไม่อนุมัติ )?${waiting.reference} (rejected|แล้ว)`)).waitFor();
      // A person without a second factor is sent to set one up.
      await page.route("**/api/security", (route) =>
        route.fulfill({
          json: {
            email: "x@example.test",
            emailConfirmed: true,
            pin: "off",
            twoFactorSince: null,
            recoveryCodesLeft: 0,
          },
        }),
      );
      await page.goto("/staff");
      await page.locator('a[href="/flows/two-factor"]').waitFor();
      await picture(page, `factor-missing-${name}-${lng}`);
      await page.context().close();
    },
  );
});

test("an investor cancels a redemption after confirming the cancellation", { timeout: LONG_MS }, async () => {
  const page = await inside("investor", "th", PHONE);
  const order: OrderWithTimeline = {
    id: "00000000-0000-4000-8000-000000000021",
    reference: "SP-261123-000021",
    kind: "redemption",
    status: "WAITING",
    step: "waiting",
    strategy: "M-BTCA",
    counter: null,
    amount: "3000.00",
    unitsWished: null,
    sellAll: false,
    reservedUnits: "300.0000",
    fee: "0.00",
    vat: "0.00",
    net: null,
    method: null,
    riskAcknowledged: false,
    placedAt: "2026-11-23T10:00:00+07:00",
    navDate: "2026-11-23",
    allotmentDate: "2026-11-24",
    payBy: null,
    paidAt: null,
    nav: null,
    units: null,
    value: null,
    allottedOn: null,
    payout: { bank: "004", number: "xxx-xxx-3334" },
    sentAt: null,
    paidOutAt: null,
    payIn: null,
    approvals: { given: 0, needed: 1 },
    rejectReason: null,
    corrections: [],
    cancellableUntil: "2026-11-23T14:00:00+07:00",
    timeline: [
      { step: "received", at: "2026-11-23T10:00:00+07:00", expected: null },
      { step: "approved", at: null, expected: "2026-11-24T00:00:00+07:00" },
      { step: "nav", at: null, expected: "2026-11-23T18:00:00+07:00" },
      { step: "allotted", at: null, expected: "2026-11-24T00:00:00+07:00" },
      { step: "paid-out", at: null, expected: "2026-11-24T00:00:00+07:00" },
    ],
  };
  let shown = order;
  await page.route(new RegExp(`/api/orders/${order.id}`), (route) => {
    if (route.request().method() === "POST")
      shown = { ...order, status: "CANCELLED", step: "cancelled", cancellableUntil: null };
    return route.fulfill({ json: shown });
  });
  await page.goto(`/orders/${order.id}`);
  const cancel = page.locator("main button.btn--line");
  await settled(page);
  await cancel.waitFor({ timeout: 8_000 });
  await picture(page, "order-redemption-th");
  await cancel.click();
  await picture(page, "order-cancel-th");
  await page.getByRole("dialog").locator(".btn--danger").click();
  await cancel.waitFor({ state: "detached" });
  expect(shown.status).toBe("CANCELLED");
  await page.context().close();
});
