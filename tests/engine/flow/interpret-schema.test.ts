import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { trade } from "../../../domain/index.ts";
import type { Validator } from "../../../engine/flow/index.ts";
import { interpretSchema } from "../../../engine/flow/interpret-schema.ts";
import { testsOf } from "../../../engine/rules/format.ts";
import type { Json, JsonObject, JsonSchema } from "../../../engine/values/json.ts";
import { flowNames, jsonNames, loadFlow, ROOT, readJson } from "../../definitions/definition-files.ts";
import * as good from "../../support/good-answers.ts";

const formats = testsOf(trade.formats);
const CONFIG = ["effect", "event", "facts", "flags", "flow", "rule"];

/** A schema with valid values. The test changes the values at random to make invalid ones. */
type Subject = { readonly name: string; readonly schema: JsonSchema; readonly values: readonly Json[] };

const filesOf: { readonly [shape: string]: () => readonly string[] } = {
  flow: () => flowNames().map((flow) => `flows/${flow}/flow.json`),
  rule: () =>
    readdirSync(join(ROOT, "flows")).flatMap((flow) =>
      jsonNames(`flows/${flow}/rules`).map((name) => `flows/${flow}/rules/${name}.json`),
    ),
  facts: () => ["flows/shared/facts.json"],
  flags: () => ["flags/catalogue.json"],
  effect: () => jsonNames("schemas/effects").map((name) => `schemas/effects/${name}.json`),
  event: () => jsonNames("schemas/events").map((name) => `schemas/events/${name}.json`),
};

const ours: Subject[] = CONFIG.map((shape) => ({
  name: shape,
  schema: readJson(`schemas/config/${shape}.json`),
  values: (filesOf[shape]?.() ?? []).map(readJson),
}));

describe("interpretSchema and ajv", () => {
  beforeAll(async () => {
    const answers = Object.values(good).flatMap((steps) => Object.values(steps as JsonObject));
    for (const flow of flowNames()) {
      const { schemas } = await loadFlow(flow);
      for (const [step, schema] of Object.entries(schemas))
        ours.push({ name: `${flow}/${step}`, schema, values: [{}, ...answers, ...guesses(schema)] });
    }
  });

  test("interpretSchema and ajv agree on result, keyword, location and parameters for files and answers changed at random", () => {
    const chance = randomFrom(20261123);
    let compared = 0;
    for (const { name, schema, values } of ours) {
      const ajv = new Ajv({ allErrors: true, discriminator: true, strict: false, formats });
      const theirs = ajv.compile(structuredClone(schema) as object);
      const mine = interpretSchema(schema, formats);
      for (const value of values)
        for (let times = 0; times < 12; times += 1) {
          const given = times === 0 ? value : spoilt(value, chance);
          const [wanted, got] = [theirs(given), mine(given)];
          const told = (errors: Validator["errors"]) =>
            (errors ?? []).map(({ keyword, instancePath, params }) => ({ keyword, instancePath, params }));
          if (wanted !== got || JSON.stringify(told(theirs.errors)) !== JSON.stringify(told(mine.errors)))
            expect({ name, given, errors: told(mine.errors) }).toEqual({
              name,
              given,
              errors: told(theirs.errors),
            });
          compared += 1;
        }
    }
    expect(compared).toBeGreaterThan(15_000);
  });
});

/** Returns answers made of the constants in a schema. */
function guesses(schema: JsonSchema): readonly Json[] {
  const words: Json[] = ["", "0812345678", "10000.00", "2000-01-31", true, false, 0, 3, [], {}];
  const collect = (at: Json): void => {
    if (typeof at !== "object" || at === null) return;
    for (const [name, inner] of Object.entries(at)) {
      if (name === "const") words.push(inner as Json);
      if (name === "enum" && Array.isArray(inner)) words.push(...inner.slice(0, 4));
      collect(inner as Json);
    }
  };
  collect(schema);
  const names = Object.keys((schema.properties ?? {}) as JsonObject);
  return words.map((_, first) =>
    Object.fromEntries(names.map((name, at) => [name, words[(first + at * 3) % words.length] as Json])),
  );
}

function spoilt(value: Json, chance: () => number): Json {
  const copy = { value: structuredClone(value) as Json };
  for (let times = 1 + Math.floor(chance() * 3); times > 0; times -= 1) spoilOnce(copy, "value", chance);
  return copy.value;
}

const ODD: readonly Json[] = [
  null,
  "",
  "x",
  "ก".repeat(300),
  0,
  -1,
  1.5,
  9e9,
  true,
  false,
  [],
  {},
  ["x", "x"],
];

function spoilOnce(holder: { [name: string]: Json }, name: string, chance: () => number): void {
  const at = holder[name] as Json;
  const names = typeof at === "object" && at !== null ? Object.keys(at) : [];
  if (names.length > 0 && chance() < 0.85) {
    const next = names[Math.floor(chance() * names.length)] as string;
    spoilOnce(at as { [name: string]: Json }, next, chance);
  } else if (chance() < 0.3 && !Array.isArray(holder)) delete holder[name];
  else if (chance() < 0.2 && typeof at === "object" && at !== null && !Array.isArray(at))
    (at as { [name: string]: Json }).added = "x";
  else if (chance() < 0.2 && Array.isArray(at)) (at as Json[]).push(structuredClone((at[0] ?? "x") as Json));
  else holder[name] = structuredClone(ODD[Math.floor(chance() * ODD.length)] as Json);
}

/** Returns a pseudo-random generator that repeats its numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
