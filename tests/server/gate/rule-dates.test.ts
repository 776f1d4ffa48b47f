import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { checkRuleDates } from "../../../server/gate/rule-dates.ts";

const FILE = "flows/shop/rules/enough.json";
const RULE: JsonObject = {
  id: "enough",
  from: "2026-11-20",
  onMissing: "ask",
  must: [{ id: "least", reason: "warning:enough", logic: { ">=": [{ var: "answers.a.b" }, 1] } }],
};
const more = [{ id: "least", reason: "warning:enough", logic: { ">=": [{ var: "answers.a.b" }, 2] } }];
const found = (before: Json | undefined, after: Json, file = FILE) =>
  checkRuleDates(before === undefined ? {} : { [file]: before }, { [file]: after }, "2026-11-22").map(
    ({ severity, pointer, says }) => [severity, pointer, says.key],
  );
const NOT_YET = [["error", "/from", "rule-not-yet"]];
const KEPT = [["warning", "/from", "rule-from-kept"]];

test.each<readonly [what: string, before: Json | undefined, after: Json, faults: readonly Json[]]>([
  ["that is unchanged", RULE, RULE, []],
  ["with another title", RULE, { ...RULE, title: "rule:other.title" }, []],
  [
    "with another reason",
    RULE,
    { ...RULE, must: [{ ...(RULE.must as JsonObject[])[0], reason: "warning:other" }] },
    [],
  ],
  ["that is new from today", undefined, { ...RULE, from: "2026-11-22" }, []],
  ["that is new from tomorrow", undefined, { ...RULE, from: "2026-11-23" }, NOT_YET],
  ["that decides differently from tomorrow", RULE, { ...RULE, must: more, from: "2026-11-23" }, NOT_YET],
  ["that decides differently since the same day", RULE, { ...RULE, must: more }, KEPT],
  ["that lets people without data pass since the same day", RULE, { ...RULE, onMissing: "allow" }, KEPT],
  ["that decides differently from today", RULE, { ...RULE, must: more, from: "2026-11-22" }, []],
])("the check of start days has the expected findings for a rule %s", (_, before, after, faults) => {
  expect(found(before, after)).toEqual(faults);
});

test("a warning appears if the value of a rule changes but its start day does not", () => {
  const score = { ...RULE, must: undefined as never, value: { type: { type: "integer" }, logic: 1 } };
  expect(found(score, { ...score, value: { type: { type: "integer" }, logic: 2 } })).toEqual(KEPT);
});

test("the check of start days ignores a future start day in a file that is not a rule", () => {
  expect(found(undefined, { from: "2026-11-23" }, "schemas/shop/choose.json")).toEqual([]);
});
