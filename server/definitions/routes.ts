import type { Json } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import { type App, AppError, requireRole } from "../http/index.ts";
import type { Definitions } from "./definitions.ts";
import { evidenceOf } from "./evidence.ts";
import type { DefinitionFailure } from "./proposals.ts";
import { summaryOf, type VersionSummary } from "./version-store.ts";

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
const DECISION = {
  type: ["object", "null"],
  additionalProperties: false,
  properties: { note: { type: "string", maxLength: 2_000 } },
} as const;
const APPROVAL = {
  ...DECISION,
  properties: {
    ...DECISION.properties,
    // Hash of the evidence that the approver looked at.
    evidence: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
} as const;
const TAGS = ["definitions"];
const HASHED_FILE = /^([a-z][a-z0-9-]*)\.([0-9a-f]{16,64})-([0-9a-f]{12})\.js$/;

/** Routes of definitions: modules and texts for every page; versions for operations and compliance. */
export function definitionsRoutes(app: App, definitions: Definitions): void {
  app.get<{ Params: { file: string } }>(
    "/modules/:file",
    {
      schema: {
        summary: "A published version as an ES module; its address never changes its bytes",
        tags: TAGS,
      },
    },
    async (request, reply) => {
      const [, flow = "", hash = "", edition = ""] = HASHED_FILE.exec(request.params.file) ?? [];
      const text = hash === "" ? null : await definitions.module(flow, hash, edition);
      if (text === null) throw new AppError("not-found");
      return reply
        .header("Content-Type", "text/javascript; charset=utf-8")
        .header("Cache-Control", "public, max-age=31536000, immutable")
        .header("X-Content-Type-Options", "nosniff")
        .send(text);
    },
  );

  app.get<{ Params: { lng: string } }>(
    "/api/locales/:lng",
    {
      config: { sameForAll: true },
      schema: {
        summary: "The portal's texts by namespace; an unknown language is answered in Thai",
        tags: ["portal"],
        params: {
          type: "object",
          required: ["lng"],
          properties: { lng: { type: "string", maxLength: 35 } },
        },
      },
    },
    async (request, reply) => {
      const language = request.params.lng === "en" ? "en" : "th";
      const { etag, json } = definitions.locales.bundle(language);
      reply.header("ETag", etag).header("Cache-Control", "no-cache").header("Content-Language", language);
      if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
      return reply.header("Content-Type", "application/json; charset=utf-8").send(json);
    },
  );

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
      },
    },
    async (request) => {
      requireRole(request, "operations", "compliance", "admin");
      const versions = await definitions.list(request.query.flow);
      return {
        current: definitions.flows().map((flow) => definitions.current(flow)),
        versions: versions.map(forPage),
      };
    },
  );

  app.get<{ Params: { id: string } }>(
    "/api/definitions/versions/:id",
    { schema: { summary: "One version with its files", tags: TAGS, params: ID } },
    async (request) => {
      requireRole(request, "operations", "compliance", "admin");
      const version = await definitions.get(request.params.id);
      if (version === null) throw new AppError("not-found");
      return { ...forPage(summaryOf(version)), files: version.files };
    },
  );

  app.get<{ Params: { id: string } }>(
    "/api/definitions/versions/:id/evidence",
    {
      schema: {
        summary:
          "What the gate found about a version, signed, and its approval; 404 where nobody proposed it",
        tags: TAGS,
        params: ID,
      },
    },
    async (request, reply) => {
      requireRole(request, "operations", "compliance", "admin");
      const version = await definitions.get(request.params.id);
      const stored = version === null ? null : evidenceOf(version);
      if (version === null || stored === null) throw new AppError("not-found");
      const name = `${version.flow}-${stored.proposal.hash.slice(0, 12)}-evidence.json`;
      return reply
        .header("Content-Type", "application/json; charset=utf-8")
        .header("Content-Disposition", `attachment; filename="${name}"`)
        .header("Cache-Control", "no-store")
        .send(JSON.stringify(stored, null, 2));
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
            note: { type: "string", maxLength: 2_000 },
          },
        },
      },
    },
    async (request, reply) => {
      const person = requireRole(request, "operations");
      const { files, note } = request.body;
      const proposed = await definitions.propose({
        flow: request.params.flow,
        changes: files,
        note: note ?? null,
        by: person.id,
      });
      return reply.code(201).send(forPage(orThrow(proposed)));
    },
  );

  app.post<{ Params: { id: string }; Body: { note?: string; evidence?: string } | null }>(
    "/api/definitions/versions/:id/approve",
    {
      schema: {
        summary: "Approves and publishes; never by who proposed it, and only the evidence that is named",
        tags: TAGS,
        params: ID,
        body: APPROVAL,
      },
    },
    async (request) => {
      const person = requireRole(request, "compliance");
      const evidence = request.body?.evidence;
      const named = evidence === undefined ? {} : { evidence };
      return forPage(orThrow(await definitions.approve({ id: request.params.id, by: person.id, ...named })));
    },
  );

  app.post<{ Params: { id: string }; Body: { note?: string } | null }>(
    "/api/definitions/versions/:id/reject",
    { schema: { summary: "Refuses a proposed version", tags: TAGS, params: ID, body: DECISION } },
    async (request) => {
      const person = requireRole(request, "compliance");
      const note = request.body?.note ?? null;
      return forPage(orThrow(await definitions.refuse({ id: request.params.id, by: person.id, note })));
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
    proposedBy: version.proposed_by,
    approvedBy: version.approved_by,
    proposedAt: version.proposed_at,
    decidedAt: version.decided_at,
    publishedAt: version.published_at,
  };
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
