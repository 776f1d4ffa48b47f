import { describe, expect, it } from "vitest";
import type { Constant } from "../../../engine/rules/expression.ts";
import type { Type } from "../../../engine/rules/types.ts";
import type { Json, JsonSchema } from "../../../engine/values/json.ts";
import { schemaOfType } from "../../../engine/verify/cells/domain.ts";
import { placeUse, type Use } from "../../../engine/verify/cells/uses.ts";
import { type Variable, variablesOf } from "../../../engine/verify/cells/variables.ts";

type Place = {
  readonly path?: string;
  readonly type: Type;
  readonly schema?: JsonSchema;
  readonly constants?: readonly Constant[];
  readonly linked?: readonly string[];
  readonly calculated?: boolean;
  readonly valued?: boolean;
};

function variables(...places: readonly Place[]): readonly Variable[] {
  const uses = new Map<string, Use>();
  for (const { path = "answers.a", type, constants = [], linked = [], ...more } of places) {
    const use = placeUse(uses, { path, type });
    for (const constant of constants) use.constants.add(constant);
    for (const other of linked) use.linked.add(other);
    use.valued = more.valued ?? true;
    use.calculated = more.calculated ?? false;
  }
  const known = new Map(
    places.map(({ path = "answers.a", type, schema }) => [
      path,
      { path, type, schema: schema ?? schemaOfType(type) },
    ]),
  );
  return variablesOf(uses, (path) => known.get(path));
}

function variable(place: Place): Variable {
  const [only] = variables(place);
  if (only === undefined) throw new Error("the place is known");
  return only;
}

const valuesOf = ({ cells }: Variable): readonly (Json | undefined)[] => cells.map(({ value }) => value);

/** How many cells a value lies in. */
const times = ({ cells }: Variable, value: Json | undefined) =>
  cells.filter((cell) => cell.covers(value)).length;

const integer: Type = { kind: "integer" };
const money: Type = { kind: "money" };
const words: Type = { kind: "enum", words: ["A", "B", "C", "D"] };
const text: Type = { kind: "string" };

type Row = readonly [what: string, place: Place, values: readonly Json[], exact: boolean];

