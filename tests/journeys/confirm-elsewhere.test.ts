import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESKTOP, logIn, mailTo, PHONE, settled, visit } from "./driver.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
});
afterAll(closeWindows);

test.each([
  { lng: "th", viewport: PHONE, series: "elsewhere-th-phone" },
  { lng: "en", viewport: DESKTOP, series: "elsewhere-en-desktop" },
  { lng: "en", viewport: PHONE, series: "elsewhere-en-phone" },
  { lng: "th", viewport: DESKTOP, series: "elsewhere-th-desktop" },
] as const)("a link opened in another browser asks for the sign-up password: $series", async (how) => {
  const { origin } = portal;
  const email = `${how.series}@example.com`;
  const password = "Bridge!42x";
  await signUpSomewhere(origin, { email, password });
  const { body } = await mailTo(origin, email, "confirm-email");
  const she = await visit(browser, { origin, ...how });
  const { page, look } = she;
  await page.goto(/https?:\/\/\S+/.exec(body)?.[0] ?? "");
  await page.locator("#password").waitFor();
  await look("asks");
  await page.locator("#password").fill("Guess!42xyz");
  await page.locator(".dock button").click();
  await page.locator("#password[aria-invalid=true]").waitFor();
  await look("wrong");
  await page.locator("#password").fill(password);
  await page.locator(".dock button").click();
  await page.locator('.dock a[href^="/login"]').waitFor();
  await settled(page);
  await logIn(page, email, password);
  expect(new URL(page.url()).pathname).not.toBe("/login");
  expect(she.faults).toEqual([]);
  await she.context.close();
});

/** Signs a person up in a browser whose storage is discarded. */
async function signUpSomewhere(origin: string, who: { readonly email: string; readonly password: string }) {
  const consents = await Promise.all(
    ["privacy", "terms", "publicity"].map(async (purpose) => {
      const text = await (await fetch(`${origin}/api/legal/${purpose}`)).json();
      return { purpose, version: (text as { version: string }).version };
    }),
  );
  const answer = await fetch(`${origin}/api/auth/signup`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ ...who, customerType: "INDIVIDUAL", consents }),
  });
  if (answer.status !== 201) throw new Error(`No sign-up: ${answer.status} ${await answer.text()}`);
}
