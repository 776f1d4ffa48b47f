import { describe } from "vitest";
import { baht } from "../../../../domain/decimals.ts";
import { allIsFound, FLOW, faultsAreFound, NOT_SHOWN } from "./verify-shop.ts";

describe("a fault planted in the shown and passed values of a flow is reported", () => {
  faultsAreFound(FLOW, [
    [
      "/steps/review/shows/0",
      "answers.choose.itm",
      {
        key: "unknown-path.field",
        params: { path: "answers.choose.itm", step: "choose", fields: ["item", "gift", "note"] },
      },
    ],
    [
      "/steps/review/shows/0",
      "facts.weather.rain",
      { key: "unknown-path.fact", params: { path: "facts.weather.rain", fact: "weather" } },
    ],
    [
      "/steps/place/input/fee",
      "derived.fees",
      { key: "unknown-path.derived", params: { path: "derived.fees", names: ["fee", "size"] } },
    ],
    [
      "/steps/place/input/fee",
      undefined,
      { key: "incomplete-input", params: { effect: "shop.place", name: "fee" } },
      "/steps/place/input",
    ],
    [
      "/steps/place/input/colour",
      "answers.choose.item",
      {
        key: "unknown-input",
        params: { effect: "shop.place", name: "colour", inputs: ["item", "amount", "fee", "note"] },
      },
    ],
    [
      "/steps/place/input",
      { "item?": "answers.choose.item", amount: "answers.amount.amount", fee: "derived.fee" },
      { key: "optional-input", params: { effect: "shop.place", name: "item" } },
      "/steps/place/input/item?",
    ],
    [
      "/steps/place/input/amount",
      "answers.choose.item",
      {
        key: "input-type",
        params: {
          name: "amount",
          wanted: baht.kind,
          path: "answers.choose.item",
          type: { key: "types.enum", params: { words: ["A", "B"] } },
        },
      },
    ],
    [
      "/steps/place/input/note",
      "answers.choose.note",
      {
        key: "input-may-be-missing.field",
        params: { field: "note", from: "choose", path: "answers.choose.note", name: "note" },
      },
    ],
    [
      "/steps/reserve/input/item",
      "answers.careful.accepted",
      {
        key: "input-may-be-missing.way",
        params: { step: "reserve", from: "careful", path: "answers.careful.accepted", name: "item" },
      },
    ],
    [
      "/steps/review/shows/1",
      "answers.choose.gift?",
      {
        key: "submitted-not-shown",
        params: { path: "answers.amount.amount", step: "place", review: "review" },
      },
      "/steps/place/input/amount",
    ],
  ]);
});

describe("changes of shown and passed values in a flow give exactly the expected findings", () => {
  allIsFound([
    [
      [["/steps/review/shows/0", "facts.item.colour"]],
      [
        [
          "/steps/review/shows/0",
          {
            key: "unknown-path.property",
            params: { path: "facts.item.colour", fact: "item", properties: ["minimum", "feeBps"] },
          },
        ],
        ["/steps/place/input/item", NOT_SHOWN],
      ],
    ],
    [
      [["/steps/review/shows/0", "flags.shut"]],
      [
        ["/steps/review/shows/0", { key: "unknown-path.flag", params: { path: "flags.shut" } }],
        ["/steps/place/input/item", NOT_SHOWN],
      ],
    ],
    [
      [["/steps/review/shows/0", "effects.place.colour"]],
      [
        [
          "/steps/review/shows/0",
          {
            key: "unknown-path.outputs",
            params: { path: "effects.place.colour", step: "place", outputs: ["reference"] },
          },
        ],
        ["/steps/place/input/item", NOT_SHOWN],
      ],
    ],
    [
      [["/steps/review/shows/0", "effects.nowhere.x"]],
      [
        [
          "/steps/review/shows/0",
          { key: "unknown-path.output", params: { path: "effects.nowhere.x", step: "nowhere" } },
        ],
        ["/steps/place/input/item", NOT_SHOWN],
      ],
    ],
    [
      [["/steps/review/shows/0", "answers.pin.x"]],
      [
        [
          "/steps/review/shows/0",
          {
            key: "unknown-path.step",
            params: { path: "answers.pin.x", step: "pin", steps: ["choose", "amount", "careful"] },
          },
        ],
        ["/steps/place/input/item", NOT_SHOWN],
      ],
    ],
    [
      [["/steps/thanks/shows", ["answers.choose.nothing"]]],
      [
        [
          "/steps/thanks/shows/0",
          {
            key: "unknown-path.field",
            params: { path: "answers.choose.nothing", step: "choose", fields: ["item", "gift", "note"] },
          },
        ],
      ],
    ],
  ]);
});
