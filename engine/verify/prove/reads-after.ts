import type { Definition } from "../../flow/definition.ts";
import { reachableFrom, successors } from "../model/index.ts";

/** Whether a step that can come after another reads a place, over rules, derived values and what facts are asked with too. */
export function readsAfter(definition: Definition, from: string, path: string): boolean {
  const later = successors(definition, from).flatMap((next) => [...reachableFrom(definition, next)]);
  return later.some((step) => readsOf(definition, step).some((text) => within(text, path)));
}

/** Every text in a step and in what it reads by name: places among them. */
function readsOf(definition: Definition, step: string): readonly string[] {
  const texts = new Set(strings(definition.flow.steps[step]));
  // A set hands out what is added while it is gone through.
  for (const text of texts) for (const more of behind(definition, text)) texts.add(more);
  return [...texts];
}

/** The texts of the rule that is named, or of what a derived value is made of or a fact is asked with. */
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
