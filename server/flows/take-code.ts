import { contestOf, derive, type Facts } from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { unreachable } from "../../engine/values/unreachable.ts";
import { AppError } from "../http/index.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import {
  audit,
  type LockedContext,
  stepOf,
  type WalkOutcome,
  walkOn,
  writeReceipt,
} from "./instance-context.ts";
import { pinLook } from "./pin-look.ts";
import type { ChallengeVerdict } from "./registry.ts";
import { destinationOf, ownerOf } from "./send-code.ts";
import type { Refused } from "./submissions.ts";

/** What a code came to: the instance with its receipt, or why it was refused. */
export type CodeTaken = { readonly kind: "taken"; readonly context: LockedContext } | Refused;

/** Takes the code of a challenge. A wrong one is counted: its transaction is committed, then it is refused. */
export async function takeCode(
  deps: FlowsDeps,
  context: LockedContext,
  given: { readonly step: string; readonly body: { readonly code?: string } },
): Promise<CodeTaken> {
  const outcome = await walkToCode(context, given.step);
  const { at } = outcome.walk;
  const code = given.body.code;
  if (at.kind !== "challenge" || at.step !== given.step) throw new AppError("step-not-open");
  if (code === undefined || code === "")
    throw new AppError("not-valid", {
      fields: [{ pointer: "/code", code: "required", message: "form:errors.required" }],
    });
  const verdict = await verify(deps, context, {
    name: given.step,
    code,
    facts: outcome.facts,
    values: at.values,
  });
  switch (verdict.kind) {
    case "passed":
    case "exhausted": {
      if (verdict.kind === "passed") context.proved?.(context.tx);
      let next = await writeReceipt(deps, context, {
        receipt: {
          kind: "challenge",
          step: given.step,
          outcome: verdict.kind,
          values: at.values,
        },
        facts: outcome.facts,
      });
      await audit(deps, next, {
        action: "flows.challenge",
        to: verdict.kind,
        // Whoever denies an order is told in which log-in its code was given.
        detail: { step: given.step, ...(context.session === undefined ? {} : { session: context.session }) },
      });
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
      return { kind: "taken", context: next };
    }
    case "wrong":
      return { kind: "refused", code: "code-wrong", params: { triesLeft: verdict.triesLeft } };
    case "expired":
      return { kind: "refused", code: "code-expired" };
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
async function walkToCode(context: LockedContext, step: string): Promise<WalkOutcome> {
  const look = context.prepared.known<Look>(lookAt(step));
  if (look?.verdict.kind !== "exhausted") return await walkOn(context);
  const { compiled, stored, flags } = context;
  return { walk: derive(compiled, stored.instance, look.facts, flags), facts: look.facts };
}

async function verify(
  deps: FlowsDeps,
  context: LockedContext,
  {
    name,
    code,
    facts,
    values,
  }: {
    readonly name: string;
    readonly code: string;
    readonly facts: Facts;
    readonly values: { readonly [path: string]: Json };
  },
): Promise<ChallengeVerdict> {
  const { tx, stored, compiled, prepared, client, session } = context;
  const step = stepOf({ compiled }, name);
  if (step?.kind !== "challenge") throw new Error(`flows: "${name}" is no challenge`);
  const { subject } = stored;
  const personId = personIdOf(subject);
  if (step.challenge === "otp") {
    const { action = "order", channel = "email" } = step;
    const to = destinationOf(step, values);
    const asked = {
      subject,
      personId: ownerOf(compiled.definition.flow, subject),
      action,
      channel,
      to,
      ...(session === undefined ? {} : { session }),
      instance: stored.instance.id,
    };
    return await deps.challenges.verifyOtp(tx, { ...asked, code });
  }
  if (personId === null) throw new Error(`flows: "${name}" asks a visitor for ${step.challenge}`);
  if (step.challenge === "pin") {
    const wasSlow = prepared.known<Look>(lookAt(name)) !== null;
    if (!wasSlow && pinLook(deps, compiled, name) === "quick") {
      const verdict = await deps.challenges.tryPin(tx, { personId, pin: code });
      if (verdict.kind !== "not-quick") return verdict;
    }
    return prepared.of<Look>(lookAt(name), async () => ({
      verdict: await deps.challenges.checkPin({ personId, pin: code, client }),
      facts,
    })).verdict;
  }
  if (deps.challenges.verifyTotp === undefined) throw new Error("flows: nobody verifies authenticator codes");
  return await deps.challenges.verifyTotp(tx, { personId, code });
}
