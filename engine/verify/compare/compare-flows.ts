import type { Definition } from "../../flow/definition.ts";
import type { Step } from "../../flow/flow-file.ts";
import { withReferences } from "../../flow/rules-named.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { tradeOf } from "../../flow/trade.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import type { Formats } from "../../rules/format.ts";
import { rulesOf } from "../../rules/reads-of.ts";
import type { Path, RuleFile } from "../../rules/rule.ts";
import type { TypeEnv } from "../../rules/types.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import type { Json, JsonSchema } from "../../values/json.ts";
import { type DomainOf, takenOnlyBy, type Why } from "../model/index.ts";
import { type Ordinary, type OrdinaryValues, ordinaryValues } from "../witness/index.ts";
import { type AnswerChange, answerChanges } from "./answer-changes.ts";
import type { ChangedClass } from "./changed-classes.ts";
import { compareRules, type RuleComparison } from "./compare-rules.ts";
import { alike, eitherDomain, schemaUnder } from "./either-version.ts";
import { leadingOf } from "./leading.ts";
import { type ReadOtherwise, readOtherwise } from "./read-otherwise.ts";
import { type SameNames, withSameNames } from "./renamed-steps.ts";
import { stepPart } from "./step-part.ts";

/**
 * The changes of a step. `leads`: the people whom the step leads to another step than before. `parts`: the
 * names of other changed parts.
 */
export type StepChange = {
  readonly step: string;
  readonly kind: "added" | "removed" | "changed";
  readonly parts: readonly string[];
  readonly leads: readonly ChangedClass[];
  /** Name of the step in the older version, if the step was renamed. */
  readonly formerly?: string;
  /** Why it is undecided which people are led to another step; `null` if it is decided. */
  readonly unknown: Why | null;
  /** Example of a whole answer that only one version accepts. */
  readonly noLongerTaken?: Json;
  readonly newlyTaken?: Json;
  /** Answers to single fields that only one version accepts. */
  readonly answers: readonly AnswerChange[];
};

/** The differences between two versions of a flow. */
export type FlowComparison = {
  readonly kind: "same" | "texts-only" | "equal" | "different";
  readonly steps: readonly StepChange[];
  readonly rules: { readonly [rule: string]: RuleComparison | { readonly kind: "added" | "removed" } };
  /**
   * Names of further parts of the flow file that changed, such as `flags`. Contains `offeredFacts`, `effects`
   * or `events` if the server's declarations of them changed.
   */
  readonly parts: readonly string[];
  readonly texts: boolean;
};

/**
 * Compares two versions of a flow by meaning: where they lead people, which answers they accept, and what
 * their rules decide.
 */
export function compareFlows(
  older: Definition,
  after: Definition,
  person: Ordinary | null = null,
): FlowComparison {
  const { before, formerly } = withSameNames(older, after);
  const ordinary = person && ordinaryValues(after, person);
  const domainOf = eitherDomain(before, after);
  const own = { before: typesOfDefinition(before), after: typesOfDefinition(after) };
  const otherwise = readOtherwise(before, after);
  const rules: { [rule: string]: FlowComparison["rules"][string] } = {};
  for (const id of new Set([...Object.keys(before.rules), ...Object.keys(after.rules)])) {
    const old = before.rules[id];
    const now = after.rules[id];
    if (old === undefined) rules[id] = { kind: "added" };
    else if (now === undefined) rules[id] = { kind: "removed" };
    else {
      const version = (definition: Definition, types: TypeEnv) => ({
        rule: definition.rules[id] as RuleFile,
        others: Object.values(definition.rules).map((rule) => ({ file: `${rule.id}.json`, rule })),
        types,
      });
      const isSame = alike(writtenWith(before, id), writtenWith(after, id));
      const comparison = isSame
        ? { kind: "same" as const }
        : compareRules(version(before, own.before), version(after, own.after), {
            types: own.after,
            formats: tradeOf(after).formats,
            domainOf,
            schemaUnder: schemaUnder(before, after),
            ordinary,
          });
      // The condition is unchanged, and so is everything that it refers to.
      const found: RuleComparison =
        comparison.kind === "equal" && alike(old, now) ? { kind: "same" } : comparison;
      const why = found.kind === "same" || found.kind === "equal" ? otherwise.byRule(id) : null;
      const texts = "texts" in found ? found.texts : [];
      rules[id] = why === null ? found : { kind: "unknown", why, texts };
    }
  }
  const moved = (rule: string) => !["same", "equal"].includes(rules[rule]?.kind ?? "same");
  const steps = stepChanges({ before, after, formerly }, { domainOf, moved, otherwise, ordinary });
  const parts = (
    [
      "subject",
      "inFlight",
      "flags",
      "facts",
      "derived",
      "invariants",
      "start",
      "groups",
      "minutes",
      "address",
      "entries",
    ] as const
  ).filter((part) => !alike(partOf(before, part), partOf(after, part)));
  const offers = offersChanged(before, after);
  const texts =
    !alike(before.texts, after.texts) ||
    Object.values(rules).some((one) => "texts" in one && one.texts.length > 0);
  const changedRules = Object.values(rules).some(({ kind }) => !["same", "equal"].includes(kind));
  const changed = steps.length > 0 || parts.length + offers.length > 0 || changedRules;
  const rewritten =
    Object.values(rules).some(({ kind }) => kind === "equal") ||
    (["flow", "facts", "effects", "events"] as const).some((part) => !alike(before[part], after[part]));
  const kind = changed ? "different" : rewritten ? "equal" : texts ? "texts-only" : "same";
  return { kind, steps, rules, parts: [...parts, ...offers], texts };
}

