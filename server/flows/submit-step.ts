import type { Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { answering } from "./answer-asks.ts";
import { decided } from "./asks.ts";
import { decide, type LoadedSubmission } from "./decide.ts";
import type { FlowsDeps } from "./deps.ts";
import { likelyNeeds, type Needs } from "./facts.ts";
import { lockInstance, type StoredInstance } from "./instance-store.ts";
import { factsOf, type InTransaction, load, readerFor } from "./load.ts";
import { type Preparations, preparedTransaction } from "./prepared-transaction.ts";
import type { Refused } from "./story.ts";
import { type Submission, submittedBefore } from "./submissions.ts";
import { pinLookedAt } from "./verify-code.ts";
import { maySee, type View } from "./view.ts";
import { write } from "./write.ts";

/**
 * Submits a step in one transaction: all work that follows at once succeeds with it or is rolled back. Slow
 * work (a password's hash, a PIN check) runs before the transaction, without a connection. Errors:
 * `not-your-instance`, `step-not-open`, `not-valid` and `values-changed` (with fields), `changed-elsewhere`,
 * `effect-running`, `code-wrong`, `code-expired`, `idempotency-key-reused`, `version-missing`, `begin-again`.
 */
export async function submitStep(deps: FlowsDeps, given: Submission): Promise<View> {
  const answer = await preparedTransaction(deps, async (tx, prepared) => {
    const { loaded, within } = await loadSubmission(deps, { tx, prepared }, given);
    const { story, answer } = await decided(decide(loaded, given), answering(deps, within));
    await write(deps, within, story);
    return answer;
  });
  // A wrong code must be counted, so the refusal is thrown after the transaction has committed.
  if (answer.kind === "refused") throw codeRefused(answer);
  return answer.view;
}

/** Name under which a rolled-back transaction saves the needed facts for the next one. */
const LIKELY = "likely facts";

/**
 * Locks and reads the instance, the result of this key's first submission, and the facts that will probably
 * be needed.
 */
async function loadSubmission(
  deps: FlowsDeps,
  { tx, prepared }: { readonly tx: Tx; readonly prepared: Preparations },
  given: Submission,
): Promise<{ readonly loaded: LoadedSubmission; readonly within: InTransaction }> {
  // The lock, the stored data, the key's first submission and the facts are read in one round trip.
  const asked = Promise.all([lockInstance(deps, tx, given.id), submittedBefore(tx, given)]);
  const reader = readerFor(deps, tx, given.subject);
  reader.begin(prepared.known<Needs>(LIKELY) ?? []);
  const [stored, before] = await asked;
  if (stored === null || !maySee(stored, given.subject)) throw new AppError("not-your-instance");
  const loaded = await load(deps, tx, stored, prepared);
  // The opener may see an instance that now belongs to another subject. In that case the facts of the owner
  // are read.
  const facts = factsOf(deps, tx, loaded, stored.subject === given.subject ? reader : undefined);
  const likely = likelyNeeds(loaded.compiled, answersWith(stored, given));
  prepared.keep(LIKELY, likely);
  facts.suppose(likely);
  return {
    loaded: { ...loaded, before, look: pinLookedAt(prepared, given.step) },
    within: { client: given.subject, ...given, tx, facts, prepared },
  };
}

/** Returns the stored answers together with the submitted one. */
function answersWith({ instance }: StoredInstance, { step, body }: Submission) {
  const stored = Object.entries(instance.answers).map(([name, { value }]) => [name, value] as const);
  return { ...Object.fromEntries(stored), ...(body.answer === undefined ? {} : { [step]: body.answer }) };
}

function codeRefused({ code, params = {} }: Refused): AppError {
  const field = { pointer: "/code", code, message: `warning:errors.${code}`, params };
  return new AppError(code, { params, fields: [field] });
}
