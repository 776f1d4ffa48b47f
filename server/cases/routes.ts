import type { StaffRole } from "../../domain/staff-roles.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import type { App } from "../http/index.ts";
import {
  AppError,
  anonymous,
  attach,
  bytesOf,
  call,
  deciding,
  FLAG,
  inputOf,
  listOf,
  newVisitor,
  oneOf,
  orNull,
  ownedWithin,
  person,
  staff,
  TEXT,
  type TypeOf,
  UUID,
  WHOLE,
  wordsToFind,
  written,
} from "../http/index.ts";
import {
  Case,
  CaseDesk,
  CaseQuestion,
  CaseStep,
  CasesWaiting,
  DESKS,
  OUTCOMES,
  OwnCases,
  STATES,
} from "./answers.ts";
import { caseFile } from "./case-file.ts";
import { caseDesk, DESK_ROLES, isFileOf, readCase } from "./desk.ts";
import { objectTo } from "./object.ts";
import { ownCases, waitingForMe } from "./own-cases.ts";
import { questionOf, reply, replyByToken } from "./reply.ts";
import type { Room } from "./room.ts";
import type { Step } from "./step.ts";
import { doStep } from "./steps.ts";

const tags = ["staff"];
const byId = inputOf({ id: UUID });
const WRITTEN = written({ least: 3, most: 4000 });
const REPLY = { text: WRITTEN, "files?": { ...listOf(UUID), maxItems: 5 } };
const TOKEN = { ...TEXT, minLength: 43, maxLength: 43, pattern: "^[\\w-]+$" };
const REFUSALS = [
  "not-found",
  "case-erased",
  "case-moved",
  "case-taken",
  "case-not-yours",
  "case-unticked",
  "case-outcome",
  "case-stays",
  "case-objected",
  "case-superseded",
  "same-person",
  "not-a-colleague",
] as const;
/** Errors of a decision that grants a case, and errors of the action that then runs. */
const GRANTING = [
  ...REFUSALS,
  "case-no-account",
  "case-account-locked",
  "case-identity-differs",
  "erasure-in-the-way",
  "four-eyes",
] as const;

/**
 * Registers the cases desk, where each role sees the cases of its desk, and the calls with which customers
 * read and answer their cases.
 */
export function casesRoutes(app: App, room: Room): void {
  deskRoute(app, room);
  caseRoutes(app, room);
  exportRoute(app, room);
  keepingRoutes(app, room);
  workingRoutes(app, room);
  answeringRoutes(app, room);
  ownCasesRoutes(app, room);
  ownReplyRoutes(app, room);
  visitorReplyRoutes(app, room);
}

function deskRoute(app: App, room: Room): void {
  call(
    app,
    "GET /api/cases",
    {
      summary:
        "Cases of one's desk, the nearest promised day first (compliance: of every desk). The header `x-find` names a reference, or the whole e-mail address or phone number, percent-encoded",
      tags,
      access: staff(...DESK_ROLES),
      query: inputOf({
        "topic?": { ...TEXT, maxLength: 40 },
        "state?": oneOf(...STATES),
        "owner?": { ...TEXT, maxLength: 40 },
        "overdue?": oneOf("yes"),
        "closed?": oneOf("yes"),
        "after?": { ...TEXT, maxLength: 200, description: "`next` of the page before" },
      }),
      headers: { type: "object", properties: { "x-find": { ...TEXT, maxLength: 600 } } },
      answers: { 200: CaseDesk },
      errors: ["not-valid"],
    },
    async (request) => {
      const { overdue, closed, ...filter } = request.query;
      const find = wordsToFind(request);
      // A search text that cannot be decoded must not return all cases.
      if (find === "" && (request.headers["x-find"] ?? "") !== "")
        throw new AppError("not-valid", { fields: [{ pointer: "/find", code: "minLength" }] });
      return await caseDesk(room, request.person.role, {
        ...filter,
        find,
        overdue: overdue === "yes",
        closed: closed === "yes",
      });
    },
  );
}

function caseRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/cases/:id",
    {
      summary: "One case: what was handed on, what happened, what is to be ticked off",
      tags,
      access: staff(...DESK_ROLES),
      params: byId,
      answers: { 200: Case },
      errors: ["not-found"],
    },
    async ({ params, person }) => {
      const found = await readCase(room, person, params.id);
      if (found === null) throw new AppError("not-found");
      return found;
    },
  );

  call(
    app,
    "GET /api/cases/:id/files/:file",
    {
      summary: "A file of a case",
      tags,
      access: staff(...DESK_ROLES),
      params: inputOf({ id: UUID, file: UUID }),
      answers: { 200: bytesOf("The file", "image/jpeg", "image/png", "image/webp", "application/pdf") },
      errors: ["not-found", "file-infected"],
      config: { looksAt: "file" },
    },
    async ({ params, person }, reply) => {
      if (!(await isFileOf(room, person.role, params))) throw new AppError("not-found");
      return await room.download(reply, params.file);
    },
  );
}

function exportRoute(app: App, room: Room): void {
  call(
    app,
    "GET /api/cases/:id/file",
    {
      summary:
        "A case as a file (JSON or PDF): what was sent, promised and kept, letters, history and who decided; written to the audit trail",
      tags,
      access: staff(...DESK_ROLES),
      params: byId,
      query: inputOf({ language: oneOf(...LANGUAGES), format: oneOf("json", "pdf") }),
      answers: { 200: bytesOf("The file", "application/json", "application/pdf") },
      errors: ["not-found"],
      config: { rateLimit: { max: 60, timeWindow: "1 minute" } },
    },
    async ({ params, person, query }, reply) => {
      const file = await caseFile(room, person, { ...query, id: params.id });
      if (file === null) throw new AppError("not-found");
      return attach(reply, `application/${query.format}`, file.name).send(file.content);
    },
  );
}

/** Options that all calls for a step of a case share. */
const STEP = {
  tags,
  access: staff(...DESK_ROLES),
  params: byId,
  answers: { 200: CaseStep },
  errors: REFUSALS,
};

async function step(
  room: Room,
  by: { readonly id: string; readonly role: StaffRole },
  id: string,
  what: Step,
): Promise<TypeOf<typeof CaseStep>> {
  const done = await doStep(room, by, id, what);
  if (!done.ok) throw new AppError(done.error.code);
  return done.value;
}

/** Registers the calls that move a case to a desk or a colleague. */
function keepingRoutes(app: App, room: Room): void {
  call(app, "POST /api/cases/:id/take", { ...STEP, summary: "Takes a case" }, async ({ params, person }) =>
    step(room, person, params.id, { kind: "take" }),
  );
  call(
    app,
    "POST /api/cases/:id/acknowledge",
    { ...STEP, summary: "Tells whose case it is that it was read; who does it has it" },
    async ({ params, person }) => step(room, person, params.id, { kind: "acknowledge" }),
  );
  call(
    app,
    "POST /api/cases/:id/hand-on",
    {
      ...STEP,
      summary: "Hands a case on: to another desk, or to a colleague",
      body: inputOf({ desk: oneOf(...DESKS), "colleague?": orNull(UUID), text: WRITTEN }),
    },
    async ({ params, person, body }) =>
      step(room, person, params.id, {
        kind: "hand-on",
        desk: body.desk,
        colleague: body.colleague ?? null,
        text: body.text,
      }),
  );
}

function workingRoutes(app: App, room: Room): void {
  call(
    app,
    "POST /api/cases/:id/note",
    { ...STEP, summary: "Writes a note that colleagues read", body: inputOf({ text: WRITTEN }) },
    async ({ params, person, body }) => step(room, person, params.id, { kind: "note", text: body.text }),
  );
  call(
    app,
    "POST /api/cases/:id/ask",
    {
      ...STEP,
      summary: "Asks whose case it is for more; they are written to",
      body: inputOf({ text: WRITTEN }),
    },
    async ({ params, person, body }) => step(room, person, params.id, { kind: "ask", text: body.text }),
  );
  call(
    app,
    "POST /api/cases/:id/take-up",
    {
      ...STEP,
      summary:
        "Goes on with a case that waits for an answer: it came another way, or none is needed any more",
      body: inputOf({ text: WRITTEN }),
    },
    async ({ params, person, body }) => step(room, person, params.id, { kind: "take-up", text: body.text }),
  );
  call(
    app,
    "POST /api/cases/:id/tick",
    {
      ...STEP,
      summary: "Ticks off one item, or takes that back, with what is lacking",
      body: inputOf({
        item: { ...WHOLE, minimum: 0 },
        done: FLAG,
        "lacking?": { ...WRITTEN, maxLength: 500 },
      }),
    },
    async ({ params, person, body }) =>
      step(room, person, params.id, {
        kind: "tick",
        item: body.item,
        done: body.done,
        lacking: body.lacking ?? null,
      }),
  );
}

