import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import axe from "axe-core";
import type { Browser, BrowserContext, Locator, Page } from "playwright";
import { onTestFailed } from "vitest";
import type { Language } from "../../engine/values/languages.ts";
import buttonEn from "../../locales/en/button.json" with { type: "json" };
import buttonTh from "../../locales/th/button.json" with { type: "json" };
import { demoFactor } from "../server/accounts/app-code.ts";
import { PAGE_SAYS } from "../support/run-report.ts";
import { ALLOWED, codesIn, EXPERT } from "./codes-on-screen.ts";

/** Input for one field: text, index of a choice (from 0), several choices, tick, or file. */
export type Filling =
  | string
  | { readonly choice: number }
  | { readonly choices: readonly number[] }
  | { readonly tick: true }
  | { readonly file: Buffer };

/** Input for one screen, by JSON pointer and in the order of filling. */
export type Fillings = Readonly<Record<string, Filling>>;

/** Whether journeys run every path and language: `npm run campaign -- journeys`. */
export const LONG = process.env.SAPHAN_LONG_JOURNEYS !== undefined;

/** Size of a screen in pixels. */
export type Viewport = { readonly width: number; readonly height: number };

export const PHONE: Viewport = { width: 390, height: 844 };
export const DESKTOP: Viewport = { width: 1280, height: 800 };

/** Browser window of one person; the errors seen in the window are collected. */
export type Visitor = {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly faults: string[];
  /** Checks the screen with axe and for overflow, and takes a picture if pictures are kept. */
  readonly look: (name: string) => Promise<void>;
};

const PICTURES = resolve(import.meta.dirname, "..", "..", ".cache", "screens");

/**
 * Opens a new browser window.
 *
 * Every problem that the console, the content security policy or axe reports is collected in `faults`. With
 * `KEEP_SCREENS=1` pictures are saved as `.cache/screens/<series>-<name>.png`.
 */
export async function visit(
  browser: Browser,
  options: {
    readonly origin: string;
    readonly lng: Language;
    readonly viewport: Viewport;
    readonly series?: string;
    /** With `shown`, prompts stay until answered; otherwise they are dismissed. */
    readonly prompts?: "shown";
    /** Existing window with a logged-in person, in which a new tab is opened. */
    readonly window?: BrowserContext | undefined;
  },
): Promise<Visitor> {
  const context =
    options.window ??
    (await browser.newContext({
      baseURL: options.origin,
      viewport: options.viewport,
      locale: options.lng === "th" ? "th-TH" : "en-GB",
      reducedMotion: "reduce",
      permissions: ["clipboard-write"],
    }));
  if (options.lng === "en" || options.window !== undefined)
    await context.addCookies([{ name: "lng", value: options.lng, url: options.origin }]);
  const page = await context.newPage();
  tellWhenFailed(page);
  if (options.window !== undefined) await page.setViewportSize(options.viewport);
  if (options.prompts !== "shown")
    await page.addLocatorHandler(
      page.locator('[data-sheet="prompt"]'),
      // A prompt that closes without an answer, for example when the session ends, needs no dismissal.
      async (prompt) =>
        void (await prompt
          .locator(".sheethead button")
          .click({ timeout: 1_000 })
          .catch(() => {})),
      { noWaitAfter: true },
    );
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected(message.text())) faults.push(`console: ${message.text()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const look = async (name: string) => {
    await settled(page);
    for (const { id, places } of await violationsOf(page))
      faults.push(`axe on ${name}: ${id}: ${places.join(", ")}`);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) faults.push(`${name} is ${over} px wider than the screen`);
    for (const code of codesIn(await staffText(page))) faults.push(`${name} shows a code: ${code}`);
    if (process.env.KEEP_SCREENS !== "1" || options.series === undefined) return;
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${options.series}-${name}.png`) });
  };
  return { page, context, faults, look };
}

/** Returns the text of a staff page without the parts that show a code on purpose; empty on other pages. */
async function staffText(page: Page): Promise<string> {
  const { pathname } = new URL(page.url());
  if (!/^\/(?:studio|staff)\b/.test(pathname) || EXPERT.includes(pathname)) return "";
  return await page.evaluate((allowed) => {
    const parts = [...document.querySelectorAll<HTMLElement>(`main :is(${allowed})`)];
    const before = parts.map(({ style }) => style.display);
    for (const { style } of parts) style.display = "none";
    const text = document.querySelector("main")?.innerText ?? "";
    parts.forEach(({ style }, index) => {
      style.display = before[index] ?? "";
    });
    return text;
  }, ALLOWED);
}

