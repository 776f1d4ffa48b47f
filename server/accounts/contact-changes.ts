import { randomUUID } from "node:crypto";
import type { Db, Tx } from "../db/index.ts";
import { emailKey, maskEmail } from "./email.ts";
import { localMoment } from "./local-moment.ts";
import { maskPhone } from "./phones.ts";
import type { Room } from "./room.ts";
import { hashToken, randomToken } from "./secrets.ts";
import "./tables.ts";

/**
 * Time in milliseconds during which the owner of the previous e-mail or number can undo the change. During
 * this time, no money is paid to a new bank account.
 */
const UNDO_MS = 72 * 60 * 60_000;

/**
 * A replaced e-mail or phone number (E.164). `provedAt`: when the number was proved by a code; `null` if
 * never.
 */
export type Former =
  | { readonly kind: "email"; readonly value: string }
  | { readonly kind: "phone"; readonly value: string; readonly provedAt: Date | null };

/** A link that undoes a change: its token, the token's hash, and its expiry. */
export type UndoLink = { readonly token: string; readonly hash: Buffer; readonly until: string };

/**
 * Records that an e-mail or a phone number was replaced, and creates the link that undoes this change, valid
 * for three days. Encrypts the former value with the person's key. Setting a new password does not invalidate
 * the link.
 */
export async function keepContactChange(
  room: Room,
  tx: Tx,
  of: { readonly personId: string; readonly former: Former },
): Promise<UndoLink> {
  const { personId, former } = of;
  const token = randomToken();
  const hash = hashToken(token);
  const now = room.clock.wall();
  const expiresAt = new Date(now.getTime() + UNDO_MS);
  const sealed = await room.vault.sealWords(tx, personId, FORMER_PLACE[former.kind](personId), former.value);
  await tx
    .insertInto("password_resets")
    .values({
      token_hash: hash,
      person_id: personId,
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
      restores_key: restoresKey(room, former),
      ...(former.kind === "email"
        ? { restores_email: sealed }
        : { purpose: "restore-phone", restores_phone: sealed, restores_proved_at: former.provedAt }),
    })
    .execute();
  const at = room.clock.now().toJSDate();
  await tx
    .insertInto("contact_changes")
    .values({
      id: randomUUID(),
      person_id: personId,
      kind: former.kind,
      at,
      open_until: new Date(at.getTime() + UNDO_MS),
      link: hash,
    })
    .execute();
  return { token, hash, until: localMoment(expiresAt) };
}

/**
 * Records that access to an account was restored. For a day nothing is paid out, and for three days money
 * goes only to the bank account in use. Returns the end of the restriction.
 */
export async function keepAccessChange(
  room: Pick<Room, "clock">,
  tx: Tx,
  personId: string,
): Promise<{ readonly until: string }> {
  const at = room.clock.now().toJSDate();
  const open_until = new Date(at.getTime() + UNDO_MS);
  await tx
    .insertInto("contact_changes")
    .values({ id: randomUUID(), person_id: personId, kind: "access", at, open_until, link: null })
    .execute();
  return { until: localMoment(open_until) };
}

/**
 * Replaces the link that can restore a person's phone number, made at or after `since`. The letter with the
 * old link went to an address that was not the person's. Returns the new link, and the time at which the
 * number was changed; `null` if there is no valid link.
 */
export async function renewPhoneLink(
  room: Pick<Room, "clock">,
  tx: Tx,
  of: { readonly personId: string; readonly since: Date },
): Promise<(UndoLink & { readonly changedAt: Date }) | null> {
  const old = await tx
    .selectFrom("password_resets")
    .select(["token_hash", "expires_at"])
    .where("person_id", "=", of.personId)
    .where("purpose", "=", "restore-phone")
    .where("used_at", "is", null)
    .where("expires_at", ">", room.clock.wall())
    .where("created_at", ">=", of.since)
    .orderBy("created_at")
    .executeTakeFirst();
  if (old === undefined) return null;
  const token = randomToken();
  const hash = hashToken(token);
  await tx
    .updateTable("password_resets")
    .set({ token_hash: hash })
    .where("token_hash", "=", old.token_hash)
    .execute();
  const { at } = await tx
    .updateTable("contact_changes")
    .set({ link: hash })
    .where("link", "=", old.token_hash)
    .returning("at")
    .executeTakeFirstOrThrow();
  return { token, hash, until: localMoment(old.expires_at), changedAt: at };
}

/** The `place`s with which the vault seals the values that a link can restore. */
export const FORMER_PLACE = {
  email: (personId: string) => `password_resets/${personId}`,
  phone: (personId: string) => `password_resets/${personId}/phone`,
} as const;

/**
 * Returns the keyed hash of a former e-mail or phone number. The hash finds the links that can restore this
 * value.
 */
export function restoresKey({ vault }: Pick<Room, "vault">, { kind, value }: Pick<Former, "kind" | "value">) {
  return vault.keyedHash(kind, kind === "email" ? emailKey(value) : value);
}

/** Marks the change to which this link belongs, and every later change of the same kind, as undone. */
export async function undoContactChange(
  room: Pick<Room, "clock">,
  tx: Tx,
  of: { readonly personId: string; readonly kind: Former["kind"]; readonly link: Buffer },
): Promise<void> {
  await tx
    .updateTable("contact_changes")
    .set({ undone_at: room.clock.now().toJSDate() })
    .where("person_id", "=", of.personId)
    .where("kind", "=", of.kind)
    .where("undone_at", "is", null)
    .where("at", ">=", (rows) =>
      rows.selectFrom("contact_changes as first").select("first.at").where("first.link", "=", of.link),
    )
    .execute();
}

/**
 * Returns the latest changes of a person's e-mail and phone number and the restorations of access, newest
 * first. Each has the masked former value, or `null` if it was erased, and the time until which it can be
 * restored.
 */
export async function contactChangesOf(
  { db, vault }: { readonly db: Db } & Pick<Room, "vault">,
  personId: string,
) {
  const rows = await db
    .selectFrom("contact_changes as c")
    .leftJoin("password_resets as r", "r.token_hash", "c.link")
    .select(["c.kind", "c.at", "c.open_until", "c.undone_at", "r.restores_email", "r.restores_phone"])
    .where("c.person_id", "=", personId)
    .orderBy("c.at", "desc")
    .limit(10)
    .execute();
  const before = await vault.openWords(
    db,
    rows.map(({ kind, restores_email, restores_phone }) => ({
      place: FORMER_PLACE[kind === "phone" ? "phone" : "email"](personId),
      sealed: kind === "phone" ? restores_phone : restores_email,
    })),
  );
  return rows.map(({ kind, at, open_until, undone_at }, index) => {
    const former = before[index];
    return {
      kind,
      before: former == null ? null : kind === "email" ? maskEmail(former) : maskPhone(former),
      at: at.toISOString(),
      undoUntil: open_until.toISOString(),
      undone: undone_at !== null,
    };
  });
}
