import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fixedClock } from "../../../server/clock/index.ts";
import { readConfig } from "../../../server/config.ts";
import { createFiles, type Files, filesRoutes } from "../../../server/files/index.ts";
import { uploadDays } from "../../../server/files/upload-days.ts";
import { dailyLimits, sideBySide } from "../../../server/files/upload-limits.ts";
import { type App, createHttp } from "../../../server/http/index.ts";
import { addPerson } from "../../support/add-person.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { FIXED_DAY } from "../../support/fixed-day.ts";

let database: TestDatabase;
let folder: string;
let aheadMs = 0;
const clock = { ...fixedClock(FIXED_DAY), wall: () => new Date(Date.now() + aheadMs) };
const key = "ab".repeat(32);
let nextVisitor = 0;
let app: App;
let files: Files;
const sockets: Socket[] = [];

beforeAll(async () => {
  database = await testDatabase();
  folder = mkdtempSync(join(tmpdir(), "saphan-bounds-"));
  await addPerson(database.db, null, "00000000-0000-4000-8000-0000000000dd");
  const config = readConfig({ SAPHAN_DATA: folder, SAPHAN_KEY: key, LOG_LEVEL: "silent", TRUST_PROXY: "1" });
  app = await createHttp(config);
  // A caller without the cookie counts as a new visitor each time.
  app.addHook("onRequest", async (request) => {
    request.visitor = String(nextVisitor++);
  });
  files = createFiles({
    db: database.db,
    clock,
    config,
    pace: { graceMs: 700, bytesPerSecond: 1_000_000, longestMs: 3_000 },
  });
  filesRoutes(app, files);
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await app.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const HEAD = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`;
const picture = () =>
  sharp({ create: { width: 64, height: 40, channels: 3, background: "#88aacc" } })
    .jpeg()
    .toBuffer();

async function upload(from: string) {
  return await app.inject({
    method: "POST",
    url: "/api/files?purpose=complaint",
    headers: { "content-type": "multipart/form-data; boundary=b", "x-forwarded-for": from },
    payload: Buffer.concat([Buffer.from(HEAD), await picture(), Buffer.from("\r\n--b--\r\n")]),
  });
}

/** Starts an upload and then sends nothing more; resolves with the answer. */
function dawdle(from: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.write(
    `POST /api/files?purpose=complaint HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n${HEAD}x`,
  );
  return new Promise((resolve) => {
    let heard = "";
    socket.on("data", (part) => {
      heard += part;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(heard));
  });
}

const arriving = () => readdirSync(join(folder, "arriving"));
const dawdlersArrive = async (count: number) => {
  while (arriving().length < count) await new Promise((resolve) => setTimeout(resolve, 10));
};

test.each([
  "--b\r\n\r\n",
  "--b\r\nContent-Disposition: form-data",
  `${HEAD}cut off`,
  "--b--",
  "",
  "\r\n\r\n",
])("a request body that is not a form is a client error: %j", async (payload) => {
  const headers = { "content-type": "multipart/form-data; boundary=b", "x-forwarded-for": "192.0.2.77" };
  const url = "/api/files?purpose=complaint";
  const refused = await app.inject({ method: "POST", url, headers, payload });
  expect([400, 422]).toContain(refused.statusCode);
});

describe("slow uploads", () => {
  test("do not delay other uploads and pictures, and are aborted after a time limit", async () => {
    await upload("198.51.100.1");
    const slow = Array.from({ length: 5 }, () => dawdle("203.0.113.1"));
    await dawdlersArrive(5);
    const stored = await upload("198.51.100.1");
    expect(stored.statusCode).toBe(201);
    expect(await files.preview(stored.json().id)).not.toBeNull();
    for (const told of await Promise.all(slow)) {
      expect(told).toMatch(/^HTTP\/1\.1 408 /);
      expect(told).toContain('"code":"upload-too-slow"');
    }
    expect(arriving()).toEqual([]);
  });

  test("slow uploads from one IP address are limited in number, and delay only uploads from that address", async () => {
    const slow = Array.from({ length: sideBySide.network }, () => dawdle("203.0.113.2"));
    await dawdlersArrive(sideBySide.network);
    const refused = await upload("203.0.113.2");
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("5");
    expect(refused.json()).toMatchObject({ code: "upload-busy" });
    expect((await upload("198.51.100.2")).statusCode).toBe(201);
    await Promise.all(slow);
    expect((await upload("203.0.113.2")).statusCode).toBe(201);
  });

  test("interrupted uploads leave nothing behind", async () => {
    const broken = dawdle("203.0.113.3");
    await dawdlersArrive(1);
    for (const socket of sockets) socket.destroy();
    await broken;
    while (arriving().length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await upload("203.0.113.3")).statusCode).toBe(201);
  });
});

describe("the daily upload limit", () => {
  const days = () => uploadDays(database.db, () => Buffer.from(key, "hex"));

  test("applies to each person or visitor, even if two processes count at once", async () => {
    const one = { subject: "person:00000000-0000-4000-8000-0000000000bb", network: null };
    const tries = Array.from({ length: dailyLimits.subject.files + 20 }, (_, time) =>
      (time % 2 === 0 ? days() : days()).begin(one, clock.wall()),
    );
    const begun = (await Promise.all(tries)).filter((limit) => limit === null);
    expect(begun).toHaveLength(dailyLimits.subject.files);
    const tomorrow = new Date(clock.wall().getTime() + 86_400_000);
    expect(await days().begin(one, tomorrow)).toBeNull();
  });

  test("applies to an IP address, even if the visitor's cookie is removed or replaced", async () => {
    await upload("203.0.113.5");
    await database.db
      .updateTable("upload_days")
      .set({ files: dailyLimits.network.files - 1 })
      .where("files", "=", 1)
      .execute();
    expect((await upload("203.0.113.5")).statusCode).toBe(201);
    const refused = await upload("203.0.113.5");
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: "file-quota" });
    expect((await upload("198.51.100.5")).statusCode).toBe(201);
  });

  test("counts bytes, and counts visitors separately, so that they cannot use up the limit of account holders", async () => {
    const visitor = { subject: "visitor:one", network: "192.0.2.1" };
    await days().begin(visitor, clock.wall());
    await days().add(visitor, dailyLimits.visitors.bytes, clock.wall());
    const another = { subject: "visitor:two", network: "192.0.2.2" };
    expect(await days().begin(another, clock.wall())).toBe(dailyLimits.visitors.files);
    const person = { subject: "person:00000000-0000-4000-8000-0000000000cc", network: "192.0.2.3" };
    expect(await days().begin(person, clock.wall())).toBeNull();
    const rows = await database.db.selectFrom("upload_days").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("192.0.2");
  });
});

describe("an upload that no submitted answer uses", () => {
  const me = "person:00000000-0000-4000-8000-0000000000dd";
  const storeFor = async (subject: string) => {
    const about = { purpose: "complaint", name: "a.jpg" };
    const stored = await files.store(subject, Readable.from([await picture()]), about);
    if (!stored.ok) throw new Error(stored.error.code);
    return stored.value.id;
  };

  test("is erased within hours for a visitor and within days for a person, unlike a used upload", async () => {
    await database.db.deleteFrom("files").execute();
    const loose = { visitor: await storeFor("visitor:loose"), person: await storeFor(me) };
    const kept = { visitor: await storeFor("visitor:kept"), person: await storeFor(me) };
    for (const [subject, id] of [
      ["visitor:kept", kept.visitor],
      [me, kept.person],
    ] as const)
      expect(await files.attach(database.db, { id, subject, purpose: "complaint" })).toBe(true);
    const there = async () => {
      const all = { ...loose, keptVisitor: kept.visitor, keptPerson: kept.person };
      const found = await Promise.all(
        Object.entries(all).map(async ([name, id]) => ((await files.find(id)) === null ? [] : [name])),
      );
      return found.flat();
    };
    aheadMs = 3_600_000;
    expect(await files.sweep()).toBe(0);
    aheadMs = 3 * 3_600_000;
    expect(await files.sweep()).toBe(1);
    expect(await there()).toEqual(["person", "keptVisitor", "keptPerson"]);
    aheadMs = 8 * 86_400_000;
    expect(await files.sweep()).toBe(2);
    expect(await there()).toEqual(["keptPerson"]);
    await expect(files.read(loose.visitor)).rejects.toThrow(/ENOENT/);
    aheadMs = 0;
  });
});
