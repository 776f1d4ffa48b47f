import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import { keyObjectOf, seal, unseal } from "../seal.ts";
import "./tables.ts";

/**
 * Seals (encrypts) personal values with one key per person, which the installation's key wraps. A copy of the
 * database alone reveals nothing, and erasing a person's key makes all their values unreadable.
 */
export type Vault = {
  /** Seals a text of this person. Creates the person's key on first use. Throws once the key is erased. */
  readonly seal: (tx: Tx, personId: string, plain: string) => Promise<Buffer>;
  /**
   * Opens (decrypts) a sealed text; returns `null` if the key is erased. Throws if the bytes were changed.
   */
  readonly open: (db: Db | Tx, personId: string, sealed: Buffer) => Promise<string | null>;
  /**
   * Opens a sealed text with the key that SQL's `owner_key('person:<id>')` returned in the same statement.
   */
  readonly openBy: (ownerKey: Buffer | null, personId: string, sealed: Buffer) => string | null;
  /**
   * Wraps the key of an object (a flow instance) with the key of its owner. A visitor has no key, so the
   * installation's key is used until the sign-up wraps the object's key again.
   */
  readonly lockKey: (tx: Tx, owner: string, key: Buffer) => Promise<Buffer>;
  /**
   * Unwraps the key of an object; returns `null` if the owner's key is erased. `ownerKey` is the result of
   * SQL's `owner_key(owner)`.
   */
  readonly unlockKey: (owner: string, locked: Buffer, ownerKey: Buffer | null) => Buffer | null;
  /**
   * Seals words with the key of the person whom they concern. With `about` `null`, or if that person is
   * erased, uses the installation's key. `place` is the words' location in the database, such as
   * `complaints/<id>`.
   */
  readonly sealWords: (tx: Db | Tx, about: string | null, place: string, words: string) => Promise<Buffer>;
  /**
   * Decrypts several sealed words, with one look-up of keys, and returns them in order; `null` for missing
   * words or an erased key.
   */
  readonly openWords: (db: Db | Tx, all: readonly PlacedWords[]) => Promise<readonly (string | null)[]>;
  /**
   * Decrypts words of one person with the result of SQL's `owner_key('person:<id>')`; `null` if that key was
   * erased.
   */
  readonly openWordsBy: (ownerKey: Buffer | null, words: PlacedWords) => string | null;
  /**
   * Seals words again with the key of the person whom they turned out to concern. Returns `null` if they
   * already belong to a person, or if that person was erased.
   */
  readonly giveWords: (tx: Tx, about: string, words: PlacedWords) => Promise<Buffer | null>;
  /** Returns a keyed hash, which finds equal values, such as account numbers, without storing them. */
  readonly keyedHash: (what: string, value: string) => Buffer;
  /** Destroys the person's key permanently. */
  readonly erase: (tx: Tx, personId: string, now: Date) => Promise<void>;
};

/** Sealed words with their location in the database. They cannot be decrypted in another location. */
export type PlacedWords = { readonly place: string; readonly sealed: Buffer | null };

