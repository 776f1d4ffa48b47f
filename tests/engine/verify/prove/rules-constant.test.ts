import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { must, not, value } from "../../fixtures/parts.ts";
import { age, found, level, square, sure, told, withRules, word, yes } from "./rules-found.ts";

const WHOLE = { type: "integer" };
const YES_OR_NO = { type: "boolean" };
const WORD = { type: "string", enum: ["A", "B"] };
const either = { or: [yes, not(yes)] };
const wide = { ">": [{ "*": [age, age] }, 9] };
const neither = { and: [yes, not(yes)] };
const anyhow = { if: [{ missing: ["facts.p.yes"] }, 3, 3] };
const constant = (pointer: string, answer: unknown) => [
  "error",
  pointer,
  { key: "constant-rule", params: { answer } },
];
const known = (pointer: string, answer: unknown) => [
  "error",
  pointer,
  { key: "constant-rule.known", params: { answer } },
];
const holds = { key: "answers.holds" };
const fails = { key: "answers.fails" };

describe("the check that a rule has different results for different users", () => {
  it.each<readonly [what: string, rule: JsonObject, findings: readonly unknown[]]>([
    ["a rule that always holds", must([{ or: [yes, true] }]), [constant("/must", holds)]],
    ["a rule that never holds", must([{ and: [yes, false] }]), [constant("/must", fails)]],
    [
      'a rule that holds or is unknown, with onMissing "allow"',
      must([either], { onMissing: "allow" }),
      [constant("/must", holds)],
    ],
    [
      'a rule that holds or is unknown, with onMissing "refuse"',
      must([either], { onMissing: "refuse" }),
      [known("/must", holds)],
    ],
    [
      'a rule that holds or is unknown, with onMissing "ask"',
      must([either], { onMissing: "ask" }),
      [known("/must", holds)],
    ],
    [
      'a rule that fails or is unknown, with onMissing "refuse"',
      must([neither], { onMissing: "refuse" }),
      [constant("/must", fails)],
    ],
    [
      'a rule that fails or is unknown, with onMissing "ask"',
      must([neither], { onMissing: "ask" }),
      [known("/must", fails)],
    ],
    ["a rule whose clauses fail together", must([yes, not(yes)]), [constant("/must", fails)]],
    ["a value that is always one number", value(WHOLE, anyhow), [constant("/value/logic", "3")]],
    [
      "a value that is always one enum value",
      value(WORD, { if: [{ missing: ["facts.p.yes"] }, "A", "A"] }),
      [constant("/value/logic", '"A"')],
    ],
    [
      "a boolean value that is always true",
      value(YES_OR_NO, { or: [yes, true] }),
      [constant("/value/logic", "true")],
    ],
    [
      "a value that may be unknown, with any onMissing",
      value(YES_OR_NO, either, { onMissing: "allow" }),
      [known("/value/logic", holds)],
    ],
    [
      "a number that is never that high",
      must([{ ">": [level, 3] }], { onMissing: "ask" }),
      [known("/must", fails)],
    ],
    ["a value that may be any enum value", must([{ in: [word, ["A", "B", "C"]] }]), [known("/must", holds)]],
    [
      "a value that is constant whenever it is known",
      value(WHOLE, { if: [yes, 3, 3] }),
      [known("/value/logic", "3")],
    ],
    ["a deliberate test of presence", must([{ or: [{ "!!": [yes] }, not(yes)] }]), []],
    [
      "a number outside its declared type",
      value({ type: "integer", maximum: 3 }, { if: [yes, 3, 9] }),
      [["error", "/value/type", { key: "value-outside-type", params: { value: "9" } }]],
    ],
    [
      "two values outside the declared type, reported once",
      value({ type: "integer", maximum: 7 }, { if: [yes, 8, { if: [sure, 9, 3] }] }),
      [["error", "/value/type", { key: "value-outside-type", params: { value: "8" } }]],
    ],
    [
      "a condition with arithmetic, or its opposite",
      must([{ or: [wide, not(wide)] }], { onMissing: "refuse" }),
      [known("/must", holds)],
    ],
    [
      "a condition with arithmetic, and its opposite written as another comparison",
      must([{ and: [wide, { "<=": [{ "*": [age, age] }, 9] }] }], { onMissing: "ask" }),
      [known("/must", fails)],
    ],
    [
      "a value that is the same on both sides of a condition with arithmetic",
      value(WHOLE, { if: [wide, 3, 3] }),
      [known("/value/logic", "3")],
    ],
    ["a value that is one of two numbers", value(WHOLE, { if: [{ missing: ["facts.p.yes"] }, 3, 4] }), []],
  ])("gives the expected findings for %s", (_, rule, findings) => {
    expect(found({ rule }).map(told)).toEqual(findings);
  });

  it("reports only the constant rule itself, and every further constant rule", () => {
    const both = found({
      one: must([{ or: [yes, true] }, { or: [sure, true] }]),
      two: value(WHOLE, anyhow),
    });
    expect(both.map(({ file }) => file)).toEqual([
      "flows/small/rules/one.json",
      "flows/small/rules/two.json",
    ]);
    expect(both.map(told)).toEqual([constant("/must", holds), constant("/value/logic", "3")]);
  });

  it("names the rule's file as the caller's function fileOf returns it", () => {
    const named = prove(withRules({ one: value(WHOLE, anyhow) }), {
      fileOf: (rule) => `here/${rule}.json`,
    });
    expect(named.map(({ file }) => file)).toEqual(["here/one.json"]);
  });

  it("shows any user as example, and verifies that user's result", () => {
    const [finding] = found({ rule: value(WHOLE, anyhow) });
    const everybody = { th: "ทุกคน", en: "everybody" };
    expect(finding?.witness).toEqual({ words: everybody, scope: {}, answer: 3, replayed: true });
    const [allowed] = found({ rule: must([either], { onMissing: "allow" }) });
    expect(allowed?.witness).toEqual({ words: everybody, scope: {}, answer: "unknown", replayed: true });
  });

  it("shows a user who has the required properties of the fact and satisfies the assumptions", () => {
    const promised = (logic: JsonObject) =>
      prove(
        withRules(
          { rule: must([{ or: [yes, sure, true] }]), kept: must([logic], PROMISE) },
          { yes: YES_OR_NO, sure: YES_OR_NO },
        ),
      ).map(({ witness }) => witness?.scope);
    expect(promised({ or: [yes, sure] })).toEqual([{ facts: { p: { yes: true, sure: true } } }]);
    expect(promised({ and: [yes, not(sure)] })).toEqual([{ facts: { p: { yes: true, sure: false } } }]);
  });
});

