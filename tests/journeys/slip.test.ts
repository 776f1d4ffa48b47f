import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import ordersEn from "../../locales/en/my-orders.json" with { type: "json" };
import staffEn from "../../locales/en/staff.json" with { type: "json" };
import ordersTh from "../../locales/th/my-orders.json" with { type: "json" };
import staffTh from "../../locales/th/staff.json" with { type: "json" };
import { createOrderPlacer } from "../server/durability/order-placer.ts";
import { slipPicture } from "../support/slip-picture.ts";
import { asShown, DESKTOP, logIn, PHONE, says, settled, until, visit } from "./driver.ts";
import { INVESTOR_PIN, PEOPLE_PASSWORD } from "./people.ts";
import { startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(closeWindows);

const PAY = { th: ordersTh.payIn, en: ordersEn.payIn };
const MONEY = { th: staffTh.money, en: staffEn.money };

const WALKS = [
  { lng: "th", viewport: PHONE, staff: "en", staffView: DESKTOP, series: "slip-th-phone" },
] as const;

// Pictures are taken in both languages and both screen sizes.
const FOR_PICTURES = [
  { lng: "en", viewport: DESKTOP, staff: "th", staffView: PHONE, series: "slip-en-desktop" },
] as const;

test.each(process.env.KEEP_SCREENS === "1" ? [...WALKS, ...FOR_PICTURES] : WALKS)(
  "a user saves an order's QR code as a picture and sends the payment slip, and finance confirms it: $series",
  async ({ lng, viewport, staff, staffView, series }) => {
    const portal = await startPortal({ brand: "saphan" });
    onTestFinished(() => portal.stop());
    const { origin } = portal;
    await fetch(`${origin}/api/dev/bank`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ silent: true }),
    });
    const email = "investor@saphan.example";
    const placer = createOrderPlacer(() => origin, { email, password: PEOPLE_PASSWORD, pin: INVESTOR_PIN });
    await placer.logIn();
    const { order } = await placer.order();

    const she = await visit(browser, { origin, lng, viewport, series });
    const finance = await visit(browser, {
      origin,
      lng: staff,
      viewport: staffView,
      series: `${series}-staff`,
    });
    onTestFinished(() => she.context.close());
    onTestFinished(() => finance.context.close());
    const { page } = she;
    await logIn(page, email, PEOPLE_PASSWORD);
    await page.goto(`${origin}/orders/${order}`);
    await page.getByRole("heading", { name: PAY[lng].qr.title }).waitFor();
    await settled(page);
    await she.look("pay-in");
    // If the browser cannot draw the code as a picture, the page reports that, and the next press saves a
    // picture.
    await page.evaluate(() => {
      const draws = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function fails(done) {
        HTMLCanvasElement.prototype.toBlob = draws;
        done(null);
      };
    });
    await page.getByRole("button", { name: PAY[lng].qr.save }).click();
    await says(page, PAY[lng].qr.failed);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: PAY[lng].qr.save }).click();
    expect((await download).suggestedFilename()).toMatch(/^promptpay-SP-\d{6}-\d{6}\.png$/);
    await says(page, PAY[lng].qr.saved);

    const slip = await slipPicture({ bank: "014", reference: "202611231234ABCDEF012" });
    await page.setInputFiles("input[type=file]", { name: "slip.jpg", mimeType: "image/jpeg", buffer: slip });
    await page.locator('section[aria-labelledby="slip"] [role="status"]').waitFor();
    await page.locator('section[aria-labelledby="slip"] img.photo').waitFor();
    await she.look("slip-sent");
    // Amount and account remain visible, because the slip may be wrong or sent before the transfer.
    await page.locator(".payin .reference").waitFor();
    await page.getByText(asShown(PAY[lng].slip.notPaid)).click();
    await page
      .getByRole("term")
      .filter({ hasText: asShown(PAY[lng].number) })
      .waitFor();
    const { action, slip: sent, keep } = (lng === "th" ? ordersTh : ordersEn).order.cancel;
    await page.getByRole("button", { name: asShown(action) }).click();
    await page.getByText(asShown(sent)).waitFor();
    await page.getByRole("button", { name: asShown(keep) }).click();
    const [better] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: PAY[lng].slip.replace }).click(),
    ]);
    await better.setFiles({ name: "better.jpg", mimeType: "image/jpeg", buffer: slip });
    await until(
      page,
      async () => (await page.locator('section[aria-labelledby="slip"] progress').count()) === 0,
      20_000,
    );
    await page.locator('section[aria-labelledby="slip"] img.photo').waitFor();

    await logIn(finance.page, "finance@saphan.example", PEOPLE_PASSWORD);
    await finance.page.goto(`${origin}/staff/money`);
    const desk = finance.page.getByRole("article").first();
    const words = MONEY[staff].slips;
    await desk.getByText(words.code.read).waitFor();
    await desk.locator("img.photo").waitFor();
    await finance.look("desk");
    await desk.getByLabel(words.field.amount).fill("๑๐,๐๐๐");
    const { today } = await (await fetch(`${origin}/api/dev/clock`)).json();
    await desk.getByLabel(words.field.date).fill(today.split("-").reverse().join("/"));
    await desk.getByLabel(words.field.time).fill("00:01");
    await desk.getByRole("button", { name: words.confirm }).click();
    await finance.page.getByText(words.confirmed).waitFor();
    await page.locator(".payin").waitFor({ state: "detached" });
    await settled(page);
    await she.look("paid");
    await finance.page.getByText(words.none.title).waitFor();
    await finance.look("desk-empty");
    expect([...she.faults, ...finance.faults]).toEqual([]);
  },
);
