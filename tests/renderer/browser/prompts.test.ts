import { Client } from "pg";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../../engine/values/languages.ts";
import type { PromptShown } from "../../../renderer/kit/api/answers.ts";
import { asShown, DESKTOP, logIn, PHONE, settled, tick, until, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";

const LONG_MS = 120_000;

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
  await change("delete from prompt_answers");
}, LONG_MS);
afterAll(closeWindows);

async function change(statement: string): Promise<void> {
  const client = new Client({ connectionString: portal.databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function inside(who: string, lng: Language, series?: string) {
  const { origin } = portal;
  const viewport = lng === "th" ? PHONE : DESKTOP;
  const she = await visit(browser, {
    ...{ origin, lng, viewport, prompts: "shown" },
    ...(series === undefined ? {} : { series }),
  });
  await logIn(she.page, `${who}@saphan.example`, PEOPLE_PASSWORD);
  return she;
}

test("a prompt appears on the overview but never during a flow, can be turned off, and links to its page", {
  timeout: LONG_MS,
}, async () => {
  const { page, faults } = await inside("fresh", "en");
  await page.goto("/kyc");
  await settled(page);
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await page.goto("/overview");
  const prompt = page.getByRole("dialog", { name: "Verify your identity" });
  await prompt.waitFor();
  // The focus stays inside the prompt, and Escape postpones the prompt.
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true);
  const kept = page.waitForResponse((answer) => answer.url().endsWith("/api/prompts/verify-identity/answer"));
  await page.keyboard.press("Escape");
  expect((await kept).status()).toBe(204);
  await page.reload();
  await settled(page);
  await page.waitForTimeout(500);
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await change("delete from prompt_answers");
  await page.reload();
  await prompt.getByRole("button", { name: "Get Started" }).click();
  expect(await until(page, () => new URL(page.url()).pathname === "/kyc", 15_000)).toBe(true);
  await settled(page);
  expect(await page.locator("dialog[open]").count()).toBe(0);
  expect(faults).toEqual([]);
  await page.context().close();
});

const CONSENTS: PromptShown["prompt"] = {
  kind: "consents",
  texts: [
    { purpose: "privacy", version: "2026-01" },
    { purpose: "publicity", version: "2026-01" },
  ],
};

test("the consent pop-up names the missing consents, none of them ticked, and sends those that the user ticks", {
  timeout: LONG_MS,
}, async () => {
  const { page, faults } = await inside("fresh", "en");
  let prompt: PromptShown["prompt"] = CONSENTS;
  await page.route("**/api/prompt", (route) => route.fulfill({ json: { prompt } }));
  const sent: unknown[] = [];
  await page.route("**/api/consents", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: 204 });
  });
  await page.goto("/overview");
  const popUp = page.getByRole("dialog", { name: "Our documents have changed" });
  await popUp.waitFor();
  expect(await popUp.locator("input:checked").count()).toBe(0);
  await popUp.getByRole("button", { name: "Accept", exact: true }).click();
  await popUp.getByText(asShown("Please accept the Privacy Policy.")).waitFor();
  expect(sent).toEqual([]);
  await tick(page, popUp.locator("#privacy"));
  await popUp.getByRole("button", { name: "Accept", exact: true }).click();
  await page.getByText("Thank you, your consent is saved").waitFor();
  await popUp.waitFor({ state: "detached" });
  await page.reload();
  await popUp.getByRole("button", { name: "Decline" }).click();
  await page.getByText("Saved: you did not agree").waitFor();
  prompt = null;
  const decided = (privacy: string, publicity: string) => ({
    texts: [
      { purpose: "privacy", version: "2026-01", decision: privacy },
      { purpose: "publicity", version: "2026-01", decision: publicity },
    ],
  });
  expect(sent).toEqual([decided("given", "refused"), decided("refused", "refused")]);
  expect(faults).toEqual([]);
  await page.context().close();
});

const PROMPTS: readonly NonNullable<PromptShown["prompt"]>[] = [
  { kind: "contract", version: "2026-03", graceUntil: "2026-04-01" },
  { kind: "contract", version: "2026-03", graceUntil: null },
  CONSENTS,
  { kind: "verify-identity", stage: "begin" },
  { kind: "verify-identity", stage: "again" },
  { kind: "bank" },
  { kind: "pin" },
  { kind: "start-invest" },
];

test.each(LANGUAGES)(
  "every prompt can be read, seen and pressed (%s)",
  {
    timeout: LONG_MS,
  },
  async (lng) => {
    const { page, faults, look } = await inside("investor", lng, `prompt-${lng}`);
    let prompt: PromptShown["prompt"] = null;
    const answers: string[] = [];
    await page.route("**/api/prompt", (route) => route.fulfill({ json: { prompt } }));
    await page.route("**/api/prompts/**", (route) => {
      answers.push(`${new URL(route.request().url()).pathname} ${route.request().postDataJSON().answer}`);
      return route.fulfill({ status: 204 });
    });
    // The test checks prompts with fields in both languages; other prompts differ only in their texts.
    const looked =
      lng === "th" ? PROMPTS : PROMPTS.filter(({ kind }) => kind === "consents" || kind === "pin");
    for (const [at, shown] of looked.entries()) {
      prompt = shown;
      await page.goto("/overview");
      const dialog = page.locator('[data-sheet="prompt"]');
      await dialog.waitFor();
      await look(`${at}-${shown.kind}`);
      // The prompt is not cut off: its last button is on the screen.
      const box = await dialog.locator(".sheetfoot button").last().boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
      if (shown.kind === "pin") await dialog.locator("input[type=checkbox]").check();
      await dialog
        .locator(shown.kind === "consents" ? ".sheethead button" : ".sheetfoot button >> nth=1")
        .click();
      await dialog.waitFor({ state: "detached" });
      await until(page, () => answers.length > at, 5_000);
    }
    expect(answers).toEqual(
      looked.map(({ kind }) => `/api/prompts/${kind}/answer ${kind === "pin" ? "never" : "later"}`),
    );
    expect(faults).toEqual([]);
    await page.context().close();
  },
);
