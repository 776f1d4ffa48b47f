import { secretsOf } from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { later, soon, type Tx } from "../db/index.ts";
import { sha256 } from "../sha256.ts";
import type { FlowsDeps } from "./deps.ts";
import { audit, type InstanceContext, type LockedContext, stepOf } from "./instance-context.ts";
import { keyedHash, openValue, sealValue } from "./instance-key.ts";
import type { Subject } from "./registry.ts";
import type { View } from "./view.ts";

/** What a submission came to, as it is kept under its key: no body, no secret, how it ended. */
export type Outcome = { readonly kind: "done" } | Refused;

/** A code that was wrong, or came too late. */
export type Refused = {
  readonly kind: "refused";
  readonly code: "code-wrong" | "code-expired";
  readonly params?: JsonObject;
};

/** What became of this key's first submission. Its statement stands behind the lock's, so what a twin wrote is seen. */
export async function submittedBefore(tx: Tx, { id, key }: { readonly id: string; readonly key: string }) {
  const asked = tx
    .selectFrom("flow_submissions")
    .select(["step", "body_hash", "outcome", "sealed_answer"])
    .where("instance", "=", id)
    .where("key", "=", key);
  return (await soon(tx, asked.compile()))[0];
}

/**
 * A hash of the body, and behind a dash two bytes of one of its secrets and its code: enough to notice another PIN, and too little to
 * find it, or a password, by trying. Behind another dash two bytes of the rest: what the step does not know may be a secret as well.
 */
export function bodyHashOf(
  { compiled, stored }: InstanceContext,
  {
    step,
    body,
    seen = null,
  }: {
    readonly step: string;
    readonly body: { readonly answer?: JsonObject; readonly code?: string };
    readonly seen?: number | null;
  },
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
  const rest = { step, isAnswered: answer !== undefined, unknown, seen, more };
  const mark = keyedHash(stored.key, sha256(canonicalJson({ step, secrets, code }))).slice(0, 4);
  return `${keyedHash(stored.key, sha256(canonicalJson({ step, answer: kept })))}-${mark}-${keyedHash(stored.key, sha256(canonicalJson(rest))).slice(0, 4)}`;
}

/** Whether a submission is the one that was kept. What an earlier release kept says less. */
export function isSame(
  kept: { readonly step: string; readonly body_hash: string },
  step: string,
  hash: string,
): boolean {
  return kept.step === step && hash.slice(0, Math.max(64, kept.body_hash.length)) === kept.body_hash;
}

/** The answer that was given to a kept submission, to the byte; `null` where it is not kept (any more). */
export function answerBefore(
  { stored }: InstanceContext,
  { key }: { readonly key: string },
  { sealed_answer: sealed }: { readonly sealed_answer: Buffer | null },
): View | null {
  const instance = stored.instance.id;
  return sealed === null ? null : openValue<View>(stored.key, { kind: "submission", instance, key }, sealed);
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

/** Keeps a submission under its key, the version on which the instance goes on, and an audit line. */
export async function keepSubmission(
  deps: FlowsDeps,
  context: LockedContext,
  given: {
    readonly id: string;
    readonly key: string;
    readonly step: string;
    readonly subject: Subject;
    readonly bodyHash: string;
    readonly outcome: Outcome;
    readonly answer?: View;
  },
): Promise<void> {
  const { tx, stored, movedFrom } = context;
  const { id, key, step, outcome } = given;
  const at = deps.clock.now().toJSDate();
  const place = { kind: "submission", instance: id, key } as const;
  const sealed_answer =
    given.answer === undefined ? null : sealValue(stored.key, place, given.answer as unknown as Json);
  await later(
    tx,
    tx
      .with("kept", (db) =>
        db.insertInto("flow_submissions").values({
          instance: id,
          key,
          step,
          body_hash: given.bodyHash,
          outcome: JSON.stringify(outcome),
          at,
          sealed_answer,
        }),
      )
      .updateTable("flow_instances")
      .set({ version: stored.instance.version, touched_at: at })
      .where("id", "=", id),
  );
  await audit(deps, context, {
    action: "flows.submit",
    actor: given.subject,
    to: outcome.kind === "done" ? "accepted" : outcome.code,
    detail: { step, ...(movedFrom === null ? {} : { movedFrom }) },
  });
}
