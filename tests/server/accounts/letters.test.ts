import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
type Letters = Record<string, { subject: string; body: string[] } & Record<string, unknown>>;
const read = (language: string): Letters =>
  JSON.parse(readFileSync(join(ROOT, "locales", language, "mail.json"), "utf8"));
const th = read("th");
const en = read("en");

const placesIn = (letter: Letters[string] | undefined) =>
  [...new Set(JSON.stringify([letter?.subject, letter?.body]).match(/{{\w+}}/g) ?? [])].sort();

describe("the letters to investors", () => {
  it("exist in both languages", () => {
    expect(Object.keys(th)).toEqual(Object.keys(en));
  });

  it.each(Object.keys(en))(
    "have a text %s with the same meaning and values in Thai and English",
    (template) => {
      expect(placesIn(th[template])).toEqual(placesIn(en[template]));
      expect(th[template]?.body.length).toBe(en[template]?.body.length);
      expect(JSON.stringify(th[template])).toMatch(/[ก-๙]/);
      expect(JSON.stringify(en[template])).not.toMatch(/[ก-๙]/);
    },
  );

  it.each(["levels", "recommendations"])("contain %s for each of the five suitability levels", (name) => {
    for (const letters of [th, en])
      expect(Object.keys(letters["kyc-approved"]?.[name] as object)).toEqual(["1", "2", "3", "4", "5"]);
  });
});
