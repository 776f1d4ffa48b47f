import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import { seal, unseal } from "../seal.ts";
import "./tables.ts";

/**
 * Seals personal values with one key per person. The installation's key wraps it: a copy of the database alone opens
 * nothing, and erasing a person's key erases every value.
 */
export type Vault = {
  /** Seals a text of this person. Creates their key on first use. Throws once the key is erased. */
  readonly seal: (tx: Tx, personId: string, plain: string) => Promise<Buffer>;
  /** Opens a sealed text; `null` if the key is erased. Throws if the bytes were changed. */
  readonly open: (db: Db | Tx, personId: string, sealed: Buffer) => Promise<string | null>;
  /** Opens with the result of SQL's `owner_key('person:<id>')` from the same statement. */
  readonly openBy: (ownerKey: Buffer | null, personId: string, sealed: Buffer) => string | null;
  /**
   * Wraps the key of an object (a flow instance) with the key of its owner. A visitor has no key, so the
   * installation's key is used until sign-up wraps it again.
   */
  readonly lockKey: (tx: Tx, owner: string, key: Buffer) => Promise<Buffer>;
  /** Unwraps such a key. `ownerKey` is the result of SQL's `owner_key(owner)`; `null` if the owner's key is erased. */
  readonly unlockKey: (owner: string, locked: Buffer, ownerKey: Buffer | null) => Buffer | null;
  /** Destroys the person's key permanently. */
  readonly erase: (tx: Tx, personId: string, now: Date) => Promise<void>;
};

/** Creates the vault with the installation's 32-byte key. */
export function createVault(masterKey: Buffer, wall: () => Date): Vault {
  const unwrap = (personId: string, wrapped: Buffer) => unseal(masterKey, wrapped, `key:${personId}`);
  const keyOf = async (tx: Tx, personId: string): Promise<Buffer> => {
    const fresh = seal(masterKey, randomBytes(32), `key:${personId}`);
    // An update without change, so that an existing row is returned as well.
    const row = await tx
      .insertInto("person_keys")
      .values({ person_id: personId, wrapped_key: fresh, created_at: wall(), erased_at: null })
      .onConflict((conflict) =>
        conflict.column("person_id").doUpdateSet({ created_at: sql`person_keys.created_at` }),
      )
      .returning("wrapped_key")
      .executeTakeFirstOrThrow();
    if (row.wrapped_key === null) throw new Error(`vault: the key of person ${personId} was erased`);
    return unwrap(personId, row.wrapped_key);
  };
  const openBy: Vault["openBy"] = (ownerKey, personId, sealed) =>
    ownerKey === null ? null : unseal(unwrap(personId, ownerKey), sealed, personId).toString("utf8");
  return {
    seal: async (tx, personId, plain) => seal(await keyOf(tx, personId), plain, personId),
    open: async (db, personId, sealed) => {
      const row = await db
        .selectFrom("person_keys")
        .select("wrapped_key")
        .where("person_id", "=", personId)
        .executeTakeFirst();
      return openBy(row?.wrapped_key ?? null, personId, sealed);
    },
    openBy,
    lockKey: async (tx, owner, key) => {
      const personId = personOf(owner);
      return seal(personId === null ? masterKey : await keyOf(tx, personId), key, `lock:${owner}`);
    },
    unlockKey: (owner, locked, ownerKey) => {
      const personId = personOf(owner);
      if (personId === null) return unseal(masterKey, locked, `lock:${owner}`);
      return ownerKey === null ? null : unseal(unwrap(personId, ownerKey), locked, `lock:${owner}`);
    },
    erase: async (tx, personId, now) => {
      await tx
        .updateTable("person_keys")
        .set({ wrapped_key: null, erased_at: now })
        .where("person_id", "=", personId)
        .where("erased_at", "is", null)
        .execute();
    },
  };
}

function personOf(owner: string): string | null {
  return owner.startsWith("person:") ? owner.slice("person:".length) : null;
}
