import { fail, ok, type Result } from "../../../engine/values/result.ts";
import type { PasskeyCreation, PasskeyRequest } from "../../kit/api/answers.ts";
import type { BodyOf } from "../../kit/api/calls.ts";
import { isInApp } from "../../kit/native/find-shell.ts";
import { isEmbedded } from "./social.ts";

/**
 * Whether passkeys work in this browser. They do not work inside apps, including our own, or in browsers
 * without support.
 */
export function mayUsePasskeys(): boolean {
  return !isInApp() && !isEmbedded() && typeof globalThis.PublicKeyCredential === "function";
}

/** The reason why a device returned no passkey. The texts are at `access:passkeys.fault`. */
export type DeviceFault = "there-already" | "given-up";

/** Creates a passkey on the device. */
export async function makePasskey(
  options: PasskeyCreation,
): Promise<Result<BodyOf<"POST", "/security/passkeys">["made"], DeviceFault>> {
  return await asked(async ({ startRegistration }) => {
    const { id, response } = await startRegistration({ optionsJSON: creationOf(options) });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, clientDataJSON, attestationObject, transports };
  });
}

/** Asks the device to log in with a passkey. The person chooses the passkey on the device. */
export async function provePasskey(
  options: PasskeyRequest,
): Promise<Result<BodyOf<"POST", "/auth/passkey">, DeviceFault>> {
  return await asked(async ({ startAuthentication }) => {
    const { id, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature, userHandle = "" } = response;
    return { id, clientDataJSON, authenticatorData, signature, userHandle };
  });
}

/**
 * Returns the device's answer, or the reason why the device gave none. Browsers do not tell whether the
 * person refused or the time ran out.
 */
async function asked<Answer>(
  ask: (library: typeof import("@simplewebauthn/browser")) => Promise<Answer>,
): Promise<Result<Answer, DeviceFault>> {
  try {
    return ok(await ask(await import("@simplewebauthn/browser")));
  } catch (error) {
    const isThere =
      error instanceof Error && /InvalidState|PREVIOUSLY_REGISTERED/.test(`${error.name} ${codeOf(error)}`);
    return fail(isThere ? "there-already" : "given-up");
  }
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : "";
}

/** Copies the options with mutable lists, as the library's type requires. */
function creationOf(options: PasskeyCreation) {
  return {
    ...options,
    pubKeyCredParams: [...options.pubKeyCredParams],
    excludeCredentials: [...options.excludeCredentials],
  };
}
