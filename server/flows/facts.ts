import { type Compiled, type Facts, factKey, type Need } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { type Answering, ask, type Deciding } from "./asks.ts";
import type { FactContext, Registry } from "./registry.ts";

/**
 * Reads facts in one transaction. A fact is read only once for the same arguments, until `forget` is called
 * because an effect may have changed it.
 */
export type FactReader = {
  readonly read: (fact: string, args: JsonObject) => Promise<JsonObject | null>;
  /** Discards all facts that were read, so that they are read again. Call it after an effect. */
  readonly forget: () => void;
  /** Starts to read these facts without waiting for them. */
  readonly begin: (likely: Needs) => void;
  /**
   * Names facts that the walk will probably need. They are read in the same round trip as the first fact that
   * the walk asks for.
   */
  readonly suppose: (likely: Needs) => void;
};

/**
 * Creates a reader for the facts of one subject. The reader throws if a definition names a fact that no room
 * provides.
 */
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
  // If the read of a fact fails, only a caller that needs this fact gets the error.
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
 * Returns the facts that a walk of this version will probably need, as far as their arguments are known. To
 * read a fact in vain costs one statement. To read needed facts one after another costs a round trip for
 * each.
 */
export function likelyNeeds({ definition }: Compiled, answers: Readonly<Record<string, JsonObject>>): Needs {
  return Object.entries(definition.flow.facts).flatMap(([fact, parameters]) => {
    const args: Record<string, string> = {};
    for (const [name, path] of Object.entries(parameters)) {
      const [from, step = "", field = "", ...deeper] = path.split(".");
      const answer = from === "answers" && Object.hasOwn(answers, step) ? answers[step] : undefined;
      const value = answer !== undefined && Object.hasOwn(answer, field) ? answer[field] : undefined;
      // These answers were not checked yet, so only values that look like codes are used in a statement.
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
 * Evaluates something that needs facts, and reads each fact when the evaluation asks for it. They cannot all
 * be read in advance, because the argument of a fact can be an answer that only the walk finds. `attempt`
 * returns the facts that it still needs; if none, its `needs` are `null` and it also returns its outcome.
 * Throws if `attempt` never stops asking for facts.
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

/** Answers the questions for facts that decisions ask, with a fact reader. */
export function factsFrom(reader: FactReader): Answering<"facts"> {
  return {
    facts: async ({ needs }) => {
      // The facts are read in parallel, because then they need only one round trip in the transaction.
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
