import {
  contestOf,
  derive,
  type EffectInput,
  effectInput,
  type Facts,
  type Position,
  receiptTrail,
  recordOf,
  type TrailStep,
  type Walk,
} from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import { ask, type Deciding, type EffectDue } from "./asks.ts";
import type { EffectFailure } from "./effects.ts";
import { withFacts } from "./facts.ts";
import type { StoredInstance } from "./instance-store.ts";
import { keptOf } from "./records.ts";
import {
  effectOf,
  type Loaded,
  type Story,
  type WalkOutcome,
  withAudit,
  withInstance,
  withReceipt,
  writing,
} from "./story.ts";

// This file decides the next state of an instance. All functions are pure: if they need data or the result of
// an effect, they ask their caller for it (`asks.ts`).

/** The state of an instance in which no work is due any more. */
export type Rested = WalkOutcome & { readonly story: Story };

// Maximum number of steps that one call works on in a row. Flows have no cycles, so more steps would mean a
// defect.
const MOST_STEPS = 100;

/**
 * Does all work of the instance that is due. It runs local effects, queues jobs for remote effects, opens and
 * ends waits, and writes the receipt of a final end. Reading an instance never calls this function. `from` is
 * the result of the current walk, if known. With `retryNow`, a local effect that waits for its next try runs
 * now.
 */
export function* advance(
  given: Story,
  { from = null, retryNow = false }: { readonly from?: WalkOutcome | null; readonly retryNow?: boolean } = {},
): Deciding<Rested, "facts" | "effect"> {
  let [story, known, retry] = [given, from, retryNow];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const outcome = known ?? (yield* walked(story));
    const done = yield* doDue(story, outcome, retry);
    if (done.rests) return { ...outcome, story: withBusy(done.story, outcome) };
    [story, known, retry] = [done.story, null, false];
  }
  throw new Error(`advance: instance ${given.stored.instance.id} does not come to rest`);
}

/** Walks the instance through its flow. If the walk needs facts, asks the caller for them. */
export function* walked({
  compiled,
  stored: { instance },
  flags,
}: Pick<Loaded, "compiled" | "flags"> & { readonly stored: Pick<StoredInstance, "instance"> }): Deciding<
  WalkOutcome,
  "facts"
> {
  const { outcome: walk, facts } = yield* withFacts<Walk>((known) => {
    const tried = derive(compiled, instance, known, flags);
    return tried.at.kind === "needs" ? { needs: tried.at.facts } : { needs: null, outcome: tried };
  });
  return { walk, facts };
}

/**
 * Runs a local effect, and continues with its result. The pending writes are sent to the database before it
 * runs.
 */
export function* runEffectDue(due: EffectDue): Deciding<Story, "effect"> {
  const { story, at, walk, facts, given } = due;
  const { outcome, subject } = yield* ask<"effect">({ kind: "effect", ...due });
  const { stored } = story;
  // An effect can give the instance to another subject. Then the earlier answers of the previous subject must
  // not be offered.
  const repeated = subject === stored.subject ? stored.repeated : () => ({});
  const { step, attempt } = at;
  const ran = settled(
    { ...story, writes: [], stored: { ...stored, subject, repeated } },
    { step, attempt, inputHash: given.hash, trail: receiptTrail(walk), facts, outcome },
  );
  const answers = outcome.ok ? keptOf(story.compiled, recordOf(story.compiled, walk)) : [];
  return answers.length === 0 ? ran : writing(ran, { kind: "record", step, attempt, answers });
}

/**
 * Adds everything that follows from the result of an effect: its receipt, its audit line, and the waits that
 * begin. If the effect failed because of an answer, that answer is marked as contested.
 */
export function settled(
  given: Story,
  effect: {
    readonly step: string;
    readonly attempt: number;
    readonly inputHash: string;
    readonly trail: readonly TrailStep[];
    readonly facts: Facts;
    readonly outcome: Result<JsonObject, EffectFailure>;
  },
): Story {
  const { step, attempt, inputHash, trail, facts, outcome } = effect;
  const { signature } = effectOf(given, step);
  const receipted = withReceipt(given, {
    receipt: {
      kind: "effect",
      step,
      attempt,
      inputHash,
      trail,
      outcome: outcome.ok ? { kind: "done", output: outcome.value } : { kind: "failed", ...outcome.error },
    },
    facts,
    repeatable: signature.repeatable ?? false,
  });
  const story = withAudit(receipted, {
    action: "flows.effect",
    to: outcome.ok ? "done" : outcome.error.code,
    detail: { step, effect: signature.id, attempt },
  });
  return outcome.ok
    ? withWaits(story, { since: step, output: outcome.value })
    : contested(story, { step, ...outcome.error }, facts);
}

/**
 * Marks the answer that an effect's failure contests. Changes nothing if the flow's route for this error
 * names no answer.
 */
export function contested(
  story: Story,
  failure: { readonly step: string; readonly code: string; readonly field?: string },
  facts: Facts,
): Story {
  const contest = contestOf(story.compiled, story.stored.instance, failure);
  return contest === null ? story : withReceipt(story, { receipt: contest, facts });
}

/**
 * Records how a wait ended: by its event or by a timeout. Only the first of the two counts, because the
 * database rejects a second receipt for the step.
 */
export function waitEnded(
  story: Story,
  given: WalkOutcome & {
    readonly step: string;
    readonly outcome: { readonly kind: "event"; readonly data: JsonObject } | { readonly kind: "timeout" };
  },
): Story {
  const { step, outcome, walk, facts } = given;
  const receipted = withReceipt(story, {
    receipt: { kind: "wait", step, outcome, trail: receiptTrail(walk) },
    facts,
  });
  const ended = writing(withWait(receipted, step, { open: false, early: null }), { kind: "end-wait", step });
  return withAudit(ended, {
    action: "flows.wait",
    to: outcome.kind,
    actor: "system:flows",
    detail: { step },
  });
}

