import type { Definition } from "../../flow/definition.ts";
import { withReferences } from "../../flow/rules-named.ts";
import { codeOf, type FindingMessage } from "../../rules/message.ts";
import type { Cause, Finding } from "../../rules/rule.ts";
import { reachableFrom, successors } from "../model/index.ts";
import { foldedByCause, isCause } from "./folded.ts";

/**
 * Adds the cause (`because`) to each finding whose cause is certain. In the returned list, each cause comes
 * directly before its consequences. A finding is a consequence of another in two cases. Either correcting the
 * other finding makes this one disappear, or this one must be checked again after the correction.
 */
export function withCauses(findings: readonly Finding[], definition: Definition | null): readonly Finding[] {
  const reported: Reported[] = findings.map((finding, index) => ({
    finding,
    index,
    claim: claimOf(finding),
  }));
  const around: Around = { definition, reported };
  const direct = reported.map((one) => {
    const known = reported.find(({ finding }) => finding !== one.finding && isCause(one.finding, finding));
    return known ?? causeOf(one, around);
  });
  const rooted = reported.map(({ finding, index }) => {
    const seen = new Set([index]);
    let root = direct[index];
    while (root !== undefined && !seen.has(root.index) && direct[root.index] !== undefined) {
      seen.add(root.index);
      root = direct[root.index];
    }
    const { because: _, ...rest } = finding;
    return root === undefined || root.index === index ? rest : { ...rest, because: placeOf(root.finding) };
  });
  return foldedByCause(rooted).flatMap(({ cause, follow }) => [cause, ...follow]);
}

function placeOf({ code, file, pointer }: Finding): Cause {
  return { code, file, pointer };
}

/**
 * A finding with what it says about the definition (`claim`). The claim of an undecided fault is the same as
 * that of the proved fault.
 */
type Reported = { readonly finding: Finding; readonly index: number; readonly claim: Claim };
type Claim = { readonly code: string; readonly params: { readonly [name: string]: unknown } };
type Around = { readonly definition: Definition | null; readonly reported: readonly Reported[] };

/**
 * A condition under which one finding is the cause of another. If several such conditions match, the first
 * one in the list decides. Among causes with the same code, the one reported first is used.
 */
type Link = {
  readonly follows: readonly string[];
  /** Codes of findings that can be the cause. `*` stands for any code. */
  readonly from: readonly string[];
  /** Whether a cause with the same code may be reported after its consequence. */
  readonly inAnyOrder?: true;
  readonly where: (one: Reported, cause: Reported, around: Around) => boolean;
};

const MISSING = ["unknown-field", "unknown-path"];
const GIVEN = ["secret-read", "secret-handed-on", "input-type", "input-meaning"];
/** Codes of findings that say nothing at a step that no person reaches. */
const OUT_OF_PLACE = [
  "shown-never",
  "shown-may-be-missing",
  "input-may-be-missing",
  "group-backwards",
  "reopen-not-before",
  "binds-not-before",
  "since-not-before",
];
const IN_TWO_LANGUAGES = ["missing-text", "text-threshold", "unknown-placeholder"];

