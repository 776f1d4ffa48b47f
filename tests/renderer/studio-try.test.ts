import { describe, expect, test } from "vitest";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import { checkRules } from "../../engine/rules/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { casesOf, ruleBookOf } from "../../engine/verify/rule-book/index.ts";
import { namingOf } from "../../engine/verify/words/index.ts";
import { unquoted } from "../../renderer/studio/blocks/literals.ts";
import { placesOf } from "../../renderer/studio/engine/readable.ts";
import { allowedInstead } from "../../renderer/studio/rules/row-kind.ts";
import { caseOf, factFrom, factsOf, givenOf, personOf } from "../../renderer/studio/rules/tried-person.ts";
import { withFact } from "../../renderer/studio/rules/try-fields.tsx";
import { valueNames } from "../../renderer/studio/rules/value-names.ts";
import { loadFlow } from "../definitions/definition-files.ts";

async function readIn(flow: string) {
  const definition = await loadFlow(flow);
  const places = placesOf(definition);
  const naming = namingOf(definition);
  return Object.values(definition.rules).map((rule) => {
    const { needs } = casesOf(definition, rule, naming);
    return { definition, rule, facts: factsOf(definition, { rule: rule.id, needs }, places) };
  });
}

describe("a made-up person for whom a rule is tried", () => {
  test.each(["company", "invest", "kyc", "reduce"])(
    "has a named field for each value that the rules of %s read",
    async (flow) => {
      for (const { rule, facts } of await readIn(flow)) {
        for (const { path, name } of facts) {
          expect(name.th, path).not.toBe("");
          expect([path, name.en], path).not.toEqual([path, path]);
        }
        // The person of each case can be made up with these fields, so each case can be the beginning.
        for (const { given } of rule.cases) {
          const person = personOf({ given }, facts);
          expect(personOf({ given: givenOf(person) }, facts)).toEqual(person);
        }
      }
    },
  );

  test("is kept as a case that names the values and that the rule answers as before", async () => {
    const [minimum] = (await readIn("invest")).filter(({ rule }) => rule.id === "minimum");
    if (minimum === undefined) throw new Error("the flow invest has no rule minimum");
    const { definition, rule, facts } = minimum;
    const start = personOf(rule.cases[0] as (typeof rule.cases)[number], facts);
    const kept = caseOf(withFact(start, "answers.amount.amount", "1.00"), false, facts);
    expect(kept.given).toMatchObject({ answers: { amount: { amount: "1.00" } } });
    expect(kept.why).toBe(
      "tried: this strategy not held yet, Amount 1.00, the minimum for a first investment 10000.00, " +
        "the minimum for a top-up 10000.00",
    );
    const set = ruleSetOf({ ...definition, rules: { minimum: { ...rule, cases: [kept] } } });
    expect(checkRules(set)).toEqual([]);
  });

  test("has an unknown value again after its field is emptied", () => {
    const person = withFact({}, "derived.age", 20);
    expect(givenOf(person)).toEqual({ derived: { age: 20 } });
    expect(givenOf(withFact(person, "derived.age", undefined))).toEqual({});
  });

  test.each([
    ["20", { kind: "integer", of: "integer", decimals: 0 }, 20],
    ["10,000.5", { kind: "decimal", of: "baht", decimals: 2 }, "10000.50"],
    ["๒๑", { kind: "integer", of: "integer", decimals: 0 }, 21],
    ["๑,๐๐๐.๕", { kind: "decimal", of: "baht", decimals: 2 }, "1000.50"],
    ["๑/๒/๒๕๖๙", { kind: "date", of: "date", decimals: 0 }, "2026-02-01"],
    ["1, 2", { kind: "list", of: "integer", decimals: 0 }, [1, 2]],
    ["1, two", { kind: "list", of: "integer", decimals: 0 }, null],
    ["1.00, 2", { kind: "list", of: "baht", decimals: 2 }, ["1.00", "2.00"]],
    ["a, b", { kind: "list", of: "string", decimals: 0 }, ["a", "b"]],
  ] as const)("gets from the input %s, typed for %o, the value %j", (typed, place, value) => {
    const named = { path: "derived.x", name: { th: "", en: "" }, values: [], ...place };
    expect(factFrom(typed, named)).toEqual(value as Json);
  });

  test("cannot have a score of 50, because scores are limited to 10 to 40, which a message states", async () => {
    const level = (await readIn("kyc")).find(({ rule }) => rule.id === "suitability-level");
    const score = level?.facts.find(({ path }) => path === "derived.score");
    if (score === undefined) throw new Error("the rule reads no score");
    const instead = { key: "range", params: { least: 10, most: 40 } };
    expect(allowedInstead(50, score.kind)).toEqual(instead);
    expect(allowedInstead(40, score.kind)).toBe(null);
  });

  test("has a choice of “on record” for a text of which the rule only asks whether it is there", async () => {
    const able = (await readIn("invest")).find(({ rule }) => rule.id === "able-to-invest");
    if (able === undefined) throw new Error("the flow invest has no rule able-to-invest");
    const { facts } = able;
    const isPresence = Object.fromEntries(facts.map(({ path, presence }) => [path, presence]));
    expect(isPresence["facts.investor.trueMoneyId"]).toBe("TMN-1001");
    expect(isPresence["facts.investor.kycStatus"]).toBe(null);
    const kept = caseOf({ "facts.investor.trueMoneyId": "TMN-1001" }, true, facts);
    expect(kept.why).toMatch(/ on record$/);
  });

  test("gets a value with its name, as the cases of the rule show it", async () => {
    const definition = await loadFlow("kyc");
    const page = ruleBookOf([definition]).find(({ rule }) => rule === "suitability-level");
    const rule = definition.rules["suitability-level"];
    if (page === undefined || rule === undefined) throw new Error("there is no rule of levels");
    const said = valueNames(rule, page, "en");
    expect([1, 2, 3, 4, 5, 6].map(said)).toEqual([
      ...[0, 3, 7, 11, 15].map((index) => unquoted(page.cases[index]?.value?.en ?? "")),
      undefined,
    ]);
    expect(said(2)).toMatch(/^2 · ./);
  });

  test.each([
    ["“Amount”", "Amount"],
    ["“Amount” of “Bond”", "“Amount” of “Bond”"],
    ["age", "age"],
  ])("has the label of a value's name without its quotation marks: %s is %s", (name, label) => {
    expect(unquoted(name)).toBe(label);
  });
});
