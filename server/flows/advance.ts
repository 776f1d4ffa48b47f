import { unreachable } from "../../engine/values/unreachable.ts";
import type { FlowsDeps } from "./deps.ts";
import { effectAt } from "./effect-at.ts";
import { endAt } from "./end-at.ts";
import { type OpenPassage, type WalkOutcome, walkOn } from "./passage.ts";
import { waitAt } from "./wait-at.ts";

/** Where a passage stands after everything that was due has been done. */
export type Advanced = WalkOutcome & { readonly passage: OpenPassage };

// A flow has no circles, so this many steps cannot come one after the other but by a fault.
const MOST_STEPS = 100;

/**
 * Does what is due, in the caller's transaction: runs local effects, hands remote ones to a job, opens and ends waits,
 * writes the receipt of a final end. Never called on a read. `retryNow` runs a local effect that waits for its next try.
 */
export async function advance(
  deps: FlowsDeps,
  given: OpenPassage,
  { retryNow = false }: { readonly retryNow?: boolean } = {},
): Promise<Advanced> {
  let passage = given;
  let retry = retryNow;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const outcome = await walkOn(passage);
    const next = await doOne(deps, passage, outcome, retry);
    if (next === null) return { ...outcome, passage: withBusy(passage, outcome) };
    retry = false;
    passage = next;
  }
  throw new Error(`advance: instance ${given.stored.instance.id} does not come to rest`);
}

/** At rest before an effect that asks nothing of her: it has been handed to a job. */
function withBusy(passage: OpenPassage, { walk: { at } }: WalkOutcome): OpenPassage {
  const { stored } = passage;
  const busy = at.kind === "effect" && at.state !== "ask" && !stored.preview;
  return { ...passage, stored: { ...stored, busy } };
}

/** One due thing; `null` where nothing is due. */
async function doOne(
  deps: FlowsDeps,
  passage: OpenPassage,
  outcome: WalkOutcome,
  retryNow: boolean,
): Promise<OpenPassage | null> {
  const { at } = outcome.walk;
  switch (at.kind) {
    case "effect":
      return await effectAt(deps, passage, { ...outcome, at }, retryNow);
    case "wait":
      return await waitAt(deps, passage, { ...outcome, at });
    case "end":
      return await endAt(deps, passage, { ...outcome, at });
    case "form":
    case "review":
    case "challenge":
    case "needs":
      return null;
    default:
      return unreachable(at, "advance");
  }
}