const LINKS: readonly Link[] = [
  // A name that does not exist is one fault, however many locations read it.
  { follows: ["unknown-path"], from: MISSING, where: isOfSamePlace },
  { follows: ["unknown-field"], from: ["unknown-field"], where: isOfSamePlace },
  {
    follows: ["missing-file"],
    from: ["unknown-signature"],
    where: ({ finding }, { claim }) => finding.file.endsWith(`/${claim.params.name}.json`),
  },
  {
    // A location in the portal that does not exist needs no text.
    follows: ["missing-text"],
    from: ["unknown-entry"],
    where: ({ finding }, { claim }) => finding.pointer.endsWith(`/entries/${claim.params.place}/label`),
  },
  {
    follows: ["unknown-path"],
    from: ["unknown-signature"],
    where: ({ claim }, cause) => String(claim.params.path).startsWith(`effects.${stepAt(cause)}.`),
  },
  {
    // Without the signature it is unknown which words the flow itself determines.
    follows: ["submitted-not-shown"],
    from: ["unknown-signature"],
    where: ({ claim }, cause) => claim.params.step === stepAt(cause),
  },
  {
    follows: ["schema-does-not-compile", "wrong-type"],
    from: ["wrong-shape"],
    where: (_, { finding }) => finding.file.startsWith("schemas/"),
  },
  { follows: ["missing-text"], from: MISSING, where: isTextOf },
  ...IN_TWO_LANGUAGES.map((code): Link => ({ follows: [code], from: [code], where: isSameText })),
  // People do not reach the steps that follow an unreachable step, so those steps are unreachable as well.
  {
    follows: ["unreachable-step"],
    from: ["impossible-branch"],
    where: ({ claim }, cause) => claim.params.step === cause.claim.params.to,
  },
  {
    follows: ["unreachable-step"],
    from: ["check-never-holds", "dead-end"],
    where: ({ claim }, cause) => claim.params.before === cause.claim.params.step,
  },
  { follows: ["unreachable-step"], from: ["unreachable-step"], inAnyOrder: true, where: isOnlyBehind },
  {
    follows: OUT_OF_PLACE,
    from: ["unreachable-step"],
    where: (one, { claim }) => stepAt(one) === claim.params.step,
  },
  // The results of a rule's cases cannot be computed if the rule has an error.
  { follows: ["case-fails"], from: ["*"], where: isLogicOf },
  { follows: ["case-fails"], from: ["case-fails"], inAnyOrder: true, where: isOfRuleBehind },
  {
    follows: ["case-fails"],
    from: ["case-fails"],
    where: ({ finding }, cause) => finding.file === cause.finding.file,
  },
  // If one value is wrong in several ways, only one finding reports it.
  {
    follows: ["input-type", "input-meaning", "crossed-input", "exchanged-input", "submitted-not-shown"],
    from: GIVEN,
    where: isSameSpot,
  },
  { follows: ["until-may-move"], from: ["wait-without-end"], where: isSameSpot },
  {
    follows: ["effect-unconfirmed"],
    from: ["failure-goes-on"],
    where: ({ claim }, cause, { definition }) =>
      definition?.flow.steps[stepAt(cause)]?.kind === "challenge" &&
      reachableFrom(definition, stepAt(cause)).has(String(claim.params.step)),
  },
  {
    follows: ["effect-unconfirmed"],
    from: ["submitted-not-shown"],
    where: ({ claim }, cause) => claim.params.path === cause.claim.params.path,
  },
  {
    follows: ["judged-not-given"],
    from: GIVEN,
    where: ({ finding }, cause) => isBelow(cause.finding, finding),
  },
  {
    follows: ["judged-not-given"],
    from: ["judged-not-given"],
    where: (one, cause) => isSameSpot(one, cause) && one.claim.params.path === cause.claim.params.path,
  },
  { follows: ["input-meaning"], from: ["input-meaning"], where: isExchanged("given") },
  { follows: ["argument-meaning"], from: ["argument-meaning"], where: isExchanged("meaning") },
  {
    follows: ["shown-may-be-missing"],
    from: ["wait-without-end"],
    where: ({ claim }, cause) => claim.params.path === cause.claim.params.path,
  },
  {
    follows: ["shown-may-be-missing"],
    from: ["done-without-effect"],
    where: ({ claim }, cause) => claim.params.step === cause.claim.params.end,
  },
  {
    follows: ["input-type", "input-meaning", "widget-misfit", "text-threshold", "hint-value"],
    from: ["schema-unsatisfiable"],
    where: isOfSameField,
  },
  { follows: ["widget-misfit"], from: ["input-type", "input-meaning"], where: isOfSameField },
  // The `subject` of a flow applies to the whole flow, so it is reported once.
  { follows: ["needs-account"], from: ["needs-account"], where: () => true },
  // One finding is enough if the same people lack several values at a step. The same is true of an invariant
  // that is broken at several steps.
  {
    follows: ["input-missing-on-path", "submitted-unseen"],
    from: ["input-missing-on-path", "submitted-unseen"],
    where: isMissedAlike,
  },
  { follows: ["invariant-broken"], from: ["invariant-broken"], where: isBrokenBefore },
];

function causeOf(one: Reported, around: Around): Reported | undefined {
  const { code } = one.claim;
  for (const { follows, from, inAnyOrder = false, where } of LINKS) {
    if (!follows.includes(code)) continue;
    // Among codes that can cause each other, only a code earlier in the list can be the cause.
    const before = from.includes(code) ? from.slice(0, from.indexOf(code) + 1) : from;
    for (const kind of before) {
      const isBefore = (other: Reported) =>
        other.claim.code !== code || (kind === code && (inAnyOrder || other.index < one.index));
      const cause = around.reported.find(
        (other) =>
          other !== one &&
          (kind === "*" || other.claim.code === kind) &&
          isBefore(other) &&
          where(one, other, around),
      );
      if (cause !== undefined) return cause;
    }
  }
  return undefined;
}

/** Returns the claim of a finding. For `not-proved`, returns the claim that was undecided. */
function claimOf({ says }: Finding): Claim {
  const params = "params" in says ? says.params : {};
  if (says.key === "not-proved.somebody" || says.key === "not-proved.nobody") {
    const claim = says.params.claim as FindingMessage;
    return { code: codeOf(claim), params: "params" in claim ? claim.params : {} };
  }
  return { code: codeOf(says), params };
}

function stepAt({ finding }: Reported): string {
  return /^\/steps\/([^/]+)/.exec(finding.pointer)?.[1] ?? "";
}

function isSameSpot({ finding }: Reported, cause: Reported): boolean {
  return finding.file === cause.finding.file && finding.pointer === cause.finding.pointer;
}

function isBelow(inner: Finding, outer: Finding): boolean {
  return inner.file === outer.file && inner.pointer.startsWith(`${outer.pointer}/`);
}

/** Returns the data path that a finding reports as missing. */
function missingPlace({ claim: { params } }: Reported): string {
  return params.path !== undefined ? String(params.path) : `answers.${params.step}.${params.field}`;
}

