import { expect, it } from "vitest";
import { placeValueKeys, textPlaces } from "../../../engine/flow/text-keys.ts";
import { shopDefinition } from "./fixtures/shop.ts";

// Every text that the shop's runner may ask for: whether it must be there, where it comes from, and its keys in order.
const asked = [
  "needed /id: shop:shop.title",
  "needed /groups/0: shop:shop.groups.choose",
  "needed /groups/1: shop:shop.groups.pay",
  "needed /steps/choose: shop:shop.choose.title",
  "may be /steps/choose: shop:shop.choose.intro",
  "needed /steps/choose: shop:shop.choose.submit button:continue",
  "needed /steps/choose (field item): shop:shop.choose.item.label",
  "may be /steps/choose (field item): shop:shop.choose.item.hint",
  "needed /steps/choose (field item): shop:shop.choose.item.options.A",
  "needed /steps/choose (field item): shop:shop.choose.item.options.B",
  "needed /steps/choose (field item): shop:shop.choose.item.errors.required form:errors.required",
  "needed /steps/choose (field item): shop:shop.choose.item.errors.enum form:errors.enum",
  "needed /steps/choose (field gift): shop:shop.choose.gift.label",
  "may be /steps/choose (field gift): shop:shop.choose.gift.hint",
  "needed /steps/choose (field note): shop:shop.choose.note.label",
  "may be /steps/choose (field note): shop:shop.choose.note.hint",
  "needed /steps/choose (field note): shop:shop.choose.note.errors.required form:errors.required",
  "needed /steps/choose (field note): shop:shop.choose.note.errors.minLength form:errors.minLength",
  "needed /steps/choose (field note): shop:shop.choose.note.errors.maxLength form:errors.maxLength",
  "needed /steps/amount: shop:shop.amount.title",
  "may be /steps/amount: shop:shop.amount.intro",
  "needed /steps/amount: shop:shop.amount.submit button:continue",
  "needed /steps/amount/shows/0: shop:shop.derived.fee.label",
  "needed /steps/amount (field amount): shop:shop.amount.amount.label",
  "may be /steps/amount (field amount): shop:shop.amount.amount.hint",
  "needed /steps/amount (field amount): shop:shop.amount.amount.errors.required form:errors.required",
  "needed /steps/amount (field amount): shop:shop.amount.amount.errors.baht form:errors.baht",
  "needed /steps/careful: shop:shop.careful.title",
  "may be /steps/careful: shop:shop.careful.intro",
  "needed /steps/careful: shop:shop.careful.submit button:continue",
  "needed /steps/careful (field accepted): shop:shop.careful.accepted.label",
  "may be /steps/careful (field accepted): shop:shop.careful.accepted.hint",
  "needed /steps/careful (field accepted): shop:shop.careful.accepted.errors.required form:errors.required",
  "needed /steps/careful (field accepted): shop:shop.careful.accepted.errors.const form:errors.const",
  "may be /steps/reserve: shop:shop.reserve.title",
  "may be /steps/reserve: shop:shop.reserve.intro",
  "may be /steps/reserve: shop:shop.reserve.submit button:continue",
  "needed /steps/reserve/errors/sold-out: shop:shop.reserve.errors.sold-out warning:errors.sold-out",
  "needed /steps/review: shop:shop.review.title",
  "may be /steps/review: shop:shop.review.intro",
  "may be /steps/review: shop:shop.review.inAll",
  "needed /steps/review: shop:shop.review.submit button:continue",
  "needed /steps/review/shows/0: shop:shop.choose.item.label",
  "needed /steps/review/shows/1: shop:shop.amount.amount.label",
  "needed /steps/review/shows/2: shop:shop.choose.note.label",
  "needed /steps/review/shows/3: shop:shop.derived.fee.label",
  "needed /steps/pin: shop:shop.pin.title",
  "may be /steps/pin: shop:shop.pin.intro",
  "needed /steps/pin: shop:shop.pin.submit button:continue",
  "may be /steps/place: shop:shop.place.title",
  "may be /steps/place: shop:shop.place.intro",
  "may be /steps/place: shop:shop.place.submit button:continue",
  "needed /steps/place/errors/changed: shop:shop.place.errors.changed warning:errors.changed",
  "needed /steps/money: shop:shop.money.title",
  "may be /steps/money: shop:shop.money.intro",
  "needed /steps/thanks: shop:shop.thanks.title",
  "may be /steps/thanks: shop:shop.thanks.intro",
  "needed /steps/short: shop:shop.short.title",
  "may be /steps/short: shop:shop.short.intro",
  "needed /steps/expired: shop:shop.expired.title",
  "may be /steps/expired: shop:shop.expired.intro",
  "needed /steps/locked: shop:shop.locked.title",
  "may be /steps/locked: shop:shop.locked.intro",
  "needed /steps/refused: shop:shop.refused.title",
  "may be /steps/refused: shop:shop.refused.intro",
  "needed /steps/later: shop:shop.later.title",
  "may be /steps/later: shop:shop.later.intro",
  "needed /steps/closed: shop:shop.closed.title",
  "may be /steps/closed: shop:shop.closed.intro",
  "needed /title: rule:minimum.title",
  "may be /source: rule:minimum.source",
  "needed /must: warning:shop.least",
  "may be /must: warning:shop.leastWithLimit",
  "needed /title: rule:size.title",
  "may be /source: rule:size.source",
  "needed (place flags.open): flag:open.title",
  "needed (place facts.item.minimum): fact:item.minimum.label",
  "needed (place effects.money.amount): effect:shop.paid.amount.label",
  "needed (place facts.item.feeBps): fact:item.feeBps.label",
  "may be /facts/item: fact:item.label",
  "may be /facts/today: fact:today.label",
];

it("the shop asks for exactly the texts of its steps, fields, choices, errors, rules and what they read", () => {
  const found = textPlaces(shopDefinition).map(
    ({ keys, needed, pointer }) => `${needed ? "needed" : "may be"} ${pointer}: ${keys.join(" ")}`,
  );
  expect(found).toEqual(asked);
});

it("the word for a shown choice stands with its field", () => {
  expect(placeValueKeys(shopDefinition, "answers.choose.item", "A")).toEqual([
    "shop:shop.choose.item.options.A",
  ]);
  expect(placeValueKeys(shopDefinition, "facts.item.kind?", "x")).toEqual([
    "shop:shop.facts.item.kind.options.x",
  ]);
});
