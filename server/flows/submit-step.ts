import type { JsonObject } from "../../engine/values/json.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import type { Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { advance } from "./advance.ts";
import type { FlowsDeps } from "./deps.ts";
import { likelyNeeds, type Needs } from "./facts.ts";
import { type LockedContext, lockedContext, readerFor, stepOf, walkOn } from "./instance-context.ts";
import { lockInstance, type StoredInstance } from "./instance-store.ts";
import { type Preparations, preparedTransaction } from "./prepared-transaction.ts";
import { refuseStaff } from "./refuse-staff.ts";
import type { Subject } from "./registry.ts";
import { maySee, show } from "./show.ts";
import {
  answerBefore,
  bodyHashOf,
  isSame,
  keepSubmission,
  type Outcome,
  type Refused,
  submittedBefore,
} from "./submissions.ts";
import { takeAnswer, takeSecrets } from "./take-answer.ts";
import { takeCode } from "./take-code.ts";
import type { View } from "./view.ts";

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

/**
 * One submission is one transaction: everything that it leads to at once happens with it, or nothing does. What takes long
 * (a password's hash, a look at a PIN) is done before it, with no connection held.
 * Errors: `not-your-instance`, `step-not-open`, `not-valid` and `values-changed` (with fields), `changed-elsewhere`, `effect-running`,
 * `code-wrong`, `code-expired`, `idempotency-key-reused`, `version-missing`, `begin-again`.
 */
export async function submitStep(deps: FlowsDeps, given: Submission): Promise<View> {
  const answer = await preparedTransaction(deps, async (tx, prepared): Promise<View | Refused> => {
    const { context, before } = await lock(deps, { tx, prepared }, given);
    refuseStaff(context.compiled, given);
    const bodyHash = bodyHashOf(context, given);
    if (before !== undefined) {
      if (!isSame(before, given.step, bodyHash)) throw new AppError("idempotency-key-reused");
      const outcome = before.outcome as unknown as Outcome;
      if (outcome.kind === "refused") return outcome;
      if (stepOf(context, given.step)?.kind === "challenge") given.proved?.(tx);
      return answerBefore(context, given, before) ?? show(context, await walkOn(context));
    }
    const { stored } = context;
    if (stored.closedAt !== null || stored.subject !== given.subject) throw new AppError("step-not-open");
    // While an effect is being done, what it was given must stand.
    if (stored.busy) throw new AppError("effect-running");
    const taken = await take(deps, context, given);
    if (taken.kind === "refused") {
      await keepSubmission(deps, context, { ...given, bodyHash, outcome: taken });
      return taken;
    }
    const rested = await advance(deps, taken.context);
    const answer = show(rested.context, rested);
    await keepSubmission(deps, rested.context, { ...given, bodyHash, outcome: { kind: "done" }, answer });
    return answer;
  });
  // A wrong code is counted, so its transaction is committed before it is refused.
  if ("kind" in answer) throw codeRefused(answer);
  return answer;
}

/** What a step's body came to: the instance with what was taken, or why its code was refused. */
type Taken = { readonly kind: "taken"; readonly context: LockedContext } | Refused;

/** Takes the body as the kind of its step does. What follows from it is not done yet. */
async function take(deps: FlowsDeps, context: LockedContext, given: Submission): Promise<Taken> {
  const step = stepOf(context, given.step);
  switch (step?.kind) {
    case "form":
    case "review":
      return { kind: "taken", context: await takeAnswer(deps, context, given) };
    case "effect":
      if (step.form === true) return { kind: "taken", context: await takeSecrets(deps, context, given) };
      await refuseUnlessDue(context, given.step);
      return { kind: "taken", context };
    case "challenge":
      return await takeCode(deps, context, given);
    case "wait":
    case "decide":
    case "end":
    case undefined:
      throw new AppError("step-not-open");
    default:
      return unreachable(step, "take");
  }
}

/** An effect without a form is submitted only to set it going, such as after moving to a newer version. */
async function refuseUnlessDue(context: LockedContext, step: string): Promise<void> {
  const { at } = (await walkOn(context)).walk;
  if (at.kind !== "effect" || at.step !== step || at.state !== "due") throw new AppError("step-not-open");
}

/** The name under which an undone transaction leaves to the next which facts it found to be needed. */
const LIKELY = "likely facts";

/** Locks the instance and reads it, with what became of this key's first submission. */
async function lock(
  deps: FlowsDeps,
  { tx, prepared }: { readonly tx: Tx; readonly prepared: Preparations },
  given: Submission,
) {
  // Asked in one breath: the lock, what is stored, whether this key was here before, and the facts that are likely needed.
  const asked = Promise.all([lockInstance(deps, tx, given.id), submittedBefore(tx, given)]);
  const reader = readerFor(deps, tx, given.subject);
  reader.begin(prepared.known<Needs>(LIKELY) ?? []);
  const [stored, before] = await asked;
  if (stored === null || !maySee(stored, given.subject)) throw new AppError("not-your-instance");
  // Who opened it may look at an instance that has become another's: its facts are those of its owner.
  const own = stored.subject === given.subject ? reader : undefined;
  const locked = await lockedContext(deps, tx, stored, prepared, own);
  const likely = likelyNeeds(locked.compiled, answersWith(stored, given));
  prepared.keep(LIKELY, likely);
  locked.facts.suppose(likely);
  const { client = given.subject, session, proved } = given;
  const asking = {
    client,
    ...(session === undefined ? {} : { session }),
    ...(proved === undefined ? {} : { proved }),
  };
  return { context: { ...locked, ...asking }, before };
}

/** What is answered, and what is about to be. */
function answersWith({ instance }: StoredInstance, { step, body }: Submission) {
  const stored = Object.entries(instance.answers).map(([name, { value }]) => [name, value] as const);
  return { ...Object.fromEntries(stored), ...(body.answer === undefined ? {} : { [step]: body.answer }) };
}

function codeRefused({ code, params = {} }: Refused): AppError {
  const field = { pointer: "/code", code, message: `warning:errors.${code}`, params };
  return new AppError(code, { params, fields: [field] });
}
