import { expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { verify } from "../../../../engine/verify/lint/index.ts";
import { shopSource } from "../../flow/fixtures/shop.ts";

const FILE = "flows/shared/assumptions/fair.json";
const rule = shopSource.files["flows/shop/rules/minimum.json"] as JsonObject;
const must = (logic: Json) => [{ id: "c", reason: "warning:shop.least", mend: "none", logic }];
const FAIR: JsonObject = {
  ...rule,
  id: "fair",
  assumes: "item",
  onMissing: "allow",
  must: must({ ">": [{ var: "facts.item.feeBps" }, 0] }),
};

/** Returns the findings about assumptions after these files are added to the shop's. */
function found(files: { readonly [path: string]: Json }) {
  return verify({ ...shopSource, files: { ...shopSource.files, ...files } }, trade)
    .findings.filter(({ code }) => code.startsWith("assumption") || code === "unknown-fact")
    .map(({ file, pointer, says }) => [file, pointer, says]);
}

const { assumes: _, ...unnamed } = FAIR;
const { must: __, ...valued } = FAIR;
const flow = (check: string) => {
  const shop = JSON.parse(JSON.stringify(shopSource.files["flows/shop/flow.json"])) as {
    steps: { careful: object };
  };
  shop.steps.careful = { ...shop.steps.careful, check: [check] };
  return shop;
};

it.each([
  ["no finding for a sound assumption", { [FILE]: FAIR }, []],
  [
    "an assumption without its fact",
    { [FILE]: unnamed },
    [[FILE, "", { key: "assumption-misplaced.unnamed" }]],
  ],
  [
    "an assumption in a folder that proposals can change",
    { "flows/shop/rules/fair.json": FAIR },
    [["flows/shop/rules/fair.json", "/assumes", { key: "assumption-misplaced", params: { fact: "item" } }]],
  ],
  [
    "an assumption about an undeclared fact",
    { [FILE]: { ...FAIR, assumes: "weather", must: must({ var: "flags.open" }) } },
    [
      [FILE, "/assumes", { key: "unknown-fact", params: { fact: "weather" } }],
      [
        FILE,
        "/must/0/logic",
        { key: "assumption-reads", params: { fact: "weather", paths: ["flags.open"] } },
      ],
    ],
  ],
  [
    "an assumption that returns a value",
    { [FILE]: { ...valued, value: { type: { type: "integer" }, logic: { var: "facts.item.feeBps" } } } },
    [[FILE, "/value", { key: "assumption-value" }]],
  ],
  [
    "an assumption that excludes users with missing values",
    { [FILE]: { ...FAIR, onMissing: "ask" } },
    [[FILE, "/onMissing", { key: "assumption-on-missing", params: { onMissing: "ask" } }]],
  ],
  [
    "each other data path that an assumption reads, once",
    {
      [FILE]: {
        ...FAIR,
        must: must({
          and: [{ var: "flags.open" }, { var: "flags.open" }, { ">": [{ var: "facts.item.feeBps" }, 0] }],
        }),
      },
    },
    [[FILE, "/must/0/logic", { key: "assumption-reads", params: { fact: "item", paths: ["flags.open"] } }]],
  ],
  [
    "an assumption that a step uses",
    { [FILE]: FAIR, "flows/shop/flow.json": flow("fair") },
    [
      [
        "flows/shop/flow.json",
        "/steps/careful/check/0",
        { key: "assumption-as-rule", params: { rule: "fair" } },
      ],
    ],
  ],
  [
    "an assumption that a rule or value uses",
    {
      [FILE]: FAIR,
      "flows/shop/rules/asks.json": { ...rule, id: "asks", must: must({ rule: "fair" }) },
      "flows/shop/rules/gives.json": {
        ...valued,
        assumes: undefined as never,
        id: "gives",
        value: { type: { type: "boolean" }, logic: { "!": [{ rule: "fair" }] } },
      },
    },
    [
      ["flows/shop/rules/asks.json", "/must", { key: "assumption-as-rule", params: { rule: "fair" } }],
      ["flows/shop/rules/gives.json", "/value", { key: "assumption-as-rule", params: { rule: "fair" } }],
    ],
  ],
] as readonly (readonly [string, { readonly [path: string]: Json }, readonly unknown[]])[])(
  "the checks of assumptions report: %s",
  (_title, files, findings) => {
    const read = JSON.parse(JSON.stringify(files)) as { readonly [path: string]: Json };
    expect(found(read)).toEqual(findings);
  },
);
