/**
 * The register of staff roles; an investor has no role. Each call declares its roles (`staff(…)`, `deciding(…)`). The
 * recipe is “A role” in `docs/recipes.md`.
 */
export const STAFF_ROLES = [
  // Propose changes to flows, texts and content.
  "operations",
  // Review identities, approve changes.
  "compliance",
  // Enter and approve NAVs and payments.
  "finance",
  // Answer people.
  "support",
  // Propose and approve roles.
  "admin",
  // Read every desk, change nothing.
  "auditor",
] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];
