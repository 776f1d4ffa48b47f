import { contestOf, type EffectStep, type Facts, type TrailStep } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import { soon } from "../db/index.ts";
import { checkOutput } from "./check-output.ts";
import type { FlowsDeps } from "./deps.ts";
import { audit, type OpenPassage, writeReceipt } from "./passage.ts";
import type { EffectFailure } from "./registry.ts";

/** Writes what an effect came to: its receipt, the contested answer where its error reopens one, the audit line. */
export async function settleEffect(
  deps: FlowsDeps,
  given: OpenPassage,
  effect: {
    readonly step: string;
    readonly attempt: number;
    readonly inputHash: string;
    readonly trail: readonly TrailStep[];
    readonly facts: Facts;
    readonly outcome: Result<JsonObject, EffectFailure>;
  },
): Promise<OpenPassage> {
  const { step, attempt, inputHash, trail, facts, outcome } = effect;
  const { effect: id } = effectStep(given, step);
  const signature = given.compiled.definition.effects[id];
  if (!outcome.ok && signature?.errors[outcome.error.code] === undefined)
    throw new Error(`flows: "${id}" failed with "${outcome.error.code}", which its signature does not know`);
  if (outcome.ok && deps.checksOutputs === true && signature !== undefined)
    checkOutput(signature, outcome.value);
  let passage = await writeReceipt(deps, given, {
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
  passage.facts.forget();
  await audit(deps, passage, {
    action: "flows.effect",
    to: outcome.ok ? "done" : outcome.error.code,
    detail: { step, effect: id, attempt },
  });
  if (outcome.ok) await openWaits(passage, { since: step, output: outcome.value });
  else {
    const contest = contestOf(passage.compiled, passage.stored.instance, { step, ...outcome.error });
    if (contest !== null) passage = await writeReceipt(deps, passage, { receipt: contest, facts });
  }
  return passage;
}

/** Opens every wait that begins with this receipt, so that an event that comes early is not lost. */
async function openWaits(
  passage: OpenPassage,
  { since, output }: { readonly since: string; readonly output: JsonObject },
): Promise<void> {
  for (const [step, wait] of Object.entries(passage.compiled.definition.flow.steps)) {
    if (wait.kind !== "wait" || wait.since !== since) continue;
    const { tx } = passage;
    const row = {
      instance: passage.stored.instance.id,
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
    passage.opened.set(step, isNew);
  }
}

/** The effect step of that name in this version. */
export function effectStep(passage: OpenPassage, name: string): EffectStep {
  const step = passage.compiled.definition.flow.steps[name];
  if (step?.kind !== "effect") throw new Error(`flows: "${name}" is no effect step`);
  return step;
}
