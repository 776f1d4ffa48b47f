import type { LocalDate } from "../../engine/values/local-date.ts";
import { isLocalDate } from "../../engine/values/local-date.ts";
import type { App } from "../http/index.ts";
import {
  AppError,
  anonymous,
  call,
  DAY,
  deciding,
  inputOf,
  listOf,
  orNull,
  staff,
  TEXT,
  UUID,
  written,
} from "../http/index.ts";
import {
  NavDay,
  NavDecided,
  NavEntered,
  NavFile,
  NavsEntered,
  StrategyList,
  StrategyWithHistory,
} from "./answers.ts";
import { isBusinessDay } from "./calendar.ts";
import { calendarRoutes } from "./calendar-routes.ts";
import { cutOffOf, instantText } from "./dealing.ts";
import { dealingBody } from "./dealing-now.ts";
import { deskRoutes } from "./desk-routes.ts";
import { openDaysBefore } from "./missing-navs.ts";
import { enterNavs, readNavFile } from "./nav-file.ts";
import { correctNav, decideNav, enterNav, jumpLimits, listNavs, type NavRecord, navsBefore } from "./navs.ts";
import type { OrderBook } from "./order-book.ts";
import { rateRoutes } from "./rate-routes.ts";
import type { FundRoom } from "./room.ts";
import { listStrategies, strategyWithHistory } from "./strategies.ts";
import { emailsOf, holdersOf } from "./strategy-desk.ts";

const tags = ["fund"];
const staffTags = ["staff"];
const code = { ...TEXT, maxLength: 20 };
const reason = { ...TEXT, maxLength: 500 };
const why = written({ least: 3, most: 500 });

/** A NAV as a person of finance enters it. Below are the reasons why it can be refused. */
const NAV_LINE = inputOf({
  strategy: code,
  date: { ...TEXT, maxLength: 10 },
  nav: { ...TEXT, maxLength: 20 },
  "reason?": reason,
});
const NAV_ERRORS = [
  "strategy-unknown",
  "nav-not-valid",
  "nav-two-readings",
  "nav-not-positive",
  "nav-date-not-valid",
  "nav-not-business-day",
  "nav-too-early",
  "nav-jump",
  "nav-exists",
  "nav-year-not-loaded",
] as const;

/** Registers the public routes for strategies, and those for NAVs for `finance`. */
export function fundRoutes(app: App, room: FundRoom, orders: OrderBook): void {
  call(
    app,
    "GET /api/strategies",
    {
      summary: "All strategies with their returns, fees and minimums",
      tags,
      access: anonymous,
      answers: { 200: StrategyList },
      errors: [],
    },
    async () => ({ strategies: await listStrategies(room), dealing: await dealingBody(room) }),
  );

  call(
    app,
    "GET /api/strategies/:code",
    {
      summary: "One strategy with its NAV history",
      tags,
      access: anonymous,
      params: inputOf({ code }),
      answers: { 200: StrategyWithHistory },
      errors: ["not-found"],
    },
    async (request) => {
      const strategy = await strategyWithHistory(room, request.params.code);
      if (strategy === null) throw new AppError("not-found");
      return { ...strategy, dealing: await dealingBody(room) };
    },
  );

  navDayRoute(app, room, orders);
  navEntryRoute(app, room);
  navCorrectionRoute(app, room);
  navFileRoutes(app, room);
  navDecisionRoutes(app, room);
  deskRoutes(app, room, orders);
  calendarRoutes(app, room, orders);
  rateRoutes(app, room);
}

function navDayRoute(app: App, room: FundRoom, orders: OrderBook): void {
  call(
    app,
    "GET /api/nav",
    {
      summary: "NAVs of one day (today) and those that wait for an approval",
      tags: staffTags,
      access: staff("finance"),
      query: inputOf({ "date?": DAY }),
      answers: { 200: NavDay },
      errors: ["nav-date-not-valid"],
    },
    async (request) => {
      const day = request.query.date ?? room.clock.today();
      if (!isLocalDate(day)) throw new AppError("nav-date-not-valid");
      const records = await listNavs(room, day);
      const before = await navsBefore(room, day);
      const business = isBusinessDay(await room.calendar(room.db), day as LocalDate);
      const strategies = await listStrategies(room);
      const limits = await jumpLimits(room, { strategies: strategies.map((one) => one.code), date: day });
      const holders = await holdersOf(room);
      const waiting = await orders.ordersForNav(room.db, day);
      const names = await emailsOf(
        room,
        records.map(({ enteredBy, decidedBy }) => ({ entered_by: enteredBy, decided_by: decidedBy })),
      );
      const body = (record: NavRecord) => navBody(record, request.person.id, names);
      return {
        date: day,
        businessDay: business.ok && business.value,
        calendarLoaded: business.ok,
        from: instantText(cutOffOf(day)),
        strategies: strategies.map((strategy) => ({
          code: strategy.code,
          nameKey: strategy.nameKey,
          before: before.get(strategy.code) ?? null,
          jumpBps: limits.get(strategy.code) ?? 0,
          affects: {
            ...(waiting.get(strategy.code) ?? { orders: 0, baht: "0.00", units: "0.0000" }),
            holders: holders.get(strategy.code) ?? 0,
          },
          ...entriesOf(
            records.filter((record) => record.strategy === strategy.code && record.date === day).map(body),
          ),
        })),
        waiting: records.filter((record) => record.status === "ENTERED").map(body),
        open: await openDaysBefore(room, day as LocalDate, orders),
      };
    },
  );
}

