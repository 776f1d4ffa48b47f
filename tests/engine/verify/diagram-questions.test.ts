import { describe, expect, it } from "vitest";
import type { Expression } from "../../../engine/rules/expression.ts";
import { type CheckedRule, checkProgram } from "../../../engine/rules/program.ts";
import type { Logic, RuleFile } from "../../../engine/rules/rule.ts";
import type { TypeEnv } from "../../../engine/rules/types.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { domainsOfTypes } from "../../../engine/verify/cells/domain.ts";
import {
  askAbout,
  differenceOf,
  onlyUndecided,
  type Questions,
  whyNot,
} from "../../../engine/verify/diagram/questions.ts";
import { pathsRead, referencesOf } from "../../../engine/verify/diagram/references.ts";
import { createSpace, type SpaceParts } from "../../../engine/verify/diagram/space.ts";
import { Undecided } from "../../../engine/verify/diagram/undecided.ts";

const TYPES: TypeEnv = {
  "facts.p.yes": { kind: "boolean" },
  "facts.p.sure": { kind: "boolean" },
  "facts.p.level": { kind: "integer", values: [1, 2, 3] },
  "facts.p.step": { kind: "integer", values: [1, 2, 3] },
  "facts.p.age": { kind: "integer" },
  "facts.p.word": { kind: "enum", words: ["A", "B", "C"] },
  "facts.p.other": { kind: "enum", words: ["A", "B", "C"] },
  "facts.p.kinds": { kind: "list", item: { kind: "enum", words: ["A", "B"] } },
  "facts.p.pay": { kind: "money" },
  "derived.ok": { kind: "boolean" },
  "derived.sum": { kind: "integer" },
  "flags.on": { kind: "boolean" },
};

const v = (name: string): Logic => ({ var: name.includes(".") ? name : `facts.p.${name}` });

function head(id: string): Omit<RuleFile, "must" | "value"> {
  return {
    id,
    title: "rule:x.title",
    source: "s",
    owner: "o",
    from: "2026-01-01",
    onMissing: "refuse",
    cases: [],
  };
}

const must = (id: string, ...logics: readonly Logic[]): RuleFile => ({
  ...head(id),
  must: logics.map((logic, at) => ({ id: `c${at}`, reason: "r", mend: "none", logic })),
});
const value = (id: string, type: JsonObject, logic: Logic): RuleFile => ({
  ...head(id),
  value: { type, logic },
});

function checked(logics: readonly Logic[], rules: readonly RuleFile[] = []) {
  const { program, findings } = checkProgram({
    rules: rules.map((rule) => ({ file: `${rule.id}.json`, rule })),
    conditions: Object.fromEntries(
      logics.map((logic, at) => [String(at), { file: "f", pointer: "", logic }]),
    ),
    types: TYPES,
  });
  const errors = findings.filter(({ severity }) => severity === "error");
  if (program.conditions.length !== logics.length || program.rules.length !== rules.length)
    throw new Error(JSON.stringify(errors));
  return { expressions: program.conditions.map(({ logic }) => logic), rules: program.rules };
}

type Asked = Questions & { readonly of: readonly Expression[] };

function ask(
  logics: readonly Logic[],
  rules: readonly RuleFile[] = [],
  more: Partial<SpaceParts> = {},
): Asked {
  const program = checked(logics, rules);
  return {
    ...askAbout({
      rules: program.rules,
      expressions: program.expressions,
      domainOf: domainsOfTypes(TYPES),
      ...more,
    }),
    of: program.expressions,
  };
}

const only = (questions: Asked): Expression => questions.of[0] as Expression;
const both = (questions: Asked): [Expression, Expression] => questions.of as [Expression, Expression];

/** What a condition answers for each value of one place, the missing one last. */
function answersOf(logic: Logic, rules: readonly RuleFile[] = [], more: Partial<SpaceParts> = {}) {
  const asked = ask([logic], rules, more);
  const { space } = asked;
  const { diagrams, variables } = space;
  const node = space.diagramOf(only(asked));
  const found: { [person: string]: Json | "unknown" } = {};
  const visit = (level: number, cells: ReadonlyMap<number, number>, name: readonly string[]): void => {
    const variable = variables[level];
    if (variable === undefined) {
      const answer = diagrams.valueOf(diagrams.fix(node, cells));
      found[name.join(" ")] = answer === undefined ? "unknown" : answer;
      return;
    }
    variable.cells.forEach((cell, at) => {
      const spelled =
        cell.value === undefined
          ? "-"
          : typeof cell.value === "string"
            ? cell.value
            : JSON.stringify(cell.value);
      visit(level + 1, new Map([...cells, [level, at]]), [...name, spelled]);
    });
  };
  visit(0, new Map(), []);
  return found;
}

