import { describe, expect, test } from "vitest";
import type { Json } from "../../../engine/values/json.ts";
import {
  evaluateUntyped,
  MAX_LOOKED_AT,
  MAX_STEPS,
  RuleRefused,
  truthy,
  UNTYPED_OPERATORS,
} from "../../../server/commands/untyped.ts";

function refusal(logic: Json, data: Json = {}): string {
  try {
    evaluateUntyped(logic, data);
  } catch (error) {
    if (error instanceof RuleRefused) return `${error.name} ${error.code}: ${error.message}`;
    return `not refused but thrown: ${error}`;
  }
  return "answered";
}

const list = (length: number): Json => Array.from({ length }, (_, at) => at);

describe("the evaluation of a rule", () => {
  test("runs at most twenty thousand operators", () => {
    expect(MAX_STEPS).toBe(20_000);
    // Steps: one for `map`, one for its list, and three for each item, which are the item itself, `!` and
    // `var`.
    const thousands: Json = { map: [{ var: "list" }, { "!": { var: "" } }] };
    const more = (count: number): Json => [thousands, ...new Array<Json>(count).fill({ var: "" })];
    const data = { list: list(6_665) };
    expect(refusal(more(20_000 - (2 + 3 * 6_665)), data)).toBe("answered");
    expect(refusal(more(20_001 - (2 + 3 * 6_665)), data)).toBe(
      "RuleRefused too-many-steps: the evaluation takes more than 20000 steps",
    );
  });

  test("counts one step for every list item, whatever the operator does with the item", () => {
    const tasks: readonly Json[] = [
      { filter: [{ var: "list" }, true] },
      { map: [{ var: "list" }, true] },
      { all: [{ var: "list" }, true] },
      { none: [{ var: "list" }, false] },
      { some: [{ var: "list" }, false] },
      { reduce: [{ var: "list" }, true, 0] },
    ];
    for (const task of tasks) {
      expect(refusal(task, { list: list(19_998) }), JSON.stringify(task)).toBe("answered");
      expect(refusal(task, { list: list(19_999) }), JSON.stringify(task)).toBe(
        "RuleRefused too-many-steps: the evaluation takes more than 20000 steps",
      );
    }
  });

  test("joins texts of at most a hundred thousand characters in all", () => {
    const data = { text: "x".repeat(10_000) };
    const ten: Json[] = Array.from({ length: 10 }, () => ({ var: "text" }));
    expect((evaluateUntyped({ cat: ten }, data) as string).length).toBe(100_000);
    expect(refusal({ cat: [...ten, "y"] }, data)).toBe(
      "RuleRefused text-too-long: cat: builds more than 100000 characters",
    );
    expect(refusal([{ cat: ten.slice(1) }, { cat: [{ var: "text" }, "y"] }], data)).toContain(
      "text-too-long",
    );
  });

  test("merges at most ten thousand items", () => {
    expect(evaluateUntyped({ merge: [{ var: "list" }] }, { list: list(10_000) })).toHaveLength(10_000);
    expect(refusal({ merge: [{ var: "list" }] }, { list: list(10_001) })).toBe(
      "RuleRefused too-large: merge: more than 10000 items",
    );
  });

  test("reads at most two hundred thousand items and characters", () => {
    expect(MAX_LOOKED_AT).toBe(200_000);
    const says = "RuleRefused too-many-steps: the evaluation looks at more than 200000 items and characters";
    // Counted are the two operands of `==`, the names `==` and `var`, the operand of `var`, its place and the
    // compared text.
    const others = 2 + 1 + 1 + 1 + "list".length + "x".length;
    const compared: Json = { "==": [{ var: "list" }, "x"] };
    expect(refusal(compared, { list: list(200_000 - others) })).toBe("answered");
    expect(refusal(compared, { list: list(200_001 - others) })).toBe(says);
    expect(refusal(compared, { list: "y".repeat(200_000 - others) })).toBe("answered");
    expect(refusal(compared, { list: "y".repeat(200_001 - others) })).toBe(says);
    // An empty list is recognised without reading its items.
    expect(refusal({ "!!": { var: "list" } }, { list: list(200_001) })).toBe("answered");
    expect(refusal({ "!": { var: "list" } }, { list: list(200_001) })).toBe("answered");
  });

  test("accepts lists nested at most sixty-four deep", () => {
    const inLists = (depth: number): Json => (depth === 0 ? [] : [inLists(depth - 1)]);
    const compared: Json = { "==": [{ var: "list" }, "x"] };
    expect(refusal(compared, { list: inLists(64) })).toBe("answered");
    expect(refusal(compared, { list: inLists(65) })).toBe(
      "RuleRefused too-deep: a list lies deeper than 64 lists",
    );
  });

  test("is refused, with the name of the limit, if it exceeds one of its limits", () => {
    expect(refusal("x".repeat(10_001))).toBe(
      "RuleRefused text-too-long: the expression passes a bound: text-too-long, 10000",
    );
  });

  test("reports an unknown operator by its name, shortened if it is long", () => {
    expect(refusal({ log: [1] })).toBe('RuleRefused unknown-operator: unknown operator "log"');
    expect(refusal({ ["o".repeat(100)]: [1] })).toBe(
      `RuleRefused unknown-operator: unknown operator "${"o".repeat(60)}"`,
    );
  });

  test("is refused without a crash if it contains an operand that cannot be converted", () => {
    expect(refusal({ "*": [] })).toBe("RuleRefused bad-operand: *: nothing to multiply");
    expect(refusal({ missing_some: [1, null] })).toContain("RuleRefused bad-operand: missing_some: ");
  });
});

