import type { App } from "../http/index.ts";
import {
  AppError,
  anonymous,
  call,
  DAY,
  deciding,
  FLAG,
  inputOf,
  NOTHING,
  named,
  objectOf,
  oneOf,
  orNull,
  rawBodyOf,
  signed,
  staff,
  TEXT,
  UUID,
  withRawBodies,
} from "../http/index.ts";
import { isSigned } from "../identity/index.ts";
import { ControlList, ControlMade, StatementImported, StatementList } from "./answers.ts";
import { takeMessage } from "./bank-message.ts";
import { listControls, listStatements } from "./books-beside.ts";
import { controlBank, controlCustodian, decideBreak, signControl } from "./controls.ts";
import { importStatement } from "./import-statement.ts";
import { inTransaction } from "./in-transaction.ts";
import type { PaymentsRoom } from "./room.ts";
import { isSilent, sendFromSandbox, setSilent } from "./sandbox-bank.ts";

const desk = ["staff"];
const kind = oneOf("bank", "custodian");
const FILE_LIMIT = 4 * 1024 * 1024;
const file = { ...TEXT, minLength: 1, maxLength: FILE_LIMIT };

/** Registers the calls for the bank's messages, statements and daily controls. */
export function bankRoutes(app: App, room: PaymentsRoom): void {
  webhookRoute(app, room);
  statementRoutes(app, room);
  controlRoutes(app, room);
  breakRoutes(app, room);
}

/**
 * Registers the call for the bank's messages. It reads the body as raw bytes, because the signature covers
 * these.
 */
function webhookRoute(app: App, room: PaymentsRoom): void {
  withRawBodies(app, (scope) => {
    call(
      scope,
      "POST /api/webhooks/bank",
      {
        summary: "Money in, as the bank reports it, signed; sent twice it is known",
        tags: ["payments"],
        access: signed(
          (request) =>
            room.bankSecret !== null &&
            isSigned(room.bankSecret, rawBodyOf(request), request.headers["x-sha2-signature"]),
        ),
        answers: { 200: objectOf({ outcome: oneOf("matched", "held", "known") }) },
        errors: ["bank-report-not-valid", "transfer-ahead", "calendar-not-loaded"],
        bodyLimit: 16 * 1024,
      },
      async (request) => {
        const taken = await takeMessage(room, rawBodyOf(request).toString("utf8"));
        if (!taken.ok) throw new AppError(taken.error.code);
        return { outcome: taken.value.outcome };
      },
    );
  });
}

function statementRoutes(app: App, room: PaymentsRoom): void {
  call(
    app,
    "GET /api/bank-statements",
    {
      summary: "Bank statements that were imported, the newest first",
      tags: desk,
      access: staff("finance"),
      answers: { 200: StatementList },
      errors: [],
    },
    async () => ({ statements: await listStatements(room) }),
  );
  call(
    app,
    "POST /api/bank-statements",
    {
      summary: "Imports a bank statement (CSV), all of it or nothing",
      tags: desk,
      access: staff("finance"),
      body: inputOf({ file }),
      answers: { 201: StatementImported },
      errors: [
        "statement-known",
        "statement-header",
        "statement-empty",
        "statement-account",
        "statement-not-ours",
        "statement-date",
        "statement-ahead",
        "statement-reference",
        "statement-twice",
        "statement-amount",
        "statement-two-readings",
        "statement-balance",
        "calendar-not-loaded",
      ],
      bodyLimit: FILE_LIMIT,
    },
    async (request) => {
      const given = { file: request.body.file, by: request.person.id };
      const { statement: _id, ...counts } = await inTransaction(room, (tx) =>
        importStatement(room, tx, given),
      );
      return counts;
    },
  );
}

