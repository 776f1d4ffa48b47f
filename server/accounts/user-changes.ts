import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import { hashCode } from "./secrets.ts";

/**
 * Notes in the audit trail which fields of a person were changed, with a hash of each new value under our key, while the
 * switch `user-change-logging` is on. Values themselves are never written.
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

/** Names of fields with a hash of each value: two entries can be told to be about the same value, and nothing else. */
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
