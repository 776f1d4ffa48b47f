import { AppError } from "../http/index.ts";
import { answering } from "./answer-asks.ts";
import { decided } from "./asks.ts";
import { decide, type LoadedSubmission } from "./decide.ts";
import type { FlowsDeps } from "./deps.ts";
import { likelyNeeds, type Needs } from "./facts.ts";
import { lockForSubmission, type StoredInstance } from "./instance-store.ts";
import { factsOf, type InTransaction, load, readerFor } from "./load.ts";
import { preparedTransaction } from "./prepared-transaction.ts";
import type { SharedTransactions } from "./shared-transaction.ts";
import type { Refused } from "./story.ts";
import type { Submission } from "./submissions.ts";
import { pinLookedAt } from "./verify-code.ts";
import { maySee, type View } from "./view.ts";
import { write } from "./write.ts";

/**
 * Submits a step in one transaction. All work that can follow at once is done in the same transaction, and is
 * rolled back with it. Slow work (a password's hash, a PIN check) is done before, without a connection.
 * Errors: `not-your-instance`, `step-not-open`, `not-valid` and `values-changed` (with fields),
 * `changed-elsewhere`, `effect-running`, `code-wrong`, `code-expired`, `idempotency-key-reused`,
 * `version-missing`, `begin-again`.
 */
export async function submitStep(
  deps: FlowsDeps,
  given: Submission,
  shared: SharedTransactions,
): Promise<View> {
  const answer = await preparedTransaction(
    deps,
    async (tx, prepared, share) => {
      const { loaded, within } = await loadSubmission(deps, { tx, prepared, share }, given);
      const { story, answer } = await decided(decide(loaded, given), answering(deps, within));
      await write(deps, within, story);
      return answer;
    },
    (inside) => shared(given.subject, inside),
  );
  // The count of a wrong code must be stored. So the transaction commits before the refusal is thrown.
  if (answer.kind === "refused") throw codeRefused(answer);
  return answer.view;
}

/**
 * Name under which a transaction saves the list of facts that it needs, so that its repetition can read them
 * at once.
 */
const LIKELY = "likely facts";

/**
 * Locks and reads the instance. Also reads what is stored about the first submission with this key, and the
 * facts that will probably be needed.
 */
async function loadSubmission(
  deps: FlowsDeps,
  { tx, prepared, share }: Pick<InTransaction, "tx" | "prepared" | "share">,
  given: Submission,
): Promise<{ readonly loaded: LoadedSubmission; readonly within: InTransaction }> {
  // All these statements are sent together, so that they need only one round trip.
  const asked = lockForSubmission(deps, tx, given);
  const reader = readerFor(deps, tx, given.subject);
  reader.begin(prepared.known<Needs>(LIKELY) ?? []);
  const locked = await asked;
  if (locked === null || !maySee(locked.stored, given.subject)) throw new AppError("not-your-instance");
  const { stored, before } = locked;
  const loaded = await load(deps, tx, stored, prepared);
  // The visitor who opened the instance may still see it, although it now belongs to an account. Then the
  // owner's facts are needed, so the reader that was made for the visitor is not used.
  const facts = factsOf(deps, tx, loaded, stored.subject === given.subject ? reader : undefined);
  const likely = likelyNeeds(loaded.compiled, answersWith(stored, given));
  prepared.keep(LIKELY, likely);
  facts.suppose(likely);
  return {
    loaded: { ...loaded, before, look: pinLookedAt(prepared, given.step) },
    within: { client: given.subject, ...given, tx, facts, prepared, share },
  };
}

/** Returns the stored answers, with the submitted one added or in place of the old one. */
function answersWith({ instance }: StoredInstance, { step, body }: Submission) {
  const stored = Object.entries(instance.answers).map(([name, { value }]) => [name, value] as const);
  return { ...Object.fromEntries(stored), ...(body.answer === undefined ? {} : { [step]: body.answer }) };
}

function codeRefused({ code, params = {} }: Refused): AppError {
  const field = { pointer: "/code", code, message: `warning:errors.${code}`, params };
  return new AppError(code, { params, fields: [field] });
}
