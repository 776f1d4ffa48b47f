import type { Position, Walk } from "../../engine/flow/index.ts";
import { later } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { audit, type OpenPassage, type WalkOutcome, withInstance, writeReceipt } from "./passage.ts";

/**
 * Writes the receipt of a final end and closes the instance; `null` where it is written, or the end is not final: it is
 * provisional, or stopped by an answer that may still be changed.
 */
export async function endAt(
  deps: FlowsDeps,
  passage: OpenPassage,
  { at, facts, walk }: WalkOutcome & { readonly at: Extract<Position, { readonly kind: "end" }> },
): Promise<OpenPassage | null> {
  const { instance } = passage.stored;
  if (at.outcome === "provisional" || at.mayChange.length > 0) return null;
  if (instance.receipts.some((receipt) => receipt.kind === "end")) return null;
  const tidy = at.outcome === "done" ? await dropAside(passage, walk) : passage;
  const next = await writeReceipt(deps, tidy, {
    receipt: { kind: "end", step: at.step, outcome: at.outcome, reason: at.reason },
    facts,
  });
  const closedAt = deps.clock.now().toJSDate();
  const { tx } = passage;
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
async function dropAside(passage: OpenPassage, { trail }: Walk): Promise<OpenPassage> {
  const { id, answers } = passage.stored.instance;
  const taken = new Set(trail.map(({ step }) => step));
  const aside = Object.keys(answers).filter((step) => !taken.has(step));
  if (aside.length === 0) return passage;
  await passage.tx.deleteFrom("flow_answers").where("instance", "=", id).where("step", "in", aside).execute();
  const kept = Object.entries(answers).filter(([step]) => taken.has(step));
  return withInstance(passage, { answers: Object.fromEntries(kept) });
}
