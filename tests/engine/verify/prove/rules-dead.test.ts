import { describe, expect, it } from "vitest";
import type { Finding, Logic } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { must, not, value } from "../../fixtures/parts.ts";
import { age, found, level, sure, withRules, word, yes } from "./rules-found.ts";

const WHOLE = { type: "integer" };
const both = { and: [yes, sure] };
const some = { or: [yes, sure] };
const lacking = { missing: ["facts.p.yes"] };
const never = { and: [lacking, not(lacking)] };

/** Returns the parts that decide nothing, as `pointer: constant`. */
const deadIn = (rule: JsonObject, others: { readonly [rule: string]: JsonObject } = {}) =>
  found({ rule, ...others }).map(({ pointer, says }) => {
    if (says.key !== "dead-condition") throw new Error(JSON.stringify(says));
    return `${pointer}: ${says.params.constant}`;
  });

describe("the check that every part of a rule can change the result", () => {
  it.each<readonly [what: string, logic: Logic, parts: readonly string[]]>([
    ["reports nothing in a sound condition", some, []],
    ["reports nothing if only unknown results differ", { or: [both, { and: [yes, not(sure)] }] }, []],
    ['reports a part that another part of an "or" implies', { or: [yes, both] }, ["/or/1: false"]],
    ['reports a part that another part of an "and" implies', { and: [yes, some] }, ["/and/1: true"]],
    ["reports the first of two parts too", { and: [some, yes] }, ["/and/0: true"]],
    ["reports both of two equal parts", { or: [yes, yes] }, ["/or/0: false", "/or/1: false"]],
    ['reports a part inside a "not"', not({ or: [yes, both] }), ["/!/0/or/1: false"]],
    ['reports a part inside a "not" without a list', { "!": { or: [yes, both] } }, ["/!/or/1: false"]],
    ['reports a part inside an "and"', { and: [sure, { or: [lacking, not(lacking)] }] }, ["/and/1: true"]],
    [
      "does not report a part of a reported part",
      { or: [yes, { and: [yes, { or: [sure, both] }] }] },
      ["/or/1: false"],
    ],
    [
      "reports a part next to a reported one, even if their pointers have a common prefix",
      {
        or: [
          not(yes),
          both,
          sure,
          { "==": [word, "A"] },
          level1(),
          age5(),
          lacks("word"),
          lacks("level"),
          lacks("age"),
          lacks("list"),
          { or: [never, lacks("sure")] },
        ],
      },
      ["/or/1: false", "/or/10/or/0: false"],
    ],
    ["reports a part that is always true", { and: [yes, { or: [true, sure] }] }, ["/and/1: true"]],
    ["does not report a constant boolean", { and: [yes, true, { or: [sure, false] }] }, []],
    ['reports the condition of an "if"', { if: [{ or: [sure, true] }, yes, not(yes)] }, ["/if/0: true"]],
    ['reports a later condition of an "if"', { if: [yes, sure, both, not(sure), sure] }, ["/if/2: false"]],
    [
      'does not treat the result of an "if" as a condition, but its parts',
      { if: [sure, yes, never] },
      ["/if/2/and/0: false", "/if/2/and/1: false"],
    ],
    [
      'reports a part of an "if" in its other notation',
      { "?:": [{ or: [sure, true] }, yes, not(yes)] },
      ["/?:/0: true"],
    ],
    [
      "reports a condition on the items of a list",
      { some: [{ var: "facts.p.list" }, { and: [is("A"), { "!=": [{ var: "" }, "B"] }] }] },
      ["/some/1/and/1: true"],
    ],
    [
      "reports a condition within a calculation, even if its operator needs escaping in pointers",
      { ">": [{ "/": [{ if: [{ or: [lacking, not(lacking), lacks("age")] }, level, 1] }, 2] }, 1] },
      ["/>/0/~1/0/if/0: true"],
    ],
  ])("gives the expected verdict: %s", (_, logic, parts) => {
    expect(deadIn(must([logic]))).toEqual(parts.map((part) => `/must/0/logic${part}`));
  });

  it("looks into each clause and each value", () => {
    expect(deadIn(must([{ or: [yes, both] }, { and: [sure, some] }]))).toEqual([
      "/must/0/logic/or/1: false",
      "/must/1/logic/and/1: true",
    ]);
    const graded = { if: [{ ">": [level, 1] }, 1, { "<": [level, 2] }, 2, 3] };
    expect(deadIn(value(WHOLE, graded))).toEqual(["/value/logic/if/2: true"]);
  });

  it("looks into the rules to which the rule refers, and into their values", () => {
    const others = { q: must([yes]), grade: value(WHOLE, { if: [yes, 1, 2] }) };
    expect(deadIn(must([{ or: [{ rule: "q" }, both] }]), others)).toEqual(["/must/0/logic/or/1: false"]);
    const graded = { and: [{ "==": [{ rule: "grade" }, 1] }, some] };
    expect(deadIn(must([graded]), others)).toEqual(["/must/0/logic/and/1: true"]);
  });

  it("names the part in the message, and only the beginning of a long part", () => {
    const words = Array.from({ length: 60 }, (_, at) => ({ "==": [age, at] }));
    const [short] = found({ rule: must([{ or: [yes, both] }]) });
    expect(short).toMatchObject({
      file: "flows/small/rules/rule.json",
      severity: "error",
      code: "dead-condition",
      says: { key: "dead-condition", params: { constant: "false", part: JSON.stringify(both) } },
    });
    const [long] = found({ rule: must([{ or: [yes, { and: [yes, { or: words }] }] }]) });
    const part = JSON.stringify({ and: [yes, { or: words }] }).slice(0, 160);
    expect(long?.says).toEqual({ key: "dead-condition", params: { constant: "false", part } });
  });
});

