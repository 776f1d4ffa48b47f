import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock, movableClock, systemClock } from "../../../server/clock/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe("business time", () => {
  test.each([
    ["2026-01-04T16:59:59Z", "2026-01-04"],
    ["2026-01-04T17:00:00Z", "2026-01-05"],
    ["2026-01-05T00:00:00", "2026-01-05"],
  ])("at %s it is %s in Bangkok", (moment, today) => {
    expect(fixedClock(moment).today()).toBe(today);
    expect(fixedClock(moment).now().zoneName).toBe("Asia/Bangkok");
  });

  test("the system's clock is the machine's", () => {
    expect(Math.abs(systemClock().now().toMillis() - Date.now())).toBeLessThan(1_000);
  });

  test("the movable clock goes where it is sent, tells who listens, and keeps the day over a restart", async () => {
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
    // Sessions, codes and limits keep the machine's time.
    expect(Math.abs(clock.wall().getTime() - Date.now())).toBeLessThan(1_000);
    expect((await movableClock(database.db)).today()).toBe("2027-03-02");
    await clock.reset();
    expect((await movableClock(database.db)).offsetMs()).toBe(0);
  });

  test.each(["yesterday", "2026-13-01", ""])("a moment that is none is refused: %o", async (text) => {
    const clock = await movableClock(database.db);
    await expect(clock.moveTo(text)).rejects.toThrow(RangeError);
    await expect(clock.advance(text)).rejects.toThrow(RangeError);
  });
});