function isOfSamePlace(one: Reported, cause: Reported): boolean {
  return missingPlace(one) === missingPlace(cause);
}

/**
 * Returns true for a finding about a text of the missing data path, or of an existing data path that the
 * author probably meant.
 */
function isTextOf({ claim }: Reported, cause: Reported): boolean {
  const place = String(claim.params.place);
  const { near, fields } = cause.claim.params;
  const missing = missingPlace(cause);
  const [root, step, field] = missing.split(".");
  const names = [field, ...(Array.isArray(fields) ? (fields as readonly string[]) : [])];
  if (place === `(place ${missing})` || place === `(place ${near})`) return true;
  return root === "answers" && names.some((name) => place === `/steps/${step} (field ${name})`);
}

/** Returns true for a finding about the same text in the other language. */
function isSameText({ finding }: Reported, cause: Reported): boolean {
  const name = (file: string) => file.split("/").at(-1);
  return (
    finding.file.startsWith("locales/") &&
    finding.file !== cause.finding.file &&
    name(finding.file) === name(cause.finding.file) &&
    finding.pointer === cause.finding.pointer
  );
}

/** Returns true for a finding about a step that can be reached only from an unreachable step. */
function isOnlyBehind({ claim }: Reported, cause: Reported, { definition, reported }: Around): boolean {
  if (definition === null) return false;
  const step = String(claim.params.step);
  const before = Object.keys(definition.flow.steps).filter((id) => successors(definition, id).includes(step));
  const dead = reported.flatMap((one) =>
    one.claim.code === "unreachable-step" ? [String(one.claim.params.step)] : [],
  );
  return before.includes(String(cause.claim.params.step)) && before.every((id) => dead.includes(id));
}

function ruleOf({ file }: Finding): string {
  return (
    file
      .split("/")
      .at(-1)
      ?.replace(/\.json$/, "") ?? ""
  );
}

/** Returns true if the cause is in the logic of the rule that the finding is about. */
function isLogicOf({ finding }: Reported, cause: Reported): boolean {
  return (
    cause.finding.file === finding.file && /^\/(must|value)(\/\d+)?(\/logic|$)/.test(cause.finding.pointer)
  );
}

/**
 * Returns true for a finding about a case of one rule, if that rule refers to the rule in which the cause is.
 */
function isOfRuleBehind({ finding }: Reported, cause: Reported, { definition }: Around): boolean {
  const [rule, behind] = [ruleOf(finding), ruleOf(cause.finding)];
  return definition !== null && rule !== behind && withReferences(definition, [rule]).has(behind);
}

/** Returns true for findings about two values, each of which was used where the other one is expected. */
function isExchanged(given: "given" | "meaning"): Link["where"] {
  const parent = (pointer: string) => pointer.slice(0, pointer.lastIndexOf("/"));
  return ({ finding, claim }, cause) =>
    parent(finding.pointer) === parent(cause.finding.pointer) &&
    claim.params.means === cause.claim.params[given] &&
    claim.params[given] === cause.claim.params.means;
}

/** Returns the answer that a finding is about, from the finding's position or its parameters. */
function fieldOf({ finding: { file, pointer }, claim }: Reported): string | null {
  const { path } = claim.params;
  if (typeof path === "string" && path.startsWith("answers.")) return path;
  const [, step, hint] = /^\/steps\/([^/]+)\/ui\/([^/]+)/.exec(pointer) ?? [];
  if (hint !== undefined) return `answers.${step}.${hint}`;
  const [, form] = /^schemas\/[^/]+\/([^/]+)\.json$/.exec(file) ?? [];
  const [, property] = /^\/properties\/([^/]+)/.exec(pointer) ?? [];
  if (form !== undefined && property !== undefined) return `answers.${form}.${property}`;
  const [, , asked, label] = file.startsWith("locales/") ? pointer.split("/") : [];
  return asked !== undefined && label !== undefined ? `answers.${asked}.${label}` : null;
}

function isOfSameField(one: Reported, cause: Reported): boolean {
  const field = fieldOf(one);
  return field !== null && field === fieldOf(cause);
}

/**
 * Returns true for two findings at the same step whose witnesses are described by the same words and path.
 */
function isMissedAlike(one: Reported, cause: Reported): boolean {
  const [mine, other] = [one, cause].map(({ finding }) => finding.witness);
  return (
    stepAt(one) === stepAt(cause) &&
    mine !== undefined &&
    other !== undefined &&
    JSON.stringify([mine.words, mine.path]) === JSON.stringify([other.words, other.path])
  );
}

/** Returns true for two findings about the same rule, if the cause is at an earlier step. */
function isBrokenBefore({ claim }: Reported, cause: Reported, { definition }: Around): boolean {
  const [step, earlier] = [String(claim.params.step), String(cause.claim.params.step)];
  return (
    definition !== null &&
    claim.params.rule === cause.claim.params.rule &&
    step !== earlier &&
    reachableFrom(definition, earlier).has(step)
  );
}
