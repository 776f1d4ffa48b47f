import {
  type Compiled,
  contestOf,
  derive,
  effectInput,
  type Facts,
  type FieldError,
  factKey,
  type Instance,
  type Receipt,
  receiptTrail,
  submit,
  type Walk,
} from "../../flow/index.ts";
import type { JsonObject } from "../../values/json.ts";

/** What is true around somebody: switches, and facts by their name (`null`: there is nothing to say). */
export type Around = {
  readonly flags: { readonly [flag: string]: boolean };
  readonly facts: { readonly [fact: string]: JsonObject | null };
};

/** What becomes of a step by itself: an effect is done or fails, a wait is over, a challenge was tried too often. */
export type Happening =
  | { readonly done: JsonObject }
  | { readonly fails: string }
  | { readonly event: JsonObject }
  | { readonly timeout: true }
  | { readonly exhausted: true };

/** Somebody with everything that her way through a flow needs. Plain JSON, so that it can be kept in a file. */
export type Traveller = {
  readonly around: Around;
  /** What is otherwise after the receipt of a step. */
  readonly later: { readonly [step: string]: Around };
  readonly answers: { readonly [step: string]: JsonObject };
  /** One after the other; the last is repeated. A challenge that is not named is passed. */
  readonly happens: { readonly [step: string]: readonly Happening[] };
};

/** One moment of a journey: where she stands, and everything that a screen shows from. */
export type Stop = {
  readonly walk: Walk;
  readonly instance: Instance;
  readonly facts: Facts;
  readonly flags: Around["flags"];
};

/** How far somebody comes. `refused`: what is wrong with the answer she has. `lost`: nothing says how she goes on. */
export type Journey = {
  readonly stops: readonly Stop[];
  /** The steps of her way, the one where she stands last. */
  readonly path: readonly string[];
  readonly walk: Walk;
  readonly why:
    | { readonly kind: "rests" }
    | { readonly kind: "lost"; readonly step: string }
    | { readonly kind: "refused"; readonly step: string; readonly errors: readonly FieldError[] };
};

const MOST_TURNS = 2_000;
const AT = "2026-11-24T03:00:00.000Z";

/**
 * Goes somebody's way with the engine's own walk: `derive` says where she is, each of her answers passes `submit`, effects
 * give what they are said to give, errors that reopen a step send her back to answer it again. Ends where the flow ends,
 * where it waits and nothing comes, or where her answers are no longer taken.
 */
export function goAlong(compiled: Compiled, traveller: Traveller): Journey {
  let instance: Instance = {
    id: "traveller",
    flow: compiled.definition.flow.id,
    version: compiled.hash,
    answers: {},
    receipts: [],
  };
  let around = traveller.around;
  let facts: Facts = {};
  const stops: Stop[] = [];
  const happened = new Map<string, number>();
  const tried = new Map<string, number>();

  const supply = (needs: readonly { readonly fact: string; readonly args: JsonObject }[]): void => {
    const found = needs.map(({ fact, args }) => [factKey(fact, args), around.facts[fact] ?? null] as const);
    facts = { ...facts, ...Object.fromEntries(found) };
  };
  const write = (receipt: WithoutHead): void => {
    const seq = instance.receipts.length + 1;
    instance = { ...instance, receipts: [...instance.receipts, { ...receipt, seq, at: AT } as Receipt] };
  };
  /** Facts and flags may be others from here on. */
  const cross = (step: string): void => {
    facts = {};
    const now = traveller.later[step];
    around = {
      flags: { ...around.flags, ...now?.flags },
      facts: { ...around.facts, ...now?.facts },
    };
  };
  const next = (step: string): Happening | undefined => {
    const list = traveller.happens[step] ?? [];
    const at = happened.get(step) ?? 0;
    happened.set(step, at + 1);
    return list[Math.min(at, list.length - 1)];
  };
  const end = (walk: Walk, why: Journey["why"]): Journey => ({
    stops,
    path: [...walk.trail.map(({ step }) => step), walk.at.step],
    walk,
    why,
  });

  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const walk = derive(compiled, instance, facts, around.flags);
    const { at } = walk;
    if (at.kind === "needs") {
      supply(at.facts);
      continue;
    }
    const before = stops[stops.length - 1];
    if (before?.instance !== instance || before.walk.at.step !== at.step)
      stops.push({ walk, instance, facts, flags: around.flags });
    if (at.kind === "end") return end(walk, { kind: "rests" });
    if (at.kind === "wait") {
      const what = next(at.step);
      if (what === undefined) return end(walk, { kind: "rests" });
      const outcome =
        "event" in what ? { kind: "event" as const, data: what.event } : { kind: "timeout" as const };
      write({ kind: "wait", step: at.step, outcome, trail: receiptTrail(walk) });
      cross(at.step);
      continue;
    }
    if (at.kind === "challenge") {
      const what = next(at.step);
      const outcome = what !== undefined && "exhausted" in what ? "exhausted" : "passed";
      write({ kind: "challenge", step: at.step, outcome, values: at.values });
      continue;
    }
    if (at.kind === "effect" && at.state !== "ask") {
      if (!runEffect(walk, {})) return end(walk, { kind: "lost", step: at.step });
      continue;
    }
    const answer = at.kind === "review" ? { values: at.values } : traveller.answers[at.step];
    const tries = tried.get(at.step) ?? 0;
    tried.set(at.step, tries + 1);
    if (answer === undefined) return end(walk, { kind: "lost", step: at.step });
    if (tries > 3)
      return end(walk, {
        kind: "refused",
        step: at.step,
        errors: at.kind === "review" ? [] : at.errors,
      });
    const decision = submit(compiled, instance, facts, around.flags, { step: at.step, answer });
    if (decision.kind === "needs") {
      supply(decision.facts);
      tried.set(at.step, tries);
      continue;
    }
    if (decision.kind === "not-open") return end(walk, { kind: "lost", step: at.step });
    if (decision.kind === "refused")
      return end(walk, { kind: "refused", step: at.step, errors: decision.errors });
    instance = { ...instance, answers: decision.answers };
    if (at.kind === "effect" && !runEffect(decision.walk, decision.form))
      return end(walk, { kind: "lost", step: at.step });
  }
  throw new Error(`goAlong: nobody needs ${MOST_TURNS} turns through ${instance.flow}`);

  function runEffect(walk: Walk, form: JsonObject): boolean {
    const { step } = walk.at;
    const what = next(step);
    if (what === undefined || !("done" in what || "fails" in what)) return false;
    const { hash } = effectInput(compiled, walk, form);
    const { attempt } = walk.at as { readonly attempt: number };
    const head = { kind: "effect" as const, step, attempt, inputHash: hash };
    if ("done" in what) {
      write({ ...head, outcome: { kind: "done", output: what.done }, trail: receiptTrail(walk) });
      cross(step);
      return true;
    }
    write({ ...head, outcome: { kind: "failed", code: what.fails }, trail: [] });
    const contest = contestOf(compiled, instance, { step, code: what.fails });
    if (contest !== null) write(contest);
    return true;
  }
}

type WithoutHead = Receipt extends infer One
  ? One extends Receipt
    ? Omit<One, "seq" | "at">
    : never
  : never;
