import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer, type Server } from "../../../server/app.ts";
import { readConfig } from "../../../server/config.ts";
import { claimDatabase } from "../../../server/db/index.ts";
import { storageRoom } from "../../../server/storage-room.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { FIXED_DAY } from "../../support/fixed-day.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  await claimDatabase(database.db, "development");
  folder = mkdtempSync(join(tmpdir(), "saphan-not-ready-"));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function readiness(key: string, dataDir: string) {
  const config = readConfig({
    PORT: "0",
    SAPHAN_CLOCK: FIXED_DAY,
    SAPHAN_KEY: key,
    SAPHAN_DATA: dataDir,
    LOG_LEVEL: "silent",
  });
  let server: Server | null = null;
  try {
    server = await createServer(config, database.url);
    const answer = await server.app.inject("/readyz");
    return { status: answer.statusCode, body: answer.json() };
  } finally {
    await server?.close();
  }
}

test("a portal whose key differs from the database's key is not ready, and names the part that fails", async () => {
  const dataDir = join(folder, "data");
  const ready = { ok: true, database: true, jobs: true, overdue: [], key: true, storage: true };
  expect(await readiness("11".repeat(32), dataDir)).toEqual({ status: 200, body: ready });
  expect(await readiness("22".repeat(32), dataDir)).toEqual({
    status: 503,
    body: { ...ready, ok: false, key: false },
  });
  expect((await readiness("11".repeat(32), dataDir)).status).toBe(200);
});

test("a data folder that is a file is reported as not writable", async () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  expect(await storageRoom(file)()).toBe(false);
  expect(await storageRoom(join(folder, "made-when-missing"))()).toBe(true);
});

test.runIf(process.getuid?.() === 0)(
  "a data folder that cannot be written is reported like a full disk",
  async ({ skip }) => {
    const disk = mkdtempSync(join(tmpdir(), "saphan-full-"));
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], { stdio: "ignore" });
    } catch {
      rmSync(disk, { recursive: true });
      skip("this machine lets nobody mount");
    }
    try {
      expect(await storageRoom(disk)()).toBe(true);
      writeFileSync(join(disk, "much"), Buffer.alloc(240 * 1024));
      expect(await storageRoom(disk)()).toBe(false);
    } finally {
      execFileSync("umount", [disk]);
      rmSync(disk, { recursive: true });
    }
  },
);
