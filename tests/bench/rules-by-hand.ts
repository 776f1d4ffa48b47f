import type { Scope, Truth } from "../../engine/rules/rule.ts";
import { compareCanonical } from "../../engine/values/decimal.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";

type Answers = { readonly [step: string]: JsonObject | undefined };
type Hand = (scope: Scope) => Truth | Json | undefined;

const answersOf = (scope: Scope): Answers => scope.answers as Answers;
const investorOf = (scope: Scope): JsonObject | undefined => scope.facts.investor as JsonObject | undefined;
const strategyOf = (scope: Scope): JsonObject | undefined => scope.facts.strategy as JsonObject | undefined;

/** Returns true, false or unknown for a boolean that may be missing. */
const truthOf = (value: Json | undefined): Truth => (typeof value === "boolean" ? value : "unknown");

/**
 * The rules as a careful programmer would write them in JavaScript, with three-valued results and for speed.
 * Each function tests the true cases first, then the false ones; the rest is unknown.
 */
export const byHand: { readonly [rule: string]: Hand } = {
  "able-to-invest": (scope) => {
    const investor = investorOf(scope);
    if (investor === undefined) return "unknown";
    let open = false;
    const { isVerified } = investor;
    if (isVerified !== true) {
      if (isVerified === false) return false;
      open = true;
    }
    const { kycStatus } = investor;
    if (kycStatus !== "VERIFIED" && kycStatus !== "REVIEW" && kycStatus !== "PENDING") {
      if (typeof kycStatus === "string") return false;
      open = true;
    }
    const { livenessStatus, trueMoneyId } = investor;
    const isLive =
      livenessStatus === "VERIFIED" || livenessStatus === "REVIEW" || livenessStatus === "PENDING";
    if (!isLive && !(typeof trueMoneyId === "string" && trueMoneyId !== "")) {
      if (typeof livenessStatus === "string" && trueMoneyId === "") return false;
      open = true;
    }
    const { customerType } = investor;
    if (customerType !== "JURISTIC") {
      const individual = typeof customerType === "string";
      const { suitStatus } = investor;
      if (suitStatus !== "VERIFIED" && suitStatus !== "REVIEW") {
        if (individual && typeof suitStatus === "string") return false;
        open = true;
      }
      const { agreeFatca } = investor;
      if (agreeFatca !== true) {
        if (individual && agreeFatca === false) return false;
        open = true;
      }
    }
    const { contractVerified } = investor;
    if (contractVerified !== true) {
      if (contractVerified === false) return false;
      open = true;
    }
    return open ? "unknown" : true;
  },
  "onboarding-complete": (scope) => {
    const investor = investorOf(scope);
    if (investor === undefined) return "unknown";
    let open = false;
    const { kycStatus } = investor;
    if (kycStatus !== "PENDING" && kycStatus !== "VERIFIED") {
      if (typeof kycStatus === "string") return false;
      open = true;
    }
    const { onfidoStatus } = investor;
    if (onfidoStatus !== "PENDING" && onfidoStatus !== "PENDING_REJECT" && onfidoStatus !== "VERIFIED") {
      if (typeof onfidoStatus === "string") return false;
      open = true;
    }
    const { verifioStatus } = investor;
    if (verifioStatus !== "PENDING" && verifioStatus !== "PENDING_REJECT" && verifioStatus !== "VERIFIED") {
      if (typeof verifioStatus === "string") return false;
      open = true;
    }
    const { suitStatus } = investor;
    if (suitStatus !== "PENDING" && suitStatus !== "VERIFIED") {
      if (typeof suitStatus === "string") return false;
      open = true;
    }
    const { passDopa, isVerified, agreeFatca, contractVerified } = investor;
    if (passDopa === false || isVerified === false || agreeFatca === false || contractVerified === false)
      return false;
    if (passDopa !== true || isVerified !== true || agreeFatca !== true || contractVerified !== true)
      open = true;
    const { walletAddress, bankName } = investor;
    if (
      !(typeof walletAddress === "string" && walletAddress !== "") &&
      !(typeof bankName === "string" && bankName !== "")
    ) {
      if (walletAddress === "" && bankName === "") return false;
      open = true;
    }
    return open ? "unknown" : true;
  },
  "passwords-match": (scope) => {
    const create = answersOf(scope).create;
    if (typeof create?.password !== "string" || typeof create.confirmPassword !== "string") return "unknown";
    return create.password === create.confirmPassword;
  },
  "sale-code": (scope) => truthOf((scope.facts.saleCode as JsonObject | undefined)?.active),
  "pins-match": (scope) => {
    const set = answersOf(scope).set;
    if (typeof set?.pin !== "string" || typeof set.confirmPin !== "string") return "unknown";
    return set.pin === set.confirmPin;
  },
  minimum: (scope) => {
    const has = (scope.facts.holding as JsonObject | undefined)?.has;
    const amount = answersOf(scope).amount?.amount;
    const strategy = strategyOf(scope);
    const least = (minimum: Json | undefined): Truth =>
      typeof amount === "string" && typeof minimum === "string"
        ? compareCanonical(amount, minimum) >= 0
        : "unknown";
    if (has === true) return least(strategy?.minNext);
    if (has === false) return least(strategy?.minFirst);
    const first = least(strategy?.minFirst);
    const next = least(strategy?.minNext);
    return first === true && next === true ? true : "unknown";
  },
  "method-offered": (scope) => {
    if (scope.flags["qr-payment-deposit"] === true) return true;
    const method = answersOf(scope).pay?.method;
    return typeof method === "string" ? method !== "qr" : "unknown";
  },
  "risk-mismatch": riskMismatch,
  "risk-acknowledged": (scope) => {
    const accepted = answersOf(scope).acknowledge?.accepted;
    if (accepted === true) return true;
    const mismatch = riskMismatch(scope);
    if (mismatch === false) return true;
    return mismatch === true && accepted === false ? false : "unknown";
  },
  "strategy-open": (scope) => truthOf(strategyOf(scope)?.open),
  "age-score": (scope) => {
    const age = scope.derived.age;
    if (typeof age !== "number") return undefined;
    return age >= 60 ? 1 : age >= 45 ? 2 : age >= 35 ? 3 : 4;
  },
  "not-us-person": (scope) => {
    const customerType = investorOf(scope)?.customerType;
    if (customerType === "JURISTIC") return true;
    const person = answersOf(scope)["us-person"];
    if (person === undefined) return "unknown";
    const { isUsCitizen, isGreenCardHolder, isUsTaxResident } = person;
    if (isUsCitizen === false && isGreenCardHolder === false && isUsTaxResident === false) return true;
    const isUs = isUsCitizen === true || isGreenCardHolder === true || isUsTaxResident === true;
    return isUs && typeof customerType === "string" ? false : "unknown";
  },
  "suitability-level": (scope) => {
    const score = scope.derived.score;
    if (typeof score !== "number") return undefined;
    return score < 15 ? 1 : score < 22 ? 2 : score < 30 ? 3 : score < 37 ? 4 : 5;
  },
  adult: (scope) => (typeof scope.derived.age === "number" ? scope.derived.age >= 20 : "unknown"),
  "fatca-declared": (scope) => {
    const customerType = investorOf(scope)?.customerType;
    const declared = answersOf(scope)["fatca-declaration"]?.declared;
    if (customerType === "JURISTIC" || declared === true) return true;
    return typeof customerType === "string" && declared === false ? false : "unknown";
  },
  "accepts-digital-asset-risk": (scope) => {
    const customerType = investorOf(scope)?.customerType;
    const accepted = answersOf(scope)["digital-asset-risk"]?.canAcceptDigitalAssetRisk;
    if (customerType === "JURISTIC" || accepted === true) return true;
    return typeof customerType === "string" && accepted === false ? false : "unknown";
  },
  "suitability-score": (scope) => {
    const answers = answersOf(scope);
    const chosen = answers.experience?.experience;
    const age = scope.derived.ageScore;
    const expenses = answers["fixed-expenses"]?.fixedExpenses;
    const position = answers["financial-position"]?.financialPosition;
    const horizon = answers.horizon?.horizon;
    const ability = answers["risk-ability"]?.riskAbility;
    const chart = answers["return-chart"]?.returnChart;
    const feeling = answers.feeling?.feeling;
    const drop = answers["intolerable-drop"]?.intolerableDrop;
    const reaction = answers["reaction-to-loss"]?.reactionToLoss;
    if (
      typeof age !== "number" ||
      typeof expenses !== "number" ||
      typeof position !== "number" ||
      !Array.isArray(chosen) ||
      typeof horizon !== "number" ||
      typeof ability !== "number" ||
      typeof chart !== "number" ||
      typeof feeling !== "number" ||
      typeof drop !== "number" ||
      typeof reaction !== "number"
    )
      return undefined;
    const experience = chosen.includes(4) ? 4 : chosen.includes(3) ? 3 : chosen.includes(2) ? 2 : 1;
    return age + expenses + position + experience + horizon + ability + chart + feeling + drop + reaction;
  },
  "fatca-form": (scope) => {
    const person = answersOf(scope)["us-person"];
    if (person === undefined) return undefined;
    const { isUsCitizen, isGreenCardHolder, isUsTaxResident } = person;
    if (isUsCitizen === true || isGreenCardHolder === true || isUsTaxResident === true) return "W9";
    if (isUsCitizen !== false || isGreenCardHolder !== false || isUsTaxResident !== false) return undefined;
    const indicia = answersOf(scope)["us-indicia"];
    if (indicia === undefined) return undefined;
    const { bornInUsRenounced, usAddress, usPhone, usStandingInstruction, usPowerOfAttorney, usHoldMail } =
      indicia;
    if (bornInUsRenounced === true || usAddress === true || usPhone === true) return "W8BEN";
    if (usStandingInstruction === true || usPowerOfAttorney === true || usHoldMail === true) return "W8BEN";
    if (bornInUsRenounced !== false || usAddress !== false || usPhone !== false) return undefined;
    return usStandingInstruction === false && usPowerOfAttorney === false && usHoldMail === false
      ? "NONE"
      : undefined;
  },
  "steps-done": (scope) => {
    const investor = investorOf(scope);
    if (investor === undefined) return undefined;
    const { isVerified, passDopa, agreeFatca, contractVerified } = investor;
    if (typeof isVerified !== "boolean" || typeof passDopa !== "boolean") return undefined;
    if (typeof agreeFatca !== "boolean" || typeof contractVerified !== "boolean") return undefined;
    return (isVerified ? 1 : 0) + (passDopa ? 1 : 0) + (agreeFatca ? 1 : 0) + (contractVerified ? 1 : 0);
  },
  interests: (scope) => {
    const interests = answersOf(scope).interests;
    const strategies = interests?.strategies;
    const methods = interests?.depositMethods;
    const isEnough = Array.isArray(strategies) && strategies.length >= 2;
    if (!isEnough && Array.isArray(strategies)) return false;
    const isAny = Array.isArray(methods) && methods.length >= 1;
    if (!isAny && Array.isArray(methods)) return false;
    return isEnough && isAny ? true : "unknown";
  },
  "quick-amount": (scope) => {
    const amount = answersOf(scope).amount?.amount;
    if (typeof amount !== "string") return "unknown";
    return compareCanonical("10000.00", amount) <= 0 && compareCanonical(amount, "2000000.00") < 0;
  },
};

function riskMismatch(scope: Scope): Truth {
  const investor = investorOf(scope);
  const customerType = investor?.customerType;
  if (typeof customerType === "string" && customerType !== "INDIVIDUAL") return false;
  const riskLevel = strategyOf(scope)?.riskLevel;
  const most = investor?.suitMaxRisk;
  if (typeof riskLevel !== "number" || typeof most !== "number") return "unknown";
  if (riskLevel <= most) return false;
  return customerType === "INDIVIDUAL" ? true : "unknown";
}
