import type { Result } from "../../engine/values/result.ts";
import type { Definitions } from "../definitions/index.ts";
import {
  ANY_OBJECT,
  type App,
  AppError,
  call,
  deciding,
  type ErrorCode,
  GIVEN_INSTANT,
  inputOf,
  listOf,
  mapOf,
  orNull,
  staff,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import { refusalOf } from "../publishing/index.ts";
import { ChangeAlongside, ChangeLine, ChangeList, ChangePage, ChangePatch } from "./answers.ts";
import { type Desk, lineOf, pageOf } from "./change-lines.ts";
import { approveChange, sendBack } from "./decide-change.ts";
import { handIn, reopen } from "./hand-in.ts";
import { importPatch, patchOfChange } from "./patch.ts";
import type { ChangeFailure, Room } from "./room.ts";
import { scheduleChange, unschedule } from "./schedule.ts";
import { alongside, spread } from "./spread.ts";
import { findChange, listChanges } from "./stored.ts";
import { beginChange, commentOn, saveChange, takeChange, withdrawChange } from "./write-change.ts";

const tags = ["definitions"];
const byId = inputOf({ id: UUID });
const REVISION = { ...WHOLE, minimum: 1 };
const UNREADABLE = "\\u0000-\\u0008\\u000B-\\u001F\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069";
/** Pattern of a readable text, which has at least one visible character. */
const READABLE = `^[^${UNREADABLE}]*[^\\s\\u200B-\\u200D\\u2060\\uFEFF${UNREADABLE}][^${UNREADABLE}]*$`;
const WRITTEN = { ...TEXT, minLength: 1, maxLength: 2_000, pattern: READABLE };
const FLOW = { ...TEXT, pattern: "^[a-z][a-z0-9-]{0,60}$" };
const TITLE = { ...WRITTEN, maxLength: 120 };
const STEPS = { ...listOf(ANY_OBJECT), maxItems: 500 };
const PART = inputOf({
  base: orNull(UUID),
  files: {
    ...mapOf(orNull({ ...TEXT, maxLength: 500_000 })),
    maxProperties: 200,
    propertyNames: { maxLength: 200 },
  },
  done: STEPS,
  undone: STEPS,
});
/** Schema of the hashes of the reviewed evidence, per version. */
const LOOKED_AT = {
  ...mapOf({ ...TEXT, maxLength: 64 }),
  minProperties: 1,
  maxProperties: 100,
  propertyNames: { maxLength: 60 },
};
const MINE = ["not-found", "change-not-yours", "change-closed"] as const;
const WRITERS = staff("operations");
const READERS = staff("operations", "compliance", "admin");

/** Error codes for a change that cannot be decided. */
const DECIDING = [
  "not-found",
  "four-eyes",
  "already-decided",
  "change-not-handed-in",
  "decided-together",
  "version-unknown",
  "version-outdated",
  "version-broken",
  "evidence-broken",
  "evidence-changed",
] as const;

/**
 * Registers the routes for changes. Staff of operations write and submit changes; compliance and admins read
 * changes and comment on them.
 */
export function changesRoutes(
  app: App,
  rooms: { readonly changes: Room; readonly definitions: Definitions },
  { nameOf }: { readonly nameOf: (person: string) => Promise<string | null> },
): void {
  const desk: Desk = { room: rooms.changes, definitions: rooms.definitions, nameOf };
  readingRoutes(app, desk);
  writingRoutes(app, desk);
  takeRoute(app, desk);
  handInRoutes(app, desk);
  decidingRoutes(app, desk);
  scheduleRoutes(app, desk);
  sharedFileRoutes(app, desk);
  patchRoutes(app, desk);
  commentRoute(app, desk);
}

function readingRoutes(app: App, desk: Desk): void {
  call(
    app,
    "GET /api/changes",
    {
      summary: "Changes of flows that people write, the last saved first",
      tags,
      access: READERS,
      answers: { 200: ChangeList },
      errors: [],
    },
    async ({ person }) => ({
      changes: await Promise.all(
        (await listChanges(desk.room)).map((change) => lineOf(desk, change, person.id)),
      ),
    }),
  );

  call(
    app,
    "GET /api/changes/:id",
    {
      summary: "One change: what it says of each flow, how it stands, what was said about it",
      tags,
      access: READERS,
      params: byId,
      answers: { 200: ChangePage },
      errors: ["not-found"],
    },
    async ({ params, person }) => {
      const change = await findChange(desk.room.db, params.id);
      if (change === null) throw new AppError("not-found");
      return await pageOf(desk, change, person.id);
    },
  );
}

function writingRoutes(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/changes",
    {
      summary: "Begins a change",
      tags,
      access: WRITERS,
      body: inputOf({ title: TITLE }),
      answers: { 201: ChangeLine },
      errors: [],
    },
    async ({ body, person }) =>
      await lineOf(desk, await beginChange(desk.room, { title: body.title, by: person.id }), person.id),
  );

  call(
    app,
    "POST /api/changes/:id/save",
    {
      summary: "Saves what is written of one flow, unsound or not; `change-moved` where somebody saved since",
      tags,
      access: WRITERS,
      params: byId,
      body: inputOf({
        revision: REVISION,
        "title?": TITLE,
        "flow?": FLOW,
        "part?": PART,
      }),
      answers: { 200: ChangeLine },
      errors: [
        ...MINE,
        "change-moved",
        "version-unknown",
        "file-not-editable",
        "flow-name-taken",
        "flow-name-reserved",
      ],
      bodyLimit: 4 * 1024 * 1024,
    },
    async ({ params, body, person }) =>
      await lineOf(
        desk,
        orThrow(await saveChange(desk.room, { ...body, id: params.id, by: person.id })),
        person.id,
      ),
  );
}

