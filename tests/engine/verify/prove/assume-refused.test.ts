import { describe, expect, it } from "vitest";
import type { Logic } from "../../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { decide, END, must, not, YES } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";
import { square, sure, yes } from "./rules-found.ts";

const other: Logic = { var: "facts.q.yes" };
const lacks = (field: string): Logic => ({ missing: [`facts.p.${field}`] });

type Promises = { readonly [rule: string]: readonly [fact: string, ...clauses: readonly Logic[]] };

/** Returns the findings with these assumptions about two facts, by the name of the assumption. */
function found(
  promises: Promises,
  { budget, fields = {} }: { readonly budget?: number; readonly fields?: JsonObject } = {},
) {
  const definition = small({
    steps: { ask: decide("done"), done: END },
    facts: { p: { "yes?": YES, "sure?": YES, "age?": { type: "integer" }, ...fields }, q: { yes: YES } },
    rules: Object.fromEntries(
      Object.entries(promises).map(([id, [fact, ...clauses]]) => [
        id,
        must(clauses, { assumes: fact, onMissing: "allow" }),
      ]),
    ),
  });
  return prove(definition, {
    fileOf: (rule) => `${rule}.json`,
    ...(budget === undefined ? {} : { budget }),
  }).map(({ file, pointer, severity, says }) => [file, pointer, severity, says]);
}

const impossible = (fact: string, ...rules: readonly string[]) => [
  `${rules[0]}.json`,
  "/must",
  "error",
  { key: "assumption-impossible", params: { fact, rules } },
];
const undecided = (why: JsonObject, ...rules: readonly string[]) => [
  `${rules[0]}.json`,
  "/must",
  "error",
  { key: "not-proved.assumption", params: { rules, why } },
];
const ages = { key: "why.values", params: { places: ["facts.p.age"] } };

describe("the check that some user can satisfy each assumption", () => {
  it.each<readonly [what: string, promises: Promises, findings: readonly unknown[]]>([
    ["accepts an assumption that some users satisfy", { a: ["p", { or: [not(yes), sure] }] }, []],
    [
      "accepts an assumption that only users with another value satisfy",
      { a: ["p", lacks("yes"), { or: [sure, not(sure)] }] },
      [],
    ],
    ["rejects a contradiction", { a: ["p", yes, not(yes)] }, [impossible("p", "a")]],
    ["rejects an assumption that the fact is absent", { a: ["p", lacks("yes")] }, [impossible("p", "a")]],
    [
      "rejects two assumptions that contradict each other",
      { a: ["p", yes], b: ["p", not(yes)] },
      [impossible("p", "a", "b")],
    ],
    ["accepts two assumptions about two facts", { a: ["p", yes], b: ["q", not(other)] }, []],
    [
      "rejects two contradictory assumptions, each separately",
      { a: ["p", yes, not(yes)], b: ["q", other], c: ["q", not(other)] },
      [impossible("p", "a"), impossible("q", "b", "c")],
    ],
    [
      "rejects an assumption that is not decided for every value",
      { a: ["p", square] },
      [undecided(ages, "a")],
    ],
    [
      "rejects an assumption together with an undecided one about the same fact",
      { a: ["p", yes], b: ["p", square], c: ["q", other] },
      [undecided(ages, "a", "b")],
    ],
  ])("gives the expected verdict: %s", (_, promises, findings) => {
    expect(found(promises)).toEqual(findings);
  });

  it("the required properties of the fact count in the check of an assumption", () => {
    const promises: Promises = { a: ["p", lacks("must"), { or: [sure, not(sure)] }] };
    expect(found(promises, { fields: { "must?": YES } })).toEqual([]);
    expect(found(promises, { fields: { must: YES } })).toEqual([impossible("p", "a")]);
  });

  it("an assumption is rejected if its check needs more than the budget", () => {
    const wide = { or: [yes, { and: [sure, lacks("age")] }] };
    expect(found({ a: ["p", wide] }, { budget: 4 })).toEqual([
      undecided({ key: "why.nodes", params: { budget: 4 } }, "a"),
    ]);
  });
});
