import type { Page } from "playwright";
import { unlessClosed } from "../../journeys/unless-closed.ts";

/** Largest amount and largest number of units, with twelve digits before the decimal point. */
const MOST = { 2: "999999999999.99", 4: "99999999999.9999" } as const;
/** Name of sixty letters without a space, as in Thai names and notes. */
export const LONG_NAME = "กาญจนกวัฒนไพศาลกิจรุ่งเรืองทรัพย์เจริญสุขสวัสดิ์พิพัฒน์มงคลชัย".slice(0, 60);
/**
 * Fields with texts written by people or by us, which are not replaced by the longest value of their kind.
 */
const NAMES = new Set(["th", "en", "title", "name", "note", "holder", "nickname"]);

/** Replaces amounts, units and names in every API answer by the longest values of their kinds. */
export async function withLongValues(page: Page, answers: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route(
    "**/api/**",
    unlessClosed(async (route) => {
      const { pathname } = new URL(route.request().url());
      if (/\/(locales|events|frontend|flows|instances)/.test(pathname)) return await route.fallback();
      const own = answers[pathname.slice("/api".length)];
      if (own !== undefined) return await route.fulfill({ json: lengthened(own) });
      const answer = await route.fetch().catch(() => null);
      if (answer === null || !answer.headers()["content-type"]?.includes("json"))
        return await route.fallback();
      await route.fulfill({ response: answer, json: lengthened(await answer.json()) });
    }),
  );
}

function lengthened(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => lengthened(item, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lengthened(part, key)]));
  if (typeof value !== "string") return value;
  if (NAMES.has(name)) return LONG_NAME;
  const decimals = /^-?\d+\.(\d{2}|\d{4})$/.exec(value)?.[1]?.length;
  if (decimals === undefined || /percent|return|trend|^nav$|day|year|month|inception/i.test(name))
    return value;
  return (value.startsWith("-") ? "-" : "") + MOST[decimals as keyof typeof MOST];
}
