import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  contestOf,
  derive,
  effectInput,
  type Facts,
  type Instance,
  inputHash,
  type Receipt,
  receiptTrail,
  secretsOf,
  submit,
} from "../../../engine/flow/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { pinSet } from "./fixtures/pin-set.ts";
import { instanceOf, open, shop, shopFacts } from "./fixtures/shop.ts";

const give = (instance: Instance, step: string, answer: JsonObject, facts: Facts = shopFacts) =>
  submit(shop, instance, facts, open, { step, answer });

describe("a submitted answer", () => {
  it("an answer is accepted at the current step, and unknown and hidden fields are removed", () => {
    const decision = give(instanceOf(), "choose", {
      item: "A",
      gift: false,
      note: "hidden",
      facts: { price: 0 },
    });
    expect(decision).toMatchObject({ kind: "accepted", walk: { at: { kind: "form", step: "amount" } } });
    if (decision.kind !== "accepted") return;
    expect(decision.answers).toEqual({ choose: { value: { item: "A", gift: false }, revision: 1 } });
  });

  it("an answer is accepted at a step passed earlier, and increases the revision of that step's answer", () => {
    const instance = instanceOf({ choose: { item: "A" }, amount: { amount: "600.00" } });
    expect(give(instance, "choose", { item: "B" })).toMatchObject({
      kind: "accepted",
      answers: { choose: { value: { item: "B" }, revision: 2 } },
    });
  });

  it("an answer requests the facts that depend on it", () => {
    expect(give(instanceOf({ choose: { item: "A" } }), "amount", { amount: "100.00" }, {})).toEqual({
      kind: "needs",
      facts: [{ fact: "item", args: { code: "A" } }],
    });
  });

  it.each([
    ["a missing field", {}, [{ pointer: "/amount", code: "required" }]],
    ["a wrong type", { amount: 100 }, [{ pointer: "/amount", code: "type" }]],
    ["a wrong format", { amount: "1e9" }, [{ pointer: "/amount", code: "baht" }]],
    [
      "a rule that fails",
      { amount: "99.99" },
      [{ pointer: "/amount", code: "minimum.least", message: "warning:shop.least" }],
    ],
  ])("an answer is refused, with the error at the field, because of %s", (_, answer, errors) => {
    const decision = give(instanceOf({ choose: { item: "A" } }), "amount", answer as JsonObject);
    expect(decision).toMatchObject({ kind: "refused", errors });
  });

  it.each([
    "amount",
    "careful",
    "review",
    "reserve",
    "pin",
    "money",
    "thanks",
    "constructor",
    "__proto__",
    "nowhere",
  ])("an answer is rejected at %s because the first form is not answered yet", (step) => {
    expect(give(instanceOf(), step, { amount: "100.00", accepted: true }).kind).toBe("not-open");
  });

  it("an answer to a review is accepted only if it contains the current values", () => {
    const instance = withReserved();
    const { at } = derive(shop, instance, shopFacts, open);
    if (at.kind !== "review") throw new Error(at.kind);
    expect(give(instance, "review", { values: at.values })).toMatchObject({
      kind: "accepted",
      walk: { at: { kind: "challenge" } },
    });
    expect(give(instance, "review", { values: { ...at.values, "derived.fee": "0.00" } })).toMatchObject({
      kind: "refused",
      errors: [{ pointer: "", code: "values-changed" }],
    });
    expect(give(instance, "review", {})).toMatchObject({ kind: "refused" });
  });

  it("an answer is rejected at a frozen step", () => {
    expect(give(withReserved(), "choose", { item: "B" }).kind).toBe("not-open");
  });

  it("an answer is rejected after the flow has ended with a receipt", () => {
    const instance = instanceOf({ choose: { item: "A" } }, [
      { kind: "end", step: "closed", outcome: "stopped", reason: "closed" },
    ]);
    expect(give(instance, "choose", { item: "A" }).kind).toBe("not-open");
  });
});

