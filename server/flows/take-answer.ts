import { type Decision, submit as decide, effectInput } from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { AppError, type ErrorField } from "../http/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { withFacts } from "./facts.ts";
import { fileReferences } from "./file-references.ts";
import { type LockedContext, stepOf, walkOn, writeAnswer } from "./instance-context.ts";
import { runLocal } from "./run-local.ts";
import { fieldMessage } from "./words.ts";

type Given = {
  readonly step: string;
  readonly body: { readonly answer?: JsonObject };
  readonly seen?: number;
};

/**
 * Takes the answer of a form or a review. Errors: `step-not-open`, `not-valid` and `values-changed` (with fields),
 * `changed-elsewhere` where another window answered the form otherwise after this page saw it.
 */
export async function takeAnswer(
  deps: FlowsDeps,
  context: LockedContext,
  given: Given,
): Promise<LockedContext> {
  const accepted = await accept(deps, context, given);
  const answer = accepted.answers[given.step];
  if (answer === undefined) throw new Error(`flows: the accepted answer of "${given.step}" is not there`);
  const before = context.stored.instance.answers[given.step];
  if (
    stepOf(context, given.step)?.kind === "form" &&
    given.seen !== undefined &&
    before !== undefined &&
    before.revision > given.seen &&
    canonicalJson(before.value) !== canonicalJson(answer.value)
  )
    throw new AppError("changed-elsewhere");
  return await writeAnswer(deps, context, { step: given.step, value: answer.value });
}

/** An effect's own form: its secrets live as long as this call; the rest is kept as its answer, and the effect runs. */
export async function takeSecrets(
  deps: FlowsDeps,
  context: LockedContext,
  given: Given,
): Promise<LockedContext> {
  const accepted = await accept(deps, context, given);
  const { at } = accepted.walk;
  if (at.kind !== "effect" || at.step !== given.step) throw new AppError("step-not-open");
  const answer = accepted.answers[given.step];
  const kept = await writeAnswer(deps, context, { step: given.step, value: answer?.value ?? {} });
  const { facts } = await walkOn(kept);
  return await runLocal(deps, kept, {
    walk: accepted.walk,
    facts,
    at,
    given: effectInput(context.compiled, accepted.walk, accepted.form),
  });
}

type Accepted = Extract<Decision, { readonly kind: "accepted" }>;

/** The engine's decision with all the facts that it needs. Throws what it refuses, with words at the fields. */
async function accept(deps: FlowsDeps, context: LockedContext, given: Given): Promise<Accepted> {
  const { compiled, stored, flags, facts } = context;
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
    await refuseForeignFiles(deps, context, { step: given.step, form: decision.form });
    return decision;
  }
  const code = decision.errors.some((error) => error.code === "values-changed")
    ? "values-changed"
    : "not-valid";
  throw new AppError(code, {
    fields: decision.errors.map((error) => fieldMessage(compiled.definition, given.step, error)),
  });
}

/**
 * An answer may name only uploads that belong to the subject, are scanned clean, and were made for the purpose that the
 * field asks for. An effect trusts the ids that it is given. Throws `not-valid` with `file-not-yours` at each field.
 */
async function refuseForeignFiles(
  deps: FlowsDeps,
  { tx, compiled, stored }: LockedContext,
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
