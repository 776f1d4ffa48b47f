import { sql } from "kysely";
import type { Tx } from "../db/index.ts";
import { type KeyLock, openValue } from "./instance-key.ts";
import type { Subject } from "./registry.ts";
import "./tables.ts";

const AN_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Deletes a person's drafts, which are the answers of open instances without any effect so far. With
 * `everything`, deletes the answers of all instances. Receipts and records stay, sealed. Returns the ids that
 * occur only in deleted answers, such as ids of uploads.
 */
export async function forgetInstances(
  { vault }: { readonly vault: Pick<KeyLock, "unlockKey"> },
  tx: Tx,
  subject: Subject,
  { everything, now }: { readonly everything: boolean; readonly now: Date },
): Promise<readonly string[]> {
  const instances = await tx
    .selectFrom("flow_instances as i")
    .select(["i.id", "i.locked_key", sql<Buffer | null>`owner_key(i.subject)`.as("owner_key")])
    .select(
      sql<boolean>`i.closed_at is null
        and not exists (select from flow_receipts r where r.instance = i.id and r.kind = 'effect' and r.succeeded)`.as(
        "is_draft",
      ),
    )
    .where("i.subject", "=", subject)
    .forUpdate()
    .execute();
  const gone = instances.filter(({ is_draft }) => everything || is_draft).map(({ id }) => id);
  if (gone.length === 0) return [];
  const named = { gone: new Set<string>(), stays: new Set<string>() };
  for (const { id, locked_key, owner_key } of instances) {
    const key = vault.unlockKey(subject, locked_key, owner_key);
    const answers = await tx.selectFrom("flow_answers").selectAll().where("instance", "=", id).execute();
    for (const { step, revision, sealed } of key === null ? [] : answers) {
      const answer = openValue(key as Buffer, { kind: "answer", instance: id, step, revision }, sealed);
      for (const [one] of JSON.stringify(answer).matchAll(AN_ID))
        named[gone.includes(id) ? "gone" : "stays"].add(one);
    }
  }
  for (const table of ["flow_answers", "flow_submissions", "flow_runs", "flow_waits"] as const)
    await tx.deleteFrom(table).where("instance", "in", gone).execute();
  await tx
    .updateTable("flow_instances")
    .set({ closed_at: now })
    .where("id", "in", gone)
    .where("closed_at", "is", null)
    .execute();
  return [...named.gone].filter((id) => !named.stays.has(id));
}
