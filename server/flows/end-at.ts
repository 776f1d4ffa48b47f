import type { Position, Walk } from "../../engine/flow/index.ts";
import { later } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import {
  audit,
  type LockedContext,
  type WalkOutcome,
  withInstance,
  writeReceipt,
} from "./instance-context.ts";

/**
 * Writes the receipt of a final end and closes the instance; `null` where it is written, or the end is not final: it is
 * provisional, or stopped by an answer that may still be changed.
 */
export async function endAt(
  deps: FlowsDeps,
  context: LockedContext,
  { at, facts, walk }: WalkOutcome & { readonly at: Extract<Position, { readonly kind: "end" }> },
): Promise<LockedContext | null> {
  const { instance } = context.stored;
  if (at.outcome === "provisional" || at.mayChange.length > 0) return null;
  if (instance.receipts.some((receipt) => receipt.kind === "end")) return null;
  const tidy = at.outcome === "done" ? await dropAside(context, walk) : context;
  const next = await writeReceipt(deps, tidy, {
    receipt: { kind: "end", step: at.step, outcome: at.outcome, reason: at.reason },
    facts,
  });
  const closedAt = deps.clock.now().toJSDate();
  const { tx } = context;
  await later(
    tx,
    tx.updateTable("flow_instances").set({ closed_at: closedAt }).where("id", "=", instance.id),
  );
  await later(
    tx,
    tx
      .updateTable("flow_waits")
      .set({ state: "done", early: null })
      .where("instance", "=", instance.id)
      .where("state", "=", "open"),
  );
  await audit(deps, next, {
    action: "flows.end",
    to: at.outcome,
    detail: { step: at.step, reason: at.reason },
  });
  return { ...next, stored: { ...next.stored, closedAt } };
}

/** What was answered on a way that was not taken is nobody's business once the flow has reached its goal. */
async function dropAside(context: LockedContext, { trail }: Walk): Promise<LockedContext> {
  const { id, answers } = context.stored.instance;
  const taken = new Set(trail.map(({ step }) => step));
  const aside = Object.keys(answers).filter((step) => !taken.has(step));
  if (aside.length === 0) return context;
  await context.tx.deleteFrom("flow_answers").where("instance", "=", id).where("step", "in", aside).execute();
  const kept = Object.entries(answers).filter(([step]) => taken.has(step));
  return withInstance(context, { answers: Object.fromEntries(kept) });
}
