import type { Step } from "../../flow/flow-file.ts";
import type { FindingMessage } from "../../rules/message.ts";
import { errorAt, warningAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import type { Node, Why } from "../model/index.ts";
import { isFrozenBefore } from "./frozen-before.ts";
import { missingCell } from "./levels.ts";
import type { StepSets } from "./symbolic-walk.ts";
import { type Proof, type Shown, witnessOf } from "./witness.ts";

/** A step, and everyone who reaches it. */
export type AtStep = {
  readonly proof: Proof;
  readonly id: string;
  readonly step: Step;
  readonly sets: StepSets;
  /**
   * Reason why a proof that no person exists at this step would be incomplete. `null` if such a proof is
   * complete.
   */
  readonly why: Why | null;
};

/** A message with its pointer in the flow file. */
export type Claim = Pick<Finding, "pointer" | "says">;

/**
 * Returns a finding that no person does something. If not every value could be tried, the finding says that
 * this is not proved.
 */
export function nobody({ proof, why, id }: AtStep, { pointer, says }: Claim, shown: Shown | null): Finding {
  const spot = { file: fileOf(proof), pointer };
  if (why !== null) return warningAt(spot, { key: "not-proved.nobody", params: { claim: says, why } });
  const witness = shown === null ? null : witnessOf(proof, { step: id, ...shown });
  return { ...errorAt(spot, says), ...(witness === null ? {} : { witness: witness.json }) };
}

/** Returns a finding that a person does something. Its witness is a person whom the engine replays. */
export function somebody(
  { proof, id }: AtStep,
  { pointer, says, invariant = false }: Claim & { readonly invariant?: boolean },
  shown: Shown,
): Finding {
  const witness = witnessOf(proof, { step: id, ...shown });
  const spot = { file: fileOf(proof), pointer };
  if (witness?.replayed) return { ...errorAt(spot, says), witness: witness.json };
  const open: FindingMessage = { key: "not-proved.somebody", params: { claim: says } };
  return {
    ...(invariant ? errorAt(spot, open) : warningAt(spot, open)),
    ...(witness === null ? {} : { witness: witness.json }),
  };
}

/** Evaluates a diagram at a step. Values that a person at this step has not given yet are missing. */
export function readAt(at: AtStep, node: Node): Node {
  const { flow } = at.proof.walk;
  const { diagrams } = flow.space;
  const unknown = new Map<number, number>();
  for (const level of diagrams.support(node))
    if (!at.sets.given.has(level) && !at.sets.own.has(level)) unknown.set(level, missingCell(flow, level));
  return diagrams.fix(node, unknown);
}

/** Returns the people at a step for whom a rule certainly holds. */
export function keepersAt(at: AtStep, rule: string): Node {
  const { space } = at.proof.walk.flow;
  return space.diagrams.where(readAt(at, space.ruleOf(rule)), true);
}

/**
 * Returns true if every path from a form to this step passes a receipt, which freezes the answer of the form.
 */
export function isFrozenAt(at: AtStep, form: string): boolean {
  return isFrozenBefore(at.proof.walk.flow.definition, form, at.id);
}

export function fileOf({ walk }: Proof): string {
  return `flows/${walk.flow.definition.flow.id}/flow.json`;
}
