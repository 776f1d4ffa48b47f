import { describe, expect, it } from "vitest";
import type { RuleFile } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { wordsOfChange } from "../../../../engine/verify/paths/index.ts";
import { chaptersOf } from "../../../../engine/verify/rule-book/chapters.ts";
import { casesOf, valueWords } from "../../../../engine/verify/rule-book/rule-cases.ts";
import { mendOf, usesOfRule } from "../../../../engine/verify/rule-book/rule-uses.ts";
import { namingOf } from "../../../../engine/verify/words/index.ts";
import { club } from "../words/fixtures/club.ts";

const naming = namingOf(club);

describe("the text that says how to correct a failed clause", () => {
  const titles = new Map([["kyc", { th: "ยืนยันตัวตน", en: "Identity" }]]);
  const mend = (at: string) => mendOf(club, at, { naming, titles });

  it("the text about a correction names a page, a task by title or id, an answer on its screen, or nothing", () => {
    expect(mend("none")).toEqual({ kind: "none" });
    expect(mend("/bank")).toEqual({ kind: "page", page: "/bank" });
    expect(mend("flow:kyc")).toEqual({
      kind: "flow",
      flow: "kyc",
      title: { th: "ยืนยันตัวตน", en: "Identity" },
    });
    expect(mend("flow:pin")).toEqual({ kind: "flow", flow: "pin", title: { th: "pin", en: "pin" } });
    expect(mend("answers.ask.amount")).toEqual({
      kind: "answer",
      question: { th: "“จำนวนเงิน”", en: "“Amount”" },
      screen: { th: "คำถาม", en: "Questions" },
    });
  });
});

describe("the places where a flow uses a rule", () => {
  it("the uses of a rule are listed by screen; a screen without a title has its name from the file", () => {
    expect(usesOfRule(club, "adult", naming)).toEqual([
      { kind: "before", name: { th: "เป็นสมาชิก", en: "A member" } },
      { kind: "check", name: { th: "คำถาม", en: "Questions" } },
      { kind: "lists", name: { th: "late", en: "late" } },
      { kind: "within", name: { th: "rich", en: "rich" } },
    ]);
    expect(usesOfRule(club, "rich", naming)).toEqual([
      { kind: "leads", name: { th: "คำถาม", en: "Questions" } },
    ]);
    expect(usesOfRule(club, "level", naming)).toEqual([
      { kind: "gives", name: { th: "“ระดับ”", en: "“Level”" } },
    ]);
    expect(usesOfRule(club, "nowhere", naming)).toEqual([]);
  });

  it("the uses of a rule include a single clause of another rule, without a title that only one language has", () => {
    const [clause] = club.rules.rich?.must ?? [];
    const two = [clause, { ...clause, id: "open", logic: { var: "flags.open" } }];
    const { club: texts } = club.texts.en.club as { readonly club: JsonObject };
    const definition = {
      ...club,
      rules: { ...club.rules, rich: { ...club.rules.rich, must: two } as RuleFile },
      texts: { ...club.texts, en: { ...club.texts.en, club: { club: { ...texts, join: {} } } } },
    };
    expect(usesOfRule(definition, "adult", naming)).toEqual([
      { kind: "before", name: { th: "join", en: "join" } },
      { kind: "check", name: { th: "คำถาม", en: "Questions" } },
      { kind: "lists", name: { th: "late", en: "late" } },
      { kind: "within", name: { th: "rich", en: "rich" } },
    ]);
  });

  it("the uses of a rule include the exemption from a challenge; the first step has no screen name", () => {
    const first = { kind: "decide", next: [{ when: "rich", to: "join" }, { to: "join" }] };
    const join = { kind: "effect", effect: "club.join", input: {}, errors: {}, next: [{ to: "late" }] };
    const { late } = club.flow.steps;
    const definition = {
      ...club,
      flow: { ...club.flow, start: "first", steps: { first, join, late } as typeof club.flow.steps },
      effects: {
        "club.join": { confirmedBy: { challenge: "pin", unless: "rich" } },
      } as unknown as typeof club.effects,
    };
    expect(usesOfRule(definition, "rich", naming)).toEqual([
      { kind: "leads", name: null },
      { kind: "spares", name: { th: "เป็นสมาชิก", en: "A member" } },
    ]);
  });

  it("the uses of an assumption include the name of its fact", () => {
    const assumes = { ...club.rules.rich, assumes: "member" } as RuleFile;
    const definition = {
      ...club,
      rules: { ...club.rules, rich: assumes },
      texts: {
        th: { ...club.texts.th, fact: { member: { label: "ทะเบียน" } } },
        en: { ...club.texts.en, fact: { member: { label: "the register" } } },
      },
    };
    expect(usesOfRule(definition, "rich", namingOf(definition)).at(-1)).toEqual({
      kind: "assumed",
      name: { th: "ทะเบียน", en: "the register" },
    });
  });
});

