import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../../server/clock/index.ts";
import { readConfig } from "../../../server/config.ts";
import { createFiles, type FileStore, filesRoutes } from "../../../server/files/index.ts";
import { type App, createHttp } from "../../../server/http/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { FIXED_DAY } from "../../support/fixed-day.ts";

let database: TestDatabase;
let folder: string;
let app: App;
let disk: NodeJS.ErrnoException | null = null;
const kept = new Set<string>();
beforeAll(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), "saphan-disk-"));
  const config = readConfig({ SAPHAN_DATA: folder, SAPHAN_KEY: "ab".repeat(32), LOG_LEVEL: "silent" });
  const store: FileStore = {
    put: async (id) => {
      if (disk !== null) throw disk;
      kept.add(id);
    },
    get: async () => Buffer.alloc(0),
    remove: async (id) => void kept.delete(id),
  };
  app = await createHttp(config);
  app.addHook("onRequest", async (request) => {
    request.visitor = "abc";
  });
  filesRoutes(app, createFiles({ db: database.db, clock: fixedClock(FIXED_DAY), config, store }));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function upload() {
  const image = await sharp({ create: { width: 64, height: 40, channels: 3, background: "#88aacc" } })
    .jpeg()
    .toBuffer();
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`;
  return await app.inject({
    method: "POST",
    url: "/api/files?purpose=complaint",
    headers: { "content-type": "multipart/form-data; boundary=b" },
    payload: Buffer.concat([Buffer.from(head), image, Buffer.from("\r\n--b--\r\n")]),
  });
}

const registered = async () => (await database.db.selectFrom("files").select("id").execute()).length;

describe("an upload onto a full disk", () => {
  test.each(["ENOSPC", "EDQUOT"])(
    "is reported (%s), stores no file, and succeeds once there is room",
    async (code) => {
      const before = await registered();
      disk = Object.assign(new Error(`${code}: write`), { code });
      const refused = await upload();
      expect(refused.statusCode).toBe(503);
      expect(refused.json()).toMatchObject({
        code: "storage-full",
        message: { th: expect.stringMatching(/[ก-๙]/), en: expect.stringMatching(/[a-z]/) },
      });
      expect(await registered()).toBe(before);
      disk = null;
      expect((await upload()).statusCode).toBe(201);
      expect(await registered()).toBe(before + 1);
      expect(kept.size).toBe(await registered());
    },
  );

  test("leaves no partial file if the upload folder cannot be written", async () => {
    const closed = createFiles({
      db: database.db,
      clock: fixedClock(FIXED_DAY),
      // A file has the name of the data folder, so the folder cannot be written.
      config: { dataDir: join(import.meta.dirname, "full-disk.test.ts"), masterKey: "ab".repeat(32) },
    });
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const before = await registered();
    const about = { purpose: "complaint", name: "a.png" };
    await expect(closed.store("visitor:abc", Readable.from([image]), about)).rejects.toThrow();
    expect(await registered()).toBe(before);
    expect(readdirSync(folder, { recursive: true })).toEqual(["arriving"]);
  });
});