function navEntryRoute(app: App, room: FundRoom): void {
  call(
    app,
    "POST /api/nav",
    {
      summary: "Enters a NAV; another person approves it",
      tags: staffTags,
      access: staff("finance"),
      body: NAV_LINE,
      answers: { 201: NavEntered },
      errors: NAV_ERRORS,
    },
    async (request) => {
      const entered = await enterNav(room, request.person.id, request.body);
      if (!entered.ok) {
        const { code: failure, field } = entered.error;
        throw new AppError(failure, { fields: [{ pointer: `/${field}`, code: failure }] });
      }
      return entered.value;
    },
  );
}

function navCorrectionRoute(app: App, room: FundRoom): void {
  call(
    app,
    "POST /api/nav/:id/correct",
    {
      summary: "Enters a correction of an approved NAV; another person approves it",
      tags: staffTags,
      access: staff("finance"),
      params: inputOf({ id: UUID }),
      body: inputOf({ nav: { ...TEXT, maxLength: 20 }, reason }),
      answers: { 201: NavEntered },
      errors: [
        "nav-not-valid",
        "nav-two-readings",
        "nav-not-positive",
        "nav-not-approved",
        "nav-same",
        "nav-reason-missing",
        "nav-exists",
      ],
    },
    async (request) => {
      const given = { id: request.params.id, ...request.body };
      const entered = await correctNav(room, request.person.id, given);
      if (entered.ok) return entered.value;
      const { code: failure, field } = entered.error;
      throw new AppError(failure, field === "" ? {} : { fields: [{ pointer: `/${field}`, code: failure }] });
    },
  );
}

function navFileRoutes(app: App, room: FundRoom): void {
  call(
    app,
    "POST /api/nav-file",
    {
      summary: "Reads a file of NAVs and says of each line what is wrong with it; nothing is entered",
      tags: staffTags,
      access: staff("finance"),
      body: inputOf({ text: { ...TEXT, maxLength: 200_000 } }),
      answers: { 200: NavFile },
      errors: ["nav-file-not-read", "nav-file-empty", "nav-file-too-long"],
    },
    async (request) => {
      const read = await readNavFile(room, request.body.text);
      if (!read.ok) throw new AppError(read.error.code);
      return { lines: read.value };
    },
  );

  call(
    app,
    "POST /api/nav-lines",
    {
      summary: "Enters NAVs of a file, all or none; another person approves each",
      tags: staffTags,
      access: staff("finance"),
      body: inputOf({
        lines: listOf(NAV_LINE),
      }),
      answers: { 201: NavsEntered },
      errors: [...NAV_ERRORS, "nav-twice"],
    },
    async (request) => {
      const entered = await enterNavs(room, request.person.id, request.body.lines);
      if (entered.ok) return entered.value;
      const { code: failure, field, at } = entered.error;
      throw new AppError(failure, { fields: [{ pointer: `/lines/${at}/${field}`, code: failure }] });
    },
  );
}

function navDecisionRoutes(app: App, room: FundRoom): void {
  for (const [path, decision, summary, body] of [
    [
      "approve",
      "APPROVED",
      "Approves a NAV that another person entered",
      orNull(inputOf({ "reason?": reason })),
    ],
    [
      "reject",
      "REJECTED",
      "Rejects a NAV that another person entered, and says why",
      inputOf({ reason: why }),
    ],
  ] as const)
    call(
      app,
      `POST /api/nav/:id/${path}`,
      {
        summary,
        tags: staffTags,
        access: deciding("finance"),
        params: inputOf({ id: UUID }),
        body,
        answers: { 200: NavDecided },
        errors: ["not-found", "already-decided", "four-eyes", "nav-not-business-day"],
      },
      async (request) => {
        const decided = await decideNav(room, request.person.id, {
          ...request.body,
          id: request.params.id,
          decision,
        });
        if (!decided.ok) throw new AppError(decided.error.code);
        return decided.value;
      },
    );
}

/**
 * Groups the NAVs of a strategy for a day: the one in force, its correction that waits for approval, and the
 * ones that were replaced.
 */
function entriesOf(records: readonly ReturnType<typeof navBody>[]) {
  const corrects = (record: (typeof records)[number]) =>
    record.status === "ENTERED" && record.corrects !== null;
  const last = records.at(-1);
  return {
    entry:
      records.find(
        (record) => record.status === "APPROVED" || (record.status === "ENTERED" && !corrects(record)),
      ) ?? null,
    correction: records.find(corrects) ?? null,
    sentBack: last?.status === "REJECTED" ? last : null,
    replaced: records.filter((record) => record.status === "REPLACED"),
  };
}

function navBody(record: NavRecord, personId: string, names: ReadonlyMap<string, string>) {
  return {
    id: record.id,
    strategy: record.strategy,
    date: record.date,
    nav: record.nav,
    status: record.status,
    demo: record.demo,
    corrects: record.corrects,
    reason: record.reason,
    enteredBy: record.enteredBy === null ? null : (names.get(record.enteredBy) ?? null),
    enteredByYou: record.enteredBy === personId,
    decidedBy: record.decidedBy === null ? null : (names.get(record.decidedBy) ?? null),
    decidedAt: record.decidedAt === null ? null : record.decidedAt.toISOString(),
    decisionReason: record.decisionReason,
  };
}
