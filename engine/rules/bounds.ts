import type { Json } from "../values/json.ts";
import { fail, ok, type Result } from "../values/result.ts";

/** Deepest nesting of one expression. */
export const MAX_DEPTH = 64;
/** Most values in one expression, operators and operands counted alike. */
export const MAX_NODES = 5_000;
/** Longest text inside an expression, and longest text that an evaluation may build. */
export const MAX_TEXT = 10_000;
/** Longest rule file; a longer one is refused before it is parsed. */
export const MAX_FILE_BYTES = 131_072;

/** Why an expression is refused before anything is done with it. */
export type BoundFailure = {
  readonly code: "too-deep" | "too-large" | "text-too-long" | "not-json";
  readonly limit: number;
};

/**
 * Reads the text of a rule that somebody proposes: refused by its length before it is parsed, by its shape before it is
 * checked.
 */
export function parseRuleText(text: string): Result<Json, BoundFailure> {
  if (text.length > MAX_FILE_BYTES) return fail({ code: "text-too-long", limit: MAX_FILE_BYTES });
  let parsed: Json;
  try {
    parsed = JSON.parse(text) as Json;
  } catch {
    return fail({ code: "not-json", limit: 0 });
  }
  const bounds = withinBounds(parsed);
  return bounds.ok ? ok(parsed) : bounds;
}

/**
 * Walks an expression without recursion and stops at the first bound that it passes, so that a bomb costs as little as a
 * rule. Inherited names are not walked.
 */
export function withinBounds(logic: unknown): Result<{ readonly nodes: number }, BoundFailure> {
  const waiting: unknown[] = [logic];
  const depths: number[] = [0];
  let nodes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    const depth = depths.pop() as number;
    nodes += 1;
    if (nodes > MAX_NODES) return fail({ code: "too-large", limit: MAX_NODES });
    if (depth > MAX_DEPTH) return fail({ code: "too-deep", limit: MAX_DEPTH });
    if (typeof value === "string") {
      if (value.length > MAX_TEXT) return fail({ code: "text-too-long", limit: MAX_TEXT });
    } else if (Array.isArray(value)) {
      if (nodes + waiting.length + value.length > MAX_NODES)
        return fail({ code: "too-large", limit: MAX_NODES });
      for (const item of value) {
        waiting.push(item);
        depths.push(depth + 1);
      }
    } else if (typeof value === "object" && value !== null) {
      for (const name in value) {
        if (!Object.hasOwn(value, name)) continue;
        if (nodes + waiting.length > MAX_NODES) return fail({ code: "too-large", limit: MAX_NODES });
        waiting.push((value as { readonly [name: string]: unknown })[name]);
        depths.push(depth + 1);
      }
    } else if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") {
      return fail({ code: "not-json", limit: 0 });
    }
  }
  return ok({ nodes });
}
