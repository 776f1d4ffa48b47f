import type { AppAddress } from "../../../domain/pages.ts";
import type { StaffRole } from "../../../domain/staff-roles.ts";

/** A part of the portal that staff can change on a page, without programming. */
export type Changeable = {
  readonly name: string;
  readonly page: AppAddress;
  readonly proposes: readonly StaffRole[];
  /** Roles that may approve the change; empty if no second person needs to approve it. */
  readonly approves: readonly StaffRole[];
  /**
   * API calls that propose and approve the change. A test checks that these calls allow the roles listed
   * above.
   */
  readonly calls: readonly [proposes: string, approves: string | null];
};

const CHANGE = {
  page: "/studio",
  proposes: ["operations"],
  approves: ["compliance"],
  calls: ["POST /api/changes/{id}/hand-in", "POST /api/definitions/versions/{id}/approve"],
} as const satisfies Omit<Changeable, "name">;

/**
 * Everything that staff can change without programming, and who may change it. The texts are at
 * `studio:where.of.<name>`.
 */
export const CHANGEABLE: readonly Changeable[] = [
  { name: "flows", ...CHANGE },
  { name: "rules", ...CHANGE },
  { name: "texts", ...CHANGE },
  { name: "lists", ...CHANGE },
  {
    name: "switches",
    page: "/studio/switches",
    proposes: ["operations"],
    approves: ["operations"],
    calls: ["POST /api/switches/changes", "POST /api/switches/changes/{id}/approve"],
  },
  {
    name: "terms",
    page: "/staff/strategies",
    proposes: ["finance"],
    approves: ["finance", "compliance"],
    calls: ["POST /api/strategies/{code}/terms", "POST /api/terms/{id}/approve"],
  },
  {
    name: "calendar",
    page: "/staff/calendar",
    proposes: ["finance"],
    approves: ["finance", "compliance"],
    calls: ["POST /api/calendar/holidays", "POST /api/calendar/changes/{id}/approve"],
  },
  {
    name: "legal",
    page: "/staff/legal",
    proposes: ["operations", "compliance"],
    approves: ["compliance"],
    calls: ["POST /api/legal/{document}/versions", "POST /api/legal/versions/{id}/approve"],
  },
  {
    name: "content",
    page: "/staff/content",
    proposes: ["operations"],
    approves: ["compliance"],
    calls: ["POST /api/content-desk/{type}/{key}", "POST /api/content-versions/{id}/approve"],
  },
  {
    name: "roles",
    page: "/staff/roles",
    proposes: ["admin"],
    approves: ["admin", "compliance"],
    calls: ["POST /api/staff-roles", "POST /api/staff-roles/proposals/{id}/approve"],
  },
  {
    name: "saleCodes",
    page: "/staff/sale-codes",
    proposes: ["admin"],
    approves: [],
    calls: ["POST /api/sale-codes", null],
  },
  {
    name: "maintenance",
    page: "/staff/maintenance",
    proposes: ["admin"],
    approves: [],
    calls: ["POST /api/app-setting/maintenance", null],
  },
];
