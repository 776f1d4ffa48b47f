import type { JsonObject } from "../../engine/values/json.ts";
import { fail, type Result } from "../../engine/values/result.ts";
import { inTime } from "../in-time.ts";
import { advance, settled, walked } from "./advance.ts";
import { answering } from "./answer-asks.ts";
import { decided } from "./asks.ts";
import { checkOutcome } from "./check-output.ts";
import { type FlowsDeps, RUN_JOB, type RunRef } from "./deps.ts";
import type { EffectFailure } from "./effects.ts";
import { factsFrom } from "./facts.ts";
import { openValue } from "./instance-key.ts";
import { lockInstance, type StoredInstance } from "./instance-store.ts";
import { type InTransaction, load, loadLocked } from "./load.ts";
import { preparedTransaction } from "./prepared-transaction.ts";
import { contextOf, handlerOf } from "./run-local.ts";
import { effectOf, type RunContent, type Story } from "./story.ts";
import { write } from "./write.ts";

type Run = RunRef & { readonly key: string; readonly sealed: Buffer; readonly takes: number };

// How often a worker may start a run that then gives no result, because the worker was killed or a fault
// occurred. After that, the result is that the vendor is unavailable.
const MOST_TAKES = 5;
const VENDOR_TIMEOUT_MS = 30_000;
const TAKEN_AGAIN_AFTER_MS = 60_000;

/**
 * Runs one queued effect. A remote effect is called outside any transaction, with the key of its try; after
 * the call, a transaction writes its receipt. If the same run is started twice (a job delivered twice, a slow
 * worker), the second call finds it done and changes nothing. A fault is thrown, so that the job runs again.
 * After the fifth fault, the result of the effect is `unavailable`.
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
    // Whatever failed (the vendor, the handler or its output), the flow continues for the person with its
    // route for `unavailable`.
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

/** Queues jobs for all runs that are overdue, because their job was lost or their worker died. */
export async function sweepRuns(deps: FlowsDeps): Promise<number> {
  const overdue = await deps.db
    .selectFrom("flow_runs")
    .select(["instance", "step", "attempt"])
    .where("state", "=", "pending")
    .where("due_at", "<", new Date(deps.clock.wall().getTime() - TAKEN_AGAIN_AFTER_MS))
    // If even the failure of a run cannot be recorded, the code has a fault. It is in the log, and more tries
    // would not help.
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

function contentOf({ key }: StoredInstance, { instance, step, attempt, sealed }: Run): RunContent {
  return openValue<RunContent>(key, { kind: "run", instance, step, attempt }, sealed);
}

async function prepare(deps: FlowsDeps, run: Run) {
  return await preparedTransaction(deps, async (tx, prepared) => {
    const stored = await lockInstance(deps, tx, run.instance);
    if (stored === null) return null;
    const loaded = await load(deps, tx, stored, prepared);
    return {
      handler: handlerOf(deps, loaded, run.step),
      input: contentOf(stored, run).input,
      context: { ...contextOf(deps, loaded, run), db: deps.db },
    };
  });
}

/**
 * Records the result of a run. `outcome` is null for a local effect, which runs within this function, in its
 * transaction.
 */
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
    const { story, within } = await loadLocked(deps, tx, stored, prepared);
    const told = outcome === null ? story : await settle(deps, within, { story, run, outcome });
    const rested = await decided(advance(told, { retryNow: outcome === null }), answering(deps, within));
    await write(deps, within, rested.story);
  });
}

/** Stores the result of a remote effect, and then calls the function `settle` of its handler. */
async function settle(
  deps: FlowsDeps,
  within: InTransaction,
  given: {
    readonly story: Story;
    readonly run: Run;
    readonly outcome: Result<JsonObject, EffectFailure>;
  },
): Promise<Story> {
  const { story, run, outcome } = given;
  const { step, attempt } = run;
  const { input, inputHash, trail } = contentOf(story.stored, run);
  checkOutcome(deps, effectOf(story, step).signature, outcome);
  const { facts } = await decided(walked(story), factsFrom(within.facts));
  const told = settled(story, { step, attempt, inputHash, trail, facts, outcome });
  const after = await write(deps, within, told);
  const handler = handlerOf(deps, after, step);
  if (handler.mode === "remote")
    await handler.settle?.({ ...contextOf(deps, after, run), tx: within.tx }, input, outcome);
  // The effect may have changed facts that were read before it, so they are read again.
  within.facts.forget();
  return after;
}

async function withTimeout<Value>(work: Promise<Value>): Promise<Value> {
  return await inTime(VENDOR_TIMEOUT_MS, work, () => {
    throw new Error(`no answer within ${VENDOR_TIMEOUT_MS} ms`);
  });
}