/** Returns a part of a flow file for comparison. Lists whose order has no meaning are sorted. */
function partOf({ flow }: Definition, part: keyof Definition["flow"]): unknown {
  if (part !== "flags" && part !== "invariants") return flow[part];
  return [...flow[part]].map((one) => canonicalJson(one as Json)).sort();
}

/** Returns which declarations of the server differ. Ignores comments for programmers. */
function offersChanged(before: Definition, after: Definition): readonly string[] {
  const differs = <One>(
    old: { readonly [name: string]: One },
    now: { readonly [name: string]: One },
    kept: (one: One) => unknown,
  ) => Object.entries(old).some(([name, one]) => now[name] && !alike(kept(one), kept(now[name])));
  return [
    ...(differs(before.facts, after.facts, ({ source: _1, owner: _2, ...fact }) => fact)
      ? ["offeredFacts"]
      : []),
    ...(differs(before.effects, after.effects, ({ errors, ...effect }) => [
      effect,
      Object.keys(errors).sort(),
    ])
      ? ["effects"]
      : []),
    ...(differs(before.events, after.events, (event) => event) ? ["events"] : []),
  ];
}

/** Returns a rule and every rule that it refers to, by id. */
function writtenWith(definition: Definition, id: string): { readonly [rule: string]: RuleFile } {
  const ids = withReferences(definition, [id]);
  return Object.fromEntries(Object.entries(definition.rules).filter(([rule]) => ids.has(rule)));
}

function stepChanges(
  { before, after, formerly }: SameNames & { readonly after: Definition },
  {
    domainOf,
    moved,
    otherwise,
    ordinary,
  }: {
    readonly domainOf: DomainOf;
    readonly moved: (rule: string) => boolean;
    readonly otherwise: ReadOtherwise;
    readonly ordinary: OrdinaryValues | null;
  },
): readonly StepChange[] {
  const changes: StepChange[] = [];
  const { formats } = tradeOf(after);
  const lead = leadingOf(before, after, domainOf, ordinary);
  const ids = new Set([...Object.keys(before.flow.steps), ...Object.keys(after.flow.steps)]);
  for (const step of ids) {
    const old = before.flow.steps[step];
    const now = after.flow.steps[step];
    if (old === undefined || now === undefined) {
      changes.push({
        step,
        kind: old ? "removed" : "added",
        parts: [],
        leads: [],
        unknown: null,
        answers: [],
      });
      continue;
    }
    const former = formerly.get(step);
    const parts = [...(former === undefined ? [] : ["name"]), ...changedParts(old, now)];
    const stays = alike(nextOf(old), nextOf(now)) && !rulesAt(now).some(moved);
    const leading = stays ? { leads: [], unknown: null } : lead(step);
    const unknown = leading.leads.length > 0 ? leading.unknown : (leading.unknown ?? readAt(now, otherwise));
    const schemas = schemaChange(before.schemas[step], after.schemas[step], {
      path: `answers.${step}`,
      formats,
    });
    if (schemas !== null) parts.push("schema");
    const [order, newOrder] = [before.fieldOrder[step], after.fieldOrder[step]];
    const isMoved = order !== undefined && newOrder !== undefined && !alike(order, newOrder);
    if (schemas === null && isMoved && !parts.includes("ui")) parts.push("ui");
    if (parts.length === 0 && leading.leads.length === 0 && unknown === null) continue;
    const named = former === undefined ? {} : { formerly: former };
    changes.push({
      step,
      kind: "changed",
      parts,
      leads: leading.leads,
      unknown,
      answers: [],
      ...named,
      ...schemas,
    });
  }
  return changes;
}

/**
 * Returns the reason why it is undecided where a step leads: a condition reads a value whose meaning changed.
 * Returns `null` if no condition reads such a value.
 */
function readAt(step: Step, { byRule, byLogic }: ReadOtherwise): Why | null {
  for (const { when } of nextOf(step)) {
    if (when === undefined) continue;
    const why =
      byLogic(when) ??
      (typeof when === "string" ? [when] : rulesOf(when)).map(byRule).find((one) => one) ??
      null;
    if (why !== null) return why;
  }
  return null;
}

/** Returns the rules that decide where a step leads. */
function rulesAt(step: Step): readonly string[] {
  return nextOf(step).flatMap(({ when }) => {
    if (when === undefined) return [];
    return typeof when === "string" ? [when] : rulesOf(when);
  });
}

function changedParts(before: Step, after: Step): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete("next");
  if (names.has("ui")) names.add("document");
  return [...names].filter((name) => !alike(stepPart(before, name), stepPart(after, name)));
}

function schemaChange(
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  at: { readonly path: Path; readonly formats: Formats },
): Pick<StepChange, "noLongerTaken" | "newlyTaken" | "answers"> | null {
  if (before === undefined || after === undefined || alike(before, after)) return null;
  const lost = takenOnlyBy(before, after, at.formats);
  const won = takenOnlyBy(after, before, at.formats);
  return {
    ...(lost === undefined ? {} : { noLongerTaken: lost }),
    ...(won === undefined ? {} : { newlyTaken: won }),
    answers: answerChanges(before, after, at),
  };
}
