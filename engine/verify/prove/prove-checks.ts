import type { Step } from "../../flow/flow-file.ts";
import { pathsOfLogic, pathsOfRule } from "../../flow/paths-read.ts";
import type { Walk } from "../../flow/walk.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding, Scope } from "../../rules/rule.ts";
import type { JsonObject } from "../../values/json.ts";
import {
  answerPlacesBehind,
  type Node,
  openFieldsOf,
  overlaps,
  putAt,
  sampledWhy,
  successors,
} from "../model/index.ts";
import { type AtStep, fileOf, nobody, readAt, somebody } from "./at-step.ts";
import { checksOf, ruleReference } from "./flow-space.ts";
import { passed } from "./replay.ts";
import type { StepSets } from "./symbolic-walk.ts";

/** Reports checks that no person passes, and invariants that some people break. */
export function proveChecks(at: AtStep): readonly Finding[] {
  const { sets, step, id, proof } = at;
  const { definition, space } = proof.walk.flow;
  const { diagrams } = space;
  const findings: Finding[] = [];
  // A failed invariant stops people only at forms and effects.
  const asks = step.kind === "form" || step.kind === "effect";
  const own = "check" in step ? (step.check ?? []) : [];
  for (const rule of checksOf(definition, id)) {
    const invariant = definition.flow.invariants.findIndex((one) => one.before === id && one.rule === rule);
    const pointer = invariant >= 0 ? `/invariants/${invariant}` : `/steps/${id}/check/${own.indexOf(rule)}`;
    const holds = passingAt(at, rule);
    if (asks && !diagrams.meet(sets.answered, holds)) {
      findings.push(
        nobody(
          at,
          {
            pointer,
            says: { key: "check-never-holds", params: { step: id, rule } },
          },
          {
            set: sets.answered,
            answered: sets.answered !== sets.arrive,
            shows: ({ walk: { at } }) =>
              at.step === id ||
              (at.kind === "form" && at.errors.some(({ code }) => code.startsWith(`${rule}.`))),
          },
        ),
      );
      continue;
    }
    const demanded = demandedBy(at, rule);
    if (demanded !== null)
      findings.push(
        errorAt(
          { file: fileOf(proof), pointer },
          { key: "answer-demanded", params: { step: id, rule, field: demanded } },
        ),
      );
    // A form asks again until the rule holds.
    if (step.kind === "form") continue;
    // The effect's own form asks again until the rule holds.
    if (invariant < 0 && readsForm(at, rule)) continue;
    if (diagrams.isWithin(sets.answered, holds)) {
      const sampled = at.why ?? sampledWhy(space, [ruleReference(rule)]);
      if (sampled !== null && invariant >= 0 && !askedJustBefore(at, rule) && !holdsGenerously(at, rule))
        findings.push(
          errorAt(
            { file: fileOf(proof), pointer },
            { key: "not-proved.invariant", params: { rule, step: id, why: sampled } },
          ),
        );
      continue;
    }
    const clauses = `${rule}.`;
    findings.push(
      somebody(
        at,
        {
          pointer,
          invariant: invariant >= 0,
          says: {
            key: invariant >= 0 ? "invariant-broken" : "check-blocks-effect",
            params: { step: id, rule },
          },
        },
        {
          set: diagrams.without(sets.answered, holds),
          answered: true,
          shows: ({ walk }) =>
            step.kind !== "effect"
              ? passed(walk, id) && !holdsFor(at, rule, walk)
              : walk.at.step === id
                ? walk.at.kind === "effect" &&
                  (step.form === true || walk.at.errors.some(({ code }) => code.startsWith(clauses)))
                : walk.at.kind === "form" && walk.at.errors.some(({ code }) => code.startsWith(clauses)),
        },
      ),
    );
  }
  return findings;
}

/**
 * Returns an optional field that a check of the same form makes necessary for everyone. The check's clause
 * names the field in `mend`, reads only this field and values derived from it, and fails without it.
 */
