import type { DefinitionSource } from "../../../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";

/** A fault planted in one of the project's flows, and the expected finding. */
export type Planted = {
  readonly kind: string;
  readonly flow: string;
  /** The expected file and pointer of the finding. */
  readonly found: { readonly code: string; readonly file: string; readonly pointer: string };
  readonly plant: (source: DefinitionSource) => DefinitionSource;
};

type Change = readonly [file: string, pointer: string, value: Json | undefined];

/**
 * Returns the same files with values changed at pointers; `undefined` removes a value. Only changed files are
 * copied.
 */
export function changed(source: DefinitionSource, ...changes: readonly Change[]): DefinitionSource {
  const files: { [path: string]: Json } = { ...source.files };
  for (const file of new Set(changes.map(([path]) => path)))
    if (files[file] !== undefined) files[file] = structuredClone(files[file]);
  for (const [file, pointer, value] of changes) {
    if (pointer === "" && value !== undefined) {
      files[file] = value;
      continue;
    }
    const segments = pointer.slice(1).split("/");
    let at = files[file] as { [name: string]: Json };
    for (const segment of segments.slice(0, -1)) at = at[segment] as { [name: string]: Json };
    const last = segments[segments.length - 1] as string;
    if (value !== undefined) at[last] = value;
    else if (Array.isArray(at)) at.splice(Number(last), 1);
    else delete at[last];
  }
  return { ...source, files };
}

/** Returns the JSON at a pointer of a file. */
export function at(source: DefinitionSource, file: string, pointer: string): Json {
  return pointer
    .slice(1)
    .split("/")
    .reduce<Json>((inner, segment) => (inner as JsonObject)[segment] as Json, source.files[file] as Json);
}

const flowFile = (flow: string): string => `flows/${flow}/flow.json`;

/** Steps of the project's flows with an inline condition, each with the index of its entry. */
const CONDITIONS: readonly (readonly [flow: string, step: string, index: number])[] = [
  ["invest", "gate", 0],
  ["invest", "pin-ready", 0],
  ["invest", "pin", 0],
  ["kyc", "begin", 0],
  ["kyc", "begin", 1],
  ["kyc", "begin", 4],
  ["kyc", "who", 0],
  ["kyc", "card-back", 0],
  ["kyc", "selfie", 0],
  ["kyc", "general-review", 0],
  ["kyc", "path", 0],
  ["kyc", "us-indicia", 0],
  ["kyc", "us-documents", 0],
  ["kyc", "submit", 0],
  ["pin", "begin", 0],
];

/** Faults that can be planted in every condition. */
const ofConditions: readonly Planted[] = CONDITIONS.flatMap(([flow, step, index]): readonly Planted[] => {
  const file = flowFile(flow);
  const next = `/steps/${step}/next`;
  const when = `${next}/${index}/when`;
  const logicOf = (source: DefinitionSource): Json => at(source, file, when);
  return [
    {
      kind: "a condition contradicts itself",
      flow,
      found: { code: "impossible-branch", file, pointer: `${next}/${index}` },
      plant: (source) =>
        changed(source, [file, when, { and: [logicOf(source), { "!": [logicOf(source)] }] }]),
    },
    {
      kind: "an entry repeats the one before",
      flow,
      found: { code: "impossible-branch", file, pointer: `${next}/${index + 1}` },
      plant: (source) => {
        const entries = at(source, file, next) as Json[];
        const repeated = entries.flatMap((entry, position) =>
          position === index ? [entry, entry] : [entry],
        );
        return changed(source, [file, next, repeated]);
      },
    },
    {
      kind: "part of a condition is swallowed by another",
      flow,
      found: { code: "dead-condition", file, pointer: `${when}/or/1` },
      plant: (source) =>
        changed(source, [file, when, { or: [logicOf(source), { and: [logicOf(source), logicOf(source)] }] }]),
    },
  ];
});

const INVEST = flowFile("invest");
const PIN = flowFile("pin");
const KYC = flowFile("kyc");
const SIGN_UP = flowFile("sign-up");
const own = (flow: string, rule: string): string => `flows/${flow}/rules/${rule}.json`;
const ABLE = "flows/shared/rules/able-to-invest.json";
const read = (path: string): Json => ({ var: path });
const isProblem = (kind: string): Json => ({
  properties: { problemType: { const: kind } },
  required: ["problemType"],
});

