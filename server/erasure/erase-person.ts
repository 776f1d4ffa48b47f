import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { closeAccount } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { forgetInstances } from "../flows/index.ts";
import { AppError } from "../http/index.ts";
import { forgetIdentity, hideIdentity } from "../identity/index.ts";
import { forgetHabits } from "../portfolio/index.ts";
import { type Outlook, outlookOf, refuseHindered } from "./outlook.ts";
import type { ErasureRoom } from "./room.ts";
import "./tables.ts";

/** The approved request to erase a person, with the two members of staff who decided it. */
export type ErasureOrder = {
  readonly personId: string;
  readonly reference: string;
  readonly proposedBy: string;
  readonly by: string;
  /** The written answer of the staff to the person. */
  readonly answer: string;
};

/**
 * Erases a person, in the transaction in which the request is approved. If no law requires keeping data, the
 * person's key is destroyed, so that all sealed values become unreadable. Otherwise the account is closed,
 * data that no law requires is deleted, and the rest is hidden until `endErasures` destroys it. The person
 * gets one letter about the erasure. Does nothing if the person was already erased. Throws
 * `erasure-in-the-way` and `four-eyes`.
 */
export async function erasePerson(room: ErasureRoom, tx: Tx, order: ErasureOrder): Promise<void> {
  const { personId, reference, proposedBy, by } = order;
  if (proposedBy === by || proposedBy === personId || by === personId) throw new AppError("four-eyes");
  await tx.selectFrom("people").select("id").where("id", "=", personId).forUpdate().execute();
  const before = await tx
    .selectFrom("erasures")
    .select("person_id")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (before !== undefined) return;
  await refuseHindered(tx, personId);
  const outlook = await outlookOf(tx, personId);
  const reached = await closeAccount(room.accounts, tx, personId);
  if (reached === null)
    throw new Error(`erasePerson: the account of ${personId} was closed without an erasure`);
  const { email, phone, language } = reached;
  const keepUntil = keptUntil(room, outlook);
  const { vault } = room.accounts;
  const now = room.clock.wall();
  await tx
    .insertInto("erasures")
    .values({
      ...{ person_id: personId, reference, proposed_by: proposedBy, decided_by: by, at: now },
      keep_until: keepUntil,
      email: keepUntil === null ? null : await vault.sealWords(tx, personId, `erasures/${personId}`, email),
      ended_at: keepUntil === null ? now : null,
    })
    .execute();
  await forgetHabits(tx, personId);
  if (keepUntil === null) await forgetAll(room, tx, personId);
  else {
    const drafts = { everything: false, now };
    const unused = await forgetInstances({ vault }, tx, `person:${personId}`, drafts);
    await room.files.forget(tx, `person:${personId}`, unused);
    await hideIdentity(tx, personId);
  }
  await room.messages.send(tx, {
    to: email,
    template: keepUntil === null ? "account-erased" : "account-erased-in-part",
    language,
    data: {
      reference,
      answer: order.answer,
      until: keepUntil === null ? "" : formatTypedDate(keepUntil),
    },
    key: `account-erased:${personId}`,
  });
  // This is the last step. After it, no letter can be found by the person's address, not even the letter
  // about the erasure.
  for (const address of [email, phone]) if (address !== null) await room.messages.forget(tx, address);
  await record(tx, room.clock, {
    actor: `person:${by}`,
    action: "erasure.erase",
    subject: `person:${personId}`,
    to: keepUntil === null ? "erased" : "kept",
    detail: { reference, proposedBy, kept: [...outlook.kept], keepUntil },
  });
}

/** Destroys all remaining data of a person, and the person's key. */
export async function forgetAll(room: ErasureRoom, tx: Tx, personId: string): Promise<void> {
  const { vault } = room.accounts;
  const now = room.clock.wall();
  await forgetInstances({ vault }, tx, `person:${personId}`, { everything: true, now });
  await room.files.forget(tx, `person:${personId}`, "all");
  await forgetIdentity(tx, personId);
  await vault.erase(tx, personId, now);
}

function keptUntil({ clock }: ErasureRoom, { years }: Outlook): LocalDate | null {
  return years === null ? null : (clock.now().plus({ years }).toISODate() as LocalDate);
}
