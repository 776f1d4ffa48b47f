import { describe, expect, it } from "vitest";
import type { Expression } from "../../../../../engine/rules/expression.ts";
import type { Logic } from "../../../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../../../engine/values/json.ts";
import { differenceOf, onlyUndecided, whyNot } from "../../../../../engine/verify/model/diagram/questions.ts";
import { Undecided } from "../../../../../engine/verify/model/diagram/undecided.ts";
import { ask, both, checked, must, only, v } from "./asked.ts";

describe("a question about one condition", () => {
  it("satisfiable gives an example user if a user has the requested result", () => {
    const asked = ask([{ and: [v("yes"), { "!": [v("sure")] }] }]);
    expect(asked.satisfiable(only(asked))).toMatchObject({
      kind: "yes",
      witness: { person: { facts: { p: { yes: true, sure: false } } } },
    });
    expect(asked.satisfiable(only(asked), true).kind).toBe("yes");
    const no = asked.satisfiable(only(asked), false);
    expect(no.kind).toBe("yes");
  });

  it('satisfiable gives a user without a value if the requested result is "unknown"', () => {
    const asked = ask([{ and: [v("yes"), { "!": [v("sure")] }] }]);
    const answer = asked.satisfiable(only(asked), undefined);
    if (answer.kind !== "yes") throw new Error(answer.kind);
    const p = (answer.witness?.person.facts as { readonly p?: JsonObject } | undefined)?.p ?? {};
    expect(Object.keys(p).length).toBeLessThan(2);
  });

  it("satisfiable gives no example if no user can have the requested result", () => {
    const asked = ask([{ and: [v("yes"), { "!": [v("yes")] }] }]);
    expect(asked.satisfiable(only(asked))).toEqual({ kind: "no" });
    expect(asked.satisfiable(only(asked), false).kind).toBe("yes");
    const flag = ask([v("flags.on")]);
    expect(flag.satisfiable(only(flag), false)).toMatchObject({
      kind: "yes",
      witness: { person: { flags: { on: false } } },
    });
    expect(flag.satisfiable(only(flag), undefined)).toEqual({ kind: "no" });
  });

  it("constant answers “yes” only if all users have the same result, including users with missing values", () => {
    const kinds = (logic: Logic) => {
      const asked = ask([logic]);
      return asked.constant(only(asked)).kind;
    };
    expect(kinds({ or: [v("flags.on"), { "!": [v("flags.on")] }] })).toBe("yes");
    expect(kinds({ or: [v("yes"), { "!": [v("yes")] }] })).toBe("no");
    expect(kinds({ missing: ["facts.p.yes"] } as Logic)).toBe("no");
    expect(kinds(v("flags.on"))).toBe("no");
  });

  it("constant answers “no” and gives an example if users have different results", () => {
    const asked = ask([{ ">=": [v("level"), 2] }]);
    const answer = asked.constant(only(asked));
    expect(answer.kind).toBe("no");
    expect("witness" in answer && answer.witness !== undefined).toBe(true);
  });
});

describe("a question about two conditions", () => {
  const EQUIVALENT: readonly (readonly [string, Logic, Logic, "yes" | "no"])[] = [
    [
      'a negated "and", and an "or" of negations',
      { "!": [{ and: [v("yes"), v("sure")] }] },
      { or: [{ "!": [v("yes")] }, { "!": [v("sure")] }] },
      "yes",
    ],
    ["a comparison with swapped operands", { "<": [v("level"), 3] }, { ">": [3, v("level")] }, "yes"],
    ['"below 3" and "at most 2" for whole numbers', { "<": [v("age"), 3] }, { "<=": [v("age"), 2] }, "yes"],
    ['"below 3" and "at most 3"', { "<": [v("age"), 3] }, { "<=": [v("age"), 3] }, "no"],
    ['"and", and "or"', { and: [v("yes"), v("sure")] }, { or: [v("yes"), v("sure")] }, "no"],
    [
      "a condition or its negation, which may be unknown",
      { or: [v("yes"), { "!": [v("yes")] }] },
      { or: [v("sure"), { "!": [v("sure")] }] },
      "no",
    ],
    [
      'an enum value in a list of two, and an "or" of both',
      { in: [v("word"), ["A", "B"]] },
      { or: [{ "==": [v("word"), "A"] }, { "==": [v("word"), "B"] }] },
      "yes",
    ],
    [
      "a comparison with two bounds, and two comparisons",
      { "<=": [1, v("age"), 5] },
      { and: [{ "<=": [1, v("age")] }, { "<=": [v("age"), 5] }] },
      "yes",
    ],
    [
      "two equal values in both orders",
      { "==": [v("word"), v("other")] },
      { "==": [v("other"), v("word")] },
      "yes",
    ],
  ];

  it.each(EQUIVALENT)("equivalence of two conditions is decided correctly: %s", (_, left, right, kind) => {
    const asked = ask([left, right]);
    const answer = asked.equivalent(...both(asked));
    expect(answer.kind).toBe(kind);
    expect("witness" in answer).toBe(kind === "no");
  });

  it("the example for two different conditions is a user exactly at the limit", () => {
    const asked = ask([{ "<": [v("age"), 3] }, { "<=": [v("age"), 3] }]);
    expect(asked.equivalent(...both(asked))).toMatchObject({
      kind: "no",
      witness: { person: { facts: { p: { age: 3 } } } },
    });
  });

  it("a stronger condition implies a weaker one, and not the other way round", () => {
    const asked = ask([{ and: [v("yes"), v("sure")] }, v("yes")]);
    const [strong, weak] = both(asked);
    expect(asked.implied(strong, weak).kind).toBe("yes");
    expect(asked.implied(weak, strong)).toMatchObject({
      kind: "no",
      witness: { person: { facts: { p: { yes: true } } } },
    });
    expect(asked.implied(strong, strong).kind).toBe("yes");
  });

  it("differenceOf gives the users whose results differ, and treats unknown as a separate result", () => {
    const asked = ask([v("yes"), v("yes")]);
    const { diagrams } = asked.space;
    const leaf = (one: boolean | undefined) => diagrams.leaf(one);
    for (const a of [true, false, undefined])
      for (const b of [true, false, undefined])
        expect(differenceOf(asked.space, leaf(a), leaf(b))).toBe(a === b ? diagrams.no : diagrams.yes);
  });
});

