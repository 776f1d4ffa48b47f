import { describe, expect, it } from "vitest";
import { baht, units } from "../../../../../domain/decimals.ts";
import type { Type } from "../../../../../engine/rules/types.ts";
import type { Json, JsonSchema } from "../../../../../engine/values/json.ts";
import { cutLine, type Scale, scaleOf } from "../../../../../engine/verify/model/partition/ordered.ts";

const NEVER = Number.POSITIVE_INFINITY;

function line(kind: "integer" | "number" | "baht" | "units" | "date" | "instant", schema: JsonSchema = {}) {
  const decimal = kind === "baht" ? baht : kind === "units" ? units : null;
  const type = decimal === null ? { kind } : { kind: "decimal", of: decimal };
  const scale = scaleOf(type as Type, schema);
  if (scale === undefined) throw new Error(`${kind} has a line`);
  return scale;
}

/** Returns ranges as texts: `from..to@at`, or only the point if a range has one value. */
function cuts(scale: Scale, constants: readonly number[], copies = 1): readonly string[] {
  return cutLine(scale, { constants, copies }).map(({ at, from, to }) =>
    from === to && at === from ? `${at}` : `${from}..${to}@${at}`,
  );
}

describe("the number line of a type", () => {
  it.each<readonly [string, JsonSchema, number, number]>([
    ["none", {}, -NEVER, NEVER],
    ["minimum", { minimum: 2 }, 2, NEVER],
    ["maximum", { maximum: 2 }, -NEVER, 2],
    ["exclusiveMinimum", { exclusiveMinimum: 2 }, 3, NEVER],
    ["exclusiveMaximum", { exclusiveMaximum: 2 }, -NEVER, 1],
    ["exclusive bounds between two numbers", { exclusiveMinimum: 0.5, exclusiveMaximum: 3.5 }, 1, 3],
    ["bounds between whole numbers", { minimum: 1.5, maximum: 4.5 }, 2, 4],
    ["zero", { minimum: 0, maximum: 0 }, 0, 0],
    ["no bounds that are not numbers", { minimum: "2", maximum: null }, -NEVER, NEVER],
  ])("the number line of whole numbers keeps to the bounds: %s", (_, schema, least, most) => {
    expect(line("integer", schema)).toMatchObject({ whole: true, least, most });
  });

  it.each<readonly [string, JsonSchema, number, number]>([
    ["none", {}, -NEVER, NEVER],
    ["minimum and maximum", { minimum: 1.5, maximum: 4.5 }, 1.5, 4.5],
    ["exclusive bounds, by the smallest step", { exclusiveMinimum: 0, exclusiveMaximum: 0 }, 5e-324, -5e-324],
  ])("the number line of numbers with decimals keeps to the bounds: %s", (_, schema, least, most) => {
    expect(line("number", schema)).toMatchObject({ whole: false, least, most });
  });

  it.each<readonly ["baht" | "units" | "date" | "instant" | "integer", Json, number]>([
    ["baht", "0.00", 0],
    ["baht", "12.34", 1_234],
    ["units", "0.0001", 1],
    ["units", "12.3400", 123_400],
    ["date", "1970-01-01", 0],
    ["date", "1970-02-01", 31],
    ["date", "1969-12-31", -1],
    ["instant", "1970-01-01T00:00:01.500Z", 1_500],
    ["integer", 7, 7],
  ])("the number line of %s has the value %s at step %i", (kind, value, point) => {
    expect(line(kind).toPoint(value)).toBe(point);
    expect(line(kind).fromPoint(point)).toBe(value);
  });

  it.each<readonly ["baht" | "units" | "date" | "instant", Json, Json | undefined]>([
    ["baht", "0.00", undefined],
    ["units", "0.0000", undefined],
    ["date", "0001-01-01", "9999-12-31"],
    ["instant", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"],
  ])("the number line of %s has whole steps, from %s to %s", (kind, first, last) => {
    const { fromPoint, least, most, whole } = line(kind);
    expect(whole).toBe(true);
    expect(fromPoint(least)).toBe(first);
    expect(most === NEVER ? undefined : fromPoint(most)).toBe(last);
  });

  it("rejects a text that is not an amount", () => {
    expect(() => line("baht").toPoint("much")).toThrow("much is not a decimal");
  });

  it.each<Type>([
    { kind: "string" },
    { kind: "boolean" },
    { kind: "file" },
    { kind: "enum", words: ["A"] },
    { kind: "list", item: { kind: "integer" } },
    { kind: "object", fields: {} },
  ])("the type $kind has no number line", (type) => {
    expect(scaleOf(type, {})).toBeUndefined();
  });
});

describe("a number line with whole steps", () => {
  const some = line("integer", { minimum: 0, maximum: 9 });
  it.each<readonly [string, readonly number[], readonly string[]]>([
    ["one range without constants", [], ["0..9@0"]],
    ["cells below, at and above a constant", [5], ["0..4@0", "5", "6..9@6"]],
    ["no cell below its first value", [0], ["0", "1..9@1"]],
    ["no cell above its last value", [9], ["0..8@0", "9"]],
    ["one cell between two constants", [4, 6], ["0..3@0", "4", "5", "6", "7..9@7"]],
    ["no cell between neighbouring values", [4, 5], ["0..3@0", "4", "5", "6..9@6"]],
    ["each constant once, sorted", [9, 10, 5, 5], ["0..4@0", "5", "6..8@6", "9"]],
    ["no cell for a constant outside its bounds", [-1, 10], ["0..9@0"]],
    ["no cell for a constant between two steps", [4.5], ["0..4@0", "5..9@5"]],
  ])("a number line with whole steps has %s", (_, constants, expected) => {
    expect(cuts(some, constants)).toEqual(expected);
  });

  it.each<readonly [string, JsonSchema, readonly number[], readonly string[]]>([
    ["both ends", {}, [], ["-Infinity..Infinity@1"]],
    ["both ends, around a constant", {}, [3], ["-Infinity..2@2", "3", "4..Infinity@4"]],
    ["the upper end", { minimum: 3 }, [], ["3..Infinity@3"]],
    ["the lower end", { maximum: 3 }, [], ["-Infinity..3@3"]],
  ])("a number line with whole steps may be without a bound at %s", (_, schema, constants, expected) => {
    expect(cuts(line("integer", schema), constants)).toEqual(expected);
  });

  it.each<readonly [string, JsonSchema, readonly number[], number, readonly string[]]>([
    ["upwards from the first value", { minimum: 0, maximum: 9 }, [5], 2, ["0", "1", "5", "6", "7"]],
    ["only as many as exist", { minimum: 4, maximum: 6 }, [5], 3, ["4", "5", "6"]],
    ["downwards from the last value if there is no first", { maximum: 3 }, [], 3, ["1", "2", "3"]],
    ["upwards from one if there are no bounds", {}, [], 2, ["1", "2"]],
  ])(
    "a number line with whole steps has several values if several variables are compared, %s",
    (_, schema, constants, copies, expected) => {
      expect(cuts(line("integer", schema), constants, copies)).toEqual(expected);
    },
  );

  it("a number line with one allowed value is one point, even for several variables", () => {
    expect(cutLine(line("integer", { minimum: 4, maximum: 4 }), { constants: [], copies: 2 })).toEqual([
      { at: 4, from: 4, to: 4 },
    ]);
  });

  it("counts dates in days", () => {
    const scale = line("date");
    const at = scale.toPoint("2026-03-01");
    expect(
      cutLine(scale, { constants: [at], copies: 1 }).map(({ from, to }) => [
        scale.fromPoint(from),
        scale.fromPoint(to),
      ]),
    ).toEqual([
      ["0001-01-01", "2026-02-28"],
      ["2026-03-01", "2026-03-01"],
      ["2026-03-02", "9999-12-31"],
    ]);
  });
});

describe("a continuous number line", () => {
  const some = line("number", { minimum: 0, maximum: 8 });
  it.each<readonly [string, readonly number[], readonly string[]]>([
    ["the middle without constants", [], ["0..8@4"]],
    ["the middle below and the middle above a constant", [4], ["0..4@2", "4", "4..8@6"]],
    ["a constant between two whole numbers", [0.5], ["0..0.5@0.25", "0.5", "0.5..8@4.25"]],
    ["no cell below its first value", [0], ["0", "0..8@4"]],
    ["no cell above its last value", [8], ["0..8@4", "8"]],
    ["no cell for a constant outside its bounds", [-1, 9], ["0..8@4"]],
  ])("a continuous number line has %s", (_, constants, expected) => {
    expect(cuts(some, constants)).toEqual(expected);
  });

  it.each<readonly [string, JsonSchema, readonly number[], readonly string[]]>([
    ["both ends", {}, [], ["-Infinity..Infinity@1"]],
    ["both ends, around a constant", {}, [3], ["-Infinity..3@2", "3", "3..Infinity@4"]],
    ["the upper end", { minimum: 3 }, [], ["3..Infinity@4"]],
    ["the lower end", { maximum: 3 }, [], ["-Infinity..3@2"]],
  ])("a continuous number line may be without a bound at %s", (_, schema, constants, expected) => {
    expect(cuts(line("number", schema), constants)).toEqual(expected);
  });

  it.each<readonly [string, JsonSchema, readonly number[], readonly string[]]>([
    ["spread evenly between the ends", { minimum: 0, maximum: 6 }, [], ["2", "4"]],
    ["one apart, upwards from the first value", { minimum: 0 }, [], ["1", "2"]],
    ["one apart, downwards from the last value", { maximum: 6 }, [], ["4", "5"]],
    ["between two constants", { minimum: 0, maximum: 6 }, [0, 6], ["0", "2", "4", "6"]],
  ])(
    "a continuous number line has two values if two variables are compared, %s",
    (_, schema, constants, expected) => {
      expect(cuts(line("number", schema), constants, 2)).toEqual(expected);
    },
  );

  it("a continuous number line has one value if the bounds are equal", () => {
    const point = line("number", { minimum: 3, maximum: 3 });
    expect(cuts(point, [])).toEqual(["3"]);
    expect(cuts(point, [3])).toEqual(["3"]);
    expect(cuts(point, [2, 4])).toEqual(["3"]);
  });

  it("a continuous number line is empty if the lower bound is above the upper bound", () => {
    expect(cuts(line("number", { minimum: 4, maximum: 3 }), [])).toEqual([]);
    expect(cuts(line("integer", { minimum: 4, maximum: 3 }), [])).toEqual([]);
  });
});
