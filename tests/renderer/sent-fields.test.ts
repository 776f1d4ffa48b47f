import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import type { Definition } from "../../engine/flow/index.ts";
import { loadTradeParts, runFlowsWith } from "../../renderer/flow/trade-parts.ts";
import { parts } from "../../renderer/portal/trade/index.ts";
import { type SentFields, sentFields } from "../../renderer/staff/reviews/sent-fields.ts";
import { placesOf } from "../../server/identity/sent-names.ts";
import { loadFlow, readJson } from "../definitions/definition-files.ts";

describe("submitted data, shown to staff as the investor saw it,", () => {
  let definition: Definition;
  let fields: SentFields;
  beforeAll(async () => {
    definition = await loadFlow("kyc");
    const common = readJson("locales/en/common.json");
    const resources = { en: { common, form: readJson("locales/en/form.json"), ...definition.texts.en } };
    await i18next.init({ lng: "en", resources, interpolation: { escapeValue: false } });
    runFlowsWith(async () => parts);
    await loadTradeParts();
    fields = sentFields(definition, placesOf(definition));
  });

  it("has a label for every submitted field", () => {
    const names = Object.keys(placesOf(definition));
    expect(names.length).toBeGreaterThan(60);
    expect(names.filter((name) => fields.label(name) === name)).toEqual([]);
  });

  it.each<[string, Parameters<SentFields["value"]>[1], string]>([
    ["nameTitle", "MRS", "Mrs"],
    ["politicalRelatedPerson", true, "Yes"],
    ["moneyLaunderingYear", 2019, "2019"],
    ["incomeSources", ["SALARY"], "Salary or wages"],
    ["bank", "004", "Kasikornbank"],
    ["strategies", [], "–"],
    ["workplace", null, "–"],
    ["placeOfBirthCountry", "TH", "Thailand"],
    ["level", 3, "3 · Moderate to high"],
    ["nationalId", "1101700230708", "1-1017-00230-70-8"],
    ["nationalId", "•••• 0708", "•••• 0708"],
    ["phone", "+66812345678", "081-234-5678"],
  ])("shows the field %s with the value %j as %s", (name, value, shown) => {
    expect(fields.value(name, value)).toBe(shown);
  });

  it("shows the name and value of a field that no version knows", () => {
    expect(fields.label("other")).toBe("other");
    expect(sentFields(null, {}).value("other", 7)).toBe("7");
  });
});
