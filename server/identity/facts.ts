import type { FactProvider } from "../flows/registry.ts";
import { investorFact } from "./investor.ts";
import type { Room } from "./room.ts";

/** Facts this room supplies: `investor`. */
export function identityFacts(room: Room): readonly FactProvider[] {
  return [
    {
      id: "investor",
      load: async ({ db, personId, clock }) =>
        personId === null ? null : await investorFact(room, db, personId, clock),
    },
  ];
}
