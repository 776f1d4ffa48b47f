import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Brand } from "../../../domain/brands.ts";
import type { Language } from "../../../engine/values/languages.ts";
import { readJson } from "../../definitions/definition-files.ts";
import { DESKTOP, PHONE, settled, until, violationsOf, visit } from "../../journeys/driver.ts";
import { PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "../../journeys/shared.ts";
import { callsOf } from "../../journeys/staff-calls.ts";
import { demoFactor } from "../../server/accounts/app-code.ts";
import { SCREEN_ROWS } from "../screens.ts";

const LONG_MS = 120_000;
/** Pattern of a text key, which the page shows if a text is missing. */
const KEY = new RegExp(`(?<![\\w/:.-])(${namespaces().join("|")}):[a-zA-Z]+(?![\\w/-])[.\\w-]*`);

let portal: SharedPortal;
beforeAll(async () => {
  portal = await sharedPortal();
}, LONG_MS);
afterAll(closeWindows);

const SHOWN = SCREEN_ROWS.filter(({ drawn, sample }) => drawn === "page" && sample !== null);
const PEOPLE = [...new Set(SHOWN.map(({ who }) => who))];

const OTHER_LOOKS = [
  ["dark", "saphan"],
  ["light", "nava"],
  ["dark", "nava"],
] as const;

/** Pattern of names that have no Thai word. */
const NAMED = /^(PIN|[A-Z]-[A-Z]+)$/;

/** Returns the current content of the page. A flow shown on a screen of the studio has a heading as well. */
async function read(page: Page) {
  return await page.evaluate(() => {
    const headings = [...document.querySelectorAll<HTMLElement>("h1:not(.studiopreview h1)")];
    const waits =
      headings.some((heading) => heading.dataset.before !== undefined) ||
      [...document.querySelectorAll<HTMLElement>(".skel, .loading, .spin")].some((part) =>
        part.checkVisibility(),
      );
    return {
      path: document.documentElement.dataset.path,
      lng: document.documentElement.lang,
      headings: headings.map((heading) => heading.innerText),
      waits,
      title: document.title,
      text: waits ? "" : document.body.innerText,
    };
  });
}

async function wear(page: Page, theme: "light" | "dark", brand: Brand): Promise<void> {
  await page.evaluate(
    ([shown, worn]) => {
      document.documentElement.dataset.theme = shown;
      document.documentElement.dataset.brand = worn;
    },
    [theme, brand],
  );
}

function namespaces(): readonly string[] {
  return Object.values(readJson("locales/areas.json") as Record<string, readonly string[]>)
    .flat()
    .filter((name) => !["definition", "legal"].includes(name)); // The audit trail names objects such as `definition:kyc`.
}

/** Number of elements above which axe checks a page only once. */
const LONG_PAGE = 8_000;

/** Logs in by a call, because the table has a separate line for the log-in page. */
async function comeIn(window: BrowserContext, who: string): Promise<void> {
  const email = `${who}@saphan.example`;
  const answer = await window.request.post("/api/auth/login", {
    headers: { origin: portal.origin },
    data: { email, password: PEOPLE_PASSWORD, ...demoFactor(email) },
  });
  if (!answer.ok()) throw new Error(`${who}: ${answer.status()} ${await answer.text()}`);
}

/** Adds a change with a long title to the studio's list; returns a function that withdraws it. */
async function addChange(): Promise<() => Promise<void>> {
  const { call } = await callsOf(portal.origin, "operations");
  const title = "Ask holders of foreign currency accounts where their money comes from";
  const begun = (await call("POST", "/changes", { title })).body as { id: string; revision: number };
  const part = { base: null, files: { "flows/made/flow.json": "{}" }, done: [], undone: [] };
  const saved = await call("POST", `/changes/${begun.id}/save`, {
    revision: begun.revision,
    flow: "made",
    part,
  });
  if (saved.status !== 200) throw new Error(`addChange: ${saved.status} ${JSON.stringify(saved.body)}`);
  return async () => void (await call("POST", `/changes/${begun.id}/withdraw`));
}

describe.each(PEOPLE)("every screen for the user “%s”", (who) => {
  test("has one heading, its own title and all its texts, fits a narrow phone, passes axe, and reports no errors", {
    timeout: LONG_MS,
    // The test visits a hundred screens in a few seconds, so one answer lost by the machine's network is no
    // error of a screen.
    retry: 1,
  }, async () => {
    const phone = who === "visitor" || who === "investor";
    const usual = phone ? PHONE : DESKTOP;
    const she = await visit(await sharedBrowser(), { origin: portal.origin, lng: "th", viewport: usual });
    if (who !== "visitor") await comeIn(she.context, who);
    const withdraw = who === "operations" ? await addChange() : async () => {};
    await she.page.goto(who === "visitor" ? "/forgot-password" : "/me");
    await settled(she.page);
    const found: unknown[] = [];
    const titles = new Map<string, string>();
    let lng: Language = "th";
    for (const { address, sample, flag } of SHOWN.filter((row) => row.who === who)) {
      const to = sample ?? address;
      const path = to.split("?")[0] ?? to;
      const look = async () => {
        let seen = await read(she.page);
        // The page sets its language attribute before its last texts are drawn in that language.
        const spoken = () => {
          const heading = seen.headings[0] ?? "";
          return lng === "th"
            ? /[\u0e00-\u0e7f]/.test(heading) || NAMED.test(heading)
            : !/[\u0e00-\u0e7f]/.test(heading);
        };
        const placed = () =>
          seen.path === path && seen.lng === lng && seen.headings.length === 1 && !seen.waits;
        // The tab gets its title after the heading. A tab of a staff page has the name of the page. A page
        // behind a switch that is off shows that it does not exist.
        const same = () => (phone && flag === undefined ? titles.get(seen.title) : undefined);
        const named = () => [undefined, to].includes(same());
        const stands = () => placed() && spoken() && named();
        await until(
          she.page,
          async () => {
            if (!stands()) seen = await read(she.page);
            return stands();
          },
          10_000,
        );
        if (!placed()) found.push([lng, to, "stands at", seen.path, "with", seen.headings]);
        else if (!spoken()) found.push([lng, to, "speaks another language", seen.headings]);
        const { title, text } = seen;
        const key = KEY.exec(text)?.[0];
        if (key !== undefined) found.push([lng, to, "misses", key]);
        if (/undefined|NaN|\[object|Invalid Date/.test(text)) found.push([lng, to, "shows no value"]);
        if (!/^\S.* · Saphan$/.test(title)) found.push([lng, to, "has the title", title]);
        if (!named()) found.push([lng, to, "has the title of", same()]);
        titles.set(title, to);
      };
      // Checks the narrowest phone and every theme. Themes differ in colours only, so one language is enough.
      const fits = async ({ inAllColours }: { readonly inAllColours: boolean }) => {
        await she.page.setViewportSize({ width: 320, height: 700 });
        // The report names the innermost elements that overflow.
        const wide = await she.page.evaluate(() => {
          if (document.documentElement.scrollWidth <= innerWidth) return [];
          const out = [...document.querySelectorAll("main *, header *, nav *, footer *")].filter(
            (part) => part.getBoundingClientRect().right > innerWidth + 0.5,
          );
          const innermost = out.filter(
            (part) => !out.some((other) => other !== part && part.contains(other)),
          );
          const named = innermost.map(
            (part) => `${part.tagName}.${part.className}: ${part.textContent?.slice(0, 30)}`,
          );
          return named.length === 0 ? ["something"] : named;
        });
        if (wide.length > 0) found.push([lng, to, "stands out", wide]);
        // The whole rule book repeats the parts of one rule's page, which other tests check in every way.
        const isLong = await she.page.evaluate(
          (most) => document.querySelectorAll("*").length > most,
          LONG_PAGE,
        );
        if (!isLong || inAllColours)
          for (const fault of await violationsOf(she.page)) found.push([lng, to, fault]);
        for (const [theme, brand] of inAllColours && !isLong ? OTHER_LOOKS : []) {
          await wear(she.page, theme, brand);
          for (const fault of await violationsOf(she.page, "color-contrast"))
            found.push([lng, to, theme, brand, fault]);
        }
        if (inAllColours) await wear(she.page, "light", "saphan");
        await she.page.setViewportSize(usual);
      };
      // Navigates like a link inside the page, so that the page starts only once.
      await she.page.evaluate((href) => {
        for (const heading of document.querySelectorAll("h1")) heading.dataset.before = "";
        history.pushState({}, "", href);
      }, to);
      await look();
      await fits({ inAllColours: true });
      lng = lng === "th" ? "en" : "th";
      const change = she.page.locator("button.lang").first();
      if (await until(she.page, async () => (await change.count()) > 0, 10_000)) {
        await change.evaluate((button: HTMLElement) => button.click());
        await look();
        await fits({ inAllColours: false });
      } else found.push([to, "offers no other language"]);
      // Each error costs its waiting time, so errors on every screen must be reported before the time limit
      // ends.
      if (found.length > 5) break;
    }
    await withdraw();
    expect(found).toEqual([]);
    expect(she.faults).toEqual([]);
    await she.context.close();
  });
});
