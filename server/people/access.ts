import type { StaffRole } from "../../domain/staff-roles.ts";
import { staff } from "../http/index.ts";

/** The roles that use the people desk. */
export const DESK = ["support", "compliance", "finance", "admin"] as const satisfies readonly StaffRole[];
export type DeskRole = (typeof DESK)[number];

/** How a role sees a value: in full, masked (so that it can only be recognised), or not at all. */
export type Shown = "full" | "masked" | "hidden";

type PerRole = { readonly [Of in DeskRole]: Shown };

/** Returns one row of the table `FIELDS`. The arguments are in the order of the roles in `DESK`. */
function per(support: Shown, compliance: Shown, finance: Shown, admin: Shown): PerRole {
  return { support, compliance, finance, admin };
}

/**
 * How each role sees each field of a person. This table is the only place that defines it. Support must be
 * able to identify the caller, compliance the person, finance the owner of money, and admins the account.
 * Auditors see everything.
 */
export const FIELDS = {
  email: per("full", "full", "masked", "full"),
  name: per("full", "full", "full", "masked"),
  nameEn: per("full", "full", "full", "masked"),
  companyName: per("full", "full", "full", "full"),
  phone: per("full", "full", "hidden", "hidden"),
  birthDate: per("full", "full", "hidden", "hidden"),
  document: per("masked", "full", "masked", "hidden"),
  address: per("full", "full", "hidden", "hidden"),
  bank: per("masked", "full", "full", "hidden"),
  saleCode: per("full", "full", "hidden", "full"),
} as const satisfies { readonly [field: string]: PerRole };

export type Field = keyof typeof FIELDS;

/** The sections of a person's page, each with the roles that see it. Auditors see all sections. */
export const PARTS = {
  identity: ["support", "compliance", "admin"],
  orders: ["support", "compliance", "finance"],
  sessions: ["support", "compliance", "admin"],
  messages: ["support", "compliance", "admin"],
  cases: ["support", "compliance"],
  changes: ["support", "compliance", "finance"],
  further: ["compliance"],
} as const satisfies { readonly [part: string]: readonly DeskRole[] };

export type Part = keyof typeof PARTS;

/**
 * What staff can do to a person's account, each with the roles that may do it. No role can place orders; only
 * the client can.
 */
export const DEEDS = {
  lock: ["support", "compliance", "admin"],
  unlock: ["compliance", "admin"],
  endSessions: ["support", "compliance", "admin"],
  resend: ["support", "compliance", "admin"],
  markTest: ["admin"],
} as const satisfies { readonly [deed: string]: readonly DeskRole[] };

export type Deed = keyof typeof DEEDS;

/** Returns how a role sees a field: in full, masked or not at all. */
export function shownTo(role: StaffRole, field: Field): Shown {
  if (role === "auditor") return "full";
  return isDeskRole(role) ? FIELDS[field][role] : "hidden";
}

/** Returns whether a role sees a section of a person's page. */
export function readsPart(role: StaffRole, part: Part): boolean {
  return role === "auditor" || (PARTS[part] as readonly StaffRole[]).includes(role);
}

/** Returns whether a role may read what remains of an erased account, because law requires keeping it. */
export function readsErased(role: StaffRole): boolean {
  return role === "compliance" || role === "auditor";
}

/** Returns whether a role may do something to a person's account. */
export function mayDo(role: StaffRole, deed: Deed): boolean {
  return (DEEDS[deed] as readonly StaffRole[]).includes(role);
}

/** Returns the access rule for the call with which staff do something to a person's account. */
export function doneBy(deed: Deed): ReturnType<typeof staff> {
  return staff(...DEEDS[deed]);
}

function isDeskRole(role: StaffRole): role is DeskRole {
  return (DESK as readonly StaffRole[]).includes(role);
}
