import type { ChallengeVerdict } from "../flows/index.ts";
import { tryTotp, twoFactorSince } from "./authenticator.ts";
import { tryRecoveryCode } from "./recovery-codes.ts";
import type { Room } from "./room.ts";

/** What the second factor came to at a log-in whose password was right. */
export type FactorOutcome = "not-asked" | "passed" | "two-factor-needed" | "two-factor-wrong";

/**
 * Asks whoever has turned a second factor on for it: a code of the app, or a recovery code. Called only once the password was
 * right, so that nobody else uses tries up.
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

/** Tries whatever second factor this is by its looks: six digits are of the app, everything else is a recovery code. */
export async function tryFactor(
  room: Room,
  of: { readonly personId: string; readonly code: string },
): Promise<ChallengeVerdict> {
  const digits = of.code.replaceAll(/\s/g, "");
  return /^\d{6}$/.test(digits)
    ? await tryTotp(room, room.db, { personId: of.personId, code: digits })
    : await tryRecoveryCode(room, room.db, of);
}
