import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { functions } from "../../../domain/functions.ts";
import { addDuration } from "../../../engine/flow/duration.ts";
import { inputHash } from "../../../engine/flow/effect-input.ts";
import { errorKeys, fieldKeys, placeKeys, stepKeys } from "../../../engine/flow/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { shopDefinition } from "./fixtures/shop.ts";

it("inputHash equals Node's SHA-256 for any text", () => {
  const node = (text: string) => createHash("sha256").update(JSON.stringify({ text })).digest("hex");
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      (text) => inputHash({ text }) === node(text),
    ),
  );
});

it.each([
  ["P1D", "2026-03-03T03:00:00.000Z"],
  ["P2W", "2026-03-16T03:00:00.000Z"],
  ["PT90M", "2026-03-02T04:30:00.000Z"],
  ["P1DT2H3M4S", "2026-03-03T05:03:04.000Z"],
])("a wait of the duration %s ends at %s", (duration, end) => {
  expect(addDuration("2026-03-02T10:00:00+07:00", duration)).toBe(end);
});

it.each(["1D", "P1M", "P1Y", "soon", ""])("the text “%s” is not a valid duration", (duration) => {
  expect(() => addDuration("2026-03-02T03:00:00Z", duration)).toThrow();
});

describe("derived values", () => {
  const cases: readonly [string, readonly Json[], Json | undefined][] = [
    ["age", ["2006-03-02", "2026-03-02"], 20],
    ["age", ["2006-03-03", "2026-03-02"], 19],
    ["age", ["2006", "2026-12-30"], 19],
    ["fee", ["10000.00", 100], "100.00"],
    ["fee", ["0.50", 100], "0.01"],
    ["fee", ["0.49", 100], "0.00"],
    ["vat", ["100.00", 700], "7.00"],
    ["net", ["10000.00", "100.00", "7.00"], "9893.00"],
    ["net", ["1.00", "1.00", "0.01"], undefined],
    ["units", ["9893.00", "12.3456"], "801.3381"],
    ["units", ["9893.00", "0.0000"], undefined],
    ["suitabilityScore", [1, "2", [1, 4, 2]], 7],
    ["suitabilityScore", [1, []], undefined],
    ["suitabilityScore", [1, "much"], undefined],
    ["sum", [1, [2, 3]], 6],
    ["sumBaht", ["0.10", ["0.20", "1.00"]], "1.30"],
    ["maxOf", [1, [5, 3]], 5],
    ["maxOf", [[]], undefined],
    ["count", [["a", "b"]], 2],
  ];
  it.each(cases)("the function %s returns for %j the value %j", (fn, args, expected) => {
    expect(functions[fn]?.run(...args)).toEqual(expected);
  });
});

describe("the list of keys under which a text is looked up", () => {
  it("the list of text keys starts with the flow's own key, followed by the shared keys", () => {
    expect(stepKeys(shopDefinition, "choose", "submit")).toEqual([
      "shop:shop.choose.submit",
      "button:continue",
    ]);
    expect(fieldKeys(shopDefinition, "choose", "/item", "errors.required")).toEqual([
      "shop:shop.choose.item.errors.required",
      "form:errors.required",
    ]);
    expect(placeKeys(shopDefinition, "answers.choose.note?")).toEqual(["shop:shop.choose.note.label"]);
    expect(placeKeys(shopDefinition, "derived.fee")).toEqual(["shop:shop.derived.fee.label"]);
    expect(errorKeys(shopDefinition, "amount", { pointer: "", code: "changed", params: {} })).toEqual([
      "shop:shop.amount.errors.changed",
      "warning:errors.changed",
    ]);
  });

  it("the list of text keys contains no index for the entries of a list", () => {
    expect(fieldKeys(shopDefinition, "choose", "/people/3/name", "label")).toEqual([
      "shop:shop.choose.people.items.name.label",
    ]);
  });
});
