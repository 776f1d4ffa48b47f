import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isObject } from "../../engine/flow/form-schema.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { ROOT, readJson } from "../definitions/definition-files.ts";

const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const facts = objectOf(readJson("flows/shared/facts.json"));
const effects = readdirSync(join(ROOT, "schemas/effects"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => objectOf(readJson(`schemas/effects/${name}`)));
const namesOf = (part: string) =>
  effects.flatMap((effect) => Object.keys(objectOf(objectOf(effect[part]).properties)));

/** Names of the code that the studio shows, by the part of its texts that says them in words. */
const SHOWN: { readonly [part: string]: readonly string[] } = {
  fact: Object.keys(facts).filter((fact) => isObject(facts[fact])),
  argument: Object.values(facts).flatMap((fact) => Object.keys(objectOf(objectOf(fact).args))),
  output: namesOf("output"),
  errorCode: effects.flatMap(({ errors }) =>
    Array.isArray(errors) ? errors.map(String) : Object.keys(objectOf(errors)),
  ),
};

test.each(Object.entries(SHOWN))(
  "the studio says each name of the kind “%s” in words, in both languages",
  (part, names) => {
    expect(names.length).toBeGreaterThan(0);
    for (const language of LANGUAGES) {
      const texts = objectOf(objectOf(readJson(`locales/${language}/studio.json`))[part]);
      const unsaid = names.filter((name) => typeof texts[name] !== "string" || texts[name] === name);
      expect([language, [...new Set(unsaid)]]).toEqual([language, []]);
    }
  },
);
