import type { ChallengeVerdict } from "../flows/index.ts";
import { tryTotp, twoFactorSince } from "./authenticator.ts";
import { tryRecoveryCode } from "./recovery-codes.ts";
import type { Room } from "./room.ts";

/** The result of the check of the second factor after a correct password. */
export type FactorOutcome = "not-asked" | "passed" | "two-factor-needed" | "two-factor-wrong";

/**
 * Asks for the second factor if it is on: an app code or a recovery code. Must be called only after a correct
 * password, so that strangers cannot use up the owner's tries.
 */
export async function askSecondFactor(
  room: Room,
  of: { readonly personId: string; readonly twoFactor: string | null },
): Promise<FactorOutcome> {
  if ((await twoFactorSince(room.db, of.personId)) === null) return "not-asked";
  if (of.twoFactor === null) return "two-factor-needed";
  const { kind } = await tryFactor(room, { personId: of.personId, code: of.twoFactor });
  return kind === "passed" ? "passed" : "two-factor-wrong";
}

/** Verifies a second factor. Six digits are treated as an app code, and any other text as a recovery code. */
export async function tryFactor(
  room: Room,
  of: { readonly personId: string; readonly code: string },
): Promise<ChallengeVerdict> {
  const digits = of.code.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(digits)
    ? await tryTotp(room, room.db, { personId: of.personId, code: digits })
    : await tryRecoveryCode(room, room.db, of);
}
