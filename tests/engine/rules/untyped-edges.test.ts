import jsonLogic from "json-logic-js";
import { describe, expect, test } from "vitest";
import { MAX_DEPTH } from "../../../engine/rules/bounds.ts";
import { evaluateUntyped, RuleRefused, UNTYPED_OPERATORS } from "../../../engine/rules/index.ts";
import type { Json } from "../../../engine/values/json.ts";

/** What an evaluator answers, or that it refuses. */
function answer(evaluate: () => unknown): unknown {
  try {
    return { said: evaluate() };
  } catch {
    return "refused";
  }
}

function expectAlike(rule: Json, data: Json): void {
  const ours = answer(() => evaluateUntyped(rule, data));
  const theirs = answer(() => jsonLogic.apply(rule as never, data));
  expect(ours, JSON.stringify(rule)).toEqual(theirs);
}

const OVER_ITEMS = ["some", "all", "none", "map", "filter", "reduce"];
const PLAIN = [...UNTYPED_OPERATORS].filter((name) => !OVER_ITEMS.includes(name));

const DOUBLES: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.1,
  0.2,
  0.30000000000000004,
  1e21,
  1e-7,
  Number.EPSILON,
  Number.MIN_VALUE,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER,
];
const NUMBERS_AS_TEXT: readonly Json[] = [
  "0",
  "-0",
  " 12 ",
  "0x1F",
  "1e3",
  "1e400",
  "-1e400",
  "1_000",
  "1,000",
  "٣",
  "๕",
  "12abc",
  ".5",
  "+5",
  "Infinity",
  "NaN",
  "9007199254740993",
  "0.1000000000000000055511151231257827",
];
const ODD: readonly Json[] = [null, true, false, "", " ", "\n", "abc", [], [0], ["0"], [[1]], [1, 2], [null]];
const POOL: readonly Json[] = [...DOUBLES, ...NUMBERS_AS_TEXT, ...ODD];

describe("the untyped core answers as json-logic-js does", () => {
  test.each(PLAIN)("%s on each pair of odd values", (operator) => {
    for (const left of POOL) {
      expectAlike({ [operator]: left }, { a: 1 });
      expectAlike({ [operator]: [left] }, { a: 1 });
      for (const right of POOL) expectAlike({ [operator]: [left, right] }, { a: 1 });
    }
  });

  test.each(["<", "<=", "+", "*", "min", "max", "substr", "if", "?:", "and", "or", "cat", "merge"])(
    "%s on three odd values",
    (operator) => {
      for (const middle of POOL)
        for (const last of POOL) expectAlike({ [operator]: ["12", middle, last] }, null);
    },
  );

  test.each(OVER_ITEMS)("%s over what is a list, and what is none", (operator) => {
    for (const list of POOL)
      for (const inner of [{ var: "" }, { "+": [{ var: "" }, 1] }, { var: "current" }, true, "x"])
        for (const start of [0, "", null]) expectAlike({ [operator]: [list, inner, start] }, { a: [1, 2] });
  });
});

describe("Thai text", () => {
  const NAME = "สมหญิง ใจดี";
  const thai: readonly (readonly [Json, Json, Json])[] = [
    [{ "==": [{ var: "ชื่อ" }, NAME] }, { ชื่อ: NAME }, true],
    [{ var: "ที่อยู่.จังหวัด" }, { ที่อยู่: { จังหวัด: "เชียงใหม่" } }, "เชียงใหม่"],
    [{ in: ["ใจ", NAME] }, null, true],
    [{ in: ["เชียงราย", ["เชียงใหม่", "เชียงราย"]] }, null, true],
    [{ cat: ["คุณ", { var: "ชื่อ" }, " ", 2569] }, { ชื่อ: NAME }, `คุณ${NAME} 2569`],
    // Vowels and tone marks are code units of their own: what counts is units, as in JavaScript.
    [{ substr: ["น้ำ", 0, 2] }, null, "น้"],
    [{ substr: ["กำลัง", -3] }, null, "ลัง"],
    // The same to the eye, and not the same text: SARA AM as one mark, and as two.
    [{ "==": ["น้ำ", "น้ํา"] }, null, false],
    [{ "<": ["ก", "ฮ"] }, null, true],
    // Thai digits are no number.
    [{ "+": "๑๐" }, null, Number.NaN],
    [{ missing: ["ชื่อ", "นามสกุล"] }, { ชื่อ: NAME }, ["นามสกุล"]],
    [
      { filter: [{ var: "คน" }, { in: ["ม", { var: "ชื่อ" }] }] },
      { คน: [{ ชื่อ: "มาลี" }, { ชื่อ: "ชัย" }] },
      [{ ชื่อ: "มาลี" }],
    ],
  ];
  test.each(thai)("%j on %j is %j", (rule, data, expected) => {
    expect(evaluateUntyped(rule, data)).toEqual(expected);
    expect(jsonLogic.apply(rule as never, data)).toEqual(expected);
  });
});

