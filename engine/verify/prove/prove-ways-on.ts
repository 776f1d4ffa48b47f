import { type AnswerField, answersBehind, decidesOn, leadingTo } from "../../flow/deciding-answers.ts";
import type { Definition } from "../../flow/definition.ts";
import type { EndStep, Step } from "../../flow/flow-file.ts";
import { pathsOfRule } from "../../flow/paths-read.ts";
import { targetsOf } from "../../flow/step-kinds.ts";
import type { Finding } from "../../rules/rule.ts";
import { type Node, reachableFrom, reachesWithout } from "../model/index.ts";
import { type AtStep, somebody } from "./at-step.ts";
import type { Edge } from "./symbolic-walk.ts";

/**
 * Checks that an end has a link with which people can continue. A link is not necessary if everyone at the
 * end can still change an answer that led to the end.
 */
export function proveWaysOn(at: AtStep): readonly Finding[] {
  const { step, id, sets, proof } = at;
  const { definition, space } = proof.walk.flow;
  const { diagrams } = space;
  if (step.kind !== "end" || namesWayOn(definition, step)) return [];
  const isStranded = strandedAt(definition, id, step);
  const stranded = sets.into.filter((edge) => edge.set !== diagrams.no && isStranded(edge.from, id));
  const shownBy = (set: Node, rank: (edge: Edge) => number) =>
    somebody(
      at,
      { pointer: `/steps/${id}`, says: { key: "end-without-way-on", params: { step: id } } },
      {
        set,
        answered: false,
        byWalkAlone: true,
        prefer: rank,
        shows: ({ walk }) => walk.at.kind === "end" && walk.at.step === id && walk.at.mayChange.length === 0,
      },
    );
  if (id === definition.flow.start) return [shownBy(sets.arrive, () => 0)];
  // People may be able to change their answers on one path through the flow but not on another. One person
  // who cannot is enough for a finding.
  let first: Finding | null = null;
  for (const into of stranded) {
    const found = shownBy(into.set, (edge) => (edge === into ? 2 : isStranded(edge.from, edge.to) ? 1 : 0));
    if (found.severity === "error") return [found];
    first ??= found;
  }
  return first === null ? [] : [first];
}

/**
 * Returns true if an end has a link that leads elsewhere. A provisional end is evaluated again whenever its
 * flow is opened, so a link to its own flow leads back to the same end.
 */
function namesWayOn({ flow }: Definition, { links = [], outcome }: EndStep): boolean {
  return links.some((link) => outcome !== "provisional" || link !== `flow:${flow.id}`);
}

/**
 * Returns a function that takes an edge. The function returns true if people may reach the end by this edge
 * and can then change no answer. The result false is certain; the result true may be wrong.
 */
function strandedAt(
  definition: Definition,
  end: string,
  { outcome, explains }: EndStep,
): (from: string, to: string) => boolean {
  const explained =
    explains === undefined ? null : answersBehind(definition, pathsOfRule(definition, explains));
  const known = new Map<string, boolean>();
  const isStranded = (from: string, to: string): boolean => {
    const key = `${from} ${to}`;
    const found = known.get(key) ?? judge(from, to);
    known.set(key, found);
    return found;
  };
  const judge = (from: string, to: string): boolean => {
    const leading = leadingTo(definition, from, to);
    if (leading.kind === "happened" || isFrozenBy(definition, from, to)) return true;
    if (leading.answers.length > 0 && decidesOn(definition, { step: from, to, end }))
      return !leading.answers.some((answer) => isOpenAt(definition, answer, from));
    const before = stepsBefore(definition, from);
    return before.length === 0 || before.some((earlier) => isStranded(earlier, from));
  };
  if (outcome === "done") return () => true;
  if (explained !== null && !explained.some((answer) => isOpenAt(definition, answer, end))) return () => true;
  return isStranded;
}

/**
 * Returns true if everyone at a step can still change an answer: everyone was asked for the answer before,
 * and no receipt came between.
 */
function isOpenAt(definition: Definition, { step: form }: AnswerField, step: string): boolean {
  if (definition.flow.steps[form]?.kind !== "form") return false;
  if (form !== step && reachesWithout(definition, step, form)) return false;
  return !Object.keys(definition.flow.steps).some(
    (crossed) =>
      crossed !== step &&
      leavesReceipt(definition, crossed) &&
      reachableFrom(definition, form).has(crossed) &&
      reachableFrom(definition, crossed).has(step),
  );
}

/** Returns true if a step leaves a freezing receipt when it leads to another step. */
function isFrozenBy({ flow }: Definition, from: string, to: string): boolean {
  const step = flow.steps[from];
  if (step?.kind === "wait") return true;
  return (
    step?.kind === "effect" &&
    targetsOf(from, step).some((target) => target.how === "next" && target.to === to)
  );
}

function leavesReceipt({ flow }: Definition, step: string): boolean {
  const kind = flow.steps[step]?.kind;
  return kind === "effect" || kind === "wait";
}

function stepsBefore({ flow }: Definition, to: string): readonly string[] {
  return Object.entries(flow.steps).flatMap(([id, step]: readonly [string, Step]) =>
    targetsOf(id, step).some((target) => target.how !== "reopen" && target.to === to) ? [id] : [],
  );
}
