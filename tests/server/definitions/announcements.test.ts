import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAnnouncements, type PageEvent } from "../../../server/definitions/announcements.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { type CuttableDatabase, cuttableDatabase } from "../cuttable-database.ts";

let database: TestDatabase;
let wire: CuttableDatabase;
beforeAll(async () => {
  database = await testDatabase();
  wire = await cuttableDatabase(database.url);
});
afterAll(async () => {
  await wire.close();
  await database.drop();
});

describe("page events while the database is unreachable", () => {
  test("are requested again at growing intervals, and arrive once the database is reachable", async () => {
    const warned: string[] = [];
    const events = createAnnouncements({
      databaseUrl: wire.url,
      log: { warn: (_details, message) => void warned.push(message) },
      retry: { firstMs: 40, mostMs: 400 },
    });
    const heard: PageEvent[] = [];
    let gaps = 0;
    events.on((event) => heard.push(event));
    await events.start(() => {
      gaps += 1;
    });
    expect(wire.asked()).toBe(1);

    wire.cut();
    await pause(1_500);
    // The retries wait 40, 80, 160, 320, 400 and 400 ms. Two retries for each loss would have caused hundreds
    // of tries.
    const tries = wire.asked() - 1;
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(tries).toBeLessThanOrEqual(6);
    expect(warned).toHaveLength(1);

    wire.mend();
    await expect.poll(() => gaps, { timeout: 3_000 }).toBe(1);
    const event = { event: "flags", data: {} } as const;
    await events.publish(database.db, event);
    await expect.poll(() => heard).toEqual([event]);

    wire.cut();
    await pause(60);
    await events.stop();
    // A try that began before the stop may still arrive.
    await pause(200);
    const last = wire.asked();
    await pause(600);
    expect(wire.asked()).toBe(last);
  });
});
