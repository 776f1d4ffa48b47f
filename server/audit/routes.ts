import {
  type App,
  call,
  eitherOf,
  INSTANT,
  named,
  objectOf,
  oneOf,
  orNull,
  staff,
  TEXT,
  WHOLE,
} from "../http/index.ts";
import type { Audit } from "./create-audit.ts";

const reason = oneOf("lines", "hash", "order", "mark", "head");
const position = { batch: WHOLE, hash: TEXT, lines: WHOLE, unmarked: WHOLE };

const AuditHead = named(
  "AuditHead",
  objectOf(
    {
      content: objectOf({ kind: oneOf("audit-head"), format: WHOLE, ...position, at: INSTANT }),
      signature: objectOf({ algorithm: oneOf("Ed25519"), publicKey: TEXT, value: TEXT }),
    },
    "Where the audit trail stood when it was found whole, signed",
  ),
);

const AuditCheck = named(
  "AuditCheck",
  eitherOf(
    objectOf({ kind: oneOf("whole"), position: objectOf(position), unsealed: WHOLE }),
    objectOf({
      kind: oneOf("broken"),
      batch: WHOLE,
      reason,
    }),
  ),
);

const AuditState = named(
  "AuditState",
  objectOf({
    head: orNull(AuditHead),
    check: orNull(AuditCheck),
    broken: orNull(objectOf({ batch: WHOLE, reason, since: INSTANT })),
  }),
);

/** `/api/audit`: what was found of the trail, and its signed head to keep elsewhere. For compliance and admin. */
export function auditRoutes(app: App, audit: Audit): void {
  call(
    app,
    "GET /api/audit",
    {
      summary: "What was found of the audit trail, and its signed head to keep elsewhere (compliance, admin)",
      tags: ["operations"],
      access: staff("compliance", "admin"),
      answers: { 200: AuditState },
      errors: [],
    },
    async () => ({ head: audit.head(), check: audit.lastCheck(), broken: await audit.broken() }),
  );
}
