import { describe, expect, it } from "vitest";
import { derive, type Facts, factKey, inputHash, progressOf } from "../../../engine/flow/index.ts";
import { instanceOf, open, shop, shopFacts, type WithoutSeq } from "./fixtures/shop.ts";

const chosen = { choose: { item: "A" }, amount: { amount: "150.00" } };
const reserved: WithoutSeq = {
  kind: "effect",
  step: "reserve",
  attempt: 1,
  inputHash: inputHash({ item: "A" }),
  outcome: { kind: "done", output: { shelf: "7" } },
  trail: [
    { step: "gate", to: "choose" },
    { step: "choose", to: "amount" },
    { step: "amount", to: "reserve" },
  ],
};
const shown = { "answers.choose.item": "A", "answers.amount.amount": "150.00", "derived.fee": "1.50" };
const reviewed = { ...chosen, review: { values: shown } };
const pin: WithoutSeq = { kind: "challenge", step: "pin", outcome: "passed", values: shown };
const input = { item: "A", amount: "150.00", fee: "1.50" };
const placed: WithoutSeq = {
  kind: "effect",
  step: "place",
  attempt: 1,
  inputHash: inputHash(input),
  outcome: { kind: "done", output: { reference: "R1" } },
  trail: [
    { step: "reserve", to: "review" },
    { step: "review", to: "pin" },
    { step: "pin", to: "place" },
  ],
};
const failed = (step: string, code: string, hash: string): WithoutSeq => ({
  kind: "effect",
  step,
  attempt: 1,
  inputHash: hash,
  outcome: { kind: "failed", code },
  trail: [],
});
const paid = (amount: string): WithoutSeq => ({
  kind: "wait",
  step: "money",
  outcome: { kind: "event", data: { amount } },
  trail: [{ step: "place", to: "money" }],
});

const at = (
  answers: Parameters<typeof instanceOf>[0],
  receipts: readonly WithoutSeq[] = [],
  facts: Facts = shopFacts,
  flags: { readonly [flag: string]: boolean } = open,
) => derive(shop, instanceOf(answers, receipts), facts, flags);

describe("the position of the user", () => {
  const table: readonly [
    title: string,
    answers: Parameters<typeof instanceOf>[0],
    receipts: readonly WithoutSeq[],
    expected: object,
  ][] = [
    ["without answers the user is at the first form", {}, [], { kind: "form", step: "choose", errors: [] }],
    [
      "an answer without its required field stops at that form, with the error at the field",
      { choose: {} },
      [],
      { kind: "form", step: "choose", errors: [{ pointer: "/item", code: "required", params: {} }] },
    ],
    [
      "a required field whose condition holds is asked",
      { choose: { item: "A", gift: true } },
      [],
      { kind: "form", step: "choose", errors: [{ pointer: "/note", code: "required" }] },
    ],
    [
      "a failed rule stops at the form, with the error at the field that can correct it",
      { choose: { item: "A" }, amount: { amount: "99.99" } },
      [],
      {
        kind: "form",
        step: "amount",
        errors: [
          {
            pointer: "/amount",
            code: "minimum.least",
            message: "warning:shop.least",
            params: { limit: "100.00" },
          },
        ],
      },
    ],
    [
      "an amount of exactly the minimum passes",
      { choose: { item: "A" }, amount: { amount: "100.00" } },
      [],
      { kind: "effect", step: "reserve" },
    ],
    [
      "a large amount leads through another form",
      { choose: { item: "A" }, amount: { amount: "1000.01" } },
      [],
      { kind: "form", step: "careful" },
    ],
    [
      "a due effect has its input and attempt number",
      chosen,
      [],
      { kind: "effect", step: "reserve", state: "due", input: { item: "A" }, attempt: 1, errors: [] },
    ],
    [
      "a completed effect is passed",
      chosen,
      [reserved],
      { kind: "review", step: "review", values: shown, changed: false, errors: [] },
    ],
    [
      "a confirmed review leads to the challenge, with the values that the challenge binds",
      reviewed,
      [reserved],
      { kind: "challenge", step: "pin", values: shown },
    ],
    [
      "a passed challenge leads to the effect",
      reviewed,
      [reserved, pin],
      { kind: "effect", step: "place", state: "due", input, attempt: 1 },
    ],
    [
      "a wait starts at its receipt and has a deadline",
      reviewed,
      [reserved, pin, placed],
      { kind: "wait", step: "money", for: "shop.paid", sinceSeq: 3, until: "2026-03-03T05:00:00.000Z" },
    ],
    [
      "an event ends the wait, and its data decides the next step",
      reviewed,
      [reserved, pin, placed, paid("100.00")],
      { kind: "end", step: "thanks", outcome: "done", final: false },
    ],
    [
      "other data of the event leads to another step",
      reviewed,
      [reserved, pin, placed, paid("99.99")],
      { kind: "end", step: "short" },
    ],
    [
      "a timeout ends the wait",
      reviewed,
      [
        reserved,
        pin,
        placed,
        {
          kind: "wait",
          step: "money",
          outcome: { kind: "timeout" },
          trail: [{ step: "place", to: "money" }],
        },
      ],
      { kind: "end", step: "expired", outcome: "stopped" },
    ],
    [
      "an exhausted challenge follows its declared route",
      reviewed,
      [reserved, { ...pin, outcome: "exhausted" } as WithoutSeq],
      { kind: "end", step: "locked" },
    ],
  ];
  it.each(table)("the position of the user is as expected: %s", (_, answers, receipts, expected) => {
    expect(at(answers, receipts).at).toMatchObject(expected);
  });

  it("a switch that is missing from the set is off", () => {
    expect(at(chosen, [], shopFacts, {}).at).toMatchObject({
      kind: "end",
      step: "closed",
      outcome: "provisional",
    });
  });
});

