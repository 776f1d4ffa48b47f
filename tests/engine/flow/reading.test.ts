import { describe, expect, it } from "vitest";
import { trade } from "../../../domain/index.ts";
import type { DefinitionSource } from "../../../engine/flow/index.ts";
import { readDefinition } from "../../../engine/flow/loading.ts";
import { ruleFileOf, rulesInLogic, rulesNamed } from "../../../engine/flow/rules-named.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { END } from "../fixtures/parts.ts";
import { smallSource } from "../fixtures/small-flow.ts";
import { changedShop, shopSource } from "./fixtures/shop.ts";
import { visit } from "./fixtures/visit.ts";

const FLOW = "flows/shop/flow.json";

function found(source: DefinitionSource) {
  return readDefinition(source, trade).findings.map(({ file, pointer, says }) => [file, pointer, says]);
}

const RULE = "flows/shop/rules/minimum.json";
const EFFECT = "schemas/effects/shop.place.json";
const FACTS = "flows/shared/facts.json";
const one = (...findings: readonly unknown[]) => findings;
const shape = (variant: string, params?: JsonObject) =>
  params === undefined ? { key: `wrong-shape.${variant}` } : { key: `wrong-shape.${variant}`, params };
const missing = { key: "missing-file" };

describe("reading the files of a flow reports", () => {
  it.each([
    ["nothing about a flow without faults", changedShop(), []],
    ["a flow that does not exist", changedShop([FLOW, "", undefined]), one([FLOW, "", missing])],
    [
      "a folder and an id with different names",
      changedShop([FLOW, "/id", "store"]),
      // Its own schemas and rules are in the folder with the other name.
      expect.arrayContaining([[FLOW, "/id", { key: "wrong-id", params: { folder: "shop", id: "store" } }]]),
    ],
    [
      "a property that is missing",
      changedShop([FLOW, "/start", undefined]),
      one([FLOW, "", shape("required", { name: "start" })]),
    ],
    [
      "an unknown property",
      changedShop([FLOW, "/colour", 1]),
      one([FLOW, "", shape("additional", { name: "colour" })]),
    ],
    [
      "both faults of a file with two faults",
      changedShop([FLOW, "/start", undefined], [FLOW, "/colour", 1]),
      one(
        [FLOW, "", shape("required", { name: "start" })],
        [FLOW, "", shape("additional", { name: "colour" })],
      ),
    ],
    [
      "a value outside its list",
      changedShop([FLOW, "/inFlight", "go"]),
      one([FLOW, "/inFlight", shape("words", { words: ["stay", "restart", "follow"] })]),
    ],
    [
      "a kind of step that does not exist",
      changedShop([FLOW, "/steps/gate/kind", "fork"]),
      one([FLOW, "/steps/gate", shape("kind", { kind: "fork" })]),
    ],
    [
      "a step without a kind",
      changedShop([FLOW, "/steps/gate/kind", undefined]),
      one(
        [FLOW, "/steps/gate", shape("required", { name: "kind" })],
        [FLOW, "/steps/gate", shape("kind", { kind: "" })],
      ),
    ],
    [
      "a value of the wrong type",
      changedShop([FLOW, "/minutes", "four"]),
      one([FLOW, "/minutes", shape("type", { type: "number" })]),
    ],
    [
      "a text that does not match its pattern",
      changedShop([FLOW, "/namespace", "Shop"]),
      one([FLOW, "/namespace", shape("pattern", { pattern: "^[a-z][a-z0-9-]*$" })]),
    ],
    [
      "a list that is too short",
      changedShop([FLOW, "/steps/gate/next", []]),
      one([FLOW, "/steps/gate/next", shape("empty", { name: "next", least: 1 })]),
    ],
    [
      "a list with duplicates",
      changedShop([FLOW, "/flags", ["open", "open"]]),
      one([FLOW, "/flags", shape("twice")]),
    ],
    [
      "a number that is too large",
      changedShop([FLOW, "/steps/reserve/errors/unavailable/retry", 21]),
      expect.arrayContaining([
        [FLOW, "/steps/reserve/errors/unavailable/retry", shape("other", { keyword: "maximum" })],
        [FLOW, "/steps/reserve/errors/unavailable", shape("other", { keyword: "anyOf" })],
      ]),
    ],
    [
      "a switch that is not in the catalogue",
      changedShop([FLOW, "/flags", ["open", "shut"]]),
      one([FLOW, "/flags/1", { key: "unknown-flag", params: { flag: "shut" } }]),
    ],
    [
      "a switch named like an inherited property",
      changedShop([FLOW, "/flags", ["open", "constructor"]]),
      one([FLOW, "/flags/1", { key: "unknown-flag", params: { flag: "constructor" } }]),
    ],
    [
      "no catalogue of flags",
      changedShop(["flags/catalogue.json", "", undefined]),
      one(["flags/catalogue.json", "", missing]),
    ],
    [
      "nothing about a missing catalogue if the flow reads no switch",
      changedShop(["flags/catalogue.json", "", undefined], [FLOW, "/flags", undefined]),
      [],
    ],
    [
      "a form without its schema",
      changedShop(["schemas/shop/careful.json", "", undefined]),
      one([
        "schemas/shop/careful.json",
        "",
        {
          key: "missing-file.schema",
          params: { step: "careful", path: "schemas/shop/careful.json", id: "shop/careful" },
        },
      ]),
    ],
    [
      "a form whose named schema is not an object",
      changedShop([FLOW, "/steps/careful/schema", "common/careful"], ["schemas/common/careful.json", "", 1]),
      one([
        "schemas/common/careful.json",
        "",
        {
          key: "missing-file.schema",
          params: { step: "careful", path: "schemas/common/careful.json", id: "common/careful" },
        },
      ]),
    ],
    [
      "a form that is not an object",
      changedShop(["schemas/shop/careful.json", "/type", "array"]),
      one(["schemas/shop/careful.json", "/type", { key: "schema-type.form" }]),
    ],
    [
      "a schema's keyword outside the subset",
      changedShop(["schemas/shop/careful.json", "/title", "x"]),
      one(["schemas/shop/careful.json", "/title", { key: "schema-keyword.title" }]),
    ],
    [
      "an empty condition",
      changedShop(["schemas/shop/choose.json", "/allOf/0/if", {}]),
      one(["schemas/shop/choose.json", "/allOf/0/if", { key: "condition-form.empty" }]),
    ],
    [
      "a rule and a file with different names",
      changedShop([RULE, "/id", "least"]),
      one([RULE, "/id", { key: "wrong-id.rule", params: { file: "minimum", id: "least" } }]),
    ],
    [
      "a rule with neither must nor value",
      changedShop([RULE, "/must", undefined]),
      one([RULE, "", shape("rule")]),
    ],
    [
      "a rule with both must and value",
      changedShop([RULE, "/value", { type: { type: "integer" }, logic: 1 }]),
      one([RULE, "", shape("rule")]),
    ],
    [
      "a rule of a wrong shape",
      changedShop([RULE, "/owner", undefined]),
      one([RULE, "", shape("required", { name: "owner" })]),
    ],
    [
      "a fault of the flow's rule even if the rule is unused",
      changedShop(["flows/shop/rules/spare.json", "", {}]),
      expect.arrayContaining([["flows/shop/rules/spare.json", "", shape("required", { name: "id" })]]),
    ],
    [
      "nothing about a fault in a rule of another flow",
      changedShop(["flows/other/rules/spare.json", "", {}]),
      [],
    ],
    [
      "missing facts if the flow declares facts",
      changedShop([FACTS, "", undefined]),
      one([FACTS, "", missing]),
    ],
    [
      "facts of a wrong shape",
      changedShop([FACTS, "/item/owner", undefined]),
      one([FACTS, "/item", shape("required", { name: "owner" })]),
    ],
    [
      "a fault of a fact's schema",
      changedShop([FACTS, "/item/schema/properties/minimum/format", "bath"]),
      expect.arrayContaining([
        [FACTS, "/item/schema/properties/minimum/format", expect.objectContaining({ key: "unknown-format" })],
      ]),
    ],
    [
      "a fault of a fact's argument",
      changedShop([FACTS, "/item/args/code/title", "Code"]),
      one([FACTS, "/item/args/code/title", { key: "schema-keyword.title" }]),
    ],
    [
      "nothing about a fault in a fact that the flow does not declare",
      changedShop([
        FACTS,
        "/other",
        {
          ...((shopSource.files[FACTS] as JsonObject).item as JsonObject),
          schema: { type: "object", properties: {}, title: "x" },
        },
      ]),
      [],
    ],
    [
      "an effect that does not exist",
      changedShop([EFFECT, "", undefined]),
      [
        [
          FLOW,
          "/steps/place/effect",
          { key: "unknown-signature", params: { name: "shop.place", offered: ["shop.reserve"] } },
        ],
        [EFFECT, "", missing],
      ],
    ],
    [
      "an effect of a wrong shape",
      changedShop([EFFECT, "/mode", "far"]),
      one([EFFECT, "/mode", shape("words", { words: ["local", "remote"] })]),
    ],
    [
      "a fault of an effect's schema",
      changedShop([EFFECT, "/output/properties/reference/title", "R"]),
      one([EFFECT, "/output/properties/reference/title", { key: "schema-keyword.title" }]),
    ],
    [
      "nothing about a format that occurs only in an effect's schema",
      changedShop([EFFECT, "/output/properties/reference/format", "uuid"]),
      [],
    ],
    [
      "an event that does not exist",
      changedShop(["schemas/events/shop.paid.json", "", undefined]),
      [
        [
          FLOW,
          "/steps/money/for",
          {
            key: "unknown-signature",
            params: { name: "shop.paid", offered: [] },
          },
        ],
        ["schemas/events/shop.paid.json", "", missing],
      ],
    ],
    [
      "a fault of an event's schema",
      changedShop(["schemas/events/shop.paid.json", "/data/properties/amount/title", "A"]),
      one([
        "schemas/events/shop.paid.json",
        "/data/properties/amount/title",
        { key: "schema-keyword.title" },
      ]),
    ],
    [
      "a reference to a common file that is not a schema, with the known names",
      changedShop(
        ["schemas/common/baht.json", "", { type: "string" }],
        ["schemas/common/list.json", "", []],
        ["schemas/shop/amount.json", "/properties/amount", { $ref: "common/list" }],
      ),
      one([
        "schemas/shop/amount.json",
        "/properties/amount/$ref",
        { key: "unknown-schema", params: { name: '"common/list"', known: ["common/baht"] } },
      ]),
    ],
    [
      "nothing about an unknown rule, which verification reports",
      changedShop([FLOW, "/steps/careful/check", ["nowhere"]]),
      [],
    ],
    [
      "a fault of a common schema only once, with any number of references",
      changedShop(
        ["schemas/common/baht.json", "", { type: "string", format: "bath" }],
        [
          "schemas/shop/amount.json",
          "/properties",
          { amount: { $ref: "common/baht" }, other: { $ref: "common/baht" } },
        ],
        [FACTS, "/item/schema/properties/minimum", { $ref: "common/baht" }],
      ),
      one(["schemas/common/baht.json", "/format", expect.objectContaining({ key: "unknown-format" })]),
    ],
  ] as readonly (readonly [string, DefinitionSource, unknown])[])("%s", (_, source, findings) => {
    expect(found(source)).toEqual(findings);
  });

  it("an error with the code wrong-shape if the flow file names no first step", () => {
    expect(readDefinition(changedShop([FLOW, "/start", undefined]), trade).findings).toMatchObject([
      { code: "wrong-shape", severity: "error" },
    ]);
  });
});

