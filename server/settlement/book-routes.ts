import { csvRowsOf } from "../../domain/csv.ts";
import { isLocalDate, type LocalDate } from "../../engine/values/local-date.ts";
import { findPerson, leavesTestsOut } from "../accounts/index.ts";
import type { App } from "../http/index.ts";
import { AppError, bytesOf, call, DAY, inputOf, staff, TEXT } from "../http/index.ts";
import { trialBalance, unitHolders } from "../ledger/index.ts";
import { HoldersRegister, TrialBalance } from "./answers.ts";
import type { SettlementRoom } from "./room.ts";
import { sendCsv } from "./send-csv.ts";

const tags = ["staff"];
const books = staff("finance", "compliance");
const strategy = { ...TEXT, maxLength: 20 };
const holdersShown = 100;

/**
 * Registers the calls with which `finance` and `compliance` read the books: the trial balance, and the
 * registers of unit holders.
 */
export function bookRoutes(app: App, room: SettlementRoom): void {
  balanceRoutes(app, room);
  holderRoutes(app, room);
}

function balanceRoutes(app: App, room: SettlementRoom): void {
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
      const day = endOf(room, request.query.date);
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
      const day = endOf(room, request.query.date);
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
}

function holderRoutes(app: App, room: SettlementRoom): void {
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
      const day = endOf(room, request.query.date);
      return await largestHolders(room, { strategy: request.query.strategy, day });
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
      const day = endOf(room, request.query.date);
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

/** Returns the register of a strategy. Its largest holders are listed by their e-mail addresses. */
async function largestHolders(
  room: SettlementRoom,
  { strategy, day }: { readonly strategy: string; readonly day: LocalDate },
) {
  const withoutTests = leavesTestsOut(room.isOn);
  const register = await unitHolders(room.db, { strategy, asOf: day, limit: holdersShown, withoutTests });
  const lines = [];
  for (const { personId, ...line } of register.lines)
    lines.push({ holder: (await findPerson(room.db, personId))?.email ?? personId, ...line });
  return { asOf: day, strategy, ...register, lines, withoutTests };
}

/** Returns the day whose end the books must show: the day that the request names, or else today. */
function endOf(room: SettlementRoom, date: string | undefined): LocalDate {
  const day = date ?? room.clock.today();
  if (!isLocalDate(day))
    throw new AppError("not-valid", { fields: [{ pointer: "/date", code: "not-valid" }] });
  return day;
}
