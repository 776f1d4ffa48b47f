import { describe, expect, it } from "vitest";
import type { Definition } from "../../../../engine/flow/index.ts";
import type { Logic, RuleFile } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { type RulePage, ruleBookOf } from "../../../../engine/verify/rule-book/rule-book.ts";
import { club } from "../words/fixtures/club.ts";

const both = (th: string, en: string = th) => ({ th, en });
const OPEN: Logic = { var: "flags.open" };

/** Returns the flow `club` with more rules, and with another id if one is given. */
const clubWith = (rules: { readonly [id: string]: JsonObject }, id = "club"): Definition => ({
  ...club,
  flow: { ...club.flow, id },
  rules: {
    ...club.rules,
    ...Object.fromEntries(
      Object.entries(rules).map(([rule, more]) => [
        rule,
        { ...club.rules.adult, id: rule, title: `rule:${rule}.title`, ...more } as RuleFile,
      ]),
    ),
  },
});

function page(pages: readonly RulePage[], id: string): RulePage {
  const found = pages.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no page ${id}`);
  return found;
}

const value = (type: JsonObject, logic: Logic): JsonObject => ({
  value: { type, logic },
  must: undefined as unknown as Json,
});
const pages = ruleBookOf([club]);

describe("a page of the rule book", () => {
  it("shows every part of a rule with clauses (`must`)", () => {
    expect(page(pages, "adult")).toEqual({
      id: "adult",
      rule: "adult",
      kind: "must",
      title: both("ผู้ใหญ่", "Of age"),
      source: both("a test"),
      owner: "tests",
      from: "2026-01-01",
      onMissing: "refuse",
      needs: [both("“อายุ”", "“Age”")],
      clauses: [
        {
          id: "age",
          says: { says: both("“อายุ” ไม่น้อยกว่า 20", "“Age” is at least 20"), parts: [] },
          reason: both("age"),
          mend: { kind: "none" },
        },
      ],
      table: [],
      says: null,
      cases: [
        {
          why: "nothing is known",
          likeFirst: false,
          given: [],
          open: [both("“อายุ”", "“Age”")],
          answer: "unknown",
          value: null,
        },
      ],
      coverage: {
        share: 0,
        conditions: [
          {
            says: both("“อายุ” ไม่น้อยกว่า 20", "“Age” is at least 20"),
            whenMet: "missing",
            whenNotMet: "missing",
          },
        ],
        thresholds: [
          {
            says: both("“อายุ” ไม่น้อยกว่า 20", "“Age” is at least 20"),
            under: "missing",
            at: "missing",
            over: "missing",
          },
        ],
        missing: 5,
      },
      otherWordings: [],
      uses: [
        {
          flow: "club",
          title: both("สมัครสมาชิก", "Joining"),
          at: [
            { kind: "before", name: both("เป็นสมาชิก", "A member") },
            { kind: "check", name: both("คำถาม", "Questions") },
            { kind: "lists", name: { th: "late", en: "late" } },
            { kind: "within", name: both("rich") },
          ],
        },
      ],
    });
  });

  it("a page shows the choices of a value rule row by row, with a last row for everyone else", () => {
    const { kind, clauses, table, says } = page(pages, "level");
    expect({ kind, clauses, table, says }).toEqual({
      kind: "value",
      clauses: [],
      table: [
        {
          when: {
            says: both("“จำนวนเงิน” มากกว่า 1,000.00 บาท", "“Amount” is more than 1,000.00 baht"),
            parts: [],
          },
          value: both("“2 ดาว”", "“2 stars”"),
        },
        { when: null, value: both("1 · “หนึ่ง”", "1 · “One”") },
      ],
      says: null,
    });
  });

  it("a page shows a computed value in a row as a sentence", () => {
    const logic: Logic = {
      if: [OPEN, { var: "answers.ask.count" }, { "+": [{ var: "answers.ask.count" }, 1] }],
    };
    const { table } = page(ruleBookOf([clubWith({ more: value({ type: "integer" }, logic) })]), "more");
    expect(table.map((row) => row.value.en)).toEqual(["“Children”", "“Children” + 1"]);
  });

  it("a page shows a calculation as a single condition text", () => {
    const logic: Logic = { "+": [{ var: "answers.ask.count" }, 1] };
    const { table, says } = page(ruleBookOf([clubWith({ more: value({ type: "integer" }, logic) })]), "more");
    expect([table, says]).toEqual([[], { says: both("“จำนวนบุตร” + 1", "“Children” + 1"), parts: [] }]);
  });

  it('a page about an assumption has the kind "assumption"', () => {
    const promise = {
      assumes: "member",
      must: [{ id: "x", reason: "r", mend: "none", logic: { var: "facts.member.signed" } }],
    };
    const { kind, title, uses } = page(ruleBookOf([clubWith({ sure: promise })]), "sure");
    expect([kind, title]).toEqual(["assumption", both("sure")]);
    expect(uses.map(({ at }) => at.map(({ kind }) => kind))).toEqual([["assumed"]]);
  });

  it("a page lists no uses if no flow uses the rule", () => {
    expect(page(ruleBookOf([clubWith({ alone: {} })]), "alone").uses).toEqual([]);
  });
});

describe("the rule pages of several flows", () => {
  const second = (rules: { readonly [id: string]: JsonObject }) => clubWith(rules, "second");

  it("the rule pages are sorted by id", () => {
    const ids = (...rules: readonly string[]) =>
      ruleBookOf([clubWith(Object.fromEntries(rules.map((rule) => [rule, {}])))]).map(({ id }) => id);
    expect(ids("b", "a", "z")).toEqual(["a", "adult", "b", "level", "rich", "z"]);
    expect(ids("z", "a", "b")).toEqual(["a", "adult", "b", "level", "rich", "z"]);
  });

  it("each rule has one page with its uses in each flow; a flow without a title is named by its id", () => {
    const shared = ruleBookOf([club, second({})]);
    expect(shared.map(({ id }) => id)).toEqual(["adult", "level", "rich"]);
    expect(page(shared, "rich").uses.map(({ flow, title }) => [flow, title.en])).toEqual([
      ["club", "Joining"],
      ["second", "second"],
    ]);
  });

  it("a rule with different wordings has one page for each wording, and each page refers to the other pages", () => {
    const asks = { onMissing: "ask" };
    const three = ruleBookOf([club, second({ adult: asks }), clubWith({ adult: asks }, "third")]);
    expect(three.map(({ id, rule }) => [id, rule])).toEqual([
      ["adult", "adult"],
      ["adult--second", "adult"],
      ["level", "level"],
      ["rich", "rich"],
    ]);
    expect(page(three, "adult").uses.map(({ flow }) => flow)).toEqual(["club"]);
    expect(page(three, "adult--second").uses.map(({ flow }) => flow)).toEqual(["second", "third"]);
    expect(page(three, "adult").otherWordings).toEqual([
      { id: "adult--second", flows: [both("second"), both("third")] },
    ]);
    expect(page(three, "adult--second").otherWordings).toEqual([
      { id: "adult", flows: [both("สมัครสมาชิก", "Joining")] },
    ]);
    expect(page(three, "level").otherWordings).toEqual([]);
  });

  it("a flow whose rules have faults has no rule pages", () => {
    const bad = { must: [{ id: "x", reason: "r", mend: "none", logic: { var: "facts.member.nowhere" } }] };
    expect(() => ruleBookOf([clubWith({ bad })])).toThrow(/^ruleBookOf: \w+ has no coverage$/);
  });
});
