import { describe } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import { allIsFound, faultsAreFound, unreachable } from "./verify-shop.ts";

describe("a fault planted in schemas, secrets or cases of rules is reported", () => {
  faultsAreFound("schemas/shop/amount.json", [
    ["/properties/amount/writeOnly", true, { key: "secret-in-answer", params: { path: "amount" } }],
    ["/title", "Amount", { key: "schema-keyword.title" }],
    ["/properties/amount/oneOf", [], { key: "schema-keyword", params: { keyword: "oneOf" } }],
    [
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
      "/properties/amount/format",
      "bath",
      { key: "unknown-format", params: { format: '"bath"', formats: Object.keys(formats) } },
    ],
    ["/properties/amount/pattern", "(", { key: "bad-pattern", params: { pattern: "(" } }],
    [
      "/properties/amount",
      { $ref: "common/bath" },
      { key: "unknown-schema", params: { name: '"common/bath"', known: [] } },
      "/properties/amount/$ref",
    ],
  ]);
  faultsAreFound("schemas/shop/choose.json", [
    [
      "/allOf/0/if/required",
      [],
      { key: "condition-form.required", params: { name: "gift" } },
      "/allOf/0/if/required",
    ],
    [
      "/allOf/0/if/properties/gift",
      { minLength: 1 },
      { key: "condition-form.values", params: { name: "gift" } },
    ],
    ["/required", ["item", "colour"], { key: "unknown-field.undeclared", params: { name: "colour" } }],
    [
      "/required",
      ["item", "note"],
      { key: "required-twice", params: { name: "note" } },
      "/allOf/0/then/required",
    ],
  ]);
  faultsAreFound("flows/shop/rules/minimum.json", [
    [
      "/cases/0/expect",
      true,
      { key: "case-fails", params: { why: '"nothing is known"', expected: "true", answer: '"unknown"' } },
      "/cases/0",
    ],
  ]);
});

describe("changes of schemas, secrets or cases of rules give exactly the expected findings", () => {
  allIsFound([
    [
      [
        ["/steps/reserve/form", true],
        [
          "schemas/shop/reserve.json",
          "",
          { $id: "shop/reserve", type: "object", properties: { word: { type: "string", minLength: 1 } } },
        ],
      ],
      [
        ["/steps/reserve/form", { key: "secrets-cannot-wait.remote" }],
        ["/steps/reserve/errors/unavailable", { key: "secrets-cannot-wait" }],
      ],
    ],
    [
      [
        ["/steps/place/form", true],
        ["/steps/place/errors/refused", { retry: 1, to: "refused" }],
        [
          "schemas/shop/place.json",
          "",
          {
            $id: "shop/place",
            type: "object",
            properties: {
              group: {
                type: "object",
                properties: { pin: { type: "string", minLength: 1, writeOnly: true } },
              },
            },
          },
        ],
      ],
      [
        ["/steps/place/errors/refused", { key: "secrets-cannot-wait" }],
        [
          "schemas/shop/place.json",
          "/properties/group/properties/pin/writeOnly",
          { key: "secret-in-answer.group", params: { path: "group.pin" } },
        ],
      ],
    ],
    [
      [
        ["/steps/place/form", true],
        ["/steps/place/errors/refused", { ask: "wrong" }],
        ["/steps/place/input/note?", "form.other"],
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
          "/steps/place/errors/refused/ask",
          { key: "unknown-field", params: { step: "place", field: "wrong", fields: ["pin"] } },
        ],
        ["/steps/refused", unreachable("refused")],
        [
          "/steps/place/input/note?",
          { key: "unknown-path.form", params: { step: "place", field: "other", fields: ["pin"] } },
        ],
      ],
    ],
    [
      [["/steps/place/input/note?", "form.word"]],
      [
        [
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
  ]);
});
