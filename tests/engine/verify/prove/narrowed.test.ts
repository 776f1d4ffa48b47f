import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { joinedSchemas } from "../../../../engine/verify/prove/emptiness.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { narrowedFields } from "../../../../engine/verify/prove/narrowed.ts";
import { END, next } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";
import { told } from "./rules-found.ts";

const KIND = { type: "string", enum: ["a", "b", "c"] };
/** Returns a condition of a schema: these fields have one of these values. */
const when = (
  values: { readonly [field: string]: readonly (string | boolean)[] },
  d: JsonObject,
): JsonObject => ({
  if: {
    properties: Object.fromEntries(Object.entries(values).map(([name, list]) => [name, { enum: list }])),
    required: Object.keys(values),
  },
  ["then" as string]: { properties: { d } },
});
const schema = (d: JsonObject, allOf: readonly JsonObject[], required = ["k", "d"]): JsonObject => ({
  type: "object",
  properties: { k: KIND, yes: { type: "boolean" }, d },
  required,
  allOf: [...allOf],
});

/** Returns the findings about a form whose field `d` is narrowed by these conditions. */
function found(d: JsonObject, allOf: readonly JsonObject[], required?: string[]) {
  const form = { kind: "form", next: next("done") };
  const forms = { ask: schema(d, allOf, required) };
  return prove(small({ steps: { ask: form, done: END }, forms })).map(told);
}

const nothing = (reason: object, condition: string) => [
  ["error", "/properties/d", { key: "schema-unsatisfiable.when", params: { reason, when: condition } }],
];
const bounds = (least: string, from: number, most: string, to: number) => ({
  key: "reasons.bounds",
  params: { least, from, most, to },
});
const TEXT = { type: "string", minLength: 3 };

describe("the check that a required field has a valid value under each condition", () => {
  it.each<readonly [what: string, args: Parameters<typeof found>, findings: readonly unknown[]]>([
    ["accepts a narrower text that is still possible", [TEXT, [when({ k: ["a"] }, { maxLength: 3 })]], []],
    [
      "reports a text that must be both longer and shorter than a limit",
      [TEXT, [when({ k: ["a"] }, { maxLength: 2 })]],
      nothing(bounds("minLength", 3, "maxLength", 2), "k = a"),
    ],
    [
      "reports a text that two conditions together make impossible",
      [TEXT, [when({ k: ["a", "b"], yes: [true] }, { maxLength: 2 })]],
      nothing(bounds("minLength", 3, "maxLength", 2), "k = a/b, yes = true"),
    ],
    ["accepts an optional field", [TEXT, [when({ k: ["a"] }, { maxLength: 2 })], ["k"]], []],
    [
      "reports two conditions that may hold together although their requirements contradict each other",
      [TEXT, [when({ k: ["a", "b"] }, { minLength: 9 }), when({ k: ["b", "c"] }, { maxLength: 8 })]],
      nothing(bounds("minLength", 9, "maxLength", 8), "k = b"),
    ],
    [
      "reports conditions on different fields with contradictory requirements",
      [TEXT, [when({ k: ["a"] }, { maxLength: 8 }), when({ yes: [true] }, { minLength: 9 })]],
      nothing(bounds("minLength", 9, "maxLength", 8), "k = a, yes = true"),
    ],
    [
      "accepts two conditions that exclude each other",
      [TEXT, [when({ k: ["a"] }, { minLength: 9 }), when({ k: ["b", "c"] }, { maxLength: 8 })]],
      [],
    ],
    [
      "reports the first of several contradictory conditions",
      [TEXT, [when({ k: ["a"] }, { maxLength: 2 }), when({ k: ["b"] }, { maxLength: 1 })]],
      nothing(bounds("minLength", 3, "maxLength", 2), "k = a"),
    ],
    [
      "reports a list of values of which none is left",
      [KIND, [when({ k: ["a"] }, { enum: ["d", "e"] })]],
      nothing({ key: "reasons.noWord" }, "k = a"),
    ],
    [
      "reports a value that is not in the list",
      [{ const: "a", type: "string" }, [when({ k: ["b"] }, { const: "b" })]],
      nothing({ key: "reasons.noWord" }, "k = b"),
    ],
    ["accepts a value in the list", [KIND, [when({ k: ["a"] }, { const: "c" })]], []],
    [
      "reports numbers of which none is left",
      [
        { type: "integer", minimum: 3, maximum: 9 },
        [when({ k: ["a"] }, { maximum: 5 }), when({ yes: [false] }, { minimum: 6 })],
      ],
      nothing(bounds("minimum", 6, "maximum", 5), "k = a, yes = false"),
    ],
    [
      "accepts a looser bound beside a narrower one",
      [{ type: "integer", minimum: 3, maximum: 9 }, [when({ k: ["a"] }, { minimum: 1, maximum: 12 })]],
      [],
    ],
    [
      "reports exclusive bounds without a number between",
      [{ type: "integer", exclusiveMinimum: 3 }, [when({ k: ["a"] }, { exclusiveMaximum: 4 })]],
      nothing({ key: "reasons.integers" }, "k = a"),
    ],
    [
      "reports a list that must be both longer and shorter than a limit",
      [{ type: "array", items: KIND, minItems: 2 }, [when({ k: ["a"] }, { maxItems: 1 })]],
      nothing(bounds("minItems", 2, "maxItems", 1), "k = a"),
    ],
    [
      "accepts patterns that some text matches",
      [{ type: "string", pattern: "^[0-9]{4,9}$" }, [when({ k: ["a"] }, { pattern: "^[0-9]{7}$" })]],
      [],
    ],
    [
      "reports patterns that no text matches",
      [{ type: "string", pattern: "^A[0-9]+$" }, [when({ k: ["a"] }, { pattern: "^B" })]],
      nothing({ key: "reasons.texts", params: { keywords: ["pattern ^A[0-9]+$", "pattern ^B"] } }, "k = a"),
    ],
    [
      "reports patterns for which no text was found",
      [{ type: "string", pattern: "\\bMalee" }, [when({ k: ["a"] }, { pattern: "^x" })]],
      [
        [
          "error",
          "/properties/d",
          {
            key: "not-proved.schema-when",
            params: { reason: '[{"pattern":"^x"}]', when: "k = a" },
          },
        ],
      ],
    ],
  ])("gives the expected verdict: %s", (_, args, findings) => {
    expect(found(...args)).toEqual(findings);
  });
});

