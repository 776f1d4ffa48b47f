import type { JsonObject } from "../values/json.ts";
import type { Node } from "./compiled.ts";
import type { WaitStep } from "./flow-file.ts";
import { choose, moveTo } from "./leave.ts";
import { type History, lastReceipt } from "./receipts.ts";
import { type Run, stopForNeeds } from "./run.ts";

/**
 * Replays the stored trails without checking them. Returns the next step, or `null` if the walk stops there.
 */
export function replay(run: Run): Node | null {
  const { frozen } = run.history;
  for (const receipt of frozen) {
    for (const passed of receipt.trail) {
      run.trail.push({ step: passed.step, to: passed.to, frozen: true });
      install(run, passed.step, receipt.seq);
    }
    run.values.effects[receipt.step] = outputOf(receipt);
  }
  const last = frozen[frozen.length - 1] as (typeof frozen)[number];
  const node = run.plan.byId.get(last.step);
  if (node === undefined)
    throw new Error(
      `derive: receipt ${last.seq} of instance ${run.instance.id} names unknown step ${last.step}`,
    );
  if (last.kind === "wait" && last.outcome.kind === "timeout") {
    const { onTimeout } = node.step as WaitStep;
    return moveTo(run, node, onTimeout.to, true);
  }
  install(run, last.step, last.seq);
  if (node.leaving !== null && stopForNeeds(run, node, node.leaving)) return null;
  return choose(run, node, true);
}

function outputOf(receipt: History["frozen"][number]): JsonObject {
  if (receipt.kind === "wait") return receipt.outcome.kind === "event" ? receipt.outcome.data : {};
  return receipt.outcome.kind === "done" ? receipt.outcome.output : {};
}

/**
 * Makes the answer and output of a frozen step readable. If an effect failed, neither its answer nor an
 * output is readable.
 */
function install(run: Run, step: string, before: number): void {
  const node = run.plan.byId.get(step);
  if (node === undefined) return;
  if (node.kind === "effect") {
    const last = lastReceipt(run.instance.receipts, "effect", step, (receipt) => receipt.seq <= before);
    if (last === null || last.outcome.kind !== "done") return;
    run.values.effects[step] = last.outcome.output;
  }
  const answer = run.instance.answers[step];
  if (answer !== undefined && node.form !== null) run.values.answers[step] = answer.value;
}
