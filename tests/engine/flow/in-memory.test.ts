import { describe, expect, it } from "vitest";
import { type Around, endsTime, type Happening, inMemory } from "../../../engine/flow/index.ts";
import { pinSet } from "./fixtures/pin-set.ts";
import { open, shop } from "./fixtures/shop.ts";

const HERE: Around = {
  flags: open,
  facts: { item: { minimum: "100.00", feeBps: 100 }, today: { date: "2026-03-02" } },
};
const NOWHERE: Around = { flags: open, facts: {} };

/** Returns a customer whose facts and switches a test can change. */
function customer() {
  let around = HERE;
  const person = inMemory(shop, () => around);
  return {
    ...person,
    at: () => person.stands().walk.at,
    comes: (what: Happening) => person.happen(person.stands().walk, what),
    answers: (step: string, answer: Parameters<typeof person.keep>[1]) =>
      person.submit({ step, answer }).kind,
    moves: (to: Around) => {
      around = to;
    },
    receipts: () => person.stands().instance.receipts,
  };
}

/** Returns a customer at the effect that reserves the goods. */
function atEffect() {
  const person = customer();
  person.keep("choose", { item: "A" });
  person.keep("amount", { amount: "150.00" });
  return person;
}

/** Returns a customer at the PIN challenge. */
function atCode() {
  const person = atEffect();
  person.comes({ done: { shelf: "7" } });
  const at = person.at();
  if (at.kind === "review") person.keep("review", { values: at.values });
  return person;
}

/** Returns a customer whose order waits for payment. */
function ordered() {
  const person = atCode();
  person.comes({ passed: true });
  person.comes({ done: { reference: "R1" } });
  return person;
}

it.each<[Happening, boolean]>([
  [{ done: {} }, true],
  [{ event: {} }, true],
  [{ timeout: true }, true],
  [{ fails: "x" }, false],
  [{ passed: true }, false],
  [{ exhausted: true }, false],
])("the answer to whether facts may change after the event %j is %j", (what, ends) => {
  expect(endsTime(what)).toBe(ends);
});