describe("an operator in an edge case", () => {
  const table: readonly (readonly [Json, Json, unknown])[] = [
    [{ if: [] }, {}, null],
    [{ if: ["only"] }, {}, "only"],
    [{ if: [true, "then"] }, {}, "then"],
    [{ if: [false, "then"] }, {}, null],
    [{ if: [false, "then", "else"] }, {}, "else"],
    [{ if: [false, 1, true, 2, 3] }, {}, 2],
    [{ "?:": [false, 1, 2] }, {}, 2],
    [{ "?:": [[], 1, 2] }, {}, 2],
    [{ and: [] }, {}, undefined],
    [{ or: [] }, {}, undefined],
    [{ and: [1, "a"] }, {}, "a"],
    [{ or: [0, ""] }, {}, ""],
    [{ "<": [1, 2] }, {}, true],
    [{ "<": [2, 2] }, {}, false],
    [{ "<": [1, 2, 3] }, {}, true],
    [{ "<": [1, 2, 2] }, {}, false],
    [{ "<": [1, 1, 2] }, {}, false],
    [{ "<=": [2, 2] }, {}, true],
    [{ "<=": [3, 2] }, {}, false],
    [{ "<=": [1, 2, 2] }, {}, true],
    [{ "<=": [1, 1, 2] }, {}, true],
    [{ "<=": [2, 1, 2] }, {}, false],
    [{ "<=": [1, 3, 2] }, {}, false],
    [{ ">": [2, 2] }, {}, false],
    [{ ">=": [2, 2] }, {}, true],
    [{ "!=": [1, "1"] }, {}, false],
    [{ "!==": [1, "1"] }, {}, true],
    [{ "%": [7, 3] }, {}, 1],
    [{ "/": [7, 2] }, {}, 3.5],
    [{ "-": [7, 2] }, {}, 5],
    [{ "-": [7] }, {}, -7],
    [{ "*": ["2", 3] }, {}, 6],
    [{ "*": ["2"] }, {}, "2"],
    [{ "+": [] }, {}, 0],
    [{ min: [2, 1, 3] }, {}, 1],
    [{ max: [2, 1, 3] }, {}, 3],
    [{ in: ["", ""] }, {}, false],
    [{ in: ["", "a"] }, {}, true],
    [{ in: ["a", "a"] }, {}, true],
    [{ in: ["b", "a"] }, {}, false],
    [{ in: [1, [1]] }, {}, true],
    [{ in: [2, [1]] }, {}, false],
    [{ in: [1, 1] }, {}, false],
    [{ substr: ["jsonlogic", 4] }, {}, "logic"],
    [{ substr: ["jsonlogic", 0, 4] }, {}, "json"],
    [{ substr: ["jsonlogic", 4, -2] }, {}, "log"],
    [{ substr: ["jsonlogic", 4, 0] }, {}, ""],
    [{ cat: ["a", { var: "gone" }, 1, true] }, {}, "a1true"],
    [{ merge: [1, [2], []] }, {}, [1, 2]],
    [{ var: "" }, { a: 1 }, { a: 1 }],
    [{ var: [] }, { a: 1 }, { a: 1 }],
    [{ var: [null] }, { a: 1 }, { a: 1 }],
    [{ var: 1 }, ["x", "y"], "y"],
    [{ var: "gone" }, {}, null],
    [{ var: ["gone", "instead"] }, {}, "instead"],
    [{ var: ["a.b", "instead"] }, { a: null }, "instead"],
    [{ var: ["a", "instead"] }, { a: null }, null],
    [{ var: "a.length" }, { a: "abc" }, 3],
    [{ missing: [["a", "b"]] }, { a: 1 }, ["b"]],
    [{ missing: ["a", "b"] }, { a: "", b: null }, ["a", "b"]],
    [{ missing: ["a"] }, { a: 0 }, []],
    [{ missing_some: [1, ["a", "b"]] }, {}, ["a", "b"]],
    [{ missing_some: [1, ["a", "b"]] }, { b: 1 }, []],
    [{ missing_some: [2, ["a", "b", "c"]] }, { b: 1 }, ["a", "c"]],
    [{ missing_some: [2, ["a", "b", "c"]] }, { b: 1, c: 1 }, []],
    [{ missing_some: [1, "a"] }, {}, ["a"]],
    [
      {
        reduce: [[1, 2], { if: [{ "==": [{ var: "current" }, 1] }, { and: [] }, { var: "accumulator" }] }, 0],
      },
      {},
      null,
    ],
    [{ reduce: [{ var: "gone" }, 1, "start"] }, {}, "start"],
    [{ reduce: [[1], { var: "accumulator" }] }, {}, null],
    [{ filter: [5, true] }, {}, []],
    [{ map: [null, true] }, {}, []],
    [{ all: [[], true] }, {}, false],
    [{ all: [[1, 2], { ">": [{ var: "" }, 1] }] }, {}, false],
    [{ all: [[2, 3], { ">": [{ var: "" }, 1] }] }, {}, true],
    [{ none: [[1, 2], { ">": [{ var: "" }, 2] }] }, {}, true],
    [{ some: [[1, 2], { ">": [{ var: "" }, 2] }] }, {}, false],
    [{}, {}, {}],
  ];

  test.each(table)("evaluates %j over %j to %j", (logic, data, expected) => {
    expect(evaluateUntyped(logic, data)).toEqual(expected);
  });

  test("treats an empty list as false, and a list with any item as true", () => {
    expect([[], [0], "", "0", 0, 1, null, undefined, {}].map((value) => truthy(value as Json))).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  test("exists if json-logic-js has it, except the operator that writes to the console", () => {
    expect([...UNTYPED_OPERATORS].sort()).toEqual(
      "! != !== !! % * + - / < <= == === > >= ?: all and cat filter if in map max merge min missing missing_some none or reduce some substr var"
        .split(" ")
        .sort(),
    );
  });
});