describe("questions about one condition", () => {
  it("is satisfiable by somebody who is shown", () => {
    const asked = ask([{ and: [v("yes"), { "!": [v("sure")] }] }]);
    expect(asked.satisfiable(only(asked))).toMatchObject({
      kind: "yes",
      witness: { person: { facts: { p: { yes: true, sure: false } } } },
    });
    expect(asked.satisfiable(only(asked), true).kind).toBe("yes");
    const no = asked.satisfiable(only(asked), false);
    expect(no.kind).toBe("yes");
  });

  it("unknown is an answer that can be asked for, and it is the one of who lacks something", () => {
    const asked = ask([{ and: [v("yes"), { "!": [v("sure")] }] }]);
    const answer = asked.satisfiable(only(asked), undefined);
    if (answer.kind !== "yes") throw new Error(answer.kind);
    const p = (answer.witness?.person.facts as { readonly p?: JsonObject } | undefined)?.p ?? {};
    expect(Object.keys(p).length).toBeLessThan(2);
  });

  it("what contradicts itself is satisfied by nobody", () => {
    const asked = ask([{ and: [v("yes"), { "!": [v("yes")] }] }]);
    expect(asked.satisfiable(only(asked))).toEqual({ kind: "no" });
    expect(asked.satisfiable(only(asked), false).kind).toBe("yes");
  });

  it("is constant only where even unknown answers do not differ", () => {
    const kinds = (logic: Logic) => {
      const asked = ask([logic]);
      return asked.constant(only(asked)).kind;
    };
    expect(kinds({ or: [v("flags.on"), { "!": [v("flags.on")] }] })).toBe("yes");
    expect(kinds({ or: [v("yes"), { "!": [v("yes")] }] })).toBe("no");
    expect(kinds({ missing: ["facts.p.yes"] } as Logic)).toBe("no");
    expect(kinds(v("flags.on"))).toBe("no");
  });

  it("one that is not constant shows somebody who is answered otherwise than the first", () => {
    const asked = ask([{ ">=": [v("level"), 2] }]);
    const answer = asked.constant(only(asked));
    expect(answer.kind).toBe("no");
    expect("witness" in answer && answer.witness !== undefined).toBe(true);
  });
});

describe("questions about two conditions", () => {
  const EQUIVALENT: readonly (readonly [string, Logic, Logic, "yes" | "no"])[] = [
    [
      "not of both is either not",
      { "!": [{ and: [v("yes"), v("sure")] }] },
      { or: [{ "!": [v("yes")] }, { "!": [v("sure")] }] },
      "yes",
    ],
    ["a comparison the other way round", { "<": [v("level"), 3] }, { ">": [3, v("level")] }, "yes"],
    ["below 3 and at most 2 of whole numbers", { "<": [v("age"), 3] }, { "<=": [v("age"), 2] }, "yes"],
    ["below 3 and at most 3", { "<": [v("age"), 3] }, { "<=": [v("age"), 3] }, "no"],
    ["both and either", { and: [v("yes"), v("sure")] }, { or: [v("yes"), v("sure")] }, "no"],
    [
      "itself or its opposite is not always true where it may be missing",
      { or: [v("yes"), { "!": [v("yes")] }] },
      { or: [v("sure"), { "!": [v("sure")] }] },
      "no",
    ],
    [
      "a word among two and either word",
      { in: [v("word"), ["A", "B"]] },
      { or: [{ "==": [v("word"), "A"] }, { "==": [v("word"), "B"] }] },
      "yes",
    ],
    [
      "between and two comparisons",
      { "<=": [1, v("age"), 5] },
      { and: [{ "<=": [1, v("age")] }, { "<=": [v("age"), 5] }] },
      "yes",
    ],
    [
      "equal places, asked from either side",
      { "==": [v("word"), v("other")] },
      { "==": [v("other"), v("word")] },
      "yes",
    ],
  ];

  it.each(EQUIVALENT)("%s: alike or not", (_, left, right, kind) => {
    const asked = ask([left, right]);
    const answer = asked.equivalent(...both(asked));
    expect(answer.kind).toBe(kind);
    expect("witness" in answer).toBe(kind === "no");
  });

  it("a difference is shown by somebody at exactly the boundary", () => {
    const asked = ask([{ "<": [v("age"), 3] }, { "<=": [v("age"), 3] }]);
    expect(asked.equivalent(...both(asked))).toMatchObject({
      kind: "no",
      witness: { person: { facts: { p: { age: 3 } } } },
    });
  });

  it("the stronger implies the weaker, not the other way round; unknown implies nothing and everything", () => {
    const asked = ask([{ and: [v("yes"), v("sure")] }, v("yes")]);
    const [strong, weak] = both(asked);
    expect(asked.implied(strong, weak).kind).toBe("yes");
    expect(asked.implied(weak, strong)).toMatchObject({
      kind: "no",
      witness: { person: { facts: { p: { yes: true } } } },
    });
    expect(asked.implied(strong, strong).kind).toBe("yes");
  });

  it("where two diagrams differ is where their answers do, unknown counting as an answer", () => {
    const asked = ask([v("yes"), v("yes")]);
    const { diagrams } = asked.space;
    const leaf = (one: boolean | undefined) => diagrams.leaf(one);
    for (const a of [true, false, undefined])
      for (const b of [true, false, undefined])
        expect(differenceOf(asked.space, leaf(a), leaf(b))).toBe(a === b ? diagrams.no : diagrams.yes);
  });
});

