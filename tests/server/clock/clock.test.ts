import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { clockRoutes, movableClock } from "../../../server/clock/development/index.ts";
import { fixedClock, systemClock } from "../../../server/clock/index.ts";
import { readConfig } from "../../../server/config.ts";
import { createHttp } from "../../../server/http/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe("business time", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["2026-01-04T16:59:59Z", "2026-01-04"],
    ["2026-01-04T17:00:00Z", "2026-01-05"],
    ["2026-01-05T00:00:00", "2026-01-05"],
  ])("the moment %s is %s in Bangkok", (moment, today) => {
    expect(fixedClock(moment).today()).toBe(today);
    expect(fixedClock(moment).now().zoneName).toBe("Asia/Bangkok");
  });

  test.each([
    "1919-06-01",
    "1920-03-31",
    "1920-04-01",
    "1945-01-01",
    "1976-05-01",
    "2026-06-30",
    "2099-12-31",
  ])("has at noon of %s the offset that the time zone database lists", (day) => {
    const noon = new Date(`${day}T12:00:00Z`);
    const [, sign, hours, minutes, seconds = 0] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(
        noon.toLocaleString("en", { timeZone: "Asia/Bangkok", timeZoneName: "longOffset" }),
      ) ?? [];
    const listed = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
    expect(fixedClock(noon.toISOString()).now().offset).toBeCloseTo(listed, 6);
  });

  test("is known without formatting a date", () => {
    const formats = vi.spyOn(Intl.DateTimeFormat.prototype, "formatToParts");
    const clock = fixedClock("2026-01-05T09:00:00");
    expect(clock.today()).toBe("2026-01-05");
    expect(clock.now().plus({ days: 1 }).toISO()).toBe("2026-01-06T09:00:00.000+07:00");
    expect(formats).not.toHaveBeenCalled();
    formats.mockRestore();
  });

  test("comes from the machine's clock if the portal uses the system clock", () => {
    vi.setSystemTime("2026-05-04T03:02:01.234Z");
    expect(systemClock().now().toISO()).toBe("2026-05-04T10:02:01.234+07:00");
    expect(systemClock().wall().toISOString()).toBe("2026-05-04T03:02:01.234Z");
  });

  test("moves to the time that is set on the movable clock, and keeps the day over a restart", async () => {
    vi.setSystemTime("2026-05-04T03:02:01.234Z");
    const clock = await movableClock(database.db);
    let moves = 0;
    clock.onMove(() => {
      moves += 1;
    });
    await clock.moveTo("2027-03-01T09:00:00");
    expect(clock.today()).toBe("2027-03-01");
    await clock.advance("P1D");
    expect(clock.today()).toBe("2027-03-02");
    expect(moves).toBe(2);
    // Sessions, codes and limits use the machine's time.
    expect(clock.wall().toISOString()).toBe("2026-05-04T03:02:01.234Z");
    expect((await movableClock(database.db)).today()).toBe("2027-03-02");
    await clock.reset();
    expect((await movableClock(database.db)).offsetMs()).toBe(0);
  });

  test("begins on the configured day only if the movable clock has a new database", async () => {
    const fresh = await testDatabase();
    const clock = await movableClock(fresh.db, "2026-11-23T10:00");
    expect(clock.now().toISO()).toMatch(/^2026-11-23T10:00/);
    // A process that opens the clock later has the same day, and so has a restart after a move.
    expect((await movableClock(fresh.db, "2027-01-04T10:00")).offsetMs()).toBe(clock.offsetMs());
    await clock.reset();
    expect((await movableClock(fresh.db, "2026-11-23T10:00")).offsetMs()).toBe(0);
    await fresh.drop();
  });

  test.each(["3025-01-01T09:00", "1999-12-31T09:00", "275760-09-13"])(
    "cannot move to a time outside the clock's years: %s",
    async (text) => {
      const clock = await movableClock(database.db);
      await expect(clock.moveTo(text)).rejects.toThrow(RangeError);
      expect((await movableClock(database.db)).offsetMs()).toBe(0);
    },
  );

  test.each(["P100000000D", "P1000Y", "-P100Y", "P99999999999999Y"])(
    "cannot move by a duration that leads outside the clock's years: %s",
    async (text) => {
      const clock = await movableClock(database.db);
      await expect(clock.advance(text)).rejects.toThrow(RangeError);
      expect((await movableClock(database.db)).offsetMs()).toBe(0);
    },
  );

  test("is rejected outside the allowed years with an API error that names those years", async () => {
    const app = await createHttp(readConfig({ LOG_LEVEL: "silent" }));
    clockRoutes(app, await movableClock(database.db));
    for (const body of [{ to: "3025-01-01T09:00" }, { advance: "P100000000D" }]) {
      const refused = await app.inject({ method: "POST", url: "/api/dev/clock", payload: body });
      expect(refused.statusCode).toBe(422);
      const [field] = refused.json().fields;
      expect(field).toMatchObject({ pointer: `/${Object.keys(body)[0]}`, code: "clock-range" });
      expect(field.message.en).toContain("2000 to 2099");
    }
    await app.close();
  });

  test.each(["yesterday", "2026-13-01", ""])("cannot move to an invalid time: %o", async (text) => {
    const clock = await movableClock(database.db);
    await expect(clock.moveTo(text)).rejects.toThrow(RangeError);
    await expect(clock.advance(text)).rejects.toThrow(RangeError);
  });
});
