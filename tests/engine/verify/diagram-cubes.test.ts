import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/values/json.ts";
import type { Cell } from "../../../engine/verify/cells/cell.ts";
import type { Variable } from "../../../engine/verify/cells/variables.ts";
import { type Cube, cubesOf, personOf, putAt } from "../../../engine/verify/diagram/cubes.ts";
import type { Node } from "../../../engine/verify/diagram/diagram.ts";
import { createDiagrams } from "../../../engine/verify/diagram/diagram.ts";
import { lawOf, requiredLaw } from "../../../engine/verify/diagram/schema-law.ts";
import { allMissing, complement, levelsBelow, presentNode } from "../../../engine/verify/diagram/sets.ts";
import type { Space } from "../../../engine/verify/diagram/space.ts";

const cell = (value: Json | undefined): Cell => ({ value, covers: (other) => other === value });

function variable(path: string, values: readonly (Json | undefined)[]): Variable {
  return {
    path,
    type: { kind: "string" },
    schema: {},
    cells: values.map(cell),
    exact: true,
    presence: false,
  };
}

/** A space of variables, without any expressions. */
function spaceOf(variables: readonly Variable[]): Space {
  const levels = new Map(variables.map(({ path }, level) => [path, level]));
  const none = (): never => {
    throw new Error("no expressions here");
  };
  return {
    diagrams: createDiagrams(),
    variables,
    levelOf: (path) => levels.get(path),
    diagramOf: none,
    levelsRead: none,
    ruleOf: none,
    sampled: none,
  };
}

const everybody = (space: Space): readonly (readonly number[])[] =>
  space.variables.reduce<readonly (readonly number[])[]>(
    (all, { cells }) => all.flatMap((one) => cells.map((_, index) => [...one, index])),
    [[]],
  );

function has(space: Space, set: Node, cells: readonly number[]): boolean {
  const { diagrams } = space;
  let at = set;
  while (!diagrams.isLeaf(at)) at = diagrams.branchesOf(at)[cells[diagrams.levelOf(at)] as number] as Node;
  return at === diagrams.yes;
}

/** The people of a set, each as her values joined, a missing one as "-". */
const peopleOf = (space: Space, set: Node): readonly string[] =>
  everybody(space)
    .filter((cells) => has(space, set, cells))
    .map((cells) =>
      cells.map((at, level) => String(space.variables[level]?.cells[at]?.value ?? "-")).join(" "),
    );

const lies = (space: Space, cube: Cube, cells: readonly number[]): boolean =>
  cube.every(({ variable: of, cells: inside }) =>
    inside.includes(of.cells[cells[space.levelOf(of.path) as number] as number] as Cell),
  );

const THREE = [
  variable("a.x", ["p", "q", undefined]),
  variable("a.y", [1, 2, 3]),
  variable("b", [true, undefined]),
];

