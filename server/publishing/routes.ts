import { PassThrough } from "node:stream";
import type { Result } from "../../engine/values/result.ts";
import type { Definitions } from "../definitions/index.ts";
import { summaryOf } from "../definitions/index.ts";
import { fileOfEvidence } from "../evidence/index.ts";
import {
  ANY_OBJECT,
  type App,
  AppError,
  call,
  deciding,
  FLAG,
  inputOf,
  linesOf,
  orNull,
  staff,
  TEXT,
  UUID,
} from "../http/index.ts";
import type { DefinitionFailure } from "./proposal-types.ts";
import type { Publishing } from "./publishing.ts";
import { refusalOf } from "./refusal.ts";
import { likeAnother } from "./template.ts";
import {
  FlowName,
  FlowTemplate,
  OpenWorkLine,
  StoredEvidence,
  VersionList,
  VersionPage,
  VersionRecord,
} from "./version-answers.ts";
import { type Desk, elsewhere, showTo } from "./version-lines.ts";

const FLOW_NAME = { ...TEXT, pattern: "^[a-z][a-z0-9-]{0,60}$" };
const FLOW = inputOf({ flow: FLOW_NAME });
const NEW_FLOW = { ...TEXT, pattern: "^[a-z][a-z0-9-]{0,40}$" };
const ID = inputOf({ id: UUID });
/**
 * Pattern for text without control or direction characters, so that approvers see exactly what was written.
 */
const READABLE = "[^\\u0000-\\u0008\\u000B-\\u001F\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]*";
const NOTE = { ...TEXT, maxLength: 2_000, pattern: `^${READABLE}$` };
const WITH_FILES = inputOf({ "files?": { ...FLAG, description: "Whether the version's files are in it" } });
/** Schema of files by path. A value is a whole JSON file, checked like every other file. */
const FILES = { ...ANY_OBJECT, minProperties: 1, maxProperties: 200, propertyNames: { maxLength: 200 } };
const TAGS = ["definitions"];
/** Error codes for the case that this person cannot decide about this version. */
const UNDECIDABLE = [
  "version-unknown",
  "already-decided",
  "decided-together",
  "four-eyes",
  "version-outdated",
  "version-broken",
  "evidence-broken",
] as const;
/** Error codes for the case that files do not pass the checks. */
const GATE = ["definition-unsound", "gate-too-long", "gate-too-large", "gate-busy"] as const;

/**
 * Registers the calls for versions, for operations and compliance: read, propose, decide, download evidence.
 * `nameOf` returns a colleague's name, or `null` if it is unknown.
 */
export function publishingRoutes(
  app: App,
  rooms: { readonly definitions: Definitions; readonly publishing: Publishing },
  deps: { readonly nameOf: (person: string) => Promise<string | null> },
): void {
  const desk: Desk = { ...rooms, ...deps };
  readingRoutes(app, desk);
  evidenceRoute(app, desk);
  openWorkRoute(app, desk);
  proposeRoute(app, desk);
  proposeAgainRoute(app, desk);
  newFlowRoutes(app, desk);
  templateRoutes(app, desk);
  withdrawRoute(app, desk);
  decidingRoutes(app, desk);
}

function readingRoutes(app: App, desk: Desk): void {
  call(
    app,
    "GET /api/definitions",
    {
      summary: "All versions, newest first, and the current one of each flow",
      tags: TAGS,
      access: staff("operations", "compliance", "admin"),
      query: inputOf({ "flow?": { ...TEXT, maxLength: 60 } }),
      answers: { 200: VersionList },
      errors: [],
    },
    async (request) => {
      const versions = await desk.definitions.list(request.query.flow);
      return {
        current: desk.definitions.flows().map((flow) => desk.definitions.current(flow)),
        versions: await Promise.all(versions.map(showTo(desk, request.person.id))),
      };
    },
  );

  call(
    app,
    "GET /api/definitions/versions/:id",
    {
      summary: "One version, whether it is as it was signed, and its files",
      tags: TAGS,
      access: staff("operations", "compliance", "admin"),
      params: ID,
      query: WITH_FILES,
      answers: { 200: VersionPage },
      errors: ["not-found"],
    },
    async (request) => {
      const version = await desk.definitions.get(request.params.id);
      if (version === null) throw new AppError("not-found");
      const current = desk.definitions.current(version.flow);
      return {
        ...(await showTo(desk, request.person.id)(summaryOf(version))),
        current: current?.id === version.id,
        standing: desk.definitions.standing(version),
        elsewhere: await elsewhere(desk, version, current?.id === version.id),
        ...(request.query.files === false ? {} : { files: version.files }),
      };
    },
  );
}

