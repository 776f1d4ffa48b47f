import { describe, expect, it } from "vitest";
import type { DefinitionSource } from "../../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { load, verify } from "../../../engine/verify/index.ts";
import { spoken } from "../../../engine/verify/words/finding-words.ts";
import { shopSource } from "../flow/fixtures/shop.ts";

const FLOW = "flows/shop/flow.json";
const WORDED = {
  what: { th: expect.stringMatching(/[ก-๙]/), en: expect.stringMatching(/[a-z]/) },
  mend: { th: expect.stringMatching(/[ก-๙]/), en: expect.stringMatching(/^[A-Z].*\.$/) },
};

/** The shop's files with one change: the value at a pointer of a file, `undefined` to take it away. */
function changed(file: string, pointer: string, value: Json | undefined): DefinitionSource {
  const files = structuredClone(shopSource.files) as { [path: string]: Json };
  if (pointer === "") {
    if (value === undefined) delete files[file];
    else files[file] = value;
    return { ...shopSource, files };
  }
  const segments = pointer.slice(1).split("/");
  let at = files[file] as { [name: string]: Json };
  for (const segment of segments.slice(0, -1)) at = at[segment] as { [name: string]: Json };
  const last = segments.at(-1) as string;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return { ...shopSource, files };
}

type Planted = readonly [
  code: string,
  file: string,
  pointer: string,
  value: Json | undefined,
  found?: { readonly file?: string; readonly pointer?: string },
];

const planted: readonly Planted[] = [
  ["missing-file", FLOW, "", undefined],
  ["missing-file", "schemas/shop/amount.json", "", undefined],
  ["missing-file", "schemas/effects/shop.place.json", "", undefined],
  ["wrong-shape", FLOW, "/steps/amount/kind", "shape", { pointer: "/steps/amount" }],
  ["wrong-shape", FLOW, "/steps/amount/nexts", [], { pointer: "/steps/amount" }],
  ["wrong-id", FLOW, "/id", "store", { pointer: "/id" }],
  ["unknown-step", FLOW, "/steps/choose/next/0/to", "amuont"],
  ["unknown-step", FLOW, "/start", "begin"],
  ["step-name", FLOW, "/steps/constructor", { kind: "decide", next: [{ to: "choose" }] }],
  ["unknown-flag", FLOW, "/flags/0", "opne"],
  ["unknown-rule", FLOW, "/steps/amount/check/0", "minimun"],
  ["rule-with-value", FLOW, "/steps/amount/check/0", "size"],
  ["rule-without-value", FLOW, "/derived/size/rule", "minimum"],
  ["unknown-fact", FLOW, "/facts/weather", {}],
  ["missing-argument", FLOW, "/facts/item", {}],
  ["unknown-argument", FLOW, "/facts/today/at", "answers.choose.item"],
  ["unknown-path", FLOW, "/facts/item/code", "answers.chose.item"],
  ["unknown-function", FLOW, "/derived/fee/fn", "fees"],
  ["argument-count", FLOW, "/derived/fee/args", ["answers.amount.amount"]],
  ["argument-type", FLOW, "/derived/fee/args/0", "answers.choose.item"],
  ["unknown-path", FLOW, "/steps/review/shows/0", "answers.choose.itm"],
  ["unknown-path", FLOW, "/steps/review/shows/0", "facts.weather.rain"],
  ["unknown-path", FLOW, "/steps/place/input/fee", "derived.fees"],
  ["incomplete-input", FLOW, "/steps/place/input/fee", undefined, { pointer: "/steps/place/input" }],
  ["unknown-input", FLOW, "/steps/place/input/colour", "answers.choose.item"],
  [
    "optional-input",
    FLOW,
    "/steps/place/input",
    { "item?": "answers.choose.item", amount: "answers.amount.amount", fee: "derived.fee" },
    { pointer: "/steps/place/input/item?" },
  ],
  ["input-type", FLOW, "/steps/place/input/amount", "answers.choose.item"],
  ["input-may-be-missing", FLOW, "/steps/place/input/note", "answers.choose.note"],
  ["input-may-be-missing", FLOW, "/steps/reserve/input/item", "answers.careful.accepted"],
  [
    "submitted-not-shown",
    FLOW,
    "/steps/review/shows/1",
    "answers.choose.gift?",
    { pointer: "/steps/place/input/amount" },
  ],
  ["error-without-route", FLOW, "/steps/place/errors/refused", undefined, { pointer: "/steps/place/errors" }],
  ["unknown-error", FLOW, "/steps/place/errors/rain", { to: "refused" }],
  ["next-may-end-nowhere", FLOW, "/steps/choose/next/0/when", true],
  ["next-never-read", FLOW, "/steps/gate/next/0/when", undefined, { pointer: "/steps/gate/next/0" }],
  ["circle", FLOW, "/steps/careful/next/0/to", "choose", { pointer: "/steps/careful" }],
  ["unreachable-step", FLOW, "/steps/amount/next", [{ to: "reserve" }], { pointer: "/steps/careful" }],
  [
    "reopen-not-before",
    FLOW,
    "/steps/reserve/errors/sold-out",
    { reopen: "review" },
    { pointer: "/steps/reserve/errors/sold-out/reopen" },
  ],
  [
    "reopen-no-answer",
    FLOW,
    "/steps/reserve/errors/sold-out",
    { reopen: "gate" },
    { pointer: "/steps/reserve/errors/sold-out/reopen" },
  ],
  [
    "reopen-crosses-receipt",
    "schemas/effects/shop.reserve.json",
    "/repeatable",
    false,
    { file: FLOW, pointer: "/steps/place/errors/changed/reopen" },
  ],
  ["unknown-field", FLOW, "/steps/reserve/errors/sold-out/field", "colour"],
  ["ask-without-form", FLOW, "/steps/reserve/errors/sold-out", { ask: "item" }],
  ["binds-no-review", FLOW, "/steps/pin/binds", "amount"],
  ["binds-not-before", FLOW, "/steps/reserve/next/0/to", "pin", { pointer: "/steps/pin/binds" }],
  ["wait-without-end", FLOW, "/steps/money/within", undefined, { pointer: "/steps/money" }],
  ["since-no-receipt", FLOW, "/steps/money/since", "review"],
  ["until-no-instant", FLOW, "/steps/money/until", "effects.place.reference"],
  ["unknown-group", FLOW, "/steps/amount/group", "price"],
  [
    "unknown-field",
    FLOW,
    "/steps/amount/ui",
    { colour: { widget: "x" } },
    { pointer: "/steps/amount/ui/colour" },
  ],
  ["secret-in-answer", "schemas/shop/amount.json", "/properties/amount/writeOnly", true],
  ["schema-keyword", "schemas/shop/amount.json", "/title", "Amount"],
  ["schema-keyword", "schemas/shop/amount.json", "/properties/amount/oneOf", []],
  ["schema-type", "schemas/shop/amount.json", "/properties/amount/type", ["string", "null"]],
  ["unknown-format", "schemas/shop/amount.json", "/properties/amount/format", "bath"],
  ["bad-pattern", "schemas/shop/amount.json", "/properties/amount/pattern", "("],
  [
    "unknown-schema",
    "schemas/shop/amount.json",
    "/properties/amount",
    { $ref: "common/bath" },
    { pointer: "/properties/amount/$ref" },
  ],
  [
    "condition-form",
    "schemas/shop/choose.json",
    "/allOf/0/if/required",
    [],
    { pointer: "/allOf/0/if/required" },
  ],
  ["condition-form", "schemas/shop/choose.json", "/allOf/0/if/properties/gift", { minLength: 1 }],
  ["unknown-field", "schemas/shop/choose.json", "/required", ["item", "colour"]],
  [
    "required-twice",
    "schemas/shop/choose.json",
    "/required",
    ["item", "note"],
    { pointer: "/allOf/0/then/required" },
  ],
  ["case-fails", "flows/shop/rules/minimum.json", "/cases/0/expect", true, { pointer: "/cases/0" }],
  ["missing-text", "locales/en/shop.json", "/shop/choose/item/label", undefined],
  ["missing-text", "locales/th/shop.json", "/shop/choose/item/options/A", undefined],
  ["text-placeholders", "locales/en/shop.json", "/shop/thanks/title", "Thank you, {{name}}"],
];

