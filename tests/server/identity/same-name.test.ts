import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NameLikeness, sameName } from "../../../server/identity/same-name.ts";

describe("a name that somebody wrote", () => {
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
  ])("%s beside %j is %s", (written, parts, likeness) => expect(sameName(written, ...parts)).toBe(likeness));

  it("is the same whatever stands before it, between its parts, and however it is written", () => {
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