describe("the text of the value that a rule returns", () => {
  it("is the screen's text, preceded by the value if that text omits it; without a screen text, only the value", () => {
    const level = (value: Json) => valueWords({ definition: club, rule: "level", naming }, value);
    expect(level(1)).toEqual({ th: "1 · “หนึ่ง”", en: "1 · “One”" });
    expect(level(2)).toEqual({ th: "“2 ดาว”", en: "“2 stars”" });
    const other = (value: Json) => valueWords({ definition: club, rule: "adult", naming }, value);
    expect([other(3), other("1000.00"), other(true)]).toEqual([
      { th: "3", en: "3" },
      { th: "1000.00", en: "1000.00" },
      { th: "ใช่", en: "yes" },
    ]);
  });
});

describe("the cases of a rule, in words,", () => {
  const reads = ["signed", "status", "note", "units"].map((name) => `facts.member.${name}`);
  const given = (member: JsonObject, more: JsonObject = {}): JsonObject => ({ facts: { member }, ...more });
  const rule = (cases: readonly { given: JsonObject; expect: Json }[]): RuleFile =>
    ({
      ...club.rules.adult,
      id: "checked",
      must: [
        {
          id: "all",
          reason: "warning:club.all",
          mend: "none",
          logic: {
            and: [
              { var: reads[0] },
              { "==": [{ var: reads[1] }, "NEW"] },
              { "!=": [{ var: reads[2] }, ""] },
              { ">": [{ var: reads[3] }, "1.0000"] },
            ],
          },
        },
      ],
      cases: cases.map((one, index) => ({ why: `case ${index}`, ...one })),
    }) as RuleFile;
  const told = (cases: readonly { given: JsonObject; expect: Json }[]) => {
    const checked = rule(cases);
    return casesOf({ ...club, rules: { ...club.rules, checked } }, checked, naming);
  };
  const whole = { units: "5.0000", status: "NEW", signed: true, note: "x" };

  it("a case names all values that the rule reads, and both values if the rule reads two", () => {
    expect(told([]).needs).toEqual([
      { th: "สัญญา (ลงนามแล้ว หรือ ยังไม่ลงนาม)", en: "the contract (signed or unsigned)" },
      { th: "สถานะ", en: "the standing" },
      { th: "บันทึก", en: "the note" },
      { th: "หน่วยที่ถือ", en: "the units held" },
    ]);
  });

  it("the first case lists each value that the rule reads, in the rule's order, and then the remaining values", () => {
    const more = { answers: { ask: { count: 2 } } };
    const [first] = told([{ given: given(whole, more), expect: true }]).cases;
    expect(first).toEqual({
      why: "case 0",
      likeFirst: false,
      given: [
        { th: "สัญญาลงนามแล้ว", en: "the contract is signed" },
        { th: "สถานะ คือ ใหม่", en: "the standing is new" },
        { th: "บันทึก คือ x", en: "the note is x" },
        { th: "หน่วยที่ถือ คือ 5.0000", en: "the units held is 5.0000" },
        { th: "“จำนวนบุตร” คือ 2", en: "“Children” is 2" },
      ],
      open: [],
      answer: "met",
      value: null,
    });
  });

  it("a later case is listed only by what differs, if at most half of the values differ", () => {
    const { note: _, ...open } = whole;
    const { cases } = told([
      { given: given(whole), expect: true },
      { given: given({ ...whole, signed: false }), expect: false },
      { given: given({ ...whole, signed: false, status: "OLD" }), expect: false },
      { given: given({ ...whole, signed: false, status: "OLD", note: "y" }), expect: false },
      { given: given(open), expect: "unknown" },
    ]);
    expect(
      cases.map(({ likeFirst, given, open: left, answer }) => [
        likeFirst,
        given.map(({ en }) => en),
        left.map(({ en }) => en),
        answer,
      ]),
    ).toEqual([
      [false, expect.anything(), [], "met"],
      [true, ["the contract is unsigned"], [], "notMet"],
      [true, ["the contract is unsigned", "the standing is old"], [], "notMet"],
      [
        false,
        ["the contract is unsigned", "the standing is old", "the note is y", "the units held is 5.0000"],
        [],
        "notMet",
      ],
      [true, [], ["the note"], "unknown"],
    ]);
  });

  it("each case is listed completely if the rule reads few values", () => {
    const three = { signed: true, status: "NEW", note: "x" };
    const [first, second] = told([
      { given: given({ ...three }), expect: true },
      { given: given({ ...three, note: "y" }), expect: true },
    ]).cases;
    expect([first?.likeFirst, second?.likeFirst]).toEqual([false, false]);
    expect(second?.given).toHaveLength(3);
    expect(second?.open).toEqual([{ th: "หน่วยที่ถือ", en: "the units held" }]);
  });

  it("a case of a value rule shows the returned value", () => {
    const level = {
      ...club.rules.level,
      cases: [{ why: "rich", given: {}, expect: 2 }],
    } as RuleFile;
    expect(casesOf(club, level, naming).cases).toMatchObject([
      { answer: "value", value: { th: "“2 ดาว”", en: "“2 stars”" } },
    ]);
  });
});

