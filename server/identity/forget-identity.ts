import { randomBytes } from "node:crypto";
import type { Tx } from "../db/index.ts";
import "./tables.ts";

/** Hides a closed account whose data law keeps: nobody finds it by name or phone, and its document is free again. */
export async function hideIdentity(tx: Tx, personId: string): Promise<void> {
  for (const table of ["identity_finders", "identity_documents"] as const)
    await tx.deleteFrom(table).where("person_id", "=", personId).execute();
  await tx
    .deleteFrom("identity_document_refusals")
    .where((where) => where.or([where("person_id", "=", personId), where("held_by", "=", personId)]))
    .execute();
}

/**
 * Removes what could still tell who an erased person was once their key is gone: keyed hashes, hits on watch lists and
 * last digits.
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