/** Adds the page's text to the error of a failed test, so that its report explains a rare failure. */
function tellWhenFailed(page: Page): void {
  try {
    onTestFailed(async ({ task }) => {
      const error = task.result?.errors?.[0];
      if (error === undefined || page.isClosed()) return;
      const text = await page
        .locator("body")
        .innerText({ timeout: 2_000 })
        .catch(() => "nothing");
      error.message += `\n${PAGE_SAYS} ${new URL(page.url()).pathname}: ${text.replaceAll(/\s+/g, " ")}`;
    });
  } catch {
    // A window that is opened outside a test serves several tests, so no single test reports it.
  }
}

/**
 * Returns the axe violations of the screen, by rule and place.
 *
 * axe remains loaded in the page and returns only violations, because returning passes took five times as
 * long. The pages have no frames. `rule` limits the check to one rule.
 */
export async function violationsOf(
  page: Page,
  rule: string | null = null,
): Promise<readonly { readonly id: string; readonly places: readonly string[] }[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return await page.evaluate(async (only) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ["violations"],
      ...(only === null ? {} : { runOnly: [only] }),
    });
    return violations.map(({ id, nodes }) => ({ id, places: nodes.map(({ target }) => target.join(" ")) }));
  }, rule);
}

/** Waits until nothing loads and nothing moves. */
export async function settled(page: Page): Promise<void> {
  // The network is never idle, because the page listens to server events.
  await page.locator("main").first().waitFor();
  await until(
    page,
    async () => (await page.locator(".skel:visible, .loading:visible, .spin:visible").count()) === 0,
    10_000,
  );
}

/** Returns the step of a flow on the screen, taken from the address. */
export function stepOf(page: Page): string | null {
  return new URL(page.url()).searchParams.get("step");
}

/** Fills in one screen of a flow. */
export async function fill(page: Page, fillings: Fillings): Promise<void> {
  for (const [pointer, filling] of Object.entries(fillings)) await fillOne(page, `f${pointer}`, filling);
}

async function fillOne(page: Page, id: string, filling: Filling): Promise<void> {
  const control = page.locator(`[id="${id}"]`);
  if (typeof filling === "string") {
    await control.fill(filling);
    return;
  }
  if ("file" in filling) {
    const input = page.locator(`[id="${id}-input"]`);
    await input.setInputFiles({ name: "picture.jpg", mimeType: "image/jpeg", buffer: filling.file });
    // Waits for the status of this field, because another file of the same screen may already be uploaded.
    await page.locator("div", { has: input }).last().locator(".uploadstatus .ok").waitFor();
    return;
  }
  if ("tick" in filling) {
    const document = page.locator(".document");
    if ((await document.count()) > 0) await document.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await tick(page, control);
    return;
  }
  if ("choices" in filling) {
    for (const at of filling.choices) await control.locator("input").nth(at).check();
    return;
  }
  const tag = await control.evaluate((element) => element.tagName);
  if (tag === "SELECT") await control.selectOption({ index: filling.choice + 1 });
  else await control.locator("input").nth(filling.choice).check();
}

/**
 * Ticks a consent box; if the consent is about a text, the first press opens the text, and the box is
 * accepted below it.
 */
export async function tick(page: Page, box: Locator): Promise<void> {
  if (await box.isChecked()) return;
  await box.click();
  const accept = page.locator('[data-sheet="consent"] .sheetfoot button');
  await until(page, async () => (await box.isChecked()) || (await accept.isVisible()), 10_000);
  if (await accept.isVisible()) await accept.click();
  if (!(await until(page, () => box.isChecked(), 5_000))) throw new Error("The box is not ticked.");
}

/** Presses the main button and waits for another step. */
export async function goOn(page: Page): Promise<void> {
  const before = stepOf(page);
  await page.locator(".dock button.btn--main").click();
  await leave(page, before);
}

/** Waits until another step is on the screen. */
export async function leave(page: Page, step: string | null): Promise<void> {
  if (!(await until(page, () => stepOf(page) !== step, 30_000))) throw new Error(`Still at step "${step}".`);
  await settled(page);
}

