import { describe, expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import type { Logic } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { compareRules } from "../../../../engine/verify/compare/compare-rules.ts";
import { domainsOfTypes } from "../../../../engine/verify/model/index.ts";
import { classLines, different, LEVEL, must, TYPES, value, YES } from "./rule-parts.ts";

describe("the comparison of two rules under assumptions", () => {
  const promise = (logic: Logic) => ({
    file: "promise.json",
    rule: must({ p: logic }, { id: "promise", assumes: "p" }),
  });
  const context = { types: TYPES, formats, domainOf: domainsOfTypes(TYPES, formats) };
  const versions = (before: Logic, after: Logic, promised: Logic, once: Logic = promised) =>
    compareRules(
      { rule: must({ a: before }), others: [promise(once)] },
      { rule: must({ a: after }), others: [promise(promised)] },
      context,
    );

  it("finds two rules equal if only excluded users get different results, and names the assumption", () => {
    expect(versions({ ">": [LEVEL, 1] }, { ">": [LEVEL, 2] }, { "!=": [LEVEL, 2] })).toEqual({
      kind: "equal",
      texts: [],
      assumes: ["promise"],
    });
  });

  it("names only the assumption, and no ordinary rule, if only excluded users get different results", () => {
    const plain = { file: "plain.json", rule: must({ q: YES }, { id: "plain" }) };
    const others = [promise({ "!=": [LEVEL, 2] }), plain];
    const found = compareRules(
      { rule: must({ a: { ">": [LEVEL, 1] } }), others },
      { rule: must({ a: { ">": [LEVEL, 2] } }), others },
      context,
    );
    expect(found).toEqual({ kind: "equal", texts: [], assumes: ["promise"] });
  });

  it("depends on no assumption if the rules are equal for all users", () => {
    expect(versions({ ">": [LEVEL, 1] }, { "!": [{ "<=": [LEVEL, 1] }] }, { "!=": [LEVEL, 2] })).toEqual({
      kind: "equal",
      texts: [],
      assumes: [],
    });
  });

  it("includes users who are possible in only one of the two versions", () => {
    const found = different(
      versions({ ">": [LEVEL, 1] }, { ">": [LEVEL, 2] }, { "!=": [LEVEL, 2] }, { "!=": [LEVEL, 3] }),
    );
    expect(classLines(found.classes)).toEqual(["true → false: level=2"]);
  });

  it("does not report a change that affects only users whom an assumption excludes", () => {
    const by = (two: number, three: number): Logic => ({
      if: [{ "==": [LEVEL, 2] }, two, { "==": [LEVEL, 3] }, three, 0],
    });
    const promised = promise({ "!=": [LEVEL, 2] });
    const found = different(
      compareRules(
        { rule: value(by(10, 20)), others: [promised] },
        { rule: value(by(11, 21)), others: [promised] },
        context,
      ),
    );
    expect(classLines(found.classes)).toEqual(["20 → 21: level=3"]);
  });

  it("describes the affected users without data paths that only the assumption reads", () => {
    const found = different(
      versions({ ">": [LEVEL, 1] }, { ">": [LEVEL, 2] }, { or: [YES, { "!=": [LEVEL, 2] }] }),
    );
    expect(classLines(found.classes)).toEqual(["true → false: level=2"]);
    expect(found.classes[0]?.witness).toEqual({
      facts: { p: expect.objectContaining({ level: 2 }) as Json },
    });
    const p = ((found.classes[0]?.witness.facts as JsonObject | undefined)?.p ?? {}) as JsonObject;
    expect(p.yes).not.toBe(false);
  });

  it("includes users whom a second assumption excludes if the compared rule is itself an assumption", () => {
    const others = [promise({ "!=": [LEVEL, 2] })];
    const second = (logic: Logic) => must({ s: logic }, { id: "second", assumes: "p" });
    const found = compareRules(
      { rule: second(YES), others },
      { rule: second({ and: [YES, { "!=": [LEVEL, 2] }] }), others },
      context,
    );
    expect(different(found).classes[0]).toMatchObject({
      from: true,
      to: false,
      witness: { facts: { p: { yes: true, level: 2 } } },
    });
  });

  it("includes the users whom the compared rule excludes if that rule is itself an assumption", () => {
    const found = compareRules(
      { rule: promise({ "!=": [LEVEL, 2] }).rule, others: [promise({ "!=": [LEVEL, 2] })] },
      { rule: promise({ "!=": [LEVEL, 3] }).rule, others: [promise({ "!=": [LEVEL, 3] })] },
      context,
    );
    expect(
      classLines(different(found).classes)
        .map((one) => one)
        .sort(),
    ).toEqual(["false → true: level=2", "true → false: level=3"]);
  });
});
