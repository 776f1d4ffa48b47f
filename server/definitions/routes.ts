import { PassThrough } from "node:stream";
import type { Json } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import type { Words } from "../../engine/verify/words/people.ts";
import { type App, AppError, answer, nameAnswers, requireRole } from "../http/index.ts";
import type { Definitions } from "./definitions.ts";
import { fileOfEvidence } from "./evidence.ts";
import type { DefinitionFailure } from "./proposal-types.ts";
import { VERSION_ANSWERS } from "./version-answers.ts";
import { summaryOf, type Version, type VersionSummary } from "./version-store.ts";

const FLOW = {
  type: "object",
  required: ["flow"],
  properties: { flow: { type: "string", pattern: "^[a-z][a-z0-9-]{0,60}$" } },
} as const;
const ID = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "string", format: "uuid" } },
} as const;
const NOTE = { type: "string", maxLength: 2_000 } as const;
const WITH_FILES = {
  type: "object",
  additionalProperties: false,
  properties: { files: { type: "boolean", description: "Whether the version's files are in it" } },
} as const;
const TAGS = ["definitions"];

type ById = { Params: { id: string } };

/**
 * Routes of versions, for operations and compliance: look, propose, decide, keep the evidence. `nameOf` answers how a
 * colleague is called, `null` where nobody has that id.
 */
