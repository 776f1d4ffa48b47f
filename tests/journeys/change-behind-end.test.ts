import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kycFillings } from "./chain.ts";
import { arrive, fill, goOn, leave, logIn, PHONE, stepOf, until, type Visitor, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";

let browser: Browser;
let portal: Portal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), startPortal({ brand: "saphan" })]);
});
afterAll(async () => {
  await closeWindows();
  await portal.stop();
});

const SERVER_STEPS = new Set(["documents", "liveness", "dopa"]);

/** Answers the screens of the verification until a step is reached. */
async function comeTo({ page }: Visitor, wanted: string): Promise<void> {
  const fillings = await kycFillings();
  await until(page, () => stepOf(page) !== null, 20_000);
  for (let screens = 0; screens < 40 && stepOf(page) !== wanted; screens += 1) {
    const step = stepOf(page) ?? "";
    if (SERVER_STEPS.has(step)) await leave(page, step);
    else {
      await fill(page, fillings[step] ?? {});
      await goOn(page);
    }
  }
  await arrive(page, wanted);
}

test("a mistyped birth date gets an error at its field, and a user can change a birth date that ended the flow", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE, series: "ends" });
  const { page } = she;
  await logIn(page, "fresh@saphan.example", PEOPLE_PASSWORD);
  await page.goto("/kyc");
  await comeTo(she, "general");
  const { general } = await kycFillings();

  await fill(page, { ...general, "/birthDate": "01/01/2600" });
  await page.locator(".dock button.btn--main").click();
  await page.locator(".errsum").waitFor();
  expect(await page.locator(".errsum").innerText()).toContain("in the future");
  await fill(page, { "/birthDate": "01/01/1800" });
  await page.locator(".dock button.btn--main").click();
  await until(page, async () => (await page.locator(".errsum").innerText()).includes("too long ago"), 10_000);
  expect(await page.locator(".errsum").innerText()).toContain("too long ago");
  expect(stepOf(page)).toBe("general");

  await fill(page, { "/birthDate": "01/04/2015" });
  await goOn(page);
  await arrive(page, "under-age");
  await she.look("under-age");
  // Every link to the flow leads to the end, and the end links back to the question.
  await page.goto("/kyc");
  await arrive(page, "under-age");
  await page.locator(".cya button.link").click();
  await arrive(page, "general");
  await fill(page, { "/birthDate": "01/04/2533" });
  await goOn(page);
  await arrive(page, "contact");

  await comeTo(she, "digital-asset-risk");
  await fill(page, { "/canAcceptDigitalAssetRisk": { choice: 1 } });
  await goOn(page);
  await arrive(page, "no-digital-asset");
  await she.look("no-digital-asset");
  await page.locator(".cya button.link").click();
  await arrive(page, "digital-asset-risk");
  await fill(page, { "/canAcceptDigitalAssetRisk": { choice: 0 } });
  await goOn(page);
  await arrive(page, "suitability-result");
  expect(she.faults).toEqual([]);
  await she.context.close();
});
