import { describe, expect, it } from "vitest";
import { derivedFunctions } from "../../../engine/flow/derived.ts";
import type { DefinitionSource } from "../../../engine/flow/index.ts";
import { codeOf, type FindingSaying } from "../../../engine/rules/sayings.ts";
import { formats } from "../../../engine/values/formats.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { load, verify } from "../../../engine/verify/index.ts";
import { spoken } from "../../../engine/verify/words/finding-words.ts";
import { shopSource } from "../flow/fixtures/shop.ts";

const FLOW = "flows/shop/flow.json";
const WORDED = {
  what: { th: expect.stringMatching(/[ก-๙]/), en: expect.stringMatching(/[a-z]/) },
  mend: { th: expect.stringMatching(/[ก-๙]/), en: expect.stringMatching(/^[A-Z].*\.$/) },
};

/** The shop's files with values at pointers of files replaced; `undefined` takes a value, or with "" a file, away. */
function changed(...changes: readonly Change[]): DefinitionSource {
  // Written and read again: fields of the fixture share their objects.
  const files = JSON.parse(JSON.stringify(shopSource.files)) as { [path: string]: Json };
  for (const [file, pointer, value] of changes) {
    const segments = [file, ...pointer.split("/").slice(1)];
    const last = segments.pop() as string;
    let at = files as { [name: string]: Json };
    for (const segment of segments) at = at[segment] as { [name: string]: Json };
    if (value === undefined) delete at[last];
    else at[last] = value;
  }
  return { ...shopSource, files };
}

const STEPS = Object.keys((shopSource.files[FLOW] as JsonObject).steps as JsonObject);
const FUNCTIONS = Object.keys(derivedFunctions);

type Planted = readonly [
  file: string,
  pointer: string,
  value: Json | undefined,
  says: FindingSaying,
  found?: { readonly file?: string; readonly pointer?: string },
];

