import type { Result } from "../../engine/values/result.ts";
import type { App, ErrorCode } from "../http/index.ts";
import {
  AppError,
  bytesOf,
  call,
  deciding,
  inputOf,
  NOTHING,
  orNull,
  staff,
  TEXT,
  UUID,
} from "../http/index.ts";
import { MadeNow, PayoutDesk, ReturnsTaken } from "./answers.ts";
import { type ReturnFile, readReturnFile } from "./bank-file.ts";
import { payoutDesk } from "./list-payouts.ts";
import {
  decidePaymentFile,
  makePaymentFile,
  payByHand,
  releasedFile,
  reopenPayout,
  takeReturns,
} from "./payouts.ts";
import type { SettlementRoom } from "./room.ts";
import { sendCsv } from "./send-csv.ts";

const tags = ["staff"];
const finance = staff("finance");
const paying = deciding("finance");
/** Schema of the bank's return file. The maximum length is enough for 5,000 returned transfers. */
const returnFile = { ...TEXT, maxLength: 900_000 };

/** Registers the calls with which `finance` handles payouts: the list, payment files, and payouts by hand. */
export function payoutRoutes(app: App, room: SettlementRoom): void {
  call(
    app,
    "GET /api/payouts",
    {
      summary: "What is to be paid to investors, and the payment files",
      tags,
      access: finance,
      answers: { 200: PayoutDesk },
      errors: [],
    },
    async (request) => await payoutDesk(room, request.person.id),
  );

  decisionRoutes(app, room);
  bankFileRoutes(app, room);
  againRoute(app, room);
  byHandRoutes(app, room);
}

/** Registers the calls for payment files. One person makes a file, another person releases or discards it. */
function decisionRoutes(app: App, room: SettlementRoom): void {
  call(
    app,
    "POST /api/payment-files",
    {
      summary: "Makes a payment file of what is due, the oldest 500 first; another person releases it",
      tags,
      access: paying,
      answers: { 201: MadeNow },
      errors: ["paid-by-hand", "nothing-due"],
    },
    async (request) => orRefused(await makePaymentFile(room, request.person.id)),
  );

  for (const [path, decision, summary] of [
    [
      "release",
      "RELEASED",
      "Releases a payment file that another person made: its payouts are sent to the bank",
    ],
    ["discard", "DISCARDED", "Discards a payment file that nobody released; its payouts are due again"],
  ] as const)
    call(
      app,
      `POST /api/payment-files/:id/${path}`,
      {
        summary,
        tags,
        access: paying,
        params: inputOf({ id: UUID }),
        answers: NOTHING,
        errors: [
          "not-found",
          "already-decided",
          "four-eyes",
          "payment-file-too-long",
          "payment-file-changed",
        ],
      },
      async (request) => {
        orRefused(await decidePaymentFile(room, request.person.id, { id: request.params.id, decision }));
      },
    );
}

/** Registers the download of payment files for the bank, and the upload of the bank's return files. */
function bankFileRoutes(app: App, room: SettlementRoom): void {
  call(
    app,
    "GET /api/payment-files/:id/file",
    {
      summary: "The bytes of a released payment file, as the bank takes them",
      tags,
      access: finance,
      params: inputOf({ id: UUID }),
      answers: { 200: bytesOf("The payment file", "text/csv") },
      errors: ["not-found"],
    },
    async (request, reply) => {
      const file = await releasedFile(room, request.params.id);
      if (file === null) throw new AppError("not-found");
      return sendCsv(reply, `payments-${file.hash.slice(0, 8)}.csv`, file.bytes);
    },
  );

  call(
    app,
    "POST /api/payment-files/:id/returns",
    {
      summary: "Takes in the bank's return file: what came back is owed again, everything else is paid",
      tags,
      access: finance,
      params: inputOf({ id: UUID }),
      body: inputOf({ file: returnFile }),
      bodyLimit: 1_000_000,
      answers: { 200: ReturnsTaken },
      errors: [
        "not-found",
        "return-file-empty",
        "return-file-known",
        "return-file-not-valid",
        "return-line-twice",
        "return-not-of-file",
      ],
    },
    async (request) => {
      const of = { file: request.params.id, ...returnFileOf(request.body.file) };
      const taken = await takeReturns(room, request.person.id, of);
      if (!taken.ok && taken.error.code === "return-not-of-file")
        throw new AppError("return-not-of-file", { params: { line: taken.error.line } });
      return orRefused(taken);
    },
  );
}

/** Reads the bank's return file. If a line is not valid, throws with its number. */
function returnFileOf(text: string): ReturnFile {
  const read = readReturnFile(text);
  if (read.ok) return read.value;
  if (read.error.code === "empty") throw new AppError("return-file-empty");
  const { code, line } = read.error;
  throw new AppError(code === "twice" ? "return-line-twice" : "return-file-not-valid", { params: { line } });
}

function againRoute(app: App, room: SettlementRoom): void {
  call(
    app,
    "POST /api/payouts/:id/again",
    {
      summary:
        "Pays what came back once more, to this verified account of the investor, or a refund to where it came from (null)",
      tags,
      access: paying,
      params: inputOf({ id: UUID }),
      body: inputOf({ account: orNull(UUID) }),
      answers: { 201: MadeNow },
      errors: ["not-found", "already-decided", "destination-not-verified"],
    },
    async (request) =>
      orRefused(
        await reopenPayout(room, request.person.id, {
          id: request.params.id,
          account: request.body.account,
        }),
      ),
  );
}

/**
 * Registers the calls for payouts by hand. One person states that a payout was paid, another person confirms
 * it.
 */
function byHandRoutes(app: App, room: SettlementRoom): void {
  call(
    app,
    "POST /api/payouts/:id/paid",
    {
      summary: "Says that a payout was paid by hand, with the bank's reference; another person confirms it",
      tags,
      access: paying,
      params: inputOf({ id: UUID }),
      body: inputOf({ reference: { ...TEXT, minLength: 1, maxLength: 60, pattern: "\\S" } }),
      answers: NOTHING,
      errors: ["paid-by-file", "not-found", "already-decided"],
    },
    async (request) => {
      orRefused(
        await payByHand(room, request.person.id, {
          id: request.params.id,
          reference: request.body.reference,
        }),
      );
    },
  );

  call(
    app,
    "POST /api/payouts/:id/confirm",
    {
      summary: "Confirms a payout that another person paid by hand",
      tags,
      access: paying,
      params: inputOf({ id: UUID }),
      answers: NOTHING,
      errors: ["paid-by-file", "not-found", "already-decided", "four-eyes"],
    },
    async (request) => {
      orRefused(await payByHand(room, request.person.id, { id: request.params.id, confirmed: true }));
    },
  );
}

function orRefused<Value>(result: Result<Value, { readonly code: ErrorCode }>): Value {
  if (!result.ok) throw new AppError(result.error.code);
  return result.value;
}
