import { type EffectInput, effectInput, type Position, receiptTrail } from "../../engine/flow/index.ts";
import type { FlowsDeps } from "./deps.ts";
import type { LockedContext, WalkOutcome } from "./instance-context.ts";
import { sealValue } from "./instance-key.ts";
import { RUN_JOB } from "./run-job.ts";
import { handlerOf, keyOf, runLocal } from "./run-local.ts";

// A person is looking at a waiting page: three retries are over in a quarter of a minute.
const RETRY_AFTER_MS = [1_000, 3_000, 9_000] as const;

/** Does a due effect: a local one at once, a remote one or a later try by a job; `null` where it rests. */
export async function effectAt(
  deps: FlowsDeps,
  context: LockedContext,
  outcome: WalkOutcome & { readonly at: EffectPosition },
  retryNow: boolean,
): Promise<LockedContext | null> {
  const { at } = outcome;
  if (at.state === "ask" || context.stored.preview) return null;
  const given = effectInput(context.compiled, outcome.walk);
  const handler = handlerOf(deps, context, at.step);
  const waits = at.state === "running" && !retryNow;
  if (handler.mode === "remote" || waits) {
    await queueRun(deps, context, { ...outcome, given });
    return null;
  }
  return await runLocal(deps, context, { ...outcome, given });
}

type EffectPosition = Extract<Position, { readonly kind: "effect" }>;

/** Hands an effect to a job: once per try, with the key that every retry of this try will carry. */
async function queueRun(
  deps: FlowsDeps,
  context: LockedContext,
  { at, walk, given }: WalkOutcome & { readonly at: EffectPosition; readonly given: EffectInput },
): Promise<void> {
  const { id } = context.stored.instance;
  if (at.step in context.compiled.definition.schemas && handlerOf(deps, context, at.step).mode === "remote")
    throw new Error(`flows: "${at.step}" asks secrets, which cannot wait for a job`);
  const delay =
    at.attempt > 1 ? (RETRY_AFTER_MS[Math.min(at.attempt - 2, RETRY_AFTER_MS.length - 1)] ?? 0) : 0;
  const due = new Date(deps.clock.wall().getTime() + delay);
  const added = await context.tx
    .insertInto("flow_runs")
    .values({
      instance: id,
      step: at.step,
      attempt: at.attempt,
      key: keyOf(id, at.step, at.attempt),
      sealed: sealValue(
        context.stored.key,
        { kind: "run", instance: id, step: at.step, attempt: at.attempt },
        {
          input: given.input,
          inputHash: given.hash,
          trail: receiptTrail(walk),
        },
      ),
      state: "pending",
      due_at: due,
    })
    .onConflict((conflict) => conflict.columns(["instance", "step", "attempt"]).doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 0n) return;
  await deps.jobs.send(
    context.tx,
    RUN_JOB,
    { instance: id, step: at.step, attempt: at.attempt },
    delay === 0 ? {} : { after: due },
  );
  // The queue wakes for what is due at once; for later tries its next look may be long after their time.
  if (delay > 0) deps.nudge?.({ instance: id, step: at.step, attempt: at.attempt }, delay);
}
