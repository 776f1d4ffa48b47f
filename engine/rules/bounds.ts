import type { Json } from "../values/json.ts";
import { fail, ok, type Result } from "../values/result.ts";

/** Maximum nesting of one expression. */
export const MAX_DEPTH = 64;
/** Maximum number of values in one expression, operators and operands together. */
export const MAX_NODES = 5_000;
/** Maximum length of a text in an expression, and of a text that an evaluation builds. */
export const MAX_TEXT = 10_000;
/** Maximum size of a rule file. A longer file is rejected before parsing. */
export const MAX_FILE_BYTES = 131_072;

/** Why an expression is rejected before it is checked. */
export type BoundFailure = {
  readonly code: "too-deep" | "too-large" | "text-too-long" | "not-json";
  readonly limit: number;
};

/**
 * Parses the text of a proposed rule. Checks the text's length before parsing, and the size and nesting of
 * the JSON afterwards.
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
 * Checks the size and nesting of an expression without recursion. Stops at the first exceeded bound, so that
 * a huge expression costs no more than a valid rule. Ignores inherited properties.
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
