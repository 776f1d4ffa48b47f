import { FLAG, INSTANT, objectOf, oneOf, orNull, TEXT, UUID, WHOLE } from "../http/index.ts";

/** What calls about accounts answer; the user record is named by who supplies it. */
export const ACCOUNTS_ANSWERS = {
  SignedUp: objectOf({ email: TEXT }, "The same whether or not the e-mail had an account before"),
  LoggedIn: objectOf(
    { uuid: UUID, exp: { ...WHOLE, description: "Seconds since 1970 until which the token is good" } },
    "Who logged in; the token and the session are in cookies",
  ),
  LinkOwner: objectOf(
    { email: { ...TEXT, description: "Masked, such as s•••@example.com" } },
    "Whose password a link may set",
  ),
  OtpSent: objectOf(
    {
      reference: TEXT,
      channel: oneOf("email", "sms"),
      to: { ...TEXT, description: "The address, masked" },
      expiresAt: INSTANT,
      resendAt: INSTANT,
    },
    "A one-time password is on its way",
  ),
  Maintenance: objectOf(
    { maintenance: FLAG, maintenanceText: orNull(TEXT) },
    "Whether everybody has to wait",
  ),
};