describe("the chapters of a rule book", () => {
  const title = (flow: string) => ({ th: `ไทย ${flow}`, en: flow });
  const page = (id: string, ...flows: string[]) => ({
    id,
    kind: "must",
    uses: flows.map((flow) => ({ flow, title: title(flow) })),
  });

  it("the chapters are shared rules, one chapter per flow, unused rules and assumptions; each page appears once", () => {
    const pages = [
      { ...page("promise", "kyc"), kind: "assumption" },
      page("lonely"),
      page("a", "invest"),
      page("b", "kyc"),
      page("c", "invest"),
      page("both", "invest", "kyc"),
    ];
    const ids = (chapter: { readonly pages: readonly { readonly id: string }[] }) =>
      chapter.pages.map(({ id }) => id);
    expect(chaptersOf(pages).map((chapter) => [chapter.id, chapter.title, ids(chapter)])).toEqual([
      ["shared", null, ["both"]],
      ["invest", title("invest"), ["a", "c"]],
      ["kyc", title("kyc"), ["b"]],
      ["unused", null, ["lonely"]],
      ["assumptions", null, ["promise"]],
    ]);
    expect(chaptersOf([])).toEqual([]);
  });
});

describe("a path that changed, in the rule book,", () => {
  const before = { next: "late", end: "join" };
  const told = (
    now: Parameters<typeof wordsOfChange>[1]["now"],
    was: { next: string | null; end: string } = before,
  ) => wordsOfChange(club, { name: "somebody", step: "ask", before: was, now });
  const WAS = {
    th: "เดิมผู้นี้ไปต่อจาก “คำถาม” (ask) ที่ late และจบที่ “เป็นสมาชิก” (join)",
    en: "this person went on from “Questions” (ask) to late and ended at “A member” (join)",
  };

  it("a changed path is described by the old path and the new path", () => {
    expect(told({ kind: "goes", next: "late", end: "join" })).toEqual({
      th: `${WAS.th}; ตอนนี้ไปที่ late และจบที่ “เป็นสมาชิก” (join)`,
      en: `${WAS.en}; now goes to late and ends at “A member” (join)`,
    });
    expect(told({ kind: "goes", next: "join", end: "join" })).toEqual({
      th: `${WAS.th}; ตอนนี้ไปถึง “เป็นสมาชิก” (join)`,
      en: `${WAS.en}; now goes on to “A member” (join)`,
    });
    expect(told({ kind: "goes", next: null, end: "ask" })).toEqual({
      th: `${WAS.th}; ตอนนี้หยุดที่ “คำถาม” (ask)`,
      en: `${WAS.en}; now stays at “Questions” (ask)`,
    });
    expect(told({ kind: "goes", next: "late", end: "late" }, { next: null, end: "join" })).toEqual({
      th: "เดิมผู้นี้จบที่ “เป็นสมาชิก” (join); ตอนนี้ไปถึง late",
      en: "this person ended at “A member” (join); now goes on to late",
    });
  });

  it("a stopped path is described by the reason for a rejected answer, by its code, or by the missing answer", () => {
    const errors = [
      { pointer: "/nick", code: "required", params: {} },
      { pointer: "", code: "closed", params: {} },
    ];
    expect(told({ kind: "refused", at: "ask", errors })).toEqual({
      th: `${WAS.th}; ตอนนี้คำตอบที่ “คำถาม” (ask) ไม่ผ่าน: /nick required, closed`,
      en: `${WAS.en}; the answer at “Questions” (ask) is no longer taken: /nick required, closed`,
    });
    expect(told({ kind: "lost", at: "ask" })).toEqual({
      th: `${WAS.th}; ตอนนี้ “คำถาม” (ask) ถามสิ่งที่ผู้นี้ไม่มีคำตอบ`,
      en: `${WAS.en}; “Questions” (ask) now asks for something this person has no answer to`,
    });
  });
});
