import type { Finding } from "../../rules/rule.ts";
import { isShownBy, type Node, reachesWithout, submittedBy } from "../model/index.ts";
import { type AtStep, isFrozenAt, nobody, readAt, somebody } from "./at-step.ts";
import { contestedAt } from "./flow-space.ts";
import { presentAt } from "./suppliers.ts";
import type { SymbolicWalk } from "./symbolic-walk.ts";
import { inTopologicalOrder } from "./topological-order.ts";

/** Reports required inputs that are missing for some people. */
export function proveInputs(at: AtStep): readonly Finding[] {
  const { sets, id, proof } = at;
  const { flow } = proof.walk;
  const { diagrams } = flow.space;
  return flow.needed(id).flatMap(({ name, path }) => {
    const present = readAt(at, presentAt(flow, path));
    if (diagrams.isWithin(sets.passing, present)) return [];
    const set = diagrams.without(sets.passing, present);
    return [
      somebody(
        at,
        {
          pointer: `/steps/${id}/input/${name}`,
          says: { key: "input-missing-on-path", params: { step: id, path, name } },
        },
        {
          set,
          answered: true,
          shows: ({ walk }) =>
            walk.at.kind === "effect" && walk.at.step === id && !Object.hasOwn(walk.at.input, name),
        },
      ),
    ];
  });
}

/** Reports errors that lead people back to a question that they were never asked. */
export function proveContested(at: AtStep): readonly Finding[] {
  const { sets, id, proof } = at;
  const { flow } = proof.walk;
  return contestedAt(flow.definition, id).flatMap(({ code, path }) => {
    const set = flow.space.diagrams.without(sets.passing, readAt(at, presentAt(flow, path)));
    if (set === flow.space.diagrams.no) return [];
    return [
      somebody(
        at,
        {
          pointer: `/steps/${id}/errors/${code}/field`,
          says: { key: "contested-not-asked", params: { step: id, code, path } },
        },
        {
          set,
          answered: true,
          shows: ({ walk }) => walk.at.step === id && walk.read(path) === undefined,
        },
      ),
    ];
  });
}

/**
 * Reports inputs of an effect that a review shows on one path through the flow, while another path has no
 * such review.
 */
export function proveShown(at: AtStep): readonly Finding[] {
  const { step, id, proof, sets } = at;
  const { definition, space } = proof.walk.flow;
  if (step.kind !== "effect") return [];
  const reviews = Object.entries(definition.flow.steps).flatMap(([review, one]) =>
    one.kind === "review" && isUncrossed(at, review) ? [{ review, one }] : [],
  );
  return submittedBy(definition, step).flatMap(({ name, path }) => {
    const showing = reviews.filter(({ one }) => isShownBy(one, path)).map(({ review }) => review);
    if (name.endsWith("?") || showing.length === 0) return [];
    const free = freeWay(proof.walk, id, new Set(showing));
    if (free === null || !space.diagrams.meet(free, sets.passing)) return [];
    const [root, from] = path.split(".") as [string, string];
    if (root === "answers" && reachesWithout(definition, id, from)) return [];
    return [
      nobody(
        { ...at, why: null },
        {
          pointer: `/steps/${id}/input/${name}`,
          says: { key: "submitted-unseen", params: { path, step: id, reviews: showing } },
        },
        {
          set: space.diagrams.both(free, sets.passing),
          answered: true,
          shows: ({ walk }) => walk.at.step === id,
        },
      ),
    ];
  });
}

/** Returns true if people can come from another step to this step without passing a receipt. */
function isUncrossed(at: AtStep, from: string): boolean {
  return !isFrozenAt(at, from);
}

/**
 * Returns the people who reach a step without passing certain other steps, or `null` if there are no such
 * people.
 */
function freeWay(walk: SymbolicWalk, to: string, avoided: ReadonlySet<string>): Node | null {
  const { diagrams } = walk.flow.space;
  let found: Node | null = null;
  const free = new Set<string>([walk.flow.definition.flow.start]);
  for (const id of inTopologicalOrder(walk.flow.definition)) {
    if (!free.has(id) || avoided.has(id)) continue;
    if (id === to) {
      found = walk.sets.get(id)?.arrive ?? null;
      break;
    }
    for (const edge of walk.sets.get(id)?.edges ?? []) if (edge.set !== diagrams.no) free.add(edge.to);
  }
  return found;
}
