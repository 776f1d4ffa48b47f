import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enterNavs, listNavs, readNavFile } from "../../../server/fund/index.ts";
import { approveNav, type FundHouse, openFundHouse } from "./fund-house.ts";

let house: FundHouse;
let ann: string;
beforeAll(async () => {
  house = await openFundHouse("2026-11-24T18:00:00");
  ann = await house.addPerson("finance");
  await approveNav(house, { strategy: "M-BTCA", date: "2026-11-19", nav: "10.0000" });
});
afterAll(() => house.close());

const read = async (text: string) => {
  const found = await readNavFile(house.fund, text);
  if (!found.ok) throw new Error(found.error.code);
  return found.value;
};
const faults = async (text: string) => (await read(text)).map(({ fault }) => fault?.code ?? null);

describe("a NAV file", () => {
  it.each([
    { why: "commas", text: "2026-11-23,M-LCAP,10.1234" },
    {
      why: "a heading and a byte order mark",
      text: "\uFEFFdate,strategy,nav\r\n2026-11-23,M-LCAP,10.1234\r\n",
    },
    { why: "a Thai heading in another order", text: "กลยุทธ์;NAV;วันที่\nM-LCAP;10.1234;2026-11-23\n\n" },
    { why: "tabs and dates in a common notation", text: "23/11/2026\tm-lcap\t10.1234" },
    { why: "Thai digits and the Buddhist era", text: "๒๓/๑๑/๒๕๖๙,M-LCAP,๑๐.๑๒๓๔" },
    { why: "a comma for the decimal sign", text: "2026-11-23;M-LCAP;10,1234" },
    { why: "a Buddhist date with the year first", text: "2569-11-23,M-LCAP,10.1234" },
    { why: "quotation marks", text: '"2026-11-23","M-LCAP","10.1234"' },
  ])("is accepted with $why", async ({ text }) => {
    expect(await read(text)).toMatchObject([
      { date: "2026-11-23", strategy: "M-LCAP", nav: "10.1234", reason: "", fault: null },
    ]);
  });

  it("may contain thousands separators inside quotation marks", async () => {
    expect(await read('2026-11-23,M-LCAP,"1,234.5000"')).toMatchObject([{ nav: "1234.5000", fault: null }]);
  });

  it.each([
    { why: "a holiday", text: "2026-10-23,M-LCAP,10.0000", code: "nav-not-business-day" },
    { why: "tomorrow", text: "2026-11-25,M-LCAP,10.0000", code: "nav-too-early" },
    { why: "a year without its holidays", text: "2024-11-25,M-LCAP,10.0000", code: "nav-year-not-loaded" },
    { why: "no date", text: "yesterday,M-LCAP,10.0000", code: "nav-date-not-valid" },
    { why: "zero", text: "2026-11-23,M-LCAP,0.0000", code: "nav-not-positive" },
    { why: "a negative value", text: "2026-11-23,M-LCAP,-1.0000", code: "nav-not-positive" },
    { why: "a value with two possible readings", text: "2026-11-23;M-LCAP;10,123", code: "nav-two-readings" },
    { why: "a word", text: "2026-11-23,M-LCAP,NaN", code: "nav-not-valid" },
    { why: "an exponent", text: "2026-11-23,M-LCAP,1e21", code: "nav-not-valid" },
    { why: "five decimals", text: "2026-11-23,M-LCAP,10.00001", code: "nav-not-valid" },
    { why: "an unknown strategy", text: "2026-11-23,M-MOON,10.0000", code: "strategy-unknown" },
    { why: "a day that has its NAV", text: "2026-11-19,M-BTCA,10.0000", code: "nav-exists" },
    { why: "a large change", text: "2026-11-20,M-BTCA,12.0000", code: "nav-jump" },
    { why: "a large change with a reason", text: "2026-11-20,M-BTCA,12.0000,the market rose", code: null },
  ])("a NAV file with $why in a line is reported as $code", async ({ text, code }) => {
    expect(await faults(text)).toEqual([code]);
  });

  it("is compared, line by line, with the NAVs of the previous day, also if those are in the file itself", async () => {
    expect(
      await faults("2026-11-23,M-BTCA,12.1000\n2026-11-20,M-BTCA,11.0000\n2026-11-24,M-BTCA,15.0000"),
    ).toEqual([null, null, "nav-jump"]);
  });

  it("may contain a line break inside quotation marks, and later line numbers are still right", async () => {
    const lines = await read(
      'date,strategy,nav,reason\n2026-11-23,M-LCAP,10.0000,"the market\nrose"\n2026-11-23,M-BTCA,10.0000,',
    );
    expect(lines).toMatchObject([
      { line: 3, reason: "the market rose" },
      { line: 4, strategy: "M-BTCA" },
    ]);
  });

  it("is reported with the number of the line that is a duplicate", async () => {
    const lines = await read("date,strategy,nav\n\n2026-11-23,M-LCAP,10.0000\n2026-11-23,M-LCAP,10.1000");
    expect(lines.map(({ line, fault }) => [line, fault?.code ?? null])).toEqual([
      [3, null],
      [4, "nav-twice"],
    ]);
  });

  it.each([
    { why: "nothing", text: "  \n", code: "nav-file-empty" },
    { why: "only a heading", text: "date,strategy,nav\n", code: "nav-file-empty" },
    { why: "another encoding", text: "2026-11-23,M-LCAP,10.0000\uFFFD", code: "nav-file-not-read" },
    { why: "the format of a spreadsheet program", text: "PK\u0003\u0000x", code: "nav-file-not-read" },
    { why: "an open quotation mark", text: '2026-11-23,M-LCAP,"10.0000', code: "nav-file-not-read" },
    { why: "prose", text: "Dear finance\nplease find the NAVs", code: "nav-file-not-read" },
    { why: "too many lines", text: "2026-11-23,M-LCAP,10.0000\n".repeat(1_001), code: "nav-file-too-long" },
  ])("is rejected as a whole with $why", async ({ text, code }) => {
    expect(await readNavFile(house.fund, text)).toEqual({ ok: false, error: { code } });
  });
});

describe("an entered NAV file", () => {
  const line = (strategy: string, date: string, nav: string) => ({ strategy, date, nav });

  it("creates one entry for each line, and each entry needs the approval of a second person", async () => {
    const lines = [line("M-STABLE", "2026-11-24", "10.0100"), line("M-STABLE", "2026-11-23", "10.0000")];
    expect(await enterNavs(house.fund, ann, lines)).toEqual({ ok: true, value: { entered: 2 } });
    const waiting = await listNavs(house.fund, "2026-11-24");
    expect(waiting.filter(({ strategy }) => strategy === "M-STABLE")).toMatchObject([
      { date: "2026-11-23", status: "ENTERED", enteredBy: ann },
      { date: "2026-11-24", status: "ENTERED", enteredBy: ann },
    ]);
  });

  it("creates no entry if one line is rejected, and the error names that line by its position", async () => {
    const lines = [line("M-METAVERSE", "2026-11-23", "10.0000"), line("M-STABLE", "2026-11-24", "10.0100")];
    expect(await enterNavs(house.fund, ann, lines)).toEqual({
      ok: false,
      error: { code: "nav-exists", field: "date", at: 1 },
    });
    expect(await enterNavs(house.fund, ann, [line("M-METAVERSE", "2026-11-23", "0")])).toMatchObject({
      error: { code: "nav-not-positive", at: 0 },
    });
    const left = await listNavs(house.fund, "2026-11-23");
    expect(left.filter(({ strategy }) => strategy === "M-METAVERSE")).toEqual([]);
  });
});