describe("classes of people", () => {
  it("cover exactly the set and do not overlap, for many sets", () => {
    const space = spaceOf(THREE);
    const { diagrams } = space;
    const all = everybody(space);
    for (let seed = 1; seed < 60; seed += 1) {
      const inside = (cells: readonly number[]): boolean =>
        ((cells[0] as number) * 7 + (cells[1] as number) * 5 + (cells[2] as number) * 3 + seed * seed) % 11 <
        seed % 10;
      const set = diagrams.ask(
        0,
        [0, 1, 2].map((x) =>
          diagrams.ask(
            1,
            [0, 1, 2].map((y) =>
              diagrams.ask(
                2,
                [0, 1].map((z) => (inside([x, y, z]) ? diagrams.yes : diagrams.no)),
              ),
            ),
          ),
        ),
      );
      const { cubes, more } = cubesOf(space, set);
      expect(more).toBe(false);
      for (const cells of all)
        expect(cubes.filter((cube) => lies(space, cube, cells))).toHaveLength(inside(cells) ? 1 : 0);
    }
  });

  it("cells that lead alike are one class", () => {
    const space = spaceOf(THREE);
    const { yes, no, ask } = space.diagrams;
    const { cubes } = cubesOf(space, ask(1, [yes, no, yes]));
    expect(
      cubes.map((cube) =>
        cube.map(({ variable: { path }, cells }) => [path, cells.map(({ value }) => value)]),
      ),
    ).toEqual([[["a.y", [1, 3]]]]);
  });

  it("everybody is one class without conditions, nobody is none", () => {
    const space = spaceOf(THREE);
    expect(cubesOf(space, space.diagrams.yes)).toEqual({ cubes: [[]], more: false });
    expect(cubesOf(space, space.diagrams.no)).toEqual({ cubes: [], more: false });
  });

  it("the limit is how many are listed, and more is said only beyond it", () => {
    const space = spaceOf(THREE);
    const { yes, no, ask } = space.diagrams;
    const two = ask(0, [ask(1, [yes, no, no]), ask(1, [no, yes, no]), no]);
    expect(cubesOf(space, two, 2)).toMatchObject({ more: false, cubes: [{}, {}] });
    const one = cubesOf(space, two, 1);
    expect([one.cubes.length, one.more]).toEqual([1, true]);
    expect(cubesOf(space, two, 0)).toEqual({ cubes: [], more: true });
  });

  it("whoever wants a few does not wait for thousands of millions", () => {
    const space = spaceOf(Array.from({ length: 48 }, (_, at) => variable(`v${at}`, [0, 1])));
    const { yes, no, ask } = space.diagrams;
    let [even, odd] = [yes, no];
    for (let level = 47; level >= 0; level -= 1)
      [even, odd] = [ask(level, [even, odd]), ask(level, [odd, even])];
    const { cubes, more } = cubesOf(space, even, 3);
    expect([cubes.length, more]).toEqual([3, true]);
  });

  it("a hundred classes are listed where nobody says how many", () => {
    for (const [width, listed, beyond] of [
      [10, 100, false],
      [11, 100, true],
    ] as const) {
      const many = Array.from({ length: width }, (_, at) => at);
      const space = spaceOf([variable("a", many), variable("b", many), variable("c", many)]);
      const { yes, no, ask } = space.diagrams;
      const third = (sum: number): Node =>
        ask(
          2,
          many.map((c) => (c === sum % width ? yes : no)),
        );
      const set = ask(
        0,
        many.map((a) =>
          ask(
            1,
            many.map((b) => third(a + b)),
          ),
        ),
      );
      const { cubes, more } = cubesOf(space, set);
      expect([cubes.length, more]).toEqual([listed, beyond]);
    }
  });
});

describe("one person of a class", () => {
  it("has a value where some cell has one, and nothing where only missing is left", () => {
    const [x, y, b] = THREE as [Variable, Variable, Variable];
    const cells = (of: Variable, ...at: readonly number[]) => ({
      variable: of,
      cells: at.map((index) => of.cells[index] as Cell),
    });
    expect(personOf([cells(x, 2, 1), cells(y, 0, 2), cells(b, 1)])).toEqual({ a: { x: "q", y: 1 } });
    expect(personOf([cells(x, 2), cells(b, 0)])).toEqual({ b: true });
    expect(personOf([])).toEqual({});
  });

  it("a value is put at its place beside what is there", () => {
    expect(putAt({}, "a", 1)).toEqual({ a: 1 });
    expect(putAt({ a: { b: 1 }, z: 0 }, "a.c.d", 2)).toEqual({ a: { b: 1, c: { d: 2 } }, z: 0 });
    expect(putAt({ a: { b: 1 } }, "a.b", 2)).toEqual({ a: { b: 2 } });
    for (const instead of [null, "text", 5, [1, 2]] as const)
      expect(putAt({ a: instead as Json }, "a.b", 3)).toEqual({ a: { b: 3 } });
  });
});

