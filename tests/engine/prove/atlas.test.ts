import { describe, expect, it } from "vitest";
import { ruleBookOf } from "../../../engine/verify/words/rule-book.ts";
import { loadFlow } from "../../definitions/definition-files.ts";

describe("the rule book", () => {
  it("says each clause in both languages, in the words of its logic", async () => {
    const pages = ruleBookOf([await loadFlow("kyc"), await loadFlow("invest")]);
    const adult = pages.find(({ id }) => id === "adult");
    expect(adult?.clauses[0]?.says).toEqual({ th: "อายุ (ปี) ไม่น้อยกว่า 20", en: "Age (years) is at least 20" });
    expect(pages.find(({ id }) => id === "able-to-invest")?.flows).toEqual(["kyc", "invest"]);
    for (const { clauses, table } of pages) {
      for (const { says } of clauses) expect([says.th, says.en]).not.toContain("");
      expect(clauses.length + table.length).toBeGreaterThan(0);
    }
  });

  it("turns a decision table into rows, the last one for everybody else", async () => {
    const pages = ruleBookOf([await loadFlow("kyc")]);
    const level = pages.find(({ id }) => id === "suitability-level");
    expect(level?.table.map(({ when, value }) => [when?.en ?? null, value.en])).toEqual([
      ["Score (10–40) is less than 15", "1"],
      ["Score (10–40) is less than 22", "2"],
      ["Score (10–40) is less than 30", "3"],
      ["Score (10–40) is less than 37", "4"],
      [null, "5"],
    ]);
  });
});
