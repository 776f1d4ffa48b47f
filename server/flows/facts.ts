import { type Compiled, type Facts, factKey, type Need } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { type Answering, ask, type Deciding } from "./asks.ts";
import type { FactContext, Registry } from "./registry.ts";

/**
 * Reads facts in one transaction. A fact is read once for each set of arguments, until an effect may have
 * changed it.
 */
export type FactReader = {
  readonly read: (fact: string, args: JsonObject) => Promise<JsonObject | null>;
  /** Clears the facts that were read. Call it after an effect. */
  readonly forget: () => void;
  /** Starts to read these facts without waiting for them. */
  readonly begin: (likely: Needs) => void;
  /** Names facts that the walk will probably need. They are read together with the first fact that it needs. */
  readonly suppose: (likely: Needs) => void;
};

/** Opens a reader for the facts of one subject. Throws if a definition names a fact that no room provides. */
export function createFactReader(registry: Registry, context: FactContext): FactReader {
  const known = new Map<string, Promise<JsonObject | null>>();
  let supposed: Needs = [];
  const load = (fact: string, args: JsonObject): Promise<JsonObject | null> => {
    const key = factKey(fact, args);
    const before = known.get(key);
    if (before !== undefined) return before;
    const provider = registry.facts.get(fact);
    if (provider === undefined) throw new Error(`facts: no room supplies "${fact}"`);
    const loading = provider.load(context, args);
    known.set(key, loading);
    return loading;
  };
  // The error of a failed read is reported only to the caller that needs the fact.
  const begin = (likely: Needs) => {
    for (const one of likely) load(one.fact, one.args).catch(() => {});
  };
  return {
    read: async (fact, args) => {
      const asked = load(fact, args);
      begin(supposed);
      return await asked;
    },
    begin,
    forget: () => known.clear(),
    suppose: (likely) => {
      supposed = likely;
    },
  };
}

/**
 * Returns the facts that a walk of this version will probably need: those with known arguments. An unneeded
 * read costs one statement; reading the facts one after another costs a round trip each.
 */
export function likelyNeeds({ definition }: Compiled, answers: Readonly<Record<string, JsonObject>>): Needs {
  return Object.entries(definition.flow.facts).flatMap(([fact, parameters]) => {
    const args: Record<string, string> = {};
    for (const [name, path] of Object.entries(parameters)) {
      const [from, step = "", field = "", ...deeper] = path.split(".");
      const answer = from === "answers" && Object.hasOwn(answers, step) ? answers[step] : undefined;
      const value = answer !== undefined && Object.hasOwn(answer, field) ? answer[field] : undefined;
      // These answers are not checked yet, so only well-formed codes are used in a statement.
      if (typeof value !== "string" || !/^[\w.-]{1,100}$/.test(value) || deeper.length > 0) return [];
      args[name] = value;
    }
    return [{ fact, args }];
  });
}

/** Facts that an evaluation needs, with their arguments. */
export type Needs = readonly Need[];

const MOST_ROUNDS = 25;

/**
 * Evaluates, and reads facts when they are needed. Facts cannot all be read before, because the argument of a
 * fact can be an answer that only the walk finds. `attempt` returns the missing facts, or `null` needs with
 * its outcome. Throws if `attempt` asks for more facts without end.
 */
export function* withFacts<Outcome>(
  attempt: (facts: Facts) => { readonly needs: Needs } | { readonly needs: null; readonly outcome: Outcome },
): Deciding<{ readonly outcome: Outcome; readonly facts: Facts }, "facts"> {
  let facts: Facts = {};
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const tried = attempt(facts);
    if (tried.needs === null) return { outcome: tried.outcome, facts };
    facts = { ...facts, ...(yield* ask<"facts">({ kind: "facts", needs: tried.needs })) };
  }
  throw new Error(
    `withFacts: still missing facts after ${MOST_ROUNDS} rounds: ${Object.keys(facts).join(", ")}`,
  );
}

/** Answers a decision's questions for facts with a fact reader. */
export function factsFrom(reader: FactReader): Answering<"facts"> {
  return {
    facts: async ({ needs }) => {
      // Parallel reads in a transaction are one round trip.
      const read = await Promise.allSettled(
        needs.map(async ({ fact, args }) => [factKey(fact, args), await reader.read(fact, args)] as const),
      );
      return Object.fromEntries(
        read.map((one) => {
          if (one.status === "rejected") throw one.reason;
          return one.value;
        }),
      );
    },
  };
}
