import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Clock } from "../clock/index.ts";
import { compiledOnce, later, type Tx } from "../db/index.ts";
import "./tables.ts";

/**
 * Returns a colleague's sealed words, such as a reason, in the form for the detail of an audit line. They are
 * decrypted when the trail is read.
 */
export function inTrail(words: { readonly place: string; readonly sealed: Buffer }): JsonObject {
  return { place: words.place, sealed: words.sealed.toString("base64") };
}

/**
 * A state change, as recorded in the audit trail. It contains only ids and states: no name, address or
 * secret, and no words except sealed ones.
 */
export type AuditEntry = {
  /** Actor of the change: `person:<uuid>`, `visitor:<hash>` or `system:<job>`. */
  readonly actor: string;
  /** Action in the form `module.verb`, such as `orders.place`. */
  readonly action: string;
  /** Object of the change, such as `order:<uuid>`. */
  readonly subject: string;
  readonly from?: string | null;
  readonly to?: string | null;
  /** Hash of the definition version that was applied, if any. */
  readonly version?: string | null;
  readonly detail?: JsonObject;
};

/** Writes an audit line in the transaction of the change, so that both are committed or both rolled back. */
export async function record(tx: Tx, clock: Clock, entry: AuditEntry): Promise<void> {
  await later(tx, lineWritten(tx, JSON.stringify(auditRow(clock, entry))));
}

/** Returns an audit line as the SQL function `write_audit_line` takes it. */
export function auditRow(clock: Clock, entry: AuditEntry): JsonObject {
  const { actor, action, subject, from = null, to = null, version = null, detail = {} } = entry;
  return { at: clock.now().toJSDate().toISOString(), actor, action, subject, from, to, version, detail };
}

const lineWritten = compiledOnce((tx, line: string) =>
  sql`select write_audit_line(${line}::jsonb)`.compile(tx),
);
