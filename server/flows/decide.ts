import {
  type Decision,
  submit as decideAnswer,
  derive,
  effectInput,
  type Facts,
  type FieldError,
} from "../../engine/flow/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import { AppError } from "../http/index.ts";
import { advance, contested, runEffectDue, walked } from "./advance.ts";
import { ask, type Deciding, type FileUse } from "./asks.ts";
import { withFacts } from "./facts.ts";
import { fileReferences } from "./file-references.ts";
import { openValue } from "./instance-key.ts";
import type { KeptSubmission } from "./instance-store.ts";
import { refuseStaff } from "./load.ts";
import type { ChallengeVerdict } from "./registry.ts";
import {
  type Loaded,
  type Outcome,
  type Refused,
  type Story,
  stepOf,
  type WalkOutcome,
  withAnswer,
  withAudit,
  withReceipt,
  writing,
} from "./story.ts";
import { bodyHashOf, isSame, type Submission } from "./submissions.ts";
import { show, type View } from "./view.ts";
import { fieldMessage } from "./words.ts";

/** The data that is needed to decide about a submission. */
export type LoadedSubmission = Loaded & {
  /** The stored result of the first submission with this key; null if this is the first. */
  readonly before: KeptSubmission | null;
  /** The check of the PIN that was made before this transaction; null if none was made. */
  readonly look: PinLook | null;
};

/** The result of a check of the PIN, and the facts at the time of that check. */
export type PinLook = { readonly verdict: ChallengeVerdict; readonly facts: Facts };

/**
 * What was decided about a submission: the pending writes, and the answer to the page. The answer is the new
 * view, or the reason why a code was refused.
 */
export type Decided = {
  readonly story: Story;
  readonly answer: { readonly kind: "done"; readonly view: View } | Refused;
};

/**
 * Decides about a submission. Apart from its questions the function is pure. Throws the same errors as
 * `submitStep`.
 */
export function* decide(loaded: LoadedSubmission, given: Submission): Deciding<Decided> {
  const { before, look, stored } = loaded;
  const story: Story = { ...loaded, writes: [] };
  refuseStaff(loaded.compiled, given);
  const bodyHash = bodyHashOf(loaded, given);
  if (before !== null) {
    if (!isSame(before, given.step, bodyHash)) throw new AppError("idempotency-key-reused");
    return yield* again(story, given, before);
  }
  if (stored.closedAt !== null || stored.subject !== given.subject) throw new AppError("step-not-open");
  // While an effect runs, its inputs must not change. So no submission is accepted then.
  if (stored.busy) throw new AppError("effect-running");
  const taken = yield* take(story, given, look);
  if (taken.kind === "refused")
    return { story: kept(story, { ...given, bodyHash, outcome: taken }), answer: taken };
  const rested = yield* advance(taken.story, taken);
  const view = show(rested.story, rested);
  const outcome: Outcome = { kind: "done", ...("step" in view.at ? { to: view.at.step } : {}) };
  return {
    story: kept(rested.story, { ...given, bodyHash, outcome, view }),
    answer: { kind: "done", view },
  };
}

/** Answers a repeated submission in the same way as the first one. */
function* again(story: Story, given: Submission, before: KeptSubmission): Deciding<Decided> {
  const outcome = before.outcome as Outcome;
  if (outcome.kind === "refused") return { story, answer: outcome };
  const view = answerBefore(story, given, before) ?? show(story, yield* walked(story));
  const isProved = stepOf(story, given.step)?.kind === "challenge";
  return { story: isProved ? writing(story, { kind: "proved" }) : story, answer: { kind: "done", view } };
}

/**
 * Returns the stored answer to an earlier submission with the same key, byte for byte. Returns `null` if it
 * is no longer stored.
 */
function answerBefore(
  { stored }: Loaded,
  { key }: Pick<Submission, "key">,
  { sealed_answer: sealed }: KeptSubmission,
): View | null {
  const instance = stored.instance.id;
  return sealed === null ? null : openValue<View>(stored.key, { kind: "submission", instance, key }, sealed);
}