export function definitionsRoutes(
  app: App,
  definitions: Definitions,
  deps: { readonly nameOf: (person: string) => Promise<string | null> },
): void {
  nameAnswers(app, VERSION_ANSWERS);
  const shown = async (versions: readonly VersionSummary[], reader: string) => {
    const ids = new Set(versions.flatMap((one) => [one.proposed_by, one.approved_by]));
    const names = new Map<string, string | null>();
    for (const id of ids) if (id !== null) names.set(id, await deps.nameOf(id));
    const titles = new Map<string, Words>();
    for (const { flow } of versions) if (!titles.has(flow)) titles.set(flow, await definitions.titleOf(flow));
    return versions.map((version) => ({
      ...forPage(version, { names, titles, reader }),
      outdated: isOpen(version) && version.based_on !== definitions.current(version.flow)?.id,
    }));
  };
  /** What counts for a version that waits or is in force: others are history. */
  const elsewhere = async (version: Version, isCurrent: boolean): Promise<readonly Words[]> =>
    isOpen(version) || isCurrent
      ? await Promise.all((await definitions.usedElsewhere(version)).map(definitions.titleOf))
      : [];
  const oneShown = async (version: VersionSummary, reader: string) => (await shown([version], reader))[0];

  app.get<{ Querystring: { flow?: string } }>(
    "/api/definitions",
    {
      schema: {
        summary: "All versions, newest first, and the current one of each flow",
        tags: TAGS,
        querystring: {
          type: "object",
          additionalProperties: false,
          properties: { flow: { type: "string", maxLength: 60 } },
        },
        response: { 200: answer("VersionList") },
      },
    },
    async (request) => {
      const { id } = requireRole(request, "operations", "compliance", "admin");
      const versions = await definitions.list(request.query.flow);
      return {
        current: definitions.flows().map((flow) => definitions.current(flow)),
        versions: await shown(versions, id),
      };
    },
  );

  app.get<ById & { Querystring: { files?: boolean } }>(
    "/api/definitions/versions/:id",
    {
      schema: {
        summary: "One version, whether it is as it was signed, and its files",
        tags: TAGS,
        params: ID,
        querystring: WITH_FILES,
        response: { 200: answer("VersionPage") },
      },
    },
    async (request) => {
      const { id } = requireRole(request, "operations", "compliance", "admin");
      const version = await definitions.get(request.params.id);
      if (version === null) throw new AppError("not-found");
      const current = definitions.current(version.flow);
      return {
        ...(await oneShown(summaryOf(version), id)),
        current: current?.id === version.id,
        standing: definitions.standing(version),
        elsewhere: await elsewhere(version, current?.id === version.id),
        ...(request.query.files === false ? {} : { files: version.files }),
      };
    },
  );

  app.get<ById & { Querystring: { files?: boolean } }>(
    "/api/definitions/versions/:id/evidence",
    {
      schema: {
        summary:
          "What the gate found about a version, signed, and its approval; with its files to check them by",
        tags: TAGS,
        params: ID,
        querystring: WITH_FILES,
        response: { 200: answer("StoredEvidence") },
      },
    },
    async (request, reply) => {
      requireRole(request, "operations", "compliance", "admin");
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

  app.get<ById>(
    "/api/definitions/versions/:id/open-work",
    {
      schema: {
        summary:
          "Counts what becomes of every open instance; a line of JSON as it goes, the last holds the whole",
        tags: TAGS,
        params: ID,
        response: {
          200: {
            description: "A line each",
            content: { "application/x-ndjson": { schema: answer("OpenWorkLine") } },
          },
        },
      },
    },
    async (request, reply) => {
      requireRole(request, "operations", "compliance");
      const { id } = request.params;
      const version = await definitions.get(id);
      if (version === null) throw new AppError("not-found");
      const lines = new PassThrough();
      const stop = new AbortController();
      // Whoever closes the page has counted enough.
      reply.raw.on("close", () => stop.abort());
      const write = (line: object) => void lines.write(`${JSON.stringify(line)}\n`);
      void definitions
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

  app.post<{ Params: { flow: string }; Body: { files: { [path: string]: Json }; note?: string } }>(
    "/api/definitions/:flow/versions",
    {
      bodyLimit: 2 * 1024 * 1024,
      schema: {
        summary: "Proposes a change: path to new content, `null` removes; verified at once",
        tags: TAGS,
        params: FLOW,
        body: {
          type: "object",
          required: ["files"],
          additionalProperties: false,
          properties: {
            files: {
              type: "object",
              minProperties: 1,
              maxProperties: 200,
              propertyNames: { maxLength: 200 },
              // A value is a whole JSON file; its shape is verified as every file's is.
              additionalProperties: true,
            },
            note: NOTE,
          },
        },
        response: { 201: answer("VersionRecord") },
      },
    },
    async (request, reply) => {
      const { id: by } = requireRole(request, "operations");
      const { files, note = null } = request.body;
      const { flow } = request.params;
      const proposed = orThrow(await definitions.propose({ flow, changes: files, note, by }));
      return reply.code(201).send(await oneShown(proposed, by));
    },
  );

  app.post<ById & { Body: { note?: string } | null }>(
    "/api/definitions/versions/:id/propose-again",
    {
      schema: {
        summary: "Proposes an earlier version's files again, on top of the current one: the way back",
        tags: TAGS,
        params: ID,
        body: { type: ["object", "null"], additionalProperties: false, properties: { note: NOTE } },
        response: { 201: answer("VersionRecord") },
      },
    },
    async (request, reply) => {
      const { id: by } = requireRole(request, "operations");
      const note = request.body?.note ?? null;
      const proposed = orThrow(await definitions.proposeAgain({ id: request.params.id, note, by }));
      return reply.code(201).send(await oneShown(proposed, by));
    },
  );

  app.post<ById & { Body: { note?: string; evidence: string } }>(
    "/api/definitions/versions/:id/approve",
    {
      schema: {
        summary: "Approves and publishes; never by who proposed it, and only the evidence that is named",
        tags: TAGS,
        params: ID,
        body: {
          type: "object",
          required: ["evidence"],
          additionalProperties: false,
          properties: {
            note: NOTE,
            // Hash of the evidence that the approver looked at.
            evidence: { type: "string", pattern: "^[0-9a-f]{64}$" },
          },
        },
        response: { 200: answer("VersionRecord") },
      },
    },
    async (request) => {
      const { id: by } = requireRole(request, "compliance");
      const { evidence, note = null } = request.body;
      const { id } = request.params;
      return await oneShown(orThrow(await definitions.approve({ id, by, evidence, note })), by);
    },
  );

  app.post<ById & { Body: { note: string } }>(
    "/api/definitions/versions/:id/reject",
    {
      schema: {
        summary: "Refuses a proposed version, and says why",
        tags: TAGS,
        params: ID,
        body: {
          type: "object",
          required: ["note"],
          additionalProperties: false,
          properties: { note: { ...NOTE, minLength: 1, pattern: "\\S" } },
        },
        response: { 200: answer("VersionRecord") },
      },
    },
    async (request) => {
      const { id: by } = requireRole(request, "compliance");
      const { note } = request.body;
      return await oneShown(orThrow(await definitions.refuse({ id: request.params.id, by, note })), by);
    },
  );
}

function forPage(
  version: VersionSummary,
  {
    names,
    titles,
    reader,
  }: {
    readonly names: ReadonlyMap<string, string | null>;
    readonly titles: ReadonlyMap<string, Words>;
    readonly reader: string;
  },
) {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    id: version.id,
    flow: version.flow,
    title: titles.get(version.flow),
    number: version.number,
    hash: version.hash,
    source: version.source,
    state: version.state,
    changed: version.changed,
    findings: version.findings,
    evidence: version.evidence_hash,
    note: version.note,
    decisionNote: version.decision_note,
    proposedBy: version.proposed_by,
    proposedByName: nameOf(version.proposed_by),
    approvedBy: version.approved_by,
    approvedByName: nameOf(version.approved_by),
    /** Whoever reads proposed it, so that somebody else has to decide. */
    own: version.proposed_by === reader,
    proposedAt: version.proposed_at,
    decidedAt: version.decided_at,
    publishedAt: version.published_at,
  };
}

function isOpen({ state }: Pick<VersionSummary, "state">): boolean {
  return state === "proposed" || state === "draft";
}

function orThrow<Value>(result: Result<Value, DefinitionFailure>): Value {
  if (result.ok) return result.value;
  const { error } = result;
  if (error.code === "file-not-editable")
    throw new AppError(error.code, {
      fields: error.paths.map((path) => ({ pointer: `/files/${escapePointer(path)}`, code: error.code })),
    });
  if (error.code === "definition-unsound")
    throw new AppError(error.code, { details: { findings: error.findings as unknown as Json } });
  throw new AppError(error.code);
}

function escapePointer(text: string): string {
  return text.replaceAll("~", "~0").replaceAll("/", "~1");
}
