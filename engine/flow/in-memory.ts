import type { JsonObject } from "../values/json.ts";
import type { Compiled } from "./compiled.ts";
import { derive } from "./derive.ts";
import type { Facts, Instance, Receipt } from "./instance.ts";
import { contestOf, effectInput, receiptTrail } from "./receipt-parts.ts";
import type { Flags } from "./run.ts";
import { factKey, type Need } from "./scope.ts";
import { type Decision, type Submission, submit } from "./submit.ts";
import type { Position, Walk } from "./walk.ts";

/**
 * Everything outside an instance that affects its walk: switches, and facts by name. A fact has the same
 * value for all arguments. A fact without a value is absent.
 */
export type Around = {
  readonly flags: Flags;
  readonly facts: { readonly [fact: string]: JsonObject | null };
};

/**
 * An event at a step, as opposed to an answer. Examples: an effect succeeds or fails, a wait ends, a
 * challenge is passed or exhausted.
 */
export type Happening =
  | { readonly done: JsonObject }
  | { readonly fails: string; readonly field?: string }
  | { readonly event: JsonObject }
  | { readonly timeout: true }
  | { readonly exhausted: true }
  | { readonly passed: true };

/** Returns true if facts and switches may change after this event. */
export function endsTime(what: Happening): boolean {
  return "done" in what || "event" in what || "timeout" in what;
}

/** The state of an instance after every needed fact was supplied. */
export type Standing = {
  readonly walk: Walk & { readonly at: Exclude<Position, { readonly kind: "needs" }> };
  readonly instance: Instance;
  readonly facts: Facts;
  readonly flags: Flags;
};

/** An instance without storage, for proofs, previews and tests. */
export type InMemory = {
  readonly stands: () => Standing;
  /** Decides on a submission as the server would, and stores an accepted answer. */
  readonly submit: (submission: Submission) => Exclude<Decision, { readonly kind: "needs" }>;
  /** Stores an answer as if it had been accepted before. */
  readonly keep: (step: string, value: JsonObject) => void;
  /**
   * Writes the receipts of an event at the step of `walk`. `form` is the answer to an effect's own form.
   * After a finished effect or wait, all facts are requested again.
   * @throws if the event cannot happen at that step.
   */
  readonly happen: (walk: Walk, what: Happening, form?: JsonObject) => void;
};

type AtEffect = Extract<Position, { readonly kind: "effect" }>;

const AT = "2026-11-24T03:00:00.000Z";

/**
 * Starts an instance in memory. `around` returns the facts and switches. It is called whenever they are
 * needed, so it can return other values after a receipt.
 */
export function inMemory(compiled: Compiled, around: () => Around): InMemory {
  let instance: Instance = {
    id: "in-memory",
    flow: compiled.definition.flow.id,
    version: compiled.hash,
    answers: {},
    receipts: [],
  };
  let facts: Facts = {};

  const supply = (needs: readonly Need[]): void => {
    const found = needs.map(({ fact, args }) => [factKey(fact, args), around().facts[fact] ?? null] as const);
    facts = { ...facts, ...Object.fromEntries(found) };
  };
  const keep = (step: string, value: JsonObject): void => {
    instance = { ...instance, answers: { ...instance.answers, [step]: { value, revision: 1 } } };
  };
  const write = (receipt: WithoutHead): void => {
    const seq = instance.receipts.length + 1;
    instance = { ...instance, receipts: [...instance.receipts, { ...receipt, seq, at: AT } as Receipt] };
  };
  const crossed = (receipt: WithoutHead): void => {
    write(receipt);
    facts = {};
  };

  const happenToEffect = (walk: Walk, at: AtEffect, what: Happening, form: JsonObject): void => {
    const { step, attempt } = at;
    const { hash } = effectInput(compiled, walk, form);
    const head = { kind: "effect" as const, step, attempt, inputHash: hash };
    if ("done" in what) {
      crossed({ ...head, outcome: { kind: "done", output: what.done }, trail: receiptTrail(walk) });
    } else if ("fails" in what) {
      const failure = { code: what.fails, ...(what.field === undefined ? {} : { field: what.field }) };
      write({ ...head, outcome: { kind: "failed", ...failure }, trail: [] });
      const contest = contestOf(compiled, instance, { step, ...failure });
      if (contest !== null) write(contest);
    } else throw impossible(walk, what);
  };

  return {
    stands: () => {
      for (;;) {
        const { flags } = around();
        const walk = derive(compiled, instance, facts, flags);
        if (walk.at.kind !== "needs") return { walk: walk as Standing["walk"], instance, facts, flags };
        supply(walk.at.facts);
      }
    },
    submit: (submission) => {
      for (;;) {
        const decision = submit(compiled, instance, facts, around().flags, submission);
        if (decision.kind === "accepted") instance = { ...instance, answers: decision.answers };
        if (decision.kind !== "needs") return decision;
        supply(decision.facts);
      }
    },
    keep,
    happen: (walk, what, form = {}) => {
      const { at } = walk;
      if (at.kind === "effect") happenToEffect(walk, at, what, form);
      else if (at.kind === "challenge" && ("exhausted" in what || "passed" in what)) {
        const outcome = "passed" in what ? "passed" : "exhausted";
        write({ kind: "challenge", step: at.step, outcome, values: at.values });
        const contest =
          outcome === "passed" ? null : contestOf(compiled, instance, { step: at.step, code: outcome });
        if (contest !== null) write(contest);
      } else if (at.kind === "wait" && ("event" in what || "timeout" in what)) {
        const outcome =
          "event" in what ? { kind: "event" as const, data: what.event } : { kind: "timeout" as const };
        crossed({ kind: "wait", step: at.step, outcome, trail: receiptTrail(walk) });
      } else throw impossible(walk, what);
    },
  };
}

function impossible({ at }: Walk, what: Happening): Error {
  return new Error(`inMemory: ${Object.keys(what)[0]} cannot happen at ${at.kind} ${at.step}`);
}

type WithoutHead = Receipt extends infer One
  ? One extends Receipt
    ? Omit<One, "seq" | "at">
    : never
  : never;
