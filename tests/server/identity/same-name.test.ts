import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPartialName, type NameLikeness, sameName } from "../../../server/identity/same-name.ts";

describe("a payer's name as a bank prints it", () => {
  it.each<readonly [written: string, first: string, last: string, isPartial: boolean]>([
    ["น.ส. กาญจนก ว++", "กาญจนก", "วงศ์สวัสดิ์", true],
    ["นาย สมชาย ใ", "สมชาย", "ใจดี", true],
    ["MR. SOMCHAI J***", "Somchai", "Jaidee", true],
    ["KANCHANOK WONGSA", "Kanchanok", "Wongsawat", true],
    ["น.ส. กาญจ++ ว++", "กาญจนก", "วงศ์สวัสดิ์", false],
    ["น.ส. กาญจนก ส++", "กาญจนก", "วงศ์สวัสดิ์", false],
    ["นาย สมศักดิ์ ใ", "สมชาย", "ใจดี", false],
    ["นาย สมชาย ใจดี", "สมชาย", "ใจดี", false],
    ["สมชาย", "สมชาย", "-", false],
    ["", "สมชาย", "ใจดี", false],
  ])("the printed name %s may be a short form of %s %s: %s", (written, first, last, isPartial) =>
    expect(isPartialName(written, { first, last })).toBe(isPartial),
  );
});

describe("the comparison of a typed name with a person's name", () => {
  it.each<readonly [written: string, parts: readonly string[], likeness: NameLikeness]>([
    ["กาญจนก วงศ์สวัสดิ์", ["กาญจนก", "วงศ์สวัสดิ์"], "SAME"],
    ["นางสาวกาญจนก  วงศ์สวัสดิ์", ["กาญจนก", "วงศ์สวัสดิ์"], "SAME"],
    ["น.ส. กาญจนก วงศ์สวัสดิ์", ["กาญจนก", "วงศ์สวัสดิ์"], "SAME"],
    ["MISS KANCHANOK WONGSAWAT", ["Kanchanok", "Wongsawat"], "SAME"],
    ["Ms.Kanchanok Wongsawat", ["Kanchanok", "Wongsawat"], "SAME"],
    ["kanchanok wong-sawat", ["Kanchanok", "Wongsawat"], "SAME"],
    ["นายิกา ใจดี", ["นายิกา", "ใจดี"], "SAME"],
    ["Wongsawat Kanchanok", ["Kanchanok", "Wongsawat"], "CLOSE"],
    ["Kanchanok Mary Wongsawat", ["Kanchanok", "Wongsawat"], "CLOSE"],
    ["Kanchanok Wongsawad", ["Kanchanok", "Wongsawat"], "CLOSE"],
    ["KANCHANOK WONGSA", ["Kanchanok", "Wongsawat"], "CLOSE"],
    ["กาญจนก วงศสวัสดิ์ และ สมชาย ใจดี", ["กาญจนก", "วงศ์สวัสดิ์"], "OTHER"],
    ["สมชาย ใจดี", ["กาญจนก", "วงศ์สวัสดิ์"], "OTHER"],
    ["Kanchanok", ["Kanchanok", "Wongsawat"], "OTHER"],
    ["Li Na", ["Lu", "Ma"], "OTHER"],
    ["-", ["Kanchanok", "Wongsawat"], "OTHER"],
    ["-", [], "OTHER"],
    ["น\u0E33้ ใจดี", ["น้ำ", "ใจดี"], "SAME"],
    ["น้\u0E4D\u0E32 ใจดี", ["น้ำ", "ใจดี"], "SAME"],
    ["น\u0E4D้\u0E32 ใจดี", ["น้ำ", "ใจดี"], "SAME"],
    ["กาญ\u200Bจนก\u00A0วงศ์สวัสดิ์", ["กาญจนก", "วงศ์สวัสดิ์"], "SAME"],
    ["Anne O\u2019Neil", ["Anne", "O'Neil"], "SAME"],
    ["KUMAR A/L RAJU", ["Kumar", "a/l Raju"], "SAME"],
    ["สมชาย", ["สมชาย", "-"], "SAME"],
  ])("gives for %s and %j the result %s", (written, parts, likeness) =>
    expect(sameName(written, ...parts)).toBe(likeness),
  );

  it("ignores titles, spacing and spelling variants", () => {
    const part = fc.stringMatching(/^[b-z]{3,20}$/);
    const title = fc.constantFrom("", "Mr. ", "mrs ", "MISS ", "นาย", "นางสาว ");
    fc.assert(
      fc.property(
        part,
        part,
        title,
        fc.constantFrom(" ", "  ", "-", ". "),
        (first, last, before, between) => {
          expect(sameName(`${before}${first.toUpperCase()}${between}${last}`, first, last)).toBe("SAME");
        },
      ),
    );
  });
});
