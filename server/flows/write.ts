import type { Receipt } from "../../engine/flow/index.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import { record } from "../audit/index.ts";
import { later, type Tx } from "../db/index.ts";
import { type FlowsDeps, RUN_JOB } from "./deps.ts";
import { sealValue } from "./instance-key.ts";
import type { InTransaction } from "./load.ts";
import { writeRecord } from "./records.ts";
import { keyOf, type Story, type Write } from "./story.ts";

/** What is needed to write the pending writes of an instance. */
type Writing = Pick<Story, "stored" | "flags" | "now" | "writes">;

type Deps = Pick<FlowsDeps, "clock" | "jobs" | "nudge" | "vault" | "keepFiles">;

/**
 * Sends all pending writes of a state to the database in sequence, and returns the state without them. Only
 * the queueing of a run is awaited; all other writes are sent without waiting for their results.
 */
export async function write<Of extends Writing>(
  deps: Deps,
  { tx, proved, share }: Pick<InTransaction, "tx" | "proved" | "share">,
  story: Of,
): Promise<Of> {
  if (story.writes.length > 0) share.writes();
  for (const one of withoutRepeatedWaits(story.writes)) {
    if (one.kind === "audit") await writeAudit(deps, tx, story, one);
    else if (one.kind === "run") await writeRun(deps, tx, story, one);
    else if (one.kind === "record") await writeRecord(deps, tx, story, one);
    else if (one.kind === "proved") proved?.(tx);
    else await later(tx, statementOf(tx, story, one));
  }
  return { ...story, writes: [] };
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

function statementOf(tx: Tx, story: Writing, one: Exclude<Write, Of<"audit" | "run" | "record" | "proved">>) {
  const { instance, key } = story.stored;
  const { id } = instance;
  const at = new Date(story.now);
  switch (one.kind) {
    case "answer": {
      const { step } = one;
      const { revision, value } = one.answer;
      const sealed = sealValue(key, { kind: "answer", instance: id, step, revision }, value);
      return tx
        .insertInto("flow_answers")
        .values({ instance: id, step, revision, sealed, given_at: at })
        .onConflict((conflict) =>
          conflict.columns(["instance", "step"]).doUpdateSet({ revision, sealed, given_at: at }),
        );
    }
    case "drop-answers":
      return tx.deleteFrom("flow_answers").where("instance", "=", id).where("step", "in", one.steps);
    case "receipt":
      return tx.insertInto("flow_receipts").values(receiptRow(story, one));
    case "wait": {
      const { step, event } = one;
      const until = one.until === null ? null : new Date(one.until);
      const match = JSON.stringify(one.match);
      return tx
        .insertInto("flow_waits")
        .values({ instance: id, step, event, match, until, early: null, state: "open" })
        .onConflict((conflict) => conflict.columns(["instance", "step"]).doUpdateSet({ until }));
    }
    case "end-wait":
      return waitsDone(tx, id).where("step", "=", one.step);
    case "close":
      return tx
        .with("waits", (db) => waitsDone(db, id).where("state", "=", "open"))
        .updateTable("flow_instances")
        .set({ closed_at: at })
        .where("id", "=", id);
    case "submission":
      return submissionKept(tx, story, one);
    default:
      return unreachable(one, "write");
  }
}

/**
 * Returns the database row for a receipt, including the data on which the receipt is based. A unique index
 * prevents that a step succeeds twice.
 */
function receiptRow({ stored, flags }: Writing, { receipt, facts, repeatable }: Of<"receipt">) {
  const { instance, key } = stored;
  const { id, version } = instance;
  const { seq, step, kind } = receipt;
  return {
    instance: id,
    seq,
    step,
    kind,
    attempt: receipt.kind === "effect" ? receipt.attempt : null,
    succeeded: succeeded(receipt),
    repeatable,
    at: new Date(receipt.at),
    sealed: sealValue(key, { kind: "receipt", instance: id, seq }, receipt),
    version,
    flags: JSON.stringify(flags),
    sealed_facts: sealValue(key, { kind: "facts", instance: id, seq }, facts),
  };
}

function succeeded(receipt: Receipt): boolean {
  if (receipt.kind === "effect") return receipt.outcome.kind === "done";
  if (receipt.kind === "challenge") return receipt.outcome === "passed";
  if (receipt.kind === "wait") return receipt.outcome.kind === "event";
  return receipt.kind === "end";
}

const waitsDone = (tx: Pick<Tx, "updateTable">, id: string) =>
  tx.updateTable("flow_waits").set({ state: "done", early: null }).where("instance", "=", id);

/** Stores a submission under its key, and records on which version the instance continues. */
function submissionKept(tx: Tx, { stored, now }: Writing, one: Of<"submission">) {
  const { id, version } = stored.instance;
  const { key, step, bodyHash, outcome, answer } = one;
  const at = new Date(now);
  const place = { kind: "submission", instance: id, key } as const;
  return tx
    .with("kept", (db) =>
      db.insertInto("flow_submissions").values({
        instance: id,
        key,
        step,
        body_hash: bodyHash,
        outcome: JSON.stringify(outcome),
        at,
        sealed_answer: answer === null ? null : sealValue(stored.key, place, answer),
      }),
    )
    .updateTable("flow_instances")
    .set({ version, touched_at: at })
    .where("id", "=", id);
}

async function writeAudit(
  { clock }: Deps,
  tx: Tx,
  { stored }: Writing,
  { line }: Of<"audit">,
): Promise<void> {
  const { id, flow, version } = stored.instance;
  await record(tx, clock, {
    ...line,
    subject: `instance:${id}`,
    from: null,
    version,
    detail: { flow, ...line.detail },
  });
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
