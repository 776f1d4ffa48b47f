import { type Compiled, type Facts, factKey, type Need } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { type Answering, ask, type Deciding } from "./asks.ts";
import type { FactContext, Registry } from "./registry.ts";

/** Reads facts for one transaction, each with its arguments once, until something happened that may change them. */
export type FactReader = {
  readonly read: (fact: string, args: JsonObject) => Promise<JsonObject | null>;
  /** Forgets what was read: an effect has run. */
  readonly forget: () => void;
  /** Reads these now, and waits for none: whoever needs one of them finds it on its way. */
  readonly begin: (likely: Needs) => void;
  /** Says what the walk will likely need: it is read along with the first fact that it does need. */
  readonly suppose: (likely: Needs) => void;
};

/** Opens the facts for one subject. A fact that a definition names and no room supplies is a fault of the program. */
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
  // One that cannot be told is told only to who asks for it.
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
 * What a version's walk will likely need, with these answers: each of its facts whose arguments are known. Reading one for
 * nothing costs a statement, waiting for each in turn a round trip each.
 */
export function likelyNeeds({ definition }: Compiled, answers: Readonly<Record<string, JsonObject>>): Needs {
  return Object.entries(definition.flow.facts).flatMap(([fact, parameters]) => {
    const args: Record<string, string> = {};
    for (const [name, path] of Object.entries(parameters)) {
      const [from, step = "", field = "", ...deeper] = path.split(".");
      const answer = from === "answers" && Object.hasOwn(answers, step) ? answers[step] : undefined;
      const value = answer !== undefined && Object.hasOwn(answer, field) ? answer[field] : undefined;
      // Not judged yet: only what may be somebody's code goes into a statement.
      if (typeof value !== "string" || !/^[\w.-]{1,100}$/.test(value) || deeper.length > 0) return [];
      args[name] = value;
    }
    return [{ fact, args }];
  });
}

/** Facts that are needed, with their arguments. */
export type Needs = readonly Need[];

const MOST_ROUNDS = 25;

/**
 * Evaluates with facts as they turn out to be needed: an argument of one may be an answer that only the walk finds.
 * `attempt` answers what is missing, or `null` needs with its outcome. Throws when it never comes to an end.
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

/** Answers with the facts of a reader. */
export function factsFrom(reader: FactReader): Answering<"facts"> {
  return {
    facts: async ({ needs }) => {
      // Together: in a transaction they are one round trip.
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
