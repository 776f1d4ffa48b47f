import { createHash } from "node:crypto";
import { type Decision, submit as decide, effectInput, secretsOf } from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import { later, soon, type Tx } from "../db/index.ts";
import { AppError, type ErrorField } from "../http/index.ts";
import { advance } from "./advance.ts";
import type { FlowsDeps } from "./deps.ts";
import { likelyNeeds, type Needs, withFacts } from "./facts.ts";
import { fileReferences } from "./file-references.ts";
import { keyedHash } from "./instance-key.ts";
import { lockInstance, type StoredInstance } from "./instance-store.ts";
import {
  audit,
  type OpenPassage,
  openPassage,
  type Passage,
  readerFor,
  walkOn,
  writeAnswer,
} from "./passage.ts";
import { preparedTransaction } from "./prepared-transaction.ts";
import { refuseStaff } from "./refuse-staff.ts";
import type { Subject } from "./registry.ts";
import { runLocal } from "./run-local.ts";
import { maySee, show } from "./show.ts";
import { type Outcome, stepOf, type Taken, takeCode } from "./take-code.ts";
import type { View } from "./view.ts";
import { fieldMessage } from "./words.ts";

/** What a request brings for a step: an answer, or the code of a challenge. */
export type StepBody = { readonly answer?: JsonObject; readonly code?: string };

/** One submission: `key` is the caller's name for it. */
export type Submission = {
  readonly id: string;
  readonly subject: Subject;
  readonly step: string;
  readonly body: StepBody;
  readonly key: string;
  /** Whose turn it is where many wait; the subject unless told otherwise. */
  readonly client?: string;
  /** Whether the person has a role. */
  readonly staff?: boolean;
};

/**
 * One submission is one transaction: everything that it leads to at once happens with it, or nothing does. What takes long
 * (a password's hash, a look at a PIN) is done before it, with no connection held.
 * Errors: `not-your-instance`, `step-not-open`, `not-valid` and `values-changed` (with fields), `effect-running`,
 * `code-wrong`, `code-expired`, `idempotency-key-reused`, `version-missing`, `begin-again`.
 */
export async function submitStep(deps: FlowsDeps, given: Submission): Promise<View> {
  // What an undone transaction found to be needed is asked by the next along with its first statement.
  let likely: Needs = [];
  const { view: shown, outcome } = await preparedTransaction(deps, async (tx, prepared) => {
    // Asked in one breath: the lock, what is stored, and whether this key was here before.
    const asked = Promise.all([lockInstance(deps, tx, given.id), submittedBefore(tx, given)]);
    const reader = readerFor(deps, tx, given.subject);
    reader.begin(likely);
    const [stored, before] = await asked;
    if (stored === null || !maySee(stored, given.subject)) throw new AppError("not-your-instance");
    const { client = given.subject } = given;
    // Who opened it may look at an instance that has become another's.
    const hers = stored.subject === given.subject ? reader : undefined;
    const passage: OpenPassage = { ...(await openPassage(deps, tx, stored, prepared, hers)), client };
    refuseStaff(passage.compiled, given);
    likely = likelyNeeds(passage.compiled, answersWith(stored, given));
    passage.facts.suppose(likely);
    const bodyHash = hashOf(passage, given);
    if (before !== undefined) {
      if (before.step !== given.step || before.body_hash !== bodyHash)
        throw new AppError("idempotency-key-reused");
      const walked = await walkOn(passage);
      return { view: show(passage, walked), outcome: before.outcome as unknown as Outcome };
    }
    if (stored.closedAt !== null || stored.subject !== given.subject) throw new AppError("step-not-open");
    const taken = await take(deps, passage, given);
    await keep(
      deps,
      taken.passage,
      { ...given, since: stored.instance.version },
      { bodyHash, outcome: taken.outcome },
    );
    return { view: show(taken.passage, taken), outcome: taken.outcome };
  });
  // A wrong code is counted, so its transaction is committed before it is refused.
  if (outcome.kind === "refused")
    throw new AppError(outcome.code, {
      params: outcome.params ?? {},
      fields: [
        {
          pointer: "/code",
          code: outcome.code,
          message: `warning:errors.${outcome.code}`,
          params: outcome.params ?? {},
        },
      ],
    });
  return shown;
}

