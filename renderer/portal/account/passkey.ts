import { fail, ok, type Result } from "../../../engine/values/result.ts";
import type { PasskeyCreation, PasskeyRequest } from "../../kit/api/answers.ts";
import { isInApp } from "../../kit/native/find-shell.ts";
import { isEmbedded } from "./social.ts";

/** Whether passkeys work where the page runs: in no app's window, ours included, and in no browser that knows none. */
export function mayUsePasskeys(): boolean {
  return !isInApp() && !isEmbedded() && typeof globalThis.PublicKeyCredential === "function";
}

/** Why a device gave nothing; each has its words at `access:passkeys.fault`. */
export type DeviceFault = "there-already" | "given-up";

/** Has the device make a passkey. */
export async function makePasskey(options: PasskeyCreation): Promise<Result<object, DeviceFault>> {
  return await asked(async ({ startRegistration }) => {
    const { id, response } = await startRegistration({ optionsJSON: creationOf(options) });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { id, clientDataJSON, attestationObject, transports };
  });
}

/** Has the device prove a passkey, whichever its owner chooses there. */
export async function provePasskey(options: PasskeyRequest): Promise<Result<object, DeviceFault>> {
  return await asked(async ({ startAuthentication }) => {
    const { id, response } = await startAuthentication({ optionsJSON: options });
    const { clientDataJSON, authenticatorData, signature, userHandle = "" } = response;
    return { id, clientDataJSON, authenticatorData, signature, userHandle };
  });
}

/** What a device answers, or why it does not: whoever waits too long or says no is told the same by every browser. */
async function asked(
  ask: (library: typeof import("@simplewebauthn/browser")) => Promise<object>,
): Promise<Result<object, DeviceFault>> {
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

/** The same in lists that the library's type lets be written to. */
function creationOf(options: PasskeyCreation) {
  return {
    ...options,
    pubKeyCredParams: [...options.pubKeyCredParams],
    excludeCredentials: [...options.excludeCredentials],
  };
}
