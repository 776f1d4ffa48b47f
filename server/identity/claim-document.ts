import { createHmac } from "node:crypto";
import type { Db, Tx } from "../db/index.ts";
import { nationalIdHash } from "./profile.ts";
import type { Room } from "./room.ts";

/** What an account is opened with: a person's ID card, a company's registration. */
export type IdentityDocument = { readonly nationalId: string; readonly registrationNumber?: string };

/** Whether an account has a document now. Where another one has it, `note` shows compliance the two, and nobody else. */
export type Claim =
  | { readonly kind: "claimed" }
  | { readonly kind: "taken"; readonly note: (tx: Tx) => Promise<void> };

/** Claims the document for this account, which gives up any other it had. Where it is taken, the caller writes the note. */
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
    // Given up by its holder at this very moment: whoever comes again gets it.
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

/** Whether another account was opened with the document; then compliance is shown the two. */
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

/** Whose account was opened with the document of this number: an ID card's, or a company's registration. */
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

/** A company is known by its registration: whoever signs for it may have an account of their own. */
function documentHash(room: Room, { nationalId, registrationNumber }: IdentityDocument): Buffer {
  if (registrationNumber === undefined) return nationalIdHash(room, nationalId);
  return createHmac("sha256", room.hashKey).update(`registration:${registrationNumber}`).digest();
}