type Row = readonly [
  kind: string,
  flow: string,
  code: string,
  file: string,
  pointer: string,
  changes: readonly Change[],
];

const rows: readonly Row[] = [
  // Invariants that do not hold for some users who reach the effect.
  [
    "an invariant is not asked before",
    "invest",
    "invariant-broken",
    INVEST,
    "/invariants/0",
    [
      [
        INVEST,
        "/steps/gate/next/1/when",
        { or: [{ rule: "able-to-invest" }, read("flags.qr-payment-deposit")] },
      ],
    ],
  ],
  [
    "an invariant is not asked before",
    "invest",
    "invariant-broken",
    INVEST,
    "/invariants/1",
    [[INVEST, "/steps/choose/check", []]],
  ],
  [
    "an invariant is not asked before",
    "invest",
    "invariant-broken",
    INVEST,
    "/invariants/2",
    [[INVEST, "/steps/amount/check", []]],
  ],
  [
    "an invariant is not asked before",
    "invest",
    "invariant-broken",
    INVEST,
    "/invariants/4",
    [[INVEST, "/steps/pay/check", []]],
  ],
  [
    "a way round the acknowledgement",
    "invest",
    "invariant-broken",
    INVEST,
    "/invariants/3",
    [
      [
        INVEST,
        "/steps/amount/next/0/when",
        { and: [{ rule: "risk-mismatch" }, read("flags.otp-on-buy-sell")] },
      ],
    ],
  ],
  [
    "a consent may be refused",
    "invest",
    "invariant-broken",
    INVEST,
    "/invariants/3",
    [["schemas/invest/acknowledge.json", "/properties/accepted", { type: "boolean" }]],
  ],
  [
    "a condition is turned round",
    "invest",
    "invariant-broken",
    INVEST,
    "/invariants/3",
    [[INVEST, "/steps/amount/next/0/when", { "!": [{ rule: "risk-mismatch" }] }]],
  ],
  [
    "a rule's unknown is allowed",
    "invest",
    "invariant-broken",
    INVEST,
    "/invariants/0",
    [
      [
        INVEST,
        "/steps/gate/next/1/when",
        { or: [{ rule: "able-to-invest" }, { "!": [{ missing: ["facts.investor.kycStatus"] }] }] },
      ],
    ],
  ],
  [
    "a way round an invariant",
    "kyc",
    "invariant-broken",
    KYC,
    "/invariants/0",
    [
      [
        KYC,
        "/steps/general/next/0/when",
        { or: [{ rule: "adult" }, read("answers.general.cardHasLaserCode")] },
      ],
    ],
  ],
  [
    "a way round an invariant",
    "kyc",
    "invariant-broken",
    KYC,
    "/invariants/1",
    [
      [
        KYC,
        "/steps/us-person/next/0/when",
        { or: [{ rule: "not-us-person" }, read("answers.us-person.isUsTaxResident")] },
      ],
    ],
  ],
  [
    "a way round an invariant",
    "kyc",
    "invariant-broken",
    KYC,
    "/invariants/2",
    [
      [
        KYC,
        "/steps/digital-asset-risk/next/0/when",
        { or: [{ rule: "accepts-digital-asset-risk" }, read("answers.fx-risk.canAcceptFxRisk")] },
      ],
    ],
  ],
  [
    "an end leads only back to itself, though by another way in answers may be changed",
    "kyc",
    "end-without-way-on",
    KYC,
    "/steps/confirm-email",
    [[KYC, "/steps/confirm-email/links", ["flow:kyc"]]],
  ],
  [
    "an end loses its links beside another fault",
    "invest",
    "end-without-way-on",
    INVEST,
    "/steps/not-able",
    [
      [
        INVEST,
        "/steps/gate/next/1/when",
        { or: [{ rule: "able-to-invest" }, { "!": [{ missing: ["facts.investor.kycStatus"] }] }] },
      ],
      [INVEST, "/steps/not-able/links", undefined],
    ],
  ],
  [
    "a rule keeps everybody who leaves out what may be left out",
    "sign-up",
    "answer-demanded",
    SIGN_UP,
    "/steps/account/check/0",
    [["flows/sign-up/rules/sale-code.json", "/onMissing", "ask"]],
  ],
  [
    "a declaration is passed by",
    "kyc",
    "invariant-broken",
    KYC,
    "/invariants/5",
    [
      [
        KYC,
        "/steps/tax-residence/next",
        [{ when: read("answers.us-indicia.usPhone"), to: "bank" }, { to: "fatca-declaration" }],
      ],
    ],
  ],
  [
    "a declaration may be left out",
    "kyc",
    "invariant-broken",
    KYC,
    "/invariants/5",
    [["schemas/kyc/fatca-declaration.json", "/required", []]],
  ],
  [
    "an invariant is not asked before",
    "sign-up",
    "invariant-broken",
    SIGN_UP,
    "/invariants/0",
    [[SIGN_UP, "/steps/account/check", []]],
  ],
  [
    "a fact is judged before a receipt only",
    "kyc",
    "invariant-broken",
    KYC,
    "/invariants/6",
    [
      [KYC, "/invariants/6", { before: "submit", rule: "email-confirmed" }],
      [KYC, "/steps/review/next", [{ to: "sign" }]],
    ],
  ],
  // Faults in inputs, waits and schemas.
  [
    "a fact may be absent at an effect",
    "invest",
    "input-missing-on-path",
    INVEST,
    "/steps/place/input/fee",
    [
      [
        "flows/shared/facts.json",
        "/strategy/schema/required",
        ["code", "riskLevel", "minFirst", "minNext", "maxOrder", "vatBps", "open", "nav", "navAsOf"],
      ],
    ],
  ],
  [
    "a fact may be absent at an effect",
    "kyc",
    "input-missing-on-path",
    KYC,
    "/steps/submit/input/contractVersion",
    [["flows/shared/facts.json", "/legal/mayBeAbsent", true]],
  ],
  [
    "a wait's end may be missing",
    "invest",
    "wait-without-end",
    INVEST,
    "/steps/money/until",
    [
      [
        "schemas/effects/orders.place.json",
        "/output/required",
        ["order", "reference", "navDate", "allotmentDate"],
      ],
    ],
  ],
  [
    "a wait ends at another time than its event may come until",
    "invest",
    "until-not-given",
    INVEST,
    "/steps/money/until",
    [[INVEST, "/steps/money/until", "facts.dealing.payBy"]],
  ],
  [
    "a schema that nothing satisfies",
    "invest",
    "schema-unsatisfiable",
    "schemas/invest/acknowledge.json",
    "/properties/accepted",
    [
      [
        "schemas/invest/acknowledge.json",
        "/properties/accepted",
        { type: "boolean", enum: [true], const: false },
      ],
    ],
  ],
  [
    "a schema that nothing satisfies",
    "kyc",
    "schema-unsatisfiable",
    "schemas/kyc/interests.json",
    "/properties/strategies",
    [["schemas/kyc/interests.json", "/properties/strategies/minItems", 7]],
  ],
  [
    "a schema that nothing satisfies",
    "kyc",
    "schema-unsatisfiable",
    "schemas/kyc/aml.json",
    "/properties/moneyLaunderingYear",
    [["schemas/kyc/aml.json", "/properties/moneyLaunderingYear/maximum", 1800]],
  ],
  [
    "a schema that nothing satisfies",
    "complaint",
    "schema-unsatisfiable",
    "schemas/complaint/complaint.json",
    "/properties/detail",
    [["schemas/complaint/complaint.json", "/properties/detail/minLength", 4001]],
  ],
  ...(
    [
      ["general", "firstNameEn", "firstNameEn/pattern", "^[A-Za-z]{101}"],
      ["general", "laserCode", "laserCode", { $ref: "common/laser-code", maxLength: 11 }],
      ["general", "nationalId", "nationalId", { $ref: "common/national-id", pattern: "^[A-Z]" }],
      ["general", "nameTitleOther", "nameTitleOther", { $ref: "common/line", allOf: [{ pattern: "^$" }] }],
      ["experience", "experience", "experience/minItems", 5],
      ["aml", "moneyLaunderingYear", "moneyLaunderingYear/exclusiveMaximum", 1900],
    ] as const
  ).map(
    ([form, field, at, value]): Row => [
      "a form that nobody can pass",
      "kyc",
      "schema-unsatisfiable",
      `schemas/kyc/${form}.json`,
      `/properties/${field}`,
      [[`schemas/kyc/${form}.json`, `/properties/${at}`, value]],
    ],
  ),
  [
    "a form that nobody can pass",
    "kyc",
    "schema-unsatisfiable",
    "schemas/common/bank-account.json",
    "/properties/accountNumber",
    [
      [
        "schemas/common/bank-account.json",
        "/properties/accountNumber",
        { $ref: "common/account-number", maxLength: 9 },
      ],
    ],
  ],
  [
    "a form that nobody can pass under a condition",
    "kyc",
    "schema-unsatisfiable",
    "schemas/common/bank-account.json",
    "/properties/accountNumber",
    [["schemas/common/bank-account.json", "/allOf/3/then/properties/accountNumber/pattern", "^[0-9]{9}$"]],
  ],
  // Forms that no user can pass.
  [
    "a check that nobody satisfies",
    "invest",
    "check-never-holds",
    INVEST,
    "/steps/pay/check/0",
    [
      [
        "flows/invest/rules/method-offered.json",
        "/must/0/logic",
        {
          and: [
            { "==": [read("answers.pay.method"), "qr"] },
            { "==": [read("answers.pay.method"), "transfer"] },
          ],
        },
      ],
    ],
  ],
  [
    "a check that nobody satisfies",
    "sign-up",
    "check-never-holds",
    SIGN_UP,
    "/steps/account/check/0",
    [
      [
        "flows/sign-up/rules/sale-code.json",
        "/must/0/logic",
        { and: [read("facts.saleCode.active"), { missing: ["facts.saleCode.active"] }] },
      ],
      ["flows/sign-up/rules/sale-code.json", "/onMissing", "refuse"],
    ],
  ],
  [
    "no answer leads on for some",
    "invest",
    "dead-end",
    INVEST,
    "/steps/pay",
    [["schemas/common/payment-method.json", "/enum", ["qr"]]],
  ],
  [
    "no answer leads on for some",
    "invest",
    "dead-end",
    INVEST,
    "/steps/amount",
    [
      [INVEST, "/steps/amount/check", ["minimum", "able-to-invest"]],
      [INVEST, "/steps/gate/next/1/when", { "!!": [read("flags.qr-payment-deposit")] }],
    ],
  ],
  [
    "a rule that asks for what some are never asked",
    "invest",
    "dead-end",
    INVEST,
    "/steps/pay/next/0",
    [
      [INVEST, "/steps/pay/check", []],
      [INVEST, "/steps/pay/next", [{ when: "method-offered", to: "review" }, { to: "pin-locked" }]],
      ["flows/invest/rules/method-offered.json", "/must/0/logic", read("answers.acknowledge.accepted")],
    ],
  ],
  [
    "a check on what some are never asked, by a fact that nothing reads later",
    "invest",
    "dead-end",
    INVEST,
    "/steps/pay",
    [
      [INVEST, "/steps/amount/next/0/when", read("facts.dealing.beforeCutOff")],
      ["flows/invest/rules/method-offered.json", "/must/0/logic", read("answers.acknowledge.accepted")],
    ],
  ],
  [
    "a way round the review",
    "kyc",
    "submitted-unseen",
    KYC,
    "/steps/dopa/input/nationalId",
    [
      [
        KYC,
        "/steps/interests/next",
        [{ when: read("answers.general.cardHasLaserCode"), to: "dopa" }, { to: "general-review" }],
      ],
    ],
  ],
  [
    "a rule that answers everybody alike",
    "invest",
    "constant-rule",
    "flows/invest/rules/risk-mismatch.json",
    "/must",
    [
      [
        "flows/invest/rules/risk-mismatch.json",
        "/must/0/logic",
        { or: [true, { "==": [read("facts.investor.customerType"), "INDIVIDUAL"] }] },
      ],
    ],
  ],
  [
    "a threshold that is never met after another",
    "kyc",
    "dead-condition",
    own("shared", "age-score"),
    "/value/logic/if/2",
    [[own("shared", "age-score"), "/value/logic/if/2", { ">=": [read("derived.age"), 61] }]],
  ],
  [
    "a threshold that is never met after another",
    "kyc",
    "dead-condition",
    own("shared", "suitability-level"),
    "/value/logic/if/2",
    [[own("shared", "suitability-level"), "/value/logic/if/2/</1", 12]],
  ],
  [
    "a part of a rule that decides nothing",
    "kyc",
    "dead-condition",
    own("shared", "fatca-form"),
    "/value/logic/if/2/or/1",
    [[own("shared", "fatca-form"), "/value/logic/if/2/or/1", read("answers.us-person.isUsCitizen")]],
  ],
  [
    "a part of a rule that decides nothing",
    "invest",
    "dead-condition",
    ABLE,
    "/must/3/logic/or/1/and/1",
    [
      [
        ABLE,
        "/must/3/logic/or/1",
        {
          and: [
            { in: [read("facts.investor.suitStatus"), ["VERIFIED", "REVIEW"]] },
            { "!=": [read("facts.investor.suitStatus"), "OVERDUE"] },
          ],
        },
      ],
    ],
  ],
  [
    "a clause that answers everybody alike",
    "invest",
    "dead-condition",
    own("invest", "minimum"),
    "/must/0/logic",
    [[own("invest", "minimum"), "/must/0/logic", { or: [true, read("facts.holding.has")] }]],
  ],
  [
    "an impossible combination of answers",
    "kyc",
    "impossible-branch",
    KYC,
    "/steps/path/next/0",
    [
      [
        KYC,
        "/steps/path/next/0/when",
        {
          and: [
            { "==": [read("facts.investor.customerType"), "JURISTIC"] },
            { "==": [read("facts.investor.customerType"), "INDIVIDUAL"] },
          ],
        },
      ],
    ],
  ],
  [
    "a condition on an answer that was not given yet",
    "kyc",
    "impossible-branch",
    KYC,
    "/steps/card-back/next/0",
    [[KYC, "/steps/card-back/next/0/when", read("answers.general.cardHasLaserCode")]],
  ],
  [
    "a condition on a form off the way",
    "kyc",
    "impossible-branch",
    KYC,
    "/steps/us-documents/next/0",
    [[KYC, "/steps/us-documents/next/0/when", read("answers.us-person.isUsCitizen")]],
  ],
  [
    "a step behind an impossible branch",
    "kyc",
    "unreachable-step",
    KYC,
    "/steps/us-loss-certificate",
    [[KYC, "/steps/us-documents/next/0/when", read("answers.us-person.isUsCitizen")]],
  ],
  [
    "a step behind an impossible branch",
    "invest",
    "unreachable-step",
    INVEST,
    "/steps/otp",
    [
      [
        INVEST,
        "/steps/pin/next/0/when",
        { and: [read("flags.otp-on-buy-sell"), { "!": [read("flags.invest")] }] },
      ],
    ],
  ],
  [
    "an amount between bounds that cross",
    "invest",
    "impossible-branch",
    INVEST,
    "/steps/pay/next/0",
    [
      [
        INVEST,
        "/steps/pay/next",
        [
          {
            when: {
              and: [
                { "<": [read("answers.amount.amount"), read("facts.strategy.minNext")] },
                { "<": [read("answers.amount.amount"), read("facts.strategy.minFirst")] },
              ],
            },
            to: "pin-locked",
          },
          { to: "review" },
        ],
      ],
    ],
  ],
  // Wrong bounds and enum values, which cases and loading detect.
  [
    "a bound is off by one",
    "kyc",
    "case-fails",
    own("kyc", "adult"),
    "/cases/1",
    [[own("kyc", "adult"), "/must/0/logic", { ">": [read("derived.age"), 20] }]],
  ],
  [
    "a bound is off by one",
    "kyc",
    "case-fails",
    own("shared", "suitability-level"),
    "/cases/2",
    [[own("shared", "suitability-level"), "/value/logic/if/0", { "<": [read("derived.score"), 14] }]],
  ],
  [
    "a bound is off by one",
    "invest",
    "case-fails",
    own("invest", "minimum"),
    "/cases/1",
    [
      [
        own("invest", "minimum"),
        "/must/0/logic/or/1",
        { ">": [read("answers.amount.amount"), read("facts.strategy.minFirst")] },
      ],
    ],
  ],
  [
    "a word outside its enum",
    "invest",
    "word-outside-enum",
    ABLE,
    "/must/2/logic/or/0/in/1/1",
    [[ABLE, "/must/2/logic/or/0/in/1/1", "OVERDUE"]],
  ],
  [
    "a place that does not exist",
    "invest",
    "unknown-path",
    ABLE,
    "/must/0/logic/var",
    [[ABLE, "/must/0/logic", read("facts.investor.isVerifed")]],
  ],
  [
    "money compared with a number",
    "invest",
    "money-with-number",
    own("invest", "minimum"),
    "/must/0/logic/or/1/>=/1",
    [[own("invest", "minimum"), "/must/0/logic/or/1/>=/1", 10000]],
  ],
  [
    "a review that shows too little",
    "invest",
    "submitted-not-shown",
    INVEST,
    "/steps/place/input/fee",
    [[INVEST, "/steps/review/shows/5", undefined]],
  ],
  [
    "a format of rates at a text",
    "invest",
    "schema-type",
    "flows/shared/facts.json",
    "/strategy/schema/properties/nav/format",
    [["flows/shared/facts.json", "/strategy/schema/properties/nav/format", "basis-points"]],
  ],
  [
    "a day as the amount that is paid",
    "invest",
    "role-misfit",
    INVEST,
    "/steps/review/shows/1/role",
    [[INVEST, "/steps/review/shows/1/value", "facts.dealing.navDate"]],
  ],
  [
    "an amount that a review shows as a number to keep",
    "invest",
    "role-misplaced",
    INVEST,
    "/steps/review/shows/1/role",
    [[INVEST, "/steps/review/shows/1/role", "reference"]],
  ],
  [
    "a second amount that is paid",
    "invest",
    "role-twice",
    INVEST,
    "/steps/review/shows/7/role",
    [[INVEST, "/steps/review/shows/7/role", "amount"]],
  ],
  [
    "a rate beside what is left",
    "invest",
    "part-misplaced",
    INVEST,
    "/steps/review/shows/7/rate",
    [[INVEST, "/steps/review/shows/7/rate", "facts.strategy.feeBps"]],
  ],
  [
    "a risk level as the rate of a fee",
    "invest",
    "part-misfit",
    INVEST,
    "/steps/review/shows/5/rate",
    [[INVEST, "/steps/review/shows/5/rate", "facts.strategy.riskLevel"]],
  ],
  [
    "a fee, and nothing that it is taken off",
    "invest",
    "deduction-without-amount",
    INVEST,
    "/steps/review/shows/5",
    [[INVEST, "/steps/review/shows/1", "answers.amount.amount"]],
  ],
  [
    "units of which nobody says at which price",
    "invest",
    "estimate-without-basis",
    INVEST,
    "/steps/review/shows/8",
    [[INVEST, "/steps/review/shows/8/price", undefined]],
  ],
  [
    "the rate of VAT beside the fee",
    "invest",
    "part-not-used",
    INVEST,
    "/steps/review/shows/5/rate",
    [[INVEST, "/steps/review/shows/5/rate", "facts.strategy.vatBps"]],
  ],
  [
    "the least amount as the price that units are made with",
    "invest",
    "part-not-used",
    INVEST,
    "/steps/review/shows/8/price",
    [[INVEST, "/steps/review/shows/8/price", "facts.strategy.minFirst"]],
  ],
  [
    "a day to come as the one that a price is of",
    "invest",
    "part-not-used",
    INVEST,
    "/steps/review/shows/8/asOf",
    [[INVEST, "/steps/review/shows/8/asOf", "facts.dealing.navDate"]],
  ],
  [
    "amount and fee added up as what is invested",
    "invest",
    "total-of-others",
    INVEST,
    "/steps/review/shows/7",
    [
      [INVEST, "/derived/gross", { fn: "sumBaht", args: ["answers.amount.amount", "derived.fee"] }],
      [INVEST, "/steps/review/shows/7/value", "derived.gross"],
    ],
  ],
  [
    "a heading over nothing",
    "invest",
    "heading-empty",
    INVEST,
    "/steps/review/shows/9",
    [
      [INVEST, "/steps/review/shows/13", undefined],
      [INVEST, "/steps/review/shows/12", undefined],
      [INVEST, "/steps/review/shows/11", undefined],
      [INVEST, "/steps/review/shows/10", undefined],
    ],
  ],
  [
    "a branch without a last entry",
    "invest",
    "next-may-end-nowhere",
    INVEST,
    "/steps/gate/next/1/when",
    [[INVEST, "/steps/gate/next/2", undefined]],
  ],
  [
    "an error without a route",
    "invest",
    "error-without-route",
    INVEST,
    "/steps/place/errors",
    [[INVEST, "/steps/place/errors/minimum", undefined]],
  ],
  ["a circle", "kyc", "circle", KYC, "/steps/path", [[KYC, "/steps/path/next/1/to", "general"]]],
  [
    "an effect input left out",
    "invest",
    "incomplete-input",
    INVEST,
    "/steps/place/input",
    [[INVEST, "/steps/place/input/navDate", undefined]],
  ],
  [
    "a field of which a condition leaves nothing",
    "complaint",
    "schema-unsatisfiable",
    "schemas/complaint/complaint.json",
    "/properties/detail",
    [
      [
        "schemas/complaint/complaint.json",
        "/allOf",
        [{ if: isProblem("SERVICE"), ["then" as string]: { properties: { detail: { maxLength: 5 } } } }],
      ],
    ],
  ],
  [
    "a field that is declared in two places",
    "complaint",
    "declared-twice",
    "schemas/complaint/complaint.json",
    "/allOf/0/then/properties/attachment",
    [
      [
        "schemas/complaint/complaint.json",
        "/allOf",
        [
          {
            if: isProblem("SERVICE"),
            ["then" as string]: { required: ["attachment"], properties: { attachment: { minLength: 9 } } },
          },
        ],
      ],
    ],
  ],
  [
    "a signature under less than is sent in",
    "kyc",
    "effect-unconfirmed",
    KYC,
    "/steps/sign/binds",
    [[KYC, "/steps/sign/binds", "general-review"]],
  ],
  [
    "a code for another purpose",
    "kyc",
    "effect-unconfirmed",
    KYC,
    "/steps/sign/action",
    [[KYC, "/steps/sign/action", "order"]],
  ],
  [
    "a rule that is not kept before an effect any more",
    "invest",
    "invariant-missing",
    INVEST,
    "/invariants",
    [[INVEST, "/invariants/0", undefined]],
  ],
  [
    "a rule that is not kept before an effect any more",
    "sign-up",
    "invariant-missing",
    SIGN_UP,
    "/invariants",
    [[SIGN_UP, "/invariants", undefined]],
  ],
  [
    "a code that some are not asked",
    "pin",
    "effect-unconfirmed",
    PIN,
    "/steps/set/effect",
    [
      [
        PIN,
        "/steps/blocked/next",
        [{ when: { "==": [read("facts.investor.customerType"), "JURISTIC"] }, to: "set" }, { to: "prove" }],
      ],
    ],
  ],
  [
    "a code that some are not asked",
    "pin",
    "effect-unconfirmed",
    PIN,
    "/steps/set/effect",
    [
      [
        PIN,
        "/steps/begin/next",
        [
          { when: read("facts.investor.hasPin"), to: "already" },
          { when: { "!": [read("facts.investor.contractVerified")] }, to: "set" },
          { when: "first-pin", to: "set" },
          { when: "email-confirmed", to: "blocked" },
          { to: "confirm-email" },
        ],
      ],
    ],
  ],
  [
    "a flow for visitors that only somebody with an account can go",
    "invest",
    "needs-account",
    INVEST,
    "/steps/place/effect",
    [[INVEST, "/subject", "anonymous"]],
  ],
  [
    "a flow for visitors that only somebody with an account can go",
    "pin",
    "needs-account",
    PIN,
    "/steps/set/effect",
    [[PIN, "/subject", "anonymous"]],
  ],
  [
    "an end without a way on",
    "kyc",
    "end-without-way-on",
    KYC,
    "/steps/already",
    [[KYC, "/steps/already/links", undefined]],
  ],
  [
    "an end without a way on",
    "invest",
    "end-without-way-on",
    INVEST,
    "/steps/no-pin",
    [[INVEST, "/steps/no-pin/links", undefined]],
  ],
  [
    "an end that leads back to itself alone",
    "invest",
    "end-without-way-on",
    INVEST,
    "/steps/closed",
    [[INVEST, "/steps/closed/links", ["flow:invest"]]],
  ],
  [
    "a text left out",
    "pin",
    "missing-text",
    "locales/en/pin.json",
    "/pin/done/title",
    [["locales/en/pin.json", "/pin/done/title", undefined]],
  ],
];

export const planted: readonly Planted[] = [
  ...ofConditions,
  ...rows.map(
    ([kind, flow, code, file, pointer, changes]): Planted => ({
      kind,
      flow,
      found: { code, file, pointer },
      plant: (source) => changed(source, ...changes),
    }),
  ),
];
