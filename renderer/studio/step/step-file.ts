import type { Draft } from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { readFile } from "../draft/texts-of-draft.ts";

/**
 * Returns a flow's file from the draft. The draft is newer than the engine's view of it, which follows
 * shortly after.
 */
export function flowInDraft(draft: Draft, flow: string): JsonObject {
  return objectOf(readFile(draft, `flows/${flow}/flow.json`));
}

/** Returns the content of a step in the draft. */
export function stepInDraft(draft: Draft, flow: string, step: string): JsonObject {
  return objectOf(objectOf(flowInDraft(draft, flow).steps)[step]);
}

/** Returns the steps of a flow, in the order of the file. */
export function stepsInDraft(draft: Draft, flow: string): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectOf(flowInDraft(draft, flow).steps)).map(([id, step]) => [id, objectOf(step)]);
}

export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a step id made from an English title: `Court order` → `court-order`. */
export function idFor(title: string, taken: readonly string[]): string {
  const parts =
    title
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name = parts
    .slice(0, 4)
    .join("-")
    .replace(/^[0-9-]+/, "");
  const own = name === "" ? "step" : name;
  let unique = own;
  for (let number = 2; taken.includes(unique); number += 1) unique = `${own}-${number}`;
  return unique;
}
