import { BAHT } from "../fund/index.ts";
import { DAY, INSTANT, listOf, named, objectOf, TEXT, type TypeOf, UUID, WHOLE } from "../http/index.ts";

// What calls about settlement answer.

export const SetAside = named(
  "SetAside",
  objectOf(
    {
      order: UUID,
      reference: TEXT,
      strategy: TEXT,
      amount: BAHT,
      navDate: DAY,
      since: INSTANT,
      triedAt: INSTANT,
      tries: WHOLE,
      reason: { ...TEXT, description: "SQLSTATE and sentence of the database" },
    },
    "A paid order that the allotment could not turn into units, and why",
  ),
);
export type SetAside = TypeOf<typeof SetAside>;

export const SetAsideList = named("SetAsideList", objectOf({ setAside: listOf(SetAside) }));
