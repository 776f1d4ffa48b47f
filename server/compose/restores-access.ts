import type { JsonObject } from "../../engine/values/json.ts";
import {
  type Accounts,
  findInvestorByEmail,
  findPerson,
  restoreAccess,
  tellAccessAsked,
} from "../accounts/index.ts";
import type { Follow } from "../cases/index.ts";
import type { Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { type Identity, sameAsAccount } from "../identity/index.ts";

/**
 * Returns the action that restores access to the account with an e-mail address. Only compliance decides
 * about this action. The action is refused while the account is locked (`case-account-locked`), and if the
 * national ID number differs from that of the account's identity (`case-identity-differs`).
 */
export function restoresAccess(accounts: Accounts, identity: Identity): Follow {
  const refuse = async (tx: Tx, personId: string, given: JsonObject): Promise<void> => {
    if ((await findPerson(tx, personId))?.locked === true) throw new AppError("case-account-locked");
    const { nationalId } = await sameAsAccount(identity, tx, personId, given);
    if (nationalId === false) throw new AppError("case-identity-differs");
  };
  return {
    desk: "compliance",
    whose: async (tx, { email }) => await findInvestorByEmail(tx, String(email)),
    opened: async (tx, of) => await tellAccessAsked(accounts, tx, of),
    compare: async (db, personId, given) => ({
      ...(await sameAsAccount(identity, db, personId, given)),
      locked: (await findPerson(db, personId))?.locked === true,
    }),
    refuse,
    run: async (tx, { personId, given, by, id }) => {
      await refuse(tx, personId, given);
      await restoreAccess(accounts, tx, { personId, by, case: id });
      return { told: false };
    },
  };
}
