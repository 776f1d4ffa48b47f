import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import { later, type Tx } from "../db/index.ts";
import { advance, waitEnded, walked } from "./advance.ts";
import { answering } from "./answer-asks.ts";
import { type Deciding, decided } from "./asks.ts";
import type { FlowsDeps } from "./deps.ts";
import { tellContradiction } from "./held-facts.ts";
import { lockInstance, type StoredInstance } from "./instance-store.ts";
import { loadLocked } from "./load.ts";
import { NotPrepared, preparedTransaction, unprepared } from "./prepared-transaction.ts";
import type { Story } from "./story.ts";
import { write } from "./write.ts";

/**
 * Name of the job that ends waits. It ends those whose time is over, and those whose event could not be
 * applied when it arrived.
 */
export const WAITS_JOB = "flows.waits";

/**
 * An event that happened in another room. `match` selects the waits: it is compared with the output of the
 * receipt with which a wait began.
 */
export type FlowEvent = { readonly event: string; readonly match: JsonObject; readonly data: JsonObject };

/**
 * Delivers an event to the instances that wait for it, in the transaction of the event. Delivering it again
 * has no effect. If the person has not reached the wait yet, the event is stored; if the wait has ended, the
 * event is ignored. Returns the number of instances that ended their wait or stored the event.
 */
export async function deliverEvent(deps: FlowsDeps, tx: Tx, given: FlowEvent): Promise<number> {
  const { rows } = await sql<{ instance: string; step: string }>`
    select instance, step from flow_waits
    where state = 'open' and event = ${given.event} and match @> ${JSON.stringify(given.match)}::jsonb
    order by instance, step`.execute(tx);
  let taken = 0;
  for (const { instance, step } of rows)
    if (await deliverTo(deps, tx, { ...given, instance, step })) taken += 1;
  return taken;
}

async function deliverTo(
  deps: FlowsDeps,
  tx: Tx,
  { instance, step, data }: FlowEvent & { readonly instance: string; readonly step: string },
): Promise<boolean> {
  const stored = await lockInstance(deps, tx, instance);
  const wait = stored?.waits[step];
  // The wait is read only after the lock. Until then, a timeout may have ended it, or another delivery of the
  // same event may have arrived.
  if (stored === null || wait?.open !== true || wait.early !== null) return false;
  if (await endNow(deps, tx, { stored, step, data })) return true;
  await tx
    .updateTable("flow_waits")
    .set({ early: JSON.stringify(data) })
    .where("instance", "=", instance)
    .where("step", "=", step)
    .execute();
  return true;
}

/**
 * Ends the wait if the person has reached it. An error of the flow is caught here. It must not roll back the
 * event, because the event (such as a payment) did happen.
 */
async function endNow(
  deps: FlowsDeps,
  tx: Tx,
  {
    stored,
    step,
    data,
  }: { readonly stored: StoredInstance; readonly step: string; readonly data: JsonObject },
): Promise<boolean> {
  await later(tx, sql`savepoint event`.compile(tx));
  try {
    const { story, within } = await loadLocked(deps, tx, stored, unprepared);
    const next = await decided(withEvent(story, { step, data }), answering(deps, within));
    if (next !== null) await write(deps, within, next);
    // Waits for all statements sent so far, so that an error of one of them is thrown before the savepoint is
    // released.
    await sql`release savepoint event`.execute(tx);
    return next !== null;
  } catch (error) {
    await sql`rollback to savepoint event`.execute(tx);
    // The transaction belongs to another room, so it cannot be repeated after slow work. A job does the work
    // as soon as the transaction has committed.
    if (error instanceof NotPrepared) await deps.jobs.send(tx, WAITS_JOB, {});
    else
      deps.log.error({ err: error, instance: stored.instance.id }, "flows: an event is kept for a later try");
    await tellContradiction(deps, tx, error);
    return false;
  }
}

/** Applies an event to a wait. Returns `null` if the person has not reached the wait yet. */
function* withEvent(
  story: Story,
  { step, data }: { readonly step: string; readonly data: JsonObject },
): Deciding<Story | null> {
  const outcome = yield* walked(story);
  const { at } = outcome.walk;
  if (at.kind !== "wait" || at.step !== step) return null;
  const ended = waitEnded(story, { ...outcome, step, outcome: { kind: "event", data } });
  return (yield* advance(ended)).story;
}

/**
 * Ends the waits whose time is over by the business clock, and those whose stored event can now be applied.
 * Returns their number. A job calls this function.
 */
export async function endOverdueWaits(deps: FlowsDeps): Promise<number> {
  let ended = 0;
  const overdue = await deps.db
    .selectFrom("flow_waits")
    .select(["instance", "step"])
    .where("state", "=", "open")
    .where("until", "is not", null)
    // Selects waits whose time is over, and waits with a stored event.
    .where((eb) => eb.or([eb("until", "<=", deps.clock.now().toJSDate()), eb("early", "is not", null)]))
    .orderBy("until")
    .limit(1_000)
    .execute();
  for (const { instance, step } of overdue) {
    try {
      if (await endOverdueWait(deps, instance, step)) ended += 1;
    } catch (error) {
      // If one instance cannot continue, the others still do. The job tries this one again when it next runs.
      deps.log.error({ err: error, instance }, "flows: a wait could not be ended");
    }
  }
  return ended;
}

async function endOverdueWait(deps: FlowsDeps, instance: string, step: string): Promise<boolean> {
  return await preparedTransaction(deps, async (tx, prepared) => {
    const stored = await lockInstance(deps, tx, instance);
    if (stored === null || stored.closedAt !== null) return false;
    const { story, within } = await loadLocked(deps, tx, stored, prepared);
    const rested = await decided(advance(story), answering(deps, within));
    await write(deps, within, rested.story);
    return rested.story.stored.instance.receipts
      .slice(stored.instance.receipts.length)
      .some((receipt) => receipt.kind === "wait" && receipt.step === step);
  });
}
