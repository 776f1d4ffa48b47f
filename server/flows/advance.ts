import { createHash } from "node:crypto";
import { sql } from "kysely";
import {
  contestOf,
  type EffectInput,
  type EffectStep,
  effectInput,
  type Facts,
  type Position,
  receiptTrail,
  type TrailStep,
  type Walk,
} from "../../engine/flow/index.ts";
import type { RuleOutcome } from "../../engine/rules/rule.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import { checkOutput } from "./check-output.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import { giveTo } from "./give-to.ts";
import { holdToAssumptions } from "./held-facts.ts";
import { sealValue } from "./instance-key.ts";
import { audit, type OpenPassage, type WalkOutcome, walkOn, withInstance, writeReceipt } from "./passage.ts";
import type { EffectFailure, EffectHandler } from "./registry.ts";
import { RUN_JOB } from "./run-job.ts";

/** Where a passage stands after everything that was due has been done. */
export type Advanced = WalkOutcome & { readonly passage: OpenPassage };

type EffectPosition = Extract<Position, { readonly kind: "effect" }>;

// A flow has no circles, so this many steps cannot come one after the other but by a fault.
const MOST_STEPS = 100;
// A person is looking at a waiting page: three retries are over in a quarter of a minute.
const RETRY_AFTER_MS = [1_000, 3_000, 9_000] as const;

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

async function effectAt(
  deps: FlowsDeps,
  passage: OpenPassage,
  outcome: WalkOutcome & { readonly at: EffectPosition },
  retryNow: boolean,
): Promise<OpenPassage | null> {
  const { at } = outcome;
  if (at.state === "ask" || passage.stored.preview) return null;
  const given = effectInput(passage.compiled, outcome.walk);
  const handler = handlerOf(deps, passage, at.step);
  const waits = at.state === "running" && !retryNow;
  if (handler.mode === "remote" || waits) {
    await queueRun(deps, passage, { ...outcome, given });
    return null;
  }
  return await runLocal(deps, passage, { ...outcome, given });
}

/** The handler of an effect step; without one the definition should never have been published, so it throws. */
export function handlerOf(deps: FlowsDeps, passage: OpenPassage, step: string): EffectHandler {
  const { effect } = effectStep(passage, step);
  const handler = deps.registry.effects.get(effect);
  if (handler === undefined) throw new Error(`flows: no room does the effect "${effect}"`);
  return handler;
}

/** The effect step of that name in this version. */
export function effectStep(passage: OpenPassage, name: string): EffectStep {
  const step = passage.compiled.definition.flow.steps[name];
  if (step?.kind !== "effect") throw new Error(`flows: "${name}" is no effect step`);
  return step;
}

/** Runs a local effect in the transaction of its receipt; an expected failure leaves its receipt and none of its rows. */
export async function runLocal(
  deps: FlowsDeps,
  passage: OpenPassage,
  run: WalkOutcome & { readonly at: EffectPosition; readonly given: EffectInput },
): Promise<OpenPassage> {
  const { at, given, walk, facts } = run;
  const { instance, subject, language } = passage.stored;
  const handler = handlerOf(deps, passage, at.step);
  if (handler.mode !== "local") throw new Error(`flows: "${handler.id}" cannot run inside a submission`);
  let owner = subject;
  await sql`savepoint effect`.execute(passage.tx);
  const outcome = await handler.run(
    {
      tx: passage.tx,
      instance: { id: instance.id, flow: instance.flow, version: instance.version, step: at.step },
      subject,
      personId: personIdOf(subject),
      idempotencyKey: keyOf(instance.id, at.step, at.attempt),
      clock: deps.clock,
      language,
      judge: (rule, fresh) => judge(deps, passage, { rule, fresh, walk }),
      claim: async (personId) => {
        owner = `person:${personId}`;
        await giveTo(deps, passage.tx, { id: instance.id, key: passage.stored.key, owner });
        await deps.claimed(passage.tx, subject, owner);
      },
    },
    given.input,
  );
  if (!outcome.ok) {
    await sql`rollback to savepoint effect`.execute(passage.tx);
    owner = subject;
  }
  await sql`release savepoint effect`.execute(passage.tx);
  const moved = { ...passage, stored: { ...passage.stored, subject: owner } };
  return await settleEffect(deps, moved, {
    step: at.step,
    attempt: at.attempt,
    inputHash: given.hash,
    trail: receiptTrail(walk),
    facts,
    outcome,
  });
}

/** A rule of the passage's version over what the walk read, with some facts read anew. */
async function judge(
  deps: FlowsDeps,
  { stored, compiled, flags }: OpenPassage,
  given: { readonly rule: string; readonly fresh: JsonObject; readonly walk: Walk },
): Promise<RuleOutcome | null> {
  const { rule, fresh, walk } = given;
  const run = await deps.definitions.rule(stored.instance.version, rule);
  if (run === null) return null;
  for (const [fact, value] of Object.entries(fresh))
    await holdToAssumptions(deps, { compiled, stored }, fact, value as JsonObject);
  const { answers, derived, effects } = walk;
  const read = Object.keys(compiled.definition.flow.facts).map((fact) => [fact, walk.read(`facts.${fact}`)]);
  const facts = Object.fromEntries(read.filter(([, value]) => value !== undefined)) as JsonObject;
  return run({ answers, facts: { ...facts, ...fresh }, derived, effects, flags });
}

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
  if (outcome.ok) await openWaits(deps, passage, { since: step, output: outcome.value });
  else {
    const contest = contestOf(passage.compiled, passage.stored.instance, { step, ...outcome.error });
    if (contest !== null) passage = await writeReceipt(deps, passage, { receipt: contest, facts });
  }
  return passage;
}