describe("the definition that is read from a flow's files", () => {
  const read = (source: DefinitionSource) => readDefinition(source, trade).definition;

  it("no definition is read if the flow file cannot be read", () => {
    expect(read(changedShop([FLOW, "", undefined]))).toBeNull();
    expect(read(changedShop([FLOW, "/colour", 1]))).toBeNull();
  });

  it("the definition has its format, and empty values where the files omit a list", () => {
    const { definition } = readDefinition(smallSource({ steps: { done: END } }), trade);
    expect(definition).toMatchObject({
      format: 2,
      flow: { flags: [], facts: {}, derived: {}, invariants: [] },
      schemas: {},
      rules: {},
      facts: {},
      effects: {},
      events: {},
    });
  });

  it("the definition has its schemas by step, named after flow and step, with the fields in their order", () => {
    const definition = read(changedShop([FLOW, "/steps/careful/schema", "shop/amount"]));
    expect(
      Object.fromEntries(Object.entries(definition?.schemas ?? {}).map(([step, { $id }]) => [step, $id])),
    ).toEqual({
      choose: "shop/choose",
      amount: "shop/amount",
      careful: "shop/careful",
    });
    expect(definition?.fieldOrder).toEqual({
      choose: ["item", "gift", "note"],
      amount: ["amount"],
      careful: ["amount"],
    });
    expect(definition?.schemas.choose).not.toHaveProperty("additionalProperties");
  });

  it("the definition has the rules of its folder, followed by the rules of other folders that these rules reference", () => {
    const rule = (id: string, logic: Json) => ({
      ...(shopSource.files[RULE] as JsonObject),
      id,
      must: [{ id: "c", reason: "warning:x", mend: "none", logic }],
    });
    const definition = read(
      changedShop(
        [FLOW, "/steps/careful/check", ["outer"]],
        ["flows/shared/rules/outer.json", "", rule("outer", { rule: "inner" })],
        ["flows/shared/rules/inner.json", "", rule("inner", { rule: "outer" })],
        ["flows/shared/rules/unnamed.json", "", rule("unnamed", true)],
        ["flows/shared/rules/minimum.json", "", rule("minimum", true)],
        ["flows/shop/rules/spare.json", "", rule("spare", true)],
      ),
    );
    expect(Object.keys(definition?.rules ?? {}).sort()).toEqual([
      "inner",
      "minimum",
      "outer",
      "size",
      "spare",
    ]);
    expect(definition?.rules.minimum).toEqual(shopSource.files[RULE]);
  });

  it("the definition has the assumptions about its declared facts and about facts that no file declares", () => {
    const assumption = (id: string, assumes: Json) => ({
      ...(shopSource.files[RULE] as JsonObject),
      id,
      assumes,
    });
    const source = changedShop(
      [FACTS, "/weather", (shopSource.files[FACTS] as JsonObject).today as Json],
      ["flows/shared/assumptions/of-item.json", "", assumption("of-item", "item")],
      ["flows/shared/assumptions/of-weather.json", "", assumption("of-weather", "weather")],
      ["flows/shared/assumptions/of-nothing.json", "", assumption("of-nothing", "nothing")],
      ["flows/shared/assumptions/of-object.json", "", assumption("of-object", "constructor")],
    );
    expect(Object.keys(read(source)?.rules ?? {}).sort()).toEqual([
      "minimum",
      "of-item",
      "of-nothing",
      "of-object",
      "size",
    ]);
  });

  it("a flow without facts has no assumptions", () => {
    const source = smallSource({ steps: { done: END } });
    const files = { ...source.files, "flows/shared/assumptions/any.json": {} };
    expect(found({ ...source, files })).toEqual([]);
  });

  it("the definition has the facts that the flow declares, with common schemas inlined", () => {
    const definition = read(
      changedShop(
        ["schemas/common/baht.json", "", { type: "string", format: "baht" }],
        [FACTS, "/item/schema/properties/minimum", { $ref: "common/baht" }],
        [FACTS, "/item/args/code", { $ref: "common/baht" }],
        [FACTS, "/other", (shopSource.files[FACTS] as JsonObject).today as Json],
      ),
    );
    expect(Object.keys(definition?.facts ?? {})).toEqual(["item", "today"]);
    expect(definition?.facts.item).toMatchObject({
      args: { code: { type: "string", format: "baht", common: "baht" } },
      schema: { properties: { minimum: { type: "string", format: "baht", common: "baht" } } },
      source: "a test",
    });
    expect(definition?.facts.today?.args).toEqual({});
  });

  it("the definition has the effects and events that the flow names, with common schemas inlined", () => {
    const definition = read(
      changedShop(
        ["schemas/common/baht.json", "", { type: "string", format: "baht" }],
        [EFFECT, "/input/properties/amount", { $ref: "common/baht" }],
        [EFFECT, "/output/properties/price", { $ref: "common/baht" }],
        ["schemas/events/shop.paid.json", "/data/properties/amount", { $ref: "common/baht" }],
      ),
    );
    const baht = { type: "string", format: "baht", common: "baht" };
    expect(definition?.effects["shop.place"]).toMatchObject({
      id: "shop.place",
      input: { properties: { amount: baht } },
      output: { properties: { price: baht } },
    });
    expect(definition?.events["shop.paid"]).toMatchObject({
      id: "shop.paid",
      data: { properties: { amount: baht } },
    });
    expect(Object.keys(definition?.effects ?? {})).toEqual(["shop.reserve", "shop.place"]);
  });

  it("the definition has texts in Thai and English, even with a third language or a text file without texts", () => {
    const definition = read(
      changedShop(
        ["locales/th/shop.json", "", { shop: { title: "ร้าน" } }],
        ["locales/en/shop.json", "", { shop: { title: "Shop" } }],
        ["locales/lo/shop.json", "", { shop: { title: "?" } }],
        ["locales/en/list.json", "", []],
      ),
    );
    expect(definition?.texts.th.shop).toEqual({ shop: { title: "ร้าน" } });
    expect(definition?.texts.en.shop).toEqual({ shop: { title: "Shop" } });
  });
});

