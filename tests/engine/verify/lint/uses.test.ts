import { expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import { verify } from "../../../../engine/verify/lint/index.ts";
import { usesOf } from "../../../../engine/verify/model/index.ts";
import { form, is, must, next, not } from "../../fixtures/parts.ts";
import { shopDefinition } from "../../flow/fixtures/shop.ts";
import { type Around, filesAround } from "./around.ts";

const told = (definition: Parameters<typeof usesOf>[0]) =>
  usesOf(definition).map(({ as, step, pointer, path }) => `${as} ${step} ${pointer} ${path}`);

it("every data path that a flow reads is listed with pointer, kind of use and step", () => {
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

it("the deadline of a wait counts as read; a rule is read only once, inline or by name", () => {
  const small: Around = {
    act: { next: next("stay") },
    steps: {
      ask: form(["good", "act"], [not({ rule: "good" }), "done"], "act"),
      stay: {
        kind: "wait",
        for: "small.come",
        since: "act",
        until: "effects.act.by",
        onTimeout: { to: "done" },
        next: next("done"),
      },
    },
    rules: { good: must(is("answers.ask.x", "a")) },
  };
  const { definition } = verify(filesAround(small), trade);
  expect(definition && told(definition)).toEqual([
    "next ask /steps/ask/next/1/when answers.ask.x",
    "until stay /steps/stay/until effects.act.by",
    "next ask /steps/ask/next/0/when answers.ask.x",
  ]);
});
