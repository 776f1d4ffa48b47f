import { describe, expect, it } from "vitest";
import { baht } from "../../../../../domain/decimals.ts";
import { formats } from "../../../../../domain/formats.ts";
import type { Expression } from "../../../../../engine/rules/expression.ts";
import type { Logic } from "../../../../../engine/rules/rule.ts";
import type { Type } from "../../../../../engine/rules/types.ts";
import type { Json } from "../../../../../engine/values/json.ts";
import { askAbout } from "../../../../../engine/verify/model/diagram/questions.ts";
import { domainsOfTypes } from "../../../../../engine/verify/model/partition/domain.ts";
import { ask, only, TYPES, tableOf, v } from "./asked.ts";

describe("a diagram of arithmetic over three values", () => {
  const a = v("level");
  const b = v("step");
  const c: Logic = { if: [v("yes"), 1, 2] };

  /** The results expected for level, step and yes, computed by hand. */
  const SUMS: readonly (readonly [string, Logic, (x: number, y: number, z: number) => boolean])[] = [
    ["sums", { ">": [{ "+": [a, b, c] }, 5] }, (x, y, z) => x + y + z > 5],
    ["differences", { ">": [{ "-": [{ "+": [a, c] }, b] }, 1] }, (x, y, z) => x + z - y > 1],
    ["products", { "==": [{ "*": [a, b, c] }, 6] }, (x, y, z) => x * y * z === 6],
    ["minimums", { "==": [{ min: [a, b, c] }, 2] }, (x, y, z) => Math.min(x, y, z) === 2],
    ["maximums", { "==": [{ max: [a, b, c] }, 2] }, (x, y, z) => Math.max(x, y, z) === 2],
    ["between", { "<=": [c, a, b] }, (x, y, z) => z <= x && x <= y],
    [
      "memberships in a list of numbers",
      { in: [{ "+": [a, b, c] }, [4, 7]] },
      (x, y, z) => [4, 7].includes(x + y + z),
    ],
  ];

  it.each(SUMS)(
    "arithmetic is correct for %s, for every user; the result is unknown if a value is missing",
    (name, logic, expected) => {
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
            // One half of "between" that certainly fails decides the result.
            const half = !whole && (name === "between" ? answer !== true : answer === undefined);
            expect([x, y, z, whole ? answer : half]).toEqual([x, y, z, whole ? wanted : true]);
          }
    },
  );

  it("each expression is correct alone and together with all the other expressions", () => {
    const together = ask(SUMS.map(([, logic]) => logic));
    const alone = ask([SUMS[0]?.[1] as Logic]);
    expect(together.space.variables.map(({ path }) => path)).toEqual(
      alone.space.variables.map(({ path }) => path),
    );
    SUMS.forEach(([, , expected], at) => {
      const table = tableOf(together, together.of[at] as Expression);
      const people = Object.entries(table).filter(([person]) => /^\d \d (true|false)$/.test(person));
      expect(people).toHaveLength(18);
      for (const [person, answer] of people) {
        const [x, y, z] = person.split(" ");
        expect([person, answer]).toEqual([person, expected(Number(x), Number(y), z === "true" ? 1 : 2)]);
      }
    });
  });

  it("a negated number that depends on three values is correct", () => {
    const asked = ask([{ "<": [{ "-": [{ if: [v("yes"), v("level"), v("step")] }] }, -2] }]);
    const table = tableOf(asked, only(asked));
    const names = asked.space.variables.map(({ path }) => path.slice("facts.p.".length));
    expect(names).toEqual(["level", "step", "yes"]);
    expect(
      ["3 1 true", "1 3 true", "3 1 false", "1 3 false", "- 3 true", "3 3 -"].map((p) => table[p]),
    ).toEqual([true, false, false, true, "unknown", "unknown"]);
  });

  const read = (name: string, type: Type): Extract<Expression, { op: "read" }> => ({
    op: "read",
    from: "scope",
    path: `facts.p.${name}`,
    segments: ["facts", "p", name],
    type,
  });
  const level = read("level", { kind: "integer", values: [1, 2, 3] });
  const step = read("step", { kind: "integer", values: [1, 2, 3] });
  const pay = read("pay", { kind: "decimal", of: baht });
  const either: Expression = {
    op: "if",
    when: read("yes", { kind: "boolean" }),
    // biome-ignore lint/suspicious/noThenProperty: a part of an expression
    then: level,
    otherwise: step,
    type: { kind: "integer" },
  };
  const two: Expression = { op: "constant", type: { kind: "integer" }, value: 2 };
  const math = (fn: "+" | "*", kind: "baht" | "number", ...args: readonly Expression[]): Expression => ({
    op: "math",
    fn,
    type: kind === "baht" ? { kind: "decimal", of: baht } : { kind },
    args,
  });

  it.each<readonly [string, Expression, Json]>([
    ["an amount times a number that depends on three values", math("*", "baht", pay, either), "0.02"],
    ["an amount times a number, twice", math("*", "baht", pay, level, two), "0.04"],
    [
      "an amount that depends on three values",
      math("+", "baht", pay, math("+", "baht", pay, pay), pay),
      "0.04",
    ],
    ["a product of three numbers", math("*", "number", level, step, either), 12],
  ])("arithmetic over three values is correct for %s", (_, sum, answer) => {
    const asked = askAbout({
      rules: [],
      expressions: [sum, { op: "within", order: "text", needle: pay, values: ["0.01"] }],
      domainOf: domainsOfTypes(TYPES, formats),
    });
    const { space } = asked;
    const want: { readonly [path: string]: Json } = {
      "facts.p.yes": true,
      "facts.p.level": 2,
      "facts.p.step": 3,
      "facts.p.pay": "0.01",
    };
    const cells = new Map(
      space.variables.map(
        ({ path, cells: all }, at) => [at, all.findIndex(({ value }) => value === want[path])] as const,
      ),
    );
    expect(space.diagrams.valueOf(space.diagrams.fix(space.diagramOf(sum), cells))).toBe(answer);
  });

  it("a product of amounts over more than two values has no diagram, and the error states the reason", () => {
    const product = math("*", "baht", pay, level, step);
    const asked = askAbout({ rules: [], expressions: [product], domainOf: domainsOfTypes(TYPES, formats) });
    expect(asked.satisfiable(product)).toEqual({ kind: "unknown", why: { key: "why.product" } });
  });
});

describe("a condition on a list", () => {
  it("a condition on a list may test for an enum value that depends on further values", () => {
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
