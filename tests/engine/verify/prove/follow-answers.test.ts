import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { proveFollow } from "../../../../engine/verify/prove/index.ts";
import { at, form, must, next } from "../../fixtures/parts.ts";
import { NOTE, STEPS, type Version, version, X } from "./follow-versions.ts";

/** Returns the findings about the change between two versions, without witnesses. */
const found = (before: Version, after: Version) =>
  proveFollow(version(before), version(after)).map(({ pointer, says }) => [pointer, says]);

const unaskedField = (path: string, step: string) => [
  `/steps/${step}`,
  { key: "follow-unasked.field", params: { step, path } },
];
const unaskedStep = (step: string, receipt: string) => [
  `/steps/${step}`,
  { key: "follow-unasked.step", params: { step, receipt } },
];
const refused = (path: string, step: string, value: string) => [
  `/steps/${step}`,
  { key: "follow-refused", params: { step, path, value } },
];

/** Returns the flow without its wait. `act` leads to the end, which shows the given values. */
const showing = (...shows: readonly string[]) => ({
  act: { ...STEPS.act, next: next("done") },
  money: null,
  done: { ...STEPS.done, shows },
});

describe("answers that a receipt froze, when an instance continues with a new version,", () => {
  it.each<readonly [what: string, x: JsonObject, findings: readonly unknown[]]>([
    ["are as valid as before", X, []],
    ["have more valid values", { ...X, maximum: 20 }, []],
    ["are no longer valid above a bound", { ...X, maximum: 8 }, [refused("answers.ask.x", "act", "9")]],
    ["are no longer valid below a bound", { ...X, minimum: 2 }, [refused("answers.ask.x", "act", "1")]],
  ])("the frozen answers are reported as expected for a new schema, in which they %s", (_, x, findings) => {
    const fields = { ask: { x, "note?": NOTE } };
    expect(found({ steps: showing("answers.ask.x") }, { steps: showing("answers.ask.x"), fields })).toEqual(
      findings,
    );
    expect(found({ steps: showing() }, { steps: showing(), fields })).toEqual([]);
  });

  it("a frozen answer that is no longer valid is shown with at most eighty characters", () => {
    const fields = { ask: { x: X, "note?": { ...NOTE, maxLength: 100 } } };
    const steps = showing("answers.ask.note?");
    expect(found({ steps }, { steps, fields })).toEqual([
      refused("answers.ask.note", "act", `"${"x".repeat(79)}`),
    ]);
  });

  it("a newly required field has no frozen answer; an optional field needs none", () => {
    const now = (why: "why" | "why?", ...shows: readonly string[]): Version => ({
      steps: showing(...shows),
      fields: { ask: { x: X, [why]: NOTE } },
    });
    const old: Version = { steps: showing() };
    expect(found(old, now("why", "answers.ask.why?"))).toEqual([unaskedField("answers.ask.why", "act")]);
    expect(found(old, now("why?", "answers.ask.why?"))).toEqual([]);
    expect(found(old, now("why", "answers.ask.x"))).toEqual([]);
  });

  it("a form after the receipt or on a different path is not checked for frozen answers", () => {
    const more = (x: JsonObject): Version => ({
      steps: {
        ask: {
          kind: "form",
          next: next([{ ">": [at("answers.ask.x"), 5] }, "other"], "act"),
        },
        act: { ...STEPS.act, next: next("more") },
        money: null,
        more: form("done"),
        other: form("done"),
        done: { ...STEPS.done, shows: ["answers.more.x?", "answers.other.x?", "answers.ask.x"] },
      },
      fields: { ask: { x: X }, more: { x }, other: { x } },
    });
    expect(found(more(X), more({ ...X, maximum: 8 }))).toEqual([]);
  });

  it("frozen answers are reported separately for each of two receipts", () => {
    const shows = {
      money: { ...STEPS.money, shows: ["answers.ask.x"] },
      done: { ...STEPS.done, shows: ["answers.ask.x"] },
    };
    expect(
      found({ steps: shows }, { steps: shows, fields: { ask: { x: { ...X, maximum: 8 }, "note?": NOTE } } }),
    ).toEqual([refused("answers.ask.x", "act", "9"), refused("answers.ask.x", "money", "9")]);
  });

  it("frozen answers of a removed form are not requested again", () => {
    const first = { first: form("ask") };
    const old: Version = {
      steps: { ...showing(), ...first },
      fields: { first: { y: X } },
      flow: { start: "first" },
    };
    expect(found(old, { steps: showing("answers.ask.x") })).toEqual([]);
  });
});

