import { describe, expect, it } from "vitest";
import { integer, money, type Place, text, variable, words } from "./places.ts";

describe("a cell, which stands for several values,", () => {
  it("a cell covers a range including both ends, and not a missing value", () => {
    const schema = { type: "integer", minimum: 0, maximum: 9 };
    const [low, at, high] = variable({ type: integer, schema, constants: [5] }).cells;
    expect([0, 4, 5, undefined].map((value) => low?.covers(value))).toEqual([true, true, false, false]);
    expect([4, 5, 6].map((value) => at?.covers(value))).toEqual([false, true, false]);
    expect([5, 6, 9].map((value) => high?.covers(value))).toEqual([false, true, true]);
    expect([low, at, high].map((cell) => [cell?.from, cell?.to])).toEqual([
      [0, 4],
      [5, 5],
      [6, 9],
    ]);
  });

  it("a cell for an open range has no bound at the open end", () => {
    const [low, , high] = variable({ type: integer, constants: [5] }).cells;
    expect(low).toMatchObject({ to: 4 });
    expect(low).not.toHaveProperty("from");
    expect(high).toMatchObject({ from: 6 });
    expect(high).not.toHaveProperty("to");
  });

  it("a cell covers the amounts in its range", () => {
    const [low, , high] = variable({ type: money, constants: ["100.00"] }).cells;
    expect([low?.from, low?.to, high?.from]).toEqual(["0.00", "99.99", "100.01"]);
    expect(["50.00", "99.99", "100.00"].map((value) => low?.covers(value))).toEqual([true, true, false]);
  });

  it("a cell covers the numbers between two constants, without the constants", () => {
    const decimal: Place = { type: { kind: "number" }, constants: [10, 20] };
    const { cells } = variable(decimal);
    const held = [9.99, 10, 15, 20, 20.01].map((value) =>
      cells.flatMap((cell, at) => (cell.covers(value) ? [at] : [])),
    );
    expect(held).toEqual([[0], [1], [2], [3], [4]]);
    const bounded = variable({ ...decimal, schema: { type: "number", minimum: 5, maximum: 20 } }).cells;
    expect([5, 7.5, 10].map((value) => bounded[0]?.covers(value))).toEqual([true, true, false]);
  });

  it("a cell is represented by a number inside it, even if few numbers are allowed", () => {
    const schema = { type: "number", multipleOf: 4 };
    const { cells, exact } = variable({ type: { kind: "number" }, schema, constants: [12, 24] });
    expect([cells.map(({ value }) => value), exact]).toEqual([[8, 12, 20, 24, 28, undefined], true]);
  });

  it("a cell for the remaining enum values lists and covers exactly these values", () => {
    const [named, others] = variable({ type: words, constants: ["B"] }).cells;
    expect(named).not.toHaveProperty("words");
    expect(others?.words).toEqual(["A", "C", "D"]);
    expect(["A", "B", "C", "D", "E", 1, undefined].map((value) => others?.covers(value))).toEqual([
      true,
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("a cell for all remaining texts lists the texts that it does not cover", () => {
    const others = variable({ type: text, constants: ["x", "y"] }).cells[2];
    expect(others?.except).toEqual(["x", "y"]);
    expect(["x", "y", "z", "", 1, undefined].map((value) => others?.covers(value))).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it("a cell covers everything except a missing value if only the presence matters", () => {
    const [there, missing] = variable({ type: text, valued: false }).cells;
    expect(["a", 1, null, undefined].map((value) => there?.covers(value))).toEqual([true, true, true, false]);
    expect(["a", null, undefined].map((value) => missing?.covers(value))).toEqual([false, false, true]);
  });
});

describe("a range in arithmetic", () => {
  const range = (maximum: number): Place => ({
    type: integer,
    schema: { type: "integer", minimum: 0, maximum },
    calculated: true,
  });
  it("a range in arithmetic has a cell for each number up to sixty-four steps, and otherwise only samples", () => {
    expect(variable(range(64)).cells).toHaveLength(66);
    expect(variable(range(64)).exact).toBe(true);
    expect(variable(range(65)).cells).toHaveLength(2);
    expect(variable(range(65)).exact).toBe(false);
    expect(variable({ ...range(64), calculated: false }).cells).toHaveLength(2);
  });
});