it("rulesNamed returns each rule that a definition names, with its pointer", () => {
  const flow = {
    ...visit.flow,
    invariants: [{ before: "book", rule: "asked" }],
    steps: {
      ...visit.flow.steps,
      ask: {
        kind: "form",
        check: ["first", "second"],
        next: [{ when: "ready", to: "check" }, { to: "check" }],
      },
      open: {
        kind: "decide",
        next: [{ when: { and: [{ rule: "a" }, { rule: "b" }] }, to: "ask" }, { to: "ask" }],
      },
      pay: { kind: "effect", effect: "fund.pay", input: {}, errors: {}, next: [{ to: "tell" }] },
      tell: { kind: "effect", effect: "fund.tell", input: {}, errors: {}, next: [{ to: "done" }] },
    },
  } as typeof visit.flow;
  const effects = {
    "fund.pay": { confirmedBy: { challenge: "otp", unless: "small" } },
    "fund.tell": { confirmedBy: { challenge: "otp" } },
  } as unknown as typeof visit.effects;
  expect(rulesNamed({ flow, effects })).toEqual([
    { rule: "level", pointer: "/derived/level/rule", as: "value" },
    { rule: "asked", pointer: "/invariants/0/rule", as: "must" },
    { rule: "a", pointer: "/steps/open/next/0/when", as: "either" },
    { rule: "b", pointer: "/steps/open/next/0/when", as: "either" },
    { rule: "first", pointer: "/steps/ask/check/0", as: "must" },
    { rule: "second", pointer: "/steps/ask/check/1", as: "must" },
    { rule: "ready", pointer: "/steps/ask/next/0/when", as: "must" },
    { rule: "ready", pointer: "/steps/done/explains", as: "must" },
    { rule: "small", pointer: "/steps/pay/effect", as: "must" },
  ]);
});

it.each([
  ["cases", []],
  ["given", []],
  ["and", ["a"]],
])('the rules referenced inside the operator "%s" are %j', (operator, rules) => {
  expect(rulesInLogic({ [operator]: [{ rule: "a" }] })).toEqual(rules);
});

it("a rule is searched for first among assumptions, then in the flow's folder, then among shared rules", () => {
  const files = (...paths: readonly string[]) => ({
    flow: "shop",
    files: Object.fromEntries(paths.map((path) => [path, {}])),
  });
  const own = "flows/shop/rules/r.json";
  const assumed = "flows/shared/assumptions/r.json";
  const shared = "flows/shared/rules/r.json";
  expect(ruleFileOf(files(own, assumed, shared), "shop", "r")).toBe(assumed);
  expect(ruleFileOf(files(shared, own), "shop", "r")).toBe(own);
  expect(ruleFileOf(files(shared), "shop", "r")).toBe(shared);
  expect(ruleFileOf(files(), "shop", "r")).toBeNull();
});
