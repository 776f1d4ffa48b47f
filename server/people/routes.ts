import {
  type App,
  AppError,
  call,
  inputOf,
  oneOf,
  type Request,
  staff,
  TEXT,
  UUID,
  wordsToFind,
} from "../http/index.ts";
import { DESK } from "./access.ts";
import { accountRoutes } from "./account-routes.ts";
import { PeopleFound, PersonDesk, PURPOSES } from "./answers.ts";
import { asOfRoutes } from "./as-of-routes.ts";
import { findAtDesk, personAtDesk } from "./desk.ts";
import { roleRoutes } from "./role-routes.ts";
import type { Room } from "./room.ts";
import { testAccountRoutes } from "./test-account-routes.ts";

const tags = ["staff"];
const purpose = oneOf(...PURPOSES);
const byId = inputOf({ id: UUID });
const WORDS = { least: 3, most: 254 };

/**
 * Registers the calls with which staff find a person and see the person's status. Staff cannot place orders;
 * only the client can.
 */
export function peopleRoutes(app: App, room: Room): void {
  findRoutes(app, room);
  roleRoutes(app, room);
  asOfRoutes(app, room);
  accountRoutes(app, room);
  testAccountRoutes(app, room);
}

function findRoutes(app: App, room: Room): void {
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
}

/**
 * Returns the search terms of a request. They come percent-encoded in a header, because headers cannot
 * contain Thai letters.
 */
function wordsOf(request: Request): string {
  const words = wordsToFind(request);
  if (words.length < WORDS.least || words.length > WORDS.most)
    throw new AppError("not-valid", { fields: [{ pointer: "/find", code: "minLength" }] });
  return words;
}