describe("a question that remains undecided", () => {
  it("an undecided question states the budget if too many nodes are needed", () => {
    const asked = ask([{ and: [v("yes"), v("sure"), { ">": [v("age"), 5] }] }], [], { budget: 5 });
    expect(asked.satisfiable(only(asked))).toEqual({
      kind: "unknown",
      why: { key: "why.nodes", params: { budget: 5 } },
    });
    expect(asked.constant(only(asked)).kind).toBe("unknown");
    expect(asked.implied(only(asked), only(asked)).kind).toBe("unknown");
    expect(asked.equivalent(only(asked), only(asked)).kind).toBe("unknown");
  });

  it("an undecided question states the id of an unknown rule", () => {
    const asked = ask([v("yes")]);
    const stray: Expression = { op: "rule", id: "nowhere", type: { kind: "boolean" } };
    expect(asked.satisfiable(stray)).toEqual({
      kind: "unknown",
      why: { key: "why.rule", params: { rule: "nowhere" } },
    });
  });

  it("an undecided question states the data path for which there are no cells", () => {
    const asked = ask([v("yes")]);
    const [stray] = checked([v("sure")]).expressions as [Expression];
    expect(asked.satisfiable(stray)).toEqual({
      kind: "unknown",
      why: { key: "why.place", params: { path: "facts.p.sure" } },
    });
  });

  it("whyNot gives the reason of an undecided question, and rethrows any other error", () => {
    expect(whyNot(new Undecided({ key: "why.product" }))).toEqual({ key: "why.product" });
    expect(() => whyNot(new Error("a fault"))).toThrow("a fault");
    const asked = ask([v("yes")]);
    expect(() => asked.satisfiable(undefined as unknown as Expression)).toThrow();
  });

  it("onlyUndecided accepts an undecided question, and rethrows any other error", () => {
    expect(onlyUndecided(new Undecided({ key: "why.product" }))).toBeUndefined();
    expect(() => onlyUndecided(new Error("a fault"))).toThrow("a fault");
  });

  it("an undecided question states the operator that is not supported", () => {
    const list = { kind: "list", item: { kind: "boolean" } } as const;
    const each: Expression = {
      op: "each",
      quantifier: "some",
      list: {
        op: "read",
        from: "scope",
        path: "facts.p.kinds",
        segments: ["facts", "p", "kinds"],
        type: list,
      },
      test: { op: "rule", id: "able", type: { kind: "boolean" } },
    };
    const asked = ask([v("yes")], [must("able", v("sure"))]);
    expect(asked.satisfiable(each)).toEqual({
      kind: "unknown",
      why: { key: "why.operator", params: { operator: "each" } },
    });
  });

  it("samples without a result leave the question undecided, because they prove nothing", () => {
    const logic: Logic = { "==": [{ "*": [v("age"), v("age")] }, 1_000_003] };
    const asked = ask([logic]);
    expect(asked.satisfiable(only(asked))).toEqual({
      kind: "unknown",
      why: { key: "why.values", params: { places: ["facts.p.age"] } },
    });
    expect(asked.space.sampled(asked.of).map(({ path }) => path)).toEqual(["facts.p.age"]);
    expect(ask([v("yes")]).space.sampled(ask([v("yes")]).of)).toEqual([]);
    const three = ask([logic, { "==": [{ "*": [v("level"), v("pay")] }, "0.07"] }, v("yes")]);
    const names = (of: readonly Expression[]) => three.space.sampled(of).map(({ path }) => path);
    expect(three.of.map((one) => names([one]))).toEqual([["facts.p.age"], ["facts.p.pay"], []]);
    expect(names(three.of)).toEqual(["facts.p.age", "facts.p.pay"]);
    expect(ask([v("yes"), logic]).space.sampled(checked([v("sure")]).expressions)).toEqual([]);
  });
});
