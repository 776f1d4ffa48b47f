import type { LocalDate } from "../../engine/values/local-date.ts";
import { isLocalDate } from "../../engine/values/local-date.ts";
import type { App } from "../http/index.ts";
import { AppError, answer, nameAnswers, requirePerson, requireRole } from "../http/index.ts";
import { FUND_ANSWERS } from "./answers.ts";
import { isBusinessDay } from "./calendar.ts";
import { cutOffOf, instantText } from "./dealing.ts";
import { dealingNow } from "./dealing-now.ts";
import { decideNav, enterNav, listNavs, type NavRecord, navsBefore } from "./navs.ts";
import { findOrder, listOrders } from "./orders.ts";
import { overviewOf } from "./overview.ts";
import type { Room } from "./room.ts";
import { listSetAside } from "./set-aside.ts";
import { listStrategies, strategyWithHistory } from "./strategies.ts";

const tags = ["fund"];
const staffTags = ["staff"];
const code = { type: "string", maxLength: 20 } as const;
const id = { type: "string", format: "uuid" } as const;
const date = { type: "string", format: "date" } as const;

/** Strategies for everybody, account and orders for the investor herself, NAVs for `finance`. */
export function fundRoutes(app: App, room: Room): void {
  nameAnswers(app, FUND_ANSWERS);
  app.get(
    "/api/strategies",
    {
      schema: {
        summary: "All strategies with their returns, fees and minimums",
        tags,
        response: { 200: answer("StrategyList") },
      },
    },
    async () => ({ strategies: await listStrategies(room), dealing: await dealingBody(room) }),
  );

  app.get<{ Params: { code: string } }>(
    "/api/strategies/:code",
    {
      schema: {
        summary: "One strategy with its NAV history",
        tags,
        response: { 200: answer("StrategyWithHistory") },
        params: { type: "object", required: ["code"], properties: { code } },
      },
    },
    async (request) => {
      const strategy = await strategyWithHistory(room, request.params.code);
      if (strategy === null) throw new AppError("not-found");
      return { ...strategy, dealing: await dealingBody(room) };
    },
  );

  app.get(
    "/api/overview",
    {
      schema: {
        summary: "The investor's account: value, principal, profit, strategies, what to do next",
        tags,
        response: { 200: answer("Overview") },
      },
    },
    async (request) => {
      const overview = await overviewOf(room, requirePerson(request).id);
      return { ...overview, dealing: await dealingBody(room) };
    },
  );

  app.get<{ Querystring: { limit: number; before?: string; search?: string } }>(
    "/api/orders",
    {
      schema: {
        summary: "The investor's orders, newest first",
        tags,
        response: { 200: answer("OrderPage") },
        querystring: {
          type: "object",
          additionalProperties: false,
          properties: {
            limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
            before: id,
            search: { type: "string", maxLength: 60 },
          },
        },
      },
    },
    async (request) => {
      const { limit, before, search } = request.query;
      return await listOrders(room, requirePerson(request).id, {
        limit,
        ...(before === undefined ? {} : { before }),
        ...(search === undefined ? {} : { search }),
      });
    },
  );

  app.get<{ Params: { id: string } }>(
    "/api/orders/:id",
    {
      schema: {
        summary: "One order of the investor with its timeline",
        tags,
        response: { 200: answer("OrderWithTimeline") },
        params: { type: "object", required: ["id"], properties: { id } },
      },
    },
    async (request) => {
      const order = await findOrder(room, requirePerson(request).id, request.params.id);
      if (order === null) throw new AppError("not-found");
      return order;
    },
  );

  navRoutes(app, room);
}

function navRoutes(app: App, room: Room): void {
  app.get<{ Querystring: { date?: string } }>(
    "/api/nav",
    {
      schema: {
        summary: "NAVs of one day (today) and those that wait for an approval",
        tags: staffTags,
        response: { 200: answer("NavDay") },
        querystring: { type: "object", additionalProperties: false, properties: { date } },
      },
    },
    async (request) => {
      const person = requireRole(request, "finance");
      const day = request.query.date ?? room.clock.today();
      if (!isLocalDate(day)) throw new AppError("nav-date-not-valid");
      const records = await listNavs(room, day);
      const before = await navsBefore(room, day);
      const business = isBusinessDay(await room.calendar(room.db), day as LocalDate);
      const names = await namesOf(room, records);
      const body = (record: NavRecord) => navBody(record, person.id, names);
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

  app.post<{ Body: { strategy: string; date: string; nav: string; reason?: string } }>(
    "/api/nav",
    {
      schema: {
        summary: "Enters a NAV; another person approves it",
        tags: staffTags,
        body: {
          type: "object",
          additionalProperties: false,
          required: ["strategy", "date", "nav"],
          properties: {
            strategy: code,
            date: { type: "string", maxLength: 10 },
            nav: { type: "string", maxLength: 20 },
            reason: { type: "string", maxLength: 500 },
          },
        },
        response: { 201: answer("NavEntered") },
      },
    },
    async (request, reply) => {
      const person = requireRole(request, "finance");
      const entered = await enterNav(room, person.id, request.body);
      if (!entered.ok) {
        const { code: failure, field } = entered.error;
        throw new AppError(failure, { fields: [{ pointer: `/${field}`, code: failure }] });
      }
      return reply.code(201).send(entered.value);
    },
  );

  for (const [path, decision, summary] of [
    ["approve", "APPROVED", "Approves a NAV that another person entered"],
    ["reject", "REJECTED", "Rejects a NAV that another person entered"],
  ] as const)
    app.post<{ Params: { id: string }; Body: { reason?: string } | null | undefined }>(
      `/api/nav/:id/${path}`,
      {
        schema: {
          summary,
          tags: staffTags,
          params: { type: "object", required: ["id"], properties: { id } },
          body: {
            type: ["object", "null"],
            additionalProperties: false,
            properties: { reason: { type: "string", maxLength: 500 } },
          },
          response: { 200: answer("NavDecided") },
        },
      },
      async (request) => {
        const person = requireRole(request, "finance");
        const reason = request.body?.reason;
        const decided = await decideNav(room, person.id, {
          id: request.params.id,
          decision,
          ...(reason === undefined ? {} : { reason }),
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