function takeRoute(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/changes/:id/take",
    {
      summary: "Writing it passes to whoever asks, with a reason that the writer before reads",
      tags,
      access: WRITERS,
      params: byId,
      body: inputOf({ reason: WRITTEN }),
      answers: { 200: ChangeLine },
      errors: ["not-found", "change-closed"],
    },
    async ({ params, body, person }) =>
      await lineOf(
        desk,
        orThrow(await takeChange(desk.room, { ...body, id: params.id, by: person.id })),
        person.id,
      ),
  );
}

function handInRoutes(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/changes/:id/hand-in",
    {
      summary: "Proposes a version of each flow in it, all or none, judged at once",
      tags,
      access: WRITERS,
      params: byId,
      body: inputOf({ revision: REVISION, reason: WRITTEN }),
      answers: { 200: ChangeLine },
      errors: [
        ...MINE,
        "change-moved",
        "change-not-json",
        "flow-unknown",
        "file-not-editable",
        "nothing-changed",
        "version-broken",
        "version-outdated",
        "flow-name-taken",
        "flow-name-reserved",
        "definition-unsound",
        "gate-too-long",
        "gate-too-large",
        "gate-busy",
      ],
    },
    async ({ params, body, person }) =>
      await lineOf(
        desk,
        orThrow(await handIn(desk.room, { ...body, id: params.id, by: person.id })),
        person.id,
      ),
  );

  const stepBack = (
    name: "reopen" | "withdraw",
    take: typeof reopen,
    { summary, errors }: { readonly summary: string; readonly errors: readonly ErrorCode[] },
  ) =>
    call(
      app,
      `POST /api/changes/:id/${name}`,
      { summary, tags, access: WRITERS, params: byId, answers: { 200: ChangeLine }, errors },
      async ({ params, person }) =>
        await lineOf(desk, orThrow(await take(desk.room, { id: params.id, by: person.id })), person.id),
    );
  stepBack("reopen", reopen, {
    summary: "Takes back what waits of it, so that it can be written again",
    errors: [...MINE, "not-your-proposal", "already-decided"],
  });
  stepBack("withdraw", withdrawChange, { summary: "Gives it up; it stays to be read", errors: MINE });
}

function decidingRoutes(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/changes/:id/approve",
    {
      summary:
        "Approves and publishes all of a change or nothing; only the evidence that is named, by version",
      tags,
      access: deciding("compliance"),
      params: byId,
      body: inputOf({ note: WRITTEN, evidence: LOOKED_AT }),
      answers: { 200: ChangeLine },
      errors: [...DECIDING, "definition-unsound", "gate-too-long", "gate-too-large", "gate-busy"],
    },
    async ({ params, body, person }) =>
      await lineOf(
        desk,
        orThrow(await approveChange(desk.room, { ...body, id: params.id, by: person.id })),
        person.id,
      ),
  );

  call(
    app,
    "POST /api/changes/:id/send-back",
    {
      summary: "Refuses all of a change, and says what to mend",
      tags,
      access: deciding("compliance"),
      params: byId,
      body: inputOf({ note: WRITTEN }),
      answers: { 200: ChangeLine },
      errors: DECIDING,
    },
    async ({ params, body, person }) =>
      await lineOf(
        desk,
        orThrow(await sendBack(desk.room, { ...body, id: params.id, by: person.id })),
        person.id,
      ),
  );
}

