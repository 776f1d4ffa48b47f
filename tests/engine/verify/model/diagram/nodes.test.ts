import { describe, expect, it } from "vitest";
import { createDiagrams, type Leaf } from "../../../../../engine/verify/model/diagram/diagram.ts";
import { TooManyNodes } from "../../../../../engine/verify/model/diagram/nodes.ts";
import { F, T, U } from "./rows.ts";

describe("nodes of a decision diagram", () => {
  it("leaves with equal values share one node, and leaves with different values do not", () => {
    const d = createDiagrams();
    const values: readonly Leaf[] = [U, T, F, null, 0, 1, "", "1", "true", "null", "0", ["a"], { a: 1 }];
    const nodes = values.map((value) => d.leaf(value));
    expect(new Set(nodes).size).toBe(values.length);
    expect(values.map((value) => d.leaf(structuredClone(value)))).toEqual(nodes);
    expect(nodes.map(d.valueOf)).toEqual(values);
  });

  it("a test whose branches are all equal needs no node", () => {
    const d = createDiagrams();
    expect(d.ask(0, [d.yes, d.yes, d.yes])).toBe(d.yes);
    expect(d.ask(0, [d.yes])).toBe(d.yes);
    expect(d.isLeaf(d.ask(0, [d.yes, d.yes, d.no]))).toBe(false);
  });

  it("equal tests share one node; a different level or order of branches makes a different test", () => {
    const d = createDiagrams();
    const { yes, no } = d;
    const node = d.ask(0, [yes, no]);
    expect(d.ask(0, [yes, no])).toBe(node);
    const others = [d.ask(1, [yes, no]), d.ask(0, [no, yes])];
    expect(new Set([node, ...others]).size).toBe(3);
    expect(d.size()).toBe(6);
    expect([d.levelOf(node), d.branchesOf(node)]).toEqual([0, [yes, no]]);
  });

  it("no node is duplicated among thousands of nodes", () => {
    const d = createDiagrams();
    const build = () =>
      Array.from({ length: 3_000 }, (_, number) => d.ask(number, [d.yes, d.no, d.leaf(number % 7)]));
    const first = build();
    const size = d.size();
    expect(new Set(first).size).toBe(3_000);
    expect(build()).toEqual(first);
    expect(d.size()).toBe(size);
  });

  it("no test of one variable is duplicated among thousands, whichever branch differs", () => {
    const d = createDiagrams();
    const leaves = Array.from({ length: 60 }, (_, number) => d.leaf(number));
    const build = () => leaves.flatMap((one) => leaves.map((other) => d.ask(0, [one, other])));
    const first = build();
    expect(new Set(first).size).toBe(3_600);
    expect(build()).toEqual(first);
  });

  it("only leaves have a value", () => {
    const d = createDiagrams();
    expect(() => d.valueOf(d.ask(0, [d.yes, d.no]))).toThrow("not a leaf");
  });

  it("the store throws if the budget of nodes is exceeded by one node", () => {
    const d = createDiagrams(4);
    d.ask(0, [d.yes, d.no]);
    expect(d.size()).toBe(4);
    expect(d.ask(0, [d.yes, d.no])).toBe(3);
    try {
      d.ask(1, [d.yes, d.no]);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(TooManyNodes);
      expect((error as TooManyNodes).why).toEqual({ key: "why.nodes", params: { budget: 4 } });
      expect((error as TooManyNodes).name).toBe("Undecided");
      expect((error as TooManyNodes).message).toContain("why.nodes");
    }
  });
});
