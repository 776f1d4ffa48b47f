import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../engine/values/json.ts";

const LOCALES = join(import.meta.dirname, "..", "..", "locales");

/** Matches any notation of a wait of one to two, or two to three days, with the kind of days. */
const WAITS = {
  review: /[1๑] ?(?:[-–]|to|ถึง) ?[2๒] (?:business |working )?(?:days|วัน)(?:ทำการ)?/gu,
  verification: /[2๒] ?(?:[-–]|to|ถึง) ?[3๓] (?:business |working )?(?:days|วัน)(?:ทำการ)?/gu,
};

const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(LOCALES, language, file), "utf8")) as JsonObject;

function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test.each(["th", "en"])(
  "no two texts in the language %s state different waiting times for the review or for the verification",
  (language) => {
    const waiting = read(language, "common.json").waiting as { review: string; verification: string };
    const texts = readdirSync(join(LOCALES, language)).flatMap((file) => textsIn(read(language, file)));
    for (const [name, pattern] of Object.entries(WAITS) as [keyof typeof WAITS, RegExp][]) {
      const said = texts.flatMap((text) => text.match(pattern) ?? []);
      expect(said.length).toBeGreaterThan(2);
      expect([...new Set(said)]).toEqual([waiting[name]]);
    }
  },
);
