import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCallers } from "./callers.ts";
import { type KillablePortal, startKillablePortal } from "./killable-portal.ts";

let dataDir: string;
const portals: KillablePortal[] = [];
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "saphan-two-portals-"));
});
afterAll(async () => {
  for (const portal of portals) await portal.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const postmaster = () =>
  Number(readFileSync(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split("\n")[0]);
const isReady = async ({ address }: KillablePortal) =>
  (await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) })).status === 200;
const untilReady = async (portal: KillablePortal, before: number) => {
  const isBack = async () => postmaster() !== before && (await isReady(portal));
  await expect.poll(isBack, { timeout: 30_000, interval: 100 }).toBe(true);
};

test("two development portals that start at once on an empty folder share one database, and both serve", async () => {
  portals.push(...(await Promise.all([startKillablePortal({ dataDir }), startKillablePortal({ dataDir })])));
  for (const portal of portals) expect(await isReady(portal)).toBe(true);
}, 60_000);

test.each([
  ["killed", "SIGKILL"],
  ["restarted fast", "SIGINT"],
] as const)(
  "two portals continue, with a readable answer to each call, if their database is %s under load",
  async (_how, signal) => {
    const callers = portals.map((portal) => openCallers(() => portal.address, 3));
    await pause(300);
    const before = postmaster();
    process.kill(before, signal);
    for (const portal of portals) await untilReady(portal, before);
    for (const { stop, told, unanswered } of callers) {
      // A call made while the database was unreachable may get its answer shortly after the portal is ready.
      await expect.poll(() => told.at(-1)?.status, { timeout: 10_000, interval: 50 }).toBeLessThan(300);
      await stop();
      expect(unanswered).toEqual([]);
      const odd = told.filter(({ status, inWords }) => status >= 500 && !(status === 503 && inWords));
      expect(odd).toEqual([]);
    }
  },
  60_000,
);

test("if the portal that started the database ends, the second portal supervises the database", async () => {
  const [first, second] = portals as [KillablePortal, KillablePortal];
  const owner = Number(readFileSync(join(dataDir, "postgres", "owner.pid"), "utf8"));
  const [gone, left] = first.pid === owner ? [first, second] : [second, first];
  // A portal that is stopped would stop its database too, which the other portal still needs.
  const before = postmaster();
  await gone.stop();
  await untilReady(left, before);
  const again = postmaster();
  process.kill(again, "SIGKILL");
  await untilReady(left, again);
}, 60_000);
