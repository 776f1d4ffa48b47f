import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { trade } from "../../domain/index.ts";
import { addressesWith } from "../../domain/pages.ts";
import type { Definition, DefinitionSource } from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { checkLinks, looseEnds, verify } from "../../engine/verify/lint/index.ts";
import {
  goAlong,
  type Journey,
  type PathCase,
  type PathCases,
  type Traveller,
} from "../../engine/verify/paths/index.ts";
import { rulesIn } from "../../engine/verify/prove/index.ts";
import { WHOLE_WIDGETS } from "../../renderer/flow/form/ui-schema.ts";
import { widgets } from "../../renderer/flow/widgets/index.ts";
import { parts } from "../../renderer/portal/trade/index.ts";
import { NAMES } from "../../server/sources/names.ts";
import { readSource, type SourceReading } from "../../server/sources/source.ts";
import { at, changed } from "../engine/verify/prove/planted.ts";
import { flowNames, ROOT } from "./definition-files.ts";

type Change = readonly [file: string, pointer: string, value: Json | undefined];
type Found = readonly [code: string, file: string, pointer: string];

const [INVEST, KYC, PIN, SIGN_UP, COMPLAINT, CONTACT] = [
  "invest",
  "kyc",
  "pin",
  "sign-up",
  "complaint",
  "contact-back",
].map((flow) => `flows/${flow}/flow.json`) as [string, string, string, string, string, string];
const SCORE = "flows/shared/rules/suitability-score.json";
const isPin = { "==": [{ var: "answers.set.pin" }, "123456"] };

const sources = new Map<string, Promise<SourceReading>>();

/** A flow's files, read once; `changed` does not modify them. */
async function sourceOf(flow: string): Promise<DefinitionSource> {
  const reading = sources.get(flow) ?? readSource(ROOT, flow);
  sources.set(flow, reading);
  return (await reading).source;
}

/** Returns the findings of a flow from its files alone, as code, file and pointer. */
async function found(flow: string, ...changes: readonly Change[]): Promise<readonly Found[]> {
  const source = await sourceOf(flow);
  const planted = changed(source, ...changes);
  const { definition, findings } = verify(planted, trade);
  if (definition === null) return findings.map(({ code, file, pointer }) => [code, file, pointer]);
  const links = checkLinks(
    definition,
    { flows: flowNames(), pages: addressesWith("linked") },
    rulesIn(planted),
  );
  return [...findings, ...looseEnds(definition, planted, NAMES), ...links].map(({ code, file, pointer }) => [
    code,
    file,
    pointer,
  ]);
}

it.each(flowNames())("the checks report no fault in the unchanged flow %s", async (flow) => {
  expect(await found(flow)).toEqual([]);
});

type Fault = readonly [what: string, flow: string, changes: readonly Change[], Found];

