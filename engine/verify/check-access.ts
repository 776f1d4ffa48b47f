import type { Definition } from "../flow/definition.ts";
import { errorsLeadFrom, reachableFrom, successors } from "./check-graph.ts";
import type { Fault } from "./fault.ts";

/** Who may come to an effect: somebody with an account, past the challenge that its signature wants. */
export function checkAccess(definition: Definition): readonly Fault[] {
  return [...accounts(definition), ...confirmations(definition)];
}

/** A visitor has no PIN, no address that is known to be hers, and no records that an effect could change. */
function accounts({ flow, effects }: Definition): readonly Fault[] {
  if (flow.subject === "account") return [];
  return Object.entries(flow.steps).flatMap(([id, step]): readonly Fault[] => {
    if (step.kind === "challenge")
      return [
        {
          pointer: `/steps/${id}/challenge`,
          says: { key: "needs-account.challenge", params: { step: id, challenge: step.challenge } },
        },
      ];
    if (step.kind !== "effect" || effects[step.effect]?.subject !== "account") return [];
    return [
      {
        pointer: `/steps/${id}/effect`,
        says: { key: "needs-account", params: { step: id, effect: step.effect } },
      },
    ];
  });
}

/** An effect whose signature wants a challenge of everybody is reached only by passing one of that kind. */
function confirmations(definition: Definition): readonly Fault[] {
  const { flow, effects } = definition;
  return Object.entries(flow.steps).flatMap(([id, step]): readonly Fault[] => {
    if (step.kind !== "effect") return [];
    const { challenge, unless } = effects[step.effect]?.confirmedBy ?? {};
    // Whom a rule lets off is a matter of meaning: `prove` says it.
    if (challenge === undefined || unless !== undefined) return [];
    if (!reachesUnchallenged(definition, id, challenge)) return [];
    return [
      {
        pointer: `/steps/${id}/effect`,
        says: { key: "effect-unconfirmed", params: { step: id, effect: step.effect, challenge } },
      },
    ];
  });
}

/** Who does not pass a challenge leaves it only by its errors. */
function reachesUnchallenged(definition: Definition, target: string, challenge: string): boolean {
  const { flow } = definition;
  const onward = (id: string) => {
    const step = flow.steps[id];
    const asks = step?.kind === "challenge" && step.challenge === challenge;
    return asks ? errorsLeadFrom(definition, id) : successors(definition, id);
  };
  return reachableFrom(definition, flow.start, onward).has(target);
}
