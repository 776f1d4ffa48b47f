import { readFileSync } from "node:fs";
import { join } from "node:path";
import { trade } from "../../domain/index.ts";
import { compileRules, scopeOf, typesOfSchema } from "../../engine/rules/index.ts";
import type { RuleFile, RuleOutcome } from "../../engine/rules/rule.ts";
import type { JsonObject, JsonSchema } from "../../engine/values/json.ts";
import type { Texts } from "../texts.ts";
import type { OnboardingStep } from "./answers.ts";

/** The nine onboarding steps, in the usual order. */
const ORDER = ["email", "onfido", "verifio", "dopa", "suit", "fatca", "destination", "contract", "kyc"];

/** Steps that companies do not need (section 6 of the specification). */
const NOT_FOR_COMPANIES: ReadonlySet<string> = new Set(["suit", "fatca"]);

/**
 * Evaluates the rule `onboarding-complete`, which tells which steps an investor has done. Returns the steps
 * with their states.
 */
export type Onboarding = (investor: JsonObject) => readonly OnboardingStep[];

/**
 * Loads the rule `onboarding-complete` with the types of the facts. The rule belongs to no flow, so it is
 * part of the release, like legal texts. Throws if the rule is invalid; a test proves that the released rule
 * is valid.
 */
export function createOnboarding({
  rootDir,
  texts,
}: {
  readonly rootDir: string;
  readonly texts: Texts;
}): Onboarding {
  const read = <Content>(path: string) => JSON.parse(readFileSync(join(rootDir, path), "utf8")) as Content;
  const file = "flows/shared/rules/onboarding-complete.json";
  const rule = read<RuleFile>(file);
  const { investor } = read<{ investor: { schema: JsonSchema } }>("flows/shared/facts.json");
  const { formats } = trade;
  const types = typesOfSchema(investor.schema, {
    prefix: "facts.investor",
    formats,
    resolve: (reference) => read(`schemas/${reference}.json`),
  });
  const compiled = compileRules({ rules: [{ file, rule }], conditions: {}, types, formats });
  const run = compiled.ok ? compiled.value.must[rule.id] : undefined;
  if (run === undefined || rule.must === undefined)
    throw new Error("createOnboarding: the rule onboarding-complete is unsound");
  const clauses = rule.must.map(({ id, reason, mend }) => ({ id, reason, mend }));
  return (facts) => {
    const open = openOf(run(scopeOf({ facts: { investor: facts } })));
    return [...clauses]
      .sort((one, other) => ORDER.indexOf(one.id) - ORDER.indexOf(other.id))
      .filter(({ id }) => facts.customerType !== "JURISTIC" || !NOT_FOR_COMPANIES.has(id))
      .map(({ id, reason, mend }) => ({
        id,
        state: open.has(id) ? stateOf(id, facts) : "done",
        text: wordsOf(texts, { id, reason }, facts),
        mend: mend === "none" ? null : mend,
      }));
  };
}

/**
 * Returns the texts of an onboarding step. Companies have their own texts, about their signatory and company.
 */
function wordsOf(
  texts: Texts,
  { id, reason }: { readonly id: string; readonly reason: string },
  facts: JsonObject,
) {
  const company = facts.customerType === "JURISTIC" ? texts.find(`warning:onboarding-company.${id}`) : null;
  return company ?? texts.find(reason) ?? { th: id, en: id };
}

function openOf(outcome: RuleOutcome): ReadonlySet<string> {
  return new Set(outcome.kind === "holds" ? [] : outcome.clauses.map(({ id }) => id));
}

const ASKED_AGAIN: ReadonlySet<unknown> = new Set(["REJECT", "REJECTED", "OVERDUE", "BLOCKED"]);

function stateOf(id: string, investor: JsonObject): "open" | "again" | "waiting" {
  const status = investor[`${id}Status`];
  if (status === "REVIEW") return "waiting";
  // A card for which the register gave no answer is reviewed by staff together with the whole submission.
  if (id === "dopa" && ["PENDING", "REVIEW", "VERIFIED"].includes(String(investor.kycStatus)))
    return "waiting";
  return ASKED_AGAIN.has(status) ? "again" : "open";
}
