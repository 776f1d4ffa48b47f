import { describe } from "vitest";
import { allIsFound, FLOW, faultsAreFound, unknownStep, unreachable } from "./verify-shop.ts";

describe("a fault planted in the paths through a flow is reported", () => {
  faultsAreFound(FLOW, [
    [
      "/steps/amount/nexts",
      [],
      { key: "wrong-shape.additional", params: { name: "nexts" } },
      "/steps/amount",
    ],
    ["/steps/choose/next/0/to", "amuont", unknownStep("amuont")],
    [
      "/steps/place/errors/refused",
      undefined,
      { key: "error-without-route", params: { effect: "shop.place", code: "refused" } },
      "/steps/place/errors",
    ],
    [
      "/steps/place/errors/rain",
      { to: "refused" },
      { key: "unknown-error", params: { effect: "shop.place", code: "rain", codes: ["changed", "refused"] } },
    ],
    ["/steps/choose/next/0/when", true, { key: "next-may-end-nowhere", params: { step: "choose" } }],
    ["/steps/gate/next/0/when", undefined, { key: "next-never-read" }, "/steps/gate/next/0"],
    [
      "/steps/careful/next/0/to",
      "choose",
      { key: "circle", params: { circle: "choose → amount → careful → choose" } },
      "/steps/careful",
    ],
    ["/steps/amount/next", [{ to: "reserve" }], unreachable("careful"), "/steps/careful"],
    [
      "/steps/reserve/errors/sold-out",
      { reopen: "review" },
      { key: "reopen-not-before", params: { reopened: "review", step: "reserve" } },
      "/steps/reserve/errors/sold-out/reopen",
    ],
    [
      "/steps/reserve/errors/sold-out",
      { reopen: "gate" },
      { key: "reopen-no-answer", params: { step: "gate" } },
      "/steps/reserve/errors/sold-out/reopen",
    ],
    [
      "/steps/reserve/errors/sold-out/field",
      "colour",
      { key: "unknown-field", params: { step: "choose", field: "colour", fields: ["item", "gift", "note"] } },
    ],
    [
      "/steps/reserve/errors/sold-out",
      { ask: "item" },
      { key: "ask-without-form", params: { step: "reserve" } },
    ],
    ["/steps/pin/binds", "amount", { key: "binds-no-review", params: { step: "amount" } }],
    [
      "/steps/reserve/next/0/to",
      "pin",
      { key: "binds-not-before", params: { step: "pin", review: "review" } },
      "/steps/pin/binds",
    ],
    [
      "/steps/money/within",
      undefined,
      { key: "wait-without-end", params: { step: "money" } },
      "/steps/money",
    ],
    ["/steps/money/since", "review", { key: "since-no-receipt", params: { step: "review" } }],
    [
      "/steps/money/until",
      "effects.place.reference",
      { key: "until-no-instant", params: { path: "effects.place.reference", type: { key: "types.string" } } },
    ],
  ]);
  faultsAreFound("schemas/effects/shop.reserve.json", [
    [
      "/repeatable",
      false,
      { key: "reopen-crosses-receipt", params: { reopened: "amount", crossed: ["reserve"] } },
      [FLOW, "/steps/place/errors/changed/reopen"],
    ],
  ]);
});

describe("changes of the paths through a flow give exactly the expected findings", () => {
  allIsFound([
    [
      [["/steps/Amount", { kind: "decide", next: [{ to: "choose" }] }]],
      [
        ["/steps/Amount", { key: "step-name", params: { step: "Amount" } }],
        ["/steps/Amount", unreachable("Amount")],
      ],
    ],
    [[["/steps/pin/binds", "nowhere"]], [["/steps/pin/binds", unknownStep("nowhere")]]],
    [[["/steps/money/since", "nowhere"]], [["/steps/money/since", unknownStep("nowhere")]]],
    [
      [["/steps/money/onTimeout/to", "nowhere"]],
      [
        ["/steps/money/onTimeout/to", unknownStep("nowhere")],
        ["/steps/expired", unreachable("expired")],
      ],
    ],
    [
      [["/steps/place/errors/refused/to", "nowhere"]],
      [
        ["/steps/place/errors/refused/to", unknownStep("nowhere")],
        ["/steps/refused", unreachable("refused")],
      ],
    ],
    [
      [["/steps/place/errors/changed/reopen", "nowhere"]],
      [["/steps/place/errors/changed/reopen", unknownStep("nowhere")]],
    ],
    [
      [["/steps/careful/next", [{ when: "size", to: "reserve" }, { to: "reserve" }]]],
      [["/steps/careful/next/0/when", { key: "rule-with-value", params: { rule: "size" } }]],
    ],
    [[["/steps/reserve/errors/sold-out", { reopen: "choose", field: "item.inner" }]], []],
    [
      [["/steps/careful/next/0/to", "careful"]],
      [["/steps/careful", { key: "circle", params: { circle: "careful → careful" } }]],
    ],
    [
      [
        ["/steps/money/until", "facts.today.date"],
        ["/steps/money/within", undefined],
      ],
      [
        [
          "/steps/money/until",
          { key: "until-no-instant", params: { path: "facts.today.date", type: { key: "types.date" } } },
        ],
      ],
    ],
    [
      [
        ["/steps/money/since", "reserve"],
        ["/steps/amount/next/1/to", "review"],
      ],
      [["/steps/money/since", { key: "since-not-before", params: { step: "money", since: "reserve" } }]],
    ],
    [
      [["/steps/place/errors/refused", { to: "money" }]],
      [
        ["/steps/refused", unreachable("refused")],
        ["/steps/money/since", { key: "since-not-before", params: { step: "money", since: "place" } }],
      ],
    ],
    [
      [["/steps/choose/next", [{ to: "amount" }, { to: "careful" }]]],
      [
        ["/steps/choose/next/0", { key: "next-never-read" }],
        [
          "/steps/place/input/amount",
          {
            key: "input-may-be-missing.way",
            params: { step: "place", from: "amount", path: "answers.amount.amount", name: "amount" },
          },
        ],
      ],
    ],
    [[["/steps/pin/errors/exhausted", { reopen: "careful" }]], [["/steps/locked", unreachable("locked")]]],
    [
      [["/steps/pin/errors/exhausted", { reopen: "money" }]],
      [
        ["/steps/pin/errors/exhausted/reopen", { key: "reopen-no-answer", params: { step: "money" } }],
        ["/steps/locked", unreachable("locked")],
        [
          "/steps/pin/errors/exhausted/reopen",
          { key: "reopen-not-before", params: { reopened: "money", step: "pin" } },
        ],
      ],
    ],
  ]);
});
