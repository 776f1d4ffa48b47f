import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import "./tables.ts";

/** Where a chain was found broken, or that it is whole. */
export type ChainCheck =
  | { readonly kind: "whole"; readonly batches: number; readonly lines: number; readonly unsealed: number }
  | { readonly kind: "broken"; readonly batch: number; readonly reason: "lines" | "hash" | "order" };

const GENESIS = "0".repeat(64);
const BATCH_SIZE = 1_000;
const LOCK = 7_226_003;

/**
 * Chains committed lines, up to 1,000 a batch, and answers how many it sealed. Writers never wait for
 * it: a line that commits late, with a lower number than one already sealed, simply joins a later batch.
 */
export async function seal(db: Db): Promise<number> {
  let sealed = 0;
  for (;;) {
    const lines = await db.transaction().execute(sealBatch);
    sealed += lines;
    if (lines < BATCH_SIZE) return sealed;
  }
}

/** Walks the whole chain and says whether every line is the one that was sealed. */
export async function verifyChain(db: Db): Promise<ChainCheck> {
  const batches = await db.selectFrom("audit_batches").selectAll().orderBy("number").execute();
  let previous = GENESIS;
  let count = 0;
  for (const [index, batch] of batches.entries()) {
    if (batch.number !== index + 1 || batch.previous_hash !== previous)
      return { kind: "broken", batch: batch.number, reason: "order" };
    const lines = await linesOf(db, sql`batch = ${batch.number}`);
    if (lines.length !== batch.lines) return { kind: "broken", batch: batch.number, reason: "lines" };
    if (hashOf(previous, lines) !== batch.hash)
      return { kind: "broken", batch: batch.number, reason: "hash" };
    previous = batch.hash;
    count += lines.length;
  }
  const open = await db
    .selectFrom("audit_lines")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("batch", "is", null)
    .executeTakeFirstOrThrow();
  return { kind: "whole", batches: batches.length, lines: count, unsealed: open.count };
}

async function sealBatch(tx: Tx): Promise<number> {
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
  const previous = last?.hash ?? GENESIS;
  await tx
    .insertInto("audit_batches")
    .values({
      number,
      lines: lines.length,
      previous_hash: previous,
      hash: hashOf(previous, lines),
      sealed_at: new Date(),
    })
    .execute();
  await sql`update audit_lines set batch = ${number} where id = any(${lines.map((line) => line.id)}::bigint[])`.execute(
    tx,
  );
  return lines.length;
}

type SealedLine = { readonly id: number; readonly text: string };

// The database spells a line: one spelling for sealing and checking, whatever the driver does to values.
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
