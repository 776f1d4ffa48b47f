import { findPerson } from "../accounts/index.ts";
import {
  type App,
  AppError,
  call,
  DAY,
  INSTANT,
  inputOf,
  listOf,
  named,
  objectOf,
  oneOf,
  orNull,
  staff,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import { erasureOf } from "./erasure-of.ts";
import { HINDRANCES, KEPT_YEARS, type Kept, outlookOf } from "./outlook.ts";
import type { ErasureRoom } from "./room.ts";

const kept = oneOf(...(Object.keys(KEPT_YEARS) as Kept[]));

/** An erasure, in the format of the API. */
export const ErasureDone = named(
  "ErasureDone",
  objectOf({
    at: INSTANT,
    reference: { ...TEXT, description: "Of the request" },
    keepUntil: {
      ...orNull(DAY),
      description: "The last day on which law keeps identity and books; null: all is gone",
    },
  }),
);

const ErasureOutlook = named(
  "ErasureOutlook",
  objectOf(
    {
      done: orNull(ErasureDone),
      hindrances: listOf(
        objectOf({ kind: oneOf(...HINDRANCES), count: WHOLE }),
        "What must be settled before the account can be erased",
      ),
      kept: listOf(
        objectOf({ kind: kept, years: WHOLE }),
        "What law keeps after the account is closed; empty: everything is erased",
      ),
      years: { ...orNull(WHOLE), description: "Until the rest is erased as well" },
      visitorCases: {
        ...WHOLE,
        description:
          "Cases opened without logging in that name this e-mail address; they stay for their topic's period",
      },
    },
    "What an erasure would do to a person's data",
  ),
);

/**
 * Registers the call that shows staff what an erasure would do. The erasure itself happens when staff approve
 * the person's request as a case.
 */
export function erasureRoutes(
  app: App,
  room: Pick<ErasureRoom, "db"> & { readonly countVisitorCases: (email: string) => Promise<number> },
): void {
  call(
    app,
    "GET /api/people/:id/erasure",
    {
      summary: "What an erasure of this person would erase and law keeps, and what stands in its way",
      tags: ["staff"],
      access: staff("support", "compliance"),
      params: inputOf({ id: UUID }),
      answers: { 200: ErasureOutlook },
      errors: ["not-found"],
    },
    async ({ params }) => {
      const person = await findPerson(room.db, params.id);
      if (person === null) throw new AppError("not-found");
      const done = await erasureOf(room.db, params.id);
      const outlook = await outlookOf(room.db, params.id);
      return {
        ...outlook,
        done: done === null ? null : { ...done, at: done.at.toISOString() },
        visitorCases: await room.countVisitorCases(person.email),
        kept: outlook.kept.map((kind) => ({ kind, years: KEPT_YEARS[kind] })),
      };
    },
  );
}
