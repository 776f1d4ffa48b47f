import { sql } from "kysely";
import type { Receipt } from "../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import { auditRow } from "../audit/index.ts";
import { compiledOnce, later, type Tx } from "../db/index.ts";
import { type FlowsDeps, RUN_JOB } from "./deps.ts";
import { sealValue } from "./instance-key.ts";
import type { InTransaction } from "./load.ts";
import { writeRecord } from "./records.ts";
import { keyOf, type Story, type Write } from "./story.ts";

/** What is needed to write the pending writes of an instance. */
type Writing = Pick<Story, "stored" | "flags" | "now" | "writes">;

type Deps = Pick<FlowsDeps, "clock" | "jobs" | "nudge" | "vault" | "keepFiles">;

/**
 * Sends all pending writes of a state to the database in sequence, and returns the state without them. Writes
 * to the instance's own tables, with their audit lines, go together in one statement. Only the queueing of a
 * run is awaited; all other writes are sent without waiting for their results.
 */
export async function write<Of extends Writing>(
  deps: Deps,
  { tx, proved, share }: Pick<InTransaction, "tx" | "proved" | "share">,
  story: Of,
): Promise<Of> {
  if (story.writes.length > 0) share.writes();
  let together: JsonObject[] = [];
  const send = async () => {
    if (together.length > 0) await writeTogether(tx, story, together);
    together = [];
  };
  for (const one of withoutRepeatedWaits(story.writes)) {
    if (one.kind === "run" || one.kind === "record" || one.kind === "proved") {
      await send();
      if (one.kind === "run") await writeRun(deps, tx, story, one);
      else if (one.kind === "record") await writeRecord(deps, tx, story, one);
      else proved?.(tx);
    } else together.push(ownWrite(deps, story, one));
  }
  await send();
  return { ...story, writes: [] };
}

const decidedWritten = compiledOnce(
  (tx, id: string, at: string, version: string, flags: string, writes: string) =>
    sql`select write_decided(${id}, ${at}, ${version}, ${flags}::jsonb, ${writes}::jsonb)`.compile(tx),
);

async function writeTogether(
  tx: Tx,
  { stored, flags, now }: Writing,
  writes: readonly JsonObject[],
): Promise<void> {
  const { id, version } = stored.instance;
  await later(tx, decidedWritten(tx, id, now, version, JSON.stringify(flags), JSON.stringify(writes)));
}

/**
 * Writes each wait once. A wait that begins and is reached in the same submission is decided twice: the first
 * write has what it waits for, the last one its time.
 */
function withoutRepeatedWaits(writes: readonly Write[]): readonly Write[] {
  return writes.flatMap((one, index): readonly Write[] => {
    if (one.kind !== "wait") return [one];
    const same = (other: Write): other is Of<"wait"> => other.kind === "wait" && other.step === one.step;
    const last = writes.findLast(same);
    return writes.findIndex(same) < index ? [] : [{ ...one, until: last?.until ?? null }];
  });
}

type Of<Kind extends Write["kind"]> = Extract<Write, { readonly kind: Kind }>;

/**
 * Returns a write as the SQL function `write_decided` takes it. A receipt has the data on which it is based. A
 * unique index prevents that a step succeeds twice.
 */
function ownWrite(
  { clock }: Pick<Deps, "clock">,
  { stored }: Writing,
  one: Exclude<Write, Of<"run" | "record" | "proved">>,
): JsonObject {
  const { kind } = one;
  const { id: instance, flow, version } = stored.instance;
  const sealed = (place: Parameters<typeof sealValue>[1], value: Json) =>
    sealValue(stored.key, place, value).toString("base64");
  switch (kind) {
    case "answer": {
      const { step } = one;
      const { revision, value } = one.answer;
      return { kind, step, revision, sealed: sealed({ kind, instance, step, revision }, value) };
    }
    case "receipt": {
      const { receipt, facts, repeatable } = one;
      const { seq, step, at, kind: of } = receipt;
      const attempt = receipt.kind === "effect" ? receipt.attempt : null;
      return {
        ...{ kind, of, seq, step, at, attempt, repeatable, succeeded: succeeded(receipt) },
        sealed: sealed({ kind, instance, seq }, receipt),
        facts: sealed({ kind: "facts", instance, seq }, facts),
      };
    }
    case "submission": {
      const { key, step, bodyHash: hash, outcome, answer } = one;
      const text = answer === null ? null : sealed({ kind, instance, key }, answer);
      return { kind, key, step, hash, outcome, sealed: text };
    }
    case "audit": {
      const { detail, ...line } = one.line;
      const entry = { ...line, subject: `instance:${instance}`, version, detail: { flow, ...detail } };
      return { kind, line: auditRow(clock, entry) };
    }
    case "drop-answers":
    case "wait":
    case "end-wait":
    case "close":
      return one;
    default:
      return unreachable(one, "write");
  }
}

function succeeded(receipt: Receipt): boolean {
  if (receipt.kind === "effect") return receipt.outcome.kind === "done";
  if (receipt.kind === "challenge") return receipt.outcome === "passed";
  if (receipt.kind === "wait") return receipt.outcome.kind === "event";
  return receipt.kind === "end";
}

// Pauses before an effect is tried again, in milliseconds. A person waits at the page meanwhile, so all three
// retries happen within 15 seconds.
const RETRY_AFTER_MS = [1_000, 3_000, 9_000] as const;

/** Stores a try of an effect and queues the job that runs it. Does nothing if this try is already stored. */
async function writeRun(deps: Deps, tx: Tx, { stored }: Writing, one: Of<"run">): Promise<void> {
  const { id } = stored.instance;
  const { step, attempt, run } = one;
  const delay = attempt > 1 ? (RETRY_AFTER_MS[Math.min(attempt - 2, RETRY_AFTER_MS.length - 1)] ?? 0) : 0;
  const due = new Date(deps.clock.wall().getTime() + delay);
  const added = await tx
    .insertInto("flow_runs")
    .values({
      instance: id,
      step,
      attempt,
      key: keyOf(id, step, attempt),
      sealed: sealValue(stored.key, { kind: "run", instance: id, step, attempt }, run),
      state: "pending",
      due_at: due,
    })
    .onConflict((conflict) => conflict.columns(["instance", "step", "attempt"]).doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 0n) return;
  const ref = { instance: id, step, attempt };
  await deps.jobs.send(tx, RUN_JOB, ref, delay === 0 ? {} : { after: due });
  // If the try is due now, the queue starts it at once. A later try would start only when the queue is next
  // polled, possibly long after its time. So a timer starts it.
  if (delay > 0) deps.nudge?.(ref, delay);
}
