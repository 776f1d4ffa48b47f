import { secretsOf } from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Tx } from "../db/index.ts";
import { sha256 } from "../sha256.ts";
import type { FlowsDeps } from "./deps.ts";
import { keyedHash } from "./instance-key.ts";
import type { KeptSubmission } from "./instance-store.ts";
import type { Subject } from "./registry.ts";
import { type Loaded, stepOf } from "./story.ts";

/** What a request sends to submit a step: an answer, or a challenge code. */
export type StepBody = { readonly answer?: JsonObject; readonly code?: string };

/** One submission of a step. `key` is the idempotency key that the caller chose. */
export type Submission = {
  readonly id: string;
  readonly subject: Subject;
  readonly step: string;
  readonly body: StepBody;
  readonly key: string;
  /**
   * The revision of the answer that the page showed to the person; 0 if it showed none. If the stored answer
   * is newer, because of another window, it is not overwritten.
   */
  readonly seen?: number;
  /** The caller for whom limits are counted. By default it is the subject. */
  readonly client?: string;
  /** The log-in from which the step is submitted. */
  readonly session?: string;
  /**
   * Called when a code, a PIN or a second factor was correct, in the same transaction. Also called if the
   * submission is a repeated one.
   */
  readonly proved?: (tx: Tx) => void;
  /** Whether the person has a staff role. */
  readonly staff?: boolean;
};

/**
 * Returns a hash by which a repeated submission is recognised. It has three parts, separated by dashes. The
 * first is a hash of the body without secrets. The second is two bytes of a hash of the secrets and the code.
 * Two bytes are enough to notice a different PIN, but too few to find a PIN or password by trying. The third
 * is two bytes of a hash of all other data. It is as short, because unknown fields may be secrets too.
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

/**
 * Returns whether a submission equals the stored one with the same key. Rows from earlier releases have a
 * shorter hash; then only that part is compared.
 */
export function isSame(
  kept: Pick<KeptSubmission, "step" | "body_hash">,
  step: string,
  hash: string,
): boolean {
  return kept.step === step && hash.slice(0, Math.max(64, kept.body_hash.length)) === kept.body_hash;
}

/** Erases stored answers to submissions when they are one day old by the business clock. */
export async function forgetAnswers({ db, clock }: Pick<FlowsDeps, "db" | "clock">): Promise<void> {
  await db
    .updateTable("flow_submissions")
    .set({ sealed_answer: null })
    .where("sealed_answer", "is not", null)
    .where("at", "<=", clock.now().minus({ days: 1 }).toJSDate())
    .execute();
}