function evidenceRoute(app: App, desk: Desk): void {
  call(
    app,
    "GET /api/definitions/versions/:id/evidence",
    {
      summary:
        "What the gate found about a version, signed, and its approval; with its files to check them by",
      tags: TAGS,
      access: staff("operations", "compliance", "admin"),
      params: ID,
      query: WITH_FILES,
      answers: { 200: StoredEvidence },
      errors: ["not-found"],
    },
    async (request, reply) => {
      const version = await desk.definitions.get(request.params.id);
      const file = version === null ? null : fileOfEvidence(version);
      if (version === null || file === null) throw new AppError("not-found");
      const { files } = version;
      const whole = request.query.files === true ? { ...file.content, files } : file.content;
      return reply
        .header("Content-Type", "application/json; charset=utf-8")
        .header("Content-Disposition", `attachment; filename="${file.name}"`)
        .header("Cache-Control", "no-store")
        .send(JSON.stringify(whole, null, 2));
    },
  );
}

function openWorkRoute(app: App, desk: Desk): void {
  call(
    app,
    "GET /api/definitions/versions/:id/open-work",
    {
      summary:
        "Counts what becomes of every open instance; a line of JSON as it goes, the last holds the whole",
      tags: TAGS,
      access: staff("operations", "compliance"),
      params: ID,
      answers: {
        200: linesOf("A line each", OpenWorkLine),
      },
      errors: ["not-found"],
    },
    async (request, reply) => {
      const { id } = request.params;
      const version = await desk.definitions.get(id);
      if (version === null) throw new AppError("not-found");
      const lines = new PassThrough();
      const stop = new AbortController();
      // If the page that asked is closed, the counting ends.
      reply.raw.on("close", () => stop.abort());
      const write = (line: object) => void lines.write(`${JSON.stringify(line)}\n`);
      void desk.publishing
        .countOpen(id, { signal: stop.signal, onProgress: (progress) => write({ progress }) })
        .then((counted) => write(counted.ok ? { impact: counted.value } : { code: counted.error.code }))
        .catch((error: unknown) => {
          request.log.error({ err: error }, "definitions: open work was not counted");
          write({ code: "internal" });
        })
        .finally(() => lines.end());
      return reply
        .header("Content-Type", "application/x-ndjson; charset=utf-8")
        .header("Cache-Control", "no-store")
        .send(lines);
    },
  );
}

function proposeRoute(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/definitions/:flow/versions",
    {
      summary: "Proposes a change: path to new content, `null` removes; verified at once",
      tags: TAGS,
      access: staff("operations"),
      params: FLOW,
      body: inputOf({
        files: FILES,
        "note?": NOTE,
      }),
      answers: { 201: VersionRecord },
      errors: [
        "flow-unknown",
        "file-not-editable",
        "nothing-changed",
        "version-broken",
        "version-outdated",
        ...GATE,
      ],
      bodyLimit: 2 * 1024 * 1024,
    },
    async (request) => {
      const { id: by } = request.person;
      const { files, note = null } = request.body;
      const { flow } = request.params;
      const proposed = orThrow(await desk.publishing.propose({ flow, changes: files, note, by }));
      return await showTo(desk, by)(proposed);
    },
  );
}

function proposeAgainRoute(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/definitions/versions/:id/propose-again",
    {
      summary: "Proposes an earlier version's files again, on top of the current one: the way back",
      tags: TAGS,
      access: staff("operations"),
      params: ID,
      body: orNull(inputOf({ "note?": NOTE })),
      answers: { 201: VersionRecord },
      errors: [
        "flow-unknown",
        "version-unknown",
        "nothing-changed",
        "version-broken",
        "version-outdated",
        "evidence-broken",
        ...GATE,
      ],
    },
    async (request) => {
      const { id: by } = request.person;
      const note = request.body?.note ?? null;
      const proposed = orThrow(await desk.publishing.proposeAgain({ id: request.params.id, note, by }));
      return await showTo(desk, by)(proposed);
    },
  );
}

