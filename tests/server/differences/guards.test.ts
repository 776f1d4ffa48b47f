import { expect, test } from "vitest";
import type { RuleCase, RuleFile } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import { differencesOf } from "../../../server/differences/differences.ts";
import { guardOf } from "../../../server/differences/guards.ts";
import { readSource } from "../../../server/sources/source.ts";
import { loaded } from "./loaded.ts";

type Edit = (rule: RuleFile) => RuleFile;

/** Returns the effects of a change of one rule, with both versions of the rule's flow. */
async function changed(flow: string, path: string, edit: Edit) {
  const { source } = await readSource(process.cwd(), flow);
  const rule = source.files[path] as RuleFile;
  const files = { ...source.files, [path]: edit(rule) };
  const [before, after] = [loaded(source), loaded({ ...source, files })];
  const { rules } = differencesOf(before, after);
  return { before, after, guard: rules.find((one) => one.rule === rule.id)?.guard, rules };
}

const MINIMUM = "flows/invest/rules/minimum.json";
const FIRST_PIN = "flows/shared/rules/first-pin.json";
const PLACE = { effect: "orders.place", step: "place", as: "required" };

const without = (clause: string) => (rule: RuleFile) =>
  ({ ...rule, must: rule.must?.filter(({ id }) => id !== clause) }) as RuleFile;
const withCases = (cases: (old: readonly RuleCase[]) => readonly RuleCase[]) => (rule: RuleFile) => ({
  ...rule,
  cases: cases(rule.cases),
});
const onMissing = (does: RuleFile["onMissing"]) => (rule: RuleFile) => ({ ...rule, onMissing: does });
const logic = (of: Json) => (rule: RuleFile) =>
  ({ ...rule, must: rule.must?.map((clause) => ({ ...clause, logic: of })) }) as RuleFile;
/**
 * Indexes of the minimum rule's cases that only its first clause rejects, or for which that clause lacks
 * data.
 */
const HANG_ON_FIRST = [0, 7, 10, 12];
const both = (one: Edit, other: Edit) => (rule: RuleFile) => other(one(rule));

test.each<[string, string, Edit, object]>([
  [
    "that is less strict, without the test cases that would have shown it",
    MINIMUM,
    both(
      without("first"),
      withCases((old) => old.filter((_, index) => !HANG_ON_FIRST.includes(index))),
    ),
    { letsMore: "yes", casesGone: 4, casesTurned: 0 },
  ],
  [
    "that is less strict, with test cases that expect the new results",
    MINIMUM,
    both(
      without("first"),
      withCases((old) =>
        old.map((one, index) => (HANG_ON_FIRST.includes(index) ? { ...one, expect: true } : one)),
      ),
    ),
    { letsMore: "yes", casesGone: 0, casesTurned: 4 },
  ],
  [
    "that lets people without data pass",
    MINIMUM,
    onMissing("allow"),
    { letsMore: "yes", casesGone: 0, casesTurned: 0 },
  ],
  [
    "that refuses a person without data instead of waiting for the data",
    MINIMUM,
    onMissing("refuse"),
    { letsMore: "no", casesGone: 0, casesTurned: 0 },
  ],
  [
    "that only loses a test case",
    MINIMUM,
    withCases((old) => old.slice(1)),
    { letsMore: "no", casesGone: 1, casesTurned: 0 },
  ],
  [
    "whose test cases have other explanations and another order",
    MINIMUM,
    withCases((old) => [...old].reverse().map((one) => ({ ...one, why: `once more: ${one.why}` }))),
    { letsMore: "no", casesGone: 0, casesTurned: 0 },
  ],
])(
  "the comparison reports the consequences if the guard of an effect becomes a rule %s",
  async (_what, path, edit, guard) => {
    const found = await changed("invest", path, edit);
    expect(found.guard).toMatchObject({ ...guard, effects: [PLACE] });
  },
);

test.each<[string, Edit, string]>([
  [
    "a person who had a PIN before",
    both(
      logic({ var: "facts.investor.hadPin" }),
      withCases((old) => old.slice(2)),
    ),
    "yes",
  ],
  ["a person without the data", onMissing("allow"), "yes"],
  ["no one else", onMissing("ask"), "no"],
])(
  "the comparison reports whom a rule for exemptions from confirming now exempts: %s",
  async (_whom, edit, letsMore) => {
    const { guard } = await changed("pin", FIRST_PIN, edit);
    expect(guard).toMatchObject({
      effects: [{ effect: "accounts.setPin", step: "set", as: "lets-off" }],
      letsMore,
    });
  },
);

test("a rule that guards a guard of an effect also counts as a guard of the effect", async () => {
  const [level, most] = [{ var: "facts.strategy.riskLevel" }, { var: "facts.investor.suitMaxRisk" }];
  const person = { "==": [{ var: "facts.investor.customerType" }, "INDIVIDUAL"] };
  const fewer = both(
    logic({ and: [person, { ">": [level, most] }, { ">": [level, 7] }] }),
    withCases((old) => old.filter((_, index) => index !== 5)),
  );
  const { guard, rules } = await changed("invest", "flows/invest/rules/risk-mismatch.json", fewer);
  expect(guard?.effects).toMatchObject([PLACE]);
  expect(rules.find(({ rule }) => rule === "risk-acknowledged")?.guard).toMatchObject({
    effects: [PLACE],
    letsMore: "yes",
  });
});

test("the report includes the changes of a rule's test cases even if the rule guards nothing", async () => {
  const { guard } = await changed(
    "pin",
    "flows/pin/rules/pins-match.json",
    withCases((old) => old.slice(2)),
  );
  expect(guard).toEqual({ effects: [], letsMore: "no", casesGone: 2, casesRewritten: 0, casesTurned: 0 });
});

test("the report makes no claim about who passes if the versions cannot be compared", async () => {
  const { before, after } = await changed("invest", MINIMUM, onMissing("allow"));
  const versions = { before, after, rule: "minimum" };
  for (const compared of [
    { kind: "refused", findings: [] },
    { kind: "unknown", why: { key: "none" } as never, texts: [] },
  ] as const)
    expect(guardOf(versions, compared).letsMore).toBe("undecided");
});

test("a person who passed without data, and now meets the rule, counts as newly exempt, not as newly passing", async () => {
  const classes = [
    { from: "unknown, so allow", to: true, cubes: [], more: false, witness: {}, somebody: [], all: [] },
  ];
  const compared = { kind: "different", classes, clauses: [], texts: [] } as const;
  const pin = await changed("pin", FIRST_PIN, onMissing("allow"));
  expect(guardOf({ ...pin, rule: "first-pin" }, compared).letsMore).toBe("yes");
  const invest = await changed("invest", MINIMUM, onMissing("allow"));
  expect(guardOf({ ...invest, rule: "minimum" }, compared).letsMore).toBe("no");
});