function scheduleRoutes(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/changes/:id/schedule",
    {
      summary:
        "Approves all of a change for a moment to come; then it is judged again, and published or stopped",
      tags,
      access: deciding("compliance"),
      params: byId,
      body: inputOf({ note: WRITTEN, evidence: LOOKED_AT, at: GIVEN_INSTANT }),
      answers: { 200: ChangeLine },
      errors: [
        "not-found",
        "four-eyes",
        "already-decided",
        "change-not-handed-in",
        "decided-together",
        "version-outdated",
        "evidence-changed",
        "schedule-moment",
      ],
    },
    async ({ params, body, person }) => {
      const given = { ...body, at: new Date(body.at), id: params.id, by: person.id };
      return await lineOf(desk, orThrow(await scheduleChange(desk.room, given)), person.id);
    },
  );

  call(
    app,
    "POST /api/changes/:id/unschedule",
    {
      summary: "Takes that moment back: all of it waits for a decision again",
      tags,
      access: staff("compliance"),
      params: byId,
      answers: { 200: ChangeLine },
      errors: ["not-found", "already-decided"],
    },
    async ({ params, person }) =>
      await lineOf(desk, orThrow(await unschedule(desk.room, { id: params.id, by: person.id })), person.id),
  );
}

function sharedFileRoutes(app: App, desk: Desk): void {
  call(
    app,
    "GET /api/changes/:id/alongside",
    {
      summary:
        "The flows that use what a change says, for one flow, of files which flows share, and do not say it yet",
      tags,
      access: READERS,
      params: byId,
      query: inputOf({ flow: FLOW }),
      answers: { 200: ChangeAlongside },
      errors: ["not-found"],
    },
    async ({ params, query }) => {
      const change = await findChange(desk.room.db, params.id);
      if (change === null) throw new AppError("not-found");
      const flows = await alongside(desk.room, { change, flow: query.flow });
      return {
        flows: await Promise.all(
          flows.map(async (flow) => ({ flow, title: await desk.definitions.titleOf(flow) })),
        ),
      };
    },
  );

  call(
    app,
    "POST /api/changes/:id/spread",
    {
      summary: "Says in those flows as well what a change says, for one flow, of files which flows share",
      tags,
      access: WRITERS,
      params: byId,
      body: inputOf({ revision: REVISION, flow: FLOW }),
      answers: { 200: ChangeLine },
      errors: [...MINE, "change-moved"],
    },
    async ({ params, body, person }) =>
      await lineOf(
        desk,
        orThrow(await spread(desk.room, { ...body, id: params.id, by: person.id })),
        person.id,
      ),
  );
}

function patchRoutes(app: App, desk: Desk): void {
  call(
    app,
    "GET /api/changes/:id/patch",
    {
      summary: "What a change changes of the files that the program came with, as a git patch",
      tags,
      access: READERS,
      params: byId,
      answers: { 200: ChangePatch },
      errors: ["not-found"],
    },
    async ({ params }) => {
      const change = await findChange(desk.room.db, params.id);
      if (change === null) throw new AppError("not-found");
      return { patch: patchOfChange(desk.room, change) };
    },
  );

  call(
    app,
    "POST /api/changes/import",
    {
      summary: "Begins a change of what a git patch makes of the files that the program came with",
      tags,
      access: WRITERS,
      body: inputOf({ title: TITLE, patch: { ...TEXT, minLength: 1, maxLength: 2_000_000 } }),
      answers: { 201: ChangeLine },
      errors: ["patch-does-not-fit", "nothing-changed"],
      bodyLimit: 4 * 1024 * 1024,
    },
    async ({ body, person }) =>
      await lineOf(desk, orThrow(await importPatch(desk.room, { ...body, by: person.id })), person.id),
  );
}

function commentRoute(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/changes/:id/comments",
    {
      summary: "Says something about a change; it stays",
      tags,
      access: staff("operations", "compliance"),
      params: byId,
      body: inputOf({ text: WRITTEN }),
      answers: { 201: ChangePage },
      errors: ["not-found"],
    },
    async ({ params, body, person }) => {
      orThrow(await commentOn(desk.room, { id: params.id, by: person.id, text: body.text }));
      const change = await findChange(desk.room.db, params.id);
      if (change === null) throw new AppError("not-found");
      return await pageOf(desk, change, person.id);
    },
  );
}

function orThrow<Value>(result: Result<Value, ChangeFailure>): Value {
  if (result.ok) return result.value;
  throw refusalOf(result.error);
}