/**
 * Returns a pattern that matches a sentence as a page or letter shows it: with line breaks, joiners in Thai
 * words, and numbers joined to their units.
 */
export function asShown(text: string): RegExp {
  const letters = [...text.replace(BETWEEN, "")];
  return new RegExp(
    letters.map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/, "\\$&")).join(`${BETWEEN.source}*`),
  );
}

/** Invisible characters between two letters: spaces, line ends, possible line breaks, joiners. */
const BETWEEN = /[\s\u200b\u2060]/g;

/** Waits until a toast shows this sentence. */
export async function says(page: Page, text: string): Promise<void> {
  await page
    .locator("[data-toast]")
    .filter({ hasText: asShown(text) })
    .waitFor();
}

/** Waits until a step is on the screen, for example after work of the server. */
export async function arrive(page: Page, step: string): Promise<void> {
  if (!(await until(page, () => stepOf(page) === step, 30_000)))
    throw new Error(`Waited for step "${step}", but "${stepOf(page)}" stands there.`);
  await settled(page);
}

/** Polls a condition from outside the page, whose content policy forbids evaluating code to wait. */
export async function until(
  page: Page,
  holds: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    if (await holds()) return true;
    await page.waitForTimeout(30);
  }
  return false;
}

/** Delivered message of the development mailbox; later messages have greater ids. */
export type Mail = {
  readonly id: number;
  readonly to: string;
  readonly template: string;
  readonly subject: string;
  readonly body: string;
  readonly language: string;
};

/** Waits for a message to a person, and returns the newest one with the template. */
export async function mailTo(origin: string, to: string, template: string, after = 0): Promise<Mail> {
  for (let tries = 0; tries < 150; tries += 1) {
    const found = await newestMail(origin, to, template, after);
    if (found !== null) return found;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`No "${template}" for ${to} within 30 seconds.`);
}

/** Returns the newest message with a template to a person, after a given id; `null` if none exists. */
export async function newestMail(
  origin: string,
  to: string,
  template: string,
  after: number,
): Promise<Mail | null> {
  const answer = await fetch(`${origin}/api/dev/mailbox?to=${encodeURIComponent(to)}`);
  const { messages } = (await answer.json()) as { messages: Mail[] };
  return messages.find((mail) => mail.template === template && mail.id > after) ?? null;
}

/** Moves the business clock. */
export async function moveClock(origin: string, to: string): Promise<void> {
  const answer = await fetch(`${origin}/api/dev/clock`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ to }),
  });
  if (!answer.ok) throw new Error(`The clock did not move: ${answer.status} ${await answer.text()}`);
}

/** Logs a person in on the log-in page. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.locator("input[type=email], #email").first().fill(email);
  await page.locator("input[type=password]").first().fill(password);
  await page.locator(".dock button.btn--main").click();
  const { twoFactor } = demoFactor(email);
  if (twoFactor !== undefined) {
    await page.locator("#two-factor").fill(twoFactor);
    await page.locator(".dock button.btn--main").click();
  }
  await page.waitForURL((url) => url.pathname !== "/login", { timeout: 20_000 });
  await settled(page);
}

/** Presses "log out" on `/me` once the session is loaded; before that the page has other buttons. */
export async function pressLogOut(page: Page): Promise<void> {
  const names = [buttonTh.logOut, buttonEn.logOut].map((name) => asShown(name).source);
  await page
    .locator("main")
    .getByRole("button", { name: new RegExp(names.join("|")) })
    .click();
}

// A refused log-in is an expected answer; the browser logs each 4xx to its console.
function expected(text: string): boolean {
  return /Failed to load resource: the server responded with a status of 4(01|03|04|09|10|22|23|29)/.test(
    text,
  );
}

/**
 * Returns the text that a copy button copied last. The test reads it by pasting, because our pages may not
 * read the clipboard.
 */
export async function pasted(page: Page): Promise<string> {
  // The browser copies after the click, and the button shows when the copy is done.
  await page.locator("button:has(svg.lucide-check) [aria-live=polite]").first().waitFor();
  await page.evaluate(() => {
    const field = document.createElement("textarea");
    field.id = "pasted";
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press("ControlOrMeta+V");
  const text = await page.locator("#pasted").inputValue();
  await page.evaluate(() => document.getElementById("pasted")?.remove());
  return text;
}
