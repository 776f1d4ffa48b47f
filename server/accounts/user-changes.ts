import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import { hashCode } from "./secrets.ts";

/**
 * While the flag `user-change-logging` is on, records in the audit trail which fields of a person changed.
 * Each field has a keyed hash of its new value. Never records the values themselves.
 */
export async function recordUserChange(
  room: Room,
  tx: Tx,
  personId: string,
  changed: Readonly<Record<string, string | null>>,
): Promise<void> {
  if (!room.isOn("user-change-logging")) return;
  await record(tx, room.clock, {
    actor: `person:${personId}`,
    action: "accounts.changeUser",
    subject: `person:${personId}`,
    detail: { fields: hashedFields(room, changed) },
  });
}

/**
 * Returns the field names, each with a keyed hash of its value. The hash reveals only whether two values are
 * equal.
 */
export function hashedFields(
  room: Room,
  values: Readonly<Record<string, string | null>>,
): { readonly [name: string]: string | null } {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === null ? null : hashCode(room.keys.changes, [name, value]).toString("hex").slice(0, 32),
    ]),
  );
}