function answeringRoutes(app: App, room: Room): void {
  call(
    app,
    "POST /api/cases/:id/answer",
    {
      ...STEP,
      summary: "Answers a case with a reason; where two decide, proposes that answer",
      access: deciding(...DESK_ROLES),
      body: inputOf({ outcome: oneOf(...OUTCOMES), text: WRITTEN }),
      errors: GRANTING,
    },
    async ({ params, person, body }) =>
      step(room, person, params.id, { kind: "answer", outcome: body.outcome, text: body.text }),
  );
  call(
    app,
    "POST /api/cases/:id/approve",
    {
      ...STEP,
      summary: "Approves an answer that a colleague proposed; it goes out",
      access: deciding(...DESK_ROLES),
      errors: GRANTING,
    },
    async ({ params, person }) => step(room, person, params.id, { kind: "approve" }),
  );
  call(
    app,
    "POST /api/cases/:id/send-back",
    {
      ...STEP,
      summary: "Sends a proposed answer back, with why",
      access: deciding(...DESK_ROLES),
      body: inputOf({ text: WRITTEN }),
    },
    async ({ params, person, body }) => step(room, person, params.id, { kind: "send-back", text: body.text }),
  );
  call(
    app,
    "POST /api/cases/:id/close",
    { ...STEP, summary: "Closes a case that was answered", body: inputOf({ text: WRITTEN }) },
    async ({ params, person, body }) => step(room, person, params.id, { kind: "close", text: body.text }),
  );
}

function ownCasesRoutes(app: App, room: Room): void {
  call(
    app,
    "GET /api/my-cases",
    {
      summary: "One's own cases: how each stands, until when it is answered, what was asked and answered",
      tags: ["portal"],
      access: person,
      answers: { 200: OwnCases },
      errors: [],
    },
    async (request) => await ownCases(room, request.person.id),
  );
  call(
    app,
    "GET /api/my-cases/waiting",
    {
      summary: "How many of one's own cases wait for one's answer",
      tags: ["portal"],
      access: person,
      answers: { 200: CasesWaiting },
      errors: [],
    },
    async (request) => ({ waiting: await waitingForMe(room, request.person.id) }),
  );
}

function ownReplyRoutes(app: App, room: Room): void {
  call(
    app,
    "POST /api/my-cases/:id/reply",
    {
      summary: "Answers what the desk asked, or writes that its answer does not settle the case",
      tags: ["portal"],
      access: person,
      params: byId,
      owner: ownedWithin("not-found"),
      body: inputOf(REPLY),
      answers: { 200: CaseStep },
      errors: ["not-found", "case-moved", "file-purpose"],
    },
    async ({ params, person, body }) => {
      const done = await reply(room, person.id, params.id, { text: body.text, files: body.files ?? [] });
      if (!done.ok) throw new AppError(done.error.code);
      return done.value;
    },
  );

  call(
    app,
    "POST /api/my-cases/:id/object",
    {
      summary:
        "The owner of an account says that a request for it is not theirs; it can then only be refused",
      tags: ["portal"],
      access: person,
      params: byId,
      owner: ownedWithin("not-found"),
      answers: { 204: { type: "null", description: "Nothing" } },
      errors: ["not-found", "case-moved"],
    },
    async ({ params, person }) => {
      const done = await objectTo(room, person.id, params.id);
      if (!done.ok) throw new AppError(done.error.code);
    },
  );
}

function visitorReplyRoutes(app: App, room: Room): void {
  call(
    app,
    "POST /api/case-replies/question",
    {
      summary: "What a visitor is asked about their case, by the link of their letter",
      tags: ["portal"],
      access: anonymous,
      body: inputOf({ token: TOKEN }),
      answers: { 200: CaseQuestion },
      errors: ["link-invalid"],
    },
    async ({ body }) => {
      const question = await questionOf(room, body.token);
      if (question === null) throw new AppError("link-invalid");
      return question;
    },
  );
  call(
    app,
    "POST /api/case-replies",
    {
      summary: "A visitor answers what was asked about their case, once",
      tags: ["portal"],
      access: newVisitor,
      body: inputOf({ token: TOKEN, ...REPLY }),
      answers: { 200: CaseStep },
      errors: ["link-invalid", "file-purpose"],
    },
    async ({ subject, body }) => {
      const done = await replyByToken(room, subject, body.token, {
        text: body.text,
        files: body.files ?? [],
      });
      if (!done.ok) throw new AppError(done.error.code);
      return done.value;
    },
  );
}
