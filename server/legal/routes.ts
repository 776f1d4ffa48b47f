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
import { decideLegal, type LegalFailure, proposeLegal } from "./change.ts";
import type { Legal } from "./create-legal.ts";
import { isLegalDocument, legalDocuments } from "./documents.ts";
import { legalText } from "./legal-text.ts";
import { listVersions, type NameOf } from "./list-versions.ts";

const day = { ...TEXT, maxLength: 10 };
const note = { ...TEXT, minLength: 3, maxLength: 1_000 };
const tags = ["staff"];

/**
 * Registers the routes of legal documents. Everyone can read documents, `operations` and `compliance` see
 * versions, and `compliance` decides on them.
 */
export function legalRoutes(app: App, legal: Legal, { nameOf }: { readonly nameOf: NameOf }): void {
  textRoute(app, legal);
  versionsRoute(app, legal, nameOf);
  proposalRoutes(app, legal);
}

function textRoute(app: App, legal: Legal): void {
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
}

function versionsRoute(app: App, legal: Legal, nameOf: NameOf): void {
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
    async (request) => ({ versions: await listVersions(legal, request.person.id, nameOf) }),
  );
}

function proposalRoutes(app: App, legal: Legal): void {
  const { room } = legal;
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
