import { Client } from "pg";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "../../engine/values/languages.ts";
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
import { unlessClosed } from "./unless-closed.ts";

let browser: Browser;
let portal: SharedPortal;
let investor: Visitor;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
  investor = await open("en", PHONE);
  await logIn(investor.page, "investor@saphan.example", PEOPLE_PASSWORD);
});
afterAll(closeWindows);

const open = async (lng: Language, viewport: Viewport, window?: Visitor["context"]) =>
  await visit(browser, { origin: portal.origin, lng, viewport, window });

/** Changes the page's text in the way of browsers that translate pages. */
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

describe("screens", () => {
  test.each([
    ["/account-recovery", "en", 390],
    ["/account-recovery", "th", 390],
    ["/account-recovery?token=x", "en", 390],
    ["/overview", "en", 320],
    ["/overview", "en", 1024],
    ["/strategies", "en", 1024],
    ["/strategies", "en", 1100],
    ["/strategies", "th", 1024],
    ["/transactions", "en", 320],
  ] as const)("cut off no text of %s (%s) at a width of %d pixels", async (path, lng, width) => {
    const she = await open(lng, { width, height: 800 }, investor.context);
    const { page } = she;
    const email = `${"long".repeat(12)}@${"example".repeat(4)}.com`;
    await page.route("**/account-recovery/verify", (route) =>
      route.fulfill({ json: { email, twoFactor: true } }),
    );
    await page.goto(path);
    await settled(page);
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    const wide = await page.evaluate(() => {
      const most = document.documentElement.clientWidth;
      const out = [...document.querySelectorAll<HTMLElement>("main *")]
        .filter((one) => one.getBoundingClientRect().right > most + 1 && one.closest(".sr, svg") === null)
        .map((one) => `${one.tagName}.${one.className}`);
      const cut = [...document.querySelectorAll<HTMLElement>(".tablewrap")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.scrollWidth} in ${one.clientWidth}`);
      const names = [
        ...document.querySelectorAll<HTMLElement>(":is(.orders, .history) .item > :nth-child(2)"),
      ]
        .filter((one) => one.getBoundingClientRect().width < 100)
        .map((one) => `${one.textContent}: ${one.getBoundingClientRect().width}`);
      return [document.documentElement.scrollWidth > most + 1 ? out : [], cut, names];
    });
    expect(wide).toEqual([[], [], []]);
    await page.close();
  });

  test("show the overview directly below its heading if there is no summary", async () => {
    const she = await open("en", { width: 1280, height: 800 }, investor.context);
    const { page } = she;
    await page.route(
      "**/api/overview",
      unlessClosed(async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), total: null } });
      }),
    );
    await page.goto("/overview");
    await page.locator(".homelatest").waitFor();
    const gap = await page.evaluate(() => {
      const at = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return (at(".homemain")?.top ?? 0) - (at(".homehead")?.bottom ?? 0);
    });
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(60);
    await page.close();
  });

  test("refuse a file that is not a picture before displaying it", async () => {
    const she = await open("en", PHONE);
    const { page } = she;
    await page.goto("/complaint");
    await arrive(page, "complaint");
    const file = { name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };
    await page.locator('[id="f/attachment-input"]').setInputFiles(file);
    await page.getByText("cannot open this picture").waitFor();
    expect(await page.locator(".uploadstatus img").count()).toBe(0);
    await she.context.close();
  });

  test("close a dialog, and stay on the page, when the user presses the browser's Back button", async () => {
    // Other test files with this portal log in as the same person and postpone the prompt.
    const database = new Client({ connectionString: portal.databaseUrl });
    await database.connect();
    await database.query("delete from prompt_answers");
    await database.end();
    const options = { origin: portal.origin, lng: "en", viewport: PHONE, prompts: "shown" } as const;
    const she = await visit(browser, options);
    const { page } = she;
    await logIn(page, "fresh@saphan.example", PEOPLE_PASSWORD);
    // The prompt appears on the first page after the log-in, and Back leads from that page to the log-in.
    await page.locator("dialog[open]").waitFor();
    expect(new URL(page.url()).pathname).toBe("/overview");
    const title = await page.locator("dialog[open] h2").innerText();
    await page.goBack();
    // Another prompt may follow the dismissed one.
    await page.locator("dialog[open] h2", { hasText: title }).waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/overview");
    await she.context.close();
  });
});

test.each(["/portfolio", "/statements", "/transactions"])(
  "the printed version of %s has no buttons",
  async (path) => {
    const she = await open("en", { width: 794, height: 1123 }, investor.context);
    const { page } = she;
    await page.goto(path);
    await settled(page);
    await page.emulateMedia({ media: "print" });
    const seen = await page.evaluate(
      () =>
        [
          ...document.querySelectorAll<HTMLElement>(".side, .places, .appbar, .dock, main button, main .btn"),
        ].filter((one) => one.offsetParent !== null).length,
    );
    expect(seen).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(794);
    await page.close();
  },
);

test("a submission waits until a file is completely uploaded, and includes the file", async () => {
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

describe("a page translated by the browser", () => {
  test("shows every text of an order with the correct amounts, and keeps the input", async () => {
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

  test("shows every text while a user navigates between pages", async () => {
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
