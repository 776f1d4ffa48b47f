import type { Definition } from "../../flow/definition.ts";
import { successors } from "../model/index.ts";

/** Returns true if every path from a form to a step passes a receipt, which freezes earlier answers. */
export function isFrozenBefore(definition: Definition, form: string, step: string): boolean {
  const seen = new Set<string>();
  const open = [form];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === step) return false;
    const kind = definition.flow.steps[id]?.kind;
    if (seen.has(id) || kind === "effect" || kind === "wait") continue;
    seen.add(id);
    open.push(...successors(definition, id));
  }
  return true;
}