function level1(): Logic {
  return { "==": [level, 1] };
}
function age5(): Logic {
  return { "==": [age, 5] };
}
function lacks(field: string): Logic {
  return { missing: [`facts.p.${field}`] };
}
function is(item: string): Logic {
  return { "==": [{ var: "" }, item] };
}

/**
 * Returns the witnesses of a part that decides nothing, in words: their values, and the results of the part,
 * of the whole, and of the whole without the part.
 */
const showing = (logic: Logic, more: { readonly [rule: string]: JsonObject } = {}, fields?: JsonObject) => {
  const [finding] = prove(withRules({ rule: must([logic]), ...more }, fields));
  const { people, words, replayed } = (finding as Finding).witness as {
    readonly people: readonly { readonly [name: string]: Json }[];
    readonly words: { readonly en: string };
    readonly replayed: boolean;
  };
  return {
    replayed,
    words: words.en.replaceAll(/fact:p\.|\.label/g, "").replaceAll(/\w+\.options\./g, ""),
    people: people.map(({ scope, part, answer, instead }) => [
      (scope as { readonly facts?: JsonObject }).facts?.p ?? {},
      part,
      answer,
      instead,
    ]),
  };
};

describe("the example users for a part of a rule that never changes the result", () => {
  it("the two example users differ in the part and have the same result, with and without the part", () => {
    expect(showing({ or: [yes, both] })).toEqual({
      replayed: true,
      words: "someone for whom yes is true and sure is true; someone for whom yes is true and sure is false",
      people: [
        [{ yes: true, sure: true }, true, true, true],
        [{ yes: true, sure: false }, false, true, true],
      ],
    });
  });

  it("the two example users have different results if users with equal results never differ in the part", () => {
    expect(showing({ or: [yes, yes] })).toEqual({
      replayed: true,
      words: "someone for whom yes is true; someone for whom yes is false",
      people: [
        [{ yes: true }, true, true, true],
        [{ yes: false }, false, false, false],
      ],
    });
  });

  it("the two example users have the same result if such pairs exist for several results", () => {
    expect(showing({ "==": [{ and: [yes, never] }, sure] }).people).toEqual([
      [{ sure: true, yes: true }, true, false, false],
      [{ sure: true, yes: false }, false, false, false],
    ]);
  });

  it("one example user is shown if the part is unknown for some users who all have the value", () => {
    expect(showing({ "==": [{ or: [{ or: [sure, not(sure)] }, lacks("sure")] }, yes] })).toEqual({
      replayed: true,
      words: "someone for whom sure is true",
      people: [[{ sure: true }, true, "unknown", "unknown"]],
    });
  });

  it("one example user is shown if the part is the same for all users", () => {
    expect(showing({ and: [yes, { or: [true, sure] }] })).toEqual({
      replayed: true,
      words: "everybody",
      people: [[{}, true, "unknown", "unknown"]],
    });
  });

  it("a part that makes sense only inside the whole rule has no example users", () => {
    const [finding] = found({
      rule: must([{ some: [{ var: "facts.p.list" }, { and: [is("A"), { "!=": [{ var: "" }, "B"] }] }] }]),
    });
    expect(finding?.code).toBe("dead-condition");
    expect(finding && Object.keys(finding)).not.toContain("witness");
  });

  const PROMISE: JsonObject = { assumes: "p", onMissing: "allow" };

  it("the example users have the required properties of the fact", () => {
    const given = { yes: { type: "boolean" }, sure: { type: "boolean" } };
    expect(showing({ and: [sure, yes, { or: [sure, lacks("sure")] }] }, {}, given).people).toEqual([
      [{ sure: true, yes: false }, true, false, false],
      [{ sure: false, yes: true }, false, false, false],
    ]);
  });

  it("the example users satisfy the assumptions", () => {
    const promise = must([{ or: [sure, not(yes)] }], PROMISE);
    expect(showing({ or: [yes, both] }, { promise }).people).toEqual([
      [{ yes: true, sure: true }, true, true, true],
      [{ yes: false }, false, false, false],
    ]);
  });

  it("the example users of a part of an assumption may be any users", () => {
    const promise = must([{ and: [sure, some] }], PROMISE);
    const [finding] = found({ promise });
    expect(finding?.witness?.people).toMatchObject([
      { scope: { facts: { p: { sure: false, yes: true } } }, part: true, answer: false, instead: false },
      { scope: { facts: { p: { sure: false, yes: false } } }, part: false, answer: false, instead: false },
    ]);
  });
});
