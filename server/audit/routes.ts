import { DateTime } from "luxon";
import { csvOf } from "../../domain/csv.ts";
import { type Clock, ZONE } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import {
  type App,
  bytesOf,
  call,
  DAY,
  eitherOf,
  FLAG,
  INSTANT,
  inputOf,
  listOf,
  named,
  objectOf,
  oneOf,
  orNull,
  staff,
  TEXT,
  type TypeOf,
  VALUES,
  WHOLE,
} from "../http/index.ts";
import type { Audit } from "./create-audit.ts";
import { type AuditFilter, type AuditLine, auditActions, auditLines } from "./lines.ts";
import { type OpenWords, openDetails } from "./open-details.ts";
import { record } from "./record.ts";

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

const AuditLines = named(
  "AuditLines",
  objectOf(
    {
      lines: listOf(
        objectOf({
          id: WHOLE,
          at: INSTANT,
          actor: TEXT,
          colleague: {
            ...orNull(TEXT),
            description: "E-mail of the actor, where they are or were a colleague",
          },
          action: TEXT,
          subject: TEXT,
          from: orNull(TEXT),
          to: orNull(TEXT),
          version: orNull(TEXT),
          detail: VALUES,
          sealed: FLAG,
        }),
        "The newest first",
      ),
      next: { ...orNull(WHOLE), description: "`before` of the next page; null on the last" },
    },
    "A page of the audit trail",
  ),
);

const ON_A_PAGE = 50;
/** Maximum number of lines per file. Longer periods need several requests. */
const IN_A_FILE = 10_000;

const filters = {
  "actor?": { ...TEXT, maxLength: 100 },
  "action?": { ...TEXT, maxLength: 60 },
  "subject?": { ...TEXT, maxLength: 120 },
  "from?": DAY,
  "until?": DAY,
};
const Filters = inputOf(filters);

const tags = ["operations"];
const access = staff("compliance", "admin");

/** Dependencies of the routes that show the trail. */
type Desk = {
  readonly db: Db;
  readonly clock: Clock;
  /** Returns the e-mail of each given person who is or was staff. */
  readonly colleagues: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly openWords: OpenWords;
};

/**
 * Registers `/api/audit`: the state of the trail, its signed head, and its lines. Only compliance and admins
 * have access.
 */
export function auditRoutes(app: App, audit: Audit, desk: Desk): void {
  stateRoute(app, audit);
  linesRoutes(app, desk);
  tableRoute(app, desk);
}

function stateRoute(app: App, audit: Audit): void {
  call(
    app,
    "GET /api/audit",
    {
      summary: "What was found of the audit trail, and its signed head to keep elsewhere (compliance, admin)",
      tags,
      access,
      answers: { 200: AuditState },
      errors: [],
    },
    async () => ({ head: audit.head(), check: audit.lastCheck(), broken: await audit.broken() }),
  );
}

function linesRoutes(app: App, desk: Desk): void {
  call(
    app,
    "GET /api/audit/lines",
    {
      summary:
        "Lines of the audit trail by who, what, when and to what, a page at a time (compliance, admin)",
      tags,
      access,
      query: inputOf({ ...filters, "before?": { ...WHOLE, minimum: 1, maximum: Number.MAX_SAFE_INTEGER } }),
      answers: { 200: AuditLines },
      errors: [],
    },
    async (request) => {
      const { before } = request.query;
      const { lines, next } = await auditLines(desk.db, filterOf(request.query), {
        limit: ON_A_PAGE,
        ...(before === undefined ? {} : { before }),
      });
      return { lines: await withColleagues(desk, lines), next };
    },
  );

  call(
    app,
    "GET /api/audit/actions",
    {
      summary: "Every action that the audit trail knows (compliance, admin)",
      tags,
      access,
      answers: { 200: objectOf({ actions: listOf(TEXT) }) },
      errors: [],
    },
    async () => ({ actions: await auditActions(desk.db) }),
  );
}

function tableRoute(app: App, desk: Desk): void {
  call(
    app,
    "GET /api/audit/lines/csv",
    {
      summary: "The newest 10,000 such lines as a table; that somebody took them is a line as well",
      tags,
      access,
      query: Filters,
      answers: { 200: bytesOf("The table", "text/csv") },
      errors: [],
    },
    async (request, reply) => {
      const { lines } = await auditLines(desk.db, filterOf(request.query), { limit: IN_A_FILE });
      await desk.db.transaction().execute((tx) =>
        record(tx, desk.clock, {
          actor: `person:${request.person.id}`,
          action: "audit.export",
          subject: "audit",
          detail: { lines: lines.length },
        }),
      );
      return await reply
        .header("Content-Type", "text/csv; charset=utf-8")
        .header("Content-Disposition", 'attachment; filename="audit.csv"')
        .send(tableOf(await withColleagues(desk, lines)));
    },
  );
}

/** Returns lines for the page, with decrypted details and the e-mails of colleagues. */
async function withColleagues({ colleagues, openWords }: Desk, lines: readonly AuditLine[]) {
  const ids = lines.flatMap(({ actor }) => /^person:(.+)$/.exec(actor)?.[1] ?? []);
  const emails = await colleagues([...new Set(ids)]);
  return (await openDetails(lines, openWords)).map((line) => ({
    ...line,
    at: line.at.toISOString(),
    colleague: emails.get(line.actor.slice("person:".length)) ?? null,
  }));
}

function filterOf({ actor, action, subject, from, until }: TypeOf<typeof Filters>): AuditFilter {
  const day = (text: string) => DateTime.fromISO(text, { zone: ZONE }).startOf("day");
  return {
    ...(actor === undefined || actor === "" ? {} : { actor }),
    ...(action === undefined || action === "" ? {} : { action }),
    ...(subject === undefined || subject === "" ? {} : { subject }),
    ...(from === undefined ? {} : { from: day(from).toJSDate() }),
    // The last day is included, so the exclusive end is a day later.
    ...(until === undefined ? {} : { until: day(until).plus({ days: 1 }).toJSDate() }),
  };
}

const COLUMNS = [
  "id",
  "at",
  "actor",
  "colleague",
  "action",
  "subject",
  "from",
  "to",
  "version",
  "sealed",
] as const;

function tableOf(lines: readonly TypeOf<typeof AuditLines>["lines"][number][]): string {
  return csvOf([
    [...COLUMNS, "detail"],
    ...lines.map((line) => [
      ...COLUMNS.map((column) => (line[column] === null ? null : String(line[column]))),
      JSON.stringify(line.detail),
    ]),
  ]);
}
