import { contestOf, type EffectStep, type Facts, type TrailStep } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import { soon } from "../db/index.ts";
import { checkOutput } from "./check-output.ts";
import type { FlowsDeps } from "./deps.ts";
import type { EffectFailure } from "./effects.ts";
import { audit, type LockedContext, writeReceipt } from "./instance-context.ts";

/** Writes what an effect came to: its receipt, the contested answer where its error reopens one, the audit line. */
export async function settleEffect(
  deps: FlowsDeps,
  given: LockedContext,
  effect: {
    readonly step: string;
    readonly attempt: number;
    readonly inputHash: string;
    readonly trail: readonly TrailStep[];
    readonly facts: Facts;
    readonly outcome: Result<JsonObject, EffectFailure>;
  },
): Promise<LockedContext> {
  const { step, attempt, inputHash, trail, facts, outcome } = effect;
  const { effect: id } = effectStep(given, step);
  const signature = given.compiled.definition.effects[id];
  if (!outcome.ok && signature?.errors[outcome.error.code] === undefined)
    throw new Error(`flows: "${id}" failed with "${outcome.error.code}", which its signature does not know`);
  if (outcome.ok && deps.checksOutputs === true && signature !== undefined)
    checkOutput(signature, outcome.value);
  let context = await writeReceipt(deps, given, {
    receipt: {
      kind: "effect",
      step,
      attempt,
      inputHash,
      trail,
      outcome: outcome.ok ? { kind: "done", output: outcome.value } : { kind: "failed", ...outcome.error },
    },
    facts,
    repeatable: signature?.repeatable ?? false,
  });
  // Facts that were read before may be different now.
  context.facts.forget();
  await audit(deps, context, {
    action: "flows.effect",
    to: outcome.ok ? "done" : outcome.error.code,
    detail: { step, effect: id, attempt },
  });
  if (outcome.ok) await openWaits(context, { since: step, output: outcome.value });
  else {
    const contest = contestOf(context.compiled, context.stored.instance, { step, ...outcome.error });
    if (contest !== null) context = await writeReceipt(deps, context, { receipt: contest, facts });
  }
  return context;
}

/** Opens every wait that begins with this receipt, so that an event that comes early is not lost. */
async function openWaits(
  context: LockedContext,
  { since, output }: { readonly since: string; readonly output: JsonObject },
): Promise<void> {
  for (const [step, wait] of Object.entries(context.compiled.definition.flow.steps)) {
    if (wait.kind !== "wait" || wait.since !== since) continue;
    const { tx } = context;
    const row = {
      instance: context.stored.instance.id,
      step,
      event: wait.for,
      match: JSON.stringify(output),
      until: null,
      early: null,
      state: "open" as const,
    };
    const written = tx
      .insertInto("flow_waits")
      .values(row)
      .onConflict((conflict) => conflict.columns(["instance", "step"]).doNothing())
      .returning("step");
    const isNew = soon(tx, written.compile()).then((rows) => rows.length > 0);
    // Where it fails, so does the transaction: its next statement says why.
    isNew.catch(() => {});
    context.opened.set(step, isNew);
  }
}

/** The effect step of that name in this version. */
export function effectStep(context: LockedContext, name: string): EffectStep {
  const step = context.compiled.definition.flow.steps[name];
  if (step?.kind !== "effect") throw new Error(`flows: "${name}" is no effect step`);
  return step;
}
