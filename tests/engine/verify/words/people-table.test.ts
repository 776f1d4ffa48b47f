import { describe, expect, it } from "vitest";
import type { Json, JsonSchema } from "../../../../engine/values/json.ts";
import type { Cell, Cube, Variable } from "../../../../engine/verify/model/index.ts";
import { namingOf, wordsOfCube, wordsOfCubes } from "../../../../engine/verify/words/people.ts";
import { club } from "./fixtures/club.ts";

const naming = namingOf(club);
const covers = () => false;

const point = (value: Json): Cell => ({ value, covers });
const stretch = (from: Json | undefined, to: Json | undefined): Cell => ({
  value: (from ?? to) as Json,
  covers,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});
const MISSING: Cell = { value: undefined, covers };

function place(path: string, cells: readonly Cell[], taken: readonly number[]): Cube[number] {
  const type = naming.type(path);
  if (type === undefined) throw new Error(`the club has no ${path}`);
  const variable: Variable = { path, type, schema: {}, cells, exact: true, presence: false };
  return { variable, cells: taken.map((at) => cells[at] as Cell) };
}

const status = (...taken: number[]) => {
  const others: Cell = { value: "NEW", covers, words: ["NEW", "OLD"] };
  return place("facts.member.status", [point("GONE"), others, MISSING], taken);
};
const count = (...taken: number[]) =>
  place(
    "answers.ask.count",
    [stretch(undefined, 2), point(3), stretch(4, 6), stretch(7, undefined), MISSING],
    taken,
  );
const nick = (except: readonly string[], ...taken: number[]) =>
  place("answers.ask.nick", [point("Lek"), { value: "x", covers, except }, MISSING], taken);
const signed = (...taken: number[]) =>
  place("facts.member.signed", [point(true), point(false), MISSING], taken);

describe("the description of a class of users", () => {
  it.each<readonly [why: string, cube: Cube, th: string, en: string]>([
    ["all users", [], "ทุกคน", "everybody"],
    ["a true boolean", [signed(0)], "ผู้ที่สัญญาลงนามแล้ว", "someone for whom the contract is signed"],
    [
      "a boolean that is false or missing",
      [signed(1, 2)],
      "ผู้ที่สัญญายังไม่ลงนาม หรือยังไม่มีข้อมูล",
      "someone for whom the contract is unsigned, or nothing is known yet",
    ],
    [
      "a missing value",
      [signed(2)],
      "ผู้ที่ยังไม่มีข้อมูลสัญญา",
      "someone for whom nothing is known yet about the contract",
    ],
    [
      "a missing answer",
      [count(4)],
      "ผู้ที่ยังไม่ได้ตอบข้อ “จำนวนบุตร”",
      "someone for whom “Children” is not answered yet",
    ],
    ["one enum value", [status(0)], "ผู้ที่สถานะ คือ GONE", "someone for whom the standing is GONE"],
    [
      "the other enum values",
      [status(1)],
      "ผู้ที่สถานะ คือ ใหม่ หรือ เก่า",
      "someone for whom the standing is new or old",
    ],
    [
      "all enum values",
      [status(0, 1)],
      "ผู้ที่สถานะ คือ GONE, ใหม่ หรือ เก่า",
      "someone for whom the standing is GONE, new or old",
    ],
    ["one number", [count(1)], "ผู้ที่ “จำนวนบุตร” คือ 3", "someone for whom “Children” is 3"],
    ["low numbers", [count(0)], "ผู้ที่ “จำนวนบุตร” ไม่เกิน 2", "someone for whom “Children” is 2 or less"],
    ["high numbers", [count(3)], "ผู้ที่ “จำนวนบุตร” ตั้งแต่ 7 ขึ้นไป", "someone for whom “Children” is 7 or more"],
    ["a range", [count(2)], "ผู้ที่ “จำนวนบุตร” อยู่ในช่วง 4 ถึง 6", "someone for whom “Children” is from 4 to 6"],
    [
      "adjacent ranges, which are joined",
      [count(2, 3)],
      "ผู้ที่ “จำนวนบุตร” ตั้งแต่ 4 ขึ้นไป",
      "someone for whom “Children” is 4 or more",
    ],
    [
      "separate ranges, which are listed",
      [count(0, 2)],
      "ผู้ที่ “จำนวนบุตร” ไม่เกิน 2 หรือ อยู่ในช่วง 4 ถึง 6",
      "someone for whom “Children” is 2 or less or from 4 to 6",
    ],
    [
      "a number between ranges, and a missing value",
      [count(0, 1, 4)],
      "ผู้ที่ “จำนวนบุตร” คือ 3 หรือ ไม่เกิน 2 หรือยังไม่มีข้อมูล",
      "someone for whom “Children” is 3 or 2 or less, or nothing is known yet",
    ],
    ["a text", [nick([], 0)], "ผู้ที่ “ชื่อเล่น” คือ Lek", "someone for whom “Nickname” is Lek"],
    [
      "every other text",
      [nick(["Lek", "Noi"], 1)],
      "ผู้ที่ “ชื่อเล่น” คือ อย่างอื่นที่ไม่ใช่ Lek หรือ Noi",
      "someone for whom “Nickname” is something other than Lek or Noi",
    ],
    ["every present text", [nick([""], 1)], "ผู้ที่ “ชื่อเล่น” มีข้อมูลแล้ว", "someone for whom “Nickname” is given"],
    [
      "several data paths",
      [signed(0), count(1), status(0)],
      "ผู้ที่สัญญาลงนามแล้ว และ “จำนวนบุตร” คือ 3 และ สถานะ คือ GONE",
      "someone for whom the contract is signed, “Children” is 3 and the standing is GONE",
    ],
  ])("describes a class of users by its values: %s", (_, cube, th, en) =>
    expect(wordsOfCube(cube, naming)).toEqual({ th, en }),
  );

  it("describes a range of one day as that day", () => {
    const days = [stretch(undefined, "2000-01-31"), stretch("2000-02-01", "2000-02-01"), MISSING];
    expect(wordsOfCube([place("facts.member.born", days, [1])], naming).en).toBe(
      "someone for whom the birthday is 01/02/2000",
    );
  });

  it("describes a class with all ranges of a value by the presence of the value", () => {
    const days = [stretch(undefined, "2000-01-31"), stretch("2000-02-01", undefined), MISSING];
    expect(wordsOfCube([place("facts.member.born", days, [0, 1])], naming)).toEqual({
      th: "ผู้ที่วันเกิด มีข้อมูลแล้ว",
      en: "someone for whom the birthday is given",
    });
  });
});

