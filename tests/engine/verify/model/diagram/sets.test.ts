import { describe, expect, it } from "vitest";
import {
  createDiagrams,
  type Diagrams,
  type Node,
} from "../../../../../engine/verify/model/diagram/diagram.ts";
import { asking, at, F, row, T, U } from "./rows.ts";

describe("the operations on sets of users", () => {
  /** Returns a set over two variables with two cells each, by the truth values of 00, 01, 10 and 11. */
  const setOf = (d: Diagrams, bits: readonly boolean[]): Node => {
    const [a, b, c, e] = bits.map((bit) => (bit ? d.yes : d.no)) as [Node, Node, Node, Node];
    return d.ask(0, [d.ask(1, [a, b]), d.ask(1, [c, e])]);
  };
  const ALL = Array.from({ length: 16 }, (_, number) => [8, 4, 2, 1].map((bit) => (number & bit) > 0));
  const bitsOf = (d: Diagrams, node: Node) =>
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ].map((cells) => at(d, node, cells));

  it("the operations both, either, without, meet and isWithin are correct for every pair of sets over two variables", () => {
    const d = createDiagrams();
    for (const left of ALL)
      for (const right of ALL) {
        const [a, b] = [setOf(d, left), setOf(d, right)];
        expect(d.both(a, b)).toBe(
          setOf(
            d,
            left.map((bit, n) => bit && right[n] === true),
          ),
        );
        expect(d.either(a, b)).toBe(
          setOf(
            d,
            left.map((bit, n) => bit || right[n] === true),
          ),
        );
        expect(d.without(a, b)).toBe(
          setOf(
            d,
            left.map((bit, n) => bit && right[n] !== true),
          ),
        );
        expect(d.meet(a, b)).toBe(left.some((bit, n) => bit && right[n] === true));
        expect(d.isWithin(a, b)).toBe(left.every((bit, n) => !bit || right[n] === true));
      }
  });

  it("the operation `where` returns the users with a given result, also for unknown and for enum values", () => {
    const d = createDiagrams();
    const node = asking(d, 0, [T, U, "word", F, T]);
    expect(row(d, d.where(node, T), 0, 5)).toEqual([T, F, F, F, T]);
    expect(row(d, d.where(node, F), 0, 5)).toEqual([F, F, F, T, F]);
    expect(row(d, d.where(node, U), 0, 5)).toEqual([F, T, F, F, F]);
    expect(row(d, d.where(node, "word"), 0, 5)).toEqual([F, F, T, F, F]);
    expect(d.where(node, "another")).toBe(d.no);
  });

  it("the operation forget returns all users who are in the set for some value of the forgotten variable", () => {
    const d = createDiagrams();
    for (const bits of ALL) {
      const set = setOf(d, bits);
      const [a, b, c, e] = bits as [boolean, boolean, boolean, boolean];
      expect(bitsOf(d, d.forget(set, new Set([0])))).toEqual([a || c, b || e, a || c, b || e]);
      expect(bitsOf(d, d.forget(set, new Set([1])))).toEqual([a || b, a || b, c || e, c || e]);
      expect(d.forget(set, new Set([0, 1]))).toBe(bits.includes(true) ? d.yes : d.no);
      expect(d.forget(set, new Set())).toBe(set);
      expect(d.forget(set, new Set([2]))).toBe(set);
    }
  });

  it("the operation fix returns the set that remains if one variable is fixed", () => {
    const d = createDiagrams();
    for (const bits of ALL) {
      const set = setOf(d, bits);
      const [a, b, c, e] = bits as [boolean, boolean, boolean, boolean];
      expect(bitsOf(d, d.fix(set, new Map([[0, 1]])))).toEqual([c, e, c, e]);
      expect(bitsOf(d, d.fix(set, new Map([[1, 0]])))).toEqual([a, a, c, c]);
      expect(
        d.fix(
          set,
          new Map([
            [0, 0],
            [1, 1],
          ]),
        ),
      ).toBe(b ? d.yes : d.no);
      expect(d.fix(set, new Map())).toBe(set);
      expect(d.fix(set, new Map([[7, 1]]))).toBe(set);
    }
  });

  it("the operation onward adds the users with a later value, up to a limit", () => {
    const d = createDiagrams();
    const line = asking(d, 1, [F, T, F, F]);
    expect(row(d, d.onward(line, 1, 4), 1, 4)).toEqual([F, T, T, T]);
    expect(row(d, d.onward(line, 1, 3), 1, 4)).toEqual([F, T, T, F]);
    expect(row(d, d.onward(line, 1, 2), 1, 4)).toEqual([F, T, F, F]);
    expect(d.onward(line, 0, 2)).toBe(line);
    expect(d.onward(line, 2, 2)).toBe(line);
    const apart = d.ask(0, [line, d.no, asking(d, 1, [T, F, F, F])]);
    const on = d.onward(apart, 1, 4);
    expect([0, 1, 2, 3].map((cell) => at(d, on, [0, cell]))).toEqual([F, T, T, T]);
    expect(at(d, on, [1, 0])).toBe(F);
    expect(at(d, on, [2, 3])).toBe(T);
  });

  it("the operation support returns the variables on which the membership depends", () => {
    const d = createDiagrams();
    const node = d.ask(0, [d.ask(3, [d.yes, d.no]), d.ask(5, [d.no, d.yes])]);
    expect([...d.support(node)].sort()).toEqual([0, 3, 5]);
    expect([...d.support(node)].sort()).toEqual([0, 3, 5]);
    expect(d.support(d.yes).size).toBe(0);
  });

  it("the operation leavesOf returns each possible result once", () => {
    const d = createDiagrams();
    const node = d.ask(0, [asking(d, 1, ["a", "b"]), asking(d, 1, ["b", U]), d.leaf("a")]);
    expect(d.leavesOf(node)).toHaveLength(3);
    expect(new Set(d.leavesOf(node))).toEqual(new Set(["a", "b", U]));
  });

  it("the operation pick returns the first user of every set that is not empty", () => {
    const d = createDiagrams();
    for (const bits of ALL) {
      if (!bits.includes(true)) continue;
      const set = setOf(d, bits);
      const picked = d.pick(set);
      expect(at(d, set, [picked.get(0) ?? 0, picked.get(1) ?? 0])).toBe(T);
    }
    expect(d.pick(asking(d, 4, [F, F, T, T]))).toEqual(new Map([[4, 2]]));
    expect(d.pick(d.yes)).toEqual(new Map());
    expect(() => d.pick(d.no)).toThrow("empty");
  });
});