describe("as deep and as wide as a rule may be", () => {
  const nested = (operator: string, depth: number): Json => {
    let rule: Json = { var: "a" };
    for (let at = 1; at < depth; at += 1) rule = { [operator]: [rule] };
    return rule;
  };

  test.each(["!", "!!", "+", "-", "cat", "and", "or", "if", "max", "min"])("%s, deep", (operator) => {
    // An operator and the list of its operands are two levels.
    for (const depth of [1, 2, 3, 10, MAX_DEPTH / 2])
      for (const a of [0, 7]) expectAlike(nested(operator, depth), { a });
    expect(() => evaluateUntyped(nested(operator, MAX_DEPTH / 2 + 1), { a: 0 })).toThrow(RuleRefused);
  });

  test("places deep in the data", () => {
    const deep = Array.from({ length: 200 }).reduce<Json>((inner) => ({ a: inner, b: 0 }), "found");
    expectAlike({ var: Array.from({ length: 200 }, () => "a").join(".") }, deep);
    expectAlike({ var: Array.from({ length: 201 }, () => "a").join(".") }, deep);
  });

  test.each([10, 100, 1_000])("lists of %i", (length) => {
    const list = Array.from({ length }, (_, at) => at);
    for (const operator of ["+", "max", "min", "cat", "and", "or", "merge", "*"])
      expectAlike({ [operator]: list }, null);
    expectAlike({ in: [length - 1, { var: "list" }] }, { list });
    for (const operator of ["some", "all", "none", "filter", "map"])
      expectAlike({ [operator]: [{ var: "list" }, { ">=": [{ var: "" }, length / 2] }] }, { list });
    const sum: Json = { "+": [{ var: "current" }, { var: "accumulator" }] };
    expectAlike({ reduce: [{ var: "list" }, sum, 0] }, { list });
  });
});

describe("names that every object has", () => {
  const names = [...Object.getOwnPropertyNames(Object.prototype), "prototype", "call", "apply", "then"];

  test.each(names)("%s as a part of a place finds nothing, unless the data has it as its own", (name) => {
    for (const place of [
      name,
      `a.${name}`,
      `a.${name}.name`,
      `list.${name}`,
      `text.${name}`,
      `${name}.${name}`,
    ])
      expect(evaluateUntyped({ var: [place, "none"] }, { a: {}, list: [], text: "x" })).toBe("none");
    const own = JSON.parse(`{"a":{${JSON.stringify(name)}:7}}`) as Json;
    expect(evaluateUntyped({ var: `a.${name}` }, own)).toBe(7);
  });

  test.each(names)("%s as an operator is refused wherever it stands", (name) => {
    const bad = JSON.parse(`{${JSON.stringify(name)}:[1]}`) as Json;
    for (const rule of [bad, [bad], { "!": bad }, { if: [true, bad] }, { map: [[1], bad] }])
      expect(() => evaluateUntyped(rule, {})).toThrow(RuleRefused);
  });

  test("nothing that is evaluated leaves a trace on them", () => {
    const before = Object.getOwnPropertyNames(Object.prototype).length;
    const data = JSON.parse(
      '{"__proto__":{"stolen":true},"constructor":{"prototype":{"stolen":true}}}',
    ) as Json;
    evaluateUntyped({ merge: [{ var: "" }, { map: [[{ var: "__proto__" }], { var: "" }] }] }, data);
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
    expect(({} as { readonly stolen?: boolean }).stolen).toBe(undefined);
  });
});
