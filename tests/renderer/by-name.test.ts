import { expect, test } from "vitest";
import { byName } from "../../renderer/flow/widgets/by-name.ts";
import country from "../../schemas/common/country.json" with { type: "json" };

test.each([
  ["th", ["ไทย", "กรีซ", "กรีนแลนด์", "กวม"]],
  ["en", ["Thailand", "Afghanistan", "Åland Islands", "Albania"]],
])(
  "a list of countries is sorted by name in the current language, with Thailand first (%s)",
  (language, first) => {
    const names = new Intl.DisplayNames(language, { type: "region" });
    const name = (code: unknown) => names.of(String(code)) ?? "";
    const sorted = byName(country.enum, { name, language, first: "TH" }).map(name);
    expect(sorted.slice(0, 4)).toEqual(first);
    expect(sorted).toHaveLength(country.enum.length);
  },
);
