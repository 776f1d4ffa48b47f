import { unreachable } from "../../engine/values/unreachable.ts";
import type { FlowsDeps } from "./deps.ts";
import { effectAt } from "./effect-at.ts";
import { endAt } from "./end-at.ts";
import { type LockedContext, type WalkOutcome, walkOn } from "./instance-context.ts";
import { waitAt } from "./wait-at.ts";

/** Where an instance stands after everything that was due has been done. */
export type Advanced = WalkOutcome & { readonly context: LockedContext };

// A flow has no circles, so this many steps cannot come one after the other but by a fault.
const MOST_STEPS = 100;

/**
 * Does what is due, in the caller's transaction: runs local effects, hands remote ones to a job, opens and ends waits,
 * writes the receipt of a final end. Never called on a read. `retryNow` runs a local effect that waits for its next try.
 */
export async function advance(
  deps: FlowsDeps,
  given: LockedContext,
  { retryNow = false }: { readonly retryNow?: boolean } = {},
): Promise<Advanced> {
  let context = given;
  let retry = retryNow;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const outcome = await walkOn(context);
    const next = await doOne(deps, context, outcome, retry);
    if (next === null) return { ...outcome, context: withBusy(context, outcome) };
    retry = false;
    context = next;
  }
  throw new Error(`advance: instance ${given.stored.instance.id} does not come to rest`);
}

/** At rest before an effect that asks nothing of the person: it has been handed to a job. */
function withBusy(context: LockedContext, { walk: { at } }: WalkOutcome): LockedContext {
  const { stored } = context;
  const busy = at.kind === "effect" && at.state !== "ask" && !stored.preview;
  return { ...context, stored: { ...stored, busy } };
}

/** One due thing; `null` where nothing is due. */
async function doOne(
  deps: FlowsDeps,
  context: LockedContext,
  outcome: WalkOutcome,
  retryNow: boolean,
): Promise<LockedContext | null> {
  const { at } = outcome.walk;
  switch (at.kind) {
    case "effect":
      return await effectAt(deps, context, { ...outcome, at }, retryNow);
    case "wait":
      return await waitAt(deps, context, { ...outcome, at });
    case "end":
      return await endAt(deps, context, { ...outcome, at });
    case "form":
    case "review":
    case "challenge":
    case "needs":
      return null;
    default:
      return unreachable(at, "advance");
  }
}
