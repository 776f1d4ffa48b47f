import { describe, expect, it } from "vitest";
import { formats } from "../../../domain/formats.ts";
import { checkFormConditions } from "../../../engine/flow/form-conditions.ts";
import type { SchemaFault } from "../../../engine/flow/form-schema.ts";
import type { Json, JsonSchema } from "../../../engine/values/json.ts";

const text = { type: "string" };
const yes = { type: "boolean" };
const word = { type: "string", enum: ["A", "B"] };
const few = { type: "integer", minimum: 1, maximum: 3 };
const keyword = "then";

const is = (values: { readonly [name: string]: Json }): JsonSchema => ({
  properties: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? { enum: value } : { const: value },
    ]),
  ),
  required: Object.keys(values),
});
const branch = (test: JsonSchema, consequence: JsonSchema): JsonSchema => ({
  if: test,
  [keyword]: consequence,
});
const form = (
  properties: JsonSchema,
  allOf: readonly Json[],
  required: readonly string[] = [],
): JsonSchema => ({
  type: "object",
  properties,
  required,
  allOf,
});
const ask = (name: string): JsonSchema => ({ properties: { [name]: text }, required: [name] });

function faults(schema: JsonSchema): readonly (readonly [pointer: string, key: string, params?: object])[] {
  const found: SchemaFault[] = [];
  checkFormConditions(schema, formats, (fault) => found.push(fault));
  return found.map(({ pointer, says }) =>
    "params" in says ? [pointer, says.key, says.params] : [pointer, says.key],
  );
}

describe("the check of form conditions accepts a condition", () => {
  it.each<readonly [string, JsonSchema]>([
    ["on another field of the form", form({ a: yes }, [branch(is({ a: true }), ask("b"))])],
    ["on one of several allowed values", form({ a: word }, [branch(is({ a: ["A"] }), ask("b"))], ["a"])],
    ["on a number within its bounds", form({ a: few }, [branch(is({ a: 3 }), ask("b"))])],
    [
      "on a field with another condition",
      form({ a: yes }, [branch(is({ a: true }), ask("b")), branch(is({ b: "x" }), ask("c"))]),
    ],
    [
      "on all allowed values of an optional field",
      form({ a: word }, [branch(is({ a: ["A", "B"] }), ask("b"))]),
    ],
    [
      "on fields that can be asked together",
      form({ a: word }, [
        branch(is({ a: ["A", "B"] }), ask("b")),
        branch(is({ a: "A" }), ask("c")),
        branch(is({ b: "x", c: "y" }), ask("d")),
      ]),
    ],
    [
      "on a plain text that must match two patterns",
      { type: "string", pattern: "^a", allOf: [{ pattern: "b$" }] },
    ],
  ])("%s", (_, schema) => {
    expect(faults(schema)).toEqual([]);
  });
});

