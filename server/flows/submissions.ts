import { secretsOf } from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { soon, type Tx } from "../db/index.ts";
import { sha256 } from "../sha256.ts";
import type { FlowsDeps } from "./deps.ts";
import { keyedHash } from "./instance-key.ts";
import type { Subject } from "./registry.ts";
import { type Loaded, stepOf } from "./story.ts";

/** What a request brings for a step: an answer, or the code of a challenge. */
export type StepBody = { readonly answer?: JsonObject; readonly code?: string };

/** One submission: `key` is the caller's name for it. */
export type Submission = {
  readonly id: string;
  readonly subject: Subject;
  readonly step: string;
  readonly body: StepBody;
  readonly key: string;
  /** The revision of the step's answer that its page showed, 0 for none; another window's is not overwritten unseen. */
  readonly seen?: number;
  /** Whose turn it is where many wait; the subject unless told otherwise. */
  readonly client?: string;
  /** The log-in that it comes from. */
  readonly session?: string;
  /** Called in the transaction in which a code, a PIN or a second factor was right, also where it comes again. */
  readonly proved?: (tx: Tx) => void;
  /** Whether the person has a role. */
  readonly staff?: boolean;
};

/** What is kept of a submission under its key. */
export type KeptSubmission = NonNullable<Awaited<ReturnType<typeof submittedBefore>>>;

/** What became of this key's first submission. Its statement stands behind the lock's, so what a twin wrote is seen. */
export async function submittedBefore(tx: Tx, { id, key }: Pick<Submission, "id" | "key">) {
  const asked = tx
    .selectFrom("flow_submissions")
    .select(["step", "body_hash", "outcome", "sealed_answer"])
    .where("instance", "=", id)
    .where("key", "=", key);
  return (await soon(tx, asked.compile()))[0] ?? null;
}

/**
 * A hash of the body, and behind a dash two bytes of one of its secrets and its code: enough to notice another PIN, and too little to
 * find it, or a password, by trying. Behind another dash two bytes of the rest: what the step does not know may be a secret as well.
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

/** Whether a submission is the one that was kept. What an earlier release kept says less. */
export function isSame(
  kept: Pick<KeptSubmission, "step" | "body_hash">,
  step: string,
  hash: string,
): boolean {
  return kept.step === step && hash.slice(0, Math.max(64, kept.body_hash.length)) === kept.body_hash;
}

/** Forgets answers that were given a day ago or longer, by the business clock. */
export async function forgetAnswers({ db, clock }: Pick<FlowsDeps, "db" | "clock">): Promise<void> {
  await db
    .updateTable("flow_submissions")
    .set({ sealed_answer: null })
    .where("sealed_answer", "is not", null)
    .where("at", "<=", clock.now().minus({ days: 1 }).toJSDate())
    .execute();
}