it("the requirements of several conditions and the unconditional ones are combined to the tightest bounds", () => {
  const given = schema({ type: "integer", minimum: 1, maximum: 9, exclusiveMinimum: 0 }, [
    when({ k: ["a"] }, { maximum: 12, minimum: 4, exclusiveMaximum: 8 }),
    when({ yes: [true] }, { enum: [5, 6] }),
    { ...when({ k: ["b"] }, {}), ["then" as string]: { required: ["yes"] } },
  ]);
  const merged = narrowedFields(given).map(({ name, when: condition, parts }) => [
    name,
    condition,
    joinedSchemas(parts),
    parts.length,
  ]);
  const alone = { type: "integer", minimum: 4, maximum: 9, exclusiveMinimum: 0, exclusiveMaximum: 8 };
  expect(merged).toEqual([
    ["d", { k: ["a"] }, alone, 2],
    ["d", { k: ["a"], yes: [true] }, { ...alone, enum: [5, 6] }, 3],
    ["d", { yes: [true] }, { type: "integer", minimum: 1, maximum: 9, exclusiveMinimum: 0, enum: [5, 6] }, 2],
  ]);
});

const LEAST = ["minimum", "exclusiveMinimum", "minLength", "minItems"];
const MOST = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];

it.each([...LEAST.map((keyword) => [keyword, 5]), ...MOST.map((keyword) => [keyword, 2])] as const)(
  "the tighter of two bounds %s counts, whichever comes first",
  (keyword, tighter) => {
    const asked = (always: number, narrower: number) =>
      narrowedFields(schema({ [keyword]: always }, [when({ k: ["a"] }, { [keyword]: narrower })])).map(
        (field) => joinedSchemas(field.parts),
      );
    expect([...asked(2, 5), ...asked(5, 2)]).toEqual([{ [keyword]: tighter }, { [keyword]: tighter }]);
  },
);

it("two conditions never hold together if they agree in one field and exclude each other in another field", () => {
  const given = schema(TEXT, [
    when({ k: ["a"], yes: [true] }, { maxLength: 4 }),
    when({ k: ["a"], yes: [false] }, { maxLength: 5 }),
  ]);
  expect(narrowedFields(given).map((field) => field.when)).toEqual([
    { k: ["a"], yes: [true] },
    { k: ["a"], yes: [false] },
  ]);
});

it("a field that exists only under a condition is not part of this check", () => {
  const given = { ...schema(TEXT, [when({ k: ["a"] }, { maxLength: 4 })]), properties: { k: KIND } };
  expect(narrowedFields(given)).toEqual([]);
});
