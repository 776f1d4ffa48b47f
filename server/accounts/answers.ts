import {
  FLAG,
  INSTANT,
  listOf,
  named,
  objectOf,
  oneOf,
  orNull,
  Sentence,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";

// Schemas of the answers that the account routes send.

export const SignedUp = named(
  "SignedUp",
  objectOf({ email: TEXT }, "The same whether or not the e-mail had an account before"),
);

export const LoggedIn = named(
  "LoggedIn",
  objectOf(
    { uuid: UUID, exp: { ...WHOLE, description: "Seconds since 1970 until which the token is good" } },
    "Who logged in; the token and the session are in cookies",
  ),
);

const masked = { ...TEXT, description: "Masked, such as ••• ••• 5678" };
export const PhoneLink = named(
  "PhoneLink",
  objectOf(
    { former: masked, present: orNull(masked) },
    "The phone number that a link restores, and the one it replaces",
  ),
);

export const LinkOwner = named(
  "LinkOwner",
  objectOf(
    {
      email: { ...TEXT, description: "Masked, such as s•••@example.com" },
      restores: { ...FLAG, description: "Whether the account also gets this e-mail back" },
    },
    "Whose password a link may set",
  ),
);

export const Consents = named(
  "Consents",
  objectOf(
    {
      consents: listOf(
        objectOf({
          purpose: oneOf("privacy", "terms", "publicity", "biometrics"),
          state: {
            ...oneOf("given", "refused", "withdrawn", "outdated", "none"),
            description: "outdated: what was agreed to counts no more",
          },
          version: orNull({ ...TEXT, description: "The one that was decided about last" }),
          at: orNull(INSTANT),
        }),
      ),
    },
    "How each text stands that somebody may agree to",
  ),
);

export const Security = named(
  "Security",
  objectOf(
    {
      email: TEXT,
      emailConfirmed: FLAG,
      pin: { ...oneOf("on", "off", "blocked"), description: "blocked: wrong five times" },
      twoFactorSince: orNull({ ...INSTANT, description: "null while it is off" }),
      recoveryCodesLeft: WHOLE,
      phone: orNull({
        ...TEXT,
        description: "The end of the number that codes reach; null: none was proved",
      }),
      wallet: orNull({ ...TEXT, description: "The end of the wallet that logs in; null: none is linked" }),
      proof: {
        ...oneOf("two-factor", "pin", "email"),
        description: "What `/security/factor` asks for before a wallet is linked or removed",
      },
    },
    "How an account is protected, as its owner reads it",
  ),
);

export const Enrolment = named(
  "Enrolment",
  objectOf(
    {
      secret: { ...TEXT, description: "base32, to be typed" },
      uri: { ...TEXT, description: "otpauth, for a QR code" },
    },
    "What an authenticator app is told",
  ),
);

export const RecoveryCodes = named(
  "RecoveryCodes",
  objectOf({ codes: listOf(TEXT) }, "Codes for the day on which the phone is lost; each is good once"),
);

export const RecoveryOwner = named(
  "RecoveryOwner",
  objectOf(
    {
      email: { ...TEXT, description: "Masked" },
      twoFactor: { ...FLAG, description: "Whether a recovery code is asked as well" },
    },
    "Whose account a link recovers",
  ),
);

export const Maintenance = named(
  "Maintenance",
  objectOf({ maintenance: FLAG, maintenanceText: orNull(TEXT) }, "Whether everybody has to wait"),
);

export const MaintenanceDesk = named(
  "MaintenanceDesk",
  objectOf(
    {
      maintenance: FLAG,
      text: orNull(Sentence),
      since: orNull(INSTANT),
      by: orNull({ ...TEXT, description: "E-mail of the administrator" }),
      reason: orNull(TEXT),
    },
    "How maintenance stands, as administrators read it",
  ),
);