const rows: readonly Row[] = [
  ["both truths", { type: { kind: "boolean" } }, [true, false], true],
  [
    "the only truth that may stand there",
    { type: { kind: "boolean" }, schema: { type: "boolean", const: true } },
    [true],
    true,
  ],
  ["one word for all of them", { type: words }, ["A"], true],
  ["the words that are named, and one for the others", { type: words, constants: ["C"] }, ["C", "A"], true],
  [
    "every word, where each is named",
    { type: words, constants: ["D", "C", "B", "A"] },
    ["A", "B", "C", "D"],
    true,
  ],
  [
    "no word that the schema refuses",
    { type: words, schema: { enum: ["B", "C"] }, constants: ["A", "B"] },
    ["B", "C"],
    true,
  ],
  [
    "every word, where they are calculated with",
    { type: words, calculated: true },
    ["A", "B", "C", "D"],
    true,
  ],
  [
    "every number of a closed list",
    { type: { kind: "integer", values: [1, 5, 9] }, constants: [5] },
    [1, 5, 9],
    true,
  ],
  ["a number under, at and over a constant", { type: integer, constants: [5] }, [4, 5, 6], true],
  [
    "numbers within bounds",
    { type: integer, schema: { type: "integer", minimum: 0, maximum: 5 }, constants: [5] },
    [0, 5],
    true,
  ],
  [
    "each number of a small range that is calculated with",
    { type: integer, schema: { type: "integer", minimum: 2, maximum: 5 }, calculated: true },
    [2, 3, 4, 5],
    true,
  ],
  [
    "a few numbers of a large range that is calculated with",
    { type: integer, constants: [5], calculated: true },
    [4, 5, 6],
    false,
  ],
  [
    "a number beyond which numbers are no longer told apart",
    { type: integer, constants: [2 ** 53] },
    [2 ** 53 - 1, 2 ** 53, 2 ** 53 + 1],
    false,
  ],
  [
    "the last number that is told apart from the next",
    { type: integer, constants: [2 ** 53 - 1] },
    [2 ** 53 - 2, 2 ** 53 - 1, 2 ** 53],
    true,
  ],
  [
    "multiples of a step",
    { type: integer, schema: { type: "integer", minimum: 1, multipleOf: 5 }, constants: [10] },
    [5, 10, 15],
    true,
  ],
  [
    "the stretches that hold a value of a wide step, and says that one is missing",
    { type: integer, schema: { type: "integer", minimum: 1, multipleOf: 50 }, constants: [10] },
    [],
    false,
  ],
  [
    "amounts under, at and over one",
    { type: money, constants: ["100.00"] },
    ["0.00", "100.00", "100.01"],
    true,
  ],
  [
    "amounts whatever truths are named",
    { type: money, constants: [true, "100.00"] },
    ["0.00", "100.00", "100.01"],
    true,
  ],
  [
    "units under, at and over some",
    { type: { kind: "units" }, constants: ["1.0000"] },
    ["0.0000", "1.0000", "1.0001"],
    true,
  ],
  [
    "days before, at and after one",
    { type: { kind: "date" }, constants: ["2026-03-01"] },
    ["0001-01-01", "2026-03-01", "2026-03-02"],
    true,
  ],
  [
    "dates whatever is named that is no date",
    { type: { kind: "date" }, constants: ["soon"] },
    ["0001-01-01"],
    true,
  ],
  [
    "numbers with fractions",
    { type: { kind: "number" }, schema: { minimum: 0, maximum: 8 }, constants: [4] },
    [2, 4, 6],
    true,
  ],
  ["one text for all", { type: text }, ["Malee Jaidee"], true],
  [
    "the texts that are named, and another",
    { type: text, constants: ["x", "Malee Jaidee"] },
    ["x", "Malee Jaidee", "Somchai Rakdee"],
    true,
  ],
  [
    "no text that the schema refuses",
    { type: text, schema: { type: "string", minLength: 3 }, constants: ["x"] },
    ["Malee Jaidee"],
    true,
  ],
  [
    "only texts, where numbers are named as well",
    { type: text, constants: ["x", 1, true] },
    ["x", "Malee Jaidee"],
    true,
  ],
  [
    "texts that are calculated with, though not exactly",
    { type: text, constants: ["x"], calculated: true },
    ["x", "Malee Jaidee"],
    false,
  ],
  [
    "no other text, where none is found",
    { type: text, schema: { type: "string", const: "x" }, constants: ["x"] },
    ["x"],
    false,
  ],
  [
    "one number, where only its being there matters",
    { type: integer, constants: [5], valued: false },
    [1],
    true,
  ],
  [
    "one object, where only its being there matters",
    { type: { kind: "object", fields: {} }, valued: false },
    [{}],
    true,
  ],
  [
    "an empty object, where none is found that fits",
    { type: { kind: "object", fields: {} }, schema: { type: "object", required: ["a"] }, valued: false },
    [{}],
    false,
  ],
  [
    "some text, where none is found that fits",
    { type: text, schema: { type: "string", enum: [] }, valued: false },
    ["x"],
    false,
  ],
];

describe("values that stand for a place", () => {
  it.each(rows)("are %s", (_, place, values, exact) => {
    const found = variable(place);
    expect({ values: valuesOf(found), exact: found.exact }).toEqual({
      values: [...values, undefined],
      exact,
    });
  });

  // Stretches of a line without steps hold their ends as well, and so do numbers that are no longer told apart.
  const apart = rows.filter(
    ([what]) => what !== "numbers with fractions" && !what.includes("no longer told apart"),
  );
  it.each(apart)("lie in one cell each: %s", (_, place) => {
    const found = variable(place);
    for (const value of valuesOf(found))
      expect({ value, times: times(found, value) }).toEqual({ value, times: 1 });
  });

  it("are never missing for a flag", () => {
    const place: Place = { path: "flags.open", type: { kind: "boolean" } };
    expect(valuesOf(variable(place))).toEqual([true, false]);
    expect(times(variable(place), undefined)).toBe(0);
  });

  it("know place, type, schema and whether only being there matters", () => {
    const schema = { type: "integer", minimum: 3 };
    expect(variable({ type: integer, schema })).toMatchObject({
      path: "answers.a",
      type: integer,
      schema,
      presence: false,
    });
    expect(variable({ type: integer, valued: false })).toMatchObject({ presence: true });
    expect(variable({ type: integer })).not.toHaveProperty("comparedWith");
  });

  it("of a place that nobody knows are left out", () => {
    const uses = new Map<string, Use>();
    placeUse(uses, { path: "answers.gone", type: integer });
    placeUse(uses, { path: "answers.a", type: integer });
    const found = variablesOf(uses, (path) =>
      path === "answers.a" ? { path, type: integer, schema: {} } : undefined,
    );
    expect(found.map(({ path }) => path)).toEqual(["answers.a"]);
  });
});

