import type { JsonObject } from "../../engine/values/json.ts";
import { type App, AppError, answer, nameAnswers, requireRole } from "../http/index.ts";
import { LEGAL_ANSWERS } from "./answers.ts";
import { decideLegal, type LegalFailure, proposeLegal } from "./change.ts";
import type { Legal } from "./create-legal.ts";
import { isLegalDocument, type LegalDocument, legalDocuments } from "./documents.ts";
import "./tables.ts";

const document = { type: "string", enum: [...legalDocuments] } as const;
const day = { type: "string", maxLength: 10 } as const;
const note = { type: "string", minLength: 3, maxLength: 1_000 } as const;
const staff = ["staff"];

/** Legal documents for everybody; their versions for `operations` and `compliance`, decisions for `compliance`. */
export function legalRoutes(
  app: App,
  legal: Legal,
  { nameOf }: { readonly nameOf: (personId: string) => Promise<string | null> },
): void {
  const { room } = legal;
  nameAnswers(app, LEGAL_ANSWERS);
  app.get<{ Params: { document: string }; Querystring: { version?: string } }>(
    "/api/legal/:document",
    {
      schema: {
        summary: "A legal document in force, or an earlier version of it",
        tags: ["legal"],
        params: {
          type: "object",
          required: ["document"],
          properties: { document: { type: "string", maxLength: 40 } },
        },
        querystring: {
          type: "object",
          additionalProperties: false,
          properties: { version: { type: "string", maxLength: 40 } },
        },
        response: { 200: answer("LegalDocument") },
      },
    },
    async (request) => {
      const name = request.params.document;
      if (!isLegalDocument(name)) throw new AppError("not-found");
      const current = legal.inForce()[name].version;
      const found = await room.db
        .selectFrom("legal_documents")
        .selectAll()
        .where("document", "=", name)
        .where("version", "=", request.query.version ?? current)
        .where("state", "=", "PUBLISHED")
        .executeTakeFirst();
      if (found === undefined || found.effective_from > room.clock.today()) throw new AppError("not-found");
      return {
        document: name,
        version: found.version,
        effectiveFrom: found.effective_from,
        current: found.version === current,
        hash: { th: found.hash_th, en: found.hash_en },
        content: found.content,
      };
    },
  );

  app.get(
    "/api/legal",
    {
      schema: {
        summary: "All versions of all legal documents",
        tags: staff,
        response: { 200: answer("LegalVersions") },
      },
    },
    async (request) => {
      const person = requireRole(request, "operations", "compliance");
      const inForce = legal.inForce();
      const rows = await room.db
        .selectFrom("legal_documents")
        .selectAll()
        .orderBy("ordinal", "desc")
        .execute();
      const ids = [...new Set(rows.flatMap((row) => [row.proposed_by, row.decided_by]))].filter(
        (id) => id !== null,
      );
      const names = new Map(await Promise.all(ids.map(async (id) => [id, await nameOf(id)] as const)));
      const called = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
      return {
        versions: rows.map((row) => ({
          id: row.id,
          document: row.document,
          version: row.version,
          state: row.state,
          source: row.source,
          effectiveFrom: row.effective_from,
          renew: row.renew,
          graceUntil: row.grace_until,
          hash: { th: row.hash_th, en: row.hash_en },
          content: row.content,
          note: row.note,
          proposedByName: called(row.proposed_by),
          proposedAt: row.proposed_at.toISOString(),
          decidedByName: called(row.decided_by),
          decidedAt: row.decided_at?.toISOString() ?? null,
          decisionNote: row.decision_note,
          own: row.proposed_by === person.id,
          inForce: row.state === "PUBLISHED" && inForce[row.document].version === row.version,
        })),
      };
    },
  );

  type Body = {
    content: { th: JsonObject; en: JsonObject };
    effectiveFrom: string;
    renew: boolean;
    graceUntil?: string;
    note: string;
  };
  app.post<{ Params: { document: LegalDocument }; Body: Body }>(
    "/api/legal/:document/versions",
    {
      schema: {
        summary: "Proposes a version of a legal document; another person decides",
        tags: staff,
        params: { type: "object", required: ["document"], properties: { document } },
        body: {
          type: "object",
          additionalProperties: false,
          required: ["content", "effectiveFrom", "renew", "note"],
          properties: {
            content: {
              type: "object",
              additionalProperties: false,
              required: ["th", "en"],
              properties: {
                th: { type: "object", additionalProperties: true },
                en: { type: "object", additionalProperties: true },
              },
            },
            effectiveFrom: day,
            renew: { type: "boolean" },
            graceUntil: day,
            note,
          },
        },
        response: { 201: answer("LegalProposed") },
      },
    },
    async (request, reply) => {
      const person = requireRole(request, "operations", "compliance");
      const done = await proposeLegal(room, person.id, {
        document: request.params.document,
        ...request.body,
      });
      if (!done.ok) throw failed(done.error);
      return reply.code(201).send(done.value);
    },
  );

  for (const [path, decision, summary] of [
    ["approve", "PUBLISHED", "Publishes a version that another person proposed"],
    ["reject", "REFUSED", "Refuses a version that another person proposed"],
  ] as const)
    app.post<{ Params: { id: string }; Body: { note: string } }>(
      `/api/legal/versions/:id/${path}`,
      {
        schema: {
          summary,
          tags: staff,
          params: {
            type: "object",
            required: ["id"],
            properties: { id: { type: "string", format: "uuid" } },
          },
          body: { type: "object", additionalProperties: false, required: ["note"], properties: { note } },
          response: { 200: answer("LegalDecided") },
        },
      },
      async (request) => {
        const person = requireRole(request, "compliance");
        const decided = await decideLegal(room, person.id, {
          id: request.params.id,
          decision,
          note: request.body.note,
        });
        if (!decided.ok) throw failed(decided.error);
        await legal.refresh();
        return decided.value;
      },
    );
}

function failed({ code, pointer }: LegalFailure): AppError {
  return new AppError(code, pointer === undefined ? {} : { fields: [{ pointer, code }] });
}