describe("what is not decided", () => {
  it("too many nodes are said, with how many were given", () => {
    const asked = ask([{ and: [v("yes"), v("sure"), { ">": [v("age"), 5] }] }], [], { budget: 5 });
    expect(asked.satisfiable(only(asked))).toEqual({
      kind: "unknown",
      why: { key: "why.nodes", params: { budget: 5 } },
    });
    expect(asked.constant(only(asked)).kind).toBe("unknown");
    expect(asked.implied(only(asked), only(asked)).kind).toBe("unknown");
    expect(asked.equivalent(only(asked), only(asked)).kind).toBe("unknown");
  });

  it("a rule that is not there is said by its name", () => {
    const asked = ask([v("yes")]);
    const stray: Expression = { op: "rule", id: "nowhere", type: { kind: "boolean" } };
    expect(asked.satisfiable(stray)).toEqual({
      kind: "unknown",
      why: { key: "why.rule", params: { rule: "nowhere" } },
    });
  });

  it("a place that nothing was cut for is said by its name", () => {
    const asked = ask([v("yes")]);
    const [stray] = checked([v("sure")]).expressions as [Expression];
    expect(asked.satisfiable(stray)).toEqual({
      kind: "unknown",
      why: { key: "why.place", params: { path: "facts.p.sure" } },
    });
  });

  it("what is no question given up is thrown on", () => {
    expect(whyNot(new Undecided({ key: "why.product" }))).toEqual({ key: "why.product" });
    expect(() => whyNot(new Error("a fault"))).toThrow("a fault");
    const asked = ask([v("yes")]);
    expect(() => asked.satisfiable(undefined as unknown as Expression)).toThrow();
  });

  it("going on where a question was given up hides no fault", () => {
    expect(onlyUndecided(new Undecided({ key: "why.product" }))).toBeUndefined();
    expect(() => onlyUndecided(new Error("a fault"))).toThrow("a fault");
  });

  it("an operator that is not followed is said by its name", () => {
    const list = { kind: "list", item: { kind: "boolean" } } as const;
    const each: Expression = {
      op: "each",
      quantifier: "some",
      list: {
        op: "read",
        from: "scope",
        path: "facts.p.kinds",
        segments: ["facts", "p", "kinds"],
        type: list,
      },
      test: { op: "rule", id: "able", type: { kind: "boolean" } },
    };
    const asked = ask([v("yes")], [must("able", v("sure"))]);
    expect(asked.satisfiable(each)).toEqual({
      kind: "unknown",
      why: { key: "why.operator", params: { operator: "each" } },
    });
  });

  it("not finding anybody is no proof where values were only sampled", () => {
    const logic: Logic = { "==": [{ "*": [v("age"), v("age")] }, 1_000_003] };
    const asked = ask([logic]);
    expect(asked.satisfiable(only(asked))).toEqual({
      kind: "unknown",
      why: { key: "why.values", params: { places: ["facts.p.age"] } },
    });
    expect(asked.space.sampled(asked.of).map(({ path }) => path)).toEqual(["facts.p.age"]);
    expect(ask([v("yes")]).space.sampled(ask([v("yes")]).of)).toEqual([]);
  });
});

