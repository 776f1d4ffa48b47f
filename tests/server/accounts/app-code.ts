import { Secret, TOTP } from "otpauth";
import { demoPeople } from "../../../server/accounts/development/index.ts";

/** Returns the code that an authenticator app with this secret shows at a given time. */
export function appCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 }).generate({
    timestamp: at.getTime(),
  });
}

/**
 * Returns the fields that a demo person's log-in needs besides the password: staff need a code of their app.
 */
export function demoFactor(email: string, at = new Date()): { readonly twoFactor?: string } {
  const secret = demoPeople.find((demo) => demo.email === email)?.totp;
  return secret === undefined ? {} : { twoFactor: appCode(secret, at) };
}