/** The state after one piece of work was done. `rests` is true if no further work is due now. */
type Done = { readonly story: Story; readonly rests: boolean };

function* doDue(story: Story, outcome: WalkOutcome, retryNow: boolean): Deciding<Done, "effect"> {
  const { at } = outcome.walk;
  switch (at.kind) {
    case "effect":
      return yield* effectAt(story, { ...outcome, at }, retryNow);
    case "wait":
      return waitAt(story, { ...outcome, at });
    case "end":
      return endAt(story, { ...outcome, at });
    case "form":
    case "review":
    case "challenge":
    case "needs":
      return { story, rests: true };
    default:
      return unreachable(at, "advance");
  }
}

type At<Kind extends Position["kind"]> = WalkOutcome & {
  readonly at: Extract<Position, { readonly kind: Kind }>;
};

/** Runs a local effect that is due. For a remote effect, or for a try that is due later, queues a job. */
function* effectAt(story: Story, outcome: At<"effect">, retryNow: boolean): Deciding<Done, "effect"> {
  const { at, walk } = outcome;
  if (at.state === "ask" || story.stored.preview) return { story, rests: true };
  const given = effectInput(story.compiled, walk);
  const isLocal = effectOf(story, at.step).signature.mode === "local";
  if (isLocal && (at.state === "due" || retryNow))
    return { story: yield* runEffectDue({ ...outcome, story, given }), rests: false };
  return { story: handedToJob(story, outcome, given), rests: true };
}

/**
 * Queues a job that runs an effect, one job for each try. All repetitions of the same try use the same key.
 */
function handedToJob(story: Story, { at, walk }: At<"effect">, given: EffectInput): Story {
  const { step, attempt } = at;
  if (step in story.compiled.definition.schemas && effectOf(story, step).signature.mode === "remote")
    throw new Error(`flows: "${step}" asks secrets, which cannot wait for a job`);
  const run = { input: given.input, inputHash: given.hash, trail: receiptTrail(walk) };
  return writing(story, { kind: "run", step, attempt, run });
}

/** Marks an instance as busy if a job will run its effect and the person need not enter anything. */
function withBusy(story: Story, { walk: { at } }: WalkOutcome): Story {
  const { stored } = story;
  const busy = at.kind === "effect" && at.state !== "ask" && !stored.preview;
  return { ...story, stored: { ...stored, busy } };
}

/**
 * Ends a wait if its event has already arrived or its time is over. Otherwise stores the time at which the
 * wait will end.
 */
function waitAt(story: Story, { at, facts, walk }: At<"wait">): Done {
  const { step, until } = at;
  const early = story.stored.waits[step]?.early ?? null;
  if (early !== null)
    return {
      story: waitEnded(story, { step, walk, facts, outcome: { kind: "event", data: early } }),
      rests: false,
    };
  if (until !== null && Date.parse(until) <= Date.parse(story.now))
    return { story: waitEnded(story, { step, walk, facts, outcome: { kind: "timeout" } }), rests: false };
  return { story: writing(story, { kind: "wait", step, event: at.for, match: {}, until }), rests: true };
}

/**
 * Opens the waits that begin with this receipt. They are open before the person reaches their steps, so that
 * an event which comes early is not lost.
 */
function withWaits(
  given: Story,
  { since, output }: { readonly since: string; readonly output: JsonObject },
): Story {
  let story = given;
  for (const [step, wait] of Object.entries(given.compiled.definition.flow.steps)) {
    if (wait.kind !== "wait" || wait.since !== since || given.stored.waits[step] !== undefined) continue;
    story = writing(withWait(story, step, { open: true, early: null }), {
      kind: "wait",
      step,
      event: wait.for,
      match: output,
      until: null,
    });
  }
  return story;
}

function withWait(story: Story, step: string, wait: StoredInstance["waits"][string]): Story {
  const { stored } = story;
  return { ...story, stored: { ...stored, waits: { ...stored.waits, [step]: wait } } };
}

/**
 * Closes the instance at a final end. The instance stays open at a provisional end, and at an end that the
 * person can still avoid by changing an answer.
 */
function endAt(story: Story, { at, facts, walk }: At<"end">): Done {
  const { step, outcome, reason } = at;
  const isOver = story.stored.instance.receipts.some((receipt) => receipt.kind === "end");
  if (outcome === "provisional" || at.mayChange.length > 0 || isOver) return { story, rests: true };
  const tidy = outcome === "done" ? withoutAside(story, walk) : story;
  const receipted = withReceipt(tidy, { receipt: { kind: "end", step, outcome, reason }, facts });
  const closed = withAudit(writing(receipted, { kind: "close" }), {
    action: "flows.end",
    to: outcome,
    detail: { step, reason },
  });
  const { stored } = closed;
  return { story: { ...closed, stored: { ...stored, closedAt: new Date(story.now) } }, rests: false };
}

/** Removes the answers to steps that are not on the final path. Called when the flow has reached its end. */
function withoutAside(story: Story, { trail }: Walk): Story {
  const { answers } = story.stored.instance;
  const taken = new Set(trail.map(({ step }) => step));
  const steps = Object.keys(answers).filter((step) => !taken.has(step));
  if (steps.length === 0) return story;
  const kept = Object.fromEntries(Object.entries(answers).filter(([step]) => taken.has(step)));
  return writing(withInstance(story, { answers: kept }), { kind: "drop-answers", steps });
}