describe("an answer to a question that is not on the user's path", () => {
  it("an answer off the user's path is ignored and counts as missing", () => {
    const walk = at({ ...chosen, careful: { accepted: true } });
    expect(walk.answers).not.toHaveProperty("careful");
    expect(walk.read("answers.careful.accepted")).toBeUndefined();
  });

  it("an answer counts as missing if its field has a condition that does not hold", () => {
    const walk = at({ ...chosen, choose: { item: "A", gift: false, note: "hidden" } });
    expect(walk.read("answers.choose.note")).toBeUndefined();
  });
});

describe("reviews and challenges", () => {
  it("a review counts only while the values that the user confirmed are unchanged", () => {
    const walk = at({ ...reviewed, amount: { amount: "151.00" } }, [reserved, pin]);
    expect(walk.at).toMatchObject({ kind: "review", changed: true });
  });

  it("a challenge counts only for the values that the user saw when passing it", () => {
    const other = { ...pin, values: { ...shown, "answers.amount.amount": "151.00" } } as WithoutSeq;
    expect(at(reviewed, [reserved, other]).at).toMatchObject({ kind: "challenge", step: "pin" });
  });

  it("a fact that changed after the review requires a new review", () => {
    const facts = { ...shopFacts, [factKey("item", { code: "A" })]: { minimum: "100.00", feeBps: 101 } };
    expect(at(reviewed, [reserved, pin], facts).at).toMatchObject({
      kind: "review",
      step: "review",
      changed: true,
    });
  });
});

describe("frozen answers", () => {
  it("the flow no longer checks the steps before a completed effect", () => {
    const facts = { ...shopFacts, [factKey("item", { code: "A" })]: { minimum: "9000.00", feeBps: 100 } };
    const walk = at(reviewed, [reserved, pin, placed], facts, { open: false });
    expect(walk.at).toMatchObject({ kind: "wait", step: "money" });
    expect(walk.trail.map(({ step }) => step)).toEqual([
      "gate",
      "choose",
      "amount",
      "reserve",
      "review",
      "pin",
      "place",
    ]);
    expect(walk.trail.every(({ frozen }) => frozen)).toBe(true);
  });

  it("outputs of completed effects on the path stay readable", () => {
    const walk = at(reviewed, [reserved, pin, placed, paid("100.00")]);
    expect(walk.read("effects.reserve.shelf")).toBe("7");
    expect(walk.read("effects.place.reference")).toBe("R1");
    expect(walk.read("effects.money.amount")).toBe("100.00");
  });
});