const FAULTS: readonly Fault[] = [
  [
    "a secret shown at the end",
    "sign-up",
    [[SIGN_UP, "/steps/mail-sent/shows/1", "answers.create.password"]],
    ["secret-read", SIGN_UP, "/steps/mail-sent/shows/1"],
  ],
  [
    "a secret shown beside its own form",
    "pin",
    [[PIN, "/steps/set/shows", ["answers.set.pin"]]],
    ["secret-read", PIN, "/steps/set/shows/0"],
  ],
  [
    "a secret that decides the next step",
    "pin",
    [[PIN, "/steps/set/next", [{ when: isPin, to: "already" }, { to: "done" }]]],
    ["secret-read", PIN, "/steps/set/next/0/when"],
  ],
  [
    "a secret as the argument of a fact",
    "sign-up",
    [[SIGN_UP, "/facts/saleCode/code", "answers.create.password"]],
    ["secret-read", SIGN_UP, "/facts/saleCode/code"],
  ],
  [
    "a rule on a secret at another step",
    "pin",
    [[PIN, "/steps/blocked/next", [{ when: "pins-match", to: "already" }, { to: "prove" }]]],
    ["secret-read", PIN, "/steps/blocked/next/0/when"],
  ],
  [
    "a secret that is stored under another name",
    "sign-up",
    [[SIGN_UP, "/steps/create/input/companyName?", "form.password"]],
    ["secret-handed-on", SIGN_UP, "/steps/create/input/companyName?"],
  ],
  [
    "a PIN that is asked in an ordinary field",
    "pin",
    [["schemas/pin/set.json", "/properties/pin/writeOnly", undefined]],
    ["secret-in-answer", PIN, "/steps/set/input/pin"],
  ],
  [
    "a value shown before it exists",
    "invest",
    [[INVEST, "/steps/review/shows/0", "effects.place.payBy"]],
    ["shown-never", INVEST, "/steps/review/shows/0"],
  ],
  [
    "an optional answer shown as if all users gave it",
    "complaint",
    [[COMPLAINT, "/steps/review/shows/4", "answers.complaint.attachment"]],
    ["shown-may-be-missing", COMPLAINT, "/steps/review/shows/4"],
  ],
  [
    "an output shown after the effect failed",
    "invest",
    [[INVEST, "/steps/later/shows", ["effects.place.reference"]]],
    ["shown-may-be-missing", INVEST, "/steps/later/shows/0"],
  ],
  [
    "an e-mail address submitted as a telephone number",
    "contact-back",
    [[CONTACT, "/steps/send/input/phone", "answers.contact.email"]],
    ["input-type", CONTACT, "/steps/send/input/phone"],
  ],
  [
    "a longer text than the effect accepts",
    "contact-back",
    [["schemas/contact-back/contact.json", "/properties/name", { type: "string", maxLength: 4001 }]],
    ["input-type", CONTACT, "/steps/send/input/name"],
  ],
  [
    "any text where the effect expects an e-mail address",
    "sign-up",
    [["schemas/sign-up/account.json", "/properties/email", { $ref: "common/line", maxLength: 200 }]],
    ["input-type", SIGN_UP, "/steps/create/input/email"],
  ],
  [
    "an order without a PIN for some users",
    "invest",
    [
      [
        INVEST,
        "/steps/review/next",
        [{ when: { var: "facts.dealing.beforeCutOff" }, to: "pin" }, { to: "place" }],
      ],
    ],
    ["effect-unconfirmed", INVEST, "/steps/place/effect"],
  ],
  [
    "an order that is placed although the PIN is exhausted",
    "invest",
    [[INVEST, "/steps/pin/errors/exhausted", { to: "place" }]],
    ["effect-unconfirmed", INVEST, "/steps/place/effect"],
  ],
  [
    "a company flow without a signature",
    "kyc",
    [
      [
        KYC,
        "/steps/review/next",
        [
          { when: { "==": [{ var: "facts.investor.customerType" }, "JURISTIC"] }, to: "submit" },
          { to: "sign" },
        ],
      ],
    ],
    ["effect-unconfirmed", KYC, "/steps/submit/effect"],
  ],
  [
    "a code without a recipient",
    "kyc",
    [[KYC, "/steps/sign/channel", undefined]],
    ["wrong-shape", KYC, "/steps/sign"],
  ],
  [
    "a switch that nothing reads",
    "contact-back",
    [[CONTACT, "/flags", ["invest"]]],
    ["unused-name", CONTACT, "/flags/0"],
  ],
  [
    "a fact that nothing reads",
    "contact-back",
    [[CONTACT, "/facts", { today: {} }]],
    ["unused-name", CONTACT, "/facts/today"],
  ],
  [
    "a derived value that nothing reads",
    "invest",
    [[INVEST, "/derived/twice", { fn: "fee", args: ["answers.amount.amount", "facts.strategy.feeBps"] }]],
    ["unused-name", INVEST, "/derived/twice"],
  ],
  [
    "an unpaid order that ends as paid",
    "invest",
    [[INVEST, "/steps/money/onTimeout/to", "paid"]],
    ["failure-ends-done", INVEST, "/steps/money/onTimeout/to"],
  ],
  [
    "a contract that need not be accepted",
    "kyc",
    [["schemas/kyc/contract.json", "/required", []]],
    ["input-may-be-missing", KYC, "/steps/submit/input/contractAccepted"],
  ],
  [
    "a refused contract that is signed",
    "kyc",
    [["schemas/kyc/contract.json", "/properties/accepted/const", undefined]],
    ["input-type", KYC, "/steps/submit/input/contractAccepted"],
  ],
  [
    "a picture of a company's representative taken without consent",
    "kyc",
    [[KYC, "/steps/company/next/0/to", "card-front"]],
    ["input-may-be-missing", KYC, "/steps/submit/input/biometricsAccepted"],
  ],
  [
    "a declaration that is asked and not stored",
    "kyc",
    [[KYC, "/steps/submit/input/declared?", undefined]],
    ["input-left-out", KYC, "/steps/submit/input"],
  ],
  [
    "a card unknown to the register after which the flow continues",
    "kyc",
    [[KYC, "/steps/dopa/errors/no-match", { to: "path" }]],
    ["failure-goes-on", KYC, "/steps/dopa/errors/no-match/to"],
  ],
  [
    "an order that is placed although a code was tried too often",
    "invest",
    [[INVEST, "/steps/otp/errors/exhausted", { to: "place" }]],
    ["failure-goes-on", INVEST, "/steps/otp/errors/exhausted/to"],
  ],
  [
    "a minimum that is checked on another amount than is paid",
    "invest",
    [[INVEST, "/steps/place/input/amount", "derived.net"]],
    ["judged-not-given", INVEST, "/steps/place/input"],
  ],
  [
    "a fee that is submitted as the tax",
    "invest",
    [
      [INVEST, "/steps/place/input/fee", "derived.vat"],
      [INVEST, "/steps/place/input/vat", "derived.fee"],
    ],
    ["exchanged-input", INVEST, "/steps/place/input/fee"],
  ],
  [
    "two questions of the same type whose answers are exchanged",
    "kyc",
    [
      [KYC, "/steps/submit/input/isUsCitizen?", "answers.us-person.isGreenCardHolder"],
      [KYC, "/steps/submit/input/isGreenCardHolder?", "answers.us-person.isUsCitizen"],
    ],
    ["exchanged-input", KYC, "/steps/submit/input/isUsCitizen?"],
  ],
  [
    "the back of a card that is checked as its front",
    "kyc",
    [
      [KYC, "/steps/documents/input/cardFront", "answers.card-back.cardBack"],
      [KYC, "/steps/documents/input/cardBack", "answers.card-front.cardFront"],
    ],
    ["input-meaning", KYC, "/steps/documents/input/cardFront"],
  ],
  [
    "a privacy notice instead of the contract",
    "kyc",
    [[KYC, "/steps/contract/ui/accepted/document", "privacy"]],
    ["hint-meaning", KYC, "/steps/contract/ui/accepted/document"],
  ],
  [
    "a contract that is accepted without its text on the screen",
    "kyc",
    [[KYC, "/steps/contract/ui/accepted/widget", "consent"]],
    ["hint-meaning", KYC, "/steps/contract/ui/accepted/widget"],
  ],
  [
    "a consent to pictures without its text",
    "kyc",
    [[KYC, "/steps/biometrics/ui/accepted/document", undefined]],
    ["hint-meaning", KYC, "/steps/biometrics/ui/accepted"],
  ],
  [
    "a consent without its hints",
    "invest",
    [[INVEST, "/steps/acknowledge/ui", undefined]],
    ["hint-meaning", INVEST, "/steps/acknowledge/ui"],
  ],
  [
    "two texts of sign-up that are exchanged",
    "sign-up",
    [
      [SIGN_UP, "/steps/create/ui/consents.privacy/document", "terms"],
      [SIGN_UP, "/steps/create/ui/consents.terms/document", "privacy"],
    ],
    ["hint-meaning", SIGN_UP, "/steps/create/ui/consents.privacy/document"],
  ],
  [
    "a consent field of sign-up without its meaning",
    "sign-up",
    [["schemas/sign-up/create.json", "/properties/consents/properties/terms/means", undefined]],
    ["input-meaning", SIGN_UP, "/steps/create/input/consents"],
  ],
  [
    "a declaration that shows another legal text",
    "kyc",
    [[KYC, "/steps/fatca-declaration/ui/declared/document", "privacy"]],
    ["hint-meaning", KYC, "/steps/fatca-declaration/ui/declared/document"],
  ],
  [
    "the front of the card uploaded as its back",
    "kyc",
    [[KYC, "/steps/card-front/ui/cardFront/purpose", "card-back"]],
    ["hint-meaning", KYC, "/steps/card-front/ui/cardFront/purpose"],
  ],
  [
    "a selfie that is taken with the rear camera",
    "kyc",
    [[KYC, "/steps/selfie/ui/selfie/facing", "environment"]],
    ["hint-meaning", KYC, "/steps/selfie/ui/selfie/facing"],
  ],
  [
    "a family name that is prefilled into the field of an ID number",
    "kyc",
    [[KYC, "/steps/general/ui/nationalId/autocomplete", "family-name"]],
    ["hint-value", KYC, "/steps/general/ui/nationalId/autocomplete"],
  ],
  [
    "a first and last name that are exchanged in the comparison with the account holder",
    "kyc",
    [
      [KYC, "/facts/bankHolder/firstNameTh", "answers.general.lastNameTh"],
      [KYC, "/facts/bankHolder/lastNameTh", "answers.general.firstNameTh"],
    ],
    ["argument-meaning", KYC, "/facts/bankHolder/firstNameTh"],
  ],
  [
    "a district and sub-district that are exchanged in the search",
    "kyc",
    [
      [KYC, "/facts/place/district", "answers.contact.address.subDistrict"],
      [KYC, "/facts/place/subDistrict", "answers.contact.address.district"],
    ],
    ["argument-meaning", KYC, "/facts/place/district"],
  ],
  [
    "an account holder without its meaning",
    "kyc",
    [["schemas/common/account-name.json", "/means", undefined]],
    ["argument-meaning", KYC, "/facts/bankHolder/holder"],
  ],
  [
    "the fee of the minimum order instead of this order's fee",
    "invest",
    [[INVEST, "/derived/fee/args/0", "facts.strategy.minFirst"]],
    ["argument-meaning", INVEST, "/derived/fee/args/0"],
  ],
  [
    "a code for an order whose message says that it confirms an e-mail address",
    "invest",
    [[INVEST, "/steps/otp/action", "verify-email"]],
    ["effect-unconfirmed", INVEST, "/steps/otp/action"],
  ],
  [
    "a declaration that may be skipped",
    "kyc",
    [["schemas/kyc/fatca-declaration.json", "/required", []]],
    ["answer-optional", "schemas/kyc/fatca-declaration.json", "/required"],
  ],
  [
    "one of three consents that may be skipped",
    "sign-up",
    [["schemas/sign-up/create.json", "/properties/consents/required", ["privacy", "terms"]]],
    ["answer-optional", "schemas/sign-up/create.json", "/properties/consents/required"],
  ],
  [
    "a question about the US that may be left empty",
    "kyc",
    [["schemas/kyc/us-indicia.json", "/required", ["bornInUsRenounced", "usAddress", "usPhone"]]],
    ["answer-optional", "schemas/kyc/us-indicia.json", "/required"],
  ],
  [
    "an optional code on the back of the card",
    "kyc",
    [
      [
        "schemas/kyc/general.json",
        "/allOf/0/then",
        { properties: { laserCode: { $ref: "common/laser-code" } } },
      ],
    ],
    ["answer-optional", "schemas/kyc/general.json", "/required"],
  ],
  [
    "a payment deadline that moves while the user waits",
    "invest",
    [[INVEST, "/steps/money/until", "facts.dealing.payBy"]],
    ["until-may-move", INVEST, "/steps/money/until"],
  ],
  [
    "companies that read that they submitted what they did not submit",
    "kyc",
    [
      [
        KYC,
        "/steps/sign/next",
        [
          { when: { "==": [{ var: "facts.investor.customerType" }, "JURISTIC"] }, to: "done" },
          { to: "submit" },
        ],
      ],
    ],
    ["done-without-effect", KYC, "/steps/done"],
  ],
  [
    "a schema of no step",
    "pin",
    [["schemas/pin/sets.json", "", { $id: "pin/sets", type: "object", properties: {} }]],
    ["unused-name", "schemas/pin/sets.json", ""],
  ],
  [
    "a rule that no step checks any more",
    "pin",
    [[PIN, "/steps/set/check", []]],
    ["unused-name", "flows/pin/rules/pins-match.json", ""],
  ],
  ["a group without steps", "invest", [[INVEST, "/groups/4", "more"]], ["unused-name", INVEST, "/groups/4"]],
  [
    "a progress indicator that counts backwards",
    "kyc",
    [[KYC, "/steps/contact/group", "log-in"]],
    ["group-backwards", KYC, "/steps/contact/group"],
  ],
  [
    "a link to a flow that does not exist",
    "pin",
    [[PIN, "/steps/done/links/0", "flow:invests"]],
    ["link-to-nowhere", PIN, "/steps/done/links/0"],
  ],
  [
    "a link to a page that does not exist",
    "pin",
    [[PIN, "/steps/done/links/1", "/overvieww"]],
    ["link-to-nowhere", PIN, "/steps/done/links/1"],
  ],
  [
    "a clause that a missing flow should correct",
    "invest",
    [["flows/shared/rules/able-to-invest.json", "/must/1/mend", "flow:kycs"]],
    ["link-to-nowhere", "flows/shared/rules/able-to-invest.json", "/must/1/mend"],
  ],
  [
    "a clause that no answer can correct",
    "invest",
    [["flows/invest/rules/minimum.json", "/must/0/mend", "answers.amount.amounts"]],
    ["unknown-path", "flows/invest/rules/minimum.json", "/must/0/mend"],
  ],
  [
    "a condition on a value that the field does not allow",
    "kyc",
    [["schemas/kyc/general.json", "/allOf/1/if/properties/nameTitle/const", "OTHERS"]],
    ["condition-form", "schemas/kyc/general.json", "/allOf/1/if/properties/nameTitle"],
  ],
  [
    "questions that are never asked because their condition reads a misspelt field",
    "kyc",
    [
      [
        "schemas/kyc/general.json",
        "/allOf/0/if",
        { properties: { cardHasLaserCoda: { const: true } }, required: ["cardHasLaserCoda"] },
      ],
    ],
    ["condition-form", "schemas/kyc/general.json", "/allOf/0/if/properties/cardHasLaserCoda"],
  ],
  [
    "questions that are never asked because their condition reads a field of another step",
    "kyc",
    [
      [
        "schemas/kyc/aml.json",
        "/allOf/0/if",
        { properties: { isUsCitizen: { const: true } }, required: ["isUsCitizen"] },
      ],
    ],
    ["condition-form", "schemas/kyc/aml.json", "/allOf/0/if/properties/isUsCitizen"],
  ],
  [
    "questions that are never asked because their condition compares a boolean with a text",
    "kyc",
    [["schemas/kyc/aml.json", "/allOf/1/if/properties/committedMoneyLaundering/const", "true"]],
    ["condition-form", "schemas/kyc/aml.json", "/allOf/1/if/properties/committedMoneyLaundering"],
  ],
  [
    "an invalid bank, so that its account numbers are not checked",
    "kyc",
    [["schemas/common/bank-account.json", "/allOf/0/if/properties/bank/enum/0", "02"]],
    ["condition-form", "schemas/common/bank-account.json", "/allOf/0/if/properties/bank"],
  ],
  [
    "a conditional question that all users are asked",
    "kyc",
    [["schemas/kyc/general.json", "/allOf/0/if/properties/cardHasLaserCode", { enum: [true, false] }]],
    ["condition-form", "schemas/kyc/general.json", "/allOf/0/if"],
  ],
  [
    "a question that depends on its own answer",
    "kyc",
    [
      [
        "schemas/kyc/general.json",
        "/allOf/1/if",
        { properties: { nameTitleOther: { const: "x" } }, required: ["nameTitleOther"] },
      ],
    ],
    ["condition-form", "schemas/kyc/general.json", "/allOf/1/if"],
  ],
  [
    "a misspelt question under a condition",
    "kyc",
    [["schemas/kyc/general.json", "/allOf/0/then/required/0", "lasercode"]],
    ["unknown-field", "schemas/kyc/general.json", "/allOf/0/then/required"],
  ],
  [
    "a condition that nothing reads",
    "kyc",
    [
      [
        "schemas/kyc/general.json",
        "/if",
        { properties: { cardHasLaserCode: { const: true } }, required: ["cardHasLaserCode"] },
      ],
    ],
    ["condition-form", "schemas/kyc/general.json", "/if"],
  ],
  [
    "a closed list without values",
    "invest",
    [["schemas/common/payment-method.json", "/enum", []]],
    ["wrong-shape", "schemas/common/payment-method.json", "/enum"],
  ],
  [
    "a value that occurs twice in a list",
    "invest",
    [["schemas/common/payment-method.json", "/enum", ["qr", "transfer", "qr"]]],
    ["wrong-shape", "schemas/common/payment-method.json", "/enum"],
  ],
  [
    "a schema with another name",
    "invest",
    [["schemas/invest/pay.json", "/$id", "invest/pays"]],
    ["wrong-id", "schemas/invest/pay.json", "/$id"],
  ],
  [
    "an effect with a name that every object inherits",
    "contact-back",
    [[CONTACT, "/steps/send/effect", "constructor"]],
    ["wrong-shape", CONTACT, "/steps/send/effect"],
  ],
  [
    "an effect that the server does not have",
    "contact-back",
    [[CONTACT, "/steps/send/effect", "service.callBack"]],
    ["unknown-signature", CONTACT, "/steps/send/effect"],
  ],
  [
    "an event that the server does not have",
    "invest",
    [[INVEST, "/steps/money/for", "payments.recieved"]],
    ["unknown-signature", INVEST, "/steps/money/for"],
  ],
  [
    "a wait of zero length",
    "invest",
    [
      [INVEST, "/steps/money/until", undefined],
      [INVEST, "/steps/money/within", "PT0S"],
    ],
    ["wrong-shape", INVEST, "/steps/money/within"],
  ],
  [
    "a fact whose argument has another type",
    "invest",
    [[INVEST, "/facts/strategy/code", "answers.amount.amount"]],
    ["input-type", INVEST, "/facts/strategy/code"],
  ],
  [
    "a widget that the page does not have",
    "invest",
    [[INVEST, "/steps/amount/ui/amount/widget", "slider"]],
    ["unknown-widget", INVEST, "/steps/amount/ui/amount/widget"],
  ],
  [
    "the boxes of a PIN for an amount",
    "invest",
    [[INVEST, "/steps/amount/ui/amount/widget", "pin"]],
    ["widget-misfit", INVEST, "/steps/amount/ui/amount/widget"],
  ],
  [
    "a password that is shown as plain text",
    "sign-up",
    [[SIGN_UP, "/steps/create/ui/password/widget", "plain"]],
    ["widget-misfit", SIGN_UP, "/steps/create/ui/password/widget"],
  ],
  [
    "a password without a widget",
    "sign-up",
    [[SIGN_UP, "/steps/create/ui/password", {}]],
    ["widget-missing", "schemas/sign-up/create.json", "/properties/password"],
  ],
  [
    "yes or no where only yes is accepted",
    "kyc",
    [[KYC, "/steps/biometrics/ui/accepted/widget", "yes-no"]],
    ["widget-misfit", KYC, "/steps/biometrics/ui/accepted/widget"],
  ],
  [
    "an invalid quick amount",
    "invest",
    [[INVEST, "/steps/amount/ui/amount/quick", ["10000.00", "abc"]]],
    ["hint-value", INVEST, "/steps/amount/ui/amount/quick/1"],
  ],
  [
    "an upload for an unknown purpose",
    "complaint",
    [[COMPLAINT, "/steps/complaint/ui/attachment/purpose", "complain"]],
    ["hint-value", COMPLAINT, "/steps/complaint/ui/attachment/purpose"],
  ],
  [
    "an upload for no purpose",
    "complaint",
    [[COMPLAINT, "/steps/complaint/ui/attachment/purpose", undefined]],
    ["hint-missing", COMPLAINT, "/steps/complaint/ui/attachment"],
  ],
  [
    "a file without an upload purpose",
    "complaint",
    [[COMPLAINT, "/steps/complaint/ui/attachment", undefined]],
    ["widget-missing", "schemas/complaint/complaint.json", "/properties/attachment"],
  ],
  [
    "a consent to a text that does not exist",
    "kyc",
    [[KYC, "/steps/biometrics/ui/accepted/document", "biometric"]],
    ["hint-value", KYC, "/steps/biometrics/ui/accepted/document"],
  ],
  [
    "a document to read that has no name",
    "kyc",
    [[KYC, "/steps/contract/ui/accepted/document", undefined]],
    ["hint-missing", KYC, "/steps/contract/ui/accepted"],
  ],
  [
    "a hint that nothing reads",
    "kyc",
    [[KYC, "/steps/us-person/ui/isUsCitizen/help", true]],
    ["unknown-hint", KYC, "/steps/us-person/ui/isUsCitizen/help"],
  ],
  [
    "a hint that a field inside a group does not support",
    "kyc",
    [[KYC, "/steps/contact/ui/address.street", { autocomplete: "off" }]],
    ["unknown-field", KYC, "/steps/contact/ui/address.street"],
  ],
  [
    "a hint in a step that asks nothing",
    "kyc",
    [[KYC, "/steps/review/ui", { nationalId: { widget: "plain" } }]],
    ["unknown-field", KYC, "/steps/review/ui/nationalId"],
  ],
  [
    "a code for an action that no code confirms",
    "kyc",
    [[KYC, "/steps/sign/action", "sign-contracts"]],
    ["hint-value", KYC, "/steps/sign/action"],
  ],
  [
    "a code by text message to a number that was not requested",
    "kyc",
    [[KYC, "/steps/sign/channel", "sms"]],
    ["hint-value", KYC, "/steps/sign/channel"],
  ],
  [
    "an authenticator's code for users who may have no app",
    "invest",
    [[INVEST, "/steps/pin/challenge", "totp"]],
    ["invariant-missing", INVEST, "/invariants"],
  ],
  [
    "a PIN for users who may have none",
    "invest",
    [[INVEST, "/invariants/6", undefined]],
    ["invariant-missing", INVEST, "/invariants"],
  ],
  [
    "a text with a placeholder that has no value",
    "invest",
    [
      ["locales/th/order.json", "/invest/amount/title", "ลงทุนเท่าไร {{strategy}}"],
      ["locales/en/order.json", "/invest/amount/title", "How much for {{strategy}}?"],
    ],
    ["unknown-placeholder", "locales/en/order.json", "/invest/amount/title"],
  ],
  [
    "a limit under another placeholder name",
    "invest",
    [
      ["locales/th/warning.json", "/invest/minimumFirstWithLimit", "ขั้นต่ำ {{minimum}} บาท"],
      ["locales/en/warning.json", "/invest/minimumFirstWithLimit", "At least {{minimum}} baht"],
    ],
    ["unknown-placeholder", "locales/th/warning.json", "/invest/minimumFirstWithLimit"],
  ],
  [
    "a text with a limit that is shown when no limit is known",
    "invest",
    [
      ["locales/th/warning.json", "/invest/minimumFirst", "ขั้นต่ำ {{limit}} บาท"],
      ["locales/en/warning.json", "/invest/minimumFirst", "At least {{limit}} baht"],
    ],
    ["unknown-placeholder", "locales/en/warning.json", "/invest/minimumFirst"],
  ],
  [
    "a limit in the text of a clause without a limit",
    "invest",
    [
      ["locales/th/warning.json", "/invest/strategyClosedWithLimit", "ปิดรับ {{limit}}"],
      ["locales/en/warning.json", "/invest/strategyClosedWithLimit", "Closed {{limit}}"],
    ],
    ["unknown-placeholder", "locales/en/warning.json", "/invest/strategyClosedWithLimit"],
  ],
  [
    "a missing brace",
    "invest",
    [["locales/en/order.json", "/invest/amount/title", "How much {limit}}?"]],
    ["unknown-placeholder", "locales/en/order.json", "/invest/amount/title"],
  ],
  [
    "a risk level that the flow sets as a literal",
    "kyc",
    [[KYC, "/derived/level", { const: 5 }]],
    ["input-meaning", KYC, "/steps/submit/input/level?"],
  ],
  [
    "a score that the flow sets as a literal",
    "suitability",
    [["flows/suitability/flow.json", "/derived/score", { const: 40 }]],
    ["input-meaning", "flows/suitability/flow.json", "/steps/save/input/score"],
  ],
  [
    "a self-certification that the flow sets as a literal",
    "tax-residence",
    [["flows/tax-residence/flow.json", "/derived/fatcaForm", { const: "NONE" }]],
    ["input-meaning", "flows/tax-residence/flow.json", "/steps/save/input/fatcaForm"],
  ],
  [
    "the level instead of the score",
    "suitability",
    [["flows/suitability/flow.json", "/steps/save/input/score", "derived.level"]],
    ["input-meaning", "flows/suitability/flow.json", "/steps/save/input/score"],
  ],
  [
    "a fee rate that the flow sets as a literal",
    "invest",
    [
      [INVEST, "/derived/rate", { const: 1 }],
      [INVEST, "/derived/fee/args/1", "derived.rate"],
    ],
    ["argument-meaning", INVEST, "/derived/fee/args/1"],
  ],
  [
    "a wait for an event that cannot find the instance",
    "invest",
    [
      [
        "schemas/effects/orders.place.json",
        "/output/required",
        ["reference", "payBy", "navDate", "allotmentDate"],
      ],
    ],
    ["since-unmatched", INVEST, "/steps/money/since"],
  ],
  [
    "a wait since another wait that has no identifier for the event",
    "invest",
    [
      [
        INVEST,
        "/steps/more",
        {
          kind: "wait",
          group: "pay",
          for: "payments.received",
          since: "money",
          until: "effects.place.payBy",
          onTimeout: { to: "expired" },
          next: [{ to: "paid" }],
        },
      ],
      [INVEST, "/steps/money/next", [{ to: "more" }]],
    ],
    ["since-unmatched", INVEST, "/steps/more/since"],
  ],
  [
    "a payment deadline that the flow sets as a literal",
    "invest",
    [
      [INVEST, "/steps/money/until", undefined],
      [INVEST, "/steps/money/within", "PT3H"],
    ],
    ["until-not-given", INVEST, "/steps/money/within"],
  ],
  [
    "two documents whose versions are exchanged",
    "kyc",
    [[KYC, "/steps/submit/input/contractVersion", "facts.legal.biometricsVersion"]],
    ["input-meaning", KYC, "/steps/submit/input/contractVersion"],
  ],
  [
    "two documents whose agreements are exchanged",
    "kyc",
    [[KYC, "/steps/submit/input/contractAccepted", "answers.biometrics.accepted"]],
    ["input-meaning", KYC, "/steps/submit/input/contractAccepted"],
  ],
  [
    "today's date instead of the NAV day",
    "invest",
    [[INVEST, "/steps/place/input/navDate", "facts.dealing.today"]],
    ["input-meaning", INVEST, "/steps/place/input/navDate"],
  ],
  [
    "the fee instead of its VAT",
    "invest",
    [[INVEST, "/steps/place/input/vat", "derived.fee"]],
    ["input-meaning", INVEST, "/steps/place/input/vat"],
  ],
  [
    "an amount field without its meaning",
    "invest",
    [["schemas/invest/amount.json", "/properties/amount/means", undefined]],
    ["input-meaning", INVEST, "/steps/place/input/amount"],
  ],
  [
    "a name in letters that the register does not have",
    "kyc",
    [[KYC, "/steps/dopa/input/firstName", "answers.general.firstNameEn"]],
    ["input-meaning", KYC, "/steps/dopa/input/firstName"],
  ],
  [
    "bounds of an amount in the wrong order, so that no amount is valid",
    "invest",
    [[INVEST, "/derived/net/args", ["derived.fee", "answers.amount.amount", "derived.vat"]]],
    ["argument-meaning", INVEST, "/derived/net/args/0"],
  ],
  [
    "a fee at the rate of VAT",
    "invest",
    [[INVEST, "/derived/fee/args/1", "facts.strategy.vatBps"]],
    ["argument-meaning", INVEST, "/derived/fee/args/1"],
  ],
  [
    "an error that reopens a field which the effect never got",
    "kyc",
    [[KYC, "/steps/dopa/errors/no-match/field", "nameTitle"]],
    ["contested-not-given", KYC, "/steps/dopa/errors/no-match/field"],
  ],
  [
    "an error that reopens a part which the field does not have",
    "kyc",
    [[KYC, "/steps/dopa/errors/missing/field", "laserCode.digits"]],
    ["unknown-field", KYC, "/steps/dopa/errors/missing/field"],
  ],
  [
    "a challenge that reopens an answer",
    "kyc",
    [[KYC, "/steps/sign/errors/exhausted", { reopen: "contact", field: "phone" }]],
    ["contested-not-given", KYC, "/steps/sign/errors/exhausted/field"],
  ],
  [
    "a correction at a field that the clause does not read",
    "invest",
    [["flows/invest/rules/minimum.json", "/must/0/mend", "answers.pay.method"]],
    ["mend-not-read", "flows/invest/rules/minimum.json", "/must/0/mend"],
  ],
  [
    "a quick amount that is offered twice",
    "invest",
    [[INVEST, "/steps/amount/ui/amount/quick/1", "10000.00"]],
    ["hint-value", INVEST, "/steps/amount/ui/amount/quick/1"],
  ],
  [
    "a question that depends on a later answer",
    "invest",
    [[INVEST, "/steps/choose/check", ["strategy-open", "method-offered"]]],
    ["mend-not-before", "flows/invest/rules/method-offered.json", "/must/0/mend"],
  ],
  [
    "a rule that asks for a missing value but names no answer",
    "invest",
    [["flows/invest/rules/strategy-open.json", "/must/0/mend", "none"]],
    ["ask-without-answer", "flows/invest/rules/strategy-open.json", "/must/0/mend"],
  ],
  [
    "the reasons of a rule that does not lead to this end",
    "invest",
    [[INVEST, "/steps/not-able/explains", "onboarding-complete"]],
    ["explains-unread", INVEST, "/steps/not-able/explains"],
  ],
  [
    "reasons that can be corrected only by answers not given before this end",
    "invest",
    [[INVEST, "/steps/closed/explains", "minimum"]],
    ["mend-not-before", "flows/invest/rules/minimum.json", "/must/0/mend"],
  ],
  [
    "a form that is reopened without a field",
    "kyc",
    [[KYC, "/steps/dopa/errors/no-match", { reopen: "general" }]],
    ["reopen-without-field", KYC, "/steps/dopa/errors/no-match"],
  ],
  [
    "a hint with another number than the field accepts",
    "kyc",
    [["locales/en/kyc.json", "/kyc/interests/strategies/hint", "Choose at least three"]],
    ["text-threshold", "locales/en/kyc.json", "/kyc/interests/strategies/hint"],
  ],
  [
    "a hint with another age than the rule that the field satisfies",
    "kyc",
    [
      ["locales/en/kyc.json", "/kyc/general/birthDate/hint", "You need to be 18"],
      ["locales/th/kyc.json", "/kyc/general/birthDate/hint", "ต้องมีอายุ 18 ปี"],
    ],
    ["text-threshold", "locales/th/kyc.json", "/kyc/general/birthDate/hint"],
  ],
  [
    "an end that states another age in words than its rule",
    "kyc",
    [["locales/en/kyc.json", "/kyc/under-age/intro", "You need to be eighteen to open one online"]],
    ["text-threshold", "locales/en/kyc.json", "/kyc/under-age/intro"],
  ],
  [
    "a rule whose title states another age",
    "kyc",
    [["locales/en/rule.json", "/adult/title", "18 years or older"]],
    ["text-threshold", "locales/en/rule.json", "/adult/title"],
  ],
  [
    "an age range that the rule does not use",
    "kyc",
    [
      ["locales/en/kyc.json", "/kyc/derived/ageScore/options/3", "30–44"],
      ["locales/th/kyc.json", "/kyc/derived/ageScore/options/3", "30–44 ปี"],
    ],
    ["text-threshold", "locales/en/kyc.json", "/kyc/derived/ageScore/options/3"],
  ],
  [
    "a scale with another last number",
    "invest",
    [["locales/en/order.json", "/invest/facts/strategy/riskLevel/label", "Risk of the strategy (1–9)"]],
    ["text-threshold", "locales/en/order.json", "/invest/facts/strategy/riskLevel/label"],
  ],
  [
    "a hint with another length of a password",
    "sign-up",
    [["locales/en/form.json", "/common/password/hint", "6 to 16 characters"]],
    ["text-threshold", "locales/en/form.json", "/common/password/hint"],
  ],
  [
    "a hint with another length of a PIN",
    "pin",
    [["locales/th/form.json", "/common/pin/hint", "ตัวเลข 4 หลัก"]],
    ["text-threshold", "locales/th/form.json", "/common/pin/hint"],
  ],
  [
    "a repeated PIN that nothing compares",
    "pin",
    [[PIN, "/steps/set/check", []]],
    ["secret-unread", "schemas/pin/set.json", "/properties/confirmPin"],
  ],
  [
    "a flow that reports success and does nothing",
    "contact-back",
    [
      [CONTACT, "/steps/review/next", [{ to: "done" }]],
      [CONTACT, "/steps/done/shows", []],
      [CONTACT, "/steps/send", undefined],
    ],
    ["done-without-effect", CONTACT, "/steps/done"],
  ],
  [
    "an end as success that skips a repeatable effect",
    "pin",
    [
      [
        PIN,
        "/steps/begin/next/0",
        {
          when: { and: [{ var: "facts.investor.hasPin" }, { var: "facts.investor.isVerified" }] },
          to: "done",
        },
      ],
    ],
    ["done-without-effect", PIN, "/steps/done"],
  ],
  [
    "a score that counts one question twice",
    "kyc",
    [[SCORE, "/value/logic/+/4", { var: "answers.return-chart.returnChart" }]],
    ["counted-twice", SCORE, "/value/logic/+/6"],
  ],
  [
    "a score that omits a question",
    "kyc",
    [[SCORE, "/value/logic/+/4", undefined]],
    ["not-counted", "schemas/kyc/horizon.json", "/properties/horizon"],
  ],
  [
    "a reason with another age than its rule",
    "kyc",
    [
      ["locales/en/warning.json", "/kyc/underAge", "You need to be 18 to open an account online"],
      ["locales/th/warning.json", "/kyc/underAge", "ต้องมีอายุ 18 ปีบริบูรณ์"],
    ],
    ["text-threshold", "locales/en/warning.json", "/kyc/underAge"],
  ],
  [
    "a rule with another age than its reason",
    "kyc",
    [["flows/kyc/rules/adult.json", "/must/0/logic/>=/1", 18]],
    ["text-threshold", "locales/th/warning.json", "/kyc/underAge"],
  ],
  [
    "a length that the field's own text does not mention",
    "complaint",
    [
      [
        "locales/en/complaint-form.json",
        "/complaint/complaint/detail/errors/minLength",
        "At least 20 characters",
      ],
      ["locales/th/complaint-form.json", "/complaint/complaint/detail/errors/minLength", "อย่างน้อย 20 ตัวอักษร"],
    ],
    ["text-threshold", "locales/en/complaint-form.json", "/complaint/complaint/detail/errors/minLength"],
  ],
  [
    "two options with the same text",
    "complaint",
    [["locales/en/form.json", "/common/problem-type/options/FEES", "Staff"]],
    ["same-words", "locales/en/form.json", "/common/problem-type/options/STAFF"],
  ],
  [
    "two fields with the same label",
    "kyc",
    [
      ["locales/th/kyc.json", "/kyc/general/lastNameTh/label", "ชื่อ (ภาษาไทย)"],
      ["locales/th/kyc.json", "/kyc/general/firstNameTh/label", "ชื่อ (ภาษาไทย)"],
    ],
    ["same-words", "locales/th/kyc.json", "/kyc/general/lastNameTh/label"],
  ],
  [
    "two questions with the same title",
    "kyc",
    [
      ["locales/en/kyc.json", "/kyc/selfie/title", "Same"],
      ["locales/en/kyc.json", "/kyc/contact/title", "Same"],
    ],
    ["same-words", "locales/en/kyc.json", "/kyc/contact/title"],
  ],
  [
    "two buttons with the same text",
    "pin",
    [["locales/th/pin.json", "/pin/done/links/1", "ลงทุนต่อ"]],
    ["same-words", "locales/th/pin.json", "/pin/done/links/1"],
  ],
  [
    "English in a Thai text",
    "pin",
    [["locales/th/pin.json", "/pin/set/intro", "You confirm each order with it"]],
    ["text-language", "locales/th/pin.json", "/pin/set/intro"],
  ],
  [
    "half an English sentence in a Thai text",
    "pin",
    [["locales/th/pin.json", "/pin/set/intro", "ใช้ PIN to confirm each order with it ทุกครั้ง"]],
    ["text-language", "locales/th/pin.json", "/pin/set/intro"],
  ],
  [
    "Thai in an English text",
    "pin",
    [["locales/en/pin.json", "/pin/set/title", "ตั้ง PIN 6 หลัก"]],
    ["text-language", "locales/en/pin.json", "/pin/set/title"],
  ],
  [
    "an empty text",
    "invest",
    [["locales/th/order.json", "/invest/amount/title", " "]],
    ["missing-text", "locales/th/order.json", "/invest/amount/title"],
  ],
  [
    "a specific label in one language only",
    "invest",
    [["locales/en/order.json", "/invest/place/errors", undefined]],
    ["missing-text", "locales/en/order.json", "/invest/place/errors/minimum"],
  ],
];

