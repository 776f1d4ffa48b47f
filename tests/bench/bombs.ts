import { evaluateUntyped, RuleRefused } from "../../server/commands/untyped.ts";
import { RULE_BOMBS } from "../support/rule-bombs.ts";

const TRIES = 40;

/**
 * Measures figure 21 in time: the minimum time until each rule bomb is refused. The goal is less than 10 ms
 * on an idle core.
 */
export async function bench(): Promise<{
  readonly name: string;
  readonly figures: { readonly [figure: string]: number };
}> {
  return {
    name: "bombs",
    figures: Object.fromEntries(
      RULE_BOMBS.map(([name, rule, data]) => [`${name}, ms`, refusalMs(rule, data)]),
    ),
  };
}

function refusalMs(...given: Parameters<typeof evaluateUntyped>): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const began = performance.now();
    try {
      evaluateUntyped(...given);
      throw new Error("bench: a rule bomb was answered");
    } catch (error) {
      if (!(error instanceof RuleRefused)) throw error;
    }
    least = Math.min(least, performance.now() - began);
  }
  return Math.round(least * 100) / 100;
}
