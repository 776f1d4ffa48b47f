import { secretsOf } from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { soon, type Tx } from "../db/index.ts";
import { sha256 } from "../sha256.ts";
import type { FlowsDeps } from "./deps.ts";
import { keyedHash } from "./instance-key.ts";
import type { Subject } from "./registry.ts";
import { type Loaded, stepOf } from "./story.ts";

/** The body of a request that submits a step: an answer, or a challenge code. */
export type StepBody = { readonly answer?: JsonObject; readonly code?: string };

/** A submission of one step. `key` is the caller's idempotency key. */
export type Submission = {
  readonly id: string;
  readonly subject: Subject;
  readonly step: string;
  readonly body: StepBody;
  readonly key: string;
  /**
   * Revision of the step's answer that the page showed, 0 for none. With it, a newer answer from another
   * window is not overwritten.
   */
  readonly seen?: number;
  /** The caller, by whom work takes turns; by default the subject. */
  readonly client?: string;
  /** The log-in that sends the submission. */
  readonly session?: string;
  /**
   * Called in the transaction in which a code, a PIN or a second factor was correct, also if the submission
   * is repeated.
   */
  readonly proved?: (tx: Tx) => void;
  /** Whether the person has a staff role. */
  readonly staff?: boolean;
};

/** The data of a submission that is stored under its key. */
export type KeptSubmission = NonNullable<Awaited<ReturnType<typeof submittedBefore>>>;

/**
 * Returns the stored result of this key's first submission. It is read after the lock, so it includes the
 * writes of a concurrent duplicate.
 */
export async function submittedBefore(tx: Tx, { id, key }: Pick<Submission, "id" | "key">) {
  const asked = tx
    .selectFrom("flow_submissions")
    .select(["step", "body_hash", "outcome", "sealed_answer"])
    .where("instance", "=", id)
    .where("key", "=", key);
  return (await soon(tx, asked.compile()))[0] ?? null;
}

/**
 * Returns a hash of the body without secrets. After a dash follow two bytes of the hash of its secrets and
 * code. They are enough to detect a different PIN, but too few to find a PIN or password by trying. After
 * another dash follow two bytes of the hash of all other data, because an unknown field in it may be a secret
 * as well.
 */
export function bodyHashOf(
  { compiled, stored }: Loaded,
  { step, body, seen }: Pick<Submission, "step" | "body" | "seen">,
): string {
  const node = stepOf({ compiled }, step);
  const secret = new Set(node === undefined ? [] : secretsOf(compiled, step));
  const known = new Set(node === undefined ? [] : (compiled.definition.fieldOrder[step] ?? []));
  const isKept = (name: string) => node?.kind === "review" || (known.has(name) && !secret.has(name));
  const kept = Object.fromEntries(Object.entries(body.answer ?? {}).filter(([name]) => isKept(name)));
  const secrets = Object.fromEntries(Object.entries(body.answer ?? {}).filter(([name]) => secret.has(name)));
  const { answer, code = null, ...more } = body;
  const unknown = Object.fromEntries(
    Object.entries(answer ?? {}).filter(([name]) => !isKept(name) && !secret.has(name)),
  );
  const rest = { step, isAnswered: answer !== undefined, unknown, seen: seen ?? null, more };
  const mark = keyedHash(stored.key, sha256(canonicalJson({ step, secrets, code }))).slice(0, 4);
  return `${keyedHash(stored.key, sha256(canonicalJson({ step, answer: kept })))}-${mark}-${keyedHash(stored.key, sha256(canonicalJson(rest))).slice(0, 4)}`;
}

/** Returns whether a submission equals the stored one. Rows of earlier releases have fewer parts. */
export function isSame(
  kept: Pick<KeptSubmission, "step" | "body_hash">,
  step: string,
  hash: string,
): boolean {
  return kept.step === step && hash.slice(0, Math.max(64, kept.body_hash.length)) === kept.body_hash;
}

/** Erases stored answers to submissions after one day, by the business clock. */
export async function forgetAnswers({ db, clock }: Pick<FlowsDeps, "db" | "clock">): Promise<void> {
  await db
    .updateTable("flow_submissions")
    .set({ sealed_answer: null })
    .where("sealed_answer", "is not", null)
    .where("at", "<=", clock.now().minus({ days: 1 }).toJSDate())
    .execute();
}