const planted: readonly Planted[] = [
  [FLOW, "", undefined, { key: "missing-file" }],
  [
    "schemas/shop/amount.json",
    "",
    undefined,
    {
      key: "missing-file.schema",
      params: { step: "amount", path: "schemas/shop/amount.json", id: "shop/amount" },
    },
  ],
  ["schemas/effects/shop.place.json", "", undefined, { key: "missing-file" }],
  [
    FLOW,
    "/steps/amount/kind",
    "shape",
    { key: "wrong-shape.kind", params: { kind: "shape" } },
    { pointer: "/steps/amount" },
  ],
  [
    FLOW,
    "/steps/amount/nexts",
    [],
    { key: "wrong-shape.additional", params: { name: "nexts" } },
    { pointer: "/steps/amount" },
  ],
  [FLOW, "/id", "store", { key: "wrong-id", params: { folder: "shop", id: "store" } }, { pointer: "/id" }],
  [
    FLOW,
    "/steps/choose/next/0/to",
    "amuont",
    { key: "unknown-step", params: { step: "amuont", steps: STEPS } },
  ],
  [FLOW, "/start", "begin", { key: "unknown-step", params: { step: "begin", steps: STEPS } }],
  [
    FLOW,
    "/steps/constructor",
    { kind: "decide", next: [{ to: "choose" }] },
    { key: "step-name", params: { step: "constructor" } },
  ],
  [FLOW, "/flags/0", "opne", { key: "unknown-flag", params: { flag: "opne" } }],
  [
    FLOW,
    "/steps/amount/check/0",
    "minimun",
    { key: "unknown-rule.files", params: { rule: "minimun", flow: "shop", rules: ["minimum", "size"] } },
  ],
  [FLOW, "/steps/amount/check/0", "size", { key: "rule-with-value", params: { rule: "size" } }],
  [FLOW, "/derived/size/rule", "minimum", { key: "rule-without-value", params: { rule: "minimum" } }],
  [FLOW, "/facts/weather", {}, { key: "unknown-fact", params: { fact: "weather" } }],
  [FLOW, "/facts/item", {}, { key: "missing-argument", params: { fact: "item", argument: "code" } }],
  [
    FLOW,
    "/facts/today/at",
    "answers.choose.item",
    { key: "unknown-argument", params: { fact: "today", argument: "at", declared: [] } },
  ],
  [
    FLOW,
    "/facts/item/code",
    "answers.chose.item",
    {
      key: "unknown-path.step",
      params: { path: "answers.chose.item", step: "chose", steps: ["choose", "amount", "careful"] },
    },
  ],
  [
    FLOW,
    "/derived/fee/fn",
    "fees",
    { key: "unknown-function", params: { name: "fees", functions: FUNCTIONS } },
  ],
  [
    FLOW,
    "/derived/fee/args",
    ["answers.amount.amount"],
    {
      key: "argument-count",
      params: { name: "fee", wanted: 2, given: 1, meaning: { key: "functions.fee" } },
    },
  ],
  [
    FLOW,
    "/derived/fee/args/0",
    "answers.choose.item",
    {
      key: "argument-type",
      params: {
        name: "fee",
        kinds: [{ key: "types.money" }],
        path: "answers.choose.item",
        type: { key: "types.enum", params: { words: ["A", "B"] } },
        meaning: { key: "functions.fee" },
      },
    },
  ],
  [
    FLOW,
    "/steps/review/shows/0",
    "answers.choose.itm",
    {
      key: "unknown-path.field",
      params: { path: "answers.choose.itm", step: "choose", fields: ["item", "gift", "note"] },
    },
  ],
  [
    FLOW,
    "/steps/review/shows/0",
    "facts.weather.rain",
    { key: "unknown-path.fact", params: { path: "facts.weather.rain", fact: "weather" } },
  ],
  [
    FLOW,
    "/steps/place/input/fee",
    "derived.fees",
    { key: "unknown-path.derived", params: { path: "derived.fees", names: ["fee", "size"] } },
  ],
  [
    FLOW,
    "/steps/place/input/fee",
    undefined,
    { key: "incomplete-input", params: { effect: "shop.place", name: "fee" } },
    { pointer: "/steps/place/input" },
  ],
  [
    FLOW,
    "/steps/place/input/colour",
    "answers.choose.item",
    {
      key: "unknown-input",
      params: { effect: "shop.place", name: "colour", inputs: ["item", "amount", "fee", "note"] },
    },
  ],
  [
    FLOW,
    "/steps/place/input",
    { "item?": "answers.choose.item", amount: "answers.amount.amount", fee: "derived.fee" },
    { key: "optional-input", params: { effect: "shop.place", name: "item" } },
    { pointer: "/steps/place/input/item?" },
  ],
  [
    FLOW,
    "/steps/place/input/amount",
    "answers.choose.item",
    {
      key: "input-type",
      params: {
        name: "amount",
        wanted: { key: "types.money" },
        path: "answers.choose.item",
        type: { key: "types.enum", params: { words: ["A", "B"] } },
      },
    },
  ],
  [
    FLOW,
    "/steps/place/input/note",
    "answers.choose.note",
    {
      key: "input-may-be-missing.field",
      params: { field: "note", from: "choose", path: "answers.choose.note", name: "note" },
    },
  ],
  [
    FLOW,
    "/steps/reserve/input/item",
    "answers.careful.accepted",
    {
      key: "input-may-be-missing.way",
      params: { step: "reserve", from: "careful", path: "answers.careful.accepted", name: "item" },
    },
  ],
  [
    FLOW,
    "/steps/review/shows/1",
    "answers.choose.gift?",
    {
      key: "submitted-not-shown",
      params: { path: "answers.amount.amount", step: "place", review: "review" },
    },
    { pointer: "/steps/place/input/amount" },
  ],
  [
    FLOW,
    "/steps/place/errors/refused",
    undefined,
    { key: "error-without-route", params: { effect: "shop.place", code: "refused" } },
    { pointer: "/steps/place/errors" },
  ],
  [
    FLOW,
    "/steps/place/errors/rain",
    { to: "refused" },
    { key: "unknown-error", params: { effect: "shop.place", code: "rain", codes: ["changed", "refused"] } },
  ],
  [FLOW, "/steps/choose/next/0/when", true, { key: "next-may-end-nowhere", params: { step: "choose" } }],
  [FLOW, "/steps/gate/next/0/when", undefined, { key: "next-never-read" }, { pointer: "/steps/gate/next/0" }],
  [
    FLOW,
    "/steps/careful/next/0/to",
    "choose",
    { key: "circle", params: { circle: "choose → amount → careful → choose" } },
    { pointer: "/steps/careful" },
  ],
  [
    FLOW,
    "/steps/amount/next",
    [{ to: "reserve" }],
    { key: "unreachable-step", params: { step: "careful" } },
    { pointer: "/steps/careful" },
  ],
  [
    FLOW,
    "/steps/reserve/errors/sold-out",
    { reopen: "review" },
    { key: "reopen-not-before", params: { reopened: "review", step: "reserve" } },
    { pointer: "/steps/reserve/errors/sold-out/reopen" },
  ],
  [
    FLOW,
    "/steps/reserve/errors/sold-out",
    { reopen: "gate" },
    { key: "reopen-no-answer", params: { step: "gate" } },
    { pointer: "/steps/reserve/errors/sold-out/reopen" },
  ],
  [
    "schemas/effects/shop.reserve.json",
    "/repeatable",
    false,
    { key: "reopen-crosses-receipt", params: { reopened: "amount", crossed: ["reserve"] } },
    { file: FLOW, pointer: "/steps/place/errors/changed/reopen" },
  ],
  [
    FLOW,
    "/steps/reserve/errors/sold-out/field",
    "colour",
    { key: "unknown-field", params: { step: "choose", field: "colour", fields: ["item", "gift", "note"] } },
  ],
  [
    FLOW,
    "/steps/reserve/errors/sold-out",
    { ask: "item" },
    { key: "ask-without-form", params: { step: "reserve" } },
  ],
  [FLOW, "/steps/pin/binds", "amount", { key: "binds-no-review", params: { step: "amount" } }],
  [
    FLOW,
    "/steps/reserve/next/0/to",
    "pin",
    { key: "binds-not-before", params: { step: "pin", review: "review" } },
    { pointer: "/steps/pin/binds" },
  ],
  [
    FLOW,
    "/steps/money/within",
    undefined,
    { key: "wait-without-end", params: { step: "money" } },
    { pointer: "/steps/money" },
  ],
  [FLOW, "/steps/money/since", "review", { key: "since-no-receipt", params: { step: "review" } }],
  [
    FLOW,
    "/steps/money/until",
    "effects.place.reference",
    { key: "until-no-instant", params: { path: "effects.place.reference", type: { key: "types.string" } } },
  ],
  [
    FLOW,
    "/steps/amount/group",
    "price",
    { key: "unknown-group", params: { group: "price", groups: ["choose", "pay"] } },
  ],
  [
    FLOW,
    "/steps/amount/ui",
    { colour: { widget: "plain" } },
    { key: "unknown-field", params: { step: "amount", field: "colour", fields: ["amount"] } },
    { pointer: "/steps/amount/ui/colour" },
  ],
  [
    "schemas/shop/amount.json",
    "/properties/amount/writeOnly",
    true,
    { key: "secret-in-answer", params: { path: "amount" } },
  ],
  ["schemas/shop/amount.json", "/title", "Amount", { key: "schema-keyword.title" }],
  [
    "schemas/shop/amount.json",
    "/properties/amount/oneOf",
    [],
    { key: "schema-keyword", params: { keyword: "oneOf" } },
  ],
  [
    "schemas/shop/amount.json",
    "/properties/amount/type",
    ["string", "null"],
    {
      key: "schema-type",
      params: {
        type: '["string","null"]',
        types: ["object", "array", "string", "integer", "number", "boolean"],
      },
    },
  ],
  [
    "schemas/shop/amount.json",
    "/properties/amount/format",
    "bath",
    { key: "unknown-format", params: { format: '"bath"', formats: Object.keys(formats) } },
  ],
  [
    "schemas/shop/amount.json",
    "/properties/amount/pattern",
    "(",
    { key: "bad-pattern", params: { pattern: "(" } },
  ],
  [
    "schemas/shop/amount.json",
    "/properties/amount",
    { $ref: "common/bath" },
    { key: "unknown-schema", params: { name: '"common/bath"', known: [] } },
    { pointer: "/properties/amount/$ref" },
  ],
  [
    "schemas/shop/choose.json",
    "/allOf/0/if/required",
    [],
    { key: "condition-form.required", params: { name: "gift" } },
    { pointer: "/allOf/0/if/required" },
  ],
  [
    "schemas/shop/choose.json",
    "/allOf/0/if/properties/gift",
    { minLength: 1 },
    { key: "condition-form.values", params: { name: "gift" } },
  ],
  [
    "schemas/shop/choose.json",
    "/required",
    ["item", "colour"],
    { key: "unknown-field.undeclared", params: { name: "colour" } },
  ],
  [
    "schemas/shop/choose.json",
    "/required",
    ["item", "note"],
    { key: "required-twice", params: { name: "note" } },
    { pointer: "/allOf/0/then/required" },
  ],
  [
    "flows/shop/rules/minimum.json",
    "/cases/0/expect",
    true,
    { key: "case-fails", params: { why: '"nothing is known"', expected: "true", answer: '"unknown"' } },
    { pointer: "/cases/0" },
  ],
  [
    "locales/en/shop.json",
    "/shop/choose/item/label",
    undefined,
    {
      key: "missing-text",
      params: {
        language: { key: "languages.en" },
        key: "shop:shop.choose.item.label",
        flow: "shop",
        place: "/steps/review/shows/0",
      },
    },
  ],
  [
    "locales/th/shop.json",
    "/shop/choose/item/options/A",
    undefined,
    {
      key: "missing-text",
      params: {
        language: { key: "languages.th" },
        key: "shop:shop.choose.item.options.A",
        flow: "shop",
        place: "/steps/choose (field item)",
      },
    },
  ],
  [
    "locales/en/shop.json",
    "/shop/thanks/title",
    "Thank you, {{name}}",
    { key: "text-placeholders", params: { thai: [], english: ["{{name}}"] } },
  ],
];

