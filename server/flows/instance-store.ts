import { type Selectable, sql } from "kysely";
import type { Instance, Receipt } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { type Db, later, soon, type Tx } from "../db/index.ts";
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

/**
 * Selects an instance with its answers and receipts, all as of the same moment, and the key of its owner. It
 * names the columns, because a statement for whole rows is never prepared.
 */
const WHOLE = sql`i.id, i.flow, i.version, i.subject, i.opened_by, i.again, i.language, i.preview, i.opened_at,
  i.closed_at, i.locked_key, i.ordinal, owner_key(i.subject) as owner_key,
  exists (select from flow_runs u where u.instance = i.id and u.state = 'pending') as busy,
  (select coalesce(json_agg(json_build_object(
       'step', a.step, 'revision', a.revision, 'sealed', encode(a.sealed, 'base64')) order by a.step), '[]')
     from flow_answers a where a.instance = i.id) as answers,
  (select coalesce(json_agg(json_build_object(
       'seq', r.seq, 'sealed', encode(r.sealed, 'base64')) order by r.seq), '[]')
     from flow_receipts r where r.instance = i.id) as receipts`;

/**
 * Selects the answers of the previous instance. They are offered only to the same subject, and only while the
 * new instance is open. The answers of a closed visitor's instance are never offered, because the next person
 * at the same device could see them.
 */
const REPEATED = sql`(select json_build_object('id', b.id, 'locked', encode(b.locked_key, 'base64'), 'answers',
    (select coalesce(json_agg(json_build_object(
         'step', a.step, 'revision', a.revision, 'sealed', encode(a.sealed, 'base64')) order by a.step), '[]')
       from flow_answers a where a.instance = b.id))
  from flow_instances b
  where b.id = i.again and b.subject = i.subject and i.closed_at is null
    and not (b.closed_at is not null and b.opened_by like 'visitor:%')) as repeated`;

/** Selects the waits of an instance. They change only while the instance is locked. */
const WAITS = sql`(select coalesce(json_object_agg(
       w.step, json_build_object('open', w.state = 'open', 'early', w.early)), '{}')
     from flow_waits w where w.instance = i.id) as waits`;

type Vault = Pick<FlowsDeps, "vault">;

/**
 * Reads an instance with its answers and receipts; `null` if it does not exist or its owner's key was erased.
 */
export async function readInstance(deps: Vault, db: Db | Tx, id: string): Promise<StoredInstance | null> {
  const asked =
    sql<InstanceRow>`select ${WHOLE}, ${REPEATED}, ${WAITS} from flow_instances i where i.id = ${id}`.compile(
      db,
    );
  const [row] = await soon(db, asked);
  return row === undefined ? null : fromRow(deps, row);
}

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
      select ${WHOLE} from flow_instances i
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

/**
 * Locks an instance until the transaction ends, and reads it. Locking and reading are two statements. A
 * single one would return the answers from before it waited for the lock.
 */
export async function lockInstance(deps: Vault, tx: Tx, id: string): Promise<StoredInstance | null> {
  await later(tx, sql`select from flow_instances where id = ${id} for update`.compile(tx));
  return await readInstance(deps, tx, id);
}
