import type { LocalDate } from "../../engine/values/local-date.ts";
import { isLocalDate } from "../../engine/values/local-date.ts";
import type { App } from "../http/index.ts";
import {
  AppError,
  anonymous,
  call,
  DAY,
  inputOf,
  orNull,
  ownedBy,
  person,
  staff,
  TEXT,
  UUID,
  WHOLE,
} from "../http/index.ts";
import {
  NavDay,
  NavDecided,
  NavEntered,
  OrderPage,
  OrderWithTimeline,
  Overview,
  StrategyList,
  StrategyWithHistory,
} from "./answers.ts";
import { isBusinessDay } from "./calendar.ts";
import { cutOffOf, instantText } from "./dealing.ts";
import { dealingNow } from "./dealing-now.ts";
import { decideNav, enterNav, listNavs, type NavRecord, navsBefore } from "./navs.ts";
import { findOrder, listOrders, orderWithTimeline } from "./orders.ts";
import { overviewOf } from "./overview.ts";
import type { Room } from "./room.ts";
import { listSetAside } from "./set-aside.ts";
import { listStrategies, strategyWithHistory } from "./strategies.ts";

const tags = ["fund"];
/** Orders on a page, where nobody asks for another number. */
const ordersShown = 20;
const staffTags = ["staff"];
const code = { ...TEXT, maxLength: 20 };
const reason = { ...TEXT, maxLength: 500 };

/** Strategies for everybody, account and orders for the investor herself, NAVs for `finance`. */
export function fundRoutes(app: App, room: Room): void {
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

  call(
    app,
    "GET /api/overview",
    {
      summary: "The investor's account: value, principal, profit, strategies, what to do next",
      tags,
      access: person,
      answers: { 200: Overview },
      errors: [],
    },
    async (request) => {
      const overview = await overviewOf(room, request.person.id);
      return { ...overview, dealing: await dealingBody(room) };
    },
  );

  call(
    app,
    "GET /api/orders",
    {
      summary: "The investor's orders, newest first",
      tags,
      access: person,
      query: inputOf({
        "limit?": { ...WHOLE, minimum: 1, maximum: 100, default: ordersShown },
        "before?": UUID,
        "search?": { ...TEXT, maxLength: 60 },
      }),
      answers: { 200: OrderPage },
      errors: [],
    },
    async (request) => await listOrders(room, request.person.id, { limit: ordersShown, ...request.query }),
  );

  call(
    app,
    "GET /api/orders/:id",
    {
      summary: "One order of the investor with its timeline",
      tags,
      access: person,
      params: inputOf({ id: UUID }),
      owner: ownOrder(room),
      answers: { 200: OrderWithTimeline },
      errors: [],
    },
    async (request) => await orderWithTimeline(room, request.owned),
  );

  navRoutes(app, room);
}

/** Whose order it is, and its row. */
function ownOrder(room: Room) {
  return ownedBy(async ({ id }: { readonly id: string }) => {
    const order = await findOrder(room, id);
    return order === null ? null : { owner: `person:${order.person_id}`, owned: order };
  });
}

function navRoutes(app: App, room: Room): void {
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
      const names = await namesOf(room, records);
      const body = (record: NavRecord) => navBody(record, request.person.id, names);
      return {
        date: day,
        businessDay: business.ok && business.value,
        calendarLoaded: business.ok,
        from: instantText(cutOffOf(day)),
        strategies: (await listStrategies(room)).map((strategy) => ({
          code: strategy.code,
          nameKey: strategy.nameKey,
          before: before.get(strategy.code) ?? null,
          entry:
            records
              .filter(
                (record) =>
                  record.strategy === strategy.code && record.date === day && record.status !== "REJECTED",
              )
              .map(body)[0] ?? null,
        })),
        waiting: records.filter((record) => record.status === "ENTERED").map(body),
        setAside: await listSetAside(room),
      };
    },
  );

  call(
    app,
    "POST /api/nav",
    {
      summary: "Enters a NAV; another person approves it",
      tags: staffTags,
      access: staff("finance"),
      body: inputOf({
        strategy: code,
        date: { ...TEXT, maxLength: 10 },
        nav: { ...TEXT, maxLength: 20 },
        "reason?": reason,
      }),
      answers: { 201: NavEntered },
      errors: [
        "strategy-unknown",
        "nav-not-valid",
        "nav-date-not-valid",
        "nav-not-business-day",
        "nav-too-early",
        "nav-jump",
        "nav-exists",
        "nav-year-not-loaded",
      ],
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

  for (const [path, decision, summary] of [
    ["approve", "APPROVED", "Approves a NAV that another person entered"],
    ["reject", "REJECTED", "Rejects a NAV that another person entered"],
  ] as const)
    call(
      app,
      `POST /api/nav/:id/${path}`,
      {
        summary,
        tags: staffTags,
        access: staff("finance"),
        params: inputOf({ id: UUID }),
        body: orNull(inputOf({ "reason?": reason })),
        answers: { 200: NavDecided },
        errors: ["not-found", "already-decided", "four-eyes"],
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

/** Which NAV an order given now gets; `null` where the calendar does not reach. */
async function dealingBody(room: Room) {
  try {
    const dealing = await dealingNow(room, room.db);
    return {
      today: dealing.today,
      now: instantText(room.clock.now()),
      navDate: dealing.navDate,
      cutOff: instantText(dealing.cutOff),
      allotmentDate: dealing.allotmentDate,
      payBy: instantText(dealing.payBy),
      beforeCutOff: dealing.beforeCutOff,
    };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function navBody(record: NavRecord, personId: string, names: ReadonlyMap<string, string>) {
  return {
    id: record.id,
    strategy: record.strategy,
    date: record.date,
    nav: record.nav,
    status: record.status,
    demo: record.demo,
    reason: record.reason,
    enteredBy: record.enteredBy === null ? null : (names.get(record.enteredBy) ?? null),
    enteredByYou: record.enteredBy === personId,
    decidedBy: record.decidedBy === null ? null : (names.get(record.decidedBy) ?? null),
  };
}

/** Colleagues are told apart by their e-mail. */
async function namesOf(room: Room, records: readonly NavRecord[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(records.flatMap((record) => [record.enteredBy, record.decidedBy]));
  const names = new Map<string, string>();
  for (const personId of ids) {
    if (personId === null) continue;
    const person = await room.person(room.db, personId);
    if (person !== null) names.set(personId, person.email);
  }
  return names;
}