describe("a planted fault is found where it lies, with what to do about it", () => {
  const table = planted.map(([file, pointer, value, says, found]) => ({ file, pointer, value, says, found }));
  it.each(table)("$says.key in $file at $pointer", ({ file, pointer, value, says, found }) => {
    const { findings } = verify(changed([file, pointer, value]));
    const place = { file: found?.file ?? file, pointer: found?.pointer ?? pointer };
    const finding = findings.find(
      (one) => one.file === place.file && one.pointer === place.pointer && one.says.key === says.key,
    );
    expect(finding).toMatchObject({ ...place, code: codeOf(says), says, severity: "error" });
    expect(finding && spoken(finding)).toMatchObject(WORDED);
    expect(load(changed([file, pointer, value])).ok).toBe(false);
  });
});

type Change = readonly [file: string, pointer: string, value: Json | undefined];
type Found = readonly [file: string, pointer: string, says: FindingSaying];

const several: readonly (readonly [changes: readonly Change[], found: readonly Found[]])[] = [
  [
    [[FLOW, "/steps/Amount", { kind: "decide", next: [{ to: "choose" }] }]],
    [
      [FLOW, "/steps/Amount", { key: "step-name", params: { step: "Amount" } }],
      [FLOW, "/steps/Amount", { key: "unreachable-step", params: { step: "Amount" } }],
    ],
  ],
  [
    [[FLOW, "/steps/pin/binds", "nowhere"]],
    [[FLOW, "/steps/pin/binds", { key: "unknown-step", params: { step: "nowhere", steps: STEPS } }]],
  ],
  [
    [[FLOW, "/steps/money/since", "nowhere"]],
    [[FLOW, "/steps/money/since", { key: "unknown-step", params: { step: "nowhere", steps: STEPS } }]],
  ],
  [
    [[FLOW, "/steps/money/onTimeout/to", "nowhere"]],
    [
      [FLOW, "/steps/money/onTimeout/to", { key: "unknown-step", params: { step: "nowhere", steps: STEPS } }],
      [FLOW, "/steps/expired", { key: "unreachable-step", params: { step: "expired" } }],
    ],
  ],
  [
    [[FLOW, "/steps/place/errors/refused/to", "nowhere"]],
    [
      [
        FLOW,
        "/steps/place/errors/refused/to",
        { key: "unknown-step", params: { step: "nowhere", steps: STEPS } },
      ],
      [FLOW, "/steps/refused", { key: "unreachable-step", params: { step: "refused" } }],
    ],
  ],
  [
    [[FLOW, "/steps/place/errors/changed/reopen", "nowhere"]],
    [
      [
        FLOW,
        "/steps/place/errors/changed/reopen",
        { key: "unknown-step", params: { step: "nowhere", steps: STEPS } },
      ],
    ],
  ],
  [
    [[FLOW, "/invariants/0/before", "nowhere"]],
    [[FLOW, "/invariants/0/before", { key: "unknown-step", params: { step: "nowhere", steps: STEPS } }]],
  ],
  [
    [[FLOW, "/invariants/0/rule", "nowhere"]],
    [
      [
        FLOW,
        "/invariants/0/rule",
        { key: "unknown-rule.files", params: { rule: "nowhere", flow: "shop", rules: ["minimum", "size"] } },
      ],
    ],
  ],
  [
    [[FLOW, "/steps/refused/explains", "size"]],
    [[FLOW, "/steps/refused/explains", { key: "rule-with-value", params: { rule: "size" } }]],
  ],
  [
    [[FLOW, "/steps/careful/next", [{ when: "size", to: "reserve" }, { to: "reserve" }]]],
    [[FLOW, "/steps/careful/next/0/when", { key: "rule-with-value", params: { rule: "size" } }]],
  ],
  [
    [[FLOW, "/derived/fee/fn", "constructor"]],
    [
      [
        FLOW,
        "/derived/fee/fn",
        { key: "unknown-function", params: { name: "constructor", functions: FUNCTIONS } },
      ],
      [
        FLOW,
        "/steps/amount/shows/0",
        { key: "unknown-path.derived", params: { path: "derived.fee", names: ["fee", "size"] } },
      ],
      [
        FLOW,
        "/steps/review/shows/3",
        { key: "unknown-path.derived", params: { path: "derived.fee", names: ["fee", "size"] } },
      ],
      [
        FLOW,
        "/steps/place/input/fee",
        { key: "unknown-path.derived", params: { path: "derived.fee", names: ["fee", "size"] } },
      ],
    ],
  ],
  [
    [[FLOW, "/facts/constructor", {}]],
    [[FLOW, "/facts/constructor", { key: "unknown-fact", params: { fact: "constructor" } }]],
  ],
  [[[FLOW, "/steps/reserve/errors/sold-out", { reopen: "choose", field: "item.inner" }]], []],
  [
    [
      [FLOW, "/steps/reserve/form", true],
      [
        "schemas/shop/reserve.json",
        "",
        { $id: "shop/reserve", type: "object", properties: { word: { type: "string", minLength: 1 } } },
      ],
    ],
    [
      [FLOW, "/steps/reserve/form", { key: "secrets-cannot-wait.remote" }],
      [FLOW, "/steps/reserve/errors/unavailable", { key: "secrets-cannot-wait" }],
    ],
  ],
  [
    [
      [FLOW, "/steps/place/form", true],
      [FLOW, "/steps/place/errors/refused", { retry: 1, to: "refused" }],
      [
        "schemas/shop/place.json",
        "",
        {
          $id: "shop/place",
          type: "object",
          properties: {
            group: { type: "object", properties: { pin: { type: "string", minLength: 1, writeOnly: true } } },
          },
        },
      ],
    ],
    [
      [FLOW, "/steps/place/errors/refused", { key: "secrets-cannot-wait" }],
      [
        "schemas/shop/place.json",
        "/properties/group/properties/pin/writeOnly",
        { key: "secret-in-answer.group", params: { path: "group.pin" } },
      ],
    ],
  ],
  [
    [
      [FLOW, "/steps/place/form", true],
      [FLOW, "/steps/place/errors/refused", { ask: "wrong" }],
      [FLOW, "/steps/place/input/note?", "form.other"],
      [
        "schemas/shop/place.json",
        "",
        {
          $id: "shop/place",
          type: "object",
          properties: { pin: { type: "string", minLength: 1, writeOnly: true } },
        },
      ],
    ],
    [
      [
        FLOW,
        "/steps/place/errors/refused/ask",
        { key: "unknown-field", params: { step: "place", field: "wrong", fields: ["pin"] } },
      ],
      [FLOW, "/steps/refused", { key: "unreachable-step", params: { step: "refused" } }],
      [
        FLOW,
        "/steps/place/input/note?",
        { key: "unknown-path.form", params: { step: "place", field: "other", fields: ["pin"] } },
      ],
    ],
  ],
  [
    [[FLOW, "/steps/place/input/note?", "form.word"]],
    [
      [
        FLOW,
        "/steps/place/input/note?",
        { key: "unknown-path.no-form", params: { step: "place", field: "word" } },
      ],
    ],
  ],
  [
    [
      [
        "schemas/shop/careful.json",
        "/properties/list",
        {
          type: "array",
          items: { type: "object", properties: { pin: { type: "string", minLength: 1, writeOnly: true } } },
        },
      ],
    ],
    [
      [
        "schemas/shop/careful.json",
        "/properties/list/items/properties/pin/writeOnly",
        { key: "secret-in-answer", params: { path: "list.pin" } },
      ],
    ],
  ],
  [
    [[FLOW, "/steps/careful/next/0/to", "careful"]],
    [[FLOW, "/steps/careful", { key: "circle", params: { circle: "careful → careful" } }]],
  ],
  [
    [
      [FLOW, "/steps/money/until", "facts.today.date"],
      [FLOW, "/steps/money/within", undefined],
    ],
    [
      [
        FLOW,
        "/steps/money/until",
        { key: "until-no-instant", params: { path: "facts.today.date", type: { key: "types.date" } } },
      ],
    ],
  ],
  [
    [
      [FLOW, "/steps/money/since", "reserve"],
      [FLOW, "/steps/amount/next/1/to", "review"],
    ],
    [[FLOW, "/steps/money/since", { key: "since-not-before", params: { step: "money", since: "reserve" } }]],
  ],
  [
    [[FLOW, "/steps/place/errors/refused", { to: "money" }]],
    [
      [FLOW, "/steps/refused", { key: "unreachable-step", params: { step: "refused" } }],
      [FLOW, "/steps/money/since", { key: "since-not-before", params: { step: "money", since: "place" } }],
    ],
  ],
  [
    [[FLOW, "/steps/choose/next", [{ to: "amount" }, { to: "careful" }]]],
    [
      [FLOW, "/steps/choose/next/0", { key: "next-never-read" }],
      [
        FLOW,
        "/steps/place/input/amount",
        {
          key: "input-may-be-missing.way",
          params: { step: "place", from: "amount", path: "answers.amount.amount", name: "amount" },
        },
      ],
    ],
  ],
  [
    [[FLOW, "/steps/pin/errors/exhausted", { reopen: "careful" }]],
    [[FLOW, "/steps/locked", { key: "unreachable-step", params: { step: "locked" } }]],
  ],
  [
    [[FLOW, "/steps/pin/errors/exhausted", { reopen: "money" }]],
    [
      [FLOW, "/steps/pin/errors/exhausted/reopen", { key: "reopen-no-answer", params: { step: "money" } }],
      [FLOW, "/steps/locked", { key: "unreachable-step", params: { step: "locked" } }],
      [
        FLOW,
        "/steps/pin/errors/exhausted/reopen",
        { key: "reopen-not-before", params: { reopened: "money", step: "pin" } },
      ],
    ],
  ],
  [
    [[FLOW, "/steps/review/shows/0", "facts.item.colour"]],
    [
      [
        FLOW,
        "/steps/review/shows/0",
        { key: "unknown-path.property", params: { path: "facts.item.colour", fact: "item" } },
      ],
      [
        FLOW,
        "/steps/place/input/item",
        {
          key: "submitted-not-shown",
          params: { path: "answers.choose.item", step: "place", review: "review" },
        },
      ],
    ],
  ],
  [
    [[FLOW, "/steps/review/shows/0", "flags.shut"]],
    [
      [FLOW, "/steps/review/shows/0", { key: "unknown-path.flag", params: { path: "flags.shut" } }],
      [
        FLOW,
        "/steps/place/input/item",
        {
          key: "submitted-not-shown",
          params: { path: "answers.choose.item", step: "place", review: "review" },
        },
      ],
    ],
  ],
  [
    [[FLOW, "/steps/review/shows/0", "effects.place.colour"]],
    [
      [
        FLOW,
        "/steps/review/shows/0",
        { key: "unknown-path.output", params: { path: "effects.place.colour", step: "place" } },
      ],
      [
        FLOW,
        "/steps/place/input/item",
        {
          key: "submitted-not-shown",
          params: { path: "answers.choose.item", step: "place", review: "review" },
        },
      ],
    ],
  ],
  [
    [[FLOW, "/steps/review/shows/0", "effects.nowhere.x"]],
    [
      [
        FLOW,
        "/steps/review/shows/0",
        { key: "unknown-path.output", params: { path: "effects.nowhere.x", step: "nowhere" } },
      ],
      [
        FLOW,
        "/steps/place/input/item",
        {
          key: "submitted-not-shown",
          params: { path: "answers.choose.item", step: "place", review: "review" },
        },
      ],
    ],
  ],
  [
    [[FLOW, "/steps/review/shows/0", "answers.pin.x"]],
    [
      [
        FLOW,
        "/steps/review/shows/0",
        {
          key: "unknown-path.step",
          params: { path: "answers.pin.x", step: "pin", steps: ["choose", "amount", "careful"] },
        },
      ],
      [
        FLOW,
        "/steps/place/input/item",
        {
          key: "submitted-not-shown",
          params: { path: "answers.choose.item", step: "place", review: "review" },
        },
      ],
    ],
  ],
  [
    [[FLOW, "/derived/fee/args", ["derived.fee", "facts.item.feeBps"]]],
    [[FLOW, "/derived/fee", { key: "derived-circle", params: { name: "fee" } }]],
  ],
  [
    [
      [FLOW, "/derived/a", { fn: "sum", args: ["derived.b"] }],
      [FLOW, "/derived/b", { fn: "sum", args: ["derived.a"] }],
    ],
    [
      [FLOW, "/derived/a", { key: "derived-circle", params: { name: "a" } }],
      [FLOW, "/derived/b", { key: "derived-circle", params: { name: "b" } }],
    ],
  ],
  [
    [[FLOW, "/derived/a", { fn: "sum", args: ["facts.item.feeBps", "answers.choose.note"] }]],
    [
      [
        FLOW,
        "/derived/a/args/1",
        {
          key: "argument-type",
          params: {
            name: "sum",
            kinds: [{ key: "types.integer" }, { key: "types.list" }],
            path: "answers.choose.note",
            type: { key: "types.string" },
            meaning: { key: "functions.sum" },
          },
        },
      ],
    ],
  ],
  [
    [[FLOW, "/derived/a", { fn: "suitabilityScore", args: ["answers.careful.accepted"] }]],
    [
      [
        FLOW,
        "/derived/a/args/0",
        {
          key: "argument-type",
          params: {
            name: "suitabilityScore",
            kinds: [
              { key: "types.integer" },
              { key: "types.number" },
              { key: "types.word" },
              { key: "types.string" },
              { key: "types.list" },
            ],
            path: "answers.careful.accepted",
            type: { key: "types.boolean" },
            meaning: { key: "functions.suitabilityScore" },
          },
        },
      ],
    ],
  ],
  [
    [[FLOW, "/steps/thanks/shows", ["answers.choose.nothing"]]],
    [
      [
        FLOW,
        "/steps/thanks/shows/0",
        {
          key: "unknown-path.field",
          params: { path: "answers.choose.nothing", step: "choose", fields: ["item", "gift", "note"] },
        },
      ],
    ],
  ],
  [
    [
      ["locales/en/shop.json", "/shop/thanks/title", "Thank you, {{name}} {{name}}"],
      ["locales/th/shop.json", "/shop/thanks/title", "ขอบคุณ {{code}}"],
    ],
    [
      [
        "locales/en/shop.json",
        "/shop/thanks/title",
        { key: "text-placeholders", params: { thai: ["{{code}}"], english: ["{{name}}"] } },
      ],
    ],
  ],
  [
    [["locales/en/shop.json", "/shop/choose/intro", "Choose"]],
    [
      [
        "locales/th/shop.json",
        "/shop/choose/intro",
        {
          key: "missing-text",
          params: {
            language: { key: "languages.th" },
            key: "shop:shop.choose.intro",
            flow: "shop",
            place: "/steps/choose",
          },
        },
      ],
    ],
  ],
  [[["locales/en/button.json", "", {}]], []],
  [
    [["schemas/shop/careful.json", "/properties/accepted/minLength", "one"]],
    [
      [
        "schemas/shop/careful.json",
        "",
        {
          key: "schema-does-not-compile",
          params: { message: "schema is invalid: data/properties/accepted/minLength must be integer" },
        },
      ],
    ],
  ],
];

describe("changes are found out to the last, texts that are missing then aside", () => {
  it.each(
    several.map(([changes, found]) => ({
      where: changes.map(([file, pointer]) => pointer || file).join(" and "),
      changes,
      found,
    })),
  )("at $where", ({ changes, found }) => {
    const ofTexts = changes.some(([file]) => file.startsWith("locales/"));
    const findings = verify(changed(...changes)).findings.filter(
      ({ code }) => ofTexts || code !== "missing-text",
    );
    expect(findings.map(({ file, pointer, says }) => [file, pointer, says])).toEqual(found);
  });
});

it("a sound definition has no finding", () => {
  expect(verify(shopSource).findings).toEqual([]);
});

it("a word outside its enum in a condition is found", () => {
  const source = changed([FLOW, "/steps/amount/next/0/when", { "==": [{ var: "derived.size" }, "huge"] }]);
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
