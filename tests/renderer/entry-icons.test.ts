import { expect, test } from "vitest";
import { LANGUAGES } from "../../engine/values/languages.ts";
import definitionEn from "../../locales/en/definition.json" with { type: "json" };
import definitionTh from "../../locales/th/definition.json" with { type: "json" };
import { ENTRY_ICONS } from "../../renderer/portal/parts/entries.tsx";
import flow from "../../schemas/config/flow.json" with { type: "json" };

const named = [...flow.properties.entries.items.properties.icon.enum].sort();

test("the page draws every icon that a link can name, and has no further icons", () => {
  expect(Object.keys(ENTRY_ICONS).sort()).toEqual(named);
});

test.each(LANGUAGES)("each icon has a name in %s for operations and compliance", (language) => {
  const { icons } = language === "th" ? definitionTh : definitionEn;
  expect(Object.keys(icons).sort()).toEqual(named);
});
