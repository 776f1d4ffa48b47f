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
/** Codes that only the page shows: no network, and an ended session. */
const PAGE_ONLY = ["offline", "unauthorized", "session-expired"];

describe.each(Object.keys(STATUS))("the error code %s", (code) => {
  test("is thrown somewhere in the code", () => {
    expect(server.includes(`"${code}"`)).toBe(true);
  });

  test("has a message in both languages", () => {
    expect(words("th")[code]).toMatch(/[ก-๙]/);
    expect(words("en")[code]).toMatch(/[a-z]/);
  });
});

test.each(Object.keys(words("en")))("the message of %s belongs to an existing error code", (code) => {
  const known = new Set<string>([...Object.keys(STATUS), ...FIELD_CODES, ...effectCodes, ...PAGE_ONLY]);
  expect(known.has(code)).toBe(true);
});

test("every error code that belongs to a field is thrown somewhere, and has a message", () => {
  for (const code of FIELD_CODES) {
    expect(server).toContain(`"${code}"`);
    expect([words("th")[code], words("en")[code]]).toEqual([expect.any(String), expect.any(String)]);
  }
});

test("every error status is that of a client error or a temporary outage, except 500 for an unexpected error", () => {
  for (const [code, status] of Object.entries(STATUS))
    expect([code, (status >= 400 && status < 500) || status === 503 || code === "internal"]).toEqual([
      code,
      true,
    ]);
});
