import { secretsOf } from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { later, soon, type Tx } from "../db/index.ts";
import { sha256 } from "../sha256.ts";
import type { FlowsDeps } from "./deps.ts";
import { audit, type InstanceContext, type LockedContext, stepOf } from "./instance-context.ts";
import { keyedHash } from "./instance-key.ts";
import type { Subject } from "./registry.ts";

/** What a submission came to, as it is kept under its key: no body, no secret, only how it ended. */
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
    .select(["step", "body_hash", "outcome"])
    .where("instance", "=", id)
    .where("key", "=", key);
  return (await soon(tx, asked.compile()))[0];
}

/** A hash of the body without its secrets: a hash of a PIN is a PIN. What the step does not know is not part of it either. */
export function bodyHashOf(
  { compiled, stored }: InstanceContext,
  { step, body }: { readonly step: string; readonly body: { readonly answer?: JsonObject } },
): string {
  const node = stepOf({ compiled }, step);
  const secret = new Set(node === undefined ? [] : secretsOf(compiled, step));
  const known = new Set(node === undefined ? [] : (compiled.definition.fieldOrder[step] ?? []));
  const isKept = (name: string) => node?.kind === "review" || (known.has(name) && !secret.has(name));
  const kept = Object.fromEntries(Object.entries(body.answer ?? {}).filter(([name]) => isKept(name)));
  return keyedHash(stored.key, sha256(canonicalJson({ step, answer: kept })));
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
  },
): Promise<void> {
  const { tx, stored, movedFrom } = context;
  const { id, key, step, outcome } = given;
  const at = deps.clock.now().toJSDate();
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