describe("answers of single conditions", () => {
  const TABLES: readonly (readonly [string, Logic, { readonly [person: string]: Json }])[] = [
    ["a truth is itself", v("yes"), { true: true, false: false, "-": "unknown" }],
    ["a constant needs nobody", { "==": [1, 1] }, { "": true }],
    ["a comparison", { ">=": [v("level"), 2] }, { "1": false, "2": true, "3": true, "-": "unknown" }],
    ["a flag is never missing", { "!": [v("flags.on")] }, { true: false, false: true }],
  ];

  it.each(TABLES)("%s", (_, logic, expected) => {
    expect(answersOf(logic)).toEqual(expected);
  });

  it("a condition over three places is put together from its parts", () => {
    const found = answersOf({ "<": [v("level"), { if: [v("yes"), v("step"), 2] }] });
    expect(Object.keys(found)).toHaveLength(48);
    expect(Object.values(found).filter((one) => one === true).length).toBe(
      // yes: pairs 1<2, 1<3, 2<3; no: level 1 whatever step is (three or missing).
      3 + 4,
    );
    expect(Object.values(found).filter((one) => one === false).length).toBe(6 + 8);
  });

  it("a rule is all of its clauses, a value rule its value, a derived value the rule behind it", () => {
    const rules = [
      must("able", v("yes"), { ">": [v("level"), 1] }),
      value("sum", { type: "integer" }, { "+": [v("level"), 1] }),
    ];
    expect(answersOf({ rule: "able" }, rules)).toEqual({
      "true 1": false,
      "true 2": true,
      "true 3": true,
      "true -": "unknown",
      "false 1": false,
      "false 2": false,
      "false 3": false,
      "false -": false,
      "- 1": false,
      "- 2": "unknown",
      "- 3": "unknown",
      "- -": "unknown",
    });
    expect(answersOf({ ">": [{ rule: "sum" }, 2] }, rules)).toEqual({
      "1": false,
      "2": true,
      "3": true,
      "-": "unknown",
    });
    const derivedRules = { sum: "sum" };
    expect(answersOf({ ">": [v("derived.sum"), 2] }, rules, { derivedRules })).toEqual({
      "1": false,
      "2": true,
      "3": true,
      "-": "unknown",
    });
  });

  it("a derived value's fallback stands where its rule does not know", () => {
    const rules = [value("sum", { type: "integer" }, { "+": [v("level"), 1] })];
    const derivedRules = { sum: "sum" };
    const logic: Logic = { ">": [{ var: ["derived.sum", 9] }, 2] };
    expect(answersOf(logic, rules, { derivedRules })).toEqual({
      "1": false,
      "2": true,
      "3": true,
      "-": true,
    });
  });

  it("a derived value is absent where its rule does not know", () => {
    const rules = [value("sum", { type: "integer" }, { "+": [v("level"), 1] })];
    const asked = ask([{ ">": [v("derived.sum"), 2] }], rules, { derivedRules: { sum: "sum" } });
    const read = (asked.of[0] as { readonly args: readonly Expression[] }).args[0] as Extract<
      Expression,
      { op: "read" }
    >;
    const { diagrams } = asked.space;
    const absent = asked.space.diagramOf({ op: "absent", places: [read], need: 1 });
    const cells = (asked.space.variables[0]?.cells ?? []).map((_, at) =>
      diagrams.valueOf(diagrams.fix(absent, new Map([[0, at]]))),
    );
    expect(cells).toEqual([false, false, false, true]);
  });

  it("fewer than so many of three places are there", () => {
    const names = ["yes", "sure", "level"];
    const logics = names.map((name) => v(name));
    const program = checked([logics[0] as Logic, logics[1] as Logic, { ">": [logics[2] as Logic, 1] }]);
    const reads = [
      program.expressions[0],
      program.expressions[1],
      (program.expressions[2] as { readonly args: readonly Expression[] }).args[0],
    ] as Extract<Expression, { op: "read" }>[];
    for (const need of [1, 2, 3]) {
      const absent: Expression = { op: "absent", places: reads, need };
      const space = createSpace({
        rules: [],
        expressions: [...program.expressions, absent],
        domainOf: domainsOfTypes(TYPES),
      });
      const { diagrams, variables } = space;
      const node = space.diagramOf(absent);
      for (const here of [0, 1, 2, 3, 4, 5, 6, 7]) {
        const bits = [4, 2, 1].map((bit) => (here & bit) > 0);
        const cells = new Map(
          variables.map(({ cells: all }, level) => [level, bits[level] ? 0 : all.length - 1] as const),
        );
        expect(diagrams.valueOf(diagrams.fix(node, cells))).toBe(bits.filter(Boolean).length < need);
      }
    }
  });
});

