import { beforeAll, describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { Definition } from "../../../../engine/flow/index.ts";
import { findText, sourceKeys } from "../../../../engine/flow/text-keys.ts";
import { withTrade } from "../../../../engine/flow/trade.ts";
import type { Language } from "../../../../engine/values/languages.ts";
import { chaptersOf } from "../../../../engine/verify/rule-book/chapters.ts";
import { type RulePage, ruleBookOf } from "../../../../engine/verify/rule-book/rule-book.ts";
import { flowNames, loadFlow } from "../../../definitions/definition-files.ts";

let definitions: readonly Definition[];
let pages: readonly RulePage[];

beforeAll(async () => {
  definitions = await Promise.all(flowNames().map(loadFlow));
  pages = ruleBookOf(definitions);
});

function page(id: string): RulePage {
  const found = pages.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no page ${id}`);
  return found;
}

describe("the page of a rule in the rule book", () => {
  it("a rule's page has a decision table with one row per case, in the words of the screens, and a last row for everyone else", () => {
    const { kind, table, clauses, says } = page("suitability-level");
    expect([kind, clauses, says]).toEqual(["value", [], null]);
    expect(table.map(({ when, value }) => [when?.says.en ?? null, value.en])).toEqual([
      ["“Score (10–40)” is less than 15", "“1 · Low”"],
      ["“Score (10–40)” is less than 22", "“2 · Low to moderate”"],
      ["“Score (10–40)” is less than 30", "“3 · Moderate to high”"],
      ["“Score (10–40)” is less than 37", "“4 · High”"],
      [null, "“5 · Very high”"],
    ]);
  });

  it("a rule's page has a calculation with one line per part, and a nested list for a choice in the calculation", () => {
    const { says, table } = page("suitability-score");
    expect([table, says?.says.en, says?.parts.length]).toEqual([[], "the sum of", 10]);
    const choice = says?.parts.find((part) => part.says.en === "the first of these that fits");
    expect(choice?.parts.at(-1)?.says).toEqual({ th: "นอกนั้น 1", en: "otherwise 1" });
  });

  it("a rule's page has the points of each answer if the text of the answer does not show the points", () => {
    const [, expenses] = page("suitability-score").says?.parts ?? [];
    expect(expenses?.says.en).toBe("“How much of your income goes to regular expenses?”");
    expect(expenses?.parts.at(0)?.says).toEqual({
      th: "“มากกว่า 75%” นับ 1",
      en: "“More than 75%” counts 1",
    });
    expect(page("age-score").table.map(({ value }) => value.en)).toEqual([
      "1 · “60 or over”",
      "2 · “45–59”",
      "3 · “35–44”",
      "4 · “Under 35”",
    ]);
  });

  it("a rule's page has the text that investors read and the way to correct the clause, with the names on the screens", () => {
    const [email, identity] = page("able-to-invest").clauses;
    expect(email?.mend).toEqual({ kind: "page", page: "/confirm-email" });
    expect(identity?.reason.en).toBe("Complete your identity verification");
    expect(identity?.mend).toEqual({
      kind: "flow",
      flow: "kyc",
      title: { th: "ยืนยันตัวตน", en: "Verify your identity" },
    });
    expect(page("minimum").clauses[0]?.mend).toEqual({
      kind: "answer",
      question: { th: "“จำนวนเงิน”", en: "“Amount”" },
      screen: { th: "คุณอยากลงทุนเท่าไร", en: "How much would you like to invest?" },
    });
  });

  it("a rule's page lists where each flow uses the rule", () => {
    const uses = page("able-to-invest").uses.map(({ flow, at }) => [
      flow,
      at.map(({ kind, name }) => [kind, name?.en]),
    ]);
    expect(uses).toContainEqual([
      "invest",
      [
        ["before", "Placing your order"],
        ["leads", undefined],
        ["lists", "You cannot invest yet"],
      ],
    ]);
    expect(page("risk-mismatch").uses[0]?.at).toContainEqual({
      kind: "within",
      name: { th: "รับทราบความเสี่ยงแล้ว", en: "A risk above what suits her is acknowledged" },
    });
    expect(page("suitability-level").uses[0]?.at.map(({ kind }) => kind)).toEqual(["gives"]);
    expect(page("minimum").uses[0]?.at.map(({ kind }) => kind)).toEqual(["before", "check"]);
  });

  it("the first case has all its data; later cases have only what differs from the first", () => {
    const [first, second, third] = page("able-to-invest").cases;
    expect(first).toMatchObject({
      likeFirst: false,
      answer: "met",
      why: "an individual with everything done",
    });
    expect(first?.given.map(({ en }) => en)).toContain("the FATCA declaration is made");
    expect(first?.open.map(({ en }) => en)).toEqual(["a TrueMoney account"]);
    expect(second).toMatchObject({ likeFirst: true, answer: "notMet", open: [] });
    expect(second?.given).toEqual([{ th: "คำรับรอง FATCA ยังไม่ให้", en: "the FATCA declaration is not made" }]);
    expect(third?.given.map(({ en }) => en)).toEqual([
      "the investor is a company",
      "the FATCA declaration is not made",
    ]);
    const open = page("adult").cases.at(-1);
    expect(open).toMatchObject({ given: [], answer: "unknown", open: [{ en: "“Age (years)”" }] });
    expect(page("fatca-form").cases[0]).toMatchObject({ answer: "value", value: { en: "“None”" } });
  });

  it("a rule's page names the values that the rule reads, and both values if there are two", () => {
    expect(page("able-to-invest").needs.map(({ en }) => en)).toContain("the contract (signed or not signed)");
    expect(page("able-to-invest").needs.map(({ th }) => th)).toContain("ผู้ลงทุน (บุคคลธรรมดา หรือ นิติบุคคล)");
  });

  it("a rule's page states for each condition and threshold whether the rule's cases cover it", () => {
    const { share, conditions, thresholds } = page("minimum").coverage;
    expect([share, conditions.length]).toEqual([1, 4]);
    expect(thresholds.map(({ says, ...shown }) => [says.en, shown])).toContainEqual([
      "“Amount” is at least the minimum for a top-up",
      { under: "shown", at: "shown", over: "shown" },
    ]);
  });
});

describe("the rule book as a whole", () => {
  it("the rule book has each rule once, in chapters: several flows, each flow, no flow, assumptions", () => {
    const chapters = chaptersOf([...pages, { ...page("adult"), id: "nowhere", uses: [] }]);
    const ids = chapters.flatMap((chapter) => chapter.pages.map(({ id }) => id));
    expect([...ids].sort()).toEqual([...pages.map(({ id }) => id), "nowhere"].sort());
    expect(chapters.at(0)).toMatchObject({ id: "shared", title: null });
    expect(chapters.slice(-2).map(({ id }) => id)).toEqual(["unused", "assumptions"]);
    expect(chapters.find(({ id }) => id === "kyc")?.title?.en).toBe("Verify your identity");
  });

  it("a rule whose wording differs between flows has a page for each wording, and each page refers to the other pages", () => {
    const changed = withTrade(
      structuredClone(definitions.find(({ flow }) => flow.id === "kyc")) as Definition,
      trade,
    );
    const able = changed.rules["able-to-invest"] as { onMissing: string };
    able.onMissing = "ask";
    const both = ruleBookOf([...definitions.filter(({ flow }) => flow.id !== "kyc"), changed]);
    const wordings = both.filter(({ rule }) => rule === "able-to-invest");
    expect(wordings.map(({ id, onMissing, uses }) => [id, onMissing, uses.map(({ flow }) => flow)])).toEqual([
      ["able-to-invest", "refuse", ["invest", "switch"]],
      ["able-to-invest--kyc", "ask", ["kyc"]],
    ]);
    expect(wordings[0]?.otherWordings).toEqual([
      { id: "able-to-invest--kyc", flows: [{ th: "ยืนยันตัวตน", en: "Verify your identity" }] },
    ]);
    expect(wordings[1]?.otherWordings.map(({ id }) => id)).toEqual(["able-to-invest"]);
  });

  it("each source is in both languages; the English text is that of the rule's file", () => {
    for (const definition of definitions)
      for (const rule of Object.values(definition.rules)) {
        const source = (language: Language) => findText(definition.texts, language, sourceKeys(rule));
        expect([rule.id, source("en")]).toEqual([rule.id, rule.source]);
        expect([rule.id, source("th")]).toEqual([rule.id, expect.stringMatching(/[ก-๙]/)]);
      }
  });
});