function withReserved(): Instance {
  const instance = instanceOf({ choose: { item: "A" }, amount: { amount: "150.00" } });
  const walk = derive(shop, instance, shopFacts, open);
  const { hash } = effectInput(shop, walk);
  const receipt: Receipt = {
    kind: "effect",
    seq: 1,
    step: "reserve",
    at: "2026-03-02T03:00:00.000Z",
    attempt: 1,
    inputHash: hash,
    outcome: { kind: "done", output: { shelf: "7" } },
    trail: receiptTrail(walk),
  };
  return { ...instance, receipts: [receipt] };
}

describe("the receipts that the server stores", () => {
  it("a receipt contains the steps since the previous receipt, if the steps freeze answers", () => {
    const instance = withReserved();
    expect(instance.receipts[0]).toMatchObject({
      trail: [
        { step: "gate", to: "choose" },
        { step: "choose", to: "amount" },
        { step: "amount", to: "reserve" },
      ],
    });
    expect(receiptTrail(derive(shop, instance, shopFacts, open))).toEqual([
      { step: "reserve", to: "review" },
    ]);
  });

  it("a receipt names after a failure the answer that the failure reopens, if there is one", () => {
    expect(contestOf(shop, withReserved(), { step: "reserve", code: "sold-out" })).toEqual({
      kind: "contested",
      step: "choose",
      by: "reserve",
      revision: 1,
      code: "sold-out",
      field: "item",
    });
    expect(contestOf(shop, withReserved(), { step: "reserve", code: "unavailable" })).toBeNull();
  });
});

describe("the form of an effect", () => {
  const instance: Instance = { ...instanceOf(), flow: "pin-set" };
  const set = (answer: JsonObject, of = instance) => submit(pinSet, of, {}, {}, { step: "set", answer });

  it("an effect's form asks the user, and stores no secrets", () => {
    expect(secretsOf(pinSet, "set")).toEqual(["pin", "again"]);
    expect(derive(pinSet, instance, {}, {}).at).toMatchObject({ kind: "effect", state: "ask", errors: [] });
    const decision = set({ pin: "246813", again: "246813", hint: "blue", other: 1 });
    if (decision.kind !== "accepted") throw new Error(decision.kind);
    expect(decision.walk.at).toMatchObject({ kind: "effect", state: "due", attempt: 1 });
    expect(decision.answers).toEqual({ set: { value: { hint: "blue" }, revision: 1 } });
    expect(effectInput(pinSet, decision.walk, decision.form)).toEqual({
      input: { pin: "246813", hint: "blue" },
      hash: inputHash({ hint: "blue" }),
    });
  });

  it("rules that can read the secrets check an effect's form during submission", () => {
    expect(set({ pin: "246813", again: "246814" })).toMatchObject({
      kind: "refused",
      errors: [{ pointer: "/again", code: "match.same", message: "warning:pin.same" }],
    });
  });

  it("an effect's form shows an error with an `ask` route at the field that the route names", () => {
    const failed: Receipt = {
      kind: "effect",
      seq: 1,
      step: "set",
      at: "2026-03-02T03:00:00.000Z",
      attempt: 1,
      inputHash: inputHash({}),
      outcome: { kind: "failed", code: "weak" },
      trail: [],
    };
    const again = { ...instance, receipts: [failed] };
    expect(derive(pinSet, again, {}, {}).at).toMatchObject({
      state: "ask",
      attempt: 2,
      errors: [{ pointer: "/pin", code: "weak" }],
    });
    expect(set({ pin: "246813", again: "246813" }, again).kind).toBe("accepted");
    const done = { ...failed, seq: 2, outcome: { kind: "done" as const, output: {} } };
    expect(set({ pin: "246813", again: "246813" }, { ...instance, receipts: [failed, done] }).kind).toBe(
      "not-open",
    );
  });
});

