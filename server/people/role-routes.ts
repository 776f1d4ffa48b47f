import { STAFF_ROLES } from "../../domain/staff-roles.ts";
import {
  colleaguesAt,
  decideRole,
  endRole,
  handedOn,
  proposeRole,
  roleChanges,
  waitingRoles,
} from "../accounts/index.ts";
import {
  type App,
  AppError,
  call,
  DAY,
  deciding,
  inputOf,
  NOTHING,
  objectOf,
  oneOf,
  staff,
  TEXT,
  UUID,
  WHOLE,
  written,
} from "../http/index.ts";
import { StaffRoles } from "./answers.ts";
import { endOfDay } from "./as-of.ts";
import { openWorkOf } from "./open-work.ts";
import type { Room } from "./room.ts";

const tags = ["staff"];
const reason = written({ least: 5, most: 300 });
const byId = inputOf({ id: UUID });

/**
 * Registers the calls for roles. One admin proposes a role and another approves it. To end a role, one admin
 * is enough.
 */
export function roleRoutes(app: App, room: Room): void {
  rolesRoute(app, room);
  proposeRoute(app, room);
  decideRoutes(app, room);
  endRoute(app, room);
}

function rolesRoute(app: App, room: Room): void {
  call(
    app,
    "GET /api/staff-roles",
    {
      summary: "Who has which role now, or at the end of a day; what waits, and what changed last",
      tags,
      access: staff("admin", "compliance"),
      query: inputOf({ "on?": DAY }),
      answers: { 200: StaffRoles },
      errors: [],
    },
    async (request) => {
      const { on } = request.query;
      const now = room.clock.wall();
      // Like log-ins, roles use the time of the machine. They do not use the business clock.
      const end = on === undefined ? null : endOfDay(on);
      const at = end === null || end > now ? now : end;
      const [colleagues, waiting, changes, handed] = await Promise.all([
        colleaguesAt(room.db, at),
        waitingRoles(room.accounts),
        roleChanges(room.accounts, at),
        handedOn(room.db),
      ]);
      const me = request.person.id;
      return {
        at: at.toISOString(),
        colleagues: colleagues.map((one) => ({ ...one, since: one.since.toISOString(), own: one.id === me })),
        waiting: waiting.map(({ byId: proposer, personId, ...one }) => ({
          ...one,
          at: one.at.toISOString(),
          own: proposer === me,
          mine: personId === me,
        })),
        changes: changes.map((one) => ({ ...one, at: one.at.toISOString() })),
        handed: handed.map((one) => ({ ...one, at: one.at.toISOString() })),
      };
    },
  );
}

function proposeRoute(app: App, room: Room): void {
  call(
    app,
    "POST /api/staff-roles",
    {
      summary: "Proposes a role for whoever has this e-mail",
      tags,
      access: staff("admin"),
      body: inputOf({
        email: { ...TEXT, minLength: 3, maxLength: 254 },
        role: oneOf(...STAFF_ROLES),
        reason,
      }),
      answers: { 201: objectOf({ id: UUID }) },
      errors: [
        ...(["not-found", "same-person", "email-not-confirmed", "nothing-changed"] as const),
        ...(["holds-units", "role-waits-already"] as const),
      ],
    },
    async (request) => {
      const { email, role } = request.body;
      const by = request.person.id;
      const proposed = await proposeRole(room.accounts, {
        email,
        role,
        reason: request.body.reason.trim(),
        by,
      });
      if (!proposed.ok) throw new AppError(proposed.error.code);
      return proposed.value;
    },
  );
}

function decideRoutes(app: App, room: Room): void {
  for (const [deed, to] of [
    ["approve", "approved"],
    ["reject", "rejected"],
    ["withdraw", "withdrawn"],
  ] as const)
    call(
      app,
      `POST /api/staff-roles/proposals/:id/${deed}`,
      {
        summary:
          deed === "withdraw"
            ? "Takes a proposal back, by whoever made it"
            : `${deed === "approve" ? "Approves" : "Rejects"} a proposal of somebody else; somebody of compliance only where there is no other administrator`,
        tags,
        access: deed === "withdraw" ? staff("admin") : deciding("admin", "compliance"),
        params: byId,
        answers: NOTHING,
        errors: [
          ...(["not-found", "already-decided", "four-eyes", "same-person", "not-allowed"] as const),
          ...(["holds-units", "last-admin"] as const),
        ],
      },
      async (request) => {
        const { id, role } = request.person;
        const decided = await decideRole(room.accounts, { id: request.params.id, to, by: { id, role } });
        if (!decided.ok) throw new AppError(decided.error.code);
      },
    );
}

function endRoute(app: App, room: Room): void {
  call(
    app,
    "POST /api/staff-roles/:id/end",
    {
      summary:
        "Ends a colleague's role and sessions at once; what they proposed is handed on to `handTo`, who is told",
      tags,
      access: deciding("admin"),
      params: byId,
      body: inputOf({ reason, "handTo?": UUID }),
      answers: { 200: objectOf({ handed: WHOLE }) },
      errors: ["not-found", "last-admin"],
    },
    async (request) => {
      const ended = await endRole(room.accounts, {
        personId: request.params.id,
        reason: request.body.reason.trim(),
        by: request.person.id,
        handTo: request.body.handTo ?? null,
        open: openWorkOf,
      });
      if (!ended.ok) throw new AppError(ended.error.code);
      return ended.value;
    },
  );
}
