import type { Definition } from "../../flow/definition.ts";
import { reachableFrom, successors } from "../model/index.ts";

/**
 * Returns true if a later step reads a data path, directly or through rules, derived values and arguments of
 * facts.
 */
export function readsAfter(definition: Definition, from: string, path: string): boolean {
  const later = successors(definition, from).flatMap((next) => [...reachableFrom(definition, next)]);
  return later.some((step) => readsOf(definition, step).some((text) => within(text, path)));
}

/**
 * Returns every text in a step, and in the rules, derived values and facts to which the step refers. These
 * texts include all data paths that the step reads.
 */
function readsOf(definition: Definition, step: string): readonly string[] {
  const texts = new Set(strings(definition.flow.steps[step]));
  // The loop also visits texts that are added while it runs.
  for (const text of texts) for (const more of behind(definition, text)) texts.add(more);
  return [...texts];
}

/** Returns the texts in the rule, derived value or fact arguments that a text names. */
function behind({ flow, rules }: Definition, text: string): readonly string[] {
  const [root, name] = text.split(/[.?]/) as [string, string];
  if (root === "derived") return strings(flow.derived[name]);
  if (root === "facts") return strings(flow.facts[name]);
  return strings(rules[text]?.must ?? rules[text]?.value);
}

function within(text: string, path: string): boolean {
  const place = text.replace(/\?$/, "");
  return place === path || place.startsWith(`${path}.`);
}

function strings(value: unknown): readonly string[] {
  return typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(strings);
}
