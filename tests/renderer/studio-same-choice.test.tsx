import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import studio from "../../locales/en/studio.json" with { type: "json" };
import { scoreFault } from "../../renderer/studio/step/choice-list.tsx";
import { PairFields } from "../../renderer/studio/step/pair-fields.tsx";
import { haveSameNames, sameNames } from "../../renderer/studio/step/same-choice.ts";

const STAFF = { th: "พนักงาน", en: "Staff" };
const FEES = { th: "ค่าธรรมเนียม", en: "Fees" };

beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { studio } }, interpolation: { escapeValue: false } });
});

test.each([
  ["the same names", STAFF, ["th", "en"]],
  ["one same name", { th: "เจ้าหน้าที่", en: " staff " }, ["en"]],
  ["other names", { th: "บริการ", en: "Service" }, []],
  ["no names yet", { th: "", en: " " }, []],
])("a choice with %s is compared in each language", (_, choice, same) => {
  expect(sameNames(choice, [FEES, STAFF, { th: "", en: "" }])).toEqual(same);
});

test("two equal choices of a new question are found, empty ones are not", () => {
  expect(haveSameNames([STAFF, FEES, { th: "", en: "" }, { th: "", en: "" }])).toBe(false);
  expect(haveSameNames([FEES, STAFF, STAFF])).toBe(true);
});

test("a name that another choice has gets a message at its field", () => {
  const fields = renderToStaticMarkup(
    <PairFields id="new" name="New choice" value={STAFF} same={["en"]} onValue={() => {}} />,
  );
  expect(fields).toContain('id="new-en-error"');
  expect(fields).not.toContain('id="new-th-error"');
  expect(fields).toContain(studio.choices.same);
});

test.each([
  ["3", null],
  ["2", "sameScore"],
  ["", "noScore"],
  ["1.5", "noScore"],
  ["-3", "noScore"],
])("the score “%s” of a choice beside the scores 1 and 2 is judged", (typed, fault) => {
  expect(scoreFault(typed, [1, 2])).toBe(fault);
});