describe("random sequences that skip, replay, reorder and forge answers", () => {
  type Action = { readonly step: string; readonly answer: JsonObject };
  const action: fc.Arbitrary<Action> = fc.oneof(
    fc.record({
      step: fc.constant("choose"),
      answer: fc.record(
        { item: fc.constantFrom("A", "B", "C"), gift: fc.boolean(), note: fc.constantFrom("hi", "") },
        { requiredKeys: [] },
      ),
    }),
    fc.record({
      step: fc.constant("amount"),
      answer: fc.record({ amount: fc.constantFrom("99.99", "100.00", "500.00", "1000.01", "-1.00", "1") }),
    }),
    fc.record({
      step: fc.constant("careful"),
      answer: fc.constantFrom({ accepted: true }, { accepted: false }, {}),
    }),
    fc.record({
      step: fc.constant("review"),
      answer: fc.constantFrom<JsonObject>(
        {},
        { values: {} },
        { values: { "answers.choose.item": "A", "answers.amount.amount": "100.00", "derived.fee": "1.00" } },
        { values: { "answers.choose.item": "B", "answers.amount.amount": "500.00", "derived.fee": "10.00" } },
      ),
    }),
    fc.record({
      step: fc.constantFrom("gate", "reserve", "pin", "place", "money", "thanks", "__proto__", "toString"),
      answer: fc.constantFrom<JsonObject>({}, { accepted: true }, { values: {} }),
    }),
    fc.record({ step: fc.constant("RESERVE"), answer: fc.constant({}) }),
  );

  it("random sequences are accepted exactly where an independent model of the shop flow accepts them", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
        let instance = instanceOf();
        for (const { step, answer } of actions) {
          if (step === "RESERVE") {
            instance = reserve(instance);
            continue;
          }
          const decision = give(instance, step, answer);
          expect(decision.kind === "accepted").toBe(allowed(instance, step, answer));
          if (decision.kind === "accepted") instance = { ...instance, answers: decision.answers };
        }
      }),
      { numRuns: 10_000 },
    );
  });

  /** Runs the reservation effect as the server would, if the effect is due. */
  function reserve(instance: Instance): Instance {
    const walk = derive(shop, instance, shopFacts, open);
    if (walk.at.kind !== "effect" || walk.at.step !== "reserve") return instance;
    const receipt: Receipt = {
      kind: "effect",
      seq: 1,
      step: "reserve",
      at: "2026-03-02T03:00:00.000Z",
      attempt: 1,
      inputHash: effectInput(shop, walk).hash,
      outcome: { kind: "done", output: { shelf: "7" } },
      trail: receiptTrail(walk),
    };
    return { ...instance, receipts: [receipt] };
  }

  /** Returns whether the shop allows an answer. Implements the shop's rules independently of the engine. */
  function allowed(instance: Instance, step: string, answer: JsonObject): boolean {
    const frozen = instance.receipts.length > 0;
    const choose = instance.answers.choose?.value;
    const amount = instance.answers.amount?.value.amount as string | undefined;
    const enough = (text: string, item: unknown) => Number(text) >= (item === "A" ? 100 : 500);
    switch (step) {
      case "choose":
        return (
          !frozen &&
          (answer.item === "A" || answer.item === "B") &&
          (answer.gift !== true || answer.note === "hi")
        );
      case "amount":
        return (
          !frozen &&
          choose !== undefined &&
          /^\d+\.\d\d$/.test(answer.amount as string) &&
          enough(answer.amount as string, choose.item)
        );
      case "careful":
        return (
          !frozen &&
          choose !== undefined &&
          amount !== undefined &&
          enough(amount, choose.item) &&
          Number(amount) > 1000 &&
          answer.accepted === true
        );
      case "review": {
        if (!frozen || choose === undefined || amount === undefined) return false;
        const fee = (Number(amount) * (choose.item === "A" ? 1 : 2)) / 100;
        const shown: { [path: string]: unknown } = {
          "answers.choose.item": choose.item,
          "answers.amount.amount": amount,
          "derived.fee": fee.toFixed(2),
          ...(choose.gift === true ? { "answers.choose.note": choose.note } : {}),
        };
        const given = (answer.values ?? {}) as { readonly [path: string]: unknown };
        const names = new Set([...Object.keys(shown), ...Object.keys(given)]);
        return [...names].every((name) => shown[name] === given[name]);
      }
      default:
        return false;
    }
  }
});
