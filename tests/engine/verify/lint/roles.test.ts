import { describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import { readDefinition } from "../../../../engine/flow/loading.ts";
import { SHOWN_ROLES } from "../../../../engine/flow/roles.ts";
import { pathsShown } from "../../../../engine/flow/shown.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { verify } from "../../../../engine/verify/lint/index.ts";
import shape from "../../../../schemas/config/flow.json" with { type: "json" };
import { sourceOf } from "../../flow/fixtures/source-of.ts";

const amount = { value: "answers.ask.amount", role: "amount" };

/** Returns the findings about a form, a review or an end that shows these entries. */
function shop(step: "ask" | "look" | "end", shows: readonly Json[]) {
  const baht = { type: "string", format: "baht" };
  const price = {
    rate: { type: "integer", format: "basis-points", minimum: 0, maximum: 10000 },
    vat: { type: "integer", format: "basis-points", minimum: 0, maximum: 10000 },
    least: baht,
    pieces: { type: "integer", minimum: 0, maximum: 10000 },
    nav: { type: "string", format: "nav" },
    day: { type: "string", format: "date" },
    until: { type: "string", format: "instant" },
    word: { type: "string", maxLength: 9 },
  };
  const on = (id: string): JsonObject => (id === step ? { shows } : {});
  return sourceOf({
    flow: {
      format: 2,
      id: "shop",
      namespace: "shop",
      subject: "account",
      inFlight: "follow",
      facts: { price: {}, other: {} },
      derived: {
        fee: { fn: "fee", args: ["answers.ask.amount", "facts.price.rate"] },
        vat: { fn: "vat", args: ["derived.fee", "facts.price.vat"] },
        net: { fn: "net", args: ["answers.ask.amount", "derived.fee", "derived.vat"] },
        gross: { fn: "sumBaht", args: ["answers.ask.amount", "derived.fee", "derived.vat"] },
        units: { fn: "units", args: ["answers.ask.amount", "facts.price.nav"] },
      },
      start: "ask",
      steps: {
        ask: { kind: "form", ...on("ask"), next: [{ to: "look" }] },
        look: { kind: "review", shows: ["answers.ask.amount"], ...on("look"), next: [{ to: "end" }] },
        end: { kind: "end", outcome: "stopped", reason: "seen", links: ["/overview"], ...on("end") },
      },
    },
    schemas: {
      ask: { $id: "shop/ask", type: "object", properties: { amount: baht }, required: ["amount"] },
    },
    facts: {
      price: {
        schema: { type: "object", properties: price, required: Object.keys(price) },
        mayBeAbsent: false,
        source: "a test",
        owner: "tests",
        privacy: "public",
      },
      other: {
        schema: { type: "object", properties: { day: price.day }, required: ["day"] },
        mayBeAbsent: false,
        source: "a test",
        owner: "tests",
        privacy: "public",
      },
    },
  });
}

const found = (step: "ask" | "look" | "end", shows: readonly Json[]) =>
  verify(shop(step, shows), trade).findings.map(({ pointer, says }) => [
    pointer.replace(`/steps/${step}/shows/`, ""),
    says.key,
  ]);

const fee = { value: "derived.fee", role: "deduction", rate: "facts.price.rate" };
const vat = { value: "derived.vat", role: "deduction", rate: "facts.price.vat" };
const net = { value: "derived.net", role: "total" };
const units = {
  value: "derived.units",
  role: "estimate",
  price: "facts.price.nav",
  asOf: "facts.price.day",
};
const until = { value: "facts.price.until", role: "countdown", gives: "facts.price.day" };

describe("the check of roles of shown values", () => {
  it("accepts roles that match the values that they describe", () => {
    const note = { value: "facts.price.word", role: "note" };
    const all = [{ heading: "costs" }, amount, fee, units, until, note, "facts.price.pieces"];
    expect(found("look", all)).toEqual([]);
    expect(found("ask", [...all, { value: "facts.price.nav", role: "limit" }])).toEqual([]);
    const after = [amount, fee, vat, net, note];
    expect(
      found("end", [
        ...after,
        { value: "facts.price.word", role: "reference" },
        { value: "facts.price.word?", role: "timeline" },
      ]),
    ).toEqual([]);
  });

  it.each<["ask" | "look" | "end", readonly Json[], readonly string[]]>([
    ["look", [{ value: "facts.price.day", role: "amount" }], ["0/role", "role-misfit"]],
    ["look", [{ value: "facts.price.day", role: "total" }], ["0/role", "role-misfit"]],
    ["look", [{ value: "facts.price.day", role: "countdown" }], ["0/role", "role-misfit"]],
    ["ask", [{ value: "facts.price.word", role: "limit" }], ["0/role", "role-misfit"]],
    ["end", [{ value: "facts.price.day", role: "reference" }], ["0/role", "role-misfit"]],
    ["look", [{ value: "facts.price.nav", role: "limit" }], ["0/role", "role-misplaced"]],
    ["look", [{ value: "facts.price.word", role: "reference" }], ["0/role", "role-misplaced"]],
    ["look", [{ value: "facts.price.word", role: "timeline" }], ["0/role", "role-misplaced"]],
    ["end", [until], ["0/role", "role-misplaced"]],
    ["look", [fee], ["0", "deduction-without-amount"]],
    ["look", [fee, amount], ["0", "deduction-without-amount"]],
    ["look", [amount, { value: "derived.units", role: "deduction" }], ["1", "deduction-without-amount"]],
    ["look", [amount, { ...fee, rate: "facts.price.pieces" }], ["1/rate", "part-misfit"]],
    ["look", [{ value: "derived.units", role: "estimate" }], ["0", "estimate-without-basis"]],
    ["look", [{ ...units, asOf: "facts.price.until" }], []],
    ["look", [{ ...units, asOf: "facts.price.word" }], ["0/asOf", "part-misfit"]],
    ["look", [{ ...units, price: "facts.price.pieces" }], ["0/price", "part-misfit"]],
    [
      "look",
      [{ value: "derived.units", role: "estimate", price: "facts.price.nav" }],
      ["0", "estimate-without-basis"],
    ],
    ["look", [{ ...units, rate: "facts.price.rate" }], ["0/rate", "part-misplaced"]],
    ["look", [{ value: "derived.fee", rate: "facts.price.rate" }], ["0/rate", "part-misplaced"]],
    ["look", [amount, { value: "derived.fee", role: "amount" }], ["1/role", "role-twice"]],
    ["look", [amount, { ...fee, rate: "facts.price.vat" }], ["1/rate", "part-not-used"]],
    [
      "look",
      [amount, { value: "answers.ask.amount", role: "deduction", rate: "facts.price.rate" }],
      ["1/rate", "part-not-used"],
    ],
    ["look", [{ ...units, price: "facts.price.least" }], ["0/price", "part-not-used"]],
    ["look", [{ ...units, asOf: "facts.other.day" }], ["0/asOf", "part-not-used.asOf"]],
    ["look", [amount, fee, vat, net], []],
    ["look", [amount, fee, net], ["2", "total-of-others"]],
    ["look", [amount, net, fee], ["1", "total-of-others"]],
    ["look", [amount, fee, vat, { ...net, value: "derived.gross" }], ["3", "total-of-others"]],
    ["look", [amount, fee, { ...net, value: "answers.ask.amount" }], ["2", "total-of-others"]],
    ["look", [amount, { ...net, value: "derived.gross" }], []],
    ["look", ["answers.ask.amount", { heading: "costs" }], ["1", "heading-empty"]],
    ["look", [{ heading: "costs" }, { heading: "days" }, "facts.price.day"], ["0", "heading-empty"]],
    ["look", [{ ...units, price: "facts.price.none" }], ["0/price", "unknown-path.property"]],
  ])("gives the expected finding at the step %s for %j: %j", (step, shows, fault) => {
    expect(found(step, shows)).toEqual(fault.length === 0 ? [] : [fault]);
  });

  it("counts as shown all data paths of an entry", () => {
    const { definition } = readDefinition(shop("look", [amount, fee, units, until]), trade);
    const review = definition?.flow.steps.look;
    expect(review && pathsShown(review)).toEqual([
      "answers.ask.amount",
      "derived.fee",
      "facts.price.rate",
      "derived.units",
      "facts.price.nav",
      "facts.price.day",
      "facts.price.until",
    ]);
  });

  it("knows exactly the roles that the schema of flow files lists", () => {
    const { role } = shape.definitions.shown.else.else.properties;
    expect(role.enum).toEqual(Object.keys(SHOWN_ROLES));
  });
});