describe("effects that fail", () => {
  const hash = inputHash({ item: "A" });
  const contest: WithoutSeq = {
    kind: "contested",
    step: "choose",
    by: "reserve",
    revision: 1,
    code: "sold-out",
    field: "item",
  };

  it.each([
    [1, { kind: "effect", state: "running", attempt: 2 }],
    [2, { kind: "effect", state: "running", attempt: 3 }],
    [3, { kind: "end", step: "later" }],
  ])(
    "an effect with a limited number of retries leads to the expected step after %i failures",
    (failures, expected) => {
      const receipts = Array.from({ length: failures }, () => failed("reserve", "unavailable", hash));
      expect(at(chosen, receipts).at).toMatchObject(expected);
    },
  );

  it("an effect whose input changed must run again", () => {
    const receipts = [1, 2, 3].map(() => failed("reserve", "unavailable", hash));
    const walk = at({ ...chosen, choose: { item: "B" }, amount: { amount: "500.00" } }, receipts);
    expect(walk.at).toMatchObject({ kind: "effect", step: "reserve", state: "due", attempt: 4 });
  });

  it("an error may reopen an earlier answer until the user has answered again", () => {
    const receipts = [failed("reserve", "sold-out", hash), contest];
    expect(at(chosen, receipts).at).toEqual({
      kind: "form",
      step: "choose",
      errors: [{ pointer: "/item", by: "reserve", code: "sold-out", params: {} }],
    });
    const instance = instanceOf({ ...chosen, choose: { item: "A" } }, receipts);
    const anew = {
      ...instance,
      answers: { ...instance.answers, choose: { value: { item: "A" }, revision: 2 } },
    };
    expect(derive(shop, anew, shopFacts, open).at).toMatchObject({
      kind: "effect",
      step: "reserve",
      state: "due",
      attempt: 2,
    });
  });

  it("an error may lead to a different step, and the effect must run again when the answer changes", () => {
    const receipts = [reserved, pin, failed("place", "refused", inputHash(input))];
    expect(at(reviewed, receipts).at).toMatchObject({ kind: "end", step: "refused", outcome: "provisional" });
  });

  it("a repeatable effect runs again after a reopened answer if its input differs, and codes are asked for again", () => {
    const reopened = (values: Parameters<typeof instanceOf>[0], revision: number) => {
      const instance = instanceOf(values, [
        reserved,
        pin,
        failed("place", "changed", inputHash(input)),
        { kind: "contested", step: "amount", by: "place", revision: 1, code: "changed" },
      ]);
      const amount = instance.answers.amount;
      if (amount === undefined) throw new Error("no amount");
      return derive(
        shop,
        { ...instance, answers: { ...instance.answers, amount: { ...amount, revision } } },
        shopFacts,
        open,
      );
    };
    expect(reopened(reviewed, 1).at).toMatchObject({
      kind: "form",
      step: "amount",
      errors: [{ pointer: "", code: "changed" }],
    });
    expect(reopened(reviewed, 2).at).toMatchObject({ kind: "challenge", step: "pin" });
    expect(reopened(reviewed, 2).trail.some(({ frozen }) => frozen)).toBe(false);
    expect(
      reopened({ ...reviewed, choose: { item: "B" }, amount: { amount: "500.00" } }, 2).at,
    ).toMatchObject({
      kind: "effect",
      step: "reserve",
      state: "due",
      input: { item: "B" },
      attempt: 2,
    });
  });
});

describe("facts", () => {
  it("a fact that depends on an answer is requested once the answer exists", () => {
    expect(at({}, [], {}).at).toMatchObject({ kind: "form", step: "choose" });
    expect(at({ choose: { item: "B" } }, [], {}).at).toEqual({
      kind: "needs",
      step: "amount",
      facts: [{ fact: "item", args: { code: "B" } }],
    });
  });

  it("a fact that was loaded for a different answer is never used", () => {
    const facts = { [factKey("item", { code: "A" })]: { minimum: "1.00", feeBps: 1 } };
    expect(at({ choose: { item: "B" } }, [], facts).at).toMatchObject({ kind: "needs" });
  });

  it('a rule with onMissing "ask" stops the user at the step that can supply an absent fact', () => {
    const facts = { [factKey("item", { code: "A" })]: null };
    const walk = at(chosen, [], facts);
    expect(walk.at).toMatchObject({ kind: "form", step: "amount" });
    expect(walk.blocking).toMatchObject([{ id: "least", mend: "answers.amount.amount" }]);
  });

  it("a fact that nothing on the path reads is not requested", () => {
    expect(at(chosen).at).toMatchObject({ kind: "effect" });
  });
});

describe("ends", () => {
  const end: WithoutSeq = { kind: "end", step: "thanks", outcome: "done", reason: "paid" };

  it("an end with a receipt is final, whatever the current facts are, and all answers are frozen", () => {
    const walk = at(reviewed, [reserved, pin, placed, paid("100.00"), end], {}, {});
    expect(walk.at).toMatchObject({ kind: "end", step: "thanks", final: true });
    expect(walk.trail.every(({ frozen }) => frozen)).toBe(true);
  });

  it("a user leaves a provisional end when the facts change", () => {
    expect(at({}, [], shopFacts, { open: false }).at).toMatchObject({ kind: "end", final: false });
    expect(at({}, [], shopFacts, { open: true }).at).toMatchObject({ kind: "form" });
  });
});

it("progress contains the flow's groups, the screens of each group and the remaining minutes", () => {
  expect(progressOf(shop, at({}))).toMatchObject({
    group: "choose",
    index: 1,
    of: 2,
    screen: 1,
    minutesLeft: 4,
  });
  expect(progressOf(shop, at(chosen, [reserved]))).toMatchObject({
    group: "pay",
    index: 2,
    of: 2,
    screen: 1,
  });
});