describe("who has what", () => {
  it("present, missing and the complement of a set", () => {
    const space = spaceOf(THREE);
    expect(peopleOf(space, space.diagrams.both(presentNode(space, 0), presentNode(space, 2)))).toEqual([
      "p 1 true",
      "p 2 true",
      "p 3 true",
      "q 1 true",
      "q 2 true",
      "q 3 true",
    ]);
    expect(presentNode(space, 1)).toBe(space.diagrams.yes);
    expect(peopleOf(space, allMissing(space, new Set([0, 2])))).toEqual(["- 1 -", "- 2 -", "- 3 -"]);
    expect(allMissing(space, new Set([0, 2]))).toBe(allMissing(space, new Set([2, 0])));
    expect(allMissing(space, new Set())).toBe(space.diagrams.yes);
    expect(allMissing(space, new Set([1]))).toBe(space.diagrams.no);
    expect(complement(space, presentNode(space, 0))).toBe(allMissing(space, new Set([0])));
    expect(complement(space, space.diagrams.yes)).toBe(space.diagrams.no);
  });

  it("the variables below a place are those inside it, however deep, not the place itself", () => {
    const space = spaceOf([
      variable("facts.p.name", ["n", undefined]),
      variable("facts.p", [{}, undefined]),
      variable("facts.p.home.town", ["t", undefined]),
      variable("facts.person", ["x", undefined]),
    ]);
    expect([...levelsBelow(space, "facts.p")]).toEqual([0, 2]);
    expect([...levelsBelow(space, "facts.p.home")]).toEqual([2]);
    expect([...levelsBelow(space, "facts")]).toEqual([0, 1, 2, 3]);
    expect([...levelsBelow(space, "facts.p.home.town")]).toEqual([]);
    expect([...levelsBelow(space, "facts.pe")]).toEqual([]);
    expect([...levelsBelow(space, "facts.p")]).toEqual([0, 2]);
  });
});

