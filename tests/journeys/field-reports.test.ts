import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  arrive,
  fill,
  goOn,
  logIn,
  PHONE,
  settled,
  stepOf,
  type Viewport,
  type Visitor,
  visit,
} from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { cardPicture } from "./pictures.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

let browser: Browser;
let portal: SharedPortal;
let investor: Visitor;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
  investor = await open("en", PHONE);
  await logIn(investor.page, "investor@saphan.example", PEOPLE_PASSWORD);
});
afterAll(closeWindows);

const open = async (lng: "th" | "en", viewport: Viewport, window?: Visitor["context"]) =>
  await visit(browser, { origin: portal.origin, lng, viewport, window });

/** Does with the page's text what browsers do that translate it. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let at = walker.nextNode(); at !== null; at = walker.nextNode())
      if (at.nodeValue?.trim() && at.parentElement?.closest('[translate="no"], script, style') === null)
        texts.push(at as Text);
    for (const text of texts) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.nodeValue;
      outer.append(inner);
      text.replaceWith(outer);
    }
  });
}

const broken = async (page: Page) => await page.locator("section.panel[role=alert]").count();

test("a file that is still being sent is waited for, and goes with the answer", async () => {
  const she = await open("en", PHONE);
  const { page } = she;
  await page.goto("/complaint");
  await arrive(page, "complaint");
  await fill(page, {
    "/email": "slow@example.com",
    "/phone": "0812345678",
    "/problemType": { choice: 1 },
    "/detail": "My confirmation did not arrive, twice.",
  });
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/api/files?**", async (route) => {
    await held;
    await route.continue();
  });
  const buffer = await cardPicture("front");
  await page
    .locator('[id="f/attachment-input"]')
    .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await page.locator(".uploadstatus progress").waitFor();
  await page.locator(".dock button.btn--main").click();
  await page.getByText("still being sent").first().waitFor();
  expect(stepOf(page)).toBe("complaint");
  release();
  await arrive(page, "review");
  expect(await page.locator("main").innerText()).toMatch(/a\.jpg|JPG|Attach/i);
  await she.context.close();
});

describe("a page that the browser translates", () => {
  test("stays whole in an order, keeps what was typed, and shows the amounts that count", async () => {
    const { page } = investor;
    await page.goto("/invest?strategy=M-BTCA");
    await arrive(page, "choose");
    await page.locator("label.choice", { hasText: "M-BTCA" }).click();
    await goOn(page);
    await arrive(page, "amount");
    await translate(page);
    const amount = page.locator('[id="f/amount"]');
    await amount.fill("10000");
    await translate(page);
    await amount.fill("20000");
    await page.locator(".quick button").first().click();
    await translate(page);
    await amount.fill("50.000");
    await amount.blur();
    await page.getByText("50,000.00").first().waitFor();
    await translate(page);
    await amount.fill("30000");
    expect(await amount.inputValue()).toBe("30,000");
    await translate(page);
    await goOn(page);
    await arrive(page, "acknowledge");
    expect(await broken(page)).toBe(0);
  });

  test("stays whole while one goes from page to page", async () => {
    const { page } = investor;
    for (const path of ["/overview", "/transactions", "/me"]) {
      await page.goto("/overview");
      await settled(page);
      await translate(page);
      await page.evaluate((to) => document.querySelector<HTMLElement>(`a[href="${to}"]`)?.click(), path);
      await page.waitForURL((url) => url.pathname === path);
      await settled(page);
      expect(await broken(page)).toBe(0);
    }
  });
});
