import {
  type App,
  AppError,
  anonymous,
  call,
  FLAG,
  inputOf,
  languageOf,
  type Sentence,
  staff,
  TEXT,
  type TypeOf,
  written,
} from "../http/index.ts";
import { Maintenance, MaintenanceDesk } from "./answers.ts";
import { type MaintenanceState, readMaintenance, setMaintenance, staysOpen } from "./maintenance.ts";
import { findPerson } from "./people.ts";
import type { Room } from "./room.ts";

const words = { ...TEXT, maxLength: 300 };

/** Registers the routes of the maintenance state, and of the desk where an admin changes it. */
export function maintenanceRoutes(app: App, room: Room): void {
  stateRoute(app, room);
  maintenanceDeskRoutes(app, room);
}

function stateRoute(app: App, room: Room): void {
  call(
    app,
    "GET /api/app-setting/maintenance",
    {
      summary:
        "Whether the portal is under maintenance; `x-action: app-setting[<path>]` says where: pages of staff stay open",
      tags: ["portal"],
      access: anonymous,
      answers: { 200: Maintenance },
      errors: [],
      config: { lockedToo: true, keepsNobodyLoggedIn: true },
    },
    async (request) => {
      const state = await readMaintenance(room.db);
      const action = request.headers["x-action"];
      const open = staysOpen(typeof action === "string" ? action : undefined);
      return {
        maintenance: state.maintenance && !open,
        maintenanceText: state.text?.[languageOf(request)] ?? null,
      };
    },
  );
}

function maintenanceDeskRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/app-setting/maintenance/desk",
    {
      summary: "How maintenance stands, since when, by whom and why",
      tags: ["staff"],
      access: staff("admin"),
      answers: { 200: MaintenanceDesk },
      errors: [],
    },
    async () => await deskOf(room, await readMaintenance(room.db)),
  );

  call(
    app,
    "POST /api/app-setting/maintenance",
    {
      summary:
        "Closes or opens the portal at once, for a reason that is kept and told to the other administrators",
      tags: ["staff"],
      access: staff("admin"),
      body: inputOf({
        maintenance: FLAG,
        reason: written({ least: 5, most: 300 }),
        "text?": inputOf({ th: words, en: words }),
      }),
      answers: { 200: MaintenanceDesk },
      errors: ["nothing-changed"],
    },
    async (request) => {
      const { maintenance, reason, text } = request.body;
      const set = await setMaintenance(room, {
        maintenance,
        reason: reason.trim(),
        text: textOf(text),
        by: request.person.id,
      });
      if (!set.ok) throw new AppError(set.error.code);
      return await deskOf(room, set.value);
    },
  );
}

async function deskOf(room: Room, state: MaintenanceState): Promise<TypeOf<typeof MaintenanceDesk>> {
  return {
    ...state,
    by: state.by === null ? null : ((await findPerson(room.db, state.by))?.email ?? null),
  };
}

/**
 * Returns the text in both languages. If only one language is given, its text is used for both. Returns
 * `null` if both are empty.
 */
function textOf(given: TypeOf<typeof Sentence> | undefined): TypeOf<typeof Sentence> | null {
  const th = given?.th.trim() ?? "";
  const en = given?.en.trim() ?? "";
  return th === "" && en === "" ? null : { th: th || en, en: en || th };
}
