import i18next from "i18next";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import type { Definition } from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { shownGroups } from "../../renderer/flow/shown-groups.ts";
import { LimitLine, type Read, ShownPanel, Total } from "../../renderer/flow/steps/shown-panel.tsx";
import { TimeLeft } from "../../renderer/flow/steps/time-left.tsx";
import { loadFlow, readJson } from "../definitions/definition-files.ts";

const VALUES: { readonly [path: string]: Json } = {
  "answers.amount.amount": "10000.00",
  "derived.fee": "100.00",
  "derived.vat": "7.00",
  "derived.net": "9893.00",
  "derived.units": "840.4410",
  "facts.strategy.feeBps": 100,
  "facts.strategy.vatBps": 700,
  "facts.strategy.nav": "11.7712",
  "facts.strategy.navAsOf": "2026-11-20",
  "facts.strategy.minFirst": "10000.00",
  "facts.dealing.cutOff": "2026-11-23T07:00:00Z",
  "facts.dealing.navDate": "2026-11-23",
  "facts.dealing.allotmentDate": "2026-11-24",
};
const read: Read = (path) => VALUES[path];

/** Returns the texts of a part of a screen, one by one. */
function wordsOf(drawn: ReturnType<typeof createElement>): readonly string[] {
  return renderToStaticMarkup(drawn)
    .replaceAll("\u2060", "")
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

const CARD = [
  ...[
    "Front-end fee 1.00%",
    "−100.00 baht",
    "VAT on the fee 7.00%",
    "−7.00 baht",
    "Invested",
    "9,893.00 baht",
  ],
  ...["You get about", "840.4410 units"],
];

describe("the amount panel of the invest flow", () => {
  let definition: Definition;
  beforeAll(async () => {
    definition = await loadFlow("invest");
    const common = readJson("locales/en/common.json");
    const resources = {
      en: {
        ...definition.texts.en,
        common,
        "my-account": readJson("locales/en/my-account.json"),
        "my-orders": readJson("locales/en/my-orders.json"),
      },
    };
    await i18next.init({ lng: "en", resources, interpolation: { escapeValue: false } });
  });
  const groups = () => shownGroups(definition, "amount");
  const values = () => groups().flatMap((group) => group.values);

  it("shows the deductions, the remainder, and the basis of the estimate", () => {
    const said = wordsOf(createElement(ShownPanel, { definition, groups: groups(), read }));
    const from = said.indexOf("From your 10,000.00 baht") + 1;
    expect(said.slice(from, from + CARD.length)).toEqual(CARD);
    expect(said.join(" ")).toMatch(/Estimated from .*11\.7712.*20\/11\/2026/);
    expect(said.slice(-2)).toEqual(["Units in your account by", "24/11/2026"]);
  });

  it("shows the limit above the field, and the deadline above the button", () => {
    expect(wordsOf(createElement(LimitLine, { definition, values: values(), read }))).toEqual([
      "Minimum, first investment",
      "10,000.00 baht",
    ]);
    const left = (now: string) =>
      wordsOf(createElement(TimeLeft, { definition, values: values(), read, now })).join(" ");
    expect(left("2026-11-23T03:02:00Z")).toMatch(
      /^Order and pay before 14:00 Time left 3 h 58 min NAV of 23\/11\/2026$/,
    );
    expect(left("2026-11-21T03:02:00Z")).toMatch(
      /^Order and pay before 14:00 on 23\/11\/2026 NAV of 23\/11\/2026$/,
    );
    expect(left("")).toMatch(/^Order and pay before 14:00 on 23\/11\/2026 /);
  });

  it("states above the review's button what the order does, in the flow's own words", () => {
    const shown = shownGroups(definition, "review").flatMap((group) => group.values);
    expect(wordsOf(createElement(Total, { definition, step: "review", values: shown, read }))).toEqual([
      "You pay in total",
      "10,000.00 baht",
    ]);
  });
});

it("the amount panel shows every deduction with a minus sign", async () => {
  const definition = await loadFlow("invest");
  const none: Read = (path) => (path === "derived.vat" ? "0.00" : VALUES[path]);
  const said = wordsOf(
    createElement(ShownPanel, { definition, groups: shownGroups(definition, "amount"), read: none }),
  );
  expect(said).toContain("−100.00 baht");
  expect(said).toContain("0.00 baht");
});
