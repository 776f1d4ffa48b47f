import { createHmac } from "node:crypto";
import type { Db, Tx } from "../db/index.ts";
import { holdingNothing } from "../holding.ts";
import { nationalIdHash } from "./profile.ts";
import type { Room } from "./room.ts";

/** What an account is opened with: a person's ID card, a company's registration. */
export type IdentityDocument = { readonly nationalId: string; readonly registrationNumber?: string };

/**
 * Claims the document for this account, which gives up any other it had. Answers whether the account has it now; where
 * another one does, compliance is shown the two, and nobody else whose it is.
 */
export async function claimDocument(
  room: Room,
  tx: Tx,
  { personId, document }: { readonly personId: string; readonly document: IdentityDocument },
): Promise<boolean> {
  const hash = documentHash(room, document);
  await tx
    .insertInto("identity_documents")
    .values({ document_hash: hash, person_id: personId, claimed_at: room.clock.now().toJSDate() })
    .onConflict((conflict) => conflict.column("document_hash").doNothing())
    .execute();
  const holder = await holderOf(tx, hash);
  if (holder !== personId) {
    // Beside the transaction, which is given up now. It waits for nothing that this one holds, and comes so seldom that
    // the second connection is let pass.
    if (holder !== null) await holdingNothing(() => noteRefusal(room, { personId, holder }));
    return false;
  }
  await tx
    .deleteFrom("identity_documents")
    .where("person_id", "=", personId)
    .where("document_hash", "<>", hash)
    .execute();
  return true;
}

/** Whether another account was opened with the document; then compliance is shown the two. */
export async function isTaken(
  room: Room,
  { personId, document }: { readonly personId: string; readonly document: IdentityDocument },
): Promise<boolean> {
  const holder = await holderOf(room.db, documentHash(room, document));
  if (holder === null || holder === personId) return false;
  await noteRefusal(room, { personId, holder });
  return true;
}

async function noteRefusal(
  room: Room,
  { personId, holder }: { readonly personId: string; readonly holder: string },
): Promise<void> {
  const at = room.clock.now().toJSDate();
  await room.db
    .insertInto("identity_document_refusals")
    .values({ person_id: personId, held_by: holder, at })
    .onConflict((conflict) => conflict.columns(["person_id", "held_by"]).doUpdateSet({ at }))
    .execute();
}

async function holderOf(db: Db | Tx, hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom("identity_documents")
    .select("person_id")
    .where("document_hash", "=", hash)
    .executeTakeFirst();
  return row?.person_id ?? null;
}

/** A company is known by its registration: whoever signs for it may have an account of their own. */
function documentHash(room: Room, { nationalId, registrationNumber }: IdentityDocument): Buffer {
  if (registrationNumber === undefined) return nationalIdHash(room, nationalId);
  return createHmac("sha256", room.hashKey).update(`registration:${registrationNumber}`).digest();
}
