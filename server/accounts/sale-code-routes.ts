import {
  type App,
  AppError,
  call,
  DAY,
  FLAG,
  inputOf,
  listOf,
  NOTHING,
  named,
  objectOf,
  orNull,
  staff,
  TEXT,
  WHOLE,
} from "../http/index.ts";
import type { Room } from "./room.ts";
import { saleCodes, setSaleCode } from "./sale-codes.ts";

const CODE = { ...TEXT, minLength: 4, maxLength: 12 };
const FORM = /^[A-Z0-9]{4,12}$/;
const errors = ["sale-code-days", "nothing-changed"] as const;
const given = {
  owner: { ...TEXT, minLength: 2, maxLength: 120, pattern: "\\S" },
  active: FLAG,
  from: orNull(DAY),
  until: orNull(DAY),
};

const SaleCodes = named(
  "SaleCodes",
  objectOf(
    {
      codes: listOf(
        objectOf({
          code: TEXT,
          active: FLAG,
          owner: TEXT,
          from: orNull(DAY),
          until: orNull(DAY),
          usedBy: { ...WHOLE, description: "How many signed up with it" },
          works: { ...FLAG, description: "Somebody may sign up with it today" },
        }),
      ),
    },
    "Sale codes, those that work first",
  ),
);

/** Registers the desk of sale codes, which shows and sets owner, validity and number of sign-ups. */
export function saleCodeRoutes(app: App, room: Room): void {
  const tags = ["staff"];
  call(
    app,
    "GET /api/sale-codes",
    {
      summary: "Sale codes: whose, from when until when, used by how many",
      tags,
      access: staff("admin", "support"),
      answers: { 200: SaleCodes },
      errors: [],
    },
    async () => ({ codes: await saleCodes(room) }),
  );

  call(
    app,
    "POST /api/sale-codes",
    {
      summary: "Adds a sale code",
      tags,
      access: staff("admin"),
      body: inputOf({ code: CODE, ...given }),
      answers: NOTHING,
      errors: ["sale-code-known", ...errors],
    },
    async (request) => {
      const { code, owner } = request.body;
      const by = request.person.id;
      if (!FORM.test(code))
        throw new AppError("not-valid", { fields: [{ pointer: "/code", code: "pattern" }] });
      const set = await setSaleCode(room, { ...request.body, owner: owner.trim(), isNew: true, by });
      if (!set.ok) throw new AppError(set.error.code);
    },
  );

  call(
    app,
    "POST /api/sale-codes/:code",
    {
      summary:
        "Changes whose a sale code is, when it holds, and whether it does; who signed up with it keeps it",
      tags,
      access: staff("admin"),
      params: inputOf({ code: CODE }),
      body: inputOf(given),
      answers: NOTHING,
      errors: ["not-found", ...errors],
    },
    async (request) => {
      const { owner } = request.body;
      const wanted = { ...request.body, code: request.params.code, owner: owner.trim() };
      const set = await setSaleCode(room, { ...wanted, isNew: false, by: request.person.id });
      if (!set.ok) throw new AppError(set.error.code);
    },
  );
}
