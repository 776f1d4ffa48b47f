import { type Position, receiptTrail } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { later } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { audit, type LockedContext, type WalkOutcome, writeReceipt } from "./instance-context.ts";

/** Ends a wait whose event came early or whose time is over, or writes down until when it lasts; `null` where it rests. */
export async function waitAt(
  deps: FlowsDeps,
  context: LockedContext,
  { at, facts, walk }: WalkOutcome & { readonly at: Extract<Position, { readonly kind: "wait" }> },
): Promise<LockedContext | null> {
  const { id } = context.stored.instance;
  const early = await cameEarly(context, at.step);
  const until = at.until === null ? null : new Date(at.until);
  if (early !== null)
    return await endWait(deps, context, {
      step: at.step,
      walk,
      facts,
      outcome: { kind: "event", data: early },
    });
  if (until !== null && until.getTime() <= deps.clock.now().toMillis())
    return await endWait(deps, context, { step: at.step, walk, facts, outcome: { kind: "timeout" } });
  const { tx } = context;
  await later(
    tx,
    tx
      .insertInto("flow_waits")
      .values({ instance: id, step: at.step, event: at.for, match: "{}", until, early: null, state: "open" })
      .onConflict((conflict) => conflict.columns(["instance", "step"]).doUpdateSet({ until })),
  );
  return null;
}

/** What came for a wait before it was reached, or `null`. Nothing came for one that this very transaction has opened. */
async function cameEarly({ tx, stored, opened }: LockedContext, step: string): Promise<JsonObject | null> {
  if ((await opened.get(step)) === true) return null;
  const row = await tx
    .selectFrom("flow_waits")
    .select("early")
    .where("instance", "=", stored.instance.id)
    .where("step", "=", step)
    .executeTakeFirst();
  return row?.early ?? null;
}

/** Writes how a wait ended. The first one wins: a second receipt for the step cannot be written. */
export async function endWait(
  deps: FlowsDeps,
  context: LockedContext,
  given: WalkOutcome & {
    readonly step: string;
    readonly outcome: { readonly kind: "event"; readonly data: JsonObject } | { readonly kind: "timeout" };
  },
): Promise<LockedContext> {
  const next = await writeReceipt(deps, context, {
    receipt: { kind: "wait", step: given.step, outcome: given.outcome, trail: receiptTrail(given.walk) },
    facts: given.facts,
  });
  next.facts.forget();
  await context.tx
    .updateTable("flow_waits")
    .set({ state: "done", early: null })
    .where("instance", "=", context.stored.instance.id)
    .where("step", "=", given.step)
    .execute();
  await audit(deps, next, {
    action: "flows.wait",
    to: given.outcome.kind,
    actor: "system:flows",
    detail: { step: given.step },
  });
  return next;
}
