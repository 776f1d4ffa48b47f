import { createHmac } from "node:crypto";
import type { Db, Tx } from "../db/index.ts";
import { nationalIdHash } from "./profile.ts";
import type { Room } from "./room.ts";

/** The document of an account: a person's ID card, or a company's registration. */
export type IdentityDocument = { readonly nationalId: string; readonly registrationNumber?: string };

/** Whether the account now owns the document. If another account does, `note` records both for compliance only. */
export type Claim =
  | { readonly kind: "claimed" }
  | { readonly kind: "taken"; readonly note: (tx: Tx) => Promise<void> };

/** Claims the document for this account, which releases any other. If it is taken, the caller calls `note`. */
export async function claimDocument(
  room: Room,
  tx: Tx,
  { personId, document }: { readonly personId: string; readonly document: IdentityDocument },
): Promise<Claim> {
  const hash = documentHash(room, document);
  await tx
    .insertInto("identity_documents")
    .values({ document_hash: hash, person_id: personId, claimed_at: room.clock.now().toJSDate() })
    .onConflict((conflict) => conflict.column("document_hash").doNothing())
    .execute();
  const holder = await holderOf(tx, hash);
  if (holder !== personId) {
    // Its owner released it just now; a retry gets it.
    const note = async (on: Tx) =>
      holder === null ? undefined : noteRefusal(room, on, { personId, holder });
    return { kind: "taken", note };
  }
  await tx
    .deleteFrom("identity_documents")
    .where("person_id", "=", personId)
    .where("document_hash", "<>", hash)
    .execute();
  return { kind: "claimed" };
}

/** Returns whether another account owns the document, and records both for compliance. */
export async function isTaken(
  room: Room,
  { personId, document }: { readonly personId: string; readonly document: IdentityDocument },
): Promise<boolean> {
  const holder = await holderOf(room.db, documentHash(room, document));
  if (holder === null || holder === personId) return false;
  await noteRefusal(room, room.db, { personId, holder });
  return true;
}

async function noteRefusal(
  room: Room,
  on: Db | Tx,
  { personId, holder }: { readonly personId: string; readonly holder: string },
): Promise<void> {
  const at = room.clock.now().toJSDate();
  await on
    .insertInto("identity_document_refusals")
    .values({ person_id: personId, held_by: holder, at })
    .onConflict((conflict) => conflict.columns(["person_id", "held_by"]).doUpdateSet({ at }))
    .execute();
}

/** Returns the owner of the document with this number: an ID card or a company registration. */
export async function holderOfDocument(room: Room, number: string): Promise<string | null> {
  const card = await holderOf(room.db, documentHash(room, { nationalId: number }));
  return (
    card ?? (await holderOf(room.db, documentHash(room, { nationalId: "", registrationNumber: number })))
  );
}

async function holderOf(db: Db | Tx, hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom("identity_documents")
    .select("person_id")
    .where("document_hash", "=", hash)
    .executeTakeFirst();
  return row?.person_id ?? null;
}

/** Hashes a document. A company's registration identifies it, because its signatory may have a personal account. */
function documentHash(room: Room, { nationalId, registrationNumber }: IdentityDocument): Buffer {
  if (registrationNumber === undefined) return nationalIdHash(room, nationalId);
  return createHmac("sha256", room.hashKey).update(`registration:${registrationNumber}`).digest();
}
