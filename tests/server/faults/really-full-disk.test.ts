import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAudit } from "../../../server/audit/index.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { spool } from "../../../server/files/spool.ts";
import { testDatabase } from "../../support/database.ts";
import { openCallers } from "../durability/callers.ts";
import { type KillablePortal, startKillablePortal } from "../durability/killable-portal.ts";

// A small file system without free space; only root can create one.
const disk = mkdtempSync(join(tmpdir(), "saphan-small-disk-"));
const small = (megabytes: number) =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", disk]).status === 0;
const isMounted = small(260);
afterAll(() => {
  if (isMounted) spawnSync("umount", ["-l", disk]);
  rmdirSync(disk);
});

/** Fills the disk up to the last `spare` bytes; returns a function that frees the space again. */
function fill(spare: number): () => void {
  const path = join(disk, "filler");
  const file = openSync(path, "a");
  const block = Buffer.alloc(1 << 20);
  let size = block.length;
  for (;;) {
    try {
      if (writeSync(file, block, 0, size) < size) size = Math.max(1, size >> 1);
    } catch {
      if (size === 1) break;
      size >>= 1;
    }
  }
  closeSync(file);
  if (spare > 0) spawnSync("truncate", ["-s", `-${spare}`, path]);
  return () => rmSync(path);
}

const contentOf = (bytes: Buffer) =>
  (async function* () {
    yield bytes;
  })();

describe.skipIf(!isMounted)("a disk without free space", () => {
  test("stores no part of an upload that does not fit completely", async () => {
    const room = fill(8_192);
    const path = join(disk, "upload");
    const pace = { graceMs: 10_000, bytesPerSecond: 1, longestMs: 10_000 };
    const bytes = Buffer.alloc(100_000, 7);
    await expect(spool(contentOf(bytes), path, { maxBytes: 1 << 20, pace })).rejects.toMatchObject({
      code: "ENOSPC",
    });
    expect(readdirSync(disk)).toEqual(["filler"]);
    room();
    expect(await spool(contentOf(bytes), path, { maxBytes: 1 << 20, pace })).toEqual({
      ok: true,
      value: bytes.length,
    });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    rmSync(path);
  });

  test("does not change the signed head of the audit trail, and leaves no other file beside the head", async () => {
    const database = await testDatabase();
    const audit = createAudit({
      db: database.db,
      clock: fixedClock("2026-03-02T10:00:00"),
      config: { masterKey: "ab".repeat(32), dataDir: disk },
      log: { error: () => {} },
    });
    await audit.check(true);
    const head = audit.head();
    expect(head).not.toBeNull();
    const room = fill(0);
    await expect(audit.check(true)).rejects.toMatchObject({ code: "ENOSPC" });
    expect(audit.head()).toEqual(head);
    expect(readdirSync(disk).toSorted()).toEqual(["audit-head.json", "filler"]);
    room();
    expect((await audit.check(true)).kind).toBe("whole");
    rmSync(join(disk, "audit-head.json"));
    await database.drop();
  });

  describe("that holds the data of a portal and its database", () => {
    let portal: KillablePortal;
    beforeAll(async () => {
      portal = await startKillablePortal({ dataDir: disk });
    }, 120_000);
    afterAll(async () => await portal?.stop());

    test("causes readable errors but no loss of answered calls, and the portal recovers once there is room", async () => {
      const callers = openCallers(() => portal.address, 4);
      await expect.poll(() => callers.told.length, { timeout: 30_000 }).toBeGreaterThan(10);
      const room = fill(0);
      const full = callers.told.length;
      const uploads = [await upload(portal), await upload(portal)];
      await pause(8_000);
      room();
      await expect
        .poll(async () => (await fetch(`${portal.address}/readyz`)).status, {
          timeout: 90_000,
          interval: 500,
        })
        .toBe(200);
      await callers.stop();
      expect(callers.told.length).toBeGreaterThan(full);
      expect(callers.unanswered).toEqual([]);
      for (const { status, code, inWords } of callers.told)
        if (status >= 500) expect([status, code, inWords]).toEqual([503, expect.any(String), true]);
      for (const one of uploads) expect([503, 201]).toContain(one.status);
      expect((await upload(portal)).status).toBe(201);
      // Stored files are complete: as many as are registered, and none of them partial.
      expect(readdirSync(join(disk, "arriving"))).toEqual([]);
      const files = readdirSync(join(disk, "files"), { recursive: true, encoding: "utf8" });
      expect(files.filter((name) => name.endsWith(".part"))).toEqual([]);
    }, 240_000);
  });
});

async function upload({ address }: KillablePortal): Promise<Response> {
  const image = await sharp({ create: { width: 64, height: 40, channels: 3, background: "#88aacc" } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(image)], { type: "image/jpeg" }), "a.jpg");
  return await fetch(`${address}/api/files?purpose=complaint`, { method: "POST", body: form });
}
