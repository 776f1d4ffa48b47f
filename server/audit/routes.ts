import {
  type App,
  answer,
  eitherOf,
  INSTANT,
  nameAnswers,
  objectOf,
  oneOf,
  orNull,
  requireRole,
  TEXT,
  WHOLE,
} from "../http/index.ts";
import type { Audit } from "./create-audit.ts";

/** `/api/audit`: what was found of the trail, and its signed head to keep elsewhere. For compliance and admin. */
export function auditRoutes(app: App, audit: Audit): void {
  const position = { batch: WHOLE, hash: TEXT, lines: WHOLE, unmarked: WHOLE };
  nameAnswers(app, {
    AuditHead: objectOf(
      {
        content: objectOf({ kind: oneOf("audit-head"), format: WHOLE, ...position, at: INSTANT }),
        signature: objectOf({ algorithm: oneOf("Ed25519"), publicKey: TEXT, value: TEXT }),
      },
      "Where the audit trail stood when it was found whole, signed",
    ),
    AuditCheck: eitherOf(
      objectOf({ kind: oneOf("whole"), position: objectOf(position), unsealed: WHOLE }),
      objectOf({
        kind: oneOf("broken"),
        batch: WHOLE,
        reason: oneOf("lines", "hash", "order", "mark", "head"),
      }),
    ),
    AuditState: objectOf({ head: orNull(answer("AuditHead")), check: orNull(answer("AuditCheck")) }),
  });
  app.get(
    "/api/audit",
    {
      schema: {
        summary:
          "What was found of the audit trail, and its signed head to keep elsewhere (compliance, admin)",
        tags: ["operations"],
        response: { 200: answer("AuditState") },
      },
    },
    async (request) => {
      requireRole(request, "compliance", "admin");
      return { head: audit.head(), check: audit.lastCheck() };
    },
  );
}
