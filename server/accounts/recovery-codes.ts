import { randomInt } from "node:crypto";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { ChallengeVerdict } from "../flows/index.ts";
import { afterWrong, countFactorTry } from "./authenticator.ts";
import { tellOwner } from "./factor-letters.ts";
import type { Room } from "./room.ts";
import { hashCode } from "./secrets.ts";
import "./tables.ts";

/** The number of codes per person, and their length. */
export const recoveryCodes = { count: 8, letters: 10 } as const;

// Characters of a code, without ambiguous ones. Ten of them have 49 bits of entropy.
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Creates eight codes in place of the previous ones. This is possible for ten minutes after the second factor
 * was turned on or proved for this purpose. Errors: `recovery-codes-closed`.
 */
export async function makeRecoveryCodes(
  room: Room,
  personId: string,
): Promise<Result<readonly string[], { readonly code: "recovery-codes-closed" }>> {
  const now = room.clock.wall();
  const codes = Array.from({ length: recoveryCodes.count }, randomRecoveryCode);
  return await room.db.transaction().execute(async (tx) => {
    const open = await tx
      .selectFrom("authenticators")
      .select("person_id")
      .where("person_id", "=", personId)
      .where("sealed", "is not", null)
      .where("codes_until", ">", now)
      .forUpdate()
      .executeTakeFirst();
    if (open === undefined) return fail({ code: "recovery-codes-closed" });
    await tx.deleteFrom("recovery_codes").where("person_id", "=", personId).execute();
    await tx
      .insertInto("recovery_codes")
      .values(
        codes.map((code) => ({
          person_id: personId,
          code_hash: recoveryHash(room, personId, code),
          made_at: now,
          used_at: null,
        })),
      )
      .execute();
    const subject = `person:${personId}` as const;
    await record(tx, room.clock, { actor: subject, action: "accounts.makeRecoveryCodes", subject });
    return ok(codes);
  });
}

/**
 * Ends the time in which recovery codes can be shown. Called when the person confirms that the codes are
 * stored.
 */
export async function closeRecoveryCodes(tx: Tx, personId: string): Promise<void> {
  await tx
    .updateTable("authenticators")
    .set({ codes_until: null })
    .where("person_id", "=", personId)
    .execute();
}

/**
 * Verifies a recovery code, ignoring spaces and case. The try is counted together with the tries of app
 * codes. A code works only once, and the owner is notified. The caller must commit its transaction even if
 * the code is wrong.
 */
export async function tryRecoveryCode(
  room: Room,
  db: Db | Tx,
  of: { readonly personId: string; readonly code: string },
): Promise<ChallengeVerdict> {
  const { personId } = of;
  const counted = await countFactorTry(room, db, personId);
  if (counted === null) return { kind: "exhausted" };
  const used = async (tx: Tx): Promise<boolean> => {
    const row = await tx
      .updateTable("recovery_codes")
      .set({ used_at: room.clock.wall() })
      .where("person_id", "=", personId)
      .where("code_hash", "=", recoveryHash(room, personId, of.code))
      .where("used_at", "is", null)
      .returning("person_id")
      .executeTakeFirst();
    if (row === undefined) return false;
    await tx
      .updateTable("authenticators")
      .set({ tries: 0, tried_at: null })
      .where("person_id", "=", personId)
      .execute();
    const subject = `person:${personId}` as const;
    await record(tx, room.clock, { actor: subject, action: "accounts.useRecoveryCode", subject });
    await tellOwner(room, tx, personId, "recovery-code-used", {
      left: await recoveryCodesLeft(tx, personId),
    });
    return true;
  };
  const isGood = db.isTransaction ? await used(db as Tx) : await db.transaction().execute(used);
  return isGood ? { kind: "passed" } : afterWrong(counted.tries);
}

/** Returns the number of a person's unused recovery codes. */
export async function recoveryCodesLeft(db: Db | Tx, personId: string): Promise<number> {
  const row = await db
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<string>().as("left"))
    .where("person_id", "=", personId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.left);
}

function recoveryHash(room: Room, personId: string, code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return hashCode(room.keys.code, ["recovery", personId, letters]);
}

function randomRecoveryCode(): string {
  const letters = Array.from({ length: recoveryCodes.letters }, () => LETTERS[randomInt(0, LETTERS.length)]);
  return `${letters.slice(0, 5).join("")}-${letters.slice(5).join("")}`;
}
