import { describe, expect, it } from "vitest";
import { baht } from "../../../../domain/decimals.ts";
import { formats } from "../../../../domain/formats.ts";
import type { Logic, RuleFile } from "../../../../engine/rules/rule.ts";
import type { Type, TypeEnv } from "../../../../engine/rules/types.ts";
import type { JsonSchema } from "../../../../engine/values/json.ts";
import { compareRules } from "../../../../engine/verify/compare/compare-rules.ts";
import { domainsOfTypes } from "../../../../engine/verify/model/index.ts";
import { GRAMMAR, type Naming, wordsOfCube, wordsOfCubes } from "../../../../engine/verify/words/index.ts";
import { different, must } from "./rule-parts.ts";

const MONEY: Type = { kind: "decimal", of: baht };
const BOOLEAN: Type = { kind: "boolean" };
const TYPES: TypeEnv = {
  "facts.p.begun": BOOLEAN,
  "facts.p.sent": BOOLEAN,
  "facts.p.company": BOOLEAN,
  "facts.p.level": { kind: "integer", values: [1, 2, 3] },
  "facts.p.amount": MONEY,
  "facts.p.least": MONEY,
  "facts.p.next": MONEY,
  "facts.p.pin": { kind: "string" },
  "facts.p.again": { kind: "string" },
};
const at = (name: string): Logic => ({ var: `facts.p.${name}` });

/** Names a data path by its last part, and writes values as plain text. */
const naming = {
  type: () => undefined,
  place: (path: string) => path.slice(path.lastIndexOf(".") + 1),
  value: (_: string, value: unknown) => String(value),
  state: (
    path: string,
    said: { readonly values: readonly unknown[]; readonly stretches: readonly string[] },
  ) => GRAMMAR.en.lies(naming.place(path, "en"), said.values.map(String), said.stretches),
  unknown: (path: string) => `no ${naming.place(path, "en")}`,
  rule: (id: string) => id,
} as Naming;

/** Returns the users whom a change affects: `from → to`, the classes, and the example in the same words. */
function changed(before: Logic, after: Logic, promised?: Logic, required?: readonly string[]) {
  const rule = (logic: Logic): RuleFile => must({ a: logic });
  const others =
    promised === undefined
      ? []
      : [{ file: "promise.json", rule: must({ p: promised }, { id: "promise", assumes: "p" }) }];
  const schema = (required && {
    type: "object",
    properties: Object.fromEntries(required.map((name) => [name, { type: "boolean" }])),
    required,
  }) as JsonSchema | undefined;
  const context = {
    types: TYPES,
    formats,
    domainOf: domainsOfTypes(TYPES, formats),
    ...(schema && { schemaUnder: () => schema }),
  };
  const found = different(
    compareRules({ rule: rule(before), others }, { rule: rule(after), others }, context),
  );
  return found.classes.map(({ from, to, cubes, somebody }) => ({
    change: `${from} → ${to}`,
    who: wordsOfCubes(cubes, naming).map(({ en }) => en.replace("someone for whom ", "")),
    such: wordsOfCube(somebody, naming).en.replace("someone for whom ", ""),
  }));
}

