import { describe, expect, it } from "vitest";
import type { Json } from "../../../../../engine/values/json.ts";
import { cubesOf, personOf, putAt } from "../../../../../engine/verify/model/diagram/cubes.ts";
import type { Node } from "../../../../../engine/verify/model/diagram/diagram.ts";
import type { Cell } from "../../../../../engine/verify/model/partition/cell.ts";
import type { Variable } from "../../../../../engine/verify/model/partition/variables.ts";
import { everybody, lies, spaceOf, THREE, variable } from "./people.ts";

describe("the classes into which a set of users is divided", () => {
  it("the classes of a set contain exactly the users of the set, each user once", () => {
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

  it("a class joins the cells of a variable that lead to the same branch", () => {
    const space = spaceOf(THREE);
    const { yes, no, ask } = space.diagrams;
    const { cubes } = cubesOf(space, ask(1, [yes, no, yes]));
    expect(
      cubes.map((cube) =>
        cube.map(({ variable: { path }, cells }) => [path, cells.map(({ value }) => value)]),
      ),
    ).toEqual([[["a.y", [1, 3]]]]);
  });

  it("the set of all users is one class without conditions, and the empty set has no class", () => {
    const space = spaceOf(THREE);
    expect(cubesOf(space, space.diagrams.yes)).toEqual({ cubes: [[]], more: false });
    expect(cubesOf(space, space.diagrams.no)).toEqual({ cubes: [], more: false });
  });

  it("the classes are listed up to a limit; `more` is true only if there are further classes", () => {
    const space = spaceOf(THREE);
    const { yes, no, ask } = space.diagrams;
    const two = ask(0, [ask(1, [yes, no, no]), ask(1, [no, yes, no]), no]);
    expect(cubesOf(space, two, 2)).toMatchObject({ more: false, cubes: [{}, {}] });
    const one = cubesOf(space, two, 1);
    expect([one.cubes.length, one.more]).toEqual([1, true]);
    expect(cubesOf(space, two, 0)).toEqual({ cubes: [], more: true });
  });

  it("a few of billions of classes are listed without computing the rest", () => {
    const space = spaceOf(Array.from({ length: 48 }, (_, at) => variable(`v${at}`, [0, 1])));
    const { yes, no, ask } = space.diagrams;
    let [even, odd] = [yes, no];
    for (let level = 47; level >= 0; level -= 1)
      [even, odd] = [ask(level, [even, odd]), ask(level, [odd, even])];
    const { cubes, more } = cubesOf(space, even, 3);
    expect([cubes.length, more]).toEqual([3, true]);
  });

  it("up to one hundred classes are listed if no limit is given", () => {
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

describe("the example of a user from a class", () => {
  it("the example user has a value at each data path whose cells include a value, and no value elsewhere", () => {
    const [x, y, b] = THREE as [Variable, Variable, Variable];
    const cells = (of: Variable, ...at: readonly number[]) => ({
      variable: of,
      cells: at.map((index) => of.cells[index] as Cell),
    });
    expect(personOf([cells(x, 2, 1), cells(y, 0, 2), cells(b, 1)])).toEqual({ a: { x: "q", y: 1 } });
    expect(personOf([cells(x, 2), cells(b, 0)])).toEqual({ b: true });
    expect(personOf([])).toEqual({});
  });

  it("putAt places each value of an example user at its data path", () => {
    expect(putAt({}, "a", 1)).toEqual({ a: 1 });
    expect(putAt({ a: { b: 1 }, z: 0 }, "a.c.d", 2)).toEqual({ a: { b: 1, c: { d: 2 } }, z: 0 });
    expect(putAt({ a: { b: 1 } }, "a.b", 2)).toEqual({ a: { b: 2 } });
    for (const instead of [null, "text", 5, [1, 2]] as const)
      expect(putAt({ a: instead as Json }, "a.b", 3)).toEqual({ a: { b: 3 } });
  });
});
