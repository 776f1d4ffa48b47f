import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DESKTOP, logIn, PHONE, settled, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";
import { holds } from "./long-history.ts";

const LONG_MS = 120_000;

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
}, LONG_MS);
afterAll(closeWindows);

/** Returns a list that collects the names of the scripts fetched from now on. */
function scriptsOf(page: Page): string[] {
  const names: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) names.push(request.url().split("/").at(-1) ?? "");
  });
  return names;
}
const drawing = (names: readonly string[]) => names.filter((name) => /line-chart|echarts/.test(name));

const PLACES = ["/strategies/M-BTCA", "/overview", "/portfolio"] as const;

describe("a chart", { timeout: LONG_MS }, () => {
  test.each([
    ["th", PHONE, "light"],
    ["en", DESKTOP, "dark"],
  ] as const)(
    "is a plain line until a user touches it, and is accessible (axe) before and after the touch (%s)",
    async (lng, viewport, colorScheme) => {
      const she = await visit(browser, { origin: portal.origin, lng, viewport, series: `charts-${lng}` });
      const { page } = she;
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
      await holds(page, 200);
      for (const place of PLACES) {
        const names = scriptsOf(page);
        await page.goto(place);
        await settled(page);
        await page.locator(".sketchline .line").waitFor();
        await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => idle(null))));
        expect([place, drawing(names)]).toEqual([place, []]);
        const figures = await page.locator(".sketchfigures text").allInnerTexts();
        await page.locator(".sketch").scrollIntoViewIfNeeded();
        // Each axe run takes a second, so one language is checked before the touch and the other after it.
        if (lng === "th") await she.look(`${place.split("/")[1]}-before`);
        const before = await page.locator(".sketch").boundingBox();
        const slider = page.getByRole("slider");
        await slider.focus();
        await page.locator(".chart canvas").waitFor();
        expect(drawing(names).length).toBeGreaterThan(0);
        expect(figures.length).toBeGreaterThan(1);
        const text = await slider.getAttribute("aria-valuetext");
        await page.keyboard.press("PageDown");
        expect(await slider.getAttribute("aria-valuetext")).not.toBe(text);
        // Nothing moves when the interactive chart replaces the sketch.
        expect((await page.locator(".chart").boundingBox())?.height).toBe(before?.height);
        if (lng === "en") await she.look(`${place.split("/")[1]}-after`);
      }
      // The saved picture of a strategy's chart names its subject and its first and last day.
      await page.goto("/strategies/M-BTCA");
      await page.getByRole("button", { name: lng === "th" ? "3 เดือน" : "3 months" }).click();
      const written = await writtenInto(page);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: lng === "th" ? "บันทึกเป็นรูป" : "Save as a picture" }).click(),
      ]);
      const picture = await readFile(await download.path());
      expect(download.suggestedFilename()).toBe("chart.png");
      expect(picture.subarray(1, 4).toString()).toBe("PNG");
      const last = (await page.locator(".dayslider p").innerText()).replaceAll("\u2060", "");
      expect((await written()).map((text) => text.replaceAll("\u2060", ""))).toEqual(
        expect.arrayContaining([
          lng === "th" ? "M-BTCA · NAV 3 เดือน" : "M-BTCA · NAV 3 months",
          `23/08/2026 – ${last}`,
        ]),
      );
      expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1_920, 1_080]);
      expect(she.faults).toEqual([]);
      await she.context.close();
    },
  );

  test.each([
    { many: 0, shows: "no line and no slider" },
    { many: 1, shows: "a dot and no slider" },
    { many: 10_000, shows: "a line that a touch redraws" },
  ])("a chart with $many points shows $shows, without an error", async ({ many }) => {
    const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
    const { page } = she;
    await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
    await holds(page, many);
    await page.goto("/strategies/M-BTCA");
    // A part of the page that loads late would move the chart under the pointer while the test presses the
    // button.
    await settled(page);
    await page.getByRole("button", { name: "All" }).click();
    await page.locator(".sketchline").waitFor();
    expect(await page.locator(".sketchline .dot").count()).toBe(many === 1 ? 1 : 0);
    expect(await page.getByRole("slider").count()).toBe(many > 1 ? 1 : 0);
    expect(await page.getByRole("button", { name: "Save as a picture" }).isEnabled()).toBe(many > 0);
    if (many > 1) {
      await page.getByRole("slider").focus();
      await page.locator(".chart canvas").waitFor();
    } else await page.locator(".sketch").click();
    await settled(page);
    expect(she.faults).toEqual([]);
    await she.context.close();
  });
});

/** Collects the text drawn into pictures from now on, because the saved file does not contain text. */
async function writtenInto(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    const written: string[] = [];
    Object.assign(window, { written });
    CanvasRenderingContext2D.prototype.fillText = function (...of) {
      written.push(of[0]);
      fillText.apply(this, of);
    };
  });
  return async () => await page.evaluate(() => (window as unknown as { written: string[] }).written);
}
