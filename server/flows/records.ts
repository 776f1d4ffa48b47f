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

/** Reads records for desks. */
export type Records = {
  /** The records of these ids; an effect that had nothing to keep has none. */
  readonly of: (db: Db | Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, RecordOfAnswers>>;
  /** The newest records of an owner (`person:<uuid>`), newest first. */
  readonly ofOwner: (
    db: Db | Tx,
    owner: Subject,
  ) => Promise<readonly { readonly flow: string; readonly at: Date; readonly record: RecordOfAnswers }[]>;
  /** Whether a file came with a record. */
  readonly hasFile: (db: Db | Tx, id: string, file: string) => Promise<boolean>;
};

const MOST_OF_OWNER = 20;

/** Opens the records. `moduleOf`: the address of a version's module, or `null` if it is no longer stored. */
export function createRecords(deps: {
  readonly vault: Pick<KeyLock, "unlockKey">;
  readonly moduleOf: (version: string) => Promise<string | null>;
}): Records {
  const rows = (db: Db | Tx) =>
    db.selectFrom("flow_records").selectAll().select(sql<Buffer | null>`owner_key(owner)`.as("owner_key"));
  const read = async (db: Db | Tx, ids: readonly string[]) =>
    ids.length === 0 ? [] : await rows(db).where("id", "in", ids).execute();
  const open = ({ id, owner, locked_key, owner_key, sealed }: Awaited<ReturnType<typeof read>>[number]) => {
    const key = deps.vault.unlockKey(owner, locked_key, owner_key);
    return key === null ? null : (JSON.parse(unseal(key, sealed, placeOf(id)).toString("utf8")) as Kept);
  };
  return {
    of: async (db, ids) =>
      new Map(
        await Promise.all(
          (await read(db, ids)).map(
            async (row) =>
              [row.id, { module: await deps.moduleOf(row.version), answers: open(row) }] as const,
          ),
        ),
      ),
    ofOwner: async (db, owner) => {
      const newest = await rows(db)
        .where("owner", "=", owner)
        .orderBy("at", "desc")
        .limit(MOST_OF_OWNER)
        .execute();
      return await Promise.all(
        newest.map(async (row) => ({
          flow: row.flow,
          at: row.at,
          record: { module: await deps.moduleOf(row.version), answers: open(row) },
        })),
      );
    },
    hasFile: async (db, id, file) =>
      (await read(db, [id])).some((row) => open(row)?.some(({ files }) => files.includes(file))),
  };
}

/** Returns the recorded answers of an effect, each with its uploads. */
export function keptOf({ definition }: Compiled, recorded: readonly Recorded[]): Kept {
  return recorded.map(({ place, value }) => ({
    place,
    value,
    files: fileReferences(schemaOfPath(definition, place) ?? {}, value).map(({ id }) => id),
  }));
}

/**
 * Writes a record under the idempotency key of its effect, by which the effect's room finds it. The record has its own
 * key, which the owner's key locks. A visitor's record and its uploads outlive the visit.
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
