import { describe, expect, it } from "vitest";
import type { OnMissing, RuleFile } from "../../../../engine/rules/rule.ts";
import type { JsonSchema } from "../../../../engine/values/json.ts";
import { AMOUNT, compare, leads, must, type Parts, person, toA, YES } from "./flow-parts.ts";

const X = { var: "answers.form.x" };

describe("the schema of a data path", () => {
  it("the comparison uses the older schema of a data path if only the older version has a schema", () => {
    const word: JsonSchema = { type: "object", properties: { y: { type: "string", enum: ["k", "l"] } } };
    expect(
      leads({ schema: word, next: toA({ "==": [{ var: "answers.form.y" }, "k"] }) }, { next: [{ to: "b" }] }),
    ).toEqual(["a → b: answers.form.y=k"]);
  });

  it("the comparison uses the newer schema of a data path if both versions have a schema", () => {
    const upTo = (maximum: number, bound: number): Parts => ({
      schema: { ...AMOUNT, properties: { x: { type: "integer", minimum: 1, maximum } } },
      next: toA({ "<": [X, bound] }),
    });
    expect(leads(upTo(9, 15), upTo(20, 12))).toEqual(["a → b: answers.form.x=12/13"]);
    expect(leads(upTo(20, 15), upTo(9, 12))).toEqual([]);
  });
});

describe("the comparison of a fact", () => {
  const asks = (fact: string, id: string, onMissing: OnMissing): Parts => ({
    next: toA(id),
    rules: [
      must(
        id,
        { and: [{ var: `facts.${fact}.yes` }, { ">": [{ var: `facts.${fact}.age` }, 5] }] },
        onMissing,
      ),
    ],
  });
  const all = (fact: string) =>
    `b → a: facts.${fact}.yes=true facts.${fact}.age=-; facts.${fact}.yes=- facts.${fact}.age=6/-`;
  const some = (fact: string) => `b → a: facts.${fact}.yes=true/- facts.${fact}.age=-`;

  it("treats a property as always present only if both versions require that property", () => {
    const between = (before: readonly string[], after: readonly string[]) =>
      leads(
        { ...asks("p", "able", "refuse"), required: before },
        { ...asks("p", "best", "allow"), required: after },
      );
    expect(between(["yes"], ["yes"])).toEqual([some("p")]);
    expect(between(["yes"], [])).toEqual([all("p")]);
    expect(between([], ["yes"])).toEqual([all("p")]);
  });

  it("uses the schema of a fact even if only one version reads the fact", () => {
    const facts = { q: person(["yes"]) };
    const none: Parts = { next: [{ to: "b" }] };
    const missing = (parts: readonly string[]) => parts.filter((one) => one.includes("age=-"));
    expect(missing(leads(none, { ...asks("q", "best", "allow"), facts }))).toEqual(
      missing(leads({ ...none, facts }, { ...asks("q", "best", "allow"), facts })),
    );
    expect(missing(leads({ ...asks("q", "able", "allow"), facts }, none))).toEqual(
      missing(leads({ ...asks("q", "able", "allow"), facts }, { ...none, facts })),
    );
    expect(leads(none, { ...asks("q", "best", "allow"), facts })).not.toEqual(
      leads(none, { ...asks("q", "best", "allow"), facts: { q: person([]) } }),
    );
    expect(leads({ ...asks("q", "able", "allow"), facts }, none)).not.toEqual(
      leads({ ...asks("q", "able", "allow"), facts: { q: person([]) } }, none),
    );
  });

  it("users whom an assumption excludes are not reported as led to a different step", () => {
    const promised = must("promise", { "!=": [{ var: "facts.p.age" }, 6] }, "allow", {
      assumes: "p",
    }) as RuleFile;
    const over = (bound: number, rules: readonly RuleFile[]): Parts => ({
      next: toA({ ">": [{ var: "facts.p.age" }, bound] }),
      rules,
    });
    expect(leads(over(5, []), over(6, []))).toEqual(["a → b: facts.p.age=6"]);
    expect(leads(over(5, [promised]), over(6, [promised]))).toEqual([]);
    expect(leads(over(5, [promised]), over(6, []))).toEqual(["a → b: facts.p.age=6"]);
  });
});

describe("a comparison whose result is partly certain", () => {
  it("leaves nothing undecided if a change is certain, even if some values were not tried", () => {
    const square = { ">": [{ "*": [{ var: "facts.p.age" }, { var: "facts.p.age" }] }, 1_000_003] };
    const { steps } = compare({ next: toA({ or: [YES, square] }) }, { next: toA(square) });
    expect(steps.map(({ leads: classes, unknown }) => [classes.length > 0, unknown])).toEqual([[true, null]]);
  });

  it("does not compare a rule if a different rule has a fault, and reports that fault", () => {
    const faulty = must("faulty", { var: "facts.p.nowhere" });
    const { rules } = compare(
      { rules: [must("one", { rule: "faulty" }), faulty] },
      { rules: [must("one", { "!": [{ rule: "faulty" }] }), faulty] },
    );
    expect(rules.one).toMatchObject({ kind: "refused" });
    const found = rules.one?.kind === "refused" ? rules.one.findings : [];
    expect([...new Set(found.map(({ file }) => file))]).toEqual(["faulty.json"]);
  });

  it("reports no change of steps if only one version has a schema for a form", () => {
    expect(compare({}, { schemas: {} }).steps).toEqual([]);
    expect(compare({ schemas: {} }, {}).steps).toEqual([]);
  });
});
