import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Tx } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { KEY_BYTES, keyedHash, sealValue } from "./instance-key.ts";
import type { Subject } from "./registry.ts";
import type { Content } from "./run-effect.ts";

const BATCH = 100;

/**
 * Seals what instances kept as plain text before there were keys of instances (migration 0604). Answers how many. Of
 * several processes that start at once each waits for the rows of the others; a second time there is nothing to do.
 */
export async function sealEarlier(deps: Pick<FlowsDeps, "db" | "vault">): Promise<number> {
  let sealed = 0;
  for (;;) {
    const some = await deps.db.transaction().execute((tx) => sealSome(deps, tx));
    if (some === 0) return sealed;
    sealed += some;
  }
}

type Plain = {
  readonly id: string;
  readonly subject: Subject;
  readonly answers: readonly { step: string; revision: number; value: JsonObject }[];
  readonly receipts: readonly { seq: number; body: JsonObject; facts: JsonObject }[];
  readonly runs: readonly { step: string; attempt: number; input: JsonObject; hash: string }[];
  readonly hashes: readonly { key: string; hash: string }[];
};

async function sealSome({ vault }: Pick<FlowsDeps, "vault">, tx: Tx): Promise<number> {
  const { rows } = await sql<Plain>`
    select i.id, i.subject,
      (select coalesce(json_agg(json_build_object('step', step, 'revision', revision, 'value', value)), '[]')
         from flow_answers where instance = i.id) as answers,
      (select coalesce(json_agg(json_build_object('seq', seq, 'body', body, 'facts', facts)), '[]')
         from flow_receipts where instance = i.id) as receipts,
      (select coalesce(json_agg(json_build_object(
           'step', step, 'attempt', attempt, 'input', input, 'hash', input_hash)), '[]')
         from flow_runs where instance = i.id and input is not null) as runs,
      (select coalesce(json_agg(json_build_object('key', key, 'hash', body_hash)), '[]')
         from flow_submissions where instance = i.id) as hashes
    from flow_instances i where i.locked_key is null
    order by i.ordinal limit ${BATCH} for update`.execute(tx);
  for (const row of rows) await sealOne(vault, tx, row);
  return rows.length;
}

async function sealOne(vault: FlowsDeps["vault"], tx: Tx, plain: Plain): Promise<void> {
  const { id: instance, subject } = plain;
  const key = randomBytes(KEY_BYTES);
  for (const { step, revision, value } of plain.answers) {
    const sealed = sealValue(key, { kind: "answer", instance, step, revision }, value);
    await sql`update flow_answers set value = null, sealed = ${sealed}
      where instance = ${instance} and step = ${step}`.execute(tx);
  }
  for (const { seq, body, facts } of plain.receipts) {
    const sealed = sealValue(key, { kind: "receipt", instance, seq }, body);
    const sealedFacts = sealValue(key, { kind: "facts", instance, seq }, facts);
    await sql`update flow_receipts set body = null, facts = null, sealed = ${sealed}, sealed_facts = ${sealedFacts}
      where instance = ${instance} and seq = ${seq}`.execute(tx);
  }
  for (const { step, attempt, input, hash } of plain.runs) {
    const content: Content = { ...(input as Pick<Content, "input" | "trail">), inputHash: hash };
    const sealed = sealValue(key, { kind: "run", instance, step, attempt }, content as unknown as JsonObject);
    await sql`update flow_runs set input = null, sealed = ${sealed}
      where instance = ${instance} and step = ${step} and attempt = ${attempt}`.execute(tx);
  }
  await sql`update flow_runs set input_hash = null where instance = ${instance}`.execute(tx);
  for (const { key: name, hash } of plain.hashes)
    await sql`update flow_submissions set body_hash = ${keyedHash(key, hash)}
      where instance = ${instance} and key = ${name}`.execute(tx);
  const locked = await vault.lockKey(tx, subject, key);
  await sql`update flow_instances set locked_key = ${locked} where id = ${instance}`.execute(tx);
}