describe("a flow that runs in memory", () => {
  it("starts without answers at the flow's first screen, with the hash of the version", () => {
    expect(customer().stands()).toMatchObject({
      walk: { at: { kind: "form", step: "choose" } },
      instance: { flow: "shop", version: shop.hash, answers: {}, receipts: [] },
      facts: {},
      flags: open,
    });
  });

  it("supplies requested facts by name, whatever their arguments are; an undeclared fact is absent", () => {
    const person = atEffect();
    expect(Object.values(person.stands().facts)).toContainEqual({ minimum: "100.00", feeBps: 100 });
    const stranger = customer();
    stranger.moves(NOWHERE);
    expect(stranger.answers("choose", { item: "A" })).toBe("accepted");
    expect(stranger.answers("amount", { amount: "150.00" })).toBe("refused");
    expect(Object.values(stranger.stands().facts)).toEqual([null]);
  });

  it("stores accepted answers, but no answer that is refused or whose step is not open", () => {
    const person = customer();
    expect(person.answers("choose", { item: "C" })).toBe("refused");
    expect(person.answers("careful", { accepted: true })).toBe("not-open");
    expect(person.stands().instance.answers).toEqual({});
    expect(person.answers("choose", { item: "B" })).toBe("accepted");
    expect(person.answers("amount", { amount: "99.99" })).toBe("refused");
    expect(person.stands().instance.answers).toEqual({ choose: { value: { item: "B" }, revision: 1 } });
  });

  it("stores the receipts of completed effects in order, each with the path up to that effect", () => {
    const person = ordered();
    expect(person.at()).toMatchObject({ kind: "wait", step: "money" });
    person.comes({ event: { amount: "150.00" } });
    expect(person.receipts()).toMatchObject([
      {
        seq: 1,
        kind: "effect",
        step: "reserve",
        attempt: 1,
        outcome: { kind: "done", output: { shelf: "7" } },
      },
      { seq: 2, kind: "challenge", step: "pin", outcome: "passed" },
      {
        seq: 3,
        kind: "effect",
        step: "place",
        trail: [
          { step: "reserve", to: "review" },
          { step: "review", to: "pin" },
          { step: "pin", to: "place" },
        ],
      },
      {
        seq: 4,
        kind: "wait",
        step: "money",
        outcome: { kind: "event", data: { amount: "150.00" } },
        trail: [{ step: "place", to: "money" }],
      },
    ]);
    expect(person.at()).toMatchObject({ kind: "end", step: "thanks" });
  });

  it("requests facts again after a completed effect or a wait", () => {
    const person = atEffect();
    const before = person.stands();
    expect(before.instance.answers.choose).toEqual({ value: { item: "A" }, revision: 1 });
    person.moves(NOWHERE);
    expect(person.stands().facts).toEqual(before.facts);
    person.comes({ done: { shelf: "7" } });
    expect(Object.values(person.stands().facts)).not.toContainEqual(HERE.facts.item);
  });

  it("leads on along the timeout of a wait", () => {
    const person = ordered();
    person.comes({ timeout: true });
    expect(person.at()).toMatchObject({ kind: "end", step: "expired" });
    expect(person.receipts().at(-1)).toMatchObject({ kind: "wait", outcome: { kind: "timeout" } });
  });

  it("leads on along the route of an exhausted code", () => {
    const person = atCode();
    person.comes({ exhausted: true });
    expect(person.receipts().at(-1)).toMatchObject({ kind: "challenge", outcome: "exhausted" });
    expect(person.at()).toMatchObject({ kind: "end", step: "locked" });
  });

  it("reopens the answer that a failure names, with the error at its field", () => {
    const person = atEffect();
    person.comes({ fails: "sold-out", field: "gift" });
    expect(person.receipts()).toMatchObject([
      { seq: 1, kind: "effect", outcome: { kind: "failed", code: "sold-out", field: "gift" }, trail: [] },
      { seq: 2, kind: "contested", step: "choose", by: "reserve" },
    ]);
    expect(person.at()).toMatchObject({ kind: "form", step: "choose", errors: [{ code: "sold-out" }] });
  });

  it("counts the attempts of an effect that is retried, and reopens no answer", () => {
    const person = atEffect();
    for (const attempt of [1, 2]) {
      expect(person.at()).toMatchObject({ kind: "effect", step: "reserve", attempt });
      person.comes({ fails: "unavailable" });
    }
    expect(person.receipts()).toMatchObject([
      { attempt: 1, outcome: { kind: "failed", code: "unavailable" } },
      { attempt: 2, outcome: { kind: "failed", code: "unavailable" } },
    ]);
    expect(person.receipts()[0]).not.toHaveProperty("outcome.field");
  });

  it("stores no secret of an effect's own form", () => {
    const person = inMemory(pinSet, () => NOWHERE);
    const decision = person.submit({ step: "set", answer: { pin: "148263", again: "148263", hint: "cat" } });
    if (decision.kind !== "accepted") throw new Error(decision.kind);
    person.happen(decision.walk, { done: {} }, decision.form);
    const { instance, walk } = person.stands();
    expect(walk.at).toMatchObject({ kind: "end", step: "done" });
    expect(JSON.stringify(instance)).not.toContain("148263");
  });

  it.each<[string, () => ReturnType<typeof customer>, Happening, string]>([
    ["a form", customer, { done: {} }, "done cannot happen at form choose"],
    ["a wait", ordered, { passed: true }, "passed cannot happen at wait money"],
    ["a wait", ordered, { exhausted: true }, "exhausted cannot happen at wait money"],
    ["a wait", ordered, { fails: "x" }, "fails cannot happen at wait money"],
    ["an effect", atEffect, { event: {} }, "event cannot happen at effect reserve"],
    ["an effect", atEffect, { timeout: true }, "timeout cannot happen at effect reserve"],
    ["a code", atCode, { timeout: true }, "timeout cannot happen at challenge pin"],
    ["a form", customer, { exhausted: true }, "exhausted cannot happen at form choose"],
    ["a form", customer, { timeout: true }, "timeout cannot happen at form choose"],
  ])("rejects an event that cannot happen at %s", (_, made, what, says) => {
    const person = made();
    const before = person.receipts();
    expect(() => person.comes(what)).toThrow(says);
    expect(person.receipts()).toEqual(before);
  });
});
