import { record } from "../audit/index.ts";
import {
  type App,
  call,
  FLAG,
  INSTANT,
  inputOf,
  listOf,
  NOTHING,
  named,
  objectOf,
  oneOf,
  orNull,
  ownedBy,
  person,
  TEXT,
  UUID,
} from "../http/index.ts";
import type { Room } from "./room.ts";
import { endOtherSessions, endSessionById, livingSessions, ownerOfSession } from "./sessions.ts";

const OwnSessions = named(
  "OwnSessions",
  objectOf(
    {
      sessions: listOf(
        objectOf({
          id: UUID,
          current: { ...FLAG, description: "It is the one that asks" },
          browser: orNull({
            ...TEXT,
            description: "Such as `chrome/android`; null of one that began before it was noted",
          }),
          network: orNull({ ...TEXT, description: "Without its last part" }),
          enteredWith: oneOf("password", "google", "apple", "wallet", "passkey"),
          startedAt: INSTANT,
          seenAt: INSTANT,
        }),
        "The newest use first",
      ),
    },
    "Where somebody is logged in",
  ),
);

/** Registers the routes with which people see and end their own sessions. */
export function sessionRoutes(app: App, room: Room): void {
  ownSessionsRoute(app, room);
  endSessionRoutes(app, room);
}

function ownSessionsRoute(app: App, room: Room): void {
  call(
    app,
    "GET /api/sessions",
    {
      summary: "Where one is logged in",
      tags: ["accounts"],
      access: person,
      answers: { 200: OwnSessions },
      errors: [],
    },
    async (request) => {
      const rows = await livingSessions(room.db, request.person.id, room.clock.wall());
      return {
        sessions: rows.map((row) => ({ current: row.id === request.person.session, ...lookOf(row) })),
      };
    },
  );
}

function endSessionRoutes(app: App, room: Room): void {
  const own = ownedBy(async ({ id }: { readonly id: string }) => {
    const owner = await ownerOfSession(room.db, id);
    return owner === null ? null : { owner: `person:${owner}`, owned: id };
  });

  call(
    app,
    "POST /api/sessions/:id/end",
    {
      summary: "Logs out one of one's sessions; the browser that it is forgets at its next call",
      tags: ["accounts"],
      access: person,
      params: inputOf({ id: UUID }),
      owner: own,
      answers: NOTHING,
      errors: [],
    },
    async (request) => {
      await room.db.transaction().execute(async (tx) => {
        await endSessionById(tx, { id: request.owned, by: "owner", now: room.clock.wall() });
        await record(tx, room.clock, {
          actor: `person:${request.person.id}`,
          action: "accounts.endSession",
          subject: `session:${request.owned}`,
        });
      });
    },
  );

  call(
    app,
    "POST /api/sessions/end-others",
    {
      summary: "Logs out every session but the one that asks",
      tags: ["accounts"],
      access: person,
      answers: NOTHING,
      errors: [],
    },
    async (request) => {
      const { id: personId, session } = request.person;
      await room.db.transaction().execute(async (tx) => {
        await endOtherSessions(tx, { personId, session, by: "owner", now: room.clock.wall() });
        await record(tx, room.clock, {
          actor: `person:${request.person.id}`,
          action: "accounts.endOtherSessions",
          subject: `person:${request.person.id}`,
        });
      });
    },
  );
}

/** Returns the properties of a session that its owner sees. */
function lookOf(row: Awaited<ReturnType<typeof livingSessions>>[number]) {
  return {
    id: row.id,
    browser: row.browser,
    network: row.network,
    enteredWith: row.entered_with,
    startedAt: row.started_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
  };
}

/** Returns a person's live sessions, for staff. */
export async function personSessions(room: Room, personId: string) {
  return (await livingSessions(room.db, personId, room.clock.wall())).map(lookOf);
}

/** Ends one or all sessions of a person, on request of staff. Returns the number of ended sessions. */
export async function endSessionsOf(
  room: Room,
  of: { readonly personId: string; readonly session: string | null; readonly by: string },
): Promise<number> {
  const { personId, session, by } = of;
  const now = room.clock.wall();
  return await room.db.transaction().execute(async (tx) => {
    const living = await livingSessions(tx, personId, now);
    const ended = living.filter(({ id }) => session === null || id === session);
    for (const { id } of ended) await endSessionById(tx, { id, by: "staff", now });
    if (ended.length > 0)
      await record(tx, room.clock, {
        actor: `person:${by}`,
        action: session === null ? "accounts.endSessions" : "accounts.endSession",
        subject: session === null ? `person:${personId}` : `session:${session}`,
        detail: { ended: ended.length },
      });
    return ended.length;
  });
}
