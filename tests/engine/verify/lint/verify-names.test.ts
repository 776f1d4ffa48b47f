import { describe } from "vitest";
import { baht } from "../../../../domain/decimals.ts";
import { functions } from "../../../../domain/functions.ts";
import { allIsFound, FLOW, faultsAreFound, unknownStep } from "./verify-shop.ts";

const FUNCTIONS = Object.keys(functions);
const meaningOf = (name: string) => functions[name]?.meaning ?? "";

describe("a fault planted in the names of a flow (steps, rules, facts, switches, derived values) is reported", () => {
  faultsAreFound(FLOW, [
    ["/steps/amount/kind", "shape", { key: "wrong-shape.kind", params: { kind: "shape" } }, "/steps/amount"],
    ["/id", "store", { key: "wrong-id", params: { folder: "shop", id: "store" } }, "/id"],
    ["/start", "begin", unknownStep("begin")],
    [
      "/steps/constructor",
      { kind: "decide", next: [{ to: "choose" }] },
      { key: "step-name", params: { step: "constructor" } },
    ],
    ["/flags/0", "opne", { key: "unknown-flag", params: { flag: "opne" } }],
    [
      "/steps/amount/check/0",
      "minimun",
      { key: "unknown-rule.files", params: { rule: "minimun", flow: "shop", rules: ["minimum", "size"] } },
    ],
    ["/steps/amount/check/0", "size", { key: "rule-with-value", params: { rule: "size" } }],
    ["/derived/size/rule", "minimum", { key: "rule-without-value", params: { rule: "minimum" } }],
    ["/facts/weather", {}, { key: "unknown-fact", params: { fact: "weather" } }],
    ["/facts/item", {}, { key: "missing-argument", params: { fact: "item", argument: "code" } }],
    [
      "/facts/today/at",
      "answers.choose.item",
      { key: "unknown-argument", params: { fact: "today", argument: "at", declared: [] } },
    ],
    [
      "/facts/item/code",
      "answers.chose.item",
      {
        key: "unknown-path.step",
        params: { path: "answers.chose.item", step: "chose", steps: ["choose", "amount", "careful"] },
      },
    ],
    ["/derived/fee/fn", "fees", { key: "unknown-function", params: { name: "fees", functions: FUNCTIONS } }],
    [
      "/derived/fee/args",
      ["answers.amount.amount"],
      {
        key: "argument-count",
        params: { name: "fee", wanted: 2, given: 1, meaning: meaningOf("fee") },
      },
    ],
    [
      "/derived/fee/args/0",
      "answers.choose.item",
      {
        key: "argument-type",
        params: {
          name: "fee",
          kinds: [baht.kind],
          path: "answers.choose.item",
          type: { key: "types.enum", params: { words: ["A", "B"] } },
          meaning: meaningOf("fee"),
        },
      },
    ],
    [
      "/steps/amount/group",
      "price",
      { key: "unknown-group", params: { group: "price", groups: ["choose", "pay"] } },
    ],
    [
      "/steps/amount/ui",
      { colour: { widget: "plain" } },
      { key: "unknown-field", params: { step: "amount", field: "colour", fields: ["amount"] } },
      "/steps/amount/ui/colour",
    ],
  ]);
});

describe("changes of names in a flow (steps, rules, facts, switches, derived values) give exactly the expected findings", () => {
  allIsFound([
    [[["/invariants/0/before", "nowhere"]], [["/invariants/0/before", unknownStep("nowhere")]]],
    [
      [["/invariants/0/rule", "nowhere"]],
      [
        [
          "/invariants/0/rule",
          {
            key: "unknown-rule.files",
            params: { rule: "nowhere", flow: "shop", rules: ["minimum", "size"] },
          },
        ],
      ],
    ],
    [
      [["/steps/refused/explains", "size"]],
      [["/steps/refused/explains", { key: "rule-with-value", params: { rule: "size" } }]],
    ],
    [
      [["/derived/fee/fn", "constructor"]],
      [
        [
          "/derived/fee/fn",
          { key: "unknown-function", params: { name: "constructor", functions: FUNCTIONS } },
        ],
        [
          "/steps/amount/shows/0",
          { key: "unknown-path.derived", params: { path: "derived.fee", names: ["fee", "size"] } },
        ],
        [
          "/steps/review/shows/3",
          { key: "unknown-path.derived", params: { path: "derived.fee", names: ["fee", "size"] } },
        ],
        [
          "/steps/place/input/fee",
          { key: "unknown-path.derived", params: { path: "derived.fee", names: ["fee", "size"] } },
        ],
      ],
    ],
    [
      [["/facts/constructor", {}]],
      [["/facts/constructor", { key: "unknown-fact", params: { fact: "constructor" } }]],
    ],
    [
      [["/derived/fee/args", ["derived.fee", "facts.item.feeBps"]]],
      [["/derived/fee", { key: "derived-circle", params: { name: "fee" } }]],
    ],
    [
      [
        ["/derived/a", { fn: "sum", args: ["derived.b"] }],
        ["/derived/b", { fn: "sum", args: ["derived.a"] }],
      ],
      [
        ["/derived/a", { key: "derived-circle", params: { name: "a" } }],
        ["/derived/b", { key: "derived-circle", params: { name: "b" } }],
      ],
    ],
    [
      [["/derived/a", { fn: "sum", args: ["facts.item.feeBps", "answers.choose.note"] }]],
      [
        [
          "/derived/a/args/1",
          {
            key: "argument-type",
            params: {
              name: "sum",
              kinds: [{ key: "types.integer" }, { key: "types.list" }],
              path: "answers.choose.note",
              type: { key: "types.string" },
              meaning: meaningOf("sum"),
            },
          },
        ],
      ],
    ],
    [
      [["/derived/a", { fn: "suitabilityScore", args: ["answers.careful.accepted"] }]],
      [
        [
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
              meaning: meaningOf("suitabilityScore"),
            },
          },
        ],
      ],
    ],
  ]);
});
