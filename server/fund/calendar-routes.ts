import type { App } from "../http/index.ts";
import { AppError, call, DAY, deciding, inputOf, staff, TEXT, UUID, WHOLE, written } from "../http/index.ts";
import { CalendarDesk, CalendarTasks, MovedOrders, ProposalDecided, ProposalEntered } from "./answers.ts";
import { calendarDesk, calendarTasks } from "./calendar-desk.ts";
import {
  type CalendarFailure,
  type CalendarProposal,
  decideCalendarChange,
  foreseeHoliday,
  proposeCalendarChange,
} from "./change-calendar.ts";
import type { OrderBook } from "./order-book.ts";
import type { FundRoom } from "./room.ts";

const tags = ["staff"];
const note = { ...TEXT, minLength: 3, maxLength: 1_000 };
const name = written({ least: 2, most: 200 });
const readers = staff("finance", "compliance");
const deciders = deciding("finance", "compliance");

/**
 * Registers the calls of the business calendar: `finance` proposes changes, another person of `finance` or
 * `compliance` decides.
 */
export function calendarRoutes(app: App, room: FundRoom, orders: OrderBook): void {
  deskRoutes(app, room, orders);
  proposalRoutes(app, room, orders);
  decisionRoutes(app, room, orders);
}

function deskRoutes(app: App, room: FundRoom, orders: OrderBook): void {
  call(
    app,
    "GET /api/calendar",
    {
      summary:
        "Loaded years with their holidays, changes that are proposed with whom they affect, and past ones",
      tags,
      access: readers,
      answers: { 200: CalendarDesk },
      errors: [],
    },
    (request) => calendarDesk(room, request.person.id, orders),
  );

  call(
    app,
    "GET /api/calendar/tasks",
    {
      summary: "Changes of the calendar that one may decide, and years that should be confirmed by now",
      tags,
      access: readers,
      answers: { 200: CalendarTasks },
      errors: [],
    },
    (request) => calendarTasks(room, request.person.id),
  );

  call(
    app,
    "GET /api/calendar/holidays/:date/moves",
    {
      summary: "Open orders that a new holiday would move, and to which days; nothing is changed",
      tags,
      access: readers,
      params: inputOf({ date: DAY }),
      answers: { 200: MovedOrders },
      errors: [
        "holiday-date-not-valid",
        "holiday-weekend",
        "holiday-known",
        "holiday-has-nav",
        "calendar-year-not-loaded",
      ],
    },
    async (request) => {
      const foreseen = await foreseeHoliday(room, request.params.date, orders);
      if (!foreseen.ok) throw refused(foreseen.error);
      return foreseen.value;
    },
  );
}

function proposalRoutes(app: App, room: FundRoom, orders: OrderBook): void {
  const proposes = { tags, access: staff("finance"), answers: { 201: ProposalEntered } };
  const enter = async (personId: string, given: CalendarProposal) => {
    const done = await proposeCalendarChange(room, personId, given, orders);
    if (!done.ok) throw refused(done.error);
    return done.value;
  };

  call(
    app,
    "POST /api/calendar/years/:year/confirm",
    {
      ...proposes,
      summary: "Proposes that the holidays of a year count as announced; another person decides",
      params: inputOf({ year: { ...WHOLE, minimum: 2000, maximum: 2999 } }),
      body: inputOf({ note }),
      errors: ["calendar-year-not-loaded", "calendar-year-confirmed", "calendar-change-waits"],
    },
    (request) =>
      enter(request.person.id, { kind: "CONFIRM_YEAR", year: request.params.year, ...request.body }),
  );

  call(
    app,
    "POST /api/calendar/holidays",
    {
      ...proposes,
      summary: "Proposes a bank holiday, which moves open orders forward; another person decides",
      body: inputOf({ date: { ...TEXT, maxLength: 10 }, th: name, en: name, note }),
      errors: [
        "holiday-date-not-valid",
        "holiday-weekend",
        "holiday-known",
        "holiday-has-nav",
        "calendar-year-not-loaded",
        "calendar-change-waits",
      ],
    },
    (request) => enter(request.person.id, { kind: "ADD_HOLIDAY", ...request.body }),
  );

  call(
    app,
    "POST /api/calendar/holidays/:date/withdraw",
    {
      ...proposes,
      summary:
        "Proposes that a day to come is no bank holiday; orders stay where they are; another person decides",
      params: inputOf({ date: DAY }),
      body: inputOf({ note }),
      errors: ["holiday-unknown", "holiday-over", "calendar-change-waits"],
    },
    (request) =>
      enter(request.person.id, { kind: "WITHDRAW_HOLIDAY", date: request.params.date, ...request.body }),
  );
}

function decisionRoutes(app: App, room: FundRoom, orders: OrderBook): void {
  for (const [path, decision, summary] of [
    [
      "approve",
      "APPROVED",
      "Approves a change of the calendar that another person proposed; it counts at once",
    ],
    ["reject", "REJECTED", "Rejects a change of the calendar that another person proposed"],
  ] as const)
    call(
      app,
      `POST /api/calendar/changes/:id/${path}`,
      {
        tags,
        access: deciders,
        summary,
        params: inputOf({ id: UUID }),
        body: inputOf({ note }),
        answers: { 200: ProposalDecided },
        errors: [
          "not-found",
          "already-decided",
          "four-eyes",
          "holiday-known",
          "holiday-unknown",
          "holiday-over",
          "holiday-has-nav",
          "calendar-year-confirmed",
          "calendar-year-not-loaded",
        ],
      },
      async (request) => {
        const { id } = request.params;
        const decided = await decideCalendarChange(
          room,
          request.person.id,
          { id, decision, ...request.body },
          orders,
        );
        if (!decided.ok) throw refused(decided.error);
        return decided.value;
      },
    );
}

function refused(failure: Pick<CalendarFailure, "year"> & { readonly code: AppError["code"] }): AppError {
  const { code, year } = failure;
  const params = year === undefined ? {} : { year };
  return new AppError(code, {
    params,
    ...(code.startsWith("holiday-") ? { fields: [{ pointer: "/date", code, params }] } : {}),
  });
}
