import { expect, it } from "vitest";
import { verify } from "../../../engine/verify/index.ts";
import { usesOf } from "../../../engine/verify/uses.ts";
import { shopDefinition } from "../flow/fixtures/shop.ts";
import { next, type Small, smallSource } from "./checks-small.ts";

const told = (definition: Parameters<typeof usesOf>[0]) =>
  usesOf(definition).map(({ as, step, pointer, path }) => `${as} ${step} ${pointer} ${path}`);

it("every place that a flow reads is named with where, by what, and at which step", () => {
  expect(told(shopDefinition)).toEqual([
    "fact null /facts/item/code answers.choose.item",
    "derived null /derived/fee/args/0 answers.amount.amount",
    "derived null /derived/fee/args/1 facts.item.feeBps",
    "next gate /steps/gate/next/0/when flags.open",
    "shows amount /steps/amount/shows/0 derived.fee?",
    "next amount /steps/amount/next/0/when derived.size",
    "input reserve /steps/reserve/input/item answers.choose.item",
    "shows review /steps/review/shows/0 answers.choose.item",
    "shows review /steps/review/shows/1 answers.amount.amount",
    "shows review /steps/review/shows/2 answers.choose.note?",
    "shows review /steps/review/shows/3 derived.fee",
    "input place /steps/place/input/item answers.choose.item",
    "input place /steps/place/input/amount answers.amount.amount",
    "input place /steps/place/input/fee derived.fee",
    "input place /steps/place/input/note? answers.choose.note",
    "next money /steps/money/next/0/when effects.money.amount",
    "derived null /derived/size/rule answers.amount.amount",
    "invariant place /invariants/0/rule answers.amount.amount",
    "invariant place /invariants/0/rule facts.item.minimum",
    "check amount /steps/amount/check/0 answers.amount.amount",
    "check amount /steps/amount/check/0 facts.item.minimum",
    "explains refused /steps/refused/explains answers.amount.amount",
    "explains refused /steps/refused/explains facts.item.minimum",
  ]);
});

it("the end of a wait is read, and a rule that leads on, by name or inside a condition, once", () => {
  const good = {
    must: [
      { id: "a", reason: "warning:small.a", mend: "none", logic: { "==": [{ var: "answers.ask.x" }, "a"] } },
    ],
  };
  const small: Small = {
    act: { next: next("stay") },
    steps: {
      ask: {
        kind: "form",
        next: [{ when: "good", to: "act" }, { when: { "!": [{ rule: "good" }] }, to: "done" }, { to: "act" }],
      },
      stay: {
        kind: "wait",
        for: "small.come",
        since: "act",
        until: "effects.act.by",
        onTimeout: { to: "done" },
        next: next("done"),
      },
    },
    rules: { good },
    events: { "small.come": { id: "small.come", data: { type: "object", properties: {} } } },
  };
  const { definition } = verify(smallSource(small));
  expect(definition && told(definition)).toEqual([
    "next ask /steps/ask/next/1/when answers.ask.x",
    "until stay /steps/stay/until effects.act.by",
    "next ask /steps/ask/next/0/when answers.ask.x",
  ]);
});