describe("the description of a class of users", () => {
  const promise: Logic = { or: [{ "!": [at("sent")] }, at("begun")] };

  it("omits a condition that follows from an assumption for all users of the class", () => {
    const [first] = changed({ and: [at("begun"), at("sent")] }, at("begun"), promise);
    expect(first).toEqual({
      change: "false → true",
      who: ["begun is true and sent is false"],
      such: "begun is true and sent is false",
    });
    const [other] = changed({ and: [at("begun"), at("sent")] }, { "!": [at("sent")] }, promise, [
      "begun",
      "sent",
    ]);
    expect(other).toMatchObject({ change: "true → false", who: ["sent is true"] });
  });

  const all = ["begun", "sent", "company", "level"];
  /** Returns the users whom these conditions newly reject. */
  const refused = (these: Logic, promised: Logic) => changed(true, { "!": [these] }, promised, all)[0]?.who;

  it("joins users who differ only in conditions that follow from other conditions", () => {
    const these: Logic = {
      and: [
        at("sent"),
        {
          or: [
            { and: [at("company"), at("begun")] },
            { and: [{ "!": [at("company")] }, { "!": [at("begun")] }] },
          ],
        },
      ],
    };
    expect(refused(these, { "==": [at("company"), at("begun")] })).toEqual(["sent is true"]);
  });

  it("omits a condition only in the class in which other conditions imply it", () => {
    expect(refused({ and: [at("begun"), { or: [at("sent"), at("company")] }] }, promise)).toEqual([
      "sent is true",
      "begun is true, sent is false and company is true",
    ]);
  });

  it("joins equivalent values, even if one of these values implies a further condition", () => {
    const level = (one: number): Logic => ({ "==": [at("level"), one] });
    const these: Logic = {
      or: [
        { and: [level(1), at("begun"), at("sent")] },
        { and: [level(2), at("sent")] },
        { and: [level(3), { "!": [at("begun")] }, at("sent")] },
      ],
    };
    expect(refused(these, { or: [{ "!": [level(1)] }, at("begun")] })).toEqual([
      "level is 1 or 2 and sent is true",
      "level is 3, begun is false and sent is true",
    ]);
  });

  it("omits a required data path if the users of the class may have any value there", () => {
    const before: Logic = { and: [at("begun"), at("company")] };
    const after: Logic = { and: [at("begun"), { "!": [at("company")] }] };
    expect(changed(before, after, undefined, ["begun", "company"]).map(({ who }) => who)).toEqual([
      ["begun is true and company is true"],
      ["begun is true and company is false"],
    ]);
    const [refused] = changed({ or: [at("company"), { "!": [at("company")] }] }, at("company"), undefined, [
      "begun",
      "company",
    ]);
    expect(refused).toMatchObject({ change: "true → false", who: ["company is false"] });
  });

  it("has an example with every value that the rule reads, and names the missing values", () => {
    const found = changed(at("begun"), { and: [at("begun"), at("sent")] }, promise);
    expect(found.map(({ change, such }) => [change, such])).toEqual([
      ["true → false", "begun is true and sent is false"],
      ["true → unknown, so refuse", "begun is true and no sent"],
      ["unknown, so refuse → false", "no begun and sent is false"],
    ]);
  });
});

describe("two values that a rule compares with each other", () => {
  const atLeast = (limit: Logic): Logic => ({ ">=": [at("amount"), limit] });

  it("two compared values are described by their order and by the range between constants", () => {
    const [first, second] = changed(atLeast(at("least")), atLeast("5000.00"));
    expect(first).toMatchObject({
      change: "true → false",
      who: ["amount is at least least and amount is from 0.00 to 4999.99"],
    });
    expect(second).toMatchObject({
      change: "false → true",
      who: [
        "amount is less than least and amount is 5000.00",
        "amount is less than least and amount is 5000.01 or more",
      ],
    });
  });

  it("users who lack one of two compared amounts are described separately", () => {
    const found = changed({ or: [at("begun"), atLeast(at("least"))] }, at("begun"));
    const unknown = found.find(({ change }) => change === "unknown, so refuse → false");
    expect(unknown?.who).toEqual([
      "begun is false, amount is on record and no least",
      "begun is false and no amount",
    ]);
  });

  it("users with a lower amount, without one amount and without both amounts are described separately", () => {
    const found = changed({ or: [at("begun"), atLeast(at("least"))] }, at("sent"));
    const unknown = found.find(({ change }) => change === "unknown, so refuse → true");
    expect(unknown?.who).toEqual([
      "begun is false, amount is on record, no least and sent is true",
      "begun is false, no amount and sent is true",
      "no begun, amount is less than least and sent is true",
      "no begun, amount is on record, no least and sent is true",
      "no begun, no amount and sent is true",
    ]);
  });

  it("the description of two compared amounts omits a third amount that all users have", () => {
    const known: Logic = { or: [{ "<": [at("amount"), at("next")] }, atLeast(at("next"))] };
    const both = (logic: Logic): Logic => ({ and: [logic, known] });
    const [first] = changed(
      both(atLeast(at("least"))),
      both({ ">": [at("amount"), at("least")] }),
      undefined,
      ["amount", "least", "next"],
    );
    expect(first).toMatchObject({ change: "true → false", who: ["amount and least are the same"] });
  });

  it("two compared texts are described as equal or different", () => {
    const found = changed({ "==": [at("pin"), at("again")] }, { "!=": [at("pin"), at("again")] });
    expect(found.map(({ change, who }) => [change, ...who])).toEqual([
      ["true → false", "pin and again are the same"],
      ["false → true", "pin and again differ"],
    ]);
  });
});