describe("calculations over three places", () => {
  const a = v("level");
  const b = v("step");
  const c: Logic = { if: [v("yes"), 1, 2] };

  /** What holds for level, step and yes, worked out here by hand. */
  const SUMS: readonly (readonly [string, Logic, (x: number, y: number, z: number) => boolean])[] = [
    ["sums", { ">": [{ "+": [a, b, c] }, 5] }, (x, y, z) => x + y + z > 5],
    ["differences", { ">": [{ "-": [{ "+": [a, c] }, b] }, 1] }, (x, y, z) => x + z - y > 1],
    ["products", { "==": [{ "*": [a, b, c] }, 6] }, (x, y, z) => x * y * z === 6],
    ["the least", { "==": [{ min: [a, b, c] }, 2] }, (x, y, z) => Math.min(x, y, z) === 2],
    ["the greatest", { "==": [{ max: [a, b, c] }, 2] }, (x, y, z) => Math.max(x, y, z) === 2],
    ["between", { "<=": [c, a, b] }, (x, y, z) => z <= x && x <= y],
    ["words of numbers", { in: [{ "+": [a, b, c] }, [4, 7]] }, (x, y, z) => [4, 7].includes(x + y + z)],
  ];

  it.each(SUMS)("%s are calculated for everybody, unknown where one is missing", (name, logic, expected) => {
    const asked = ask([logic]);
    const { diagrams, variables, levelOf, diagramOf } = asked.space;
    const node = diagramOf(only(asked));
    const levels = ["level", "step", "yes"].map((name) => levelOf(`facts.p.${name}`) as number);
    const valueAt = (level: number, at: number) => variables[level]?.cells[at]?.value;
    const counts = levels.map((level) => variables[level]?.cells.length as number) as [
      number,
      number,
      number,
    ];
    for (let i = 0; i < counts[0]; i += 1)
      for (let j = 0; j < counts[1]; j += 1)
        for (let k = 0; k < counts[2]; k += 1) {
          const [x, y, z] = [i, j, k].map((at, n) => valueAt(levels[n] as number, at));
          const cells = new Map([i, j, k].map((at, n) => [levels[n] as number, at] as const));
          const answer = diagrams.valueOf(diagrams.fix(node, cells));
          const whole = x !== undefined && y !== undefined && z !== undefined;
          const wanted = whole ? expected(x as number, y as number, z === true ? 1 : 2) : undefined;
          // Of "between", one half that is known not to hold decides.
          const half = !whole && (name === "between" ? answer !== true : answer === undefined);
          expect([x, y, z, whole ? answer : half]).toEqual([x, y, z, whole ? wanted : true]);
        }
  });

  it("a product of money over more than two places is not followed, which is said", () => {
    const pay: Expression = {
      op: "read",
      from: "scope",
      path: "facts.p.pay",
      segments: ["facts", "p", "pay"],
      type: { kind: "money" },
    };
    const number = (name: string): Expression => ({
      op: "read",
      from: "scope",
      path: `facts.p.${name}`,
      segments: ["facts", "p", name],
      type: { kind: "integer", values: [1, 2, 3] },
    });
    const product: Expression = {
      op: "math",
      fn: "*",
      type: { kind: "money" },
      args: [pay, number("level"), number("step")],
    };
    const asked = askAbout({ rules: [], expressions: [product], domainOf: domainsOfTypes(TYPES) });
    expect(asked.satisfiable(product)).toEqual({ kind: "unknown", why: { key: "why.product" } });
  });
});

describe("lists", () => {
  it("a list contains a word that hangs on other places", () => {
    const logic: Logic = { in: [{ if: [v("yes"), v("word"), "A"] }, v("kinds")] };
    const asked = ask([logic]);
    const { diagrams, variables, levelOf, diagramOf } = asked.space;
    const node = diagramOf(only(asked));
    const cellOf = (name: string, value: Json | undefined) => {
      const level = levelOf(`facts.p.${name}`) as number;
      const wanted = JSON.stringify(value);
      const at = variables[level]?.cells.findIndex((cell) => JSON.stringify(cell.value) === wanted) as number;
      return [level, at] as const;
    };
    const answer = (yes: boolean, word: string | undefined, kinds: Json | undefined) =>
      diagrams.valueOf(
        diagrams.fix(node, new Map([cellOf("yes", yes), cellOf("word", word), cellOf("kinds", kinds)])),
      );
    expect(answer(false, "B", ["A"])).toBe(true);
    expect(answer(true, "B", ["A"])).toBe(false);
    expect(answer(true, "A", ["A"])).toBe(true);
    expect(answer(true, undefined, ["A"])).toBe(undefined);
    expect(answer(true, "A", undefined)).toBe(undefined);
    expect(answer(false, undefined, [])).toBe(false);
  });
});