function controlRoutes(app: App, room: PaymentsRoom): void {
  call(
    app,
    "GET /api/controls",
    {
      summary: "The books beside bank and custodian, day by day, with what differs",
      tags: desk,
      access: staff("finance"),
      answers: { 200: ControlList },
      errors: [],
    },
    async () => ({ controls: await listControls(room) }),
  );
  call(
    app,
    "POST /api/controls",
    {
      summary: "Lays a day's books beside its bank statement, or beside the custodian's file",
      tags: desk,
      access: staff("finance"),
      body: inputOf({ day: DAY, "file?": file }),
      answers: { 201: ControlMade },
      errors: ["control-no-statement", "custodian-not-read", "already-decided"],
      bodyLimit: FILE_LIMIT,
    },
    async (request) => {
      const { day, file: given } = request.body;
      const by = request.person.id;
      return await inTransaction(room, (tx) =>
        given === undefined
          ? controlBank(room, tx, { day, by })
          : controlCustodian(room, tx, { day, by, file: given }),
      );
    },
  );
}

/**
 * Registers the calls for differences that a daily control found. A person assigns each difference to
 * somebody or closes it; then another person signs the day.
 */
function breakRoutes(app: App, room: PaymentsRoom): void {
  call(
    app,
    "POST /api/controls/break",
    {
      summary: "Looks after a difference, or closes it with the reason",
      tags: desk,
      access: staff("finance"),
      body: inputOf({
        day: DAY,
        kind,
        subject: { ...TEXT, maxLength: 40 },
        "reason?": { ...TEXT, minLength: 3, maxLength: 500 },
      }),
      answers: NOTHING,
      errors: ["not-found", "already-decided"],
    },
    async (request) => {
      const given = { ...request.body, by: request.person.id };
      await inTransaction(room, (tx) => decideBreak(room, tx, given));
    },
  );
  call(
    app,
    "POST /api/controls/sign",
    {
      summary: "Signs a day's control; every difference has somebody who looks after it",
      tags: desk,
      access: deciding("finance"),
      body: inputOf({ day: DAY, kind }),
      answers: NOTHING,
      errors: ["not-found", "control-signed", "controls-not-closed"],
    },
    async (request) => {
      const given = { ...request.body, by: request.person.id };
      await inTransaction(room, (tx) => signControl(room, tx, given));
    },
  );
}

const SandboxBank = named("SandboxBank", objectOf({ silent: FLAG }, "Whether the bank of development pays"));
const SandboxSent = named(
  "SandboxSent",
  objectOf({ outcome: orNull(oneOf("matched", "held", "known")) }, "What became of a transfer"),
);

/** Registers `/api/dev/bank`, the sandbox bank. Development only. */
export function sandboxBankRoutes(app: App, room: PaymentsRoom): void {
  const tags = ["development"];
  call(
    app,
    "GET /api/dev/bank",
    {
      summary: "Whether the bank stays silent (development only)",
      tags,
      access: anonymous,
      answers: { 200: SandboxBank },
      errors: [],
    },
    async () => ({ silent: await isSilent(room) }),
  );
  call(
    app,
    "POST /api/dev/bank",
    {
      summary: "Tells the bank to stay silent, or to pay (development only)",
      tags,
      access: anonymous,
      body: inputOf({ silent: FLAG }),
      answers: { 200: SandboxBank },
      errors: [],
    },
    async (request) => {
      await setSilent(room, request.body.silent);
      return { silent: request.body.silent };
    },
  );
  call(
    app,
    "POST /api/dev/bank/transfers",
    {
      summary: "Sends a transfer for an order: the amount, another payer, once more (development only)",
      tags,
      access: anonymous,
      body: inputOf({
        order: UUID,
        "amount?": { ...TEXT, pattern: "^[0-9]{1,12}[.][0-9]{2}$" },
        "payer?": { ...TEXT, minLength: 1, maxLength: 100 },
        "again?": { ...TEXT, pattern: "^[0-9a-z]{1,3}$" },
      }),
      answers: { 200: SandboxSent },
      errors: [],
    },
    async (request) => ({ outcome: await sendFromSandbox(room, request.body) }),
  );
}
