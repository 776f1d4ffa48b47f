import { AppError } from "../http/index.ts";
import { walked } from "./advance.ts";
import { decided } from "./asks.ts";
import type { FlowsDeps } from "./deps.ts";
import { factsFrom } from "./facts.ts";
import { lockInstance } from "./instance-store.ts";
import { letterLines } from "./letter-lines.ts";
import { loadLocked } from "./load.ts";
import { preparedTransaction } from "./prepared-transaction.ts";
import type { OtpSent, Subject } from "./registry.ts";
import { stepOf } from "./story.ts";
import { otpOf } from "./verify-code.ts";

/** Who asks for a code: the step of an instance, and the log-in. A visitor has no log-in. */
export type CodeAsked = {
  readonly id: string;
  readonly subject: Subject;
  readonly step: string;
  readonly session?: string | undefined;
};

/**
 * Sends the code of the `otp` challenge that the person has reached. Errors: `step-not-open`, and those of
 * `sendOtp`.
 */
export async function sendCode(deps: FlowsDeps, given: CodeAsked): Promise<OtpSent> {
  return await preparedTransaction(deps, async (tx, prepared) => {
    const stored = await lockInstance(deps, tx, given.id);
    if (stored === null || stored.subject !== given.subject) throw new AppError("not-your-instance");
    const { story, within } = await loadLocked(deps, tx, stored, prepared);
    const step = stepOf(story, given.step);
    const { walk } = await decided(walked(story), factsFrom(within.facts));
    if (walk.at.kind !== "challenge" || walk.at.step !== given.step) throw new AppError("step-not-open");
    if (step?.kind !== "challenge" || step.challenge !== "otp") throw new AppError("step-not-open");
    const { values } = walk.at;
    const { language } = stored;
    const sent = await deps.challenges.sendOtp(tx, {
      ...otpOf(story, step, { values, session: given.session }),
      language,
      about: letterLines(story.compiled.definition, step, { values, language }),
    });
    if (!sent.ok) throw new AppError(sent.error.code, { params: sent.error.params ?? {} });
    return sent.value;
  });
}