describe("spaces", () => {
  it("places that stand first in the order are asked first, the others as they are read", () => {
    const order = (places?: readonly string[]) =>
      ask(
        [{ and: [v("yes"), v("sure"), { ">": [v("level"), 1] }] }],
        [],
        places ? { order: places } : {},
      ).space.variables.map(({ path }) => path.slice("facts.p.".length));
    expect(order()).toEqual(["yes", "sure", "level"]);
    expect(order([])).toEqual(["yes", "sure", "level"]);
    expect(order(["facts.p.level"])).toEqual(["level", "yes", "sure"]);
    expect(order(["facts.p.nobody", "facts.p.level", "facts.p.yes"])).toEqual(["level", "yes", "sure"]);
    expect(order(["facts.p.sure", "facts.p.yes"])).toEqual(["sure", "yes", "level"]);
  });

  it("places of which only the presence matters are variables too, and so are those that no place stands for", () => {
    const passed = {
      path: "passed.form",
      type: { kind: "boolean" } as const,
      schema: {},
      cells: [],
      exact: true,
      presence: false,
    };
    const { space } = ask([v("yes")], [], {
      present: ["facts.p.word", "facts.nobody", "facts.p.yes"],
      more: [passed],
    });
    expect(space.variables.map(({ path, presence }) => [path, presence])).toEqual([
      ["facts.p.yes", false],
      ["facts.p.word", true],
      ["passed.form", false],
    ]);
    expect(["facts.p.yes", "facts.p.word", "passed.form", "facts.nobody"].map(space.levelOf)).toEqual([
      0,
      1,
      2,
      undefined,
    ]);
  });

  it("the levels that are read are those behind rules and derived values as well", () => {
    const rules = [must("able", v("sure")), value("sum", { type: "integer" }, { "+": [v("level"), 1] })];
    const asked = ask([v("yes"), { rule: "able" }, { ">": [v("derived.sum"), 2] }], rules, {
      derivedRules: { sum: "sum" },
    });
    const { space, of } = asked;
    const named = (expressions: readonly Expression[]) =>
      [...space.levelsRead(expressions)].map((level) => space.variables[level]?.path);
    expect(named(of.slice(0, 1))).toEqual(["facts.p.yes"]);
    expect(named(of.slice(1, 2))).toEqual(["facts.p.sure"]);
    expect(named(of.slice(2))).toEqual(["facts.p.level"]);
    expect(named([])).toEqual([]);
  });
});

describe("references", () => {
  const { rules } = checked(
    [],
    [must("able", v("yes"), v("sure")), value("sum", { type: "integer" }, { "+": [v("level"), 1] })],
  );

  it("a rule is its clauses or its value, a rule that is not there nothing", () => {
    const of = referencesOf(rules);
    expect(of.ofRule("able")).toHaveLength(2);
    expect(of.ofRule("sum")).toHaveLength(1);
    expect(of.ofRule("nowhere")).toEqual([]);
  });

  it("a derived value stands for the value rule named behind it, and for nothing else", () => {
    const of = referencesOf(rules as readonly CheckedRule[], {
      total: "sum",
      truth: "able",
      lost: "nowhere",
    });
    expect(of.ofDerived("derived.total")).toEqual({ op: "rule", id: "sum", type: { kind: "integer" } });
    for (const path of ["derived.truth", "derived.lost", "derived.sum", "facts.total", "total", "derived."])
      expect(of.ofDerived(path)).toBeUndefined();
  });

  it("paths are read through rules, each once", () => {
    const { expressions } = checked(
      [{ and: [v("yes"), { rule: "able" }] }],
      [must("able", v("yes"), v("sure"))],
    );
    expect(pathsRead(expressions, referencesOf(rules))).toEqual(["facts.p.yes", "facts.p.sure"]);
    expect(pathsRead([], referencesOf(rules))).toEqual([]);
  });
});
