/**
 * The register of staff roles. Investors have no role. Each call declares the roles that may use it
 * (`staff(…)`, `deciding(…)`). The recipe is “A role” in `docs/recipes.md`.
 */
export const STAFF_ROLES = [
  // May propose changes to flows, texts and content.
  "operations",
  // May review identities and approve changes.
  "compliance",
  // May enter and approve NAVs and payments.
  "finance",
  // May answer customers.
  "support",
  // May propose and approve staff roles.
  "admin",
  // May read every staff page, but change nothing.
  "auditor",
] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];