/** A number line for two data paths that are only compared with each other, with two possible points. */
type Line = { readonly schema: JsonSchema; readonly points: readonly [Json, Json] };
const MONEY: Line = { schema: { type: "string", format: "baht" }, points: ["1.00", "2.00"] };
const DAYS: Line = { schema: { type: "string", format: "date" }, points: ["2000-01-01", "2000-01-02"] };

function ordered(
  line: Line,
  [path, other]: readonly [string, string],
  taken: readonly number[],
): Cube[number] {
  const [low, high] = line.points;
  const built = place(path, [point(low), point(high), MISSING], taken);
  return {
    ...built,
    variable: { ...built.variable, schema: line.schema, comparedWith: [other] },
  };
}

const money = (left: readonly number[], right: readonly number[]): Cube => [
  ordered(MONEY, ["answers.ask.amount", "answers.ask.least"], left),
  ordered(MONEY, ["answers.ask.least", "answers.ask.amount"], right),
];
const days = (left: readonly number[], right: readonly number[]): Cube => [
  ordered(DAYS, ["facts.member.born", "facts.member.today"], left),
  ordered(DAYS, ["facts.member.today", "facts.member.born"], right),
];

describe("the description of two values that are only compared with each other", () => {
  it.each<readonly [cube: Cube, th: string, en: string]>([
    [money([0], [1]), "“จำนวนเงิน” น้อยกว่า “เงินขั้นต่ำ”", "“Amount” is less than “Least”"],
    [money([1], [0]), "“จำนวนเงิน” มากกว่า “เงินขั้นต่ำ”", "“Amount” is more than “Least”"],
    [money([0], [0]), "“จำนวนเงิน” กับ “เงินขั้นต่ำ” ตรงกัน", "“Amount” and “Least” are the same"],
    [money([0], [0, 1]), "“จำนวนเงิน” ไม่เกิน “เงินขั้นต่ำ”", "“Amount” is at most “Least”"],
    [money([1], [0, 1]), "“จำนวนเงิน” ไม่น้อยกว่า “เงินขั้นต่ำ”", "“Amount” is at least “Least”"],
    [days([0], [1]), "วันเกิด ก่อน today (member)", "the birthday is before today (member)"],
    [days([1], [0]), "วันเกิด หลัง today (member)", "the birthday is after today (member)"],
    [days([0], [0, 1]), "วันเกิด ไม่หลัง today (member)", "the birthday is not after today (member)"],
    [days([1], [0, 1]), "วันเกิด ไม่ก่อน today (member)", "the birthday is not before today (member)"],
    [days([0], [0]), "วันเกิด กับ today (member) ตรงกัน", "the birthday and today (member) are the same"],
    [
      money([0, 1], [0, 1]),
      "มี “จำนวนเงิน” แล้ว และ มี “เงินขั้นต่ำ” แล้ว",
      "“Amount” is on record and “Least” is on record",
    ],
    [
      money([0, 2], [1]),
      "“จำนวนเงิน” คือ 1.00 บาท หรือยังไม่มีข้อมูล และ “เงินขั้นต่ำ” คือ 2.00 บาท",
      "“Amount” is 1.00 baht, or nothing is known yet and “Least” is 2.00 baht",
    ],
  ])("states the order of the values in row %#", (cube, th, en) => {
    expect(wordsOfCube(cube, naming).en).toBe(`someone for whom ${en}`);
    expect(wordsOfCube(cube, naming).th.replace(/^ผู้ที่ ?/, "")).toBe(th);
  });

  it("states the range of each value instead of their order if the ranges overlap", () => {
    const [left, right] = money([0], [0]) as [Cube[number], Cube[number]];
    const wide = stretch("1.00", "3.00");
    const over: Cube = [
      { variable: { ...left.variable, cells: [wide, MISSING] }, cells: [wide] },
      { variable: { ...right.variable, cells: [wide, MISSING] }, cells: [wide] },
    ];
    expect(wordsOfCube(over, naming).en).toBe(
      "someone for whom “Amount” is from 1.00 baht to 3.00 baht and “Least” is from 1.00 baht to 3.00 baht",
    );
  });

  it("a description is omitted if a wider one includes it, and equal descriptions are given once", () => {
    const said = (cubes: readonly Cube[]) => wordsOfCubes(cubes, naming).map(({ en }) => en);
    const less = "someone for whom “Amount” is less than “Least”";
    const most = "someone for whom “Amount” is at most “Least”";
    expect(said([money([0], [1]), money([0], [0, 1])])).toEqual([most]);
    expect(said([money([0], [0, 1]), money([0], [1])])).toEqual([most]);
    expect(said([money([0], [1]), money([0], [1])])).toEqual([less]);
    expect(said([money([0], [1]), money([1], [0])])).toHaveLength(2);
    expect(said([[signed(0), ...money([0], [1])], money([0], [0, 1])])).toHaveLength(2);
    expect(said([[signed(0)], [signed(1)]])).toHaveLength(2);
  });

  it("states which value is less if both ranges are open at one end", () => {
    const cells = [stretch(undefined, "1.00"), stretch("1.01", undefined), MISSING];
    const at = (path: string, other: string, taken: number) => {
      const built = place(path, cells, [taken]);
      return { ...built, variable: { ...built.variable, schema: MONEY.schema, comparedWith: [other] } };
    };
    const cube = (left: number, right: number): Cube => [
      at("answers.ask.amount", "answers.ask.least", left),
      at("answers.ask.least", "answers.ask.amount", right),
    ];
    const said = (left: number, right: number) => wordsOfCube(cube(left, right), naming).en;
    expect(said(0, 1)).toBe("someone for whom “Amount” is less than “Least”");
    expect(said(1, 0)).toBe("someone for whom “Amount” is more than “Least”");
    expect(said(0, 0)).toBe(
      "someone for whom “Amount” is 1.00 baht or less and “Least” is 1.00 baht or less",
    );
  });

  it("states whether an instant is before, after or not before the other instant", () => {
    const at: Line = {
      schema: { type: "string", format: "date-time" },
      points: ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z"],
    };
    const seen = "facts.member.seen";
    const cube = [ordered(at, [seen, "other"], [1]), ordered(at, [seen, seen], [0, 1])] as Cube;
    const [left, right] = cube as [Cube[number], Cube[number]];
    const other = { ...right, variable: { ...right.variable, path: "other" } };
    expect(wordsOfCube([left, other], naming).en).toBe("someone for whom the visit is not before other");
  });

  it("describes a third value separately", () => {
    const [third] = days([0], [1]) as [Cube[number]];
    expect(wordsOfCube([...money([0], [1]), third], naming).en).toBe(
      "someone for whom “Amount” is less than “Least” and the birthday is on record",
    );
  });
});
