import { describe, expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import type { Expression } from "../../../../engine/rules/expression.ts";
import type { CheckedRule } from "../../../../engine/rules/program.ts";
import type { Json, JsonSchema } from "../../../../engine/values/json.ts";
import { type AnswerChange, answerChanges } from "../../../../engine/verify/compare/answer-changes.ts";
import { labelled, renamed } from "../../../../engine/verify/compare/labelled.ts";
import type { Cell } from "../../../../engine/verify/model/index.ts";

const form = (
  properties: { readonly [name: string]: JsonSchema },
  required?: readonly string[],
): JsonSchema => ({
  type: "object",
  properties,
  required: required ? [...required] : Object.keys(properties),
});

/**
 * Returns a change as `[path, accepted, values]`. Ranges are written as [first, last], an open end as null.
 */
function spelled(change: AnswerChange): readonly Json[] {
  expect(change.kind).toBe("values");
  const values = cellsOf(change).map(
    ({ value, from, to }): Json =>
      from === undefined && to === undefined ? (value ?? "missing") : [from ?? null, to ?? null],
  );
  return [change.kind === "values" ? (change.cube[0]?.variable.path ?? "") : "", change.taken, values];
}

/** Returns the cells of a change that affects one data path. */
function cellsOf(change: AnswerChange | undefined): readonly Cell[] {
  if (change === undefined || change.kind === "lengths") throw new Error("it has no cells");
  expect(change.cube).toHaveLength(1);
  return change.cube.flatMap(({ cells }) => cells);
}

const changes = (before: JsonSchema, after: JsonSchema): readonly Json[] =>
  answerChanges(before, after, { path: "answers.form", formats }).map(spelled) as readonly Json[];

/** Returns the changes if one required field changes. */
const ofField = (before: JsonSchema, after: JsonSchema): readonly Json[] =>
  changes(form({ x: before }), form({ x: after }));

describe("answers that only one of two versions of a form accepts", () => {
  const X = "answers.form.x";
  const whole = (bounds: JsonSchema): JsonSchema => ({ type: "integer", ...bounds });
  const TABLE: readonly (readonly [string, JsonSchema, JsonSchema, readonly Json[]])[] = [
    ["the same bounds", whole({ minimum: 1 }), whole({ minimum: 1 }), []],
    [
      "a higher minimum",
      whole({ minimum: 1, maximum: 9 }),
      whole({ minimum: 4, maximum: 9 }),
      [[X, "no-longer", [[1, 3]]]],
    ],
    [
      "a lower minimum",
      whole({ minimum: 4, maximum: 9 }),
      whole({ minimum: 1, maximum: 9 }),
      [[X, "newly", [[1, 3]]]],
    ],
    [
      "a new maximum",
      whole({ minimum: 1 }),
      whole({ minimum: 1, maximum: 9 }),
      [[X, "no-longer", [[10, null]]]],
    ],
    [
      "a removed minimum",
      whole({ minimum: 1, maximum: 9 }),
      whole({ maximum: 9 }),
      [[X, "newly", [[null, 0]]]],
    ],
    [
      "a moved range",
      whole({ minimum: 1, maximum: 5 }),
      whole({ minimum: 3, maximum: 8 }),
      [
        [X, "no-longer", [[1, 2]]],
        [X, "newly", [[6, 8]]],
      ],
    ],
    [
      "both ends narrowed",
      whole({ minimum: 0, maximum: 9 }),
      whole({ minimum: 2, maximum: 7 }),
      [
        [
          X,
          "no-longer",
          [
            [0, 1],
            [8, 9],
          ],
        ],
      ],
    ],
    [
      "exclusive bounds",
      whole({ minimum: 1, maximum: 9 }),
      whole({ exclusiveMinimum: 1, exclusiveMaximum: 9 }),
      [
        [
          X,
          "no-longer",
          [
            [1, 1],
            [9, 9],
          ],
        ],
      ],
    ],
    [
      "the same bounds in another form",
      whole({ minimum: 1, maximum: 9 }),
      whole({ exclusiveMinimum: 0, exclusiveMaximum: 10 }),
      [],
    ],
    [
      "removed and added enum values",
      { type: "string", enum: ["a", "b", "c"] },
      { type: "string", enum: ["b", "d"] },
      [
        [X, "no-longer", ["a", "c"]],
        [X, "newly", ["d"]],
      ],
    ],
    [
      "enum values in another order",
      { type: "string", enum: ["a", "b"] },
      { type: "string", enum: ["b", "a"] },
      [],
    ],
    [
      "a closed list of numbers that changes",
      { type: "integer", enum: [1, 2, 3] },
      { type: "integer", enum: [2] },
      [[X, "no-longer", [1, 3]]],
    ],
    [
      "a boolean that must be true",
      { type: "boolean" },
      { type: "boolean", const: true },
      [[X, "no-longer", [false]]],
    ],
  ];

  it.each(TABLE)("answers that only one version accepts are reported: %s", (_, before, after, expected) => {
    expect(ofField(before, after)).toEqual(expected);
  });

  it("the comparison shows an example answer if the numbers of the field go in steps of five", () => {
    const [change, ...more] = answerChanges(
      form({ x: whole({ minimum: 0, maximum: 20, multipleOf: 5 }) }),
      form({ x: whole({ minimum: 0, maximum: 10, multipleOf: 5 }) }),
      { path: "answers.form", formats },
    );
    expect([more, change?.kind]).toEqual([[], "example"]);
    const [cell, ...others] = cellsOf(change);
    expect(others).toEqual([]);
    expect([15, 20]).toContain(cell?.value);
    expect([cell?.covers(cell.value), cell?.covers(14)]).toEqual([true, false]);
  });

  it("a reported range includes both of its ends, and no value outside and no missing value", () => {
    const [change] = answerChanges(
      form({ x: whole({ minimum: 1, maximum: 9 }) }),
      form({ x: whole({ minimum: 4, maximum: 9 }) }),
      { path: "a", formats },
    );
    const [cell] = cellsOf(change);
    expect([0, 1, 2, 3, 4, undefined].map((value) => cell?.covers(value))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
    const variable = { path: "a.x", exact: true, presence: false, type: { kind: "integer" } };
    expect(change).toMatchObject({ kind: "values", cube: [{ variable }] });
  });

  it("only the reported value of an enum is included", () => {
    const [change] = answerChanges(
      form({ x: { type: "string", enum: ["a", "b"] } }),
      form({ x: { type: "string", enum: ["b"] } }),
      { path: "a", formats },
    );
    const [cell] = cellsOf(change);
    expect(["a", "b", undefined].map((value) => cell?.covers(value))).toEqual([true, false, false]);
  });

  it("two reported ranges that do not touch stay separate", () => {
    const [change] = answerChanges(
      form({ x: whole({ minimum: 0, maximum: 9 }) }),
      form({ x: whole({ minimum: 2, maximum: 7 }) }),
      { path: "a", formats },
    );
    const [low, high, ...more] = cellsOf(change);
    expect([low?.to, high?.from, more]).toEqual([1, 8, []]);
    const all = change?.kind === "values" ? (change.cube[0]?.variable.cells ?? []) : [];
    expect(all.indexOf(high as Cell) - all.indexOf(low as Cell)).toBeGreaterThan(1);
  });

  it("an empty field counts as no longer accepted, newly accepted or unchanged", () => {
    const x = { type: "string" };
    const one = form({ x });
    const may = form({ x }, []);
    const none = form({});
    const lost = [["answers.form.x", "no-longer", ["missing"]]];
    const won = [["answers.form.x", "newly", ["missing"]]];
    expect(changes(may, one)).toEqual(lost);
    expect(changes(none, one)).toEqual(lost);
    expect(changes(one, may)).toEqual(won);
    expect(changes(one, none)).toEqual(won);
    expect(changes(may, none)).toEqual([]);
    expect(changes(none, may)).toEqual([]);
    const [change] = answerChanges(may, one, { path: "a", formats });
    const [cell] = cellsOf(change);
    expect([cell?.covers(undefined), cell?.covers("x")]).toEqual([true, false]);
  });

  it("answers are compared for each nested field and also for the field around it", () => {
    const inner = (minimum: number): JsonSchema => form({ y: { type: "integer", minimum, maximum: 9 } });
    expect(changes(form({ in: inner(1) }, []), form({ in: inner(2) }))).toEqual([
      ["answers.form.in", "no-longer", ["missing"]],
      ["answers.form.in.y", "no-longer", [[1, 1]]],
    ]);
  });
});

const read = (name: string): Expression => ({
  op: "read",
  from: "scope",
  path: `facts.p.${name}`,
  segments: ["facts", "p", name],
  type: { kind: "boolean" },
});
const list = { ...read("list"), type: { kind: "list", item: { kind: "boolean" } } } as Extract<
  Expression,
  { op: "read" }
>;
const ref = (id: string): Expression => ({ op: "rule", id, type: { kind: "boolean" } });

/** Returns one expression of each kind, with references to rules inside. */
const around = (a: Expression, b: Expression, c: Expression): readonly Expression[] => [
  a,
  { op: "and", args: [a, b] },
  { op: "or", args: [a, b, c] },
  { op: "not", arg: a },
  { op: "compare", sign: "<", order: "number", args: [a, b, c] },
  { op: "math", fn: "+", type: { kind: "integer" }, args: [a, b] },
  { op: "equal", order: "boolean", left: a, right: b },
  { op: "within", order: "text", needle: a, values: ["x"] },
  { op: "contains", needle: a, list },
  // biome-ignore lint/suspicious/noThenProperty: the name of a branch
  { op: "if", type: { kind: "boolean" }, when: a, then: b, otherwise: c },
  { op: "each", quantifier: "some", list, test: a },
  { op: "not", arg: { op: "and", args: [{ op: "or", args: [a] }, b] } },
];

describe("the rules of both versions, combined in one program", () => {
  it("the combined rules have a suffix at every reference to a rule, and are otherwise unchanged", () => {
    const before = around(ref("one"), ref("two"), ref("three"));
    const after = around(ref("new one"), ref("new two"), ref("new three"));
    expect(before.map((expression) => renamed(expression, "new "))).toEqual(after);
    const still = around(read("a"), read("b"), { op: "constant", type: { kind: "boolean" }, value: true });
    expect(still.map((expression) => renamed(expression, "new "))).toEqual(still);
    const absent: Expression = { op: "absent", places: [list], need: 1 };
    expect(renamed(absent, "new ")).toEqual(absent);
    expect(renamed({ op: "size", list }, "new ")).toEqual({ op: "size", list });
  });

  it("the combined rules have a suffix at their id and at the references in all clauses and values", () => {
    const clause = (id: string, logic: Expression) => ({ id, reason: "r", mend: "none", logic });
    const rules: readonly CheckedRule[] = [
      { kind: "must", id: "able", clauses: [clause("a", ref("sum")), clause("b", read("b"))] },
      { kind: "value", id: "sum", type: { kind: "boolean" }, logic: ref("able") },
    ];
    expect(labelled(rules, "old ")).toEqual([
      { kind: "must", id: "old able", clauses: [clause("a", ref("old sum")), clause("b", read("b"))] },
      { kind: "value", id: "old sum", type: { kind: "boolean" }, logic: ref("old able") },
    ]);
  });
});
