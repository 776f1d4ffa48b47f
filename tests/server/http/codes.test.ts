import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Language } from "../../../engine/values/languages.ts";
import { FIELD_CODES, STATUS } from "../../../server/http/errors.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const files = (folder: string, end: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => end.test(name))
    .map((name) => read(`${folder}/${name}`))
    .join("\n");

const server = files("server", /\.ts$/).replace(read("server/http/errors.ts"), "");
const words = (language: Language) =>
  JSON.parse(read(`locales/${language}/warning.json`)).errors as { [code: string]: string };
const effectCodes = readdirSync(join(ROOT, "schemas/effects")).flatMap((name) =>
  Object.keys(JSON.parse(read(`schemas/effects/${name}`)).errors),
);
/** Said by the page alone: no network, and a session that is over. */
const PAGE_ONLY = ["offline", "unauthorized", "session-expired"];

describe.each(Object.keys(STATUS))("the code %s", (code) => {
  test("is thrown somewhere", () => {
    expect(server.includes(`"${code}"`)).toBe(true);
  });

  test("has words in both languages", () => {
    expect(words("th")[code]).toMatch(/[ก-๙]/);
    expect(words("en")[code]).toMatch(/[a-z]/);
  });
});

test.each(Object.keys(words("en")))("the words of %s belong to a code that exists", (code) => {
  const known = new Set<string>([...Object.keys(STATUS), ...FIELD_CODES, ...effectCodes, ...PAGE_ONLY]);
  expect(known.has(code)).toBe(true);
});

test("every code that stands at a field only is thrown, and has words", () => {
  for (const code of FIELD_CODES) {
    expect(server).toContain(`"${code}"`);
    expect([words("th")[code], words("en")[code]]).toEqual([expect.any(String), expect.any(String)]);
  }
});

test("every status is a client's fault or says that we cannot serve now; only what nobody expected is 500", () => {
  for (const [code, status] of Object.entries(STATUS))
    expect([code, (status >= 400 && status < 500) || status === 503 || code === "internal"]).toEqual([
      code,
      true,
    ]);
});
