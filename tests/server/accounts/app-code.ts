import { Secret, TOTP } from "otpauth";
import { demoPeople } from "../../../server/accounts/development/index.ts";

/** The code that an authenticator app with this secret shows at a moment. */
export function appCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 }).generate({
    timestamp: at.getTime(),
  });
}

/** What a demo person's log-in needs beside the password: of colleagues the code of their app; at the real time, where nothing else is said. */
export function demoFactor(email: string, at = new Date()): { readonly twoFactor?: string } {
  const secret = demoPeople.find((demo) => demo.email === email)?.totp;
  return secret === undefined ? {} : { twoFactor: appCode(secret, at) };
}
