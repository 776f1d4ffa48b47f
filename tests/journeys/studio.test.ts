import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESKTOP, logIn, PHONE, settled, until, type Viewport, type Visitor, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
});
afterAll(closeWindows);

type Look = { readonly lng: "th" | "en"; readonly viewport: Viewport; readonly series: string };

async function colleague(name: string, look: Look): Promise<Visitor> {
  const she = await visit(browser, { origin: portal.origin, ...look });
  await logIn(she.page, `${name}@saphan.example`, PEOPLE_PASSWORD);
  return she;
}

/** The engine's thread has read, proved and walked the draft. */
async function checked(page: Page): Promise<void> {
  const said = page.locator(".studiofindings > header [role=status]");
  const done = /Proved for everybody|ตรวจครบทุกคน/;
  const isDone = await until(
    page,
    async () => done.test((await said.innerText().catch(() => "")) ?? ""),
    30_000,
  );
  expect([isDone, isDone ? "" : await page.locator("main").innerText()]).toEqual([true, ""]);
  await settled(page);
}

test.each([
  { lng: "th", viewport: DESKTOP, series: "studio-th-desktop" },
  { lng: "en", viewport: PHONE, series: "studio-en-phone" },
] as const)("the studio shows kyc with its steps, words and screens: $series", async (look) => {
  const she = await colleague("operations", look);
  await she.page.goto("/studio");
  await she.page.locator(".studiorow").first().waitFor();
  await she.look("home");
  await she.page.locator('.studiorow[href="/studio/flows/kyc"]').click();
  await she.page.locator(".mapstep").first().waitFor();
  await checked(she.page);
  await she.look("kyc");
  await she.page.goto("/studio/flows/kyc?step=general&field=birthDate");
  await checked(she.page);
  await she.page.locator(".device h1").waitFor();
  await she.look("kyc-general");
  expect(she.faults).toEqual([]);
  await she.context.close();
});