function demandedBy({ proof, id }: AtStep, rule: string): string | null {
  const { definition } = proof.walk.flow;
  const { must = [], onMissing } = definition.rules[rule] ?? {};
  if (onMissing === "allow") return null;
  const demanded = must.find(({ mend, logic }) => {
    if (!mend.startsWith(`answers.${id}.`) || openFieldsOf(definition, mend).length === 0) return false;
    const hangsOnIt = (path: string) => {
      const behind = answerPlacesBehind(definition, [path]);
      return behind.length > 0 && behind.every((place) => overlaps(place, mend));
    };
    return pathsOfLogic(definition, logic).every(hangsOnIt);
  });
  if (demanded === undefined) return null;
  const used = proof
    .compiled()
    .plan.byId.get(id)
    ?.check.find((one) => one.id === rule);
  const outcome = used?.run({ answers: {}, facts: {}, derived: {}, effects: {}, flags: {} });
  const isKept =
    outcome !== undefined &&
    outcome.kind !== "holds" &&
    outcome.clauses.some((one) => one.id === demanded.id);
  return isKept ? demanded.mend : null;
}

/** Returns true if a rule lets the person of a walk pass at the step. */
function holdsFor({ proof, id }: AtStep, rule: string, walk: Walk): boolean {
  const { definition, plan } = proof.compiled();
  const used = plan.byId.get(id)?.check.find((one) => one.id === rule);
  let scope: JsonObject = { answers: {}, facts: {}, derived: {}, effects: {}, flags: {} };
  for (const path of pathsOfRule(definition, rule)) {
    const place = path.replace(/\.length$/, "");
    const value = walk.read(place);
    if (value !== undefined) scope = putAt(scope, place, value);
  }
  const outcome = used?.run(scope as Scope);
  return outcome?.kind === "holds" || (outcome?.kind === "unknown" && used?.onMissing === "allow");
}

/**
 * Returns true if a rule certainly holds at a step. Every path to the step passes a form that checks the
 * rule, and no value that the rule reads changes afterwards.
 */
function askedJustBefore(at: AtStep, rule: string): boolean {
  const { walk } = at.proof;
  const { definition, space } = walk.flow;
  const read = space.levelsRead([ruleReference(rule)]);
  const seen = new Set<string>();
  const open = [at.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const step = definition.flow.steps[id] as Step;
    if (step.kind === "form" && step.check?.includes(rule)) continue;
    const gives = [...(walk.sets.get(id)?.own ?? [])].some((level) => read.has(level));
    const renews = id !== at.id && (step.kind === "effect" || step.kind === "wait");
    if (gives || renews || id === definition.flow.start) return false;
    open.push(
      ...Object.keys(definition.flow.steps).filter((from) => successors(definition, from).includes(id)),
    );
  }
  return true;
}

/**
 * Returns true if a rule holds for everyone who can reach a step. Undecided conditions before the step are
 * taken to let everyone pass. The rule itself must be decided for every value.
 */
function holdsGenerously(at: AtStep, rule: string): boolean {
  const { space } = at.proof.walk.flow;
  if (space.sampled([ruleReference(rule)]).length > 0) return false;
  const sets = at.proof.generous().sets.get(at.id) as StepSets;
  return space.diagrams.isWithin(sets.answered, passingAt({ ...at, sets }, rule));
}

/** Returns the people at a step whom a rule lets pass. */
function passingAt(at: AtStep, rule: string): Node {
  const { definition, space } = at.proof.walk.flow;
  const { diagrams } = space;
  const truth = readAt(at, space.ruleOf(rule));
  const allowed =
    definition.rules[rule]?.onMissing === "allow" ? diagrams.where(truth, undefined) : diagrams.no;
  return diagrams.either(diagrams.where(truth, true), allowed);
}

function readsForm(at: AtStep, rule: string): boolean {
  const { space } = at.proof.walk.flow;
  return [...space.diagrams.support(space.ruleOf(rule))].some((level) =>
    space.variables[level]?.path.startsWith(`answers.${at.id}.`),
  );
}
