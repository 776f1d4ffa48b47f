import { describe, expect, it } from "vitest";
import { trade } from "../../../domain/index.ts";
import { type Definition, inMemory, type Shown, shownKeys, shownOn } from "../../../engine/flow/index.ts";
import { compileInProcess, readDefinition } from "../../../engine/flow/loading.ts";
import { textPlaces } from "../../../engine/flow/text-keys.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { sourceOf } from "./fixtures/source-of.ts";

const baht = { type: "string", format: "baht" };
const rate = { type: "integer", format: "basis-points", minimum: 0, maximum: 10000 };
const price = {
  type: "object",
  properties: {
    rate,
    kind: { type: "string", enum: ["DAY", "NIGHT"] },
    until: { type: "string", format: "instant" },
  },
  required: ["rate", "kind", "until"],
};

const shows: Json = [
  { heading: "given" },
  { value: "answers.ask.amount", role: "amount" },
  { heading: "costs" },
  { value: "derived.fee", role: "deduction", rate: "facts.price.rate" },
  { value: "facts.price.kind", role: "note" },
  "answers.ask.word?",
];

/** Returns a flow of two screens. The second screen shows the given entries. */
function shop(given: Json = shows) {
  const schema = {
    $id: "shop/ask",
    type: "object",
    properties: { amount: baht, word: { type: "string", maxLength: 9 } },
    required: ["amount"],
  };
  return sourceOf({
    flow: {
      id: "shop",
      namespace: "shop",
      subject: "account",
      inFlight: "follow",
      facts: { price: {} },
      derived: { fee: { fn: "fee", args: ["answers.ask.amount", "facts.price.rate"] } },
      start: "ask",
      steps: {
        ask: { kind: "form", next: [{ to: "look" }] },
        look: { kind: "review", shows: given, next: [{ to: "code" }] },
        code: {
          kind: "challenge",
          challenge: "pin",
          binds: "look",
          errors: { exhausted: { to: "end" } },
          next: [{ to: "end" }],
        },
        end: { kind: "end", outcome: "stopped", reason: "seen", links: ["/overview"] },
      },
    },
    schemas: { ask: schema },
    facts: {
      price: { schema: price, mayBeAbsent: false, source: "a test", owner: "tests", privacy: "public" },
    },
  });
}

const read = (...given: Parameters<typeof shop>) => readDefinition(shop(...given), trade);

describe("the entries that a screen shows", () => {
  const definition = read().definition as Definition;

  it("a screen shows every value in order, and a user who confirms a review confirms exactly these values", () => {
    const facts = { price: { rate: 100, kind: "DAY", until: "2026-11-24T08:00:00Z" } };
    const person = inMemory(compileInProcess(definition), () => ({ flags: {}, facts }));
    person.submit({ step: "ask", answer: { amount: "1000.00" } });
    const values = {
      "answers.ask.amount": "1000.00",
      "derived.fee": "10.00",
      "facts.price.rate": 100,
      "facts.price.kind": "DAY",
    };
    const { at } = person.stands().walk;
    expect(at).toMatchObject({ kind: "review", values });
    expect(
      person.submit({ step: "look", answer: { values: { ...values, "facts.price.rate": 1 } } }).kind,
    ).toBe("refused");
    expect(person.submit({ step: "look", answer: { values } }).kind).toBe("accepted");
    expect(person.stands().walk.at).toMatchObject({ kind: "challenge", values });
  });

  it("the entries of a screen have roles and headings", () => {
    expect(shownOn(definition, "look")).toEqual([
      { kind: "heading", heading: "given" },
      { kind: "value", path: "answers.ask.amount", role: "amount", parts: {} },
      { kind: "heading", heading: "costs" },
      { kind: "value", path: "derived.fee", role: "deduction", parts: { rate: "facts.price.rate" } },
      { kind: "value", path: "facts.price.kind", role: "note", parts: {} },
      { kind: "value", path: "answers.ask.word", role: null, parts: {} },
    ] satisfies readonly Shown[]);
  });

  it("headings and codes need texts; a note may have a text of its own", () => {
    const keys = (pointer: string) =>
      textPlaces(definition).flatMap((place) =>
        place.pointer.endsWith(pointer) ? [[place.needed, ...place.keys]] : [],
      );
    expect(keys("/shows/2")).toEqual([[true, "shop:shop.look.headings.costs"]]);
    expect(keys("/shows/4/value")).toEqual([
      [true, "shop:shop.facts.price.kind.label"],
      [true, "shop:shop.facts.price.kind.options.DAY"],
      [true, "shop:shop.facts.price.kind.options.NIGHT"],
    ]);
    expect(keys("/shows/4")).toEqual([[false, "shop:shop.facts.price.kind.note"]]);
    expect(shownKeys(definition, { path: "facts.price.kind", role: "note" })).toEqual([
      "shop:shop.facts.price.kind.note",
      "shop:shop.facts.price.kind.label",
    ]);
  });

  it.each<[Json, string, string]>([
    [{ heading: "Costs" }, "/steps/look/shows/0/heading", "wrong-shape.pattern"],
    [{ heading: "costs", value: "derived.fee" }, "/steps/look/shows/0", "wrong-shape.additional"],
    [{ role: "total" }, "/steps/look/shows/0", "wrong-shape.required"],
    [{ value: "fee" }, "/steps/look/shows/0/value", "wrong-shape.pattern"],
    ["fee", "/steps/look/shows/0", "wrong-shape.pattern"],
    [7, "/steps/look/shows/0", "wrong-shape.type"],
  ])("an invalid entry of a screen is reported: %j", (entry, pointer, key) => {
    expect(read([entry]).findings.map((one) => [one.pointer, one.says.key])).toEqual([[pointer, key]]);
  });

  it("each entry of a screen states how its value is formatted", () => {
    const files = shop().files as { [path: string]: Json };
    const schema = {
      ...(files["schemas/shop/ask.json"] as JsonObject),
      properties: { amount: { ...baht, type: "integer" } },
    };
    const found = readDefinition(
      { flow: "shop", files: { ...files, "schemas/shop/ask.json": schema } },
      trade,
    );
    expect(found.findings).toMatchObject([
      {
        pointer: "/properties/amount/format",
        says: { key: "schema-type.format", params: { type: "string" } },
      },
    ]);
  });
});
