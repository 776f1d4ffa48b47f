import type { Role, Step } from "./flow-file.ts";
import type { ShownPart } from "./shown-entry.ts";

/**
 * A kind of values that a role accepts. `rate` stands for whole numbers whose format is a percentage; the
 * other names are kinds of types.
 */
export type Fit = "decimal" | "integer" | "number" | "date" | "instant" | "string" | "rate";

/**
 * Conditions for the use of a role: the values it accepts, the kinds of steps that may show it, and its
 * additional parts.
 */
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
 * The register of roles. Some roles do not print their value unchanged. A review may not use these roles,
 * because people confirm exactly what they see.
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
