import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import { type AuditKeys, isMarked, markOf } from "./keys.ts";
import type { AuditBatchesTable } from "./tables.ts";

/** A position in the chain of sealed batches. */
export type Position = {
  /** Number of the last batch; 0 if none. */
  readonly batch: number;
  readonly hash: string;
  /** Number of lines up to the end of this batch. */
  readonly lines: number;
  /**
   * Number of batches at the start that have no authentication code, because they are older than the codes.
   */
  readonly unmarked: number;
};

/** The result of a check: the location of a break, or the length of the intact chain. */
export type ChainCheck =
  | { readonly kind: "whole"; readonly position: Position; readonly unsealed: number }
  | { readonly kind: "broken"; readonly batch: number; readonly reason: BrokenChain };

/**
 * Fault of a batch: wrong number of lines, changed content, wrong link to the previous batch, invalid
 * authentication code, or a difference from a stored head. A chain that ends before a stored head also
 * differs from it.
 */
export type BrokenChain = "lines" | "hash" | "order" | "mark" | "head";

/** The position before the first batch. */
export const BEGINNING: Position = { batch: 0, hash: "0".repeat(64), lines: 0, unmarked: 0 };
const BATCH_SIZE = 1_000;
const BATCHES_AT_ONCE = 200;
const LOCK = 7_226_003;

/**
 * Chains committed lines, up to 1,000 per batch, and returns the number of sealed lines. Writers never wait
 * for the sealer: a line with a lower number that commits late joins a later batch.
 */
export async function seal(db: Db, keys: Pick<AuditKeys, "mark">): Promise<number> {
  let sealed = 0;
  for (;;) {
    const lines = await db.transaction().execute((tx) => sealBatch(tx, keys));
    sealed += lines;
    if (lines < BATCH_SIZE) return sealed;
  }
}

/**
 * Verifies, batch by batch, that the lines are unchanged since this installation sealed them. Starts after
 * the position `after`, or at the beginning. `kept`, an earlier known position, must be on the chain.
 */
export async function verifyChain(
  db: Db,
  keys: Pick<AuditKeys, "mark">,
  { after = BEGINNING, kept = after }: { readonly after?: Position; readonly kept?: Position } = {},
): Promise<ChainCheck> {
  let position = after;
  const isKept = () => position.batch !== kept.batch || position.hash === kept.hash;
  if (after.batch > 0 && (await batchesFrom(db, after.batch, 1))[0]?.hash !== after.hash)
    return { kind: "broken", batch: after.batch, reason: "head" };
  for (;;) {
    const batches = await batchesFrom(db, position.batch + 1, BATCHES_AT_ONCE);
    for (const batch of batches) {
      const next = await follow(db, keys, position, batch);
      if (typeof next === "string") return { kind: "broken", batch: batch.number, reason: next };
      position = next;
      if (!isKept()) return { kind: "broken", batch: batch.number, reason: "head" };
    }
    if (batches.length < BATCHES_AT_ONCE) break;
  }
  // After the first check, the number of batches without an authentication code must not change.
  if (position.batch < kept.batch || (kept.batch > 0 && position.unmarked !== kept.unmarked))
    return { kind: "broken", batch: position.batch, reason: "head" };
  const open = await db
    .selectFrom("audit_lines")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("batch", "is", null)
    .executeTakeFirstOrThrow();
  return { kind: "whole", position, unsealed: open.count };
}

async function follow(
  db: Db,
  keys: Pick<AuditKeys, "mark">,
  before: Position,
  batch: Batch,
): Promise<Position | BrokenChain> {
  if (batch.number !== before.batch + 1 || batch.previous_hash !== before.hash) return "order";
  const lines = await linesOf(db, sql`batch = ${batch.number}`);
  if (lines.length !== batch.lines) return "lines";
  if (hashOf(before.hash, lines) !== batch.hash) return "hash";
  // After the first batch with an authentication code, every batch must have one.
  const isFromBefore = batch.mark === null && before.unmarked === before.batch;
  if (!isFromBefore && !isMarked(keys, batch)) return "mark";
  return {
    batch: batch.number,
    hash: batch.hash,
    lines: before.lines + lines.length,
    unmarked: before.unmarked + (isFromBefore ? 1 : 0),
  };
}

type Batch = Selectable<AuditBatchesTable>;

async function batchesFrom(db: Db, number: number, most: number): Promise<readonly Batch[]> {
  return await db
    .selectFrom("audit_batches")
    .selectAll()
    .where("number", ">=", number)
    .orderBy("number")
    .limit(most)
    .execute();
}

async function sealBatch(tx: Tx, keys: Pick<AuditKeys, "mark">): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
  const lines = await linesOf(tx, sql`batch is null`);
  if (lines.length === 0) return 0;
  const last = await tx
    .selectFrom("audit_batches")
    .select(["number", "hash"])
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  const previous = last?.hash ?? BEGINNING.hash;
  const hash = hashOf(previous, lines);
  const mark = markOf(keys, { number, hash });
  await tx
    .insertInto("audit_batches")
    .values({ number, lines: lines.length, previous_hash: previous, hash, mark, sealed_at: new Date() })
    .execute();
  await sql`update audit_lines set batch = ${number} where id = any(${lines.map((line) => line.id)}::bigint[])`.execute(
    tx,
  );
  return lines.length;
}

type SealedLine = { readonly id: number; readonly text: string };

// The database formats the lines, so that sealing and checking use the same format, whatever the driver does.
async function linesOf(db: Db | Tx, where: ReturnType<typeof sql>): Promise<readonly SealedLine[]> {
  const found = await sql<SealedLine>`
    select id, jsonb_build_array(id, extract(epoch from at), actor, action, subject,
      from_state, to_state, version, detail)::text as text
    from audit_lines where ${where} order by id limit ${BATCH_SIZE}`.execute(db);
  return found.rows;
}

function hashOf(previous: string, lines: readonly SealedLine[]): string {
  const hash = createHash("sha256").update(previous);
  for (const line of lines) hash.update("\n").update(line.text);
  return hash.digest("hex");
}