const PROMISE: JsonObject = { assumes: "p", onMissing: "allow" };

describe("the check that no clause follows from the remaining clauses", () => {
  const implied = (at: number) => ["error", `/must/${at}/logic`, { key: "dead-condition.implied" }];
  const low = { "<": [level, 3] };
  it.each<readonly [what: string, clauses: readonly JsonObject[], findings: readonly unknown[]]>([
    ["a clause with a longer list", [{ in: [word, ["A"]] }, { in: [word, ["A", "B"]] }], [implied(1)]],
    ["a clause with a higher limit", [low, { "<": [level, 2] }], [implied(0)]],
    ["a clause that occurs twice", [low, low], [implied(0), implied(1)]],
    ["a clause that is known for other users", [low, { or: [low, yes] }], [implied(1)]],
    ["a clause that only overlaps", [{ in: [word, ["A", "B"]] }, { in: [word, ["B", "C"]] }], []],
    ["a clause about something else", [low, sure as JsonObject], []],
  ])("gives the expected findings for %s", (_, clauses, findings) => {
    expect(found({ rule: must(clauses) }).map(told)).toEqual(findings);
  });
});

describe("the check that a clause has different results for different users", () => {
  const clause = (at: number, answer: unknown) => [
    "error",
    `/must/${at}/logic`,
    { key: "dead-condition.clause", params: { answer } },
  ];

  it.each<readonly [what: string, rule: JsonObject, findings: readonly unknown[]]>([
    [
      "a clause that is always true",
      must([yes, { or: [sure, true] }, { "==": [word, "A"] }]),
      [clause(1, "true")],
    ],
    [
      "a clause that is true or unknown, which are two results",
      must([sure, either], { onMissing: "allow" }),
      [],
    ],
    [
      "more than one such clause",
      must([{ or: [yes, true] }, sure, { or: [level, 1] }].slice(0, 2)),
      [clause(0, "true")],
    ],
  ])("gives the expected findings for %s", (_, rule, findings) => {
    expect(found({ rule }).map(told)).toEqual(findings);
  });

  it("reports the whole rule if the rule has only one clause", () => {
    expect(found({ rule: must([{ or: [sure, true] }]) }).map(told)).toEqual([constant("/must", holds)]);
  });

  it("shows any user as example", () => {
    expect(found({ rule: must([yes, { or: [sure, true] }]) })[0]?.witness).toEqual({
      words: { th: "ทุกคน", en: "everybody" },
      scope: {},
      answer: true,
      replayed: true,
    });
  });
});

describe("the report of a rule about which the prover is undecided", () => {
  const open = (why: JsonObject) => [
    "warning",
    "",
    { key: "not-proved.rule", params: { rule: "rule", why } },
  ];
  const ages = { key: "why.values", params: { places: ["facts.p.age"] } };

  it.each<readonly [what: string, rule: JsonObject]>([
    ["a rule that holds for every sampled age", must([square], { onMissing: "allow" })],
    ["a clause that holds for every sampled age", must([yes, { or: [square, true] }])],
    ["a part that decides nothing for any sampled age", must([{ and: [yes, { or: [yes, square] }] }])],
    ["a value that is the same for every sample", value(WHOLE, { if: [{ or: [square, true] }, 3, 3] })],
    [
      "a clause next to one that may imply it",
      must([{ ">": [age, 3] }, { and: [{ ">": [age, 2] }, square] }]),
    ],
  ])("claims nothing about %s", (_, rule) => {
    expect(found({ rule })).toEqual([
      { file: "flows/small/rules/rule.json", code: "not-proved", ...spread(open(ages)) },
    ]);
  });

  it("no undecided rule is reported if samples already show different results", () => {
    expect(found({ rule: must([{ ">": [{ "*": [age, age] }, 9] }]) })).toEqual([]);
  });

  it("a rule that needs more than its budget is reported, while the remaining rules are proved", () => {
    const wide = { or: [{ and: [yes, sure, { "==": [level, 2] }] }, { "==": [word, "A"] }] };
    const rules = { rule: must([wide]), small: value(WHOLE, anyhow) };
    expect(found(rules, 12).map(told)).toEqual([
      open({ key: "why.nodes", params: { budget: 12 } }),
      constant("/value/logic", "3"),
    ]);
    expect(found(rules).map(told)).toEqual([constant("/value/logic", "3")]);
  });
});

function spread([severity, pointer, says]: readonly unknown[]): object {
  return { severity, pointer, says };
}
