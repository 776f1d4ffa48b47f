import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logIn, settled, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";

const LONG_MS = 240_000;
const COMMON = join(import.meta.dirname, "..", "..", "..", "locales", "th", "common.json");
const WORDS = (JSON.parse(readFileSync(COMMON, "utf8")) as { together: string }).together
  .split(" ")
  .map((word) => word.replaceAll("|", ""));

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
}, LONG_MS);
afterAll(closeWindows);

const PUBLIC = ["/", "/about", "/faq", "/disclosure", "/legal/terms", "/legal/contract", "/invest/register"];
const INSIDE = [
  "/overview",
  "/strategies",
  "/strategies/M-BTCA",
  "/transactions",
  "/me",
  "/invest?strategy=M-BTCA",
  "/complaint",
];

describe("a text in Thai", { timeout: LONG_MS }, () => {
  test.each([360, 390])("breaks no line inside a word on a phone that is %i px wide", async (width) => {
    const { page, context } = await visit(browser, {
      origin: portal.origin,
      lng: "th",
      viewport: { width, height: 844 },
    });
    const broken: string[] = [];
    let seen = 0;
    const look = async (path: string) => {
      await page.goto(path);
      await settled(page);
      // Until the fonts are loaded, fallback letters with other widths are shown.
      await page.evaluate(async () => void (await document.fonts.ready));
      const found = await page.evaluate(wordsOnTwoLines, WORDS);
      seen += found.seen;
      broken.push(...found.broken.map((word) => `${path}: ${word}`));
    };
    for (const path of PUBLIC) await look(path);
    await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
    for (const path of INSIDE) await look(path);
    expect(seen).toBeGreaterThan(100);
    expect(broken).toEqual([]);
    await context.close();
  });
});

/** Returns the words of the list that break across lines, with their context. Runs in the page. */
function wordsOnTwoLines(words: readonly string[]): { seen: number; broken: string[] } {
  const broken: string[] = [];
  let seen = 0;
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const text = node.textContent ?? "";
    // The list maps each letter of the plain text to its position in the text with joiners.
    const places = [...text].flatMap((letter, at) => (letter === "\u2060" ? [] : [at]));
    const plain = text.replaceAll("\u2060", "");
    const topAt = (at: number) => {
      const range = document.createRange();
      range.setStart(node as Text, at);
      range.setEnd(node as Text, at + 1);
      const [first] = range.getClientRects();
      return first === undefined ? null : Math.round(first.top);
    };
    for (const word of words)
      for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) {
        const [start, end] = [topAt(places[at] ?? 0), topAt(places[at + word.length - 1] ?? 0)];
        if (start === null || end === null) continue;
        seen += 1;
        if (Math.abs(end - start) > 8) broken.push(`${word} (${plain.slice(Math.max(0, at - 12), at + 20)})`);
      }
  }
  return { seen, broken };
}
