import type { Facts, TrailStep } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { fail, type Result } from "../../engine/values/result.ts";
import { advance } from "./advance.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import type { EffectFailure, EffectHandler } from "./effects.ts";
import { type LockedContext, lockedContext, walkOn } from "./instance-context.ts";
import { openValue } from "./instance-key.ts";
import { lockInstance, type StoredInstance } from "./instance-store.ts";
import { preparedTransaction } from "./prepared-transaction.ts";
import { RUN_JOB, type RunRef } from "./run-job.ts";
import { handlerOf } from "./run-local.ts";
import { settleEffect } from "./settle-effect.ts";

type Run = RunRef & { readonly key: string; readonly sealed: Buffer; readonly takes: number };

/** What an effect is given, and what its receipt will say of it. */
export type Content = {
  readonly input: JsonObject;
  readonly inputHash: string;
  readonly trail: readonly TrailStep[];
};

// A try that was taken so often without an answer (killed workers, faults) counts as the vendor's absence.
const MOST_TAKES = 5;
const VENDOR_TIMEOUT_MS = 30_000;
const TAKEN_AGAIN_AFTER_MS = 60_000;

/**
 * Does one waiting effect. A remote one is called outside any transaction, with the key of its try; its receipt is
 * written in one afterwards. Whoever comes second (a job delivered twice, a worker thought dead) finds the run done
 * and changes nothing. Throws on a fault, so that the job comes again; the fifth time it counts as `unavailable`.
 */
export async function runEffect(deps: FlowsDeps, ref: RunRef): Promise<void> {
  const run = await take(deps, ref);
  if (run === null) return;
  try {
    await attempt(deps, run);
  } catch (error) {
    if (run.takes < MOST_TAKES) throw error;
    const { instance, step, takes } = run;
    deps.log.error({ err: error, instance, step, takes }, "flows: an effect is given up");
    // Whatever the fault is, in the vendor, in our handler or in what it answered: the person goes on by that route.
    await finish(deps, run, fail({ code: "unavailable" }));
  }
}

async function attempt(deps: FlowsDeps, run: Run): Promise<void> {
  const prepared = await prepare(deps, run);
  if (prepared === null) return;
  const { handler, context, input } = prepared;
  const outcome = handler.mode === "local" ? null : await withTimeout(handler.run(context, input));
  await finish(deps, run, outcome);
}

/** Sends a job again for every run that is overdue: its job was lost, or its worker died. */
export async function sweepRuns(deps: FlowsDeps): Promise<number> {
  const overdue = await deps.db
    .selectFrom("flow_runs")
    .select(["instance", "step", "attempt"])
    .where("state", "=", "pending")
    .where("due_at", "<", new Date(deps.clock.wall().getTime() - TAKEN_AGAIN_AFTER_MS))
    // One that cannot even be given up is a fault of ours: the log has said so, and trying for ever mends nothing.
    .where("takes", "<", MOST_TAKES * 4)
    .orderBy("due_at")
    .limit(500)
    .execute();
  for (const { instance, step, attempt } of overdue)
    await deps.jobs.send(
      deps.db,
      RUN_JOB,
      { instance, step, attempt },
      { key: `${instance}/${step}/${attempt}` },
    );
  return overdue.length;
}

async function take(deps: FlowsDeps, { instance, step, attempt }: RunRef): Promise<Run | null> {
  const row = await deps.db
    .updateTable("flow_runs")
    .set((eb) => ({ takes: eb("takes", "+", 1), due_at: deps.clock.wall() }))
    .where("instance", "=", instance)
    .where("step", "=", step)
    .where("attempt", "=", attempt)
    .where("state", "=", "pending")
    .returning(["key", "sealed", "takes"])
    .executeTakeFirst();
  if (row === undefined || row.sealed === null) return null;
  return { instance, step, attempt, key: row.key, sealed: row.sealed, takes: row.takes };
}

function contentOf({ key }: StoredInstance, { instance, step, attempt, sealed }: Run): Content {
  return openValue<Content>(key, { kind: "run", instance, step, attempt }, sealed);
}

async function prepare(deps: FlowsDeps, run: Run) {
  return await preparedTransaction(deps, async (tx, prepared) => {
    const stored = await lockInstance(deps, tx, run.instance);
    if (stored === null) return null;
    const context = await lockedContext(deps, tx, stored, prepared);
    const handler: EffectHandler = handlerOf(deps, context, run.step);
    return {
      handler,
      input: contentOf(stored, run).input,
      context: { ...effectContext(deps, context, run), db: deps.db },
    };
  });
}

function effectContext(deps: FlowsDeps, { stored }: LockedContext, run: Run) {
  const { instance, subject, language } = stored;
  return {
    instance: { id: instance.id, flow: instance.flow, version: instance.version, step: run.step },
    subject,
    personId: personIdOf(subject),
    idempotencyKey: run.key,
    clock: deps.clock,
    language,
  };
}

/** `outcome` is null for a local effect, which is run here, in the transaction. */
async function finish(
  deps: FlowsDeps,
  run: Run,
  outcome: Result<JsonObject, EffectFailure> | null,
): Promise<void> {
  await preparedTransaction(deps, async (tx, prepared) => {
    const stored = await lockInstance(deps, tx, run.instance);
    const closed = await tx
      .updateTable("flow_runs")
      .set({ state: "done", sealed: null })
      .where("instance", "=", run.instance)
      .where("step", "=", run.step)
      .where("attempt", "=", run.attempt)
      .where("state", "=", "pending")
      .executeTakeFirst();
    if (stored === null || closed.numUpdatedRows === 0n) return;
    let context = await lockedContext(deps, tx, stored, prepared);
    if (outcome !== null) {
      const content = contentOf(stored, run);
      const facts: Facts = (await walkOn(context)).facts;
      const { step, attempt } = run;
      context = await settleEffect(deps, context, { ...content, step, attempt, facts, outcome });
      const handler = handlerOf(deps, context, run.step);
      if (handler.mode === "remote")
        await handler.settle?.({ ...effectContext(deps, context, run), tx }, content.input, outcome);
    }
    await advance(deps, context, { retryNow: outcome === null });
  });
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${VENDOR_TIMEOUT_MS} ms`)),
      VENDOR_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
