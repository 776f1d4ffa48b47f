import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { calendarTasks } from "../../../server/fund/calendar-desk.ts";
import { readCalendar } from "../../../server/fund/calendar-store.ts";
import type { CalendarProposal } from "../../../server/fund/change-calendar.ts";
import {
  calendarDesk,
  decideCalendarChange,
  enterNav,
  isBusinessDay,
  proposeCalendarChange,
} from "../../../server/fund/index.ts";
import { unsettledYears } from "../../../server/fund/watch-calendar.ts";
import { orderBook } from "../../../server/orders/index.ts";
import { loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";
import { approveNav, type FundHouse, openFundHouse, placed, subscriptionOf } from "./fund-house.ts";

let house: FundHouse;
let ann: string;
let bob: string;
let cat: string;
beforeAll(async () => {
  house = await openFundHouse("2026-11-24T18:00:00");
  ann = await house.addPerson("finance");
  bob = await house.addPerson("finance");
  cat = await house.addPerson("compliance");
  await approveNav(house, { strategy: "M-BTCA", date: "2026-11-23", nav: "10.0000" });
  await enterNav(house.fund, ann, { strategy: "M-LCAP", date: "2026-11-24", nav: "10.0000" });
});
afterAll(() => house.close());
beforeEach(() => house.clock.set("2026-11-24T18:00:00"));

const note = "as the central bank announced";
const names = { th: "วันหยุดพิเศษ", en: "Special holiday" };
type Given = CalendarProposal extends infer One
  ? One extends CalendarProposal
    ? Omit<One, "note">
    : never
  : never;
const propose = (given: Given, by = ann) =>
  proposeCalendarChange(house.fund, by, { ...given, note } as CalendarProposal, orderBook);
const proposed = async (given: Given) => {
  const done = await propose(given);
  if (!done.ok) throw new Error(done.error.code);
  return done.value.id;
};
const decide = (id: string, by: string, decision: "APPROVED" | "REJECTED" = "APPROVED") =>
  decideCalendarChange(house.fund, by, { id, decision, note }, orderBook);
const isBusiness = async (day: string) => isBusinessDay(await readCalendar(house.fund.db), day as never);

describe("a proposed calendar change", () => {
  it.each<{ why: string; given: Given; code: string }>([
    {
      why: "no date",
      given: { kind: "ADD_HOLIDAY", date: "soon", ...names },
      code: "holiday-date-not-valid",
    },
    {
      why: "a day that does not exist",
      given: { kind: "ADD_HOLIDAY", date: "2027-02-29", ...names },
      code: "holiday-date-not-valid",
    },
    {
      why: "a Sunday",
      given: { kind: "ADD_HOLIDAY", date: "2026-11-29", ...names },
      code: "holiday-weekend",
    },
    { why: "a holiday", given: { kind: "ADD_HOLIDAY", date: "2026-12-07", ...names }, code: "holiday-known" },
    {
      why: "a day whose NAV is approved",
      given: { kind: "ADD_HOLIDAY", date: "2026-11-23", ...names },
      code: "holiday-has-nav",
    },
    {
      why: "a day whose NAV is entered",
      given: { kind: "ADD_HOLIDAY", date: "2026-11-24", ...names },
      code: "holiday-has-nav",
    },
    {
      why: "a year that is not loaded",
      given: { kind: "ADD_HOLIDAY", date: "2028-01-04", ...names },
      code: "calendar-year-not-loaded",
    },
    {
      why: "a withdrawal of a business day",
      given: { kind: "WITHDRAW_HOLIDAY", date: "2026-12-08" },
      code: "holiday-unknown",
    },
    {
      why: "a holiday in the past",
      given: { kind: "WITHDRAW_HOLIDAY", date: "2026-10-23" },
      code: "holiday-over",
    },
    {
      why: "a year that is confirmed",
      given: { kind: "CONFIRM_YEAR", year: 2026 },
      code: "calendar-year-confirmed",
    },
    { why: "an unknown year", given: { kind: "CONFIRM_YEAR", year: 2028 }, code: "calendar-year-not-loaded" },
  ])("is rejected for $why", async ({ given, code }) => {
    expect(await propose(given)).toMatchObject({ ok: false, error: { code } });
  });

  it("has no effect until it is decided, and no second change of the same day can be proposed", async () => {
    const id = await proposed({ kind: "ADD_HOLIDAY", date: "2026-12-21", ...names });
    expect(await propose({ kind: "ADD_HOLIDAY", date: "2026-12-21", ...names }, bob)).toMatchObject({
      error: { code: "calendar-change-waits" },
    });
    expect(await isBusiness("2026-12-21")).toEqual({ ok: true, value: true });
    expect(await calendarTasks(house.fund, ann)).toMatchObject({ toDecide: 0 });
    expect(await calendarTasks(house.fund, cat)).toMatchObject({ toDecide: 1 });
    expect(await decide(id, bob, "REJECTED")).toMatchObject({ ok: true });
    expect(await isBusiness("2026-12-21")).toEqual({ ok: true, value: true });
  });
});

describe("the decision on a calendar change", () => {
  it("needs a second person, counts once, and changes the calendar in the database", async () => {
    const id = await proposed({ kind: "ADD_HOLIDAY", date: "2026-12-22", ...names });
    expect(await decide(id, ann)).toEqual({ ok: false, error: { code: "four-eyes" } });
    expect(await decide(id, cat)).toEqual({ ok: true, value: { id, state: "APPROVED" } });
    expect(await decide(id, bob)).toEqual({ ok: false, error: { code: "already-decided" } });
    expect(await isBusiness("2026-12-22")).toEqual({ ok: true, value: false });
    const withdrawn = await proposed({ kind: "WITHDRAW_HOLIDAY", date: "2026-12-22" });
    expect(await decide(withdrawn, bob)).toMatchObject({ ok: true });
    expect(await isBusiness("2026-12-22")).toEqual({ ok: true, value: true });
  });

  it("ends the alarm about an unconfirmed year if it confirms the year", async () => {
    expect((await calendarDesk(house.fund, ann, orderBook)).unsettled).toEqual([
      { year: 2027, loaded: true },
    ]);
    await decide(await proposed({ kind: "CONFIRM_YEAR", year: 2027 }), bob);
    const desk = await calendarDesk(house.fund, ann, orderBook);
    expect(desk.unsettled).toEqual([]);
    expect(desk.years.map(({ year, confirmed }) => [year, confirmed])).toEqual([
      [2025, true],
      [2026, true],
      [2027, true],
    ]);
    expect(desk.earlier[0]).toMatchObject({
      kind: "CONFIRM_YEAR",
      enteredBy: `${ann}@example.test`,
      decidedBy: `${bob}@example.test`,
      decisionNote: note,
    });
  });

  it("is refused, after a warning, if a NAV of the day was entered after the proposal", async () => {
    const id = await proposed({ kind: "ADD_HOLIDAY", date: "2026-11-25", ...names });
    house.clock.set("2026-11-25T18:00:00");
    const entered = await enterNav(house.fund, ann, {
      strategy: "M-LCAP",
      date: "2026-11-25",
      nav: "10.0000",
    });
    expect(entered.ok).toBe(true);
    expect((await calendarDesk(house.fund, bob, orderBook)).waiting).toMatchObject([
      { id, affects: null, refusal: "holiday-has-nav" },
    ]);
    expect(await decide(id, bob)).toEqual({ ok: false, error: { code: "holiday-has-nav" } });
    await expect(
      sql`update calendar_changes set state = 'APPROVED', decided_by = ${bob}, decided_at = now() where id = ${id}`.execute(
        house.fund.db,
      ),
    ).rejects.toMatchObject({ constraint: "calendar_changes_no_nav" });
    await decide(id, bob, "REJECTED");
  });

  it("only the NAV or the holiday of a day remains, never both", async () => {
    house.clock.set("2026-11-26T18:00:00");
    const id = await proposed({ kind: "ADD_HOLIDAY", date: "2026-11-26", ...names });
    const [decided, entered] = await Promise.all([
      decide(id, bob),
      enterNav(house.fund, ann, { strategy: "M-LCAP", date: "2026-11-26", nav: "10.0000" }),
    ]);
    expect([decided.ok, entered.ok].filter(Boolean)).toHaveLength(1);
  });

  it.each([
    ["an entry by compliance", "cat", "calendar_changes: only finance enters"],
    ["an entry without an author", null, /entered_by|waits for another one/],
  ])("is refused by the database for %s", async (_why, who, message) => {
    await expect(
      sql`insert into calendar_changes (id, kind, year, state, note, entered_by, entered_at)
        values (gen_random_uuid(), 'CONFIRM_YEAR', 2027, 'PROPOSED', 'noted', ${who === null ? null : cat}, now())`.execute(
        house.fund.db,
      ),
    ).rejects.toThrow(message);
  });
});

describe("the calendar", () => {
  it.each([
    "insert into bank_holidays (date, th, en) values ('2026-12-24', 'x', 'x')",
    "delete from bank_holidays where date = '2026-12-31'",
    "update business_years set confirmed = false",
    "insert into business_years (year, confirmed) values (2030, true)",
    "truncate bank_holidays",
  ])("is changed only by a decision: %s", async (statement) => {
    await expect(sql.raw(statement).execute(house.fund.db)).rejects.toThrow("by a decision");
  });
});

describe("a calendar whose years run out", () => {
  it("states the last NAV day on which orders are possible", async () => {
    const desk = await calendarDesk(house.fund, ann, orderBook);
    // Friday 31 December 2027 is a holiday, so the last order must be paid by Thursday 30 December.
    expect(desk.lastNavDay).toBe("2027-12-27");
    expect(desk.years[0]).toMatchObject({ year: 2025, businessDays: 241 });
  });

  it("accepts no holiday that would move orders beyond the last loaded day", async () => {
    house.clock.set("2027-12-27T10:00:00");
    await placed(house, subscriptionOf({ personId: await house.addPerson(), navDate: "2027-12-27" }));
    expect(await propose({ kind: "ADD_HOLIDAY", date: "2027-12-28", ...names })).toMatchObject({
      error: { code: "calendar-year-not-loaded", year: 2028 },
    });
  });

  it.each([
    ["2026-10-31", "2026", []],
    ["2026-11-01", "2026", [{ year: 2027, loaded: true }]],
    ["2027-01-01", "2026", [{ year: 2027, loaded: true }]],
    [
      "2027-11-01",
      "2026",
      [
        { year: 2027, loaded: true },
        { year: 2028, loaded: false },
      ],
    ],
  ])("leads on %s to a request for the years that are not confirmed", (today, _confirmed, expected) => {
    const years = new Map([
      [2026, { confirmed: true }],
      [2027, { confirmed: false }],
    ]);
    expect(unsettledYears({ years, holidays: new Set() }, today)).toEqual(expected);
  });

  it("notifies finance and compliance once a day until the next year is confirmed", async () => {
    house.clock.set("2027-11-01T09:00:00");
    expect(await house.jobs.runNow("fund.watch-calendar")).toBeGreaterThan(2);
    await house.jobs.runNow("fund.watch-calendar");
    await house.jobs.drain();
    const mails = (await house.messages.mailbox({ limit: 200 })).filter(
      ({ template }) => template === "calendar-missing",
    );
    expect(mails.filter(({ to }) => to === `${cat}@example.test`)).toMatchObject([
      { subject: "The calendar of 2028 is missing" },
    ]);
  });
});

describe("the staff calls for the calendar", () => {
  let portal: PortalHouse;
  beforeAll(async () => {
    portal = await openPortalHouse({}, { movable: true });
  });
  afterAll(() => portal.close());

  it("finance proposes and compliance decides a calendar change, and every process is informed", async () => {
    const finance = await loggedIn(portal, "finance");
    const compliance = await loggedIn(portal, "compliance");
    const { body: desk } = await finance.call("GET", "/api/calendar");
    const years = desk.years as readonly { readonly year: number }[];
    const date = `${years.at(-1)?.year}-08-19`;
    expect((await finance.call("GET", `/api/calendar/holidays/${date}/moves`)).body).toMatchObject({
      orders: 0,
    });
    expect((await compliance.call("POST", "/api/calendar/holidays", { date, ...names, note })).status).toBe(
      403,
    );
    const blank = await finance.call("POST", "/api/calendar/holidays", { date, th: "  ", en: "x ", note });
    expect(blank.status).toBe(422);
    const { status, body } = await finance.call("POST", "/api/calendar/holidays", { date, ...names, note });
    expect(status).toBe(201);
    expect((await compliance.call("GET", "/api/calendar/tasks")).body).toMatchObject({ toDecide: 1 });
    const isBusiness = async () => (await finance.call("GET", `/api/nav?date=${date}`)).body.businessDay;
    expect(await isBusiness()).toBe(true);
    const decided = await compliance.call("POST", `/api/calendar/changes/${body.id}/approve`, { note });
    expect(decided.body).toEqual({ id: body.id, state: "APPROVED" });
    await expect.poll(isBusiness, { timeout: 5_000, interval: 50 }).toBe(false);
  });
});
