import { applyOnMissing } from "../rules/on-missing.ts";
import { mendingStep, stopAt } from "./checks.ts";
import type { Branch, Node } from "./compiled.ts";
import { type Run, stopForNeeds } from "./run.ts";

/** Leaves a step by the first entry of its `next` list whose condition holds. */
export function leave(run: Run, node: Node): Node | null {
  if (node.leaving !== null && stopForNeeds(run, node, node.leaving)) return null;
  return choose(run, node, false);
}

export function choose(run: Run, node: Node, frozen: boolean): Node | null {
  for (const branch of node.next) {
    const taken = takes(run, node, branch);
    if (taken === "stay") return null;
    if (!taken) continue;
    run.trail.push(frozen ? { ...branch.passed, frozen } : branch.passed);
    return run.plan.nodes[branch.to] as Node;
  }
  throw new Error(`derive: no entry of "next" of step ${node.id} holds; the last one must have no "when"`);
}

function takes(run: Run, node: Node, branch: Branch): boolean | "stay" {
  if (branch.test !== null) return branch.test(run.values) === true;
  if (branch.rule === null) return true;
  const outcome = branch.rule.run(run.values);
  if (outcome.kind !== "unknown") return outcome.kind === "holds";
  if (applyOnMissing("unknown", branch.rule.onMissing) !== "ask") return branch.rule.onMissing === "allow";
  const step = mendingStep(run, node, outcome);
  if (step === null) return false;
  stopAt(run, node, step, { rule: branch.rule, outcome });
  return "stay";
}

export function moveTo(run: Run, node: Node, to: string, frozen: boolean): Node {
  run.trail.push({ step: node.id, to, frozen });
  return run.plan.byId.get(to) as Node;
}