/** Opens the vault with the installation's 32-byte key. */
export function createVault(masterKey: Buffer, wall: () => Date): Vault {
  const { unwrap, keyOf, keysOf } = keyRing(masterKey, wall);
  const hashKey = Buffer.from(hkdfSync("sha256", masterKey, "saphan", "keyed-hash", 32));
  const openBy: Vault["openBy"] = (ownerKey, personId, sealed) =>
    ownerKey === null ? null : unseal(unwrap(personId, ownerKey), sealed, personId).toString("utf8");
  const sealWords: Vault["sealWords"] = async (tx, about, place, words) => {
    const row = await keyRow(tx, about);
    if (about === null || row?.wrapped_key === null)
      return Buffer.concat([NO_OWNER, seal(masterKey, words, `words:${place}`)]);
    const key = row === undefined ? await keyOf(tx, about) : unwrap(about, row.wrapped_key);
    return Buffer.concat([ownerBytes(about), seal(key, words, `words:${place}`)]);
  };
  return {
    seal: async (tx, personId, plain) => seal(await keyOf(tx, personId), plain, personId),
    open: async (db, personId, sealed) =>
      openBy((await keyRow(db, personId))?.wrapped_key ?? null, personId, sealed),
    openBy,
    lockKey: async (tx, owner, key) => {
      const personId = personOf(owner);
      return seal(personId === null ? masterKey : await keyOf(tx, personId), key, `lock:${owner}`);
    },
    unlockKey: (owner, locked, ownerKey) => {
      if (locked.length === 0) return null;
      const personId = personOf(owner);
      if (personId === null) return unseal(masterKey, locked, `lock:${owner}`);
      return ownerKey === null ? null : unseal(unwrap(personId, ownerKey), locked, `lock:${owner}`);
    },
    sealWords,
    openWordsBy: (ownerKey, words) =>
      openPlaced(masterKey, words, (owner) => (ownerKey === null ? undefined : unwrap(owner, ownerKey))),
    giveWords: async (tx, about, { place, sealed }) => {
      if (sealed === null || ownerOf(sealed) !== null) return null;
      if ((await keyRow(tx, about))?.wrapped_key === null) return null;
      const words = unseal(masterKey, sealed.subarray(OWNER_BYTES), `words:${place}`);
      return await sealWords(tx, about, place, words.toString("utf8"));
    },
    keyedHash: (what, value) =>
      createHmac("sha256", keyObjectOf(hashKey)).update(`${what}:${value}`).digest(),
    openWords: async (db, all) => {
      const owners = [
        ...new Set(all.flatMap(({ sealed }) => (sealed === null ? [] : (ownerOf(sealed) ?? [])))),
      ];
      const keys = await keysOf(db, owners);
      return all.map((words) => openPlaced(masterKey, words, (owner) => keys.get(owner)));
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

/**
 * Decrypts words with their owner's key or the installation's; returns `null` for missing words or an erased
 * key.
 */
function openPlaced(
  masterKey: Buffer,
  { place, sealed }: PlacedWords,
  keyOfOwner: (owner: string) => Buffer | undefined,
): string | null {
  if (sealed === null) return null;
  const owner = ownerOf(sealed);
  const key = owner === null ? masterKey : keyOfOwner(owner);
  return key === undefined
    ? null
    : unseal(key, sealed.subarray(OWNER_BYTES), `words:${place}`).toString("utf8");
}

/** Returns functions for the keys of people, which the installation's key wraps. */
function keyRing(masterKey: Buffer, wall: () => Date) {
  const unwrap = (personId: string, wrapped: Buffer) => unseal(masterKey, wrapped, `key:${personId}`);
  return {
    unwrap,

    /** Returns a person's key, which is created on first use. Throws once the key is erased. */
    keyOf: async (tx: Db | Tx, personId: string): Promise<Buffer> => {
      const fresh = seal(masterKey, randomBytes(32), `key:${personId}`);
      // If the row already exists, it is rewritten unchanged, because the statement returns only written
      // rows.
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
    },

    /** Returns those keys of the given people that are not erased. */
    keysOf: async (db: Db | Tx, owners: readonly string[]): Promise<ReadonlyMap<string, Buffer>> => {
      if (owners.length === 0) return new Map();
      const rows = await db
        .selectFrom("person_keys")
        .select(["person_id", "wrapped_key"])
        .where("person_id", "in", [...owners])
        .execute();
      return new Map(
        rows.flatMap(({ person_id, wrapped_key }) =>
          wrapped_key === null ? [] : [[person_id, unwrap(person_id, wrapped_key)] as const],
        ),
      );
    },
  };
}

/**
 * Number of bytes with the key owner's id at the start of sealed words. If the key is the installation's,
 * these bytes are zero.
 */
const OWNER_BYTES = 16;
const NO_OWNER = Buffer.alloc(OWNER_BYTES);
const ownerBytes = (personId: string) => Buffer.from(personId.replaceAll("-", ""), "hex");

function ownerOf(sealed: Buffer): string | null {
  const hex = sealed.subarray(0, OWNER_BYTES).toString("hex");
  if (NO_OWNER.equals(sealed.subarray(0, OWNER_BYTES))) return null;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

async function keyRow(db: Db | Tx, personId: string | null) {
  if (personId === null) return undefined;
  return await db
    .selectFrom("person_keys")
    .select("wrapped_key")
    .where("person_id", "=", personId)
    .executeTakeFirst();
}

function personOf(owner: string): string | null {
  return owner.startsWith("person:") ? owner.slice("person:".length) : null;
}
