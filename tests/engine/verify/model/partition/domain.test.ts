import { describe, expect, it } from "vitest";
import { baht, units } from "../../../../../domain/decimals.ts";
import { formats } from "../../../../../domain/formats.ts";
import type { Definition } from "../../../../../engine/flow/definition.ts";
import type { Type, TypeEnv } from "../../../../../engine/rules/types.ts";
import type { JsonSchema } from "../../../../../engine/values/json.ts";
import {
  domainsOfTypes,
  rootSchema,
  schemaAt,
  schemaOfType,
} from "../../../../../engine/verify/model/partition/domain.ts";

const street: JsonSchema = { type: "string", maxLength: 80 };
const home: JsonSchema = { type: "object", properties: { street } };
const person: JsonSchema = { type: "object", properties: { home, age: { type: "integer" } } };
const receipt: JsonSchema = { type: "object", properties: { number: { type: "string" } } };
const payment: JsonSchema = { type: "object", properties: { amount: { type: "string", format: "baht" } } };

const definition = {
  schemas: { person },
  facts: { investor: { schema: person } },
  effects: { book: { output: receipt } },
  events: { paid: { data: payment } },
  rules: {
    fee: { value: { type: { type: "string", format: "baht" } } },
    named: { value: { type: "money" } },
    truth: {},
  },
  flow: {
    steps: {
      form: { kind: "form" },
      booking: { kind: "effect", effect: "book" },
      unknownEffect: { kind: "effect", effect: "gone" },
      waiting: { kind: "wait", for: "paid" },
      waitingLong: { kind: "wait", for: "gone" },
    },
    derived: {
      fee: { rule: "fee" },
      named: { rule: "named" },
      truth: { rule: "truth" },
      gone: { rule: "gone" },
      counted: { fn: "count", args: [] },
    },
  },
} as unknown as Definition;

describe("the schema of a data path", () => {
  it.each<readonly [string, JsonSchema | undefined]>([
    ["answers.person", person],
    ["answers.person.home", home],
    ["answers.person.home.street", street],
    ["answers.person.street", undefined],
    ["answers.person.gone.street", undefined],
    ["answers.gone", undefined],
    ["answers", undefined],
    ["facts.investor", person],
    ["facts.investor.age", { type: "integer" }],
    ["facts.gone.age", undefined],
    ["effects.booking", receipt],
    ["effects.booking.number", { type: "string" }],
    ["effects.unknownEffect", undefined],
    ["effects.waiting", payment],
    ["effects.waiting.amount", { type: "string", format: "baht" }],
    ["effects.waitingLong", undefined],
    ["effects.form", undefined],
    ["effects.gone", undefined],
    ["derived.fee", { type: "string", format: "baht" }],
    ["derived.named", undefined],
    ["derived.truth", undefined],
    ["derived.gone", undefined],
    ["derived.counted", undefined],
    ["derived.missing", undefined],
    ["flags.fee", undefined],
    ["person", undefined],
  ])("the schema of a data path is found for %s", (path, schema) => {
    expect(schemaAt(definition, path)).toEqual(schema);
  });

  it("a path with only two names has the whole schema of its form or fact", () => {
    expect(rootSchema(definition, "facts", "investor")).toBe(person);
    expect(rootSchema(definition, "now", "fee")).toBeUndefined();
  });
});

describe("the schema that is used if only the type of a data path is known", () => {
  it.each<readonly [Type, JsonSchema]>([
    [{ kind: "boolean" }, { type: "boolean" }],
    [{ kind: "integer" }, { type: "integer" }],
    [
      { kind: "integer", values: [1, 2] },
      { type: "integer", enum: [1, 2] },
    ],
    [{ kind: "number" }, { type: "number" }],
    [
      { kind: "decimal", of: baht },
      { type: "string", format: "baht" },
    ],
    [
      { kind: "decimal", of: units },
      { type: "string", format: "units" },
    ],
    [{ kind: "date" }, { type: "string", format: "date" }],
    [{ kind: "instant" }, { type: "string", format: "date-time" }],
    [{ kind: "file" }, { type: "string", format: "file-ref" }],
    [
      { kind: "enum", words: ["A"] },
      { type: "string", enum: ["A"] },
    ],
    [{ kind: "string" }, { type: "string" }],
    [
      { kind: "list", item: { kind: "date" } },
      { type: "array", items: { type: "string", format: "date" } },
    ],
    [
      {
        kind: "object",
        fields: { a: { kind: "object", fields: { b: { kind: "string" } } }, "a.b": { kind: "string" } },
      },
      { type: "object", properties: { a: { type: "object", properties: { b: { type: "string" } } } } },
    ],
  ])("the schema for the type %j is the expected one", (type, schema) => {
    expect(schemaOfType(type)).toEqual(schema);
  });
});

describe("the possible values of a data path of which only the type is known", () => {
  const types: TypeEnv = {
    "answers.a": { kind: "decimal", of: baht },
    "answers.list": { kind: "list", item: { kind: "date" } },
  };

  it("a data path with a known type may have all values of the type, including every length of a list", () => {
    const domainOf = domainsOfTypes(types, formats);
    expect(domainOf("answers.a")).toEqual({
      path: "answers.a",
      type: { kind: "decimal", of: baht },
      schema: { type: "string", format: "baht" },
      formats,
    });
    expect(domainOf("answers.list.length")).toMatchObject({
      type: { kind: "integer" },
      schema: { type: "integer" },
    });
    expect(domainOf("answers.gone")).toBeUndefined();
  });

  it("the possible values of a data path are computed only once", () => {
    const domainOf = domainsOfTypes(types, formats);
    expect(domainOf("answers.a")).toBe(domainOf("answers.a"));
  });
});