it.each(FAULTS)("the checks report this planted fault: %s", async (_, flow, changes, finding) => {
  expect(await found(flow, ...changes)).toContainEqual(finding);
});

/** A user affected by a fault of the table above: a person of a recorded path, changed if necessary. */
type Hurt = readonly [
  what: string,
  path: string,
  person: (traveller: Traveller) => Traveller,
  isHurt: (journey: Journey) => boolean,
];

const asKept = (traveller: Traveller): Traveller => traveller;
const answering =
  (step: string, answer: JsonObject) =>
  (traveller: Traveller): Traveller => ({ ...traveller, answers: { ...traveller.answers, [step]: answer } });
const knowing =
  (fact: string, more: JsonObject) =>
  ({ around, ...traveller }: Traveller): Traveller => ({
    ...traveller,
    around: { ...around, facts: { ...around.facts, [fact]: { ...around.facts[fact], ...more } } },
  });
const goes = ({ path }: Journey, step: string): boolean => path.includes(step);
const ends = ({ path }: Journey, step: string): boolean => path.at(-1) === step;
/** Returns true if a challenge was passed or an effect succeeded. */
const did = ({ stops }: Journey, step: string): boolean =>
  stops
    .at(-1)
    ?.instance.receipts.some(
      (receipt) =>
        receipt.step === step &&
        /passed|done/.test(JSON.stringify("outcome" in receipt ? receipt.outcome : "")),
    ) === true;
