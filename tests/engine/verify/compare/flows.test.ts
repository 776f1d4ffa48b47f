import { describe, expect, it } from "vitest";
import type { OnMissing } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject, JsonSchema } from "../../../../engine/values/json.ts";
import { compareFlows } from "../../../../engine/verify/compare/compare-flows.ts";
import { loadFlow } from "../../../definitions/definition-files.ts";
import { END } from "../../fixtures/parts.ts";
import { AGE, AMOUNT, compare, leads, must, type Next, type Parts, toA, YES } from "./flow-parts.ts";

const xOf = (answer: Json | undefined): number => Number((answer as JsonObject | undefined)?.x);

describe("the step to which each version leads a user", () => {
  it("a negated condition leads exactly the users who have the value to a different step", () => {
    expect(leads({ next: toA(YES) }, { next: toA({ "!": [YES] }) }).toSorted()).toEqual([
      "a → b: facts.p.yes=true",
      "b → a: facts.p.yes=false",
    ]);
  });

  it("a moved limit leads exactly the users at the limit to a different step", () => {
    expect(leads({ next: toA({ ">": [AGE, 5] }) }, { next: toA({ ">=": [AGE, 5] }) })).toEqual([
      "b → a: facts.p.age=5",
    ]);
  });

  it("a user follows the first entry whose condition holds, or else the last entry", () => {
    const first: Next = [{ to: "a", when: YES }, { to: "b", when: { ">": [AGE, 5] } }, { to: "c" }];
    const turned: Next = [{ to: "b", when: { ">": [AGE, 5] } }, { to: "a", when: YES }, { to: "c" }];
    expect(leads({ next: first }, { next: turned })).toEqual(["a → b: facts.p.yes=true facts.p.age=6"]);
    expect(leads({ next: [{ to: "a", when: YES }] }, { next: toA(YES) })).toEqual([
      "unknown → b: facts.p.yes=false/-",
    ]);
  });

  it("an entry may depend on rules; a rule with an unknown result leads on as its onMissing says", () => {
    const by = (onMissing: OnMissing): Parts => ({
      next: toA("able"),
      rules: [must("able", YES, onMissing)],
    });
    expect(compare(by("refuse"), by("refuse")).kind).toBe("same");
    const moved = (before: OnMissing, after: OnMissing) => {
      const old = by(before);
      const now = { next: [{ to: "a", when: "best" }, { to: "b" }], rules: [must("best", YES, after)] };
      return leads(old, now);
    };
    expect(moved("refuse", "refuse")).toEqual([]);
    expect(moved("refuse", "allow")).toEqual(["b → a: facts.p.yes=-"]);
    expect(moved("allow", "refuse")).toEqual(["a → b: facts.p.yes=-"]);
    expect(moved("refuse", "ask")).toEqual(["b → asked again where it can be mended: facts.p.yes=-"]);
    expect(moved("allow", "ask")).toEqual(["a → asked again where it can be mended: facts.p.yes=-"]);
  });

  it("a different step is reported with an example, which has the first of several equivalent values", () => {
    const { steps } = compare({ next: toA({ ">": [AGE, 5] }) }, { next: toA({ ">": [AGE, 9] }) });
    expect(steps[0]?.leads).toMatchObject([{ from: "a", to: "b", witness: { facts: { p: { age: 6 } } } }]);
    expect(steps[0]?.unknown).toBeNull();
  });

  it("a condition that is rewritten without a change of meaning is not reported", () => {
    const comparison = compare(
      { next: toA({ ">": [AGE, 5] }) },
      { next: toA({ "!": [{ "<=": [AGE, 5] }] }) },
    );
    expect(comparison).toEqual({ kind: "equal", steps: [], rules: {}, parts: [], texts: false });
  });

  it("a change is reported as undecided, with the reason, if only samples of values could be compared", () => {
    const square = (bound: number): Next => toA({ ">": [{ "*": [AGE, AGE] }, bound] });
    const { kind, steps } = compare({ next: square(1_000_003) }, { next: square(1_000_004) });
    expect(kind).toBe("different");
    expect(steps).toMatchObject([
      {
        step: "form",
        kind: "changed",
        parts: [],
        leads: [],
        unknown: { key: "why.values", params: { places: ["facts.p.age"] } },
      },
    ]);
  });

  it("the comparison excludes impossible users, such as users without a required property of a fact", () => {
    const able = (onMissing: OnMissing, id: string, required: readonly string[]): Parts => ({
      next: toA(id),
      rules: [must(id, { and: [YES, { ">": [AGE, 5] }] }, onMissing)],
      required,
    });
    const missing = (required: readonly string[]) =>
      leads(able("refuse", "able", required), able("allow", "best", required));
    const lacksAge = "facts.p.yes=true facts.p.age=-";
    const lacksYes = "facts.p.yes=- facts.p.age=6/-";
    expect(missing([])).toEqual([`b → a: ${lacksAge}; ${lacksYes}`]);
    expect(missing(["yes"])).toEqual(["b → a: facts.p.yes=true/- facts.p.age=-"]);
    expect(missing(["yes", "age"])).toEqual(["b → a: facts.p.yes=-"]);
    const [step] = compare(able("refuse", "able", ["yes"]), able("allow", "best", ["yes"])).steps;
    expect(step?.leads.map(({ witness }) => witness)).toEqual([{ facts: { p: { yes: true } } }]);
  });
});

