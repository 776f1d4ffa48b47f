import { type Facts, factKey } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { FactContext, Registry } from "./registry.ts";

/** Reads facts for one transaction, each with its arguments once, until something happened that may change them. */
export type FactReader = {
  readonly read: (fact: string, args: JsonObject) => Promise<JsonObject | null>;
  /** Forgets what was read: an effect has run. */
  readonly forget: () => void;
};

/** Opens the facts for one subject. A fact that a definition names and no room supplies is a fault of the program. */
export function createFactReader(registry: Registry, context: FactContext): FactReader {
  const known = new Map<string, JsonObject | null>();
  return {
    read: async (fact, args) => {
      const key = factKey(fact, args);
      const before = known.get(key);
      if (before !== undefined) return before;
      const provider = registry.facts.get(fact);
      if (provider === undefined) throw new Error(`facts: no room supplies "${fact}"`);
      const value = await provider.load(context, args);
      known.set(key, value);
      return value;
    },
    forget: () => known.clear(),
  };
}

/** What a step of evaluation answers while a fact is missing. */
export type Needs = readonly { readonly fact: string; readonly args: JsonObject }[];

const MOST_ROUNDS = 25;

/**
 * Evaluates with facts as they turn out to be needed: an argument of one may be an answer that only the walk finds.
 * `attempt` answers what is missing, or `null` needs with its outcome. Throws when it never comes to an end.
 */
export async function withFacts<Outcome>(
  reader: FactReader,
  attempt: (facts: Facts) => { readonly needs: Needs } | { readonly needs: null; readonly outcome: Outcome },
): Promise<{ readonly outcome: Outcome; readonly facts: Facts }> {
  const facts: Record<string, JsonObject | null> = {};
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const tried = attempt(facts);
    if (tried.needs === null) return { outcome: tried.outcome, facts };
    for (const { fact, args } of tried.needs) facts[factKey(fact, args)] = await reader.read(fact, args);
  }
  throw new Error(
    `withFacts: still missing facts after ${MOST_ROUNDS} rounds: ${Object.keys(facts).join(", ")}`,
  );
}