describe("what a schema says about what is there", () => {
  const TEXT = { type: "string" };

  it("what is required is there, what is not may be missing, what is not asked about is left alone", () => {
    const space = spaceOf([variable("f.a", ["A", undefined]), variable("f.b", ["B", undefined])]);
    const schema = { type: "object", properties: { a: TEXT, b: TEXT, c: TEXT }, required: ["a", "c"] };
    expect(peopleOf(space, lawOf(space, schema, "f"))).toEqual(["A B", "A -"]);
    expect(peopleOf(space, requiredLaw(space, schema, "f"))).toEqual(["A B", "A -"]);
    const nothing = { type: "object", properties: { a: TEXT, b: TEXT } };
    expect(lawOf(space, nothing, "f")).toBe(space.diagrams.yes);
    expect(requiredLaw(space, nothing, "f")).toBe(space.diagrams.yes);
    const everything = { ...nothing, required: ["a", "b"] };
    expect(peopleOf(space, lawOf(space, everything, "f"))).toEqual(["A B"]);
    expect(peopleOf(space, requiredLaw(space, everything, "f"))).toEqual(["A B"]);
  });

  it("inside an object that is required, what it requires is there", () => {
    const space = spaceOf([variable("f.in.a", ["A", undefined]), variable("f.in.b", ["B", undefined])]);
    const inner = { type: "object", properties: { a: TEXT, b: TEXT }, required: ["a"] };
    const schema = { type: "object", properties: { in: inner }, required: ["in"] };
    expect(peopleOf(space, lawOf(space, schema, "f"))).toEqual(["A B", "A -"]);
    expect(peopleOf(space, requiredLaw(space, schema, "f"))).toEqual(["A B", "A -"]);
  });

  it("an object that is required has what it requires, be it one field only", () => {
    const space = spaceOf([variable("f.in.a", ["A", undefined])]);
    const inner = { type: "object", properties: { a: TEXT }, required: ["a"] };
    const schema = { type: "object", properties: { in: inner }, required: ["in"] };
    expect(peopleOf(space, lawOf(space, schema, "f"))).toEqual(["A"]);
    expect(peopleOf(space, requiredLaw(space, schema, "f"))).toEqual(["A"]);
  });

  it("an object that may be missing is missing whole or has what it requires", () => {
    const space = spaceOf([variable("f.in.a", ["A", undefined]), variable("f.in.b", ["B", undefined])]);
    const inner = { type: "object", properties: { a: TEXT, b: TEXT }, required: ["a"] };
    const schema = { type: "object", properties: { in: inner } };
    expect(peopleOf(space, lawOf(space, schema, "f"))).toEqual(["A B", "A -", "- -"]);
    expect(requiredLaw(space, schema, "f")).toBe(space.diagrams.yes);
  });

  it("an object asked about itself goes with what is in it", () => {
    const space = spaceOf([variable("f.in", ["I", undefined]), variable("f.in.a", ["A", undefined])]);
    const inner = { type: "object", properties: { a: TEXT }, required: ["a"] };
    const schema = { type: "object", properties: { in: inner } };
    expect(peopleOf(space, lawOf(space, schema, "f"))).toEqual(["I A", "- -"]);
    expect(peopleOf(space, lawOf(space, { ...schema, required: ["in"] }, "f"))).toEqual(["I A"]);
    expect(peopleOf(space, requiredLaw(space, { ...schema, required: ["in"] }, "f"))).toEqual(["I A"]);
  });

  it("a field that a condition asks for is there under it, and not there without it", () => {
    const space = spaceOf([
      variable("f.a", ["yes", "no", "maybe", undefined]),
      variable("f.b", ["B", undefined]),
    ]);
    const when = { properties: { a: { enum: ["yes", "maybe"] } }, required: ["a"] };
    const schema = (required: readonly string[]) => ({
      type: "object",
      properties: { a: TEXT },
      allOf: [
        {
          if: when,
          // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
          then: { properties: { b: TEXT }, required: [...required] },
        },
      ],
    });
    const asked = lawOf(space, schema(["b"]), "f");
    expect(peopleOf(space, asked)).toEqual(["yes B", "no -", "maybe B", "- -"]);
    const offered = lawOf(space, schema([]), "f");
    expect(peopleOf(space, offered)).toEqual(["yes B", "yes -", "no -", "maybe B", "maybe -", "- -"]);
    expect(requiredLaw(space, schema(["b"]), "f")).toBe(space.diagrams.yes);
  });

  it("a field under a condition that nobody looks at may be there and may be missing", () => {
    const asks = (properties: { readonly [name: string]: Json }) => ({
      if: { properties, required: Object.keys(properties) },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: { properties: { b: TEXT }, required: ["b"] },
    });
    const base = { type: "object", properties: { a: TEXT, c: TEXT } };
    const alone = spaceOf([variable("f.b", ["B", undefined])]);
    expect(lawOf(alone, { ...base, allOf: [asks({ a: { const: "yes" } })] }, "f")).toBe(alone.diagrams.yes);
    const space = spaceOf([variable("f.c", ["yes", "no"]), variable("f.b", ["B", undefined])]);
    const together = { ...base, allOf: [asks({ a: { const: "yes" }, c: { const: "yes" } })] };
    expect(peopleOf(space, lawOf(space, together, "f"))).toEqual(["yes B", "yes -", "no -"]);
    const either = { ...base, allOf: [asks({ a: { const: "yes" } }), asks({ c: { const: "yes" } })] };
    expect(peopleOf(space, lawOf(space, either, "f"))).toEqual(["yes B", "no B", "no -"]);
  });

  it("any of several conditions asks for it, and all parts of a condition together", () => {
    const space = spaceOf([
      variable("f.a", [1, 2]),
      variable("f.c", [1, 2]),
      variable("f.b", ["B", undefined]),
    ]);
    const asks = (properties: { readonly [name: string]: Json }) => ({
      if: { properties, required: Object.keys(properties) },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: { properties: { b: TEXT }, required: ["b"] },
    });
    const base = { type: "object", properties: { a: { type: "integer" }, c: { type: "integer" } } };
    const either = { ...base, allOf: [asks({ a: { const: 1 } }), asks({ c: { const: 1 } })] };
    expect(peopleOf(space, lawOf(space, either, "f"))).toEqual(["1 1 B", "1 2 B", "2 1 B", "2 2 -"]);
    const together = { ...base, allOf: [asks({ a: { const: 1 }, c: { const: 1 } })] };
    expect(peopleOf(space, lawOf(space, together, "f"))).toEqual(["1 1 B", "1 2 -", "2 1 -", "2 2 -"]);
  });
});
