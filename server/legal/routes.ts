import { decideLegal, type LegalFailure, proposeLegal } from "./change.ts";
import type { Legal } from "./create-legal.ts";
import { isLegalDocument, legalDocuments } from "./documents.ts";
import { legalText } from "./legal-text.ts";
import "./tables.ts";
import {
  ANY_OBJECT,
  type App,
  AppError,
  anonymous,
  call,
  deciding,
  FLAG,
  inputOf,
  oneOf,
  staff,
  TEXT,
  UUID,
} from "../http/index.ts";
import { LegalDecided, LegalDocument, LegalProposed, LegalVersions } from "./answers.ts";

const day = { ...TEXT, maxLength: 10 };
const note = { ...TEXT, minLength: 3, maxLength: 1_000 };
const tags = ["staff"];

/**
 * Registers the routes: documents for everyone, versions for `operations` and `compliance`, decisions for
 * `compliance`.
 */
export function legalRoutes(
  app: App,
  legal: Legal,
  { nameOf }: { readonly nameOf: (personId: string) => Promise<string | null> },
): void {
  const { room } = legal;
  call(
    app,
    "GET /api/legal/:document",
    {
      summary: "A legal document in force, or an earlier version of it",
      tags: ["legal"],
      access: anonymous,
      params: inputOf({ document: { ...TEXT, maxLength: 40 } }),
      query: inputOf({ "version?": { ...TEXT, maxLength: 40 } }),
      answers: { 200: LegalDocument },
      errors: ["not-found"],
    },
    async (request) => {
      const name = request.params.document;
      const found = await legalText(legal, name, request.query.version);
      if (found === null || !isLegalDocument(name)) throw new AppError("not-found");
      return { document: name, ...found, current: found.version === legal.inForce()[name].version };
    },
  );

  call(
    app,
    "GET /api/legal",
    {
      summary: "All versions of all legal documents",
      tags,
      access: staff("operations", "compliance"),
      answers: { 200: LegalVersions },
      errors: [],
    },
    async (request) => {
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
          own: row.proposed_by === request.person.id,
          inForce: row.state === "PUBLISHED" && inForce[row.document].version === row.version,
        })),
      };
    },
  );

  call(
    app,
    "POST /api/legal/:document/versions",
    {
      summary: "Proposes a version of a legal document; another person decides",
      tags,
      access: staff("operations", "compliance"),
      params: inputOf({ document: oneOf(...legalDocuments) }),
      body: inputOf({
        content: inputOf({ th: ANY_OBJECT, en: ANY_OBJECT }),
        effectiveFrom: day,
        renew: FLAG,
        "graceUntil?": day,
        note,
      }),
      answers: { 201: LegalProposed },
      errors: ["legal-not-valid", "legal-date-not-valid", "legal-version-known", "legal-waits-already"],
    },
    async (request) => {
      const done = await proposeLegal(room, request.person.id, {
        document: request.params.document,
        ...request.body,
      });
      if (!done.ok) throw failed(done.error);
      return done.value;
    },
  );

  for (const [path, decision, summary] of [
    ["approve", "PUBLISHED", "Publishes a version that another person proposed"],
    ["reject", "REFUSED", "Refuses a version that another person proposed"],
  ] as const)
    call(
      app,
      `POST /api/legal/versions/:id/${path}`,
      {
        summary,
        tags,
        access: deciding("compliance"),
        params: inputOf({ id: UUID }),
        body: inputOf({ note }),
        answers: { 200: LegalDecided },
        errors: ["not-found", "already-decided", "four-eyes", "legal-date-not-valid"],
      },
      async (request) => {
        const decided = await decideLegal(room, request.person.id, {
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
