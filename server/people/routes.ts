import { toE164 } from "../../domain/phone.ts";
import type { StaffRole } from "../../domain/staff-roles.ts";
import {
  endSessionsOf,
  findPerson,
  leavesTestsOut,
  markTest,
  type PersonRecord,
  sendConfirmationAgain,
  setAccountLock,
  testAccounts,
} from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import {
  type App,
  AppError,
  call,
  inputOf,
  NOTHING,
  oneOf,
  type Request,
  staff,
  TEXT,
  UUID,
  wordsToFind,
  written,
} from "../http/index.ts";
import { personSheet } from "../identity/index.ts";
import { DESK, doneBy } from "./access.ts";
import { PeopleFound, PersonDesk, PURPOSES, TestAccounts, TestMarked } from "./answers.ts";
import { asOfRoutes } from "./as-of-routes.ts";
import { findAtDesk, personAtDesk } from "./desk.ts";
import { roleRoutes } from "./role-routes.ts";
import type { Room } from "./room.ts";

const tags = ["staff"];
const purpose = oneOf(...PURPOSES);
const byId = inputOf({ id: UUID });
const reason = written({ least: 5, most: 300 });
const WORDS = { least: 3, most: 254 };

/** Registers the desk where staff find a person and see their status. Only the client places orders. */
export function peopleRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/people",
    {
      summary:
        "Whom words name: e-mail, phone, name, customer number, reference, document number. They stand in the header `x-find`, percent-encoded: an address would stand in logs",
      tags,
      access: staff(...DESK),
      query: inputOf({ purpose }),
      headers: { type: "object", properties: { "x-find": TEXT } },
      answers: { 200: PeopleFound },
      errors: [],
      config: { rateLimit: { max: 60, timeWindow: "1 minute" } },
    },
    async (request) => {
      const words = wordsOf(request);
      const { id, role } = request.person;
      return await findAtDesk(room, { by: id, role, purpose: request.query.purpose }, words);
    },
  );

  call(
    app,
    "GET /api/people/:id",
    {
      summary:
        "A person, field by field as the role reads them; each look stands in the audit trail with its purpose",
      tags,
      access: staff(...DESK),
      params: byId,
      query: inputOf({ purpose }),
      answers: { 200: PersonDesk },
      errors: ["not-found"],
    },
    async (request) => {
      const { id, role } = request.person;
      const look = { by: id, role, purpose: request.query.purpose };
      const person = await personAtDesk(room, look, request.params.id);
      if (person === null) throw new AppError("not-found");
      return person;
    },
  );

  roleRoutes(app, room);
  asOfRoutes(app, room);

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
    "GET /api/test-accounts",
    {
      summary: "Accounts that are there to try the portal with, by which every desk marks them",
      tags,
      access: staff("support", "compliance", "finance", "operations", "admin"),
      answers: { 200: TestAccounts },
      errors: [],
    },
    async () => ({
      accounts: await testAccounts(room.accounts),
      leftOut: leavesTestsOut(room.accounts.isOn),
    }),
  );

  for (const deed of ["mark-test", "unmark-test"] as const)
    call(
      app,
      `POST /api/people/:id/${deed}`,
      {
        summary:
          deed === "mark-test"
            ? "Marks an account as a test, for a reason that is kept: it stays out of figures while the switch says so. The first call proposes it, that of another administrator marks it"
            : "Takes that mark away, for a reason that is kept",
        tags,
        access: doneBy("markTest"),
        params: byId,
        body: inputOf({ reason }),
        answers: { 200: TestMarked },
        errors: ["not-found", "staff-are-no-tests", "nothing-changed", "same-person"],
      },
      async (request) => {
        const marked = await markTest(room.accounts, {
          personId: request.params.id,
          test: deed === "mark-test",
          reason: request.body.reason.trim(),
          by: request.person.id,
        });
        if (!marked.ok) throw new AppError(marked.error.code);
        return marked.value;
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

/** Loads the person that an action concerns. Only an admin can act on the account of a member of staff. */
async function mayAbout(
  room: Room,
  request: { readonly params: { readonly id: string }; readonly person: { readonly role: StaffRole } },
): Promise<PersonRecord> {
  const person = await findPerson(room.db, request.params.id);
  if (person === null) throw new AppError("not-found");
  if (person.role !== null && request.person.role !== "admin") throw new AppError("not-allowed");
  return person;
}

/** Decodes the search terms. Headers cannot contain Thai letters, so the terms are percent-encoded. */
function wordsOf(request: Request): string {
  const words = wordsToFind(request);
  if (words.length < WORDS.least || words.length > WORDS.most)
    throw new AppError("not-valid", { fields: [{ pointer: "/find", code: "minLength" }] });
  return words;
}
