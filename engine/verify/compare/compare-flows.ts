import { assumptionsOf } from "../../flow/assumptions.ts";
import type { Definition } from "../../flow/definition.ts";
import type { Step } from "../../flow/flow-file.ts";
import { conditionKey, ruleSetOf } from "../../flow/rule-set.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import type { Expression } from "../../rules/expression.ts";
import { checkProgram } from "../../rules/program.ts";
import type { OnMissing, Path } from "../../rules/rule.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import type { Json, JsonSchema } from "../../values/json.ts";
import { assumedAbout, assumedExpression, possibleIn, type SchemaUnder } from "../assume/possible.ts";
import { type DomainOf, domainsOf, rootSchema } from "../cells/domain.ts";
import { takenOnlyBy } from "../cells/taken-only.ts";
import type { Node } from "../diagram/diagram.ts";
import { sampledWhy, whyNot } from "../diagram/questions.ts";
import { pathsRead, referencesOf } from "../diagram/references.ts";
import { createSpace, type Space } from "../diagram/space.ts";
import type { Why } from "../diagram/undecided.ts";
import { type AnswerChange, answerChanges } from "./answer-changes.ts";
import { type ChangedClass, changedClasses } from "./changed-classes.ts";
import { compareRules, type RuleComparison } from "./compare-rules.ts";
import { labelled, renamed } from "./labelled.ts";

/** What became of a step. `leads`: people who are led elsewhere; `parts`: what else of it changed, by name. */
export type StepChange = {
  readonly step: string;
  readonly kind: "added" | "removed" | "changed";
  readonly parts: readonly string[];
  readonly leads: readonly ChangedClass[];
  /** Why it is not decided who is led elsewhere, where it is not. */
  readonly unknown: Why | null;
  /** An answer that only the one version takes. */
  readonly noLongerTaken?: Json;
  readonly newlyTaken?: Json;
  /** Answers to its fields that only the one version takes. */
  readonly answers: readonly AnswerChange[];
};

/** How two versions of a flow differ. */
export type FlowComparison = {
  readonly kind: "same" | "texts-only" | "equal" | "different";
  readonly steps: readonly StepChange[];
  readonly rules: { readonly [rule: string]: RuleComparison | { readonly kind: "added" | "removed" } };
  /** Names of other parts of the flow file that changed, such as `flags`. */
  readonly parts: readonly string[];
  readonly texts: boolean;
};

/** Compares two versions of a flow in meaning: where they lead whom, which answers they take, what their rules say. */
export function compareFlows(before: Definition, after: Definition): FlowComparison {
  const domainOf = eitherDomain(before, after);
  const types = { ...typesOfDefinition(before), ...typesOfDefinition(after) };
  const rules: { [rule: string]: FlowComparison["rules"][string] } = {};
  for (const id of new Set([...Object.keys(before.rules), ...Object.keys(after.rules)])) {
    const old = before.rules[id];
    const now = after.rules[id];
    if (old === undefined) rules[id] = { kind: "added" };
    else if (now === undefined) rules[id] = { kind: "removed" };
    else {
      const others = (definition: Definition) =>
        Object.values(definition.rules).map((rule) => ({ file: `${rule.id}.json`, rule }));
      const comparison = alike(old, now)
        ? { kind: "same" as const }
        : compareRules(
            { rule: old, others: others(before) },
            { rule: now, others: others(after) },
            { types, domainOf, schemaUnder: schemaUnder(before, after) },
          );
      rules[id] = comparison;
    }
  }
  const steps = stepChanges(before, after, domainOf);
  const parts = (
    ["subject", "inFlight", "flags", "facts", "derived", "invariants", "start", "groups"] as const
  ).filter((part) => !alike(partOf(before, part), partOf(after, part)));
  const texts =
    !alike(before.texts, after.texts) ||
    Object.values(rules).some((one) => "texts" in one && one.texts.length > 0);
  const changedRules = Object.values(rules).some(({ kind }) => !["same", "equal"].includes(kind));
  const changed = steps.length > 0 || parts.length > 0 || changedRules;
  const rewritten =
    Object.values(rules).some(({ kind }) => kind === "equal") || !alike(before.flow, after.flow);
  const kind = changed ? "different" : rewritten ? "equal" : texts ? "texts-only" : "same";
  return { kind, steps, rules, parts, texts };
}

/** A part of a flow file; where the order of a list means nothing, in one order. */
function partOf({ flow }: Definition, part: keyof Definition["flow"]): unknown {
  if (part !== "flags" && part !== "invariants") return flow[part];
  return [...flow[part]].map((one) => canonicalJson(one as Json)).sort();
}

function alike(left: unknown, right: unknown): boolean {
  return canonicalJson((left ?? null) as Json) === canonicalJson((right ?? null) as Json);
}

/** A place means what either version says; where both say something, the newer one's domain is not narrower by accident. */
function eitherDomain(before: Definition, after: Definition): DomainOf {
  const old = domainsOf(before);
  const now = domainsOf(after);
  return (path) => now(path) ?? old(path);
}