describe("a planted fault is found where it lies, with what to do about it", () => {
  const table = planted.map(([code, file, pointer, value, found]) => ({ code, file, pointer, value, found }));
  it.each(table)("$code in $file at $pointer", ({ code, file, pointer, value, found }) => {
    const { findings } = verify(changed(file, pointer, value));
    const expected = { code, file: found?.file ?? file, pointer: found?.pointer ?? pointer };
    expect(findings.map(({ code, file, pointer }) => ({ code, file, pointer }))).toContainEqual(expected);
    const finding = findings.find((one) => one.code === code);
    expect(finding && spoken(finding)).toMatchObject(WORDED);
    expect(load(changed(file, pointer, value)).ok).toBe(false);
  });
});

it("a sound definition has no finding", () => {
  expect(verify(shopSource).findings).toEqual([]);
});

it("a word outside its enum in a condition is found", () => {
  const source = changed(FLOW, "/steps/amount/next/0/when", { "==": [{ var: "derived.size" }, "huge"] });
  expect(verify(source).findings).toMatchObject([
    { file: FLOW, pointer: expect.stringContaining("/steps/amount/next/0/when") },
  ]);
});

it("a loaded definition is frozen, and keeps nothing of other flows", () => {
  const loaded = load({
    ...shopSource,
    files: { ...shopSource.files, "flows/other/flow.json": {} as JsonObject },
  });
  if (!loaded.ok) throw new Error("the shop does not load");
  expect(Object.isFrozen(loaded.value.flow.steps)).toBe(true);
  expect(JSON.stringify(loaded.value)).not.toContain("other");
});