/** Saves a submission under its key and adds an audit line. */
function kept(
  story: Story,
  given: Submission & { readonly bodyHash: string; readonly outcome: Outcome; readonly view?: View },
): Story {
  const { key, step, bodyHash, outcome, view = null } = given;
  const answer = view as Json | null;
  const { movedFrom } = story;
  return withAudit(writing(story, { kind: "submission", key, step, bodyHash, outcome, answer }), {
    action: "flows.submit",
    actor: given.subject,
    to: outcome.kind === "done" ? "accepted" : outcome.code,
    detail: { step, ...(movedFrom === null ? {} : { movedFrom }) },
  });
}

/**
 * The result of accepting the content of a submission. It is either the instance with that content added, and
 * its walk if known, or a refusal.
 */
type Taken = { readonly kind: "taken"; readonly story: Story; readonly from: WalkOutcome | null } | Refused;

/**
 * Accepts the content of a submission, in the way that the kind of the step requires. The work that follows
 * is done later.
 */
function* take(story: Story, given: Submission, look: PinLook | null): Deciding<Taken> {
  const step = stepOf(story, given.step);
  switch (step?.kind) {
    case "form":
    case "review":
      return yield* takeAnswer(story, given);
    case "effect":
      return step.form === true ? yield* takeSecrets(story, given) : yield* takeDue(story, given);
    case "challenge":
      return yield* takeCode(story, given, look);
    case "wait":
    case "decide":
    case "end":
    case undefined:
      throw new AppError("step-not-open");
    default:
      return unreachable(step, "take");
  }
}

/**
 * Accepts a submission that starts an effect without a form. Normally such an effect starts by itself. It can
 * still be due, for example, after the instance moved to a newer version.
 */
function* takeDue(story: Story, { step }: Submission): Deciding<Taken> {
  const from = yield* walked(story);
  const { at } = from.walk;
  if (at.kind !== "effect" || at.step !== step || at.state !== "due") throw new AppError("step-not-open");
  return { kind: "taken", story, from };
}

/**
 * Accepts the answer to a form or a review. If the person has changed the answer in another window since this
 * page was shown, it is not overwritten.
 */
function* takeAnswer(story: Story, given: Submission): Deciding<Taken> {
  const { answer, walk, facts } = yield* accept(story, given);
  const before = story.stored.instance.answers[given.step];
  if (
    stepOf(story, given.step)?.kind === "form" &&
    given.seen !== undefined &&
    before !== undefined &&
    before.revision > given.seen &&
    canonicalJson(before.value) !== canonicalJson(answer.value)
  )
    throw new AppError("changed-elsewhere");
  const from = walk.at.kind === "needs" ? null : { walk, facts };
  return { kind: "taken", story: withAnswer(story, given.step, answer), from };
}

/**
 * Accepts the form of an effect, and then runs the effect. Secret fields are used only during this call and
 * never stored. All other fields are stored as the answer.
 */
function* takeSecrets(story: Story, given: Submission): Deciding<Taken> {
  const { answer, form, walk, facts } = yield* accept(story, given);
  const { at } = walk;
  if (at.kind !== "effect" || at.step !== given.step) throw new AppError("step-not-open");
  const ran = yield* runEffectDue({
    story: withAnswer(story, given.step, answer),
    walk,
    facts,
    at,
    given: effectInput(story.compiled, walk, form),
  });
  return { kind: "taken", story: ran, from: null };
}

/**
 * Applies what the engine decides about an answer. If the engine rejects it, throws the errors, with a
 * message at each field.
 */
function* accept(story: Story, given: Submission) {
  const { compiled, stored, flags } = story;
  const submission = { step: given.step, answer: given.body.answer ?? {} };
  const { outcome: decision, facts } = yield* withFacts<Exclude<Decision, { readonly kind: "needs" }>>(
    (known) => {
      const decided = decideAnswer(compiled, stored.instance, known, flags, submission);
      return decided.kind === "needs" ? { needs: decided.facts } : { needs: null, outcome: decided };
    },
  );
  if (decision.kind === "not-open") throw new AppError("step-not-open");
  if (decision.kind === "refused") throw notValid(story, given.step, decision.errors);
  yield* refuseForeignFiles(story, given.step, decision.form);
  const answer = decision.answers[given.step];
  if (answer === undefined) throw new Error(`flows: the accepted answer of "${given.step}" is not there`);
  return { answer, form: decision.form, walk: decision.walk, facts };
}

