import { channelOf } from "../../domain/channels.ts";
import type { ChallengeStep, Compiled } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { reachableFrom } from "../../engine/verify/model/index.ts";
import type { CodeGiven } from "./asks.ts";
import type { PinLook } from "./decide.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import type { InTransaction } from "./load.ts";
import type { Preparations } from "./prepared-transaction.ts";
import type { ChallengeVerdict, OtpRequest } from "./registry.ts";
import { type Loaded, stepOf } from "./story.ts";

/**
 * Checks the code of a challenge, and counts the try in the transaction. The transaction must be committed
 * even if the code is wrong.
 */
export async function verifyCode(
  deps: FlowsDeps,
  within: InTransaction,
  { story, step: name, code, values, facts }: CodeGiven,
): Promise<ChallengeVerdict> {
  const { tx, prepared, client, session, share } = within;
  const step = stepOf(story, name);
  if (step?.kind !== "challenge") throw new Error(`flows: "${name}" is no challenge`);
  const isQuick =
    step.challenge === "pin" &&
    pinLookedAt(prepared, name) === null &&
    pinLook(deps, story.compiled, name) === "quick";
  if (!isQuick) share.needAlone();
  share.writes();
  if (step.challenge === "otp")
    return await deps.challenges.verifyOtp(tx, { ...otpOf(story, step, { values, session }), code });
  const personId = personIdOf(story.stored.subject);
  if (personId === null) throw new Error(`flows: "${name}" asks a visitor for ${step.challenge}`);
  if (step.challenge === "pin") {
    if (isQuick) {
      const verdict = await deps.challenges.tryPin(tx, { personId, pin: code });
      if (verdict.kind !== "not-quick") return verdict;
    }
    return prepared.of<PinLook>(lookAt(name), async () => ({
      verdict: await deps.challenges.checkPin({ personId, pin: code, client }),
      facts,
    })).verdict;
  }
  if (deps.challenges.verifyTotp === undefined) throw new Error("flows: nobody verifies authenticator codes");
  return await deps.challenges.verifyTotp(tx, { personId, code });
}

/** Returns the result of the PIN check that was made before this transaction; `null` if none was made. */
export function pinLookedAt(prepared: Preparations, step: string): PinLook | null {
  return prepared.known<PinLook>(lookAt(step));
}

const lookAt = (step: string) => `pin ${step}`;

/**
 * Returns how to check a PIN at this step. The quick check is used if all effects that can follow allow it,
 * otherwise the slow one. The rooms of these effects decide what they allow. The author of a flow cannot
 * change it.
 */
export function pinLook(
  { registry }: Pick<FlowsDeps, "registry">,
  { definition }: Pick<Compiled, "definition">,
  challenge: string,
): "quick" | "slow" {
  const after = [...reachableFrom(definition, challenge)].flatMap((id) => {
    const step = definition.flow.steps[id];
    return step?.kind === "effect" ? [registry.effects.get(step.effect)] : [];
  });
  const quick = after.length > 0 && after.every((one) => one?.mode === "local" && one.quickPin === true);
  return quick ? "quick" : "slow";
}

/**
 * Returns for what, and to whom, a one-time password is sent. If the flow names an answer as the address, it
 * is the value that the review showed.
 */
export function otpOf(
  { stored, compiled }: Loaded,
  { action = "order", channel = "email", to }: ChallengeStep,
  { values, session }: { readonly values: JsonObject; readonly session: string | undefined },
): Omit<OtpRequest, "language" | "about"> {
  const { subject, instance } = stored;
  // If the flow is for visitors, the code proves only that the address works. It proves nothing about an
  // account, even if the user is logged in.
  const personId = compiled.definition.flow.subject === "account" ? personIdOf(subject) : null;
  return {
    subject,
    personId,
    action,
    channel: channelOf(channel),
    to: to === undefined ? null : String(values[to] ?? ""),
    ...(session === undefined ? {} : { session }),
    instance: instance.id,
  };
}