/** Hands an effect to a job: once per try, with the key that every retry of this try will carry. */
async function queueRun(
  deps: FlowsDeps,
  passage: OpenPassage,
  { at, walk, given }: WalkOutcome & { readonly at: EffectPosition; readonly given: EffectInput },
): Promise<void> {
  const { id } = passage.stored.instance;
  if (at.step in passage.compiled.definition.schemas && handlerOf(deps, passage, at.step).mode === "remote")
    throw new Error(`flows: "${at.step}" asks secrets, which cannot wait for a job`);
  const delay =
    at.attempt > 1 ? (RETRY_AFTER_MS[Math.min(at.attempt - 2, RETRY_AFTER_MS.length - 1)] ?? 0) : 0;
  const due = new Date(deps.clock.wall().getTime() + delay);
  const added = await passage.tx
    .insertInto("flow_runs")
    .values({
      instance: id,
      step: at.step,
      attempt: at.attempt,
      key: keyOf(id, at.step, at.attempt),
      sealed: sealValue(
        passage.stored.key,
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
    passage.tx,
    RUN_JOB,
    { instance: id, step: at.step, attempt: at.attempt },
    delay === 0 ? {} : { after: due },
  );
  // The queue wakes for what is due at once; for later tries its next look may be long after their time.
  if (delay > 0) deps.nudge?.({ instance: id, step: at.step, attempt: at.attempt }, delay);
}

/** Opens every wait that begins with this receipt, so that an event that comes early is not lost. */
async function openWaits(
  _deps: FlowsDeps,
  passage: OpenPassage,
  { since, output }: { readonly since: string; readonly output: JsonObject },
): Promise<void> {
  for (const [step, wait] of Object.entries(passage.compiled.definition.flow.steps)) {
    if (wait.kind !== "wait" || wait.since !== since) continue;
    await passage.tx
      .insertInto("flow_waits")
      .values({
        instance: passage.stored.instance.id,
        step,
        event: wait.for,
        match: JSON.stringify(output),
        until: null,
        early: null,
        state: "open",
      })
      .onConflict((conflict) => conflict.columns(["instance", "step"]).doNothing())
      .execute();
  }
}

async function waitAt(
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
  await passage.tx
    .insertInto("flow_waits")
    .values({ instance: id, step: at.step, event: at.for, match: "{}", until, early: null, state: "open" })
    .onConflict((conflict) => conflict.columns(["instance", "step"]).doUpdateSet({ until }))
    .execute();
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

async function endAt(
  deps: FlowsDeps,
  passage: OpenPassage,
  { at, facts, walk }: WalkOutcome & { readonly at: Extract<Position, { readonly kind: "end" }> },
): Promise<OpenPassage | null> {
  const { instance } = passage.stored;
  if (at.outcome === "provisional" || instance.receipts.some((receipt) => receipt.kind === "end"))
    return null;
  const tidy = at.outcome === "done" ? await dropAside(passage, walk) : passage;
  const next = await writeReceipt(deps, tidy, {
    receipt: { kind: "end", step: at.step, outcome: at.outcome, reason: at.reason },
    facts,
  });
  const closedAt = deps.clock.now().toJSDate();
  await passage.tx
    .updateTable("flow_instances")
    .set({ closed_at: closedAt })
    .where("id", "=", instance.id)
    .execute();
  await passage.tx
    .updateTable("flow_waits")
    .set({ state: "done", early: null })
    .where("instance", "=", instance.id)
    .where("state", "=", "open")
    .execute();
  await audit(deps, next, {
    action: "flows.end",
    to: at.outcome,
    detail: { step: at.step, reason: at.reason },
  });
  return { ...next, stored: { ...next.stored, closedAt } };
}

/** What was answered on a way that was not taken is nobody's business once the flow has reached its goal. */
async function dropAside(passage: OpenPassage, { trail }: Walk): Promise<OpenPassage> {
  const { id, answers } = passage.stored.instance;
  const taken = new Set(trail.map(({ step }) => step));
  const aside = Object.keys(answers).filter((step) => !taken.has(step));
  if (aside.length === 0) return passage;
  await passage.tx.deleteFrom("flow_answers").where("instance", "=", id).where("step", "in", aside).execute();
  const kept = Object.entries(answers).filter(([step]) => taken.has(step));
  return withInstance(passage, { answers: Object.fromEntries(kept) });
}

/** A key that names this try of this effect, and no other, however often it is made. */
function keyOf(instance: string, step: string, attempt: number): string {
  const hex = createHash("sha256").update(`${instance}/${step}/${attempt}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