/** Returns true if an effect gets another input than expected. */
const given = ({ stops }: Journey, step: string, input: string, place: string): boolean => {
  const stop = stops.find(({ walk }) => walk.at.kind === "effect" && walk.at.step === step);
  return (
    stop?.walk.at.kind === "effect" &&
    JSON.stringify(stop.walk.at.input[input]) !== JSON.stringify(stop.walk.read(place))
  );
};

it.each<Hurt>([
  [
    "an order without a PIN for some users",
    "paid",
    knowing("dealing", { beforeCutOff: false }),
    (one) => goes(one, "place") && !did(one, "pin"),
  ],
  [
    "an order that is placed although the PIN is exhausted",
    "paid:pin.exhausted",
    asKept,
    (one) => goes(one, "place") && !did(one, "pin"),
  ],
  [
    "an order that is placed although a code was tried too often",
    "paid:otp,otp.exhausted",
    asKept,
    (one) => goes(one, "place") && !did(one, "otp"),
  ],
  [
    "a company flow without a signature",
    "done:company,bank",
    asKept,
    (one) => goes(one, "submit") && !did(one, "sign"),
  ],
  ["an unpaid order that ends as paid", "expired", asKept, (one) => ends(one, "paid")],
  ["a contract that need not be accepted", "done", answering("contract", {}), (one) => goes(one, "submit")],
  [
    "a refused contract that is signed",
    "done",
    answering("contract", { accepted: false }),
    (one) => goes(one, "submit"),
  ],
  [
    "a picture of a company's representative taken without consent",
    "done:company,bank",
    asKept,
    (one) => goes(one, "card-front") && !goes(one, "biometrics"),
  ],
  [
    "a card unknown to the register after which the flow continues",
    "done:dopa,dopa.no-match",
    asKept,
    (one) => goes(one, "path") && !did(one, "dopa"),
  ],
  [
    "companies that read that they submitted what they did not submit",
    "done:company,bank",
    asKept,
    (one) => ends(one, "done") && !goes(one, "submit"),
  ],
  [
    "a flow that reports success and does nothing",
    "done",
    asKept,
    (one) => ends(one, "done") && !did(one, "send"),
  ],
  [
    "an end as success that skips a repeatable effect",
    "already",
    asKept,
    (one) => ends(one, "done") && !did(one, "set"),
  ],
  [
    "a repeated PIN that nothing compares",
    "done",
    answering("set", { pin: "148263", confirmPin: "148264" }),
    (one) => did(one, "set"),
  ],
  [
    "a rule with another age than its reason",
    "under-age:general",
    ({ answers, ...traveller }) => ({
      ...traveller,
      answers: { ...answers, general: { ...answers.general, birthDate: "1973-01-01" } },
    }),
    (one) => !ends(one, "under-age"),
  ],
  [
    "a minimum that is checked on another amount than is paid",
    "paid",
    asKept,
    (one) => given(one, "place", "amount", "answers.amount.amount"),
  ],
  ["a fee that is submitted as the tax", "paid", asKept, (one) => given(one, "place", "fee", "derived.fee")],
  ["the fee instead of its VAT", "paid", asKept, (one) => given(one, "place", "vat", "derived.vat")],
  [
    "today's date instead of the NAV day",
    "paid",
    knowing("dealing", { navDate: "2026-11-25", allotmentDate: "2026-11-26" }),
    (one) => given(one, "place", "navDate", "facts.dealing.navDate"),
  ],
  [
    "an e-mail address submitted as a telephone number",
    "done",
    asKept,
    (one) => given(one, "send", "phone", "answers.contact.phone"),
  ],
  [
    "two documents whose versions are exchanged",
    "done",
    knowing("legal", { biometricsVersion: "2" }),
    (one) => given(one, "submit", "contractVersion", "facts.legal.contractVersion"),
  ],
  [
    "a name in letters that the register does not have",
    "done:dopa",
    asKept,
    (one) => given(one, "dopa", "firstName", "answers.general.firstNameTh"),
  ],
])(
  'the fault "%s" affects a user on the path %s, and no user after it is corrected',
  async (what, path, person, isHurt) => {
    const [, flow, changes] = FAULTS.find(([name]) => name === what) as Fault;
    const { cases } = JSON.parse(
      await readFile(join(ROOT, `tests/definitions/paths/${flow}.json`), "utf8"),
    ) as PathCases;
    const { traveller } = cases.find(({ name }) => name === path) as PathCase;
    const source = await sourceOf(flow);
    const [planted, mended] = [changed(source, ...changes), source].map((one) =>
      goAlong(compileInProcess(verify(one, trade).definition as Definition), person(traveller)),
    ) as [Journey, Journey];
    expect([isHurt(planted), isHurt(mended)]).toEqual([true, false]);
  },
);

it("the checks report a flow that replaces a shared rule by a rule of its own", async () => {
  const source = await sourceOf("invest");
  const shared = source.files["flows/shared/rules/able-to-invest.json"] as JsonObject;
  const own = "flows/invest/rules/able-to-invest.json";
  expect(await found("invest", [own, "", shared])).toContainEqual(["duplicate-id", own, "/id"]);
});

it.each([
  ["a rule", "flows/pin/rules/pins-match.json", "/must/0/logic"],
  ["a form", "schemas/pin/set.json", "/properties/pin"],
  ["a text", "locales/en/pin.json", "/pin/set/title"],
])("the checks reject %s that is nested without limit", async (_, file, pointer) => {
  const source = await sourceOf("pin");
  let deep = at(source, file, pointer);
  for (let level = 0; level < 20_000; level += 1) deep = { properties: deep };
  expect(await found("pin", [file, pointer, deep])).toContainEqual(["too-deep", file, ""]);
});

it("a flow may name exactly the widgets of the page, each in the groups of the page", () => {
  const has = { ...widgets, ...parts.widgets, ...parts.groups };
  expect([...Object.keys(has), ...WHOLE_WIDGETS].sort()).toEqual(Object.keys(NAMES.widgets).sort());
});
