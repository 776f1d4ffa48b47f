import { findPerson } from "../accounts/index.ts";
import type { FactProvider } from "../flows/index.ts";
import { holderLikeness, type Names } from "./holder-likeness.ts";
import { investorInFlow } from "./investor.ts";
import { payoutFact } from "./payout.ts";
import type { Room } from "./room.ts";

/** Facts this room supplies: `investor`, `payout`, and how the name of a bank account stands to the person's (`bankHolder`). */
export function identityFacts(room: Room): readonly FactProvider[] {
  return [
    {
      id: "investor",
      load: async ({ db, personId, clock }) =>
        personId === null ? null : await investorInFlow(room, db, personId, clock),
    },
    {
      id: "payout",
      load: async ({ db, personId, clock }) =>
        personId === null ? null : await payoutFact(db, { personId, at: clock.now().toJSDate() }),
    },
    {
      id: "bankHolder",
      load: async ({ db, personId }, { holder, ...names }) => {
        const person = personId === null ? null : await findPerson(db, personId);
        const company = person?.customerType === "JURISTIC" ? (person.companyName ?? "") : null;
        return { likeness: holderLikeness(String(holder), { ...(names as Names), company }) };
      },
    },
  ];
}
