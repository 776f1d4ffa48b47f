import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formatDate, formatInstant } from "../../renderer/kit/text/format.ts";
import {
  addTexts,
  keptLanguage,
  language,
  startTexts,
  switchLanguage,
  t,
} from "../../renderer/kit/text/i18n.ts";
import { fixedClock, ZONE } from "../../server/clock/index.ts";
import { namespaces, ROOT, readJson } from "../definitions/definition-files.ts";

// Tests for section 9, about languages, dates and time.
const page = { cookie: "", documentElement: { lang: "", dataset: {} } };
beforeEach(() => {
  page.cookie = "";
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { pathname: "/" });
  vi.stubGlobal("fetch", async (address: string) => {
    const lng = address.split("/").at(3) ?? "";
    const texts = Object.fromEntries(
      namespaces().map((name) => [name, readJson(`locales/${lng}/${name}.json`)]),
    );
    return new Response(JSON.stringify(texts));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("the language of the page", () => {
  test.each([
    ["", "th"],
    ["lng=th", "th"],
    ["lng=en", "en"],
    ["lng=fr", "th"],
    ["other=en; lng=en", "en"],
  ])("is, if the cookie is “%s”, the language %s", (cookie, expected) => {
    page.cookie = cookie;
    expect(keptLanguage()).toBe(expected);
  });

  test("is Thai at first, and the cookie lng stores the user's choice", async () => {
    await startTexts(["public"]);
    expect([language(), page.documentElement.lang]).toEqual(["th", "th"]);
    const thai = t("button:continue");
    expect(thai).toMatch(/[ก-๙]/);
    await switchLanguage("en");
    expect(page.cookie).toMatch(/^lng=en; path=\/; max-age=31536000/);
    expect([language(), page.documentElement.lang]).toEqual(["en", "en"]);
    expect(t("button:continue")).toMatch(/^[A-Z]/);
    expect(keptLanguage()).toBe("en");
  });

  test("falls back to Thai for a text that is missing in English", async () => {
    page.cookie = "lng=en";
    await startTexts(["public"]);
    addTexts("th", { news: { one: "ข่าว" } });
    expect(language()).toBe("en");
    expect(t("news:one")).toBe("ข่าว");
  });

  test("has a font with Thai letters", () => {
    const read = (path: string) => readFileSync(join(ROOT, "renderer", "kit", "brand", path), "utf8");
    const thai = /font-family: "([^"]+)";[^}]*-thai-400-normal\.woff2[^}]*unicode-range: [^}]*U\+0E01-0E5B/;
    const font = thai.exec(read("fonts.css"))?.[1];
    expect(font).toMatch(/Thai/);
    expect(read("tokens.css")).toContain(`--font: "${font}"`);
    expect(read("base.css")).toMatch(/body \{[^}]*var\(--font\)/);
  });
});

describe("dates and times on the page", () => {
  test("are shown as DD/MM/YYYY", () => {
    expect(formatDate("2026-03-02")).toBe("02/03/2026");
  });

  test("are in the time zone Asia/Bangkok", () => {
    expect(ZONE).toBe("Asia/Bangkok");
    expect(formatDate("2026-11-24T17:00:00Z")).toBe("25/11/2026");
    expect(formatInstant("2026-11-24T16:59:00Z")).toBe("24/11/2026 23:59");
    expect(fixedClock("2026-11-24T17:00:00Z").today()).toBe("2026-11-25");
  });
});

test("an investor who submitted the data reads that documents and face take 2 to 3 working days, and the review 1 to 2", () => {
  for (const [lng, days] of [
    ["th", ["2–3 วันทำการ", "1–2 วัน"]],
    ["en", ["2–3 working days", "1–2 days"]],
  ] as const) {
    const texts = JSON.parse(readFileSync(join(ROOT, "locales", lng, "kyc.json"), "utf8")) as {
      kyc: { done: unknown };
    };
    for (const words of days) expect(JSON.stringify(texts.kyc.done)).toContain(words);
  }
});
