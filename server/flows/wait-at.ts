import { type Position, receiptTrail } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { later } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { audit, type OpenPassage, type WalkOutcome, writeReceipt } from "./passage.ts";

/** Ends a wait whose event came early or whose time is over, or writes down until when it lasts; `null` where it rests. */
export async function waitAt(
  deps: FlowsDeps,
  passage: OpenPassage,
  { at, facts, walk }: WalkOutcome & { readonly at: Extract<Position, { readonly kind: "wait" }> },
): Promise<OpenPassage | null> {
  const { id } = passage.stored.instance;
  const row = await passage.tx
    .selectFrom("flow_waits")
    .selectAll()
    .where("instance", "=", id)
    .where("step", "=", at.step)
    .executeTakeFirst();
  const until = at.until === null ? null : new Date(at.until);
  if (row?.early)
    return await endWait(deps, passage, {
      step: at.step,
      walk,
      facts,
      outcome: { kind: "event", data: row.early },
    });
  if (until !== null && until.getTime() <= deps.clock.now().toMillis())
    return await endWait(deps, passage, { step: at.step, walk, facts, outcome: { kind: "timeout" } });
  const { tx } = passage;
  await later(
    tx,
    tx
      .insertInto("flow_waits")
      .values({ instance: id, step: at.step, event: at.for, match: "{}", until, early: null, state: "open" })
      .onConflict((conflict) => conflict.columns(["instance", "step"]).doUpdateSet({ until })),
  );
  return null;
}

/** Writes how a wait ended. The first one wins: a second receipt for the step cannot be written. */
export async function endWait(
  deps: FlowsDeps,
  passage: OpenPassage,
  given: WalkOutcome & {
    readonly step: string;
    readonly outcome: { readonly kind: "event"; readonly data: JsonObject } | { readonly kind: "timeout" };
  },
): Promise<OpenPassage> {
  const next = await writeReceipt(deps, passage, {
    receipt: { kind: "wait", step: given.step, outcome: given.outcome, trail: receiptTrail(given.walk) },
    facts: given.facts,
  });
  next.facts.forget();
  await passage.tx
    .updateTable("flow_waits")
    .set({ state: "done", early: null })
    .where("instance", "=", passage.stored.instance.id)
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