describe("the cell of a value", () => {
  it("of a stretch holds all of it, knows its ends, and does not hold what is missing", () => {
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

  it("of an open stretch has no end there", () => {
    const [low, , high] = variable({ type: integer, constants: [5] }).cells;
    expect(low).toMatchObject({ to: 4 });
    expect(low).not.toHaveProperty("from");
    expect(high).toMatchObject({ from: 6 });
    expect(high).not.toHaveProperty("to");
  });

  it("of amounts holds what lies between them", () => {
    const [low, , high] = variable({ type: money, constants: ["100.00"] }).cells;
    expect([low?.from, low?.to, high?.from]).toEqual(["0.00", "99.99", "100.01"]);
    expect(["50.00", "99.99", "100.00"].map((value) => low?.covers(value))).toEqual([true, true, false]);
  });

  it("of the other words names them, and holds each of them and no other text", () => {
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

  it("of any other text names what it does not hold, and holds all else", () => {
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

  it("of what is there holds everything but what is missing", () => {
    const [there, missing] = variable({ type: text, valued: false }).cells;
    expect(["a", 1, null, undefined].map((value) => there?.covers(value))).toEqual([true, true, true, false]);
    expect(["a", null, undefined].map((value) => missing?.covers(value))).toEqual([false, false, true]);
  });
});

describe("a range that is calculated with", () => {
  const range = (maximum: number): Place => ({
    type: integer,
    schema: { type: "integer", minimum: 0, maximum },
    calculated: true,
  });
  it("is taken number by number up to sixty-four steps, and is not exact beyond", () => {
    expect(variable(range(64)).cells).toHaveLength(66);
    expect(variable(range(64)).exact).toBe(true);
    expect(variable(range(65)).cells).toHaveLength(2);
    expect(variable(range(65)).exact).toBe(false);
    expect(variable({ ...range(64), calculated: false }).cells).toHaveLength(2);
  });
});

describe("places that are compared with one another", () => {
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
      "numbers have two values each",
      { type: integer },
      { type: integer },
      [
        [1, 2],
        [1, 2],
      ],
      [true, true],
    ],
    [
      "amounts have their least and two values each",
      { type: money },
      { type: money },
      [
        ["0.00", "0.01", "0.02"],
        ["0.00", "0.01", "0.02"],
      ],
      [true, true],
    ],
    [
      "a constant of the one cuts both",
      { type: integer, constants: [5] },
      { type: integer },
      [
        [3, 4, 5, 6, 7],
        [3, 4, 5, 6, 7],
      ],
      [true, true],
    ],
    [
      "small ranges are taken number by number",
      { type: integer, schema: small },
      { type: integer, schema: small },
      [
        [1, 2, 3],
        [1, 2, 3],
      ],
      [true, true],
    ],
    [
      "the bounds of the one cut the other",
      { type: integer, schema: { type: "integer", minimum: 0, maximum: 100 } },
      { type: integer, schema: { type: "integer", minimum: 50, maximum: 100 } },
      [[0, 1, 2, 50, 51, 52, 100], Array.from({ length: 51 }, (_, at) => 50 + at)],
      [true, true],
    ],
    [
      "the numbers of a closed list cut the other",
      { type: integer },
      { type: { kind: "integer", values: [7] } },
      [[5, 6, 7, 8, 9], [7]],
      [true, true],
    ],
    [
      "whole and other numbers are not exact",
      { type: integer },
      { type: { kind: "number" } },
      [
        [1, 2],
        [1, 2],
      ],
      [false, false],
    ],
    [
      "words are all taken",
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

  it("texts are the named ones and at least one for each place, the words of the other place among them", () => {
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

  it("know one another where nothing but their order matters", () => {
    const order = (...places: readonly Variable[]) => places.map(({ comparedWith }) => comparedWith);
    expect(order(...pair({ type: integer }))).toEqual([["answers.b"], ["answers.a"]]);
    expect(order(...pair({ type: integer }, { type: integer, constants: [1] }))).toEqual([
      undefined,
      undefined,
    ]);
    expect(order(...pair({ type: integer, calculated: true }, { type: integer }))).toEqual([
      undefined,
      undefined,
    ]);
    expect(order(...pair({ type: words }))).toEqual([undefined, undefined]);
  });

  it("are exact where they are calculated with only as long as both are small", () => {
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

  it("stand side by side, over a third place and back to the first", () => {
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
