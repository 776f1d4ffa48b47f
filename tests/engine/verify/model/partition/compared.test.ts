import { describe, expect, it } from "vitest";
import { baht } from "../../../../../domain/decimals.ts";
import type { Type } from "../../../../../engine/rules/types.ts";
import type { Json, JsonSchema } from "../../../../../engine/values/json.ts";
import type { Variable } from "../../../../../engine/verify/model/partition/variables.ts";
import { integer, money, type Place, text, valuesOf, variables, words } from "./places.ts";

describe("the cells of two data paths that a condition compares", () => {
  const pair = (one: Omit<Place, "path" | "linked">, other: Omit<Place, "path" | "linked"> = one) =>
    variables(
      { path: "answers.a", linked: ["answers.b"], ...one },
      { path: "answers.b", linked: ["answers.a"], ...other },
    );
  type Pair = readonly [
    what: string,
    one: Omit<Place, "path" | "linked">,
    other: Omit<Place, "path" | "linked">,
    values: readonly (readonly Json[])[],
    exact: readonly boolean[],
  ];
  const small: JsonSchema = { type: "integer", minimum: 1, maximum: 3 };
  it.each<Pair>([
    [
      "give numbers two values each",
      { type: integer },
      { type: integer },
      [
        [1, 2],
        [1, 2],
      ],
      [true, true],
    ],
    [
      "give amounts their minimum and two values each",
      { type: money },
      { type: money },
      [
        ["0.00", "0.01", "0.02"],
        ["0.00", "0.01", "0.02"],
      ],
      [true, true],
    ],
    [
      "divide both at a constant that one of the data paths is compared with",
      { type: integer, constants: [5] },
      { type: integer },
      [
        [3, 4, 5, 6, 7],
        [3, 4, 5, 6, 7],
      ],
      [true, true],
    ],
    [
      "give small ranges a cell for each number",
      { type: integer, schema: small },
      { type: integer, schema: small },
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
      [true, true],
    ],
    [
      "divide the values of one path at the bounds of the other path",
      { type: integer, schema: { type: "integer", minimum: 0, maximum: 100 } },
      { type: integer, schema: { type: "integer", minimum: 50, maximum: 100 } },
      [[0, 1, 2, 50, 51, 52, 100], Array.from({ length: 51 }, (_, at) => 50 + at)],
      [true, true],
    ],
    [
      "divide the values of one path at the numbers in the other path's closed list",
      { type: integer },
      { type: { kind: "integer", values: [7] } },
      [[5, 6, 7, 8, 9], [7]],
      [true, true],
    ],
    [
      "are not exact between whole and other numbers",
      { type: integer },
      { type: { kind: "number" } },
      [
        [1, 2],
        [1, 2],
      ],
      [false, false],
    ],
    [
      "give each enum value a cell",
      { type: words },
      { type: words, constants: ["A"] },
      [
        ["A", "B", "C", "D"],
        ["A", "B", "C", "D"],
      ],
      [true, true],
    ],
  ])("%s", (_, one, other, values, exact) => {
    const found = pair(one, other);
    expect(found.map(valuesOf)).toEqual(values.map((all) => [...all, undefined]));
    expect(found.map((each) => each.exact)).toEqual(exact);
  });

  it("compared texts have cells for the constants, for texts of each data path, and for enum values of the other path", () => {
    const [one] = pair({ type: text, constants: ["x"] }, { type: text });
    expect(one && valuesOf(one)).toEqual([
      "x",
      "Malee Jaidee",
      "Somchai Rakdee",
      "Anan",
      "example",
      undefined,
    ]);
    const [free] = pair({ type: text }, { type: words });
    expect(free && valuesOf(free)).toEqual(expect.arrayContaining(["A", "B", "C", "D", "Malee Jaidee"]));
    expect(
      pair({ type: text, schema: { type: "string", enum: ["A", "B"] } }).map(({ exact }) => exact),
    ).toEqual([true, true]);
    expect(pair({ type: text, schema: { type: "string", enum: ["A"] } }).map(({ exact }) => exact)).toEqual([
      false,
      false,
    ]);
    expect(pair({ type: text, calculated: true }, { type: text }).map(({ exact }) => exact)).toEqual([
      false,
      false,
    ]);
  });

  it("a data path names the path with which it is compared if the comparison needs only the order and the constants", () => {
    const order = (...places: readonly Variable[]) => places.map(({ comparedWith }) => comparedWith);
    expect(order(...pair({ type: integer }))).toEqual([["answers.b"], ["answers.a"]]);
    expect(order(...pair({ type: integer }, { type: integer, constants: [1] }))).toEqual([
      ["answers.b"],
      ["answers.a"],
    ]);
    expect(order(...pair({ type: text }))).toEqual([["answers.b"], ["answers.a"]]);
    expect(order(...pair({ type: text, constants: ["x"] }, { type: text }))).toEqual([undefined, undefined]);
    expect(order(...pair({ type: integer, calculated: true }, { type: integer }))).toEqual([
      undefined,
      undefined,
    ]);
    expect(order(...pair({ type: words }))).toEqual([undefined, undefined]);
  });

  it("a number stands for the range between its neighbouring constants", () => {
    const [one] = pair({ type: integer, schema: small, constants: [3] }, { type: integer, schema: small });
    const reaches = (one?.cells ?? []).map(({ value, reach }) => [value, reach]);
    expect(reaches).toEqual(
      expect.arrayContaining([
        [3, { from: 3, to: 3 }],
        [undefined, undefined],
      ]),
    );
    const below = reaches.filter(([value]) => typeof value === "number" && value < 3);
    expect(below.map(([, reach]) => reach)).toEqual(below.map(() => ({ from: small.minimum, to: 2 })));
    const [free] = pair({ type: { kind: "decimal", of: baht } });
    expect(new Set(free?.cells.flatMap(({ reach }) => reach?.from ?? []))).toEqual(new Set(["0.00"]));
  });

  it("arithmetic keeps the cells exact only if both ranges are small", () => {
    const one: Place = { type: integer, schema: small, calculated: true };
    const list: Type = { kind: "integer", values: [1, 2] };
    expect(pair(one).map(({ exact }) => exact)).toEqual([true, true]);
    expect(pair(one, { type: integer }).map(({ exact }) => exact)).toEqual([false, false]);
    expect(pair(one, { type: list }).map(({ exact }) => exact)).toEqual([true, true]);
    const long: Type = { kind: "integer", values: Array.from({ length: 65 }, (_, at) => at) };
    expect(pair(one, { type: long })[0]?.exact).toBe(false);
    expect(pair(one, { type: { kind: "integer", values: long.values?.slice(1) ?? [] } })[0]?.exact).toBe(
      true,
    );
  });

  it("variables are neighbours also if only a third data path connects two of them", () => {
    const found = variables(
      { path: "answers.a", type: integer, linked: ["answers.c"] },
      { path: "answers.b", type: integer },
      { path: "answers.c", type: integer, linked: ["answers.d", "answers.a", "answers.gone"] },
      { path: "answers.d", type: integer, linked: ["answers.c"] },
    );
    expect(found.map(({ path }) => path)).toEqual(["answers.a", "answers.c", "answers.d", "answers.b"]);
    expect(found.map(({ cells }) => cells.length)).toEqual([4, 4, 4, 2]);
  });
});
