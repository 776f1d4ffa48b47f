import type { StaffRole } from "../../../domain/staff-roles.ts";
/** Groups of pages in the staff menu. */
export type StaffArea = "people" | "fund" | "orders" | "definitions" | "system";

/** A staff page: its area, the text key of its name, its address, and the roles that may use it. */
export type StaffPlace = {
  readonly area: StaffArea;
  readonly key:
    | "people"
    | "reviews"
    | "bankChanges"
    | "nav"
    | "money"
    | "payouts"
    | "books"
    | "approvals"
    | "terms"
    | "calendar"
    | "studio"
    | "switches"
    | "definitions"
    | "rules"
    | "able"
    | "legal"
    | "content"
    | "cases"
    | "maintenance"
    | "roles"
    | "asOf"
    | "audit"
    | "saleCodes";
  readonly href: string;
  readonly roles: readonly StaffRole[];
};

/**
 * All staff pages, by area in the order of the menu. The menu is for display only: the server checks access
 * on every call.
 */
const PLACES: readonly StaffPlace[] = [
  {
    area: "people",
    key: "people",
    href: "/staff/people",
    roles: ["support", "compliance", "finance", "admin"],
  },
  {
    area: "people",
    key: "cases",
    href: "/staff/cases",
    roles: ["support", "compliance", "finance", "operations"],
  },
  { area: "people", key: "reviews", href: "/staff/reviews", roles: ["compliance"] },
  { area: "people", key: "bankChanges", href: "/staff/bank-changes", roles: ["compliance"] },
  { area: "people", key: "able", href: "/staff/able-to-invest", roles: ["support", "compliance"] },
  { area: "fund", key: "nav", href: "/staff/nav", roles: ["finance", "compliance"] },
  { area: "fund", key: "terms", href: "/staff/strategies", roles: ["finance", "compliance"] },
  { area: "fund", key: "calendar", href: "/staff/calendar", roles: ["finance", "compliance"] },
  { area: "orders", key: "approvals", href: "/staff/approvals", roles: ["finance", "compliance"] },
  { area: "orders", key: "money", href: "/staff/money", roles: ["finance"] },
  { area: "orders", key: "payouts", href: "/staff/payouts", roles: ["finance"] },
  { area: "orders", key: "books", href: "/staff/books", roles: ["finance", "compliance"] },
  {
    area: "definitions",
    key: "definitions",
    href: "/staff/definitions",
    roles: ["compliance", "operations", "admin"],
  },
  { area: "definitions", key: "studio", href: "/studio", roles: ["compliance", "operations", "admin"] },
  { area: "definitions", key: "switches", href: "/studio/switches", roles: ["compliance", "operations"] },
  { area: "definitions", key: "rules", href: "/staff/rules", roles: ["compliance", "operations", "support"] },
  { area: "definitions", key: "legal", href: "/staff/legal", roles: ["compliance", "operations"] },
  { area: "definitions", key: "content", href: "/staff/content", roles: ["compliance", "operations"] },
  { area: "system", key: "roles", href: "/staff/roles", roles: ["admin", "compliance"] },
  {
    area: "system",
    key: "asOf",
    href: "/staff/as-of",
    roles: ["compliance", "operations", "admin"],
  },
  { area: "system", key: "audit", href: "/staff/audit", roles: ["admin", "compliance"] },
  { area: "system", key: "saleCodes", href: "/staff/sale-codes", roles: ["admin", "support"] },
  { area: "system", key: "maintenance", href: "/staff/maintenance", roles: ["admin"] },
];

/**
 * Pages that an auditor cannot open, because the server rejects their calls. Auditors can read the same data
 * on each person's page.
 */
const ASKED_ELSEWHERE: readonly string[] = ["able"];

/** Returns the pages of a role. An auditor can open all pages except those in `ASKED_ELSEWHERE`. */
export function placesOf(role: string | null | undefined): readonly StaffPlace[] {
  return PLACES.filter(({ key, roles }) =>
    role === "auditor" ? !ASKED_ELSEWHERE.includes(key) : roles.some((one) => one === role),
  );
}

/** Returns the start page of a role: a page with waiting work, rather than a look-up page. */
export function homeOf(role: string | null | undefined): string {
  const places = placesOf(role);
  return (
    (places.find(({ key }) => key !== "people" && (key !== "cases" || role === "support")) ?? places[0])
      ?.href ?? STAFF_HOME
  );
}

/** Address of the page that lists a staff member's pages, each with its purpose. */
export const STAFF_HOME = "/staff";

/** Whether a role may open a staff page: one of the role's own pages, or the list of these pages. */
export function maySee(role: string | null | undefined, at: string): boolean {
  return placesOf(role).some(({ href }) => href === at) || (at === STAFF_HOME && (role ?? null) !== null);
}
