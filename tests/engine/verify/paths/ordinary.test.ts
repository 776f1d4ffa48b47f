import { describe, expect, it } from "vitest";
import type { Json } from "../../../../engine/values/json.ts";
import { type Ordinary, ordinaryValues, readOrdinary } from "../../../../engine/verify/witness/index.ts";
import { act, at, BAHT, END, form, TEXT, WHOLE, wait } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { NOBODY } from "./asked.ts";

const FILE = "flows/shared/ordinary.json";

describe("the file of the ordinary person", () => {
  const her = {
    facts: { f: { n: 1 } },
    answers: { "small/a": { n: 2 } },
    outputs: { "small.act": { n: 3 } },
  };
  it.each<readonly [string, { readonly [path: string]: Json }, Ordinary]>([
    ["has the person's values", { [FILE]: her }, her],
    ["may be missing", { "flows/other.json": her }, NOBODY],
    ["may not be an object", { [FILE]: ["facts"] }, NOBODY],
    ["may lack parts", { [FILE]: { facts: her.facts } }, { ...NOBODY, facts: her.facts }],
    ["may have parts that are not objects", { [FILE]: { facts: [1], answers: "x", outputs: null } }, NOBODY],
    [
      "contains only objects",
      { [FILE]: { facts: { f: { n: 1 }, g: 1, h: [1] } } },
      { ...NOBODY, facts: her.facts },
    ],
  ])("%s", (_, files, expected) => {
    expect(readOrdinary(files)).toEqual(expected);
  });
});

const FLOW: Small = {
  steps: { a: form("act"), act: act("w"), w: wait("act", "end", "end"), end: END },
  flow: {
    flags: ["on"],
    derived: {
      price: { fn: "fee", args: ["answers.a.amount", "facts.f.bps"] },
      tax: { fn: "vat", args: ["derived.price", "facts.f.vat"] },
      rest: { fn: "net", args: ["answers.a.amount", "derived.price", "derived.tax"] },
      words: { fn: "count", args: ["answers.a.words"] },
      said: { rule: "say" },
    },
  },
  forms: { a: { amount: BAHT, "words?": { type: "array", items: TEXT } } },
  facts: { f: { bps: WHOLE, vat: WHOLE }, g: { inner: { type: "object", properties: { n: WHOLE } } } },
  rules: { say: { value: { type: { type: "boolean" }, logic: at("flags.on") } } },
  outputs: { "small.act": { n: WHOLE } },
  events: { "small.come": { n: WHOLE } },
};
const HER: Ordinary = {
  facts: {
    f: { bps: 100, vat: 700 },
    "small/g": { inner: { n: 1 } },
    g: { inner: { n: 2 } },
    "other/f": { bps: 1 },
  },
  answers: { "small/a": { amount: "50000.00" }, a: { amount: "1.00" } },
  outputs: { "small.act": { n: 3 }, "small.come": { n: 4 }, act: { n: 5 } },
};

describe("the ordinary person's values in a flow", () => {
  const { at, whole } = ordinaryValues(small(FLOW), HER);
  it.each<readonly [string, string, Json | undefined]>([
    ["answers", "a", { amount: "50000.00" }],
    ["answers", "b", undefined],
    ["facts", "f", { bps: 100, vat: 700 }],
    ["facts", "g", { inner: { n: 1 } }],
    ["facts", "h", undefined],
    ["effects", "act", { n: 3 }],
    ["effects", "w", { n: 4 }],
    ["effects", "a", undefined],
    ["effects", "nowhere", undefined],
    ["passed", "act", undefined],
    ["passed", "w", undefined],
  ])(
    "the ordinary values for %s at %s are those for this flow, or else the general ones",
    (root, name, expected) => {
      expect(whole(root, name)).toEqual(expected);
    },
  );

  it.each<readonly [string, string, { readonly value: Json | undefined } | null]>([
    ["include a switch that is on", "flags.on", { value: true }],
    ["include an answer", "answers.a.amount", { value: "50000.00" }],
    ["exclude an answer that the person does not give", "answers.a.words", { value: undefined }],
    ["include a whole answer", "answers.a", { value: { amount: "50000.00" } }],
    ["are empty for a step of which the file has no values", "answers.b.amount", null],
    ["include a value that is inside a larger value", "facts.g.inner.n", { value: 1 }],
    ["are empty for a path inside a plain value", "facts.g.inner.n.more", { value: undefined }],
    ["are empty for an inherited property", "facts.g.constructor", { value: undefined }],
    ["include an output of an effect", "effects.act.n", { value: 3 }],
    ["include a derived value", "derived.price", { value: "500.00" }],
    ["include a derived value that depends on a second derived value", "derived.tax", { value: "35.00" }],
    ["include a derived value that depends on two derived values", "derived.rest", { value: "49465.00" }],
    ["are empty for a derived value with a missing part", "derived.words", null],
    ["are empty for the value of a rule", "derived.said", null],
    ["are empty for an unknown derived value", "derived.nothing", null],
  ])("%s", (_, path, expected) => {
    expect(at(path)).toEqual(expected);
  });

  it("without an ordinary person, only switches have ordinary values", () => {
    const nobody = ordinaryValues(small(FLOW), NOBODY);
    expect(
      ["flags.on", "answers.a.amount", "facts.f.bps", "effects.act.n", "derived.price"].map(nobody.at),
    ).toEqual([{ value: true }, null, null, null, null]);
  });
});
