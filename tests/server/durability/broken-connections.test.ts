import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startedPlace } from "../../journeys/portal.ts";
import type { StartedDatabase } from "../../support/started-database.ts";
import { openCallers } from "./callers.ts";
import { type KillablePortal, startKillablePortal } from "./killable-portal.ts";

let database: StartedDatabase;
let portal: KillablePortal;
beforeAll(async () => {
  database = await startedPlace();
  portal = await startKillablePortal(database);
}, 60_000);
afterAll(async () => {
  await portal?.kill();
  await database.drop();
  rmSync(database.folder, { recursive: true, force: true });
});

test("the portal continues, with a readable answer to each call, if an administrator repeatedly ends all database connections", async () => {
  const callers = openCallers(() => portal.address, 8);
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  let ended = 0;
  for (let round = 0; round < 60; round += 1) {
    const { rowCount } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    ended += rowCount ?? 0;
    await pause(Math.random() * 60);
  }
  await admin.end();
  // Afterwards the same process still serves, because only its connections were lost.
  await expect
    .poll(async () => (await fetch(`${portal.address}/readyz`)).status, { timeout: 20_000 })
    .toBe(200);
  await callers.stop();
  expect(callers.unanswered).toEqual([]);
  expect(portal.said()).not.toContain("unhandled");
  const odd = callers.told.filter(
    ({ status, code, inWords }) => !(status < 500 || (status === 503 && code !== null && inWords)),
  );
  expect(odd).toEqual([]);
  // The load was sufficient: connections broke during calls, and other calls succeeded in between.
  expect(ended).toBeGreaterThan(50);
  expect(callers.told.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  expect(callers.told.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
}, 90_000);
