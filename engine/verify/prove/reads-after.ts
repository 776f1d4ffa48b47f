import type { Definition } from "../../flow/definition.ts";
import { reachableFrom, successors } from "../model/index.ts";

/** Whether a step after another one reads a place, directly or through rules, derived values and arguments of facts. */
export function readsAfter(definition: Definition, from: string, path: string): boolean {
  const later = successors(definition, from).flatMap((next) => [...reachableFrom(definition, next)]);
  return later.some((step) => readsOf(definition, step).some((text) => within(text, path)));
}

/** Every text in a step and in what it reads by name: places among them. */
function readsOf(definition: Definition, step: string): readonly string[] {
  const texts = new Set(strings(definition.flow.steps[step]));
  // Iterating over a set includes what is added meanwhile.
  for (const text of texts) for (const more of behind(definition, text)) texts.add(more);
  return [...texts];
}

/** The texts in a named rule, in a derived value, or in the arguments of a fact. */
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
