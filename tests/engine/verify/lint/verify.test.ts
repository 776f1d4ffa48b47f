import { describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { load, verify } from "../../../../engine/verify/lint/index.ts";
import { changedShop, shopSource } from "../../flow/fixtures/shop.ts";
import { allIsFound, FLOW, faultsAreFound } from "./verify-shop.ts";

describe("a fault planted in files or texts is reported", () => {
  faultsAreFound(FLOW, [["", undefined, { key: "missing-file" }]]);
  faultsAreFound("schemas/shop/amount.json", [
    [
      "",
      undefined,
      {
        key: "missing-file.schema",
        params: { step: "amount", path: "schemas/shop/amount.json", id: "shop/amount" },
      },
    ],
  ]);
  faultsAreFound("schemas/effects/shop.place.json", [["", undefined, { key: "missing-file" }]]);
  faultsAreFound("locales/en/shop.json", [
    [
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
      "/shop/thanks/title",
      "Thank you, {{name}}",
      { key: "text-placeholders", params: { thai: [], english: ["{{name}}"] } },
    ],
  ]);
  faultsAreFound("locales/th/shop.json", [
    [
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
  ]);
});

describe("changes of files or texts give exactly the expected findings", () => {
  allIsFound([
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
  ]);
});

it("a sound definition has no findings", () => {
  expect(verify(shopSource, trade).findings).toEqual([]);
});

it("a value that is not in its enum is reported in a condition", () => {
  const source = changedShop([
    FLOW,
    "/steps/amount/next/0/when",
    { "==": [{ var: "derived.size" }, "huge"] },
  ]);
  expect(verify(source, trade).findings).toMatchObject([
    { file: FLOW, pointer: expect.stringContaining("/steps/amount/next/0/when") },
  ]);
});

it("a loaded definition is frozen, and contains only parts of its own flow", () => {
  const loaded = load(
    {
      ...shopSource,
      files: { ...shopSource.files, "flows/other/flow.json": {} as JsonObject },
    },
    trade,
  );
  if (!loaded.ok) throw new Error("the shop does not load");
  expect(Object.isFrozen(loaded.value.flow.steps)).toBe(true);
  expect(JSON.stringify(loaded.value)).not.toContain("other");
});
