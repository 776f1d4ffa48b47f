import { randomBytes } from "node:crypto";
import type { Tx } from "../db/index.ts";
import "./tables.ts";

/**
 * Hides a closed account whose data the law requires to keep. Staff can no longer find it by name or phone,
 * and another account can use its document.
 */
export async function hideIdentity(tx: Tx, personId: string): Promise<void> {
  for (const table of ["identity_finders", "identity_documents"] as const)
    await tx.deleteFrom(table).where("person_id", "=", personId).execute();
  await tx
    .deleteFrom("identity_document_refusals")
    .where((where) => where.or([where("person_id", "=", personId), where("held_by", "=", personId)]))
    .execute();
}

/**
 * Deletes data that could still identify an erased person after the person's key is gone: keyed hashes, hits
 * on watch lists and last digits of numbers.
 */
export async function forgetIdentity(tx: Tx, personId: string): Promise<void> {
  await hideIdentity(tx, personId);
  await tx.deleteFrom("aml_hits").where("person_id", "=", personId).execute();
  await tx
    .updateTable("identity_profiles")
    .set({ national_id_hash: randomBytes(32) })
    .where("person_id", "=", personId)
    .execute();
  for (const table of ["dopa_checks", "ndid_requests", "aml_screenings"] as const)
    await tx
      .updateTable(table)
      .set({ subject_hash: randomBytes(32) })
      .where("person_id", "=", personId)
      .execute();
  await tx
    .updateTable("bank_accounts")
    .set({ last_digits: "0000" })
    .where("person_id", "=", personId)
    .execute();
}
