import type { ChallengeStep } from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { AppError } from "../http/index.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import { contextOf, stepOf, walkOn } from "./instance-context.ts";
import { lockInstance } from "./instance-store.ts";
import { letterLines } from "./letter-lines.ts";
import { preparedTransaction } from "./prepared-transaction.ts";
import type { OtpSent, Subject } from "./registry.ts";

/** Who asks for the code of which step, in which log-in (a visitor has none). */
export type CodeAsked = {
  readonly id: string;
  readonly subject: Subject;
  readonly step: string;
  readonly session?: string | undefined;
};

/** Sends the code of an `otp` challenge at which the person is. Errors: `step-not-open`, those of `sendOtp`. */
export async function sendCode(deps: FlowsDeps, given: CodeAsked): Promise<OtpSent> {
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
      personId: ownerOf(context.compiled.definition.flow, given.subject),
      action: step.action ?? "order",
      channel: step.channel ?? "email",
      to: destinationOf(step, walk.at.values),
      ...(given.session === undefined ? {} : { session: given.session }),
      instance: given.id,
      language: stored.language,
      about: letterLines(context.compiled.definition, step, {
        values: walk.at.values,
        language: stored.language,
      }),
    });
    if (!sent.ok) throw new AppError(sent.error.code, { params: sent.error.params ?? {} });
    return sent.value;
  });
}

/** Whose account a code counts for: nobody's in a flow of visitors, where it proves an address alone, whoever is logged in. */
export function ownerOf(flow: { readonly subject: string }, subject: Subject): string | null {
  return flow.subject === "account" ? personIdOf(subject) : null;
}

/** Where the code of a challenge goes: to the answer that the flow names, as its review showed it. */
export function destinationOf(
  { to }: ChallengeStep,
  values: { readonly [path: string]: Json },
): string | null {
  return to === undefined ? null : String(values[to] ?? "");
}
