import { type Selectable, sql } from "kysely";
import type { Instance, Receipt } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { compiledOnce, type Db, soon, type Tx } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { openValue } from "./instance-key.ts";
import type { Subject } from "./registry.ts";
import type { InstanceTable } from "./tables.ts";

/** An instance with its stored data. */
export type StoredInstance = {
  readonly instance: Instance;
  readonly subject: Subject;
  readonly openedBy: Subject;
  readonly again: string | null;
  readonly language: Language;
  readonly preview: boolean;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  /** Whether an effect of the instance is running, or waits to be tried again. */
  readonly busy: boolean;
  /** The key that seals all data of the instance. */
  readonly key: Buffer;
  /** Returns the answers of the previous instance, which are offered to the subject as initial values. */
  readonly repeated: () => JsonObject;
  /**
   * The waits of the instance, by step. Each tells whether it is open, and has an event if one came before
   * the person reached the wait.
   */
  readonly waits: { readonly [step: string]: { readonly open: boolean; readonly early: JsonObject | null } };
};

type InstanceRow = Omit<Selectable<InstanceTable>, "touched_at"> & {
  readonly owner_key: Buffer | null;
  readonly busy: boolean;
  readonly answers: readonly SealedAnswer[];
  readonly receipts: readonly { readonly seq: number; readonly sealed: string }[];
  readonly repeated?: {
    readonly id: string;
    readonly locked: string;
    readonly answers: readonly SealedAnswer[];
  } | null;
  readonly waits?: StoredInstance["waits"];
};

type SealedAnswer = { readonly step: string; readonly revision: number; readonly sealed: string };

type Vault = Pick<FlowsDeps, "vault">;

/**
 * Reads an instance with its answers and receipts; `null` if it does not exist or its owner's key was erased.
 */
export async function readInstance(deps: Vault, db: Db | Tx, id: string): Promise<StoredInstance | null> {
  const [row] = await soon(db, wholeInstance(db, id));
  return row === undefined ? null : fromRow(deps, row);
}

// The columns are named, because a statement for whole rows is never prepared.
const WHOLE = sql`i.id, i.flow, i.version, i.subject, i.opened_by, i.again, i.language, i.preview, i.opened_at,
  i.closed_at, i.locked_key, i.ordinal, i.owner_key, i.busy, i.answers, i.receipts`;

const wholeInstance = compiledOnce((db, id: string) =>
  sql<InstanceRow>`select ${WHOLE}, i.repeated, i.waits from whole_instances i where i.id = ${id}`.compile(
    db,
  ),
);

/**
 * SQL condition for the open instances of a flow. Previews are excluded, and instances whose owner's key was
 * erased.
 */
const OPEN = (flow: string) => sql`i.flow = ${flow} and i.closed_at is null and not i.preview
  and (i.subject like 'visitor:%' or owner_key(i.subject) is not null)`;

/** Returns the number of open instances of a flow. */
export async function countOpen(db: Db, flow: string): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from flow_instances i where ${OPEN(flow)}`.execute(db);
  return rows[0]?.open ?? 0;
}

/**
 * Returns the open instances of a flow in batches, the latest opened first. Instances that are opened during
 * the reading are left out.
 */
export async function* readOpen(
  deps: Vault,
  db: Db,
  flow: string,
  batch: number,
): AsyncGenerator<readonly StoredInstance[]> {
  let before: InstanceRow["ordinal"] | null = null;
  for (;;) {
    const { rows }: { rows: InstanceRow[] } = await sql<InstanceRow>`
      select ${WHOLE} from whole_instances i
      where ${OPEN(flow)} and (${before}::bigint is null or i.ordinal < ${before}::bigint)
      order by i.ordinal desc limit ${batch}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.flatMap((row) => fromRow(deps, row) ?? []);
    before = last.ordinal;
  }
}

function fromRow({ vault }: Vault, row: InstanceRow): StoredInstance | null {
  const key = vault.unlockKey(row.subject, row.locked_key, row.owner_key);
  if (key === null) return null;
  const { id } = row;
  return {
    instance: {
      id,
      flow: row.flow,
      version: row.version,
      answers: openAnswers(key, id, row.answers),
      receipts: row.receipts.map(({ seq, sealed }) =>
        openValue<Receipt>(key, { kind: "receipt", instance: id, seq }, Buffer.from(sealed, "base64")),
      ),
    },
    subject: row.subject,
    openedBy: row.opened_by,
    again: row.again,
    language: row.language,
    preview: row.preview,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    busy: row.busy,
    key,
    waits: row.waits ?? {},
    repeated: () => {
      if (!row.repeated) return {};
      const locked = Buffer.from(row.repeated.locked, "base64");
      const before = vault.unlockKey(row.subject, locked, row.owner_key);
      if (before === null) return {};
      const answers = openAnswers(before, row.repeated.id, row.repeated.answers);
      return Object.fromEntries(Object.entries(answers).map(([step, { value }]) => [step, value]));
    },
  };
}

function openAnswers(key: Buffer, instance: string, answers: readonly SealedAnswer[]): Instance["answers"] {
  return Object.fromEntries(
    answers.map(({ step, revision, sealed }) => {
      const place = { kind: "answer", instance, step, revision } as const;
      return [step, { value: openValue<JsonObject>(key, place, Buffer.from(sealed, "base64")), revision }];
    }),
  );
}

/** Locks an instance until the transaction ends, and reads it. */
export async function lockInstance(deps: Vault, tx: Tx, id: string): Promise<StoredInstance | null> {
  return (await lockForSubmission(deps, tx, { id, key: null }))?.stored ?? null;
}

/**
 * What the database keeps of a submission under its key. `outcome` has no answers and no secrets.
 * `sealed_answer` is the answer to its page; `null` for a refusal, and after a day.
 */
export type KeptSubmission = {
  readonly step: string;
  readonly body_hash: string;
  readonly outcome: JsonObject;
  readonly sealed_answer: Buffer | null;
};

type LockedRow = InstanceRow & {
  readonly before_step: string | null;
  readonly before_hash: string;
  readonly before_outcome: JsonObject;
  readonly before_answer: Buffer | null;
};

const lockedInstance = compiledOnce((tx, id: string, key: string | null) =>
  sql<LockedRow>`select * from lock_instance(${id}, ${key})`.compile(tx),
);

/**
 * Locks an instance until the transaction ends, and reads it. Also returns what is stored about the first
 * submission with the given key. A duplicate that was running at the same time is found, because it is read
 * after the lock.
 */
export async function lockForSubmission(
  deps: Vault,
  tx: Tx,
  { id, key }: { readonly id: string; readonly key: string | null },
): Promise<{ readonly stored: StoredInstance; readonly before: KeptSubmission | null } | null> {
  const [row] = await soon(tx, lockedInstance(tx, id, key));
  const stored = row === undefined ? null : fromRow(deps, row);
  if (row === undefined || stored === null) return null;
  const { before_step: step, before_hash: body_hash, before_outcome: outcome, before_answer } = row;
  const before = step === null ? null : { step, body_hash, outcome, sealed_answer: before_answer };
  return { stored, before };
}
