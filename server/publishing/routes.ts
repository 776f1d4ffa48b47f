import { PassThrough } from "node:stream";
import type { Result } from "../../engine/values/result.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import type { Definitions } from "../definitions/index.ts";
import { summaryOf, type Version, type VersionSummary } from "../definitions/index.ts";
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

const FLOW_NAME = { ...TEXT, pattern: "^[a-z][a-z0-9-]{0,60}$" };
const FLOW = inputOf({ flow: FLOW_NAME });
const NEW_FLOW = { ...TEXT, pattern: "^[a-z][a-z0-9-]{0,40}$" };
const ID = inputOf({ id: UUID });
/** No control or direction characters, so that approvers see what was written. */
const READABLE = "[^\\u0000-\\u0008\\u000B-\\u001F\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]*";
const NOTE = { ...TEXT, maxLength: 2_000, pattern: `^${READABLE}$` };
const WITH_FILES = inputOf({ "files?": { ...FLAG, description: "Whether the version's files are in it" } });
const TAGS = ["definitions"];

/**
 * Registers the version routes for operations and compliance: read, propose, decide, download evidence. `nameOf`
 * returns a colleague's name, `null` if unknown.
 */
export function publishingRoutes(
  app: App,
  rooms: { readonly definitions: Definitions; readonly publishing: Publishing },
  deps: { readonly nameOf: (person: string) => Promise<string | null> },
): void {
  const { definitions, publishing } = rooms;
  /** Returns a function that formats versions for a reader. Names are looked up once. */
  const showTo = (reader: string) => {
    const nameOf = once(deps.nameOf);
    const titleOf = once(definitions.titleOf);
    return async (version: VersionSummary) => ({
      ...forPage(version),
      title:
        definitions.current(version.flow) === null && version.introduced !== null
          ? version.introduced
          : await titleOf(version.flow),
      proposedByName: version.proposed_by === null ? null : await nameOf(version.proposed_by),
      otherWriters: await Promise.all(
        version.writers.filter((writer) => writer !== version.proposed_by).map(nameOf),
      ),
      approvedByName: version.approved_by === null ? null : await nameOf(version.approved_by),
      own: version.proposed_by === reader,
      wrote: version.proposed_by === reader || version.writers.includes(reader),
      outdated: isOpen(version) && version.based_on !== (definitions.current(version.flow)?.id ?? null),
    });
  };
  /** Returns the other flows affected by a waiting or current version. Irrelevant for past ones. */
  const elsewhere = async (version: Version, isCurrent: boolean): Promise<readonly Words[]> =>
    isOpen(version) || isCurrent
      ? await Promise.all((await definitions.usedElsewhere(version)).map(definitions.titleOf))
      : [];

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
      const versions = await definitions.list(request.query.flow);
      return {
        current: definitions.flows().map((flow) => definitions.current(flow)),
        versions: await Promise.all(versions.map(showTo(request.person.id))),
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
      const version = await definitions.get(request.params.id);
      if (version === null) throw new AppError("not-found");
      const current = definitions.current(version.flow);
      return {
        ...(await showTo(request.person.id)(summaryOf(version))),
        current: current?.id === version.id,
        standing: definitions.standing(version),
        elsewhere: await elsewhere(version, current?.id === version.id),
        ...(request.query.files === false ? {} : { files: version.files }),
      };
    },
  );

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
      const version = await definitions.get(request.params.id);
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
      const version = await definitions.get(id);
      if (version === null) throw new AppError("not-found");
      const lines = new PassThrough();
      const stop = new AbortController();
      // Closing the page stops the count.
      reply.raw.on("close", () => stop.abort());
      const write = (line: object) => void lines.write(`${JSON.stringify(line)}\n`);
      void publishing
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

  call(
    app,
    "POST /api/definitions/:flow/versions",
    {
      summary: "Proposes a change: path to new content, `null` removes; verified at once",
      tags: TAGS,
      access: staff("operations"),
      params: FLOW,
      body: inputOf({
        // A value is a whole JSON file, verified like every file.
        files: { ...ANY_OBJECT, minProperties: 1, maxProperties: 200, propertyNames: { maxLength: 200 } },
        "note?": NOTE,
      }),
      answers: { 201: VersionRecord },
      errors: [
        "flow-unknown",
        "file-not-editable",
        "nothing-changed",
        "version-broken",
        "version-outdated",
        "definition-unsound",
        "gate-too-long",
        "gate-too-large",
        "gate-busy",
      ],
      bodyLimit: 2 * 1024 * 1024,
    },
    async (request) => {
      const { id: by } = request.person;
      const { files, note = null } = request.body;
      const { flow } = request.params;
      const proposed = orThrow(await publishing.propose({ flow, changes: files, note, by }));
      return await showTo(by)(proposed);
    },
  );

  call(
    app,
    "POST /api/definitions/flows",
    {
      summary: "Proposes a flow that is new: path to content, its own files and texts; verified at once",
      tags: TAGS,
      access: staff("operations"),
      body: inputOf({
        flow: NEW_FLOW,
        files: { ...ANY_OBJECT, minProperties: 1, maxProperties: 200, propertyNames: { maxLength: 200 } },
        "note?": NOTE,
      }),
      answers: { 201: VersionRecord },
      errors: [
        "flow-name-taken",
        "flow-name-reserved",
        "file-not-editable",
        "definition-unsound",
        "gate-too-long",
        "gate-too-large",
        "gate-busy",
      ],
      bodyLimit: 2 * 1024 * 1024,
    },
    async (request) => {
      const { id: by } = request.person;
      const { flow, files, note = null } = request.body;
      const proposed = orThrow(await publishing.proposeNew({ flow, changes: files, note, by }));
      return await showTo(by)(proposed);
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
      orThrow(await publishing.checkName(name));
      return { name };
    },
  );

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
    async (request) => ({ files: await publishing.shared(request.params.name) }),
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
      const current = definitions.current(flow);
      const version = current === null ? null : await definitions.get(current.id);
      if (version === null) throw new AppError("flow-unknown");
      return { files: likeAnother(version.files, flow, name) };
    },
  );

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
        "definition-unsound",
        "gate-too-long",
        "gate-too-large",
        "gate-busy",
      ],
    },
    async (request) => {
      const { id: by } = request.person;
      const note = request.body?.note ?? null;
      const proposed = orThrow(await publishing.proposeAgain({ id: request.params.id, note, by }));
      return await showTo(by)(proposed);
    },
  );

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
      return await showTo(by)(orThrow(await publishing.withdraw({ id: request.params.id, by })));
    },
  );

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
        // Hash of the evidence that the approver reviewed.
        evidence: { ...TEXT, pattern: "^[0-9a-f]{64}$" },
      }),
      answers: { 200: VersionRecord },
      errors: [
        "version-unknown",
        "already-decided",
        "decided-together",
        "four-eyes",
        "version-outdated",
        "version-broken",
        "evidence-broken",
        "evidence-changed",
        "definition-unsound",
        "gate-too-long",
        "gate-too-large",
        "gate-busy",
      ],
    },
    async (request) => {
      const { id: by } = request.person;
      const { evidence, note = null } = request.body;
      const { id } = request.params;
      return await showTo(by)(orThrow(await publishing.approve({ id, by, evidence, note })));
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
      errors: [
        "version-unknown",
        "already-decided",
        "decided-together",
        "four-eyes",
        "version-outdated",
        "version-broken",
        "evidence-broken",
      ],
    },
    async (request) => {
      const { id: by } = request.person;
      const { note } = request.body;
      return await showTo(by)(orThrow(await publishing.refuse({ id: request.params.id, by, note })));
    },
  );
}

function forPage(version: VersionSummary) {
  return {
    id: version.id,
    flow: version.flow,
    number: version.number,
    hash: version.hash,
    source: version.source,
    state: version.state,
    changed: version.changed,
    findings: version.findings,
    evidence: version.evidence_hash,
    note: version.note,
    change: version.change,
    decisionNote: version.decision_note,
    proposedBy: version.proposed_by,
    approvedBy: version.approved_by,
    proposedAt: version.proposed_at.toISOString(),
    decidedAt: version.decided_at?.toISOString() ?? null,
    publishedAt: version.published_at?.toISOString() ?? null,
  };
}

/** Caches the results of a lookup by key. */
function once<Value>(find: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}

function isOpen({ state }: Pick<VersionSummary, "state">): boolean {
  return state === "proposed" || state === "draft";
}

function orThrow<Value>(result: Result<Value, DefinitionFailure>): Value {
  if (result.ok) return result.value;
  throw refusalOf(result.error);
}
