/** What a member of staff may be. An investor has no role. */
export type Role = (typeof roles)[number];

/** Every role, in the order of `docs/access.md`. */
export const roles = ["operations", "compliance", "finance", "support", "admin"] as const;
