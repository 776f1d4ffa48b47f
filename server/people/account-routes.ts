import { toE164 } from "../../domain/phone.ts";
import type { StaffRole } from "../../domain/staff-roles.ts";
import {
  endSessionsOf,
  findPerson,
  type PersonRecord,
  sendConfirmationAgain,
  setAccountLock,
} from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import { type App, AppError, call, inputOf, NOTHING, UUID, written } from "../http/index.ts";
import { personSheet } from "../identity/index.ts";
import { doneBy } from "./access.ts";
import type { Room } from "./room.ts";

const tags = ["staff"];
const byId = inputOf({ id: UUID });
const reason = written({ least: 5, most: 300 });

/** Registers the calls with which staff lock a person's account, end its log-ins, or send a message again. */
export function accountRoutes(app: App, room: Room): void {
  accessRoutes(app, room);
  messageRoutes(app, room);
}

function accessRoutes(app: App, room: Room): void {
  for (const deed of ["lock", "unlock"] as const)
    call(
      app,
      `POST /api/people/:id/${deed}`,
      {
        summary:
          deed === "lock"
            ? "Locks an account at once, for a reason that is kept; its owner is told"
            : "Unlocks an account, for a reason that is kept; its owner is told",
        tags,
        access: doneBy(deed),
        params: byId,
        body: inputOf({ reason }),
        answers: NOTHING,
        errors: ["not-found", "same-person", "not-allowed", "nothing-changed"],
      },
      async (request) => {
        const { id, role } = request.person;
        const set = await setAccountLock(room.accounts, {
          personId: request.params.id,
          locked: deed === "lock",
          reason: request.body.reason.trim(),
          by: { id, role },
        });
        if (!set.ok) throw new AppError(set.error.code);
      },
    );

  call(
    app,
    "POST /api/people/:id/end-sessions",
    {
      summary: "Logs out one session of a person, or all of them",
      tags,
      access: doneBy("endSessions"),
      params: byId,
      body: inputOf({ "session?": UUID }),
      answers: NOTHING,
      errors: ["not-found", "not-allowed"],
    },
    async (request) => {
      await mayAbout(room, request);
      const session = request.body.session ?? null;
      await endSessionsOf(room.accounts, { personId: request.params.id, session, by: request.person.id });
    },
  );
}

function messageRoutes(app: App, room: Room): void {
  call(
    app,
    "POST /api/people/:id/messages/:message/resend",
    {
      summary: "Tries a message once more that has not arrived yet",
      tags,
      access: doneBy("resend"),
      params: inputOf({ id: UUID, message: UUID }),
      answers: NOTHING,
      errors: ["not-found", "not-allowed", "message-gone"],
    },
    async (request) => {
      const person = await mayAbout(room, request);
      const { message } = request.params;
      const { phone } = await personSheet(room.identity, person.id);
      const number = phone === null ? null : toE164(phone);
      await room.db.transaction().execute(async (tx) => {
        const byMail = await room.messages.again(tx, { id: message, address: person.email });
        const tried =
          byMail === "gone" && number !== null
            ? await room.messages.again(tx, { id: message, address: number })
            : byMail;
        if (tried === "gone") throw new AppError("message-gone");
        await record(tx, room.clock, {
          actor: `person:${request.person.id}`,
          action: "people.resend",
          subject: `message:${message}`,
        });
      });
    },
  );

  call(
    app,
    "POST /api/people/:id/send-confirmation",
    {
      summary: "Sends the link anew that confirms the e-mail, within the limits that hold for its owner",
      tags,
      access: doneBy("resend"),
      params: byId,
      answers: NOTHING,
      errors: ["not-found", "not-allowed", "nothing-changed"],
    },
    async (request) => {
      const person = await mayAbout(room, request);
      if (person.isVerified) throw new AppError("nothing-changed");
      await room.db.transaction().execute(async (tx) => {
        await sendConfirmationAgain(room.accounts, tx, person.email);
        await record(tx, room.clock, {
          actor: `person:${request.person.id}`,
          action: "people.sendConfirmation",
          subject: `person:${person.id}`,
        });
      });
    },
  );
}

/**
 * Loads the person whose account is to be changed. The account of a member of staff can be changed only by an
 * admin.
 */
async function mayAbout(
  room: Room,
  request: { readonly params: { readonly id: string }; readonly person: { readonly role: StaffRole } },
): Promise<PersonRecord> {
  const person = await findPerson(room.db, request.params.id);
  if (person === null) throw new AppError("not-found");
  if (person.role !== null && request.person.role !== "admin") throw new AppError("not-allowed");
  return person;
}