function newFlowRoutes(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/definitions/flows",
    {
      summary: "Proposes a flow that is new: path to content, its own files and texts; verified at once",
      tags: TAGS,
      access: staff("operations"),
      body: inputOf({
        flow: NEW_FLOW,
        files: FILES,
        "note?": NOTE,
      }),
      answers: { 201: VersionRecord },
      errors: ["flow-name-taken", "flow-name-reserved", "file-not-editable", ...GATE],
      bodyLimit: 2 * 1024 * 1024,
    },
    async (request) => {
      const { id: by } = request.person;
      const { flow, files, note = null } = request.body;
      const proposed = orThrow(await desk.publishing.proposeNew({ flow, changes: files, note, by }));
      return await showTo(desk, by)(proposed);
    },
  );

  call(
    app,
    "GET /api/definitions/flows/:name",
    {
      summary: "Whether a new flow may be called so; asked before anything is written under that name",
      tags: TAGS,
      access: staff("operations"),
      params: inputOf({ name: NEW_FLOW }),
      answers: { 200: FlowName },
      errors: ["flow-name-taken", "flow-name-reserved"],
    },
    async (request) => {
      const { name } = request.params;
      orThrow(await desk.publishing.checkName(name));
      return { name };
    },
  );
}

function templateRoutes(app: App, desk: Desk): void {
  call(
    app,
    "GET /api/definitions/flows/:name/shared",
    {
      summary: "What every flow shares, on which a new one is written under this name",
      tags: TAGS,
      access: staff("operations", "compliance", "admin"),
      params: inputOf({ name: NEW_FLOW }),
      answers: { 200: FlowTemplate },
      errors: [],
    },
    async (request) => ({ files: await desk.publishing.shared(request.params.name) }),
  );

  call(
    app,
    "GET /api/definitions/:flow/like/:name",
    {
      summary: "The files of a new flow that is to be like a published one, under its own name",
      tags: TAGS,
      access: staff("operations"),
      params: inputOf({ flow: FLOW_NAME, name: NEW_FLOW }),
      answers: { 200: FlowTemplate },
      errors: ["flow-unknown"],
    },
    async (request) => {
      const { flow, name } = request.params;
      const current = desk.definitions.current(flow);
      const version = current === null ? null : await desk.definitions.get(current.id);
      if (version === null) throw new AppError("flow-unknown");
      return { files: likeAnother(version.files, flow, name) };
    },
  );
}

function withdrawRoute(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/definitions/versions/:id/withdraw",
    {
      summary: "Takes a proposal back while nobody has decided; only who proposed it may",
      tags: TAGS,
      access: staff("operations"),
      params: ID,
      answers: { 200: VersionRecord },
      errors: ["version-unknown", "already-decided", "decided-together", "not-your-proposal"],
    },
    async (request) => {
      const { id: by } = request.person;
      return await showTo(desk, by)(orThrow(await desk.publishing.withdraw({ id: request.params.id, by })));
    },
  );
}

function decidingRoutes(app: App, desk: Desk): void {
  call(
    app,
    "POST /api/definitions/versions/:id/approve",
    {
      summary: "Approves and publishes; never by who wrote any of it, and only the evidence that is named",
      tags: TAGS,
      access: deciding("compliance"),
      params: ID,
      body: inputOf({
        "note?": NOTE,
        // The hash of the evidence that the approver reviewed.
        evidence: { ...TEXT, pattern: "^[0-9a-f]{64}$" },
      }),
      answers: { 200: VersionRecord },
      errors: [...UNDECIDABLE, "evidence-changed", ...GATE],
    },
    async (request) => {
      const { id: by } = request.person;
      const { evidence, note = null } = request.body;
      const { id } = request.params;
      return await showTo(desk, by)(orThrow(await desk.publishing.approve({ id, by, evidence, note })));
    },
  );

  call(
    app,
    "POST /api/definitions/versions/:id/reject",
    {
      summary: "Refuses a proposed version, and says why",
      tags: TAGS,
      access: deciding("compliance"),
      params: ID,
      body: inputOf({ note: { ...NOTE, minLength: 1, pattern: `^${READABLE}\\S${READABLE}$` } }),
      answers: { 200: VersionRecord },
      errors: [...UNDECIDABLE],
    },
    async (request) => {
      const { id: by } = request.person;
      const { note } = request.body;
      return await showTo(
        desk,
        by,
      )(orThrow(await desk.publishing.refuse({ id: request.params.id, by, note })));
    },
  );
}

function orThrow<Value>(result: Result<Value, DefinitionFailure>): Value {
  if (result.ok) return result.value;
  throw refusalOf(result.error);
}
