import type { JsonObject } from "../../engine/values/json.ts";
import type { Clock } from "../clock/index.ts";
import { later, type Tx } from "../db/index.ts";
import "./tables.ts";

/** Sealed words of a colleague in the detail of a line, such as a reason: the trail's reader decrypts them. */
export function inTrail(words: { readonly place: string; readonly sealed: Buffer }): JsonObject {
  return { place: words.place, sealed: words.sealed.toString("base64") };
}

/**
 * A state change as recorded. It contains only ids and states: no name, address or secret, and no words except sealed
 * ones.
 */
export type AuditEntry = {
  /** `person:<uuid>`, `visitor:<hash>`, `system:<job>`. */
  readonly actor: string;
  /** The action, as `room.verb`: `orders.place`. */
  readonly action: string;
  /** The object: `order:<uuid>`. */
  readonly subject: string;
  readonly from?: string | null;
  readonly to?: string | null;
  /** Hash of the definition version that decided, if any. */
  readonly version?: string | null;
  readonly detail?: JsonObject;
};

/** Writes an audit line in the transaction of the change, so that both are committed or neither. */
export async function record(tx: Tx, clock: Clock, entry: AuditEntry): Promise<void> {
  await later(
    tx,
    tx.insertInto("audit_lines").values({
      at: clock.now().toJSDate(),
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject,
      from_state: entry.from ?? null,
      to_state: entry.to ?? null,
      version: entry.version ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
    }),
  );
}