/** What is answered, and what is about to be. */
function answersWith({ instance }: StoredInstance, { step, body }: Submission) {
  const stored = Object.entries(instance.answers).map(([name, { value }]) => [name, value] as const);
  return { ...Object.fromEntries(stored), ...(body.answer === undefined ? {} : { [step]: body.answer }) };
}

/** What became of this key's first submission. Its statement stands behind the lock's, so what a twin wrote is seen. */
async function submittedBefore(tx: Tx, { id, key }: Submission) {
  const asked = tx
    .selectFrom("flow_submissions")
    .select(["step", "body_hash", "outcome"])
    .where("instance", "=", id)
    .where("key", "=", key);
  return (await soon(tx, asked.compile()))[0];
}

/** Decides about the body by the kind of its step and does what follows from it. */
async function take(deps: FlowsDeps, passage: OpenPassage, given: Submission): Promise<Taken> {
  // While an effect is being done, what it was given must stand.
  if (passage.stored.busy) throw new AppError("effect-running");
  const step = stepOf(passage, given.step);
  switch (step?.kind) {
    case "form":
    case "review":
      return await takeAnswer(deps, passage, given);
    case "effect":
      return step.form === true
        ? await takeSecrets(deps, passage, given)
        : await takeDue(deps, passage, given);
    case "challenge":
      return await takeCode(deps, passage, given);
    case "wait":
    case "decide":
    case "end":
    case undefined:
      throw new AppError("step-not-open");
    default:
      return unreachable(step, "take");
  }
}

async function takeAnswer(deps: FlowsDeps, passage: OpenPassage, given: Submission): Promise<Taken> {
  const accepted = await accept(deps, passage, given);
  const answer = accepted.answers[given.step];
  if (answer === undefined) throw new Error(`flows: the accepted answer of "${given.step}" is not there`);
  const kept = await writeAnswer(deps, passage, { step: given.step, value: answer.value });
  return { ...(await advance(deps, kept)), outcome: { kind: "done" } };
}

/** An effect's own form: its secrets live as long as this call; the rest is kept as its answer. */
async function takeSecrets(deps: FlowsDeps, passage: OpenPassage, given: Submission): Promise<Taken> {
  const accepted = await accept(deps, passage, given);
  const { at } = accepted.walk;
  if (at.kind !== "effect" || at.step !== given.step) throw new AppError("step-not-open");
  const answer = accepted.answers[given.step];
  const kept = await writeAnswer(deps, passage, { step: given.step, value: answer?.value ?? {} });
  const { facts } = await walkOn(kept);
  const ran = await runLocal(deps, kept, {
    walk: accepted.walk,
    facts,
    at,
    given: effectInput(passage.compiled, accepted.walk, accepted.form),
  });
  return { ...(await advance(deps, ran)), outcome: { kind: "done" } };
}

/** An effect without a form is submitted only to set it going, such as after moving to a newer version. */
async function takeDue(deps: FlowsDeps, passage: OpenPassage, given: Submission): Promise<Taken> {
  const { at } = (await walkOn(passage)).walk;
  if (at.kind !== "effect" || at.step !== given.step || at.state !== "due")
    throw new AppError("step-not-open");
  return { ...(await advance(deps, passage)), outcome: { kind: "done" } };
}

type Accepted = Extract<Decision, { readonly kind: "accepted" }>;

