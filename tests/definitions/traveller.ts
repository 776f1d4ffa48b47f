import {
  type Compiled,
  effectInput,
  type FieldError,
  type Flags,
  type Instance,
  inMemory,
  routeOf,
  type Walk,
} from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { loadFlow } from "./definition-files.ts";

/** The result of an effect in a test: its output, or an error code. */
export type EffectOutcome =
  | { readonly output: JsonObject }
  | { readonly code: string; readonly field?: string };

/** The inputs of a person who goes through a flow. */
export type Journey = {
  readonly flags?: Flags;
  /** Facts by name. A fact with arguments has the same value for all arguments. */
  readonly facts?: { readonly [fact: string]: JsonObject | null };
  /** The answer for each step. The journey stops at any other step. */
  readonly answers?: { readonly [step: string]: JsonObject };
  /** Results for each effect step, in order. The last result is repeated. */
  readonly effects?: { readonly [step: string]: EffectOutcome | readonly EffectOutcome[] };
  /** Challenges that are exhausted instead of passed. */
  readonly exhausted?: readonly string[];
  /** Waits that end with an event or a timeout. Any other wait stops the journey. */
  readonly events?: { readonly [step: string]: JsonObject | "timeout" };
  /** Review steps at which the journey stops. */
  readonly stopAt?: readonly string[];
};

/** The end of a journey, with the screens and effects passed and the rejected answers. */
export type Arrival = {
  readonly walk: Walk;
  readonly seen: readonly string[];
  readonly inputs: { readonly [step: string]: JsonObject };
  readonly refused: readonly FieldError[];
  readonly instance: Instance;
};

const MOST_STEPS = 200;

/** Goes through a flow of this project as the user and the server would do together, without a server. */
export async function travel(flow: string, journey: Journey): Promise<Arrival> {
  const compiled = await compiledFlow(flow);
  const person = inMemory(compiled, () => ({ flags: journey.flags ?? {}, facts: journey.facts ?? {} }));
  const seen: string[] = [];
  const inputs: { [step: string]: JsonObject } = {};
  const waiting: { [step: string]: EffectOutcome[] } = {};
  const done = (walk: Walk, refused: readonly FieldError[] = []): Arrival => ({
    walk,
    seen,
    inputs,
    refused,
    instance: person.stands().instance,
  });

  for (let count = 0; count < MOST_STEPS; count += 1) {
    const { walk } = person.stands();
    const { at } = walk;
    if (seen[seen.length - 1] !== at.step) seen.push(at.step);
    if (at.kind === "end") return done(walk);
    if (at.kind === "wait") {
      const event = journey.events?.[at.step];
      if (event === undefined) return done(walk);
      person.happen(walk, event === "timeout" ? { timeout: true } : { event });
      continue;
    }
    if (at.kind === "challenge") {
      person.happen(walk, journey.exhausted?.includes(at.step) ? { exhausted: true } : { passed: true });
      continue;
    }
    if (at.kind === "effect" && at.state !== "ask") {
      runEffect(walk, {});
      continue;
    }
    const given = at.kind === "review" ? { values: at.values } : journey.answers?.[at.step];
    // A form that is shown again with an error needs another answer.
    const refusedBefore =
      at.kind === "review" ? at.errors.some(({ code }) => code === "exhausted") : at.errors.length > 0;
    if (given === undefined || refusedBefore || journey.stopAt?.includes(at.step)) return done(walk);
    const decision = person.submit({ step: at.step, answer: given });
    if (decision.kind === "refused") return done(decision.walk, decision.errors);
    if (decision.kind === "not-open") throw new Error(`travel: ${at.step} of ${flow} is not open`);
    if (at.kind === "effect") runEffect(decision.walk, decision.form);
  }
  throw new Error(`travel: ${flow} has no end after ${seen.join(" > ")}`);

  function runEffect(walk: Walk, form: JsonObject): void {
    const { step } = walk.at;
    inputs[step] = effectInput(compiled, walk, form).input;
    waiting[step] ??= [journey.effects?.[step] ?? { output: {} }].flat() as EffectOutcome[];
    const queue = waiting[step];
    const outcome = (queue.length > 1 ? queue.shift() : queue[0]) as EffectOutcome;
    if ("code" in outcome && routeOf(compiled, step, outcome.code) === null)
      throw new Error(`travel: ${step} knows no ${outcome.code}`);
    const { code: fails, ...rest } = outcome as Extract<EffectOutcome, { code: string }>;
    person.happen(walk, "output" in outcome ? { done: outcome.output } : { fails, ...rest }, form);
  }
}

const compiledFlows = new Map<string, Promise<Compiled>>();

function compiledFlow(flow: string): Promise<Compiled> {
  const known = compiledFlows.get(flow) ?? loadFlow(flow).then((definition) => compileInProcess(definition));
  compiledFlows.set(flow, known);
  return known;
}
