import { createHmac } from "node:crypto";
import type { Db, Tx } from "../db/index.ts";
import { nationalIdHash } from "./profile.ts";
import type { Room } from "./room.ts";

/** The document of an account: a person's ID card, or a company's registration. */
export type IdentityDocument = { readonly nationalId: string; readonly registrationNumber?: string };

/**
 * Result of a claim: whether the account now owns the document. If another account owns it, `note` records
 * both accounts for compliance only.
 */
export type Claim =
  | { readonly kind: "claimed" }
  | { readonly kind: "taken"; readonly note: (tx: Tx) => Promise<void> };

/**
 * Claims the document for this account, and releases any other document of the account. If the document is
 * taken, the caller must call `note`.
 */
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
    // If the present owner releases the document before this runs, nothing is recorded, because a retry can
    // then claim the document.
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

/** Returns whether another account owns the document. If so, records both accounts for compliance. */
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

/**
 * Returns the owner of the document with this number, which can be an ID card or a company's registration.
 */
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

/**
 * Returns the hash of a document. A company is identified by its registration, because the person who signs
 * for it may also have a personal account.
 */
function documentHash(room: Room, { nationalId, registrationNumber }: IdentityDocument): Buffer {
  if (registrationNumber === undefined) return nationalIdHash(room, nationalId);
  return createHmac("sha256", room.hashKey).update(`registration:${registrationNumber}`).digest();
}
