import { expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { checkAsking } from "../../../../engine/verify/lint/check-asking.ts";
import { END, form, is, must, over, TEXT } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";

/** Returns a rule on a step's answer. By default the same answer can correct it. */
const ruleOn = (step: string, { mend = `answers.${step}.x`, onMissing = "refuse" } = {}): JsonObject =>
  must([[mend, is(`answers.${step}.x`, "a")]], { onMissing });

type Rules = { readonly [rule: string]: JsonObject };

/** Returns the findings for two forms in sequence and an end that can be reached after the first. */
const found = (steps: JsonObject, rules: Rules, flow: JsonObject = {}) =>
  checkAsking(
    small({
      forms: { first: { x: TEXT }, second: { x: TEXT } },
      rules,
      flow,
      steps: { first: form("second"), second: form("done"), out: over("stopped"), done: END, ...steps },
    }),
    (rule) => `${rule}.json`,
  ).map(({ file = "flow", pointer, says }) => [file, pointer, says.key]);

const NOT_BEFORE = [["late.json", "/must/0/mend", "mend-not-before"]];

it.each<readonly [what: string, steps: JsonObject, rules: Rules, faults: readonly unknown[]]>([
  [
    "of the form's own step",
    { second: { ...form("done"), check: ["late"] } },
    { late: ruleOn("second") },
    [],
  ],
  ["of an earlier step", { second: { ...form("done"), check: ["early"] } }, { early: ruleOn("first") }, []],
  [
    "of a later step",
    { first: { ...form("second"), check: ["late"] } },
    { late: ruleOn("second") },
    NOT_BEFORE,
  ],
  [
    "of a step of another flow",
    { first: { ...form("second"), check: ["late"] } },
    { late: ruleOn("first", { mend: "answers.elsewhere.x" }) },
    [],
  ],
  [
    'of a later step, for a condition with onMissing "refuse"',
    { first: form(["late", "done"], "second") },
    { late: ruleOn("second") },
    [],
  ],
  [
    'of a later step, for a condition with onMissing "ask"',
    { first: form(["late", "done"], "second") },
    { late: ruleOn("second", { onMissing: "ask" }) },
    NOT_BEFORE,
  ],
  [
    'that does not exist, although onMissing is "ask"',
    { first: { ...form("second"), check: ["late"] } },
    { late: ruleOn("first", { onMissing: "ask", mend: "none" }) },
    [["late.json", "/must/0/mend", "ask-without-answer"]],
  ],
  [
    'that does not exist, if onMissing is "refuse"',
    { first: { ...form("second"), check: ["late"] } },
    { late: ruleOn("first", { mend: "none" }) },
    [],
  ],
  [
    "although it led to the end that explains it",
    { first: form(["early", "second"], "out"), out: { ...over("stopped"), explains: "early" } },
    { early: ruleOn("first") },
    [],
  ],
  [
    "although it led to an end that does not explain it",
    {
      first: form([is("answers.first.x", "b"), "second"], "out"),
      out: { ...over("stopped"), explains: "early" },
    },
    { early: ruleOn("first") },
    [["flow", "/steps/out/explains", "explains-unread"]],
  ],
])(
  "the check of corrections gives the expected findings if a rule's correction is an answer %s",
  (_, steps, rules, faults) => {
    expect(found(steps, rules)).toEqual(faults);
  },
);

it("an invariant may refer the user to an answer that comes before the protected step", () => {
  const held = (before: string) =>
    found({}, { late: ruleOn("second") }, { invariants: [{ before, rule: "late" }] });
  expect(held("first")).toEqual(NOT_BEFORE);
  expect(held("done")).toEqual([]);
});
