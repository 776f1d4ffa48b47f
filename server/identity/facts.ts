import { companyNameOf, findPerson } from "../accounts/index.ts";
import type { FactProvider } from "../flows/index.ts";
import { contactFact } from "./contact-fact.ts";
import { contractFact } from "./contract-again.ts";
import { holderLikeness, type Names } from "./holder-likeness.ts";
import { investorInFlow } from "./investor.ts";
import { accountLikeness } from "./payer-likeness.ts";
import { payoutFact } from "./payout.ts";
import type { Room } from "./room.ts";

/**
 * Returns the facts that the identity module supplies: `investor`, `contact`, `contract`, `payout`, and two
 * comparisons of a bank account's name: with the entered names (`bankHolder`) and with the verified names
 * (`ownAccount`).
 */
export function identityFacts(room: Room): readonly FactProvider[] {
  return [
    {
      id: "investor",
      load: async ({ db, personId, clock }) =>
        personId === null ? null : await investorInFlow(room, db, personId, clock),
    },
    {
      id: "contact",
      load: async ({ db, personId }) => (personId === null ? null : await contactFact(room, db, personId)),
    },
    {
      id: "contract",
      load: async ({ db, personId }) => (personId === null ? null : await contractFact(room, db, personId)),
    },
    {
      id: "payout",
      load: async ({ db, personId, clock }) =>
        personId === null ? null : await payoutFact(db, { personId, at: clock.now().toJSDate() }),
    },
    {
      id: "ownAccount",
      load: async ({ db, personId }, { holder }) => {
        const likeness = personId === null ? null : await accountLikeness(room, db, personId, String(holder));
        return likeness === null ? null : { likeness };
      },
    },
    {
      id: "bankHolder",
      load: async ({ db, personId }, { holder, ...names }) => {
        const person = personId === null ? null : await findPerson(db, personId);
        const company =
          person?.customerType === "JURISTIC" ? (companyNameOf(room.accounts, person) ?? "") : null;
        return { likeness: holderLikeness(String(holder), { ...(names as Names), company }) };
      },
    },
  ];
}
