import type { FindingMessage } from "../../rules/message.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import { confirmationOf, confirmersOf, type Node, sampledWhy } from "../model/index.ts";
import { type AtStep, fileOf, keepersAt, somebody } from "./at-step.ts";
import { ruleReference } from "./flow-space.ts";
import { type StepSets, type WalkOptions, walkSymbolically } from "./symbolic-walk.ts";

/**
 * Reports people who reach an effect without its required challenge although no rule exempts them. If the
 * signature names no such rule, the linter checks the graph of steps instead.
 */
export function proveConfirmed(at: AtStep): readonly Finding[] {
  const { proof, id } = at;
  const { flow } = proof.walk;
  const wanted = confirmationOf(flow.definition, id);
  if (wanted?.unless === undefined) return [];
  const { challenge, unless, step } = wanted;
  const unpassed = confirmersOf(flow.definition, wanted);
  const pointer = `/steps/${id}/effect`;
  const says: FindingMessage = {
    key: "effect-unconfirmed.unless",
    params: { step: id, effect: step.effect, challenge, rule: unless },
  };
  const there = walkedTo(at, { unpassed });
  const set = unconfirmed(there, unless);
  if (set !== flow.space.diagrams.no)
    return [
      somebody(
        there,
        { pointer, says, invariant: true },
        { set, answered: true, shows: ({ walk }) => walk.at.step === id },
      ),
    ];
  const sampled = sampledWhy(flow.space, [ruleReference(unless)]);
  const why = at.why ?? sampled;
  if (why === null) return [];
  // Try again with more people: undecided conditions before the step let everyone pass. If even then no
  // person lacks the challenge, and the rule is decided for every value, the proof is complete.
  const open = unconfirmed(walkedTo(at, { unpassed, generous: true }), unless);
  if (sampled === null && open === flow.space.diagrams.no) return [];
  return [
    errorAt({ file: fileOf(proof), pointer }, { key: "not-proved.nobody", params: { claim: says, why } }),
  ];
}

/** Returns the step with the people who reach it in a walk with other options. */
function walkedTo(at: AtStep, how: WalkOptions): AtStep {
  const walk = walkSymbolically(at.proof.walk.flow, how);
  return { ...at, proof: { ...at.proof, walk }, sets: walk.sets.get(at.id) as StepSets };
}

function unconfirmed(at: AtStep, unless: string): Node {
  return at.proof.walk.flow.space.diagrams.without(at.sets.answered, keepersAt(at, unless));
}
