import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { ErrorField } from "../http/index.ts";
import { turnOffTotp, twoFactorSince } from "./authenticator.ts";
import { maskEmail } from "./email.ts";
import { hashSecret } from "./password-hash.ts";
import { lockReset, newPasswordFault, resetOwner, spendReset } from "./password-reset.ts";
import { tryRecoveryCode } from "./recovery-codes.ts";
import type { Room } from "./room.ts";

/**
 * Returns the account that a link recovers, and whether a recovery code is required; `null` if the link is
 * not valid.
 */
export async function checkRecovery(
  room: Room,
  token: string,
): Promise<{ readonly email: string; readonly twoFactor: boolean } | null> {
  const owner = await resetOwner(room, token, "account-recovery");
  if (owner === null) return null;
  return { email: maskEmail(owner.email), twoFactor: (await twoFactorSince(room.db, owner.id)) !== null };
}

/**
 * Recovers an account for its owner, who lost both password and phone. The link proves access to the mailbox,
 * and a recovery code replaces the phone. Sets the new password, turns the second factor off and ends every
 * session, in one transaction. The caller has checked the password rules.
 */
export async function recoverAccount(
  room: Room,
  given: {
    readonly token: string;
    readonly password: string;
    readonly recoveryCode: string | null;
    readonly client: string;
  },
): Promise<
  Result<
    null,
    | { readonly code: "link-invalid" | "two-factor-needed" | "two-factor-wrong" }
    | { readonly code: "new-password"; readonly field: ErrorField }
  >
> {
  const link = { token: given.token, purpose: "account-recovery" } as const;
  const owner = await resetOwner(room, link.token, link.purpose);
  if (owner === null) return fail({ code: "link-invalid" });
  // The new password is checked first, because a recovery code can be used only once.
  const field = await newPasswordFault(room, owner, given);
  if (field !== null) return fail({ code: "new-password", field });
  const passwordHash = await hashSecret(given.password, { client: given.client });
  return await room.db.transaction().execute(async (tx) => {
    if ((await lockReset(room, tx, link)) === null) return fail({ code: "link-invalid" } as const);
    const isOn = (await twoFactorSince(tx, owner.id)) !== null;
    if (isOn) {
      if (given.recoveryCode === null) return fail({ code: "two-factor-needed" } as const);
      const tried = await tryRecoveryCode(room, tx, { personId: owner.id, code: given.recoveryCode });
      // A wrong code must not roll this transaction back, so that the try stays counted.
      if (tried.kind !== "passed") return fail({ code: "two-factor-wrong" } as const);
    }
    const reset = await spendReset(room, tx, { ...link, passwordHash });
    if (!reset.ok) return reset;
    if (isOn) await turnOffTotp(room, tx, owner.id);
    return ok(null);
  });
}
