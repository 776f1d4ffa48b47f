import { FLAG, named, objectOf, orNull, TEXT, type TypeOf, UUID, WHOLE } from "../http/index.ts";

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
export type Maintenance = TypeOf<typeof Maintenance>;