/** The engine's decision with all the facts that it needs. Throws what it refuses, with words at the fields. */
async function accept(deps: FlowsDeps, passage: OpenPassage, given: Submission): Promise<Accepted> {
  const { compiled, stored, flags, facts } = passage;
  const submission = { step: given.step, answer: given.body.answer ?? {} };
  const { outcome: decision } = await withFacts<Exclude<Decision, { readonly kind: "needs" }>>(
    facts,
    (known) => {
      const decided = decide(compiled, stored.instance, known, flags, submission);
      return decided.kind === "needs" ? { needs: decided.facts } : { needs: null, outcome: decided };
    },
  );
  if (decision.kind === "not-open") throw new AppError("step-not-open");
  if (decision.kind === "accepted") {
    await refuseForeignFiles(deps, passage, { step: given.step, form: decision.form });
    return decision;
  }
  const code = decision.errors.some((error) => error.code === "values-changed")
    ? "values-changed"
    : "not-valid";
  throw new AppError(code, {
    fields: decision.errors.map((error): ErrorField => fieldMessage(compiled.definition, given.step, error)),
  });
}

/**
 * An answer may name only uploads that are hers, scanned clean, and made for the purpose that the field asks for. An
 * effect trusts the ids that it is given. Throws `not-valid` with `file-not-yours` at each field.
 */
async function refuseForeignFiles(
  deps: FlowsDeps,
  { tx, compiled, stored }: OpenPassage,
  { step, form }: { readonly step: string; readonly form: JsonObject },
): Promise<void> {
  const schema = Object.hasOwn(compiled.definition.schemas, step) ? compiled.definition.schemas[step] : null;
  if (schema === null || schema === undefined) return;
  const fields: ErrorField[] = [];
  const hints = stepOf({ compiled }, step)?.ui ?? {};
  for (const { pointer, id } of fileReferences(schema, form)) {
    const field = pointer.split("/")[1] ?? "";
    const hint = Object.hasOwn(hints, field) ? hints[field]?.purpose : undefined;
    const purpose = typeof hint === "string" ? hint : null;
    const mayUse = (await deps.mayAttach?.(tx, { id, subject: stored.subject, purpose })) ?? false;
    if (!mayUse) fields.push({ pointer, code: "file-not-yours" });
  }
  if (fields.length > 0) throw new AppError("not-valid", { fields });
}

async function keep(
  deps: FlowsDeps,
  passage: OpenPassage,
  given: Submission & { readonly since: string },
  { bodyHash, outcome }: { readonly bodyHash: string; readonly outcome: Outcome },
): Promise<void> {
  const { tx, stored } = passage;
  const at = deps.clock.now().toJSDate();
  const moved = given.since !== stored.instance.version;
  await later(
    tx,
    tx
      .with("kept", (db) =>
        db.insertInto("flow_submissions").values({
          instance: given.id,
          key: given.key,
          step: given.step,
          body_hash: bodyHash,
          outcome: JSON.stringify(outcome),
          at,
        }),
      )
      .updateTable("flow_instances")
      .set({ version: stored.instance.version, touched_at: at })
      .where("id", "=", given.id),
  );
  await audit(deps, passage, {
    action: "flows.submit",
    actor: given.subject,
    to: outcome.kind === "done" ? "accepted" : outcome.code,
    detail: { step: given.step, ...(moved ? { movedFrom: given.since } : {}) },
  });
}

/** A hash of the body without its secrets: a hash of a PIN is a PIN. What the step does not know is not part of it either. */
function hashOf({ compiled, stored }: Passage, { step, body }: Submission): string {
  const node = stepOf({ compiled }, step);
  const secret = new Set(node === undefined ? [] : secretsOf(compiled, step));
  const known = new Set(node === undefined ? [] : (compiled.definition.fieldOrder[step] ?? []));
  const isKept = (name: string) => node?.kind === "review" || (known.has(name) && !secret.has(name));
  const kept = Object.fromEntries(Object.entries(body.answer ?? {}).filter(([name]) => isKept(name)));
  const hash = createHash("sha256")
    .update(canonicalJson({ step, answer: kept }))
    .digest("hex");
  return keyedHash(stored.key, hash);
}
