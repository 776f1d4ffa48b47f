import { expect, test } from "vitest";
import { type FindingPlace, placeOfFinding } from "../../../engine/flow/index.ts";
import { planted } from "../verify/prove/planted.ts";

test.each<readonly [string, string, FindingPlace | null]>([
  ["flows/kyc/flow.json", "/start", { kind: "flow", flow: "kyc", part: "start" }],
  ["flows/kyc/flow.json", "/steps/aml/next/0/to", { kind: "step", flow: "kyc", step: "aml", part: "next" }],
  [
    "flows/kyc/flow.json",
    "/steps/aml/ui/a~1b/widget",
    { kind: "step", flow: "kyc", step: "aml", field: "a/b", part: "ui" },
  ],
  [
    "flows/kyc/rules/adult.json",
    "/must/0/logic/>=/1",
    { kind: "rule", rule: "flows/kyc/rules/adult.json", clause: 0, part: "logic" },
  ],
  [
    "flows/shared/rules/dust.json",
    "/cases/3/expect",
    { kind: "rule", rule: "flows/shared/rules/dust.json", case: 3, part: "expect" },
  ],
  ["flows/kyc/rules/adult.json", "/from", { kind: "rule", rule: "flows/kyc/rules/adult.json", part: "from" }],
  [
    "schemas/kyc/aml.json",
    "/properties/year/minimum",
    { kind: "step", flow: "kyc", step: "aml", field: "year", part: "minimum" },
  ],
  [
    "schemas/kyc/aml.json",
    "/properties/homes/items/properties/tin/pattern",
    { kind: "step", flow: "kyc", step: "aml", field: "homes.items.tin", part: "pattern" },
  ],
  [
    "schemas/kyc/aml.json",
    "/allOf/0/then/properties/why/type",
    { kind: "step", flow: "kyc", step: "aml", field: "why", part: "type" },
  ],
  ["schemas/kyc/aml.json", "/allOf/0/if", { kind: "step", flow: "kyc", step: "aml", part: "allOf" }],
  ["schemas/common/bank-code.json", "/enum", { kind: "common", schema: "bank-code", part: "enum" }],
  ["locales/th/kyc.json", "/kyc/aml/title", { kind: "text", language: "th", key: "kyc:kyc.aml.title" }],
  ["flags/runtime.json", "/features/0", { kind: "switches", environment: "runtime" }],
  ["flows/shared/facts.json", "/investor", { kind: "offer", file: "flows/shared/facts.json" }],
  ["README.md", "", null],
])(
  "a finding in %s at %s leads to the expected place on a screen, if there is one",
  (file, pointer, place) => {
    expect(placeOfFinding({ file, pointer })).toEqual(place);
  },
);

test("every planted fault has a place on a screen; the screens offer no edit for what only code can correct", () => {
  const lost = planted.filter(({ found }) => placeOfFinding(found) === null);
  expect(lost).toEqual([]);
  const offers = planted.filter(({ found }) => placeOfFinding(found)?.kind === "offer");
  expect([...new Set(offers.map(({ found }) => found.file))]).toEqual(["flows/shared/facts.json"]);
});