function notValid({ compiled }: Story, step: string, errors: readonly FieldError[]): AppError {
  const code = errors.some((error) => error.code === "values-changed") ? "values-changed" : "not-valid";
  return new AppError(code, {
    fields: errors.map((error) => fieldMessage(compiled.definition, step, error)),
  });
}

/**
 * Checks the uploads that an answer names. Each must belong to the subject, be free of viruses, and have the
 * purpose that its field requires. The check is necessary, because effects do not check upload ids. Throws
 * `not-valid` with `file-not-yours` at each wrong field.
 */
function* refuseForeignFiles(story: Story, step: string, form: JsonObject): Deciding<void, "files"> {
  const { schemas } = story.compiled.definition;
  const schema = Object.hasOwn(schemas, step) ? schemas[step] : undefined;
  if (schema === undefined) return;
  const hints = stepOf(story, step)?.ui ?? {};
  const files: readonly FileUse[] = fileReferences(schema, form).map(({ pointer, id }) => {
    const field = pointer.split("/")[1] ?? "";
    const purpose = Object.hasOwn(hints, field) ? hints[field]?.purpose : undefined;
    return { pointer, id, purpose: typeof purpose === "string" ? purpose : null };
  });
  if (files.length === 0) return;
  const mayUse = yield* ask<"files">({ kind: "files", story, files });
  const foreign = files.filter((_file, index) => mayUse[index] !== true);
  if (foreign.length > 0)
    throw new AppError("not-valid", {
      fields: foreign.map(({ pointer }) => ({ pointer, code: "file-not-yours" })),
    });
}

/**
 * Accepts the code of a challenge. A wrong code is counted, and the count must be stored. So the transaction
 * commits before the refusal is thrown.
 */
function* takeCode(story: Story, given: Submission, look: PinLook | null): Deciding<Taken> {
  const { walk, facts } = yield* walkedToCode(story, look);
  const { at } = walk;
  const { step } = given;
  const { code } = given.body;
  if (at.kind !== "challenge" || at.step !== step) throw new AppError("step-not-open");
  if (code === undefined || code === "")
    throw new AppError("not-valid", {
      fields: [{ pointer: "/code", code: "required", message: "form:errors.required" }],
    });
  const { values } = at;
  const verdict = yield* ask<"code">({ kind: "code", story, step, code, values, facts });
  switch (verdict.kind) {
    case "passed":
    case "exhausted": {
      const proved = verdict.kind === "passed" ? writing(story, { kind: "proved" }) : story;
      const receipt = { kind: "challenge", step, outcome: verdict.kind, values } as const;
      const receipted = withAudit(withReceipt(proved, { receipt, facts }), {
        action: "flows.challenge",
        to: verdict.kind,
        // The audit line names the log-in in which the code was entered. It is evidence in case the person
        // denies an order.
        detail: { step, ...(given.session === undefined ? {} : { session: given.session }) },
      });
      const next =
        verdict.kind === "passed" ? receipted : contested(receipted, { step, code: verdict.kind }, facts);
      return { kind: "taken", story: next, from: null };
    }
    case "wrong":
      return { kind: "refused", code: "code-wrong", params: { triesLeft: verdict.triesLeft } };
    case "expired":
      return { kind: "refused", code: "code-expired" };
    default:
      return unreachable(verdict, "takeCode");
  }
}

/**
 * Walks to the step that asks for the code. If the last wrong try locked the PIN before this transaction, the
 * current facts no longer lead to this step. In that case the facts from the time of the PIN check are used.
 */
function* walkedToCode(story: Story, look: PinLook | null): Deciding<WalkOutcome, "facts"> {
  if (look?.verdict.kind !== "exhausted") return yield* walked(story);
  const { compiled, stored, flags } = story;
  return { walk: derive(compiled, stored.instance, look.facts, flags), facts: look.facts };
}
