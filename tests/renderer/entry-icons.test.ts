import { expect, test } from "vitest";
import { LANGUAGES } from "../../engine/values/languages.ts";
import definitionEn from "../../locales/en/definition.json" with { type: "json" };
import definitionTh from "../../locales/th/definition.json" with { type: "json" };
import { ENTRY_ICONS } from "../../renderer/portal/parts/entries.tsx";
import flow from "../../schemas/config/flow.json" with { type: "json" };

const named = [...flow.properties.entries.items.properties.icon.enum].sort();

test("every icon that a link can name is drawn, and no other icon exists", () => {
  expect(Object.keys(ENTRY_ICONS).sort()).toEqual(named);
});

test.each(LANGUAGES)("each icon has a name for operations and compliance in %s", (language) => {
  const { icons } = language === "th" ? definitionTh : definitionEn;
  expect(Object.keys(icons).sort()).toEqual(named);
});
