import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Brand } from "../../../domain/brands.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { type Content, createContent } from "../../../server/content/index.ts";
import { type AllWritten, readContentFiles } from "../../../server/content/read-files.ts";
import { readStrapi } from "../../../server/content/strapi.ts";
import { CONTENT_TYPES } from "../../../server/content/types.ts";
import { type Db, openDatabase } from "../../../server/db/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { type FakeStrapi, startFakeStrapi } from "./fake-strapi.ts";

const rootDir = new URL("../../..", import.meta.url).pathname;
let database: TestDatabase;
let db: Db;
let files: AllWritten;
const said: object[] = [];
const log = { warn: (details: object, message: string) => void said.push({ ...details, message }) };
beforeAll(async () => {
  database = await testDatabase();
  db = await openDatabase(database.url, { max: 4 });
  files = await readContentFiles(rootDir, "saphan");
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const opened: Content[] = [];
const open = async (url: string | null, brand: Brand = "saphan") => {
  const room = { db, clock: fixedClock("2026-11-23T10:00:00"), config: { rootDir, brand }, log };
  const content = await createContent(room, url === null ? null : { url, token: "a-secret-token" });
  opened.push(content);
  return content;
};
afterEach(() => {
  for (const content of opened.splice(0)) content.close();
  said.length = 0;
});

describe.each(["files", "strapi 4", "strapi 5"] as const)("content from %s", (source) => {
  let fake: FakeStrapi | null = null;
  beforeEach(async () => {
    fake = source === "files" ? null : await startFakeStrapi(source === "strapi 4" ? 4 : 5, files);
  });
  afterEach(async () => await fake?.stop());

  test("consists of the same items, of every type, in both languages", async () => {
    const content = await open(fake?.url ?? null);
    const plain = await open(null);
    for (const type of CONTENT_TYPES)
      for (const language of LANGUAGES)
        expect(await content.read(type, language), `${type} ${language}`).toEqual(
          await plain.read(type, language),
        );
    expect(said).toEqual([]);
    expect(await content.readOne("article", "fees-in-baht", "en")).toMatchObject({ key: "fees-in-baht" });
    expect(await content.readOne("article", "none", "en")).toBeNull();
  });
});

describe("a content service", () => {
  let fake: FakeStrapi;
  beforeEach(async () => {
    fake = await startFakeStrapi(5, files);
  });
  afterEach(() => fake.stop());

  test("receives a bearer token, and requests for published content only, never for drafts", async () => {
    const content = await open(fake.url);
    await content.read("home", "th");
    const [asked] = fake.asked;
    expect(fake.asked.every(({ authorization }) => authorization === "Bearer a-secret-token")).toBe(true);
    expect(decodeURIComponent(asked?.path ?? "")).toContain("/api/home-page?locale=");
    expect(decodeURIComponent(asked?.path ?? "")).toContain("populate[seo][populate]=*");
    expect(fake.asked.some(({ path }) => path.includes("status="))).toBe(false);
  });

  test("is not queried for the first page if a user reads an article, nor by the second brand", async () => {
    const content = await open(fake.url);
    await content.readOne("article", "fees-in-baht", "th");
    const second = await open(fake.url, "nava");
    expect((await second.read("home", "th"))[0]?.seo.metaTitle).toContain("Nava");
    await second.read("faq", "th");
    expect(fake.asked.map(({ path }) => path.split("?")[0])).not.toContain("/api/home-page");
    expect(fake.asked.length).toBeGreaterThan(0);
  });

  test("can change its items, which replace the old ones in the portal and notify listeners", async () => {
    const content = await open(fake.url);
    await content.read("faq", "th");
    const before = content.version();
    let heard = 0;
    content.onChange(() => heard++);
    fake.change = (type, entries) => (type === "faq" ? entries.slice(1) : entries);
    await content.askAgain();
    expect(await content.read("faq", "th")).toHaveLength(14);
    expect([heard, content.version() === before]).toEqual([1, false]);
    await content.askAgain();
    expect(heard).toBe(1);
  });

  test("replaces an entry that is missing in one language by the Thai entry", async () => {
    fake.change = (_, entries, lng) => (lng === "en" ? [] : entries);
    const content = await open(fake.url);
    expect((await content.read("faq", "en")).every(({ language }) => language === "th")).toBe(true);
    expect((await content.read("home", "en"))[0]?.language).toBe("th");
    expect(said).toEqual([]);
  });

  const first = (change: JsonObject) => (entries: readonly JsonObject[]) =>
    entries.map((entry, at) => (at === 0 ? { ...entry, ...change } : entry));
  test.each([
    ["HTML in a text", first({ question: "<b>x</b>" }), "content-not-text"],
    ["a number in place of a text", first({ question: 7 }), "content-not-valid"],
    [
      "an unknown kind of block",
      first({ blocks: [{ type: "code", children: [] }] }),
      "content-block-unknown",
    ],
    [
      "a link that runs a script",
      first({ blocks: [{ kind: "link", text: "x", href: "javascript:x" }] }),
      "content-link",
    ],
  ] as const)(
    "that returns %s leaves the last good item in use, and the log reports the problem",
    async (_, change, code) => {
      const content = await open(fake.url);
      const before = await content.read("faq", "th");
      fake.change = (type, entries) => (type === "faq" ? change(entries) : entries);
      await content.askAgain();
      expect(await content.read("faq", "th")).toEqual(before);
      expect(said).toEqual(
        expect.arrayContaining([expect.objectContaining({ type: "faq", key: "minimum", code })]),
      );
    },
  );

  test.each([
    ["fails", { status: 503, body: "" }],
    ["answers no JSON", { body: "<html>" }],
    ["answers far too many bytes", { body: Buffer.alloc(5 * 1024 * 1024, 32) }],
    ["ends in the middle of its JSON", { body: '{"data":[{"id":1' }],
    ["answers an empty body", { body: "null" }],
    ["answers without data", { body: '{"error":{"status":500}}' }],
    ["answers one entry where a list is expected", { body: '{"data":{"id":1,"attributes":{}}}' }],
    ["answers a list without its envelope", { body: '[{"id":1}]' }],
    ["answers a list of another type", { body: '{"data":["a",null,[]]}' }],
    ["answers a list without keys and fields", { body: '{"data":[{"id":1},{"id":2,"attributes":null}]}' }],
  ])("that %s leaves the last good page in use, and the log reports the problem", async (_, answer) => {
    const content = await open(fake.url);
    const before = await content.read("faq", "th");
    fake.change = () => answer;
    await content.askAgain();
    expect(await content.read("faq", "th")).toEqual(before);
    // For types that were never requested from the service, the items come from the files.
    expect(await content.read("member", "th")).toHaveLength(6);
    expect(said).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: "faq", err: expect.anything() })]),
    );
  });

  test("that is too slow or unreachable is given up in time", async () => {
    fake.change = () => ({ body: "{}", afterMs: 2_000 });
    const deps = { log, storePicture: async () => null, withinMs: 50 };
    const reading = (url: string) => readStrapi({ url, token: null }, "faq", { last: files.faq, deps });
    await expect(reading(fake.url)).rejects.toThrow();
    await expect(reading("http://127.0.0.1:9")).rejects.toThrow();
  });

  test("that answers late delays its first reader only briefly, and its content appears on arrival", async () => {
    fake.change = (type, entries) => {
      if (type !== "faq") return entries;
      const data = entries.map((entry, at) => (at === 0 ? { ...entry, question: "Late?" } : entry));
      return { body: JSON.stringify({ data }), afterMs: 400 };
    };
    const room = {
      db,
      clock: fixedClock("2026-11-23T10:00:00"),
      config: { rootDir, brand: "saphan" },
      log,
    } as const;
    const content = await createContent(room, { url: fake.url, token: null, firstMs: 50 });
    opened.push(content);
    const changed = new Promise<void>((done) => content.onChange(done));
    const questions = async () => (await content.read("faq", "th")).map(({ question }) => question);
    const first = await questions();
    expect([first.length, first.includes("Late?")]).toEqual([15, false]);
    await changed;
    expect(await questions()).toContain("Late?");
    expect(said).toEqual([]);
  });

  test("that returns drafts, because its token has too many rights, does not make them visible", async () => {
    fake.change = (_, entries) => first({ publishedAt: null })(entries);
    expect((await (await open(fake.url)).read("faq", "th")).map(({ key }) => key)).not.toContain("minimum");
  });

  const withCover = (url: string) => {
    fake.change = (type, entries) =>
      type === "article" ? first({ cover: { url, alternativeText: "A green field" } })(entries) : entries;
  };
  const covered = async () => {
    const articles = await (await open(fake.url)).read("article", "th");
    return articles.find(({ key }) => key === "nav-and-cutoff")?.cover;
  };

  test("provides pictures, which the server downloads, re-encodes and scales", async () => {
    const green = sharp({ create: { width: 1000, height: 500, channels: 3, background: "#165" } });
    fake.upload = await green.png().toBuffer();
    withCover("/uploads/picture");
    expect(await covered()).toMatchObject({
      src: expect.stringMatching(/^\/api\/content-images\/[0-9a-f]{32}-960\.webp$/),
      alt: "A green field",
      width: 960,
      srcset: [{ width: 480 }, { width: 960 }],
    });
    expect(said).toEqual([]);
  });

  test.each([
    ["is on another host", "https://elsewhere.example/x.png", Buffer.alloc(0)],
    ["is no picture", "/uploads/picture", Buffer.from("<svg onload='x'/>")],
    ["is far too large", "/uploads/picture", Buffer.alloc(13 * 1024 * 1024)],
    ["is missing", "/uploads/other", Buffer.alloc(0)],
  ])(
    "that returns a picture that %s leaves the last good item in use, and the log reports the problem",
    async (_, url, upload) => {
      fake.upload = upload;
      withCover(url);
      expect(await covered()).toBeNull();
      expect(said).toEqual(
        expect.arrayContaining([expect.objectContaining({ type: "article", key: "nav-and-cutoff" })]),
      );
    },
  );

  test("that points to a picture on another host causes no request there, and the token is not sent", async () => {
    const elsewhere = await startFakeStrapi(5, files);
    elsewhere.upload = await sharp({ create: { width: 500, height: 500, channels: 3, background: "#165" } })
      .png()
      .toBuffer();
    withCover(`${elsewhere.url}/uploads/picture`);
    expect(await covered()).toBeNull();
    expect(elsewhere.asked).toEqual([]);
    await elsewhere.stop();
  });
});
