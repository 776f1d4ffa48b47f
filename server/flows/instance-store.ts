import { type Selectable, sql } from "kysely";
import type { Answer, Facts, Instance, Receipt } from "../../engine/flow/instance.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Language, Subject } from "./registry.ts";
import type { InstanceTable } from "./tables.ts";

/** An instance with what is stored about it. */
export type StoredInstance = {
  readonly instance: Instance;
  readonly subject: Subject;
  readonly openedBy: Subject;
  readonly again: string | null;
  readonly language: Language;
  readonly preview: boolean;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
};

type InstanceRow = Selectable<InstanceTable> & {
  readonly answers: { readonly [step: string]: Answer };
  readonly receipts: readonly Receipt[];
};

/** An instance's row with its answers and receipts at one moment. */
const WHOLE = sql`i.*,
  (select coalesce(jsonb_object_agg(a.step, jsonb_build_object('value', a.value, 'revision', a.revision)), '{}')
     from flow_answers a where a.instance = i.id) as answers,
  (select coalesce(jsonb_agg(r.body order by r.seq), '[]')
     from flow_receipts r where r.instance = i.id) as receipts`;

/** Reads an instance with its answers and receipts; `null` where there is none. */
export async function readInstance(db: Db | Tx, id: string): Promise<StoredInstance | null> {
  const { rows } = await sql<InstanceRow>`select ${WHOLE} from flow_instances i where i.id = ${id}`.execute(
    db,
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** Open instances of a flow, previews left out. */
const OPEN = (flow: string) => sql`i.flow = ${flow} and i.closed_at is null and not i.preview`;

/** How many instances of a flow are open. */
export async function countOpen(db: Db, flow: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from flow_instances i where ${OPEN(flow)}`.execute(db);
  return rows[0]?.open ?? 0;
}

/** Open instances of a flow, batch after batch, those opened last first. One that opens meanwhile is not among them. */
export async function* readOpen(
  db: Db,
  flow: string,
  batch: number,
): AsyncGenerator<readonly StoredInstance[]> {
  let before: InstanceRow["ordinal"] | null = null;
  for (;;) {
    const { rows }: { rows: InstanceRow[] } = await sql<InstanceRow>`
      select ${WHOLE} from flow_instances i
      where ${OPEN(flow)} and (${before}::bigint is null or i.ordinal < ${before}::bigint)
      order by i.ordinal desc limit ${batch}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(fromRow);
    before = last.ordinal;
  }
}

function fromRow(row: InstanceRow): StoredInstance {
  return {
    instance: {
      id: row.id,
      flow: row.flow,
      version: row.version,
      answers: row.answers,
      receipts: row.receipts,
    },
    subject: row.subject,
    openedBy: row.opened_by,
    again: row.again,
    language: row.language,
    preview: row.preview,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
  };
}

/**
 * Locks the instance's row until the transaction ends, then reads it. In this order: a reading in the locking
 * statement would show the answers as they were before the wait for the lock.
 */
export async function lockInstance(tx: Tx, id: string): Promise<StoredInstance | null> {
  await sql`select from flow_instances where id = ${id} for update`.execute(tx);
  return await readInstance(tx, id);
}

/** Keeps an answer as its newest revision. */
export async function keepAnswer(
  tx: Tx,
  { instance, step, answer, at }: { instance: string; step: string; answer: Answer; at: Date },
): Promise<void> {
  const value = JSON.stringify(answer.value);
  await tx
    .insertInto("flow_answers")
    .values({ instance, step, revision: answer.revision, value, given_at: at })
    .onConflict((conflict) =>
      conflict.columns(["instance", "step"]).doUpdateSet({ revision: answer.revision, value, given_at: at }),
    )
    .execute();
}

/** Adds a receipt with what decided it. Throws where it stands already: a success is unique per instance and step. */
export async function addReceipt(
  tx: Tx,
  {
    instance,
    receipt,
    repeatable = false,
    flags,
    facts,
  }: {
    instance: Pick<Instance, "id" | "version">;
    receipt: Receipt;
    repeatable?: boolean;
    flags: { readonly [flag: string]: boolean };
    facts: Facts;
  },
): Promise<void> {
  await tx
    .insertInto("flow_receipts")
    .values({
      instance: instance.id,
      seq: receipt.seq,
      step: receipt.step,
      kind: receipt.kind,
      attempt: receipt.kind === "effect" ? receipt.attempt : null,
      succeeded: succeeded(receipt),
      repeatable,
      at: new Date(receipt.at),
      body: JSON.stringify(receipt),
      version: instance.version,
      flags: JSON.stringify(flags),
      facts: JSON.stringify(facts),
    })
    .execute();
}

function succeeded(receipt: Receipt): boolean {
  if (receipt.kind === "effect") return receipt.outcome.kind === "done";
  if (receipt.kind === "challenge") return receipt.outcome === "passed";
  if (receipt.kind === "wait") return receipt.outcome.kind === "event";
  return receipt.kind === "end";
}
