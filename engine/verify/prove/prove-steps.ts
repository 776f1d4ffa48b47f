import type { Step } from "../../flow/flow-file.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import type { Finding } from "../../rules/rule.ts";
import { successors, type Why } from "../model/index.ts";
import { type AtStep, isFrozenAt, nobody, readAt, somebody } from "./at-step.ts";
import { checksOf, ruleReference } from "./flow-space.ts";
import { proveChecks } from "./prove-checks.ts";
import { proveConfirmed } from "./prove-confirmed.ts";
import { proveContested, proveInputs, proveShown } from "./prove-inputs.ts";
import { proveWaysOn } from "./prove-ways-on.ts";
import { passed } from "./replay.ts";
import { presentAt } from "./suppliers.ts";
import type { StepSets, SymbolicWalk } from "./symbolic-walk.ts";
import { inTopologicalOrder } from "./topological-order.ts";
import { type Proof, witnessOf } from "./witness.ts";

/** Checks every step, and finds a witness for each fault. */
export function proveSteps(proof: Proof): readonly Finding[] {
  const { walk } = proof;
  const { definition, space } = walk.flow;
  const tainted = taints(walk);
  return Object.entries(definition.flow.steps).flatMap(([id, step]) => {
    const sets = walk.sets.get(id) as StepSets;
    const at: AtStep = { proof, id, step, sets, why: tainted.get(id) ?? null };
    if (sets.arrive === space.diagrams.no) return unreachable(at);
    return [
      ...branches(at),
      ...proveChecks(at),
      ...proveConfirmed(at),
      ...stuck(at),
      ...proveInputs(at),
      ...proveContested(at),
      ...proveShown(at),
      ...waits(at),
      ...proveWaysOn(at),
    ];
  });
}

function unreachable(at: AtStep): readonly Finding[] {
  const { walk } = at.proof;
  const { definition, space } = walk.flow;
  const before = Object.keys(definition.flow.steps).find(
    (id) => successors(definition, id).includes(at.id) && walk.sets.get(id)?.arrive !== space.diagrams.no,
  );
  if (before === undefined) return [];
  const there = walk.sets.get(before) as StepSets;
  const finding = nobody(
    at,
    {
      pointer: `/steps/${at.id}`,
      says: { key: "unreachable-step.nobody", params: { step: at.id, before } },
    },
    null,
  );
  // If it is undecided whether people reach a step, no proof covers that step or later ones, so this is an
  // error.
  if (finding.severity === "warning") return [{ ...finding, severity: "error" }];
  const witness = witnessOf(at.proof, {
    step: before,
    set: there.arrive,
    answered: false,
    shows: ({ walk: found }) => !passed(found, at.id),
  });
  return [witness === null ? finding : { ...finding, witness: witness.json }];
}

function branches(at: AtStep): readonly Finding[] {
  const { sets, step, id } = at;
  const { diagrams } = at.proof.walk.flow.space;
  if (sets.done === diagrams.no) return [];
  const findings: Finding[] = [];
  nextOf(step).forEach((entry, index) => {
    const edge = sets.edges.find(({ way }) => way.kind === "next" && way.index === index);
    if (edge === undefined || edge.set !== diagrams.no) return;
    const alone = nextOf(step).filter(({ to }) => to === entry.to).length === 1;
    const never = !diagrams.meet(sets.done, at.proof.walk.takenOf(id, index));
    findings.push(
      nobody(
        at,
        {
          pointer: `/steps/${id}/next/${index}`,
          says: {
            key: never ? "impossible-branch.never" : "impossible-branch.earlier",
            params: { step: id, to: entry.to },
          },
        },
        {
          set: edge.crossed ? sets.arrive : sets.passing,
          answered: !edge.crossed,
          shows: ({ walk }) => !(alone && walk.trail.some((one) => one.step === id && one.to === entry.to)),
        },
      ),
    );
  });
  return findings;
}

/**
 * Reports people who cannot pass a form with any answer. Their facts, switches and frozen answers are
 * unchanged.
 */
function stuck(at: AtStep): readonly Finding[] {
  const { sets, step, id, proof } = at;
  const { flow, suppliers } = proof.walk;
  const { space, definition } = flow;
  const { diagrams } = space;
  if (step.kind !== "form" || sets.passing === sets.answered || sets.passing === diagrams.no) return [];
  const free = new Set<number>();
  for (const form of Object.keys(definition.schemas)) {
    if (isFrozenAt(at, form)) continue;
    for (const level of suppliers.answers(form).levels) free.add(level);
    const facts = new Set(suppliers.factsOf(form));
    for (const fact of facts) for (const level of suppliers.fact(fact).levels) free.add(level);
    for (const name of suppliers.functions)
      if (suppliers.madeOf(name, { step: form, facts }))
        for (const level of suppliers.derived(name).levels) free.add(level);
  }
  const fast = diagrams.without(diagrams.forget(sets.arrive, free), diagrams.forget(sets.passing, free));
  const set = diagrams.both(sets.arrive, fast);
  if (set === diagrams.no) return [];
  return [
    somebody(
      at,
      {
        pointer: `/steps/${id}`,
        says: { key: "dead-end", params: { step: id } },
      },
      {
        set: diagrams.both(sets.answered, fast),
        answered: true,
        // A check with `ask` sends the person back to the form with the missing answer.
        shows: ({ walk }) => walk.at.step === id || walk.at.kind === "form",
      },
    ),
  ];
}

function waits(at: AtStep): readonly Finding[] {
  const { step, sets, id, proof } = at;
  const { flow } = proof.walk;
  const { diagrams } = flow.space;
  if (step.kind !== "wait" || step.until === undefined) return [];
  const set = diagrams.without(sets.arrive, readAt(at, presentAt(flow, step.until)));
  if (set === diagrams.no) return [];
  return [
    somebody(
      at,
      {
        pointer: `/steps/${id}/until`,
        says: { key: "wait-without-end.missing", params: { step: id, path: step.until } },
      },
      { set, answered: false, shows: ({ walk }) => walk.at.kind === "wait" && walk.at.until === null },
    ),
  ];
}

/**
 * Returns for each step why it cannot be proved that no person reaches the step. The reason is an earlier
 * decision that was only sampled. `null` if such a proof is possible.
 */
function taints(walk: SymbolicWalk): ReadonlyMap<string, Why | null> {
  const { definition, space } = walk.flow;
  const reasons = new Map<string, Set<string>>();
  for (const id of inTopologicalOrder(definition)) {
    const own = reasons.get(id) ?? new Set<string>();
    reasons.set(id, own);
    const read = [
      ...checksOf(definition, id).map(ruleReference),
      ...nextOf(definition.flow.steps[id] as Step).flatMap(
        (_, index) => walk.flow.conditionOf(id, index) ?? [],
      ),
    ];
    for (const { path } of space.sampled(read)) own.add(path);
    for (const next of successors(definition, id)) {
      const there = reasons.get(next) ?? new Set<string>();
      for (const path of own) there.add(path);
      reasons.set(next, there);
    }
  }
  return new Map(
    [...reasons].map(([id, places]): readonly [string, Why | null] => [
      id,
      places.size === 0 ? null : { key: "why.values", params: { places: [...places] } },
    ]),
  );
}
