import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import "./tables.ts";

/**
 * Keeps personal values under one key per person. The key is itself wrapped by the installation's key, so
 * that a copy of the database alone opens nothing, and erasing the person's key erases every value.
 */
export type Vault = {
  /** Seals a text of this person; makes her key at the first use. Throws once the key was erased. */
  readonly seal: (tx: Tx, personId: string, plain: string) => Promise<Buffer>;
  /** Opens what was sealed; `null` where the key was erased. Throws when the bytes were changed. */
  readonly open: (db: Db | Tx, personId: string, sealed: Buffer) => Promise<string | null>;
  /** Destroys the person's key for good. */
  readonly erase: (tx: Tx, personId: string, now: Date) => Promise<void>;
};

/** Opens the vault with the installation's 32-byte key. */
export function createVault(masterKey: Buffer, wall: () => Date): Vault {
  const unwrap = (personId: string, wrapped: Buffer) => decrypt(masterKey, wrapped, `key:${personId}`);
  return {
    seal: async (tx, personId, plain) => {
      const fresh = encrypt(masterKey, randomBytes(32), `key:${personId}`);
      // The update that changes nothing makes the row come back also where it was there already.
      const row = await tx
        .insertInto("person_keys")
        .values({ person_id: personId, wrapped_key: fresh, created_at: wall(), erased_at: null })
        .onConflict((conflict) =>
          conflict.column("person_id").doUpdateSet({ created_at: sql`person_keys.created_at` }),
        )
        .returning("wrapped_key")
        .executeTakeFirstOrThrow();
      if (row.wrapped_key === null) throw new Error(`vault.seal: the key of person ${personId} was erased`);
      return encrypt(unwrap(personId, row.wrapped_key), Buffer.from(plain, "utf8"), personId);
    },
    open: async (db, personId, sealed) => {
      const row = await db
        .selectFrom("person_keys")
        .select("wrapped_key")
        .where("person_id", "=", personId)
        .executeTakeFirst();
      if (row === undefined || row.wrapped_key === null) return null;
      return decrypt(unwrap(personId, row.wrapped_key), sealed, personId).toString("utf8");
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

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. `bound` ties the bytes to their owner: copied to another person's row they do not open. */
function encrypt(key: Buffer, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(bound));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, sealed: Buffer, bound: string): Buffer {
  const opener = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(bound))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([opener.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), opener.final()]);
}
