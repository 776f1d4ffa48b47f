import type { Definition } from "../../flow/definition.ts";
import type { Step } from "../../flow/flow-file.ts";
import { reachableFrom, successors } from "../check-graph.ts";

/** Whether a step that can come after another reads a place, over rules and derived values too. */
export function readsAfter(definition: Definition, from: string, path: string): boolean {
  const later = successors(definition, from).flatMap((next) => [...reachableFrom(definition, next)]);
  return later.some((step) =>
    readsOf(definition, definition.flow.steps[step]).some((text) => within(text, path)),
  );
}

/** Every text in a step, in the rules that it names and in the derived values that these read: places among them. */
function readsOf({ flow, rules }: Definition, step: Step | undefined): readonly string[] {
  const seen = new Set<string>();
  const queue = [...strings(step)];
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    if (seen.has(text)) continue;
    seen.add(text);
    const rule = rules[text];
    if (rule !== undefined) queue.push(...strings(rule.must ?? rule.value));
    const derived = text.startsWith("derived.") ? flow.derived[text.split(/[.?]/)[1] ?? ""] : undefined;
    if (derived !== undefined) queue.push(...strings(derived));
  }
  return [...seen];
}

function within(text: string, path: string): boolean {
  const place = text.replace(/\?$/, "");
  return place === path || place.startsWith(`${path}.`);
}

function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(strings);
}