describe("the check of form conditions reports, with its location, a condition", () => {
  it.each<readonly [string, JsonSchema, readonly (readonly [string, string, object?])[]]>([
    [
      "on a misspelt field",
      form({ isForeign: yes }, [branch(is({ isForegn: true }), ask("b"))]),
      [
        [
          "/allOf/0/if/properties/isForegn",
          "condition-form.undeclared-near",
          { name: "isForegn", near: "isForeign" },
        ],
      ],
    ],
    [
      "on a field of another form",
      form({ a: yes }, [branch(is({ customerType: "X" }), ask("b"))]),
      [
        [
          "/allOf/0/if/properties/customerType",
          "condition-form.undeclared",
          { name: "customerType", fields: ["a", "b"] },
        ],
      ],
    ],
    [
      "on a value that the field does not allow",
      form({ a: word }, [branch(is({ a: "C" }), ask("b"))]),
      [["/allOf/0/if/properties/a", "condition-form.never", { name: "a" }]],
    ],
    [
      "on values of which the field allows only some",
      form({ a: word }, [branch(is({ a: ["A", "C", "D"] }), ask("b"))]),
      [["/allOf/0/if/properties/a", "condition-form.value", { name: "a", values: ['"C"', '"D"'] }]],
    ],
    [
      "on a number beyond the field's bounds",
      form({ a: few }, [branch(is({ a: 4 }), ask("b"))]),
      [["/allOf/0/if/properties/a", "condition-form.never", { name: "a" }]],
    ],
    [
      "on a text that its pattern rejects",
      form({ a: { ...text, pattern: "^x" } }, [branch(is({ a: "y" }), ask("b"))]),
      [["/allOf/0/if/properties/a", "condition-form.never", { name: "a" }]],
    ],
    [
      "on every allowed value of a required field",
      form({ a: word }, [branch(is({ a: ["B", "A"] }), ask("b"))], ["a"]),
      [["/allOf/0/if", "condition-form.always"]],
    ],
    [
      "on both true and false",
      form(
        { a: yes, c: { ...yes, const: true } },
        [branch(is({ a: [true, false], c: true }), ask("b"))],
        ["a", "c"],
      ),
      [["/allOf/0/if", "condition-form.always"]],
    ],
    [
      "on the very field that the condition asks for",
      form({ a: yes }, [branch(is({ a: true, b: "x" }), ask("b"))]),
      [["/allOf/0/if", "condition-form.nobody"]],
    ],
    [
      "on fields that depend on each other",
      form({}, [branch(is({ b: "x" }), ask("a")), branch(is({ a: "x" }), ask("b"))]),
      [
        ["/allOf/0/if", "condition-form.nobody"],
        ["/allOf/1/if", "condition-form.nobody"],
      ],
    ],
    [
      "on fields that are never asked together",
      form({ a: word }, [
        branch(is({ a: "A" }), ask("b")),
        branch(is({ a: "B" }), ask("c")),
        branch(is({ b: "x", c: "y" }), ask("d")),
      ]),
      [["/allOf/2/if", "condition-form.nobody"]],
    ],
    [
      "that requires a field without a value",
      form({ a: yes, c: yes }, [branch({ ...is({ a: true }), required: ["a", "c"] }, ask("b"))]),
      [["/allOf/0/if/required", "condition-form.no-value", { name: "c" }]],
    ],
    [
      "next to the properties instead of in allOf",
      { ...form({ a: yes }, []), ...branch(is({ a: true }), ask("b")) },
      [
        ["/if", "condition-form.place"],
        ["/then", "condition-form.place"],
      ],
    ],
    [
      "without a consequence",
      form({ a: yes }, [{ if: is({ a: true }) }]),
      [["/allOf/0", "condition-form.branch"]],
    ],
    [
      "that is not a condition",
      form({ a: yes }, [{ required: ["a"] }]),
      [["/allOf/0", "condition-form.branch"]],
    ],
    [
      "with a nested condition, which is ignored",
      form({ a: yes }, [branch(is({ a: true }), { ...ask("b"), allOf: [] })]),
      [["/allOf/0/then/allOf", "condition-form.keyword", { keyword: "allOf" }]],
    ],
    [
      "with ignored keywords",
      form({ a: yes }, [{ ...branch({ ...is({ a: true }), minProperties: 1 }, ask("b")), required: ["a"] }]),
      [
        ["/allOf/0/required", "condition-form.keyword", { keyword: "required" }],
        ["/allOf/0/if/minProperties", "condition-form.keyword", { keyword: "minProperties" }],
      ],
    ],
    [
      "inside a group",
      form({ "g/h": form({ a: yes }, [branch(is({ x: true }), ask("b"))]) }, []),
      [
        [
          "/properties/g~1h/allOf/0/if/properties/x",
          "condition-form.undeclared-near",
          { name: "x", near: "a" },
        ],
      ],
    ],
    [
      "inside the entries of a conditional list",
      form({ a: yes }, [
        branch(is({ a: true }), {
          properties: { l: { type: "array", items: form({ a: word }, [branch(is({ a: "Z" }), ask("b"))]) } },
        }),
      ]),
      [["/allOf/0/then/properties/l/items/allOf/0/if/properties/a", "condition-form.never", { name: "a" }]],
    ],
  ])("%s", (_, schema, expected) => {
    expect(faults(schema)).toEqual(expected);
  });
});
