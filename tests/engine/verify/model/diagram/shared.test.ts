import { describe, expect, it } from "vitest";
import {
  createDiagrams,
  type Diagrams,
  type Leaf,
  type Node,
} from "../../../../../engine/verify/model/diagram/diagram.ts";

const DEPTH = 48;

/**
 * Returns whether an even number of these variables has its second cell. The diagram has two nodes for each
 * variable, but as many paths as users. An algorithm that follows every path never ends.
 */
function parityOf(d: Diagrams, levels: readonly number[], [even, odd]: readonly [Node, Node]): Node {
  let [left, right] = [even, odd];
  for (const level of levels.toReversed())
    [left, right] = [d.ask(level, [left, right]), d.ask(level, [right, left])];
  return left;
}

const LEVELS = Array.from({ length: DEPTH }, (_, level) => level);

function parity(d: Diagrams): { readonly even: Node; readonly odd: Node } {
  const { yes, no } = d;
  return { even: parityOf(d, LEVELS, [yes, no]), odd: parityOf(d, LEVELS, [no, yes]) };
}

describe("the work of an operation grows with the number of nodes, not with the number of users", () => {
  it("`fix` visits each node once", () => {
    const d = createDiagrams();
    const { even } = parity(d);
    const others = LEVELS.filter((level) => level !== DEPTH - 1);
    expect(d.fix(even, new Map([[DEPTH - 1, 0]]))).toBe(parityOf(d, others, [d.yes, d.no]));
    expect(d.fix(even, new Map([[DEPTH - 1, 1]]))).toBe(parityOf(d, others, [d.no, d.yes]));
  });

  it("`forget` visits each node once", () => {
    const d = createDiagrams();
    expect(d.forget(parity(d).even, new Set([DEPTH - 1]))).toBe(d.yes);
    const apart = parityOf(d, LEVELS.slice(1), [d.yes, d.no]);
    const asked = d.ask(0, [apart, d.no]);
    expect(d.forget(asked, new Set([0]))).toBe(apart);
  });

  it("`onward` visits each node once", () => {
    const d = createDiagrams();
    const last = DEPTH - 1;
    const wanted = parityOf(d, LEVELS.slice(0, last), [d.yes, d.ask(last, [d.no, d.yes])]);
    expect(d.onward(parity(d).even, last, 2)).toBe(wanted);
  });

  it("`choose` visits each node once", () => {
    const d = createDiagrams();
    const { even, odd } = parity(d);
    expect(d.choose(even, even, odd)).toBe(d.yes);
    expect(d.choose(even, odd, even)).toBe(d.no);
    expect(d.choose(even, d.no, d.yes)).toBe(odd);
  });

  it("the operations combine, support and leavesOf need work per node, not per user", () => {
    const d = createDiagrams();
    const { even, odd } = parity(d);
    expect([d.both(even, odd), d.either(even, odd), d.without(even, odd)]).toEqual([d.no, d.yes, even]);
    expect(d.where(even, false)).toBe(odd);
    expect([...d.support(even)]).toEqual(LEVELS);
    expect(new Set(d.leavesOf(even))).toEqual(new Set<Leaf>([true, false]));
  });
});

describe("the operations on sets of users", () => {
  it("throw for results other than true and false", () => {
    const d = createDiagrams();
    for (const run of [d.both, d.either, d.without])
      expect(() => run(d.unknown, d.leaf("word"))).toThrow("a set answers true or false");
    for (const ask of [d.meet, d.isWithin])
      expect(() => ask(d.unknown, d.leaf("word"))).toThrow("leaves a pair of leaves open");
  });
});
