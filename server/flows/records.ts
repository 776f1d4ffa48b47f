import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type Compiled, type Recorded, schemaOfPath } from "../../engine/flow/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { seal, unseal } from "../seal.ts";
import type { FlowsDeps } from "./deps.ts";
import { fileReferences } from "./file-references.ts";
import { KEY_BYTES, type KeyLock } from "./instance-key.ts";
import type { Kept, RecordOfAnswers } from "./recorded-answers.ts";
import type { Subject } from "./registry.ts";
import { keyOf, type Story } from "./story.ts";
import "./tables.ts";

/** Gives staff access to records. A record contains the answers that a person submitted for an effect. */
export type Records = {
  /**
   * Returns the records with the given record ids, by id. An effect that recorded no answers has no record.
   */
  readonly of: (db: Db | Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, RecordOfAnswers>>;
  /** Returns the newest records of an owner (`person:<uuid>`), newest first. */
  readonly ofOwner: (db: Db | Tx, owner: Subject) => Promise<readonly OwnRecord[]>;
  /** Destroys the key of a record, so that the record can never be read again. */
  readonly destroy: (tx: Tx, id: string) => Promise<void>;
  /** Returns whether an upload belongs to a record, or to an earlier record that this one repeats. */
  readonly hasFile: (db: Db | Tx, id: string, file: string) => Promise<boolean>;
};

/** A record, in the form in which a page shows it to its owner. */
export type OwnRecord = {
  readonly id: string;
  readonly flow: string;
  readonly at: Date;
  readonly record: RecordOfAnswers;
};

const MOST_OF_OWNER = 20;

/**
 * Creates the reader of records. `moduleOf` returns the address of a version's module, or `null` if it is no
 * longer stored.
 */
export function createRecords(deps: {
  readonly vault: Pick<KeyLock, "unlockKey">;
  readonly moduleOf: (version: string) => Promise<string | null>;
}): Records {
  const rows = (db: Db | Tx) =>
    db.selectFrom("flow_records").selectAll().select(sql<Buffer | null>`owner_key(owner)`.as("owner_key"));
  const read = async (db: Db | Tx, ids: readonly string[]) =>
    ids.length === 0 ? [] : await rows(db).where("id", "in", ids).execute();
  type Row = Awaited<ReturnType<typeof read>>[number];
  const open = ({ id, owner, locked_key, owner_key, sealed }: Row) => {
    const key = deps.vault.unlockKey(owner, locked_key, owner_key);
    return key === null ? null : (JSON.parse(unseal(key, sealed, placeOf(id)).toString("utf8")) as Kept);
  };
  const sent = async (row: Row) => ({ module: await deps.moduleOf(row.version), answers: open(row) });
  const complete = async (db: Db | Tx, found: readonly Row[]) => {
    const pairs = await earlierOf(
      db,
      found.map(({ id }) => id),
    );
    const earlier = await read(db, [...pairs.values()]);
    return await Promise.all(
      found.map(async (row) => {
        const before = earlier.find(({ id }) => id === pairs.get(row.id));
        const record: RecordOfAnswers = {
          ...(await sent(row)),
          before: before === undefined ? null : { ...(await sent(before)), at: before.at.toISOString() },
        };
        return { id: row.id, flow: row.flow, at: row.at, record };
      }),
    );
  };
  return {
    of: async (db, ids) =>
      new Map((await complete(db, await read(db, ids))).map(({ id, record }) => [id, record])),
    ofOwner: async (db, owner) => {
      const newest = await rows(db)
        .where("owner", "=", owner)
        .orderBy("at", "desc")
        .limit(MOST_OF_OWNER)
        .execute();
      return await complete(db, newest);
    },
    destroy: async (tx, id) => {
      await tx
        .updateTable("flow_records")
        .set({ locked_key: Buffer.alloc(0) })
        .where("id", "=", id)
        .execute();
    },
    hasFile: async (db, id, file) =>
      (await read(db, [id, ...(await earlierOf(db, [id])).values()])).some((row) =>
        open(row)?.some(({ files }) => files.includes(file)),
      ),
  };
}

/**
 * Returns, for each record, the earlier record that it repeats. An instance refers with `again` to the one
 * that it repeats. Of these, the nearest counts in which the same step wrote a record of the same owner.
 */
async function earlierOf(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; before: string }>`
    with recursive chain as (
      select r.id, r.step, r.owner, i.again as instance, 1 as depth
        from flow_records r join flow_instances i on i.id = r.instance where r.id = any(${[...ids]}::uuid[])
      union all
      select c.id, c.step, c.owner, i.again, c.depth + 1 from chain c join flow_instances i on i.id = c.instance where c.depth < 50
    )
    select distinct on (c.id) c.id, p.id as before
    from chain c join flow_records p on p.instance = c.instance and p.step = c.step and p.owner = c.owner
    order by c.id, c.depth, p.at desc`.execute(db);
  return new Map(rows.map(({ id, before }) => [id, before]));
}

/** Returns the answers that belong to an effect's record, each with the uploads that it names. */
export function keptOf({ definition }: Compiled, recorded: readonly Recorded[]): Kept {
  return recorded.map(({ place, value }) => ({
    place,
    value,
    files: fileReferences(schemaOfPath(definition, place) ?? {}, value).map(({ id }) => id),
  }));
}

/**
 * Writes a record. Its id is the idempotency key of the effect, with which the effect's room finds it. The
 * record has its own key, sealed with the owner's key. A record of a visitor is kept longer than the
 * visitor's other data, and so are the uploads that it names.
 */
export async function writeRecord(
  deps: Pick<FlowsDeps, "vault" | "keepFiles">,
  tx: Tx,
  { stored, now }: Pick<Story, "stored" | "now">,
  one: { readonly step: string; readonly attempt: number; readonly answers: Kept },
): Promise<void> {
  const { instance, subject } = stored;
  const id = keyOf(instance.id, one.step, one.attempt);
  const owner: Subject = subject.startsWith("person:") ? subject : `visitor:record-${id}`;
  const key = randomBytes(KEY_BYTES);
  await tx
    .insertInto("flow_records")
    .values({
      id,
      instance: instance.id,
      step: one.step,
      flow: instance.flow,
      version: instance.version,
      owner,
      at: new Date(now),
      locked_key: await deps.vault.lockKey(tx, owner, key),
      sealed: seal(key, JSON.stringify(one.answers), placeOf(id)),
    })
    .execute();
  const files = one.answers.flatMap((answer) => answer.files);
  if (owner !== subject && files.length > 0)
    await deps.keepFiles?.(tx, files, { from: subject, to: `record:${id}` });
}

function placeOf(id: string): string {
  return `record/${id}`;
}
