import { expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import type { Json, JsonSchema } from "../../../../engine/values/json.ts";
import { type AnswerChange, answerChanges } from "../../../../engine/verify/compare/answer-changes.ts";

/** Returns a change as `[accepted, counted, lengths]`, or as `[accepted, kind, values]`. */
function spelled(change: AnswerChange): readonly Json[] {
  const { taken, kind } = change;
  if (kind === "lengths") {
    expect(change.path).toBe("answers.form.x");
    return [taken, change.counted, change.lengths.map(({ least, most }): Json => [least, most])];
  }
  return [taken, kind, change.cube.flatMap(({ cells }) => cells.map(({ value }): Json => value ?? null))];
}

/** Returns the changes if one required field changes. */
function ofField(before: JsonSchema, after: JsonSchema): readonly Json[] {
  const form = (x: JsonSchema): JsonSchema => ({ type: "object", properties: { x }, required: ["x"] });
  return answerChanges(form(before), form(after), { path: "answers.form", formats }).map(
    spelled,
  ) as readonly Json[];
}

const text = (lengths: JsonSchema): JsonSchema => ({ type: "string", ...lengths });
const words = { type: "string", enum: ["a", "b", "c", "d"] };
const list = (lengths: JsonSchema, items: JsonSchema = { type: "string" }): JsonSchema => ({
  type: "array",
  items,
  ...lengths,
});
const LENGTHS: readonly (readonly [string, JsonSchema, JsonSchema, readonly Json[]])[] = [
  [
    "a text that must be longer",
    text({ minLength: 10, maxLength: 40, pattern: "\\S" }),
    text({ minLength: 30, maxLength: 40, pattern: "\\S" }),
    [["no-longer", "characters", [[10, 29]]]],
  ],
  [
    "a text that had no length limits",
    text({}),
    text({ minLength: 1, maxLength: 4 }),
    [
      [
        "no-longer",
        "characters",
        [
          [0, 0],
          [5, null],
        ],
      ],
    ],
  ],
  [
    "a text whose length ranges do not overlap",
    text({ minLength: 1, maxLength: 4 }),
    text({ minLength: 6, maxLength: 9 }),
    [
      ["no-longer", "characters", [[1, 4]]],
      ["newly", "characters", [[6, 9]]],
    ],
  ],
  [
    "a text whose length ranges do not overlap, downwards",
    text({ minLength: 6 }),
    text({ minLength: 1, maxLength: 4 }),
    [
      ["no-longer", "characters", [[6, null]]],
      ["newly", "characters", [[1, 4]]],
    ],
  ],
  [
    "a text with only a length, and keywords that do not affect values",
    text({ maxLength: 4, common: "line", writeOnly: true }),
    text({ maxLength: 3, description: "short" }),
    [["no-longer", "characters", [[4, 4]]]],
  ],
  [
    "a text whose pattern determines its length",
    text({ pattern: "^a{3}$", maxLength: 4 }),
    text({ pattern: "^a{3}$", maxLength: 5 }),
    [],
  ],
  [
    "a list that must be shorter",
    list({ maxItems: 3 }),
    list({ maxItems: 2 }),
    [["no-longer", "entries", [[3, 3]]]],
  ],
  [
    "a list that may have more choices",
    list({ minItems: 1, uniqueItems: true }, words),
    list({ minItems: 2, uniqueItems: true }, words),
    [["no-longer", "choices", [[1, 1]]]],
  ],
  [
    "a text that must be longer and fit a pattern",
    text({ pattern: "^a+$", maxLength: 3 }),
    text({ pattern: "^a+$", minLength: 2, maxLength: 3, format: "email" }),
    [["no-longer", "example", ["a"]]],
  ],
  [
    "a number where a whole number was required",
    { type: "number", minimum: 1, maximum: 2 },
    { type: "integer", minimum: 2, maximum: 2 },
    [["no-longer", "example", [1]]],
  ],
  [
    "a whole number with a step of five",
    { type: "integer", minimum: 4, maximum: 5 },
    { type: "integer", minimum: 4, maximum: 9, multipleOf: 5 },
    [["no-longer", "example", [4]]],
  ],
  [
    "a text with a pattern that must be shorter",
    text({ maxLength: 90, pattern: "^[ก-๏ ]+$" }),
    text({ maxLength: 20, pattern: "^[ก-๏ ]+$" }),
    [["no-longer", "characters", [[21, 90]]]],
  ],
  [
    "a text that becomes a closed list",
    text({ maxLength: 1, pattern: "^z$" }),
    words,
    [
      ["no-longer", "example", ["z"]],
      ["newly", "values", ["a", "b", "c", "d"]],
    ],
  ],
  [
    "a list with other entries",
    list({ minItems: 1, maxItems: 1 }, { type: "string", enum: ["a"] }),
    list({ minItems: 1, maxItems: 1 }, { type: "string", enum: ["b"] }),
    [
      ["no-longer", "example", [["a"]]],
      ["newly", "example", [["b"]]],
    ],
  ],
  [
    "a text with only one allowed value",
    { const: "a" },
    { const: "b" },
    [
      ["no-longer", "values", ["a"]],
      ["newly", "values", ["b"]],
    ],
  ],
];

it.each(LENGTHS)(
  "the report of a changed schema states lengths if only lengths differ, and otherwise shows an example: %s",
  (_, before, after, expected) => {
    expect(ofField(before, after)).toEqual(expected);
  },
);
