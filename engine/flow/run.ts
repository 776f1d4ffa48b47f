import type { FailedClause } from "../rules/rule.ts";
import { type Node, type Plan, placeOf } from "./compiled.ts";
import type { Facts, Instance } from "./instance.ts";
import { type History, historyOf } from "./receipts.ts";
import { emptyValues, readPlace, resolve, type Values } from "./scope.ts";
import type { Passed, Position, Walk } from "./walk.ts";

/** Values of feature switches. An absent switch is off. */
export type Flags = { readonly [flag: string]: boolean };

/** The mutable state of a walk. */
export type Run = {
  readonly plan: Plan;
  readonly instance: Instance;
  readonly facts: Facts;
  readonly values: Values;
  readonly history: History;
  readonly trail: Passed[];
  /**
   * Highest `seq` of a receipt that contested a step. Counts only steps that this walk passed while they were
   * not frozen.
   */
  contestedSeq: number;
  at: Position | null;
  blocking: readonly FailedClause[];
  /** Whether the walk has reached the submitted step, and the answer of that step is not frozen. */
  reached: boolean;
};

/** Returns the state of a walk before its first step. */
export function start(plan: Plan, instance: Instance, facts: Facts, flags: Flags): Run {
  return {
    plan,
    instance,
    facts,
    values: emptyValues(plan, flags),
    history: historyOf(instance.receipts),
    trail: [],
    contestedSeq: 0,
    at: null,
    blocking: NONE,
    reached: false,
  };
}

/** Returns a copy of the walk's state. The copy and the original can continue independently. */
export function copyOf(run: Run): Run {
  const { answers, facts, derived, effects, flags } = run.values;
  const values = {
    answers: { ...answers },
    facts: { ...facts },
    derived: { ...derived },
    effects: { ...effects },
    flags,
  };
  return { ...run, trail: [...run.trail], values };
}

export const NONE: readonly never[] = Object.freeze([]);

/** Returns the public result of a finished walk. */
export function finish(run: Run): Walk {
  const { values, plan, facts } = run;
  if (run.at === null) throw new Error("derive: the walk stopped without a position");
  return {
    trail: run.trail,
    at: run.at,
    answers: values.answers,
    derived: values.derived,
    effects: values.effects,
    blocking: run.blocking,
    read: (path) => {
      const place = placeOf(path);
      resolve(plan, values, facts, plan.sources(place.path));
      return readPlace(values, place);
    },
  };
}

/** Stops the walk if a needed fact has not been supplied yet. Returns true if the walk stopped. */
export function stopForNeeds(run: Run, node: Node, sources: NonNullable<Node["arrival"]>): boolean {
  const needs = resolve(run.plan, run.values, run.facts, sources);
  if (needs === null) return false;
  stop(run, { kind: "needs", step: node.id, facts: needs });
  return true;
}

export function stop(run: Run, at: Position, blocking: readonly FailedClause[] = NONE): null {
  run.at = at;
  run.blocking = blocking;
  return null;
}