describe("a step that the new version adds before a receipt", () => {
  const first = { first: form("ask") };
  const start = { flow: { start: "first" }, fields: { first: { y: X } } };

  it.each<readonly [what: string, shows: readonly string[], findings: readonly unknown[]]>([
    [
      "is reported if a later step reads the answer to the question",
      ["answers.first.y"],
      [unaskedStep("first", "act")],
    ],
    ["is accepted if no later step reads the answer to the question", ["answers.ask.x"], []],
  ])("%s", (_, shows, findings) => {
    expect(found({ steps: showing() }, { steps: { ...showing(...shows), ...first }, ...start })).toEqual(
      findings,
    );
  });

  it("an added effect is reported if a later step reads its output", () => {
    const steps = { ask: form("early"), early: { ...STEPS.act, next: next("act") } };
    expect(found({ steps: showing() }, { steps: { ...showing("effects.early.by"), ...steps } })).toEqual([
      unaskedStep("early", "act"),
    ]);
  });

  it("a new question after the receipt is accepted, because then all users are asked", () => {
    const steps = {
      ...showing(),
      act: { ...STEPS.act, next: next("first") },
      first: form("second"),
      second: form("done"),
      done: { ...STEPS.done, shows: ["answers.first.y"] },
    };
    expect(found({ steps: showing() }, { steps, fields: { first: { y: X }, second: { z: X } } })).toEqual([]);
  });
});

describe("a step after a receipt reads the answer to a new question", () => {
  const y = at("answers.first.y");
  const named = (id: string, logic: JsonObject): JsonObject => ({
    must: [{ id, reason: "warning:small.clause", mend: "none", logic }],
  });
  /**
   * Returns true if a form after the receipt reads a new question, by this check or by these shown values.
   */
  const read = (asking: JsonObject, more: Version = {}): boolean => {
    const steps = {
      ask: form("act"),
      act: { ...STEPS.act, next: next("more") },
      money: null,
      more: { kind: "form", next: next("done"), ...asking },
      first: form("ask"),
    };
    const after: Version = {
      ...more,
      steps,
      fields: { first: { y: X, born: { type: "string", format: "date" } }, more: { z: X } },
      flow: { start: "first", ...more.flow },
    };
    const says = found({ steps: showing() }, after);
    return says.some(([pointer]) => pointer === "/steps/first");
  };
  const derived = { twice: { fn: "sum", args: ["answers.first.y", "answers.more.z"] } };
  const other = { other: { fn: "sum", args: ["answers.more.z"] } };

  it.each<readonly [what: string, form: JsonObject, more: Version, reads: boolean]>([
    ["directly", { shows: ["answers.first.y"] }, {}, true],
    ["if the value may be missing", { shows: ["answers.first.y?"] }, {}, true],
    [
      "but not if the step reads a different value with a longer name",
      { shows: ["answers.ask.x"] },
      {},
      false,
    ],
    ["through a condition", { next: next([{ ">": [y, 5] }, "late"], "done") }, {}, true],
    ["through a rule", { check: ["big"] }, { rules: { big: must({ ">": [y, 5] }) } }, true],
    [
      "but not through another rule",
      { check: ["big"] },
      { rules: { big: must({ ">": [at("answers.ask.x"), 5] }) } },
      false,
    ],
    [
      "through a rule in a rule",
      { check: ["big"] },
      { rules: { big: must({ rule: "inner" }), inner: must({ ">": [y, 5] }) } },
      true,
    ],
    [
      "through a rule with a clause of the rule's own name",
      { check: ["big"] },
      { rules: { big: named("big", { ">": [y, 5] }) } },
      true,
    ],
    ["through a derived value", { shows: ["derived.twice"] }, { flow: { derived } }, true],
    [
      "through a derived value that may be missing",
      { shows: ["derived.twice?"] },
      { flow: { derived } },
      true,
    ],
    [
      "but not through another derived value",
      { shows: ["derived.other"] },
      { flow: { derived: { ...derived, ...other } } },
      false,
    ],
    [
      "through a derived value of a rule",
      { shows: ["derived.level"] },
      {
        flow: { derived: { level: { rule: "level" } } },
        rules: { level: { value: { type: { type: "integer" }, logic: { if: [{ ">": [y, 5] }, 1, 2] } } } },
      },
      true,
    ],
    [
      "through an argument of a fact",
      { shows: ["facts.q.yes"] },
      { flow: { facts: { q: { of: "answers.first.y" } } } },
      true,
    ],
    ["but not through a fact without arguments", { shows: ["facts.p.yes"] }, {}, false],
  ])("%s", (_, form, more, reads) => {
    expect(read(form, more)).toBe(reads);
  });
});