describe("the comparison of two versions of a flow", () => {
  it("reports no change if both versions are the same", () => {
    expect(compare({}, {})).toEqual({ kind: "same", steps: [], rules: {}, parts: [], texts: false });
  });

  it("ignores the order of switches and invariants, but not the order of groups", async () => {
    const invest = await loadFlow("invest");
    const turned = (part: "flags" | "invariants" | "groups") =>
      compareFlows(invest, {
        ...invest,
        flow: { ...invest.flow, [part]: [...(invest.flow[part] ?? [])].reverse() },
      });
    expect(turned("flags")).toMatchObject({ kind: "equal", parts: [] });
    expect(turned("invariants")).toMatchObject({ kind: "equal", parts: [] });
    expect(turned("groups")).toMatchObject({ kind: "different", parts: ["groups"] });
    const fewer = compareFlows(invest, { ...invest, flow: { ...invest.flow, invariants: [] } });
    expect(fewer).toMatchObject({ kind: "different", parts: ["invariants"] });
  });

  it("reports changed texts as texts only if nothing else changed", () => {
    expect(compare({}, { texts: { form: { x: "word" } } })).toEqual({
      kind: "texts-only",
      steps: [],
      rules: {},
      parts: [],
      texts: true,
    });
  });

  it("reports added and removed steps by name", () => {
    const more = { steps: { c: END } };
    const bare = { parts: [], leads: [], unknown: null, answers: [] };
    expect(compare({}, more).steps).toEqual([{ step: "c", kind: "added", ...bare }]);
    expect(compare(more, {}).steps).toEqual([{ step: "c", kind: "removed", ...bare }]);
    expect(compare(more, {}).kind).toBe("different");
  });

  it("reports changed, added and removed parts of a step by name", () => {
    const { links: _, ...bare } = END;
    const steps = (more: JsonObject) => ({ steps: { a: { ...bare, ...more } } });
    const parts = (before: JsonObject, after: JsonObject) =>
      compare(steps(before), steps(after)).steps.map((one) => [one.step, one.kind, one.parts]);
    expect(parts({}, { outcome: "stopped" })).toEqual([["a", "changed", ["outcome"]]]);
    expect(parts({}, { links: ["/strategies"] })).toEqual([["a", "changed", ["links"]]]);
    expect(parts({ links: ["/overview"] }, { outcome: "stopped" })).toEqual([
      ["a", "changed", ["outcome", "links"]],
    ]);
  });

  const PARTS: readonly (readonly [string, Json])[] = [
    ["subject", "anonymous"],
    ["inFlight", "restart"],
    ["flags", ["on", "off"]],
    ["facts", {}],
    ["derived", { total: { fn: "sum", args: [] } }],
    ["invariants", [{ before: "form", rule: "able" }]],
    ["start", "a"],
    ["groups", ["one"]],
    ["minutes", 9],
  ];

  it.each(PARTS)("reports a change of the part “%s” of the flow by name", (part, value) => {
    expect(compare({}, { flow: { [part]: value } })).toEqual({
      kind: "different",
      steps: [],
      rules: {},
      parts: [part],
      texts: false,
    });
  });

  it("a changed namespace alone makes no difference between two versions", () => {
    expect(compare({}, { flow: { namespace: "y" } })).toMatchObject({
      kind: "equal",
      parts: [],
      steps: [],
    });
  });

  it("reports a rule that references a changed rule, and the users who are led to different steps", () => {
    const rules = (least: number) => [
      must("inner", { ">": [AGE, least] }),
      must("outer", { and: [YES, { rule: "inner" }] }),
    ];
    const version = (least: number): Parts => ({
      next: toA("outer"),
      rules: rules(least),
      required: ["yes", "age"],
    });
    const found = compare(version(5), version(6));
    expect(found.rules).toMatchObject({ inner: { kind: "different" }, outer: { kind: "different" } });
    expect(leads(version(5), version(6))).toEqual(["a → b: facts.p.yes=true facts.p.age=6"]);
    const rewritten = { ...version(5), rules: [must("inner", { ">=": [AGE, 6] }), ...rules(5).slice(1)] };
    expect(compare(version(5), rewritten)).toMatchObject({
      kind: "equal",
      rules: { inner: { kind: "equal" }, outer: { kind: "same" } },
      steps: [],
    });
  });

  it("reads each version of a rule with the enum values of that version", () => {
    const words = (list: readonly string[]): JsonSchema => ({
      type: "object",
      properties: { x: { type: "string", enum: list } },
      required: ["x"],
    });
    const narrower = compare(
      { schema: words(["cash", "card"]), rules: [must("r", { "!=": [{ var: "answers.form.x" }, "cash"] })] },
      { schema: words(["card"]), rules: [must("r", { "==": [{ var: "answers.form.x" }, "card"] })] },
    );
    expect(narrower.rules).toMatchObject({ r: { kind: "equal" } });
  });

  it("reports a changed declaration of a fact, so that the flow does not count as unchanged", () => {
    const before: Parts = { required: ["yes"] };
    expect(compare(before, {})).toMatchObject({ kind: "different", parts: ["offeredFacts"] });
  });

  it("reports each rule as added, removed, the same, equal with changed texts, or different", () => {
    const one = must("one", YES);
    expect(compare({}, { rules: [one] })).toMatchObject({
      kind: "different",
      rules: { one: { kind: "added" } },
    });
    expect(compare({ rules: [one] }, {})).toMatchObject({
      kind: "different",
      rules: { one: { kind: "removed" } },
    });
    expect(compare({ rules: [one] }, { rules: [one] })).toMatchObject({
      kind: "same",
      rules: { one: { kind: "same" } },
    });
    expect(
      compare({ rules: [one] }, { rules: [must("one", YES, "refuse", { owner: "another" })] }),
    ).toMatchObject({
      kind: "equal",
      texts: true,
      rules: { one: { kind: "equal", texts: ["/owner"] } },
    });
    expect(compare({ rules: [one] }, { rules: [must("one", { "!": [{ "!": [YES] }] })] })).toMatchObject({
      kind: "equal",
      texts: false,
      rules: { one: { kind: "equal", texts: [] } },
    });
    expect(compare({ rules: [one] }, { rules: [must("one", { "!": [YES] })] })).toMatchObject({
      kind: "different",
      rules: { one: { kind: "different" } },
    });
  });

  it("reports the answers that a changed schema no longer accepts and newly accepts", () => {
    const takes = (minimum: number, maximum: number): Parts => ({
      schema: { ...AMOUNT, properties: { x: { type: "integer", minimum, maximum } } },
    });
    const [less] = compare(takes(1, 9), takes(1, 5)).steps;
    expect(less).toMatchObject({
      step: "form",
      kind: "changed",
      parts: ["schema"],
      answers: [{ taken: "no-longer" }],
    });
    expect(Object.keys(less ?? {})).not.toContain("newlyTaken");
    expect(xOf(less?.noLongerTaken)).toBeGreaterThan(5);
    const [more] = compare(takes(1, 5), takes(1, 9)).steps;
    expect(Object.keys(more ?? {})).not.toContain("noLongerTaken");
    expect(xOf(more?.newlyTaken)).toBeGreaterThan(5);
    const [other] = compare(takes(1, 5), takes(5, 9)).steps;
    expect(other?.answers.map(({ taken }) => taken)).toEqual(["no-longer", "newly"]);
    expect(other?.answers[0]).toMatchObject({ cube: [{ variable: { path: "answers.form.x" } }] });
  });
});
