import { FLAG, INSTANT, named, objectOf, orNull, Sentence, TEXT, UUID, WHOLE } from "../http/index.ts";

// What calls about accounts answer.

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

export const LinkOwner = named(
  "LinkOwner",
  objectOf(
    { email: { ...TEXT, description: "Masked, such as s•••@example.com" } },
    "Whose password a link may set",
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
