import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settled, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";
import { demoFactor } from "../../server/accounts/app-code.ts";

const RENDERER = resolve(import.meta.dirname, "..", "..", "..", "renderer");
/** Style sheets of desks and of the studio: following links, a colleague can load any of them on one page. */
const SHEETS = ["staff", "studio"].flatMap((room) =>
  readdirSync(join(RENDERER, room), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".css"))
    .toSorted()
    .map((name) => readFileSync(join(RENDERER, room, name), "utf8")),
);
const LOOKS = [
  { width: 320, media: "screen" },
  { width: 1280, media: "screen" },
  { width: 1280, media: "print" },
] as const;

let portal: SharedPortal;
beforeAll(async () => {
  portal = await sharedPortal();
}, 120_000);
afterAll(closeWindows);

/** Returns the elements whose style changes when the page also loads the sheets, in the order given. */
async function changedBy(page: Page, sheets: readonly string[]): Promise<readonly string[]> {
  return await page.evaluate((texts) => {
    // The build writes `background: none` as `0 0`, which moves a background that is not there.
    const unseen = ["background-position", "background-position-x", "background-position-y"];
    const parts = [...document.querySelectorAll("main, main *")];
    const styles = () =>
      parts.map((part) => {
        const style = getComputedStyle(part);
        const names = [...style].filter((name) => !unseen.includes(name));
        return new Map(names.map((name) => [name, style.getPropertyValue(name)]));
      });
    const before = styles();
    document.adoptedStyleSheets = texts.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    const after = styles();
    document.adoptedStyleSheets = [];
    const found = parts.flatMap((part, at) => {
      const names = [...(before[at] ?? [])].filter(([name, value]) => after[at]?.get(name) !== value);
      return names.map(([name]) => `${part.tagName}.${part.className} ${name}`);
    });
    return [...new Set(found)].slice(0, 20);
  }, sheets);
}

test.each([
  ["compliance", "/staff/rules"],
  ["compliance", "/staff/rules/able-to-invest"],
  ["operations", "/studio/flows/invest/rules/maximum"],
])("style sheets of other desks, in any order, do not change what %s sees at %s", async (who, address) => {
  const she = await visit(await sharedBrowser(), {
    origin: portal.origin,
    lng: "th",
    viewport: { width: 1280, height: 800 },
  });
  const email = `${who}@saphan.example`;
  const answer = await she.context.request.post("/api/auth/login", {
    headers: { origin: portal.origin },
    data: { email, password: PEOPLE_PASSWORD, ...demoFactor(email) },
  });
  expect(answer.status()).toBe(200);
  await she.page.goto(address);
  await settled(she.page);
  await she.page.locator("main h1").first().waitFor();
  await she.page.locator("main .loading, main .skel").first().waitFor({ state: "detached" });
  const found: unknown[] = [];
  for (const { width, media } of LOOKS) {
    await she.page.setViewportSize({ width, height: 800 });
    await she.page.emulateMedia({ media });
    for (const sheets of [SHEETS, SHEETS.toReversed()]) {
      const changed = await changedBy(she.page, sheets);
      if (changed.length > 0) found.push([width, media, changed]);
    }
  }
  expect(found).toEqual([]);
  await she.context.close();
});
