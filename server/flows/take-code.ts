import { contestOf, derive, type Facts, type Step } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import { AppError } from "../http/index.ts";
import { advance } from "./advance.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import { lockInstance } from "./instance-store.ts";
import {
  audit,
  type OpenPassage,
  type Passage,
  setOut,
  type WalkOutcome,
  walkOn,
  writeReceipt,
} from "./passage.ts";
import { preparedTransaction } from "./prepared-transaction.ts";
import type { ChallengeVerdict, OtpSent, Subject } from "./registry.ts";

/** What a submission came to, as it is kept under its key: no body, no secret, only how it ended. */
export type Outcome =
  | { readonly kind: "done" }
  | { readonly kind: "refused"; readonly code: "code-wrong" | "code-expired"; readonly params?: JsonObject };

/** Where a passage stands after a submission, and what is kept of it. */
export type Taken = WalkOutcome & { readonly passage: OpenPassage; readonly outcome: Outcome };

/** Takes the code of a challenge. A wrong one is counted: its transaction is committed, then it is refused. */
export async function takeCode(
  deps: FlowsDeps,
  passage: OpenPassage,
  given: { readonly step: string; readonly body: { readonly code?: string } },
): Promise<Taken> {
  const outcome = await walkToCode(passage, given.step);
  const { at } = outcome.walk;
  const code = given.body.code;
  if (at.kind !== "challenge" || at.step !== given.step) throw new AppError("step-not-open");
  if (code === undefined || code === "")
    throw new AppError("not-valid", {
      fields: [{ pointer: "/code", code: "required", message: "form:errors.required" }],
    });
  const verdict = await verify(deps, passage, { name: given.step, code, facts: outcome.facts });
  switch (verdict.kind) {
    case "passed":
    case "exhausted": {
      let next = await writeReceipt(deps, passage, {
        receipt: {
          kind: "challenge",
          step: given.step,
          outcome: verdict.kind,
          values: at.values,
        },
        facts: outcome.facts,
      });
      await audit(deps, next, { action: "flows.challenge", to: verdict.kind, detail: { step: given.step } });
      if (verdict.kind === "exhausted") {
        const contest = contestOf(next.compiled, next.stored.instance, {
          step: given.step,
          code: verdict.kind,
        });
        if (contest !== null)
          next = await writeReceipt(deps, next, { receipt: contest, facts: outcome.facts });
        // A PIN that was tried too often is locked now, which facts say.
        next.facts.forget();
      }
      return { ...(await advance(deps, next)), outcome: { kind: "done" } };
    }
    case "wrong":
      return {
        ...outcome,
        passage,
        outcome: { kind: "refused", code: "code-wrong", params: { triesLeft: verdict.triesLeft } },
      };
    case "expired":
      return { ...outcome, passage, outcome: { kind: "refused", code: "code-expired" } };
    default:
      return unreachable(verdict, "takeCode");
  }
}

/** A look at a PIN, with the facts by which it was asked for. */
type Look = { readonly verdict: ChallengeVerdict; readonly facts: Facts };

const lookAt = (step: string) => `pin ${step}`;

/**
 * Walks to where the code is asked for. Its last wrong try locks a PIN before this transaction, and facts say so at once:
 * then those decide by which it was asked for, as the try was made by them.
 */
async function walkToCode(passage: OpenPassage, step: string): Promise<WalkOutcome> {
  const look = passage.prepared.known<Look>(lookAt(step));
  if (look?.verdict.kind !== "exhausted") return await walkOn(passage);
  const { compiled, stored, flags } = passage;
  return { walk: derive(compiled, stored.instance, look.facts, flags), facts: look.facts };
}

async function verify(
  deps: FlowsDeps,
  passage: OpenPassage,
  { name, code, facts }: { readonly name: string; readonly code: string; readonly facts: Facts },
): Promise<ChallengeVerdict> {
  const { tx, stored, compiled, prepared, client } = passage;
  const step = stepOf({ compiled }, name);
  if (step?.kind !== "challenge") throw new Error(`flows: "${name}" is no challenge`);
  const { subject } = stored;
  const personId = personIdOf(subject);
  if (step.challenge === "otp") {
    const { action = "order", channel = "email" } = step;
    return await deps.challenges.verifyOtp(tx, { subject, personId, action, channel, code });
  }
  if (personId === null) throw new Error(`flows: "${name}" asks a visitor for ${step.challenge}`);
  if (step.challenge === "pin")
    return prepared.of<Look>(lookAt(name), async () => ({
      verdict: await deps.challenges.checkPin({ personId, pin: code, client }),
      facts,
    })).verdict;
  if (deps.challenges.verifyTotp === undefined) throw new Error("flows: nobody verifies authenticator codes");
  return await deps.challenges.verifyTotp(tx, { personId, code });
}

/** Sends the code of an `otp` challenge at which the person is. Errors: `step-not-open`, those of `sendOtp`. */
export async function sendCode(
  deps: FlowsDeps,
  given: { readonly id: string; readonly subject: Subject; readonly step: string },
): Promise<OtpSent> {
  return await preparedTransaction(deps, async (tx, prepared) => {
    const stored = await lockInstance(deps, tx, given.id);
    if (stored === null || stored.subject !== given.subject) throw new AppError("not-your-instance");
    const passage = await setOut(deps, tx, stored, prepared);
    const step = stepOf(passage, given.step);
    const { walk } = await walkOn(passage);
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

/** The step of that name; names come from a request's address, so only the definition's own are looked up. */
export function stepOf({ compiled }: Pick<Passage, "compiled">, name: string): Step | undefined {
  const { steps } = compiled.definition.flow;
  return Object.hasOwn(steps, name) ? steps[name] : undefined;
}
