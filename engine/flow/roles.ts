import type { Role, Step } from "./flow-file.ts";
import type { ShownPart } from "./shown-entry.ts";

/**
 * The kind of value that a role accepts: a kind of type, or a `rate`, which is a property of integer formats.
 */
export type Fit = "decimal" | "integer" | "number" | "date" | "instant" | "string" | "rate";

/** The rules for a role: accepted values, kinds of steps, and the parts that belong to the role. */
export type RoleUse = {
  /** Kinds of values that the role accepts; `null` if it accepts any value. */
  readonly fits: readonly Fit[] | null;
  readonly on: readonly Step["kind"][];
  readonly parts: { readonly [part in Exclude<ShownPart, "value">]?: readonly Fit[] | null };
};

const FORMS = ["form", "effect"] as const;
const ASKS = [...FORMS, "review"] as const;
const RESTS = ["wait", "end"] as const;
const ALL = [...ASKS, ...RESTS] as const;

/**
 * The register of roles. A role that does not print its value unchanged is not allowed on a review, because
 * people confirm exactly what they see.
 */
export const SHOWN_ROLES = {
  amount: { fits: ["decimal"], on: ALL, parts: {} },
  deduction: { fits: ["decimal"], on: ALL, parts: { rate: ["rate"] } },
  total: { fits: ["decimal", "integer"], on: ALL, parts: {} },
  estimate: { fits: ["decimal"], on: ALL, parts: { price: ["decimal"], asOf: ["date", "instant"] } },
  limit: { fits: ["decimal", "integer", "number", "date"], on: FORMS, parts: {} },
  countdown: { fits: ["instant"], on: ASKS, parts: { gives: null } },
  note: { fits: null, on: ALL, parts: {} },
  reference: { fits: ["string"], on: RESTS, parts: {} },
  timeline: { fits: ["string"], on: RESTS, parts: {} },
} satisfies { readonly [role in Role]: RoleUse };
