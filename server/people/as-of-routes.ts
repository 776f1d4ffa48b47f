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
  Sentence,
  staff,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import { PARTS } from "./access.ts";
import { PURPOSES } from "./answers.ts";
import { endOfDay, legalOn, statusesAt, versionsAt } from "./as-of.ts";
import { noteLook } from "./desk.ts";
import type { Room } from "./room.ts";

const AsOf = named(
  "AsOf",
  objectOf(
    {
      on: DAY,
      versions: listOf(
        objectOf({
          id: UUID,
          flow: TEXT,
          title: orNull(Sentence),
          number: orNull(WHOLE),
          hash: orNull(TEXT),
          publishedAt: INSTANT,
          approvedBy: orNull(TEXT),
        }),
        "Of each flow, the version in force at the end of the day",
      ),
      legal: listOf(objectOf({ document: TEXT, version: TEXT, from: DAY })),
    },
    "What was in force on a day",
  ),
);

const StatusesOn = named(
  "StatusesOn",
  objectOf(
    {
      on: DAY,
      statuses: listOf(objectOf({ entity: TEXT, status: TEXT, since: INSTANT })),
    },
    "How a person's papers stood at the end of a day; what is absent had not begun",
  ),
);

/**
 * Registers the call that shows the state of data at the end of a day. It covers all data with a stored
 * history, except roles and the ledger, which have their own calls.
 */
export function asOfRoutes(app: App, room: Room): void {
  const tags = ["staff"];
  call(
    app,
    "GET /api/as-of",
    {
      summary: "Versions of flows and legal documents that were in force at the end of a day",
      tags,
      access: staff("compliance", "operations", "admin"),
      query: inputOf({ on: DAY }),
      answers: { 200: AsOf },
      errors: [],
    },
    async (request) => {
      const { on } = request.query;
      const [versions, legal] = await Promise.all([versionsAt(room.db, endOfDay(on)), legalOn(room.db, on)]);
      return {
        on,
        versions: await Promise.all(
          versions.map(async (version) => ({
            ...version,
            title: await room.titleOf(version.flow),
            publishedAt: version.publishedAt.toISOString(),
          })),
        ),
        legal,
      };
    },
  );

  call(
    app,
    "GET /api/people/:id/statuses",
    {
      summary:
        "How a person's papers stood at the end of a day; the look stands in the audit trail with its purpose",
      tags,
      access: staff(...PARTS.identity),
      params: inputOf({ id: UUID }),
      query: inputOf({ on: DAY, purpose: oneOf(...PURPOSES) }),
      answers: { 200: StatusesOn },
      errors: ["not-found"],
    },
    async (request) => {
      const { id } = request.params;
      const { on, purpose } = request.query;
      if ((await findPerson(room.db, id)) === null) throw new AppError("not-found");
      const look = { by: request.person.id, role: request.person.role, purpose };
      await noteLook(room, look, { action: "people.look", subject: `person:${id}` });
      const statuses = await statusesAt(room.db, id, endOfDay(on));
      return { on, statuses: statuses.map((one) => ({ ...one, since: one.since.toISOString() })) };
    },
  );
}
