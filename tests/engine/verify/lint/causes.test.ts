import { beforeAll, describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import { addressesWith } from "../../../../domain/pages.ts";
import type { DefinitionSource } from "../../../../engine/flow/index.ts";
import { errorAt } from "../../../../engine/rules/report.ts";
import type { Finding } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { withCauses } from "../../../../engine/verify/lint/causes.ts";
import { checkLinks } from "../../../../engine/verify/lint/check-links.ts";
import { foldedByCause } from "../../../../engine/verify/lint/folded.ts";
import { looseEnds, verify } from "../../../../engine/verify/lint/index.ts";
import { prove, rulesIn } from "../../../../engine/verify/prove/index.ts";
import { NAMES } from "../../../../server/sources/names.ts";
import { readSource } from "../../../../server/sources/source.ts";
import { flowNames, ROOT } from "../../../definitions/definition-files.ts";
import { at, changed } from "../prove/planted.ts";

type Change = readonly [file: string, pointer: string, value: Json | undefined];
/** A fault: its cause, and the number of consequent findings by code. */
type Summary = readonly [cause: string, follow: { readonly [code: string]: number }];

const [INVEST, KYC, PIN] = ["invest", "kyc", "pin"].map((flow) => `flows/${flow}/flow.json`) as [
  string,
  string,
  string,
];
const OTP = "flags.otp-on-buy-sell";
const sources = new Map<string, DefinitionSource>();

beforeAll(async () => {
  for (const flow of flowNames()) sources.set(flow, (await readSource(ROOT, flow)).source);
});

/** Returns the findings in the form in which `npm run verify` reports them. */
function findingsOf(source: DefinitionSource): readonly Finding[] {
  const { definition, findings } = verify(source, trade);
  if (definition === null || findings.some(({ severity }) => severity === "error"))
    return withCauses(findings, definition);
  const fileOf = rulesIn(source);
  const links = checkLinks(definition, { flows: flowNames(), pages: addressesWith("linked") }, fileOf);
  const loose = looseEnds(definition, source, NAMES);
  return withCauses([...findings, ...loose, ...links, ...prove(definition, { fileOf })], definition);
}

function toldOf(source: DefinitionSource): readonly Summary[] {
  return foldedByCause(findingsOf(source)).map(({ cause, follow }): Summary => {
    const count: { [code: string]: number } = {};
    for (const { code } of follow) count[code] = (count[code] ?? 0) + 1;
    return [`${cause.code} ${cause.file}#${cause.pointer}`, count];
  });
}

/** Renames a question without changing the references to it. */
function renamed(file: string, from: string, to: string): readonly Change[] {
  return [
    [file, `/properties/${from}`, undefined],
    [file, `/properties/${to}`, { type: "boolean" }],
    [file, "/required", ["isGreenCardHolder", "isUsTaxResident", to]],
  ];
}

describe("the report of faults", () => {
  it.each<readonly [what: string, flow: string, changes: readonly Change[], readonly Summary[]]>([
    [
      "a branch that no user takes, with the step after it",
      "invest",
      [[INVEST, "/steps/pin/next/0/when", { and: [{ var: OTP }, { "!": [{ var: OTP }] }] }]],
      [[`impossible-branch ${INVEST}#/steps/pin/next/0`, { "unreachable-step": 1 }]],
    ],
    [
      "a renamed question, with everything that reads it and its new label",
      "kyc",
      renamed("schemas/common/us-person.json", "isUsCitizen", "isCitizen"),
      [[`unknown-field ${KYC}#/steps/us-person/ui/isUsCitizen`, { "unknown-path": 4, "missing-text": 2 }]],
    ],
    [
      "a form that no user can answer, with the inputs from it and its texts",
      "kyc",
      [["schemas/kyc/interests.json", "/properties/strategies/minItems", 7]],
      [["schema-unsatisfiable schemas/kyc/interests.json#/properties/strategies", { "text-threshold": 4 }]],
    ],
    [
      "a flow for visitors that needs an account",
      "invest",
      [[INVEST, "/subject", "anonymous"]],
      [[`needs-account ${INVEST}#/steps/pin/challenge`, { "needs-account": 2 }]],
    ],
    [
      "a date that no review shows, so that the code does not confirm it",
      "invest",
      [[INVEST, "/steps/place/input/navDate", "facts.dealing.today"]],
      [[`submitted-not-shown ${INVEST}#/steps/place/input/navDate`, { "effect-unconfirmed": 1 }]],
    ],
    [
      "a fee and a tax that were exchanged",
      "invest",
      [
        [INVEST, "/steps/place/input/fee", "derived.vat"],
        [INVEST, "/steps/place/input/vat", "derived.fee"],
      ],
      [[`input-meaning ${INVEST}#/steps/place/input/fee`, { "input-meaning": 1, "exchanged-input": 2 }]],
    ],
    [
      "a rule with a changed age, with its cases and its reason in both languages",
      "kyc",
      [["flows/kyc/rules/adult.json", "/must/0/logic/>=/1", 18]],
      [["case-fails flows/kyc/rules/adult.json#/cases/0", {}]],
    ],
    [
      "a rule to which another rule refers",
      "invest",
      [["flows/invest/rules/risk-mismatch.json", "/must/0/logic", true]],
      [["case-fails flows/invest/rules/risk-mismatch.json#/cases/0", { "case-fails": 8 }]],
    ],
    [
      "an effect that does not exist, with its file and its outputs",
      "contact-back",
      [["flows/contact-back/flow.json", "/steps/send/effect", "service.callBack"]],
      [
        [
          "unknown-signature flows/contact-back/flow.json#/steps/send/effect",
          { "missing-file": 1, "submitted-not-shown": 7, "unknown-path": 1 },
        ],
      ],
    ],
    [
      "an exhausted code that leads on to the next step",
      "invest",
      [[INVEST, "/steps/pin/errors/exhausted", { to: "place" }]],
      [[`failure-goes-on ${INVEST}#/steps/pin/errors/exhausted/to`, { "effect-unconfirmed": 1 }]],
    ],
    [
      "steps after an unreachable step",
      "kyc",
      [[KYC, "/steps/path/next", [{ to: "us-person" }]]],
      [[`unreachable-step ${KYC}#/steps/fixed-expenses`, { "unreachable-step": 12 }]],
    ],
  ])("shows consequences below the fault that causes them: %s", (_, flow, changes, expected) => {
    const source = changed(sources.get(flow) as DefinitionSource, ...changes);
    expect(toldOf(source)).toEqual(expected);
  });

  it("two equal parts of a condition are reported as one fault, at the first position", () => {
    const invest = sources.get("invest") as DefinitionSource;
    const condition = at(invest, INVEST, "/steps/gate/next/0/when");
    const twice = { or: [condition, { and: [condition, condition] }] };
    const spot = `${INVEST}#/steps/gate/next/0/when/or`;
    expect(toldOf(changed(invest, [INVEST, "/steps/gate/next/0/when", twice]))).toEqual([
      [`dead-condition ${spot}/0`, { "dead-condition": 1 }],
    ]);
  });

  it("two parts of a condition that never decide are reported as two faults", () => {
    const invest = sources.get("invest") as DefinitionSource;
    const condition = at(invest, INVEST, "/steps/gate/next/0/when");
    const never = (flag: string): JsonObject => ({ and: [{ var: flag }, { "!": [{ var: flag }] }] });
    const three = { or: [condition, never("flags.invest"), never("flags.otp-on-buy-sell")] };
    const spot = `${INVEST}#/steps/gate/next/0/when/or`;
    expect(toldOf(changed(invest, [INVEST, "/steps/gate/next/0/when", three]))).toEqual([
      [`dead-condition ${spot}/1`, {}],
      [`dead-condition ${spot}/2`, {}],
    ]);
  });
});

const finding = (says: Finding["says"], pointer: string): Finding => errorAt({ file: PIN, pointer }, says);

describe("the grouping of findings by cause", () => {
  it("keeps unrelated faults separate and in order", () => {
    const apart = [
      finding({ key: "unknown-path", params: { path: "answers.set.pin" } }, "/derived/a"),
      finding({ key: "unknown-path", params: { path: "answers.set.pins" } }, "/derived/b"),
      finding({ key: "needs-account", params: { step: "set", effect: "e" } }, "/steps/set/effect"),
    ];
    expect(withCauses(apart, null)).toEqual(apart);
  });

  it("puts a cause before its consequences, even if the cause is found later", () => {
    const path = "answers.set.pin";
    const later = finding({ key: "unknown-path", params: { path } }, "/derived/a");
    const cause = finding(
      { key: "unknown-field", params: { step: "set", field: "pin", fields: [] } },
      "/steps/set/ui",
    );
    expect(withCauses([later, cause], null)).toEqual([
      cause,
      { ...later, because: { code: "unknown-field", file: PIN, pointer: "/steps/set/ui" } },
    ]);
  });

  it("reports a consequence alone if the cause is not reported", () => {
    const because = { code: "unknown-field", file: PIN, pointer: "/gone" };
    const alone = { ...finding({ key: "unknown-path", params: { path: "x" } }, "/derived/a"), because };
    expect(foldedByCause([alone])).toEqual([{ cause: alone, follow: [] }]);
  });
});
