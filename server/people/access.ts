import type { StaffRole } from "../../domain/staff-roles.ts";
import { staff } from "../http/index.ts";

/** Who works at the people desk. */
export const DESK = ["support", "compliance", "finance", "admin"] as const satisfies readonly StaffRole[];
export type DeskRole = (typeof DESK)[number];

/** Whether a role reads a value whole, reads enough of it to recognise it, or not at all. */
export type Shown = "full" | "masked" | "hidden";

type PerRole = { readonly [Of in DeskRole]: Shown };

/** A row of the table below, in the order of `DESK`. */
function per(support: Shown, compliance: Shown, finance: Shown, admin: Shown): PerRole {
  return { support, compliance, finance, admin };
}

/**
 * What is shown of a person, field by field and role by role: the one table of it. Support must know whom they speak to,
 * compliance who somebody is, finance whose money it is, and an administrator which account it is. An auditor reads all of it.
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

/** Parts of a person's page, and the roles that read them. */
export const PARTS = {
  identity: ["support", "compliance", "admin"],
  orders: ["support", "compliance", "finance"],
  sessions: ["support", "compliance", "admin"],
  messages: ["support", "compliance", "admin"],
  service: ["support", "compliance"],
  changes: ["support", "compliance", "finance"],
  further: ["compliance"],
} as const satisfies { readonly [part: string]: readonly DeskRole[] };

export type Part = keyof typeof PARTS;

/** What may be done about a person, and by whom. Nobody orders for them: only the client orders. */
export const DEEDS = {
  lock: ["support", "compliance", "admin"],
  unlock: ["compliance", "admin"],
  endSessions: ["support", "compliance", "admin"],
  resend: ["support", "compliance", "admin"],
  markTest: ["admin"],
} as const satisfies { readonly [deed: string]: readonly DeskRole[] };

export type Deed = keyof typeof DEEDS;

/** How much of a field a role reads. */
export function shownTo(role: StaffRole, field: Field): Shown {
  if (role === "auditor") return "full";
  return isDeskRole(role) ? FIELDS[field][role] : "hidden";
}

/** Whether a role reads a part of the page. */
export function readsPart(role: StaffRole, part: Part): boolean {
  return role === "auditor" || (PARTS[part] as readonly StaffRole[]).includes(role);
}

/** Whether a role may do something about a person. */
export function mayDo(role: StaffRole, deed: Deed): boolean {
  return (DEEDS[deed] as readonly StaffRole[]).includes(role);
}

/** Who may make the call of a deed. */
export function doneBy(deed: Deed): ReturnType<typeof staff> {
  return staff(...DEEDS[deed]);
}

function isDeskRole(role: StaffRole): role is DeskRole {
  return (DESK as readonly StaffRole[]).includes(role);
}
