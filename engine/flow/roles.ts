import type { Role, Step } from "./flow-file.ts";
import type { ShownPart } from "./shown-entry.ts";

/** What a role accepts: a kind of type, or a `rate`, which is a property of integer formats. */
export type Fit = "decimal" | "integer" | "number" | "date" | "instant" | "string" | "rate";

/** How a role can be used: accepted values, kinds of steps, and the parts that belong to it. */
export type RoleUse = {
  /** `null`: anything. */
  readonly fits: readonly Fit[] | null;
  readonly on: readonly Step["kind"][];
  readonly parts: { readonly [part in Exclude<ShownPart, "value">]?: readonly Fit[] | null };
};

const FORMS = ["form", "effect"] as const;
const ASKS = [...FORMS, "review"] as const;
const RESTS = ["wait", "end"] as const;
const ALL = [...ASKS, ...RESTS] as const;

/**
 * The roles. Roles that do not print their value unchanged are not allowed on a review, because people
 * confirm exactly what they see.
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
