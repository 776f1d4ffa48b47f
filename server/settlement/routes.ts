import { csvRowsOf } from "../../domain/csv.ts";
import { isLocalDate } from "../../engine/values/local-date.ts";
import type { Result } from "../../engine/values/result.ts";
import { findPerson, leavesTestsOut } from "../accounts/index.ts";
import type { App, ErrorCode, Reply } from "../http/index.ts";
import {
  AppError,
  bytesOf,
  call,
  DAY,
  deciding,
  inputOf,
  NOTHING,
  orNull,
  staff,
  TEXT,
  UUID,
} from "../http/index.ts";
import { trialBalance, unitHolders } from "../ledger/index.ts";
import {
  HoldersRegister,
  MadeNow,
  PayoutDesk,
  ReturnsTaken,
  SetAsideList,
  SettlementRuns,
  TrialBalance,
} from "./answers.ts";
import { readReturnFile } from "./bank-file.ts";
import { correctionRoutes } from "./correction-routes.ts";
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
import { listRuns } from "./runs.ts";
import { listSetAside } from "./set-aside.ts";

const tags = ["staff"];
const finance = staff("finance");
const paying = deciding("finance");
const books = staff("finance", "compliance");
const holdersShown = 100;
/** Limit: a file of 5,000 returned lines. */
const returnFile = { ...TEXT, maxLength: 900_000 };

/** Registers the routes of settlement for `finance`, and of the books for `compliance` as well. */
export function settlementRoutes(app: App, room: SettlementRoom): void {
  correctionRoutes(app, room);
  call(
    app,
    "GET /api/set-aside",
    {
      summary: "Paid orders that could not be allotted; each allotment tries again",
      tags,
      access: finance,
      answers: { 200: SetAsideList },
      errors: [],
    },
    async () => ({ setAside: await listSetAside(room) }),
  );

  call(
    app,
    "GET /api/settlement-runs",
    {
      summary: "How far the newest allotments are: one run for each strategy, NAV day and side",
      tags,
      access: finance,
      answers: { 200: SettlementRuns },
      errors: [],
    },
    async () => ({ runs: await listRuns(room) }),
  );

  payoutRoutes(app, room);
  bookRoutes(app, room);
}

function payoutRoutes(app: App, room: SettlementRoom): void {
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
      const read = readReturnFile(request.body.file);
      if (!read.ok) {
        if (read.error.code === "empty") throw new AppError("return-file-empty");
        const { code, line } = read.error;
        throw new AppError(code === "twice" ? "return-line-twice" : "return-file-not-valid", {
          params: { line },
        });
      }
      const of = { file: request.params.id, ...read.value };
      const taken = await takeReturns(room, request.person.id, of);
      if (!taken.ok && taken.error.code === "return-not-of-file")
        throw new AppError("return-not-of-file", { params: { line: taken.error.line } });
      return orRefused(taken);
    },
  );

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

function bookRoutes(app: App, room: SettlementRoom): void {
  const asOf = (date: string | undefined) => {
    const day = date ?? room.clock.today();
    if (!isLocalDate(day))
      throw new AppError("not-valid", { fields: [{ pointer: "/date", code: "not-valid" }] });
    return day;
  };

  call(
    app,
    "GET /api/trial-balance",
    {
      summary: "The trial balance at the end of a day (today)",
      tags,
      access: books,
      query: inputOf({ "date?": DAY }),
      answers: { 200: TrialBalance },
      errors: [],
    },
    async (request) => {
      const day = asOf(request.query.date);
      return { asOf: day, lines: await trialBalance(room.db, day) };
    },
  );

  call(
    app,
    "GET /api/trial-balance/csv",
    {
      summary: "The same as CSV",
      tags,
      access: books,
      query: inputOf({ "date?": DAY }),
      answers: { 200: bytesOf("The trial balance", "text/csv") },
      errors: [],
    },
    async (request, reply) => {
      const day = asOf(request.query.date);
      const lines = await trialBalance(room.db, day);
      return sendCsv(
        reply,
        `trial-balance-${day}.csv`,
        csvRowsOf([
          ["asset", "account", "debits", "credits", "balance"],
          ...lines.map((line) => [line.asset, line.account, line.debits, line.credits, line.balance]),
        ]),
      );
    },
  );

  const strategy = { ...TEXT, maxLength: 20 };
  call(
    app,
    "GET /api/holders",
    {
      summary: "The register of a strategy's unit holders at the end of a day (today), the largest hundred",
      tags,
      access: books,
      query: inputOf({ strategy, "date?": DAY }),
      answers: { 200: HoldersRegister },
      errors: [],
    },
    async (request) => {
      const day = asOf(request.query.date);
      const register = await unitHolders(room.db, {
        strategy: request.query.strategy,
        asOf: day,
        limit: holdersShown,
        withoutTests: leavesTestsOut(room.isOn),
      });
      const lines = [];
      for (const { personId, ...line } of register.lines)
        lines.push({ holder: (await findPerson(room.db, personId))?.email ?? personId, ...line });
      const withoutTests = leavesTestsOut(room.isOn);
      return { asOf: day, strategy: request.query.strategy, ...register, lines, withoutTests };
    },
  );

  call(
    app,
    "GET /api/holders/csv",
    {
      summary: "The whole register as CSV; holders by their number in this portal",
      tags,
      access: books,
      query: inputOf({ strategy, "date?": DAY }),
      answers: { 200: bytesOf("The register", "text/csv") },
      errors: [],
    },
    async (request, reply) => {
      const day = asOf(request.query.date);
      const { lines } = await unitHolders(room.db, {
        strategy: request.query.strategy,
        asOf: day,
        withoutTests: leavesTestsOut(room.isOn),
      });
      return sendCsv(
        reply,
        `holders-${day}.csv`,
        csvRowsOf([
          ["holder", "strategy", "units", "cost", "since"],
          ...lines.map((line) => [
            line.personId,
            request.query.strategy,
            line.units,
            line.cost,
            line.since ?? "",
          ]),
        ]),
      );
    },
  );
}

function sendCsv(reply: Reply, name: string, bytes: Buffer | string): Reply {
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store")
    .send(bytes);
}

function orRefused<Value>(result: Result<Value, { readonly code: ErrorCode }>): Value {
  if (!result.ok) throw new AppError(result.error.code);
  return result.value;
}