/** What is required in both versions alike; where they differ, whatever comes may lack it. */
function schemaUnder(before: Definition, after: Definition): SchemaUnder {
  return (path) => {
    const [root, name] = path.split(".") as [string, string];
    const old = rootSchema(before, root, name);
    const now = rootSchema(after, root, name);
    return old === undefined || now === undefined || alike(old, now) ? (now ?? old) : undefined;
  };
}

function stepChanges(before: Definition, after: Definition, domainOf: DomainOf): readonly StepChange[] {
  const changes: StepChange[] = [];
  const lead = leadingOf(before, after, domainOf);
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
    const parts = changedParts(old, now);
    const leading = alike(nextOf(old), nextOf(now)) ? { leads: [], unknown: null } : lead(step);
    const schemas = schemaChange(before.schemas[step], after.schemas[step], `answers.${step}`);
    if (schemas !== null) parts.push("schema");
    if (parts.length === 0 && leading.leads.length === 0 && leading.unknown === null) continue;
    changes.push({ step, kind: "changed", parts, ...leading, answers: [], ...schemas });
  }
  return changes;
}

function changedParts(before: Step, after: Step): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete("next");
  return [...names].filter((name) => !alike(before[name as "kind"], after[name as "kind"]));
}

function schemaChange(
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  prefix: Path,
): Pick<StepChange, "noLongerTaken" | "newlyTaken" | "answers"> | null {
  if (before === undefined || after === undefined || alike(before, after)) return null;
  const lost = takenOnlyBy(before, after);
  const won = takenOnlyBy(after, before);
  return {
    ...(lost === undefined ? {} : { noLongerTaken: lost }),
    ...(won === undefined ? {} : { newlyTaken: won }),
    answers: answerChanges(before, after, prefix),
  };
}

type Leading = { readonly leads: readonly ChangedClass[]; readonly unknown: Why | null };

/** Compares where a step leads, over one space for all steps of both versions. */
function leadingOf(before: Definition, after: Definition, domainOf: DomainOf): (step: string) => Leading {
  const versions = [
    { definition: before, label: "before " },
    { definition: after, label: "after " },
  ].map(({ definition, label }) => {
    const { program } = checkProgram(ruleSetOf(definition));
    const inline = new Map(program.conditions.map(({ key, logic }) => [key, renamed(logic, label)]));
    return { definition, label, rules: labelled(program.rules, label), inline };
  });
  const conditionOf = (
    version: (typeof versions)[number],
    step: string,
    index: number,
  ): Expression | undefined => {
    const when = nextOf(version.definition.flow.steps[step] as Step)[index]?.when;
    if (typeof when === "string") return { op: "rule", id: version.label + when, type: { kind: "boolean" } };
    return version.inline.get(conditionKey(step, index));
  };
  const conditionsAt = (step: string): readonly Expression[] =>
    versions.flatMap((version) =>
      nextOf(version.definition.flow.steps[step] as Step).flatMap(
        (_, index) => conditionOf(version, step, index) ?? [],
      ),
    );
  const destination = (space: Space, version: (typeof versions)[number], step: string): Node => {
    const next = nextOf(version.definition.flow.steps[step] as Step);
    return next.reduceRight<Node>((rest, entry, index) => {
      const condition = conditionOf(version, step, index);
      if (condition === undefined) return space.diagrams.leaf(entry.to);
      const rule = typeof entry.when === "string" ? version.definition.rules[entry.when] : undefined;
      return choosing(space, space.diagramOf(condition), rule?.onMissing, {
        yes: space.diagrams.leaf(entry.to),
        no: rest,
      });
    }, space.diagrams.leaf(null));
  };
  return (step) => {
    const [old, now] = versions as [(typeof versions)[number], (typeof versions)[number]];
    try {
      const expressions = conditionsAt(step);
      const rules = [...old.rules, ...now.rules];
      const places = pathsRead(expressions, referencesOf(rules));
      const assumed = [old, now].map(({ definition, label }) =>
        assumedAbout(assumptionsOf(definition), places).map(({ id, fact }) => ({ id: label + id, fact })),
      );
      const space = createSpace({
        rules,
        expressions: [...expressions, ...assumed.flat().map(assumedExpression)],
        domainOf,
      });
      const left = destination(space, old, step);
      const right = destination(space, now, step);
      const under = schemaUnder(before, after);
      const possible = assumed.map((one) => possibleIn(space, one, under)).reduce(space.diagrams.either);
      const leads = changedClasses(space, left, right, { possible, read: space.levelsRead(expressions) });
      return { leads, unknown: leads.length > 0 ? null : sampledWhy(space, expressions) };
    } catch (error) {
      return { leads: [], unknown: whyNot(error) };
    }
  };
}

/** Where a condition leads; what is unknown under `ask` may keep the person at an earlier form, which is said as such. */
function choosing(
  { diagrams }: Space,
  condition: Node,
  onMissing: OnMissing | undefined,
  branches: { readonly yes: Node; readonly no: Node },
): Node {
  const asks = diagrams.leaf("asked again where it can be mended");
  const unknown = onMissing === "allow" ? branches.yes : onMissing === "ask" ? asks : branches.no;
  const isUnknown = diagrams.where(condition, undefined);
  return diagrams.choose(
    isUnknown,
    unknown,
    diagrams.choose(diagrams.where(condition, true), branches.yes, branches.no),
  );
}
