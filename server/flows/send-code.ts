import { AppError } from "../http/index.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import { contextOf, stepOf, walkOn } from "./instance-context.ts";
import { lockInstance } from "./instance-store.ts";
import { preparedTransaction } from "./prepared-transaction.ts";
import type { OtpSent, Subject } from "./registry.ts";

/** Sends the code of an `otp` challenge at which the person is. Errors: `step-not-open`, those of `sendOtp`. */
export async function sendCode(
  deps: FlowsDeps,
  given: { readonly id: string; readonly subject: Subject; readonly step: string },
): Promise<OtpSent> {
  return await preparedTransaction(deps, async (tx, prepared) => {
    const stored = await lockInstance(deps, tx, given.id);
    if (stored === null || stored.subject !== given.subject) throw new AppError("not-your-instance");
    const context = await contextOf(deps, tx, stored, prepared);
    const step = stepOf(context, given.step);
    const { walk } = await walkOn(context);
    if (walk.at.kind !== "challenge" || walk.at.step !== given.step) throw new AppError("step-not-open");
    if (step?.kind !== "challenge" || step.challenge !== "otp") throw new AppError("step-not-open");
    const sent = await deps.challenges.sendOtp(tx, {
      subject: given.subject,
      personId: personIdOf(given.subject),
      action: step.action ?? "order",
      channel: step.channel ?? "email",
      language: stored.language,
    });
    if (!sent.ok) throw new AppError(sent.error.code, { params: sent.error.params ?? {} });
    return sent.value;
  });
}
