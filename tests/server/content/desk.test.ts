import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { readConfig } from "../../../server/config.ts";
import { blocksOfText, textOfBlocks } from "../../../server/content/blocks-text.ts";
import { fieldsOf, itemOf, typedOf } from "../../../server/content/fields.ts";
import { picturesOf, storeImage } from "../../../server/content/images.ts";
import { readContentFiles } from "../../../server/content/read-files.ts";
import { CONTENT_TYPES } from "../../../server/content/types.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
let operations: Caller;
let compliance: Caller;
let support: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  operations = await loggedIn(house, "operations");
  compliance = await loggedIn(house, "compliance");
  support = await loggedIn(house, "support");
});
afterAll(() => house.close());

const files = await readContentFiles(new URL("../../..", import.meta.url).pathname, "saphan");
type Answer = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test compares the body member by member
  readonly body: any;
};
const ask = async (by: Caller, method: "GET" | "POST", url: string, body?: JsonObject): Promise<Answer> =>
  (await by.call(method, url, body)) as Answer;
const at = (type: string, key: string) => `/api/content-desk/${type}/${key}`;
const typedOfDesk = async (type: string, key: string) =>
  (await ask(operations, "GET", at(type, key))).body.published;
const read = async (type: string, lng = "th") =>
  (await ask(operations, "GET", `/api/content/${type}?lng=${lng}`)).body.items as {
    readonly key: string;
    readonly [name: string]: unknown;
  }[];
const decide = (by: Caller, id: string, decision = "approve") =>
  ask(by, "POST", `/api/content-versions/${id}/${decision}`, { note: "as the editor asked" });
/** Sets the time for which a version was approved to the past. */
const comeDue = (id: string) =>
  sql`update content_versions set publish_at = '2026-01-01T00:00:00Z' where id = ${id}`.execute(
    house.database.db,
  );
const ARTICLE = {
  "/title": "หัวข้อใหม่",
  "/lead": "คำโปรย",
  "/blocks": "ย่อหน้าแรก\n\n## หัวข้อย่อย\nย่อหน้าที่สอง\n\n- หนึ่ง\n- สอง",
  "/author": "ทีมงาน",
  "/date": "2026-11-23",
  "/tags": "พื้นฐาน",
  "/related": "fees-in-baht",
};
const ENGLISH = {
  ...ARTICLE,
  "/title": "A new headline",
  "/lead": "Lead",
  "/blocks": "First\n\n> Said\n> — Somebody",
  "/author": "Team",
  "/tags": "Basics",
};

describe("the editable text of a content item", () => {
  test("is parsed back to the same item, for every item that the program contains", () => {
    for (const type of CONTENT_TYPES)
      for (const language of LANGUAGES)
        for (const item of files[type][language].values()) {
          const typed = typedOf(fieldsOf(type, item), item);
          expect(itemOf(type, typed, { frame: item, findPicture: () => null })).toEqual(item);
        }
  });

  test("is parsed back to the same blocks", () => {
    for (const item of files.article.en.values()) {
      const blocks = item.blocks as Parameters<typeof textOfBlocks>[0];
      expect(blocksOfText(textOfBlocks(blocks), () => null)).toEqual(blocks);
    }
  });
});

describe("an article", () => {
  test("is written in two languages by one person, published by a second one, and visible at once", async () => {
    const heard: string[] = [];
    const body = { th: ARTICLE, en: ENGLISH, note: "for the front page" };
    const proposed = await ask(operations, "POST", at("article", "new-one"), body);
    expect(proposed.status).toBe(201);
    expect((await read("article")).map(({ key }) => key)).not.toContain("new-one");
    const { id } = proposed.body;
    expect(await ask(operations, "POST", at("article", "new-one"), body)).toMatchObject({
      status: 409,
      body: { code: "content-waits-already" },
    });
    const waiting = (await ask(compliance, "GET", at("article", "new-one"))).body.waiting;
    expect(waiting).toMatchObject({ id, own: false, en: { "/title": "A new headline" } });
    expect((await decide(operations, id)).status).toBe(403);
    const version = (await ask(operations, "GET", "/api/content/article")).body.version;
    expect((await decide(compliance, id)).status).toBe(200);
    heard.push((await ask(operations, "GET", "/api/content/article")).body.version);
    expect(heard).not.toEqual([version]);
    expect((await read("article"))[0]).toMatchObject({
      key: "new-one",
      language: "th",
      cover: null,
      blocks: [
        { kind: "paragraph", text: "ย่อหน้าแรก" },
        { kind: "heading", level: 2, text: "หัวข้อย่อย" },
        { kind: "paragraph", text: "ย่อหน้าที่สอง" },
        { kind: "list", ordered: false, items: ["หนึ่ง", "สอง"] },
      ],
      related: ["fees-in-baht"],
    });
    expect((await read("article", "en"))[0]?.blocks).toEqual([
      { kind: "paragraph", text: "First" },
      { kind: "quote", text: "Said", by: "Somebody" },
    ]);
    expect((await decide(compliance, id)).body.code).toBe("already-decided");
  });

  test("without a translation appears in Thai on the English pages, and the content desk marks it", async () => {
    const body = { th: { ...ARTICLE, "/date": "2026-11-22" }, en: null, note: "English follows" };
    const { id } = (await ask(operations, "POST", at("article", "thai-only"), body)).body;
    await decide(compliance, id);
    const item = (await read("article", "en")).find(({ key }) => key === "thai-only");
    expect(item).toMatchObject({ language: "th", title: "หัวข้อใหม่" });
    const desk = (await ask(operations, "GET", "/api/content-desk")).body;
    const articles = desk.types.find(({ type }: { type: string }) => type === "article").items;
    expect(articles.find(({ key }: { key: string }) => key === "thai-only")).toMatchObject({
      published: true,
      translated: false,
      waiting: false,
    });
  });

  test("does not change if a new version is rejected, and disappears in both languages when it is removed", async () => {
    const { th, en } = await typedOfDesk("article", "spot-a-scam");
    const changed = { th: { ...th, "/title": "อื่น" }, en, note: "a better title" };
    const { id } = (await ask(operations, "POST", at("article", "spot-a-scam"), changed)).body;
    expect((await decide(compliance, id, "reject")).body.state).toBe("REFUSED");
    expect((await read("article")).find(({ key }) => key === "spot-a-scam")?.title).toBe(th["/title"]);
    const asked = await ask(operations, "POST", `${at("article", "spot-a-scam")}/remove`, {
      note: "out of date",
    });
    await decide(compliance, asked.body.id);
    expect((await read("article")).map(({ key }) => key)).not.toContain("spot-a-scam");
    expect((await read("article", "en")).map(({ key }) => key)).not.toContain("spot-a-scam");
    expect((await ask(operations, "POST", `${at("home", "home")}/remove`, { note: "never" })).status).toBe(
      404,
    );
  });

  test("is not accepted if another version was published while it was written, or if nothing is changed", async () => {
    const path = at("faq", "suitability");
    const base = await typedOfDesk("faq", "suitability");
    const hand = (more: JsonObject) => ask(operations, "POST", path, { ...base, note: "clearer", ...more });
    expect((await hand({ base })).body.code).toBe("content-unchanged");
    const meanwhile = await hand({ base, en: { ...base.en, "/question": "Why do you ask me this?" } });
    expect((await decide(compliance, meanwhile.body.id)).status).toBe(200);
    const th = { ...base.th, "/question": "ทำไมต้องถามเรื่องนี้" };
    expect(await hand({ base, th })).toMatchObject({ status: 409, body: { code: "content-changed" } });
    const { id } = (await hand({ base: await typedOfDesk("faq", "suitability"), th })).body;
    expect((await decide(compliance, id, "reject")).status).toBe(200);
  });

  test.each(["approve", "reject", "withdraw", "schedule"])(
    "needs visible words as the reason to %s",
    async (call) => {
      const body = { note: "    ", ...(call === "schedule" ? { at: "2026-12-01T00:00:00Z" } : {}) };
      const by = call === "withdraw" ? operations : compliance;
      const { status } = await ask(by, "POST", `/api/content-versions/${randomUUID()}/${call}`, body);
      expect(status).toBe(422);
    },
  );

  test("is withdrawn by its author only, with its text kept for a later draft", async () => {
    const path = at("article", "taken-back");
    const { id } = (await ask(operations, "POST", path, { th: ARTICLE, en: null, note: "too early" })).body;
    const second = await loggedIn(house, "operations2");
    expect((await decide(second, id, "withdraw")).body.code).toBe("content-of-another");
    expect((await decide(compliance, id, "withdraw")).status).toBe(403);
    expect((await decide(operations, id, "withdraw")).body).toEqual({ id, state: "WITHDRAWN" });
    expect((await decide(operations, id, "withdraw")).body.code).toBe("already-decided");
    expect((await decide(compliance, id)).body.code).toBe("already-decided");
    const item = (await ask(second, "GET", path)).body;
    expect(item).toMatchObject({
      published: { th: null, en: null },
      waiting: null,
      earlier: [{ id, state: "WITHDRAWN", decisionNote: "as the editor asked", th: { "/title": "หัวข้อใหม่" } }],
    });
    expect(
      (await ask(second, "POST", path, { th: item.earlier[0].th, en: null, note: "again" })).status,
    ).toBe(201);
  });

  test("is published at the time for which compliance approved it, once", async () => {
    const path = at("article", "for-tomorrow");
    const { id } = (await ask(operations, "POST", path, { th: ARTICLE, en: null, note: "for tomorrow" }))
      .body;
    const time = (hours: number) => house.clock.now().plus({ hours }).toJSDate().toISOString();
    const schedule = (by: Caller, when: string) =>
      ask(by, "POST", `/api/content-versions/${id}/schedule`, { note: "with the press release", at: when });
    const isPublished = async () => {
      await house.server.jobs.runNow("content.publish-due");
      return (await read("article")).some(({ key }) => key === "for-tomorrow");
    };
    expect((await schedule(operations, time(1))).status).toBe(403);
    expect((await schedule(compliance, time(0))).body.code).toBe("schedule-moment");
    expect((await schedule(compliance, time(24 * 367))).body.code).toBe("schedule-moment");
    expect((await schedule(compliance, time(3))).status).toBe(200);
    const tomorrow = time(24);
    expect((await schedule(compliance, tomorrow)).body).toEqual({ id, state: "PROPOSED" });
    expect((await ask(operations, "GET", path)).body.waiting).toMatchObject({
      schedule: { at: tomorrow, note: "with the press release" },
    });
    expect(await isPublished()).toBe(false);
    await comeDue(id);
    expect(await isPublished()).toBe(true);
    const item = (await ask(operations, "GET", path)).body;
    expect(item).toMatchObject({
      waiting: null,
      earlier: [{ id, state: "PUBLISHED", decidedBy: "compliance@saphan.example" }],
    });
    expect((await schedule(compliance, time(3))).body.code).toBe("already-decided");
    const { rows } = await sql<{ readonly actor: string; readonly action: string }>`
      select actor, action from audit_lines where detail ->> 'id' = ${id} order by id`.execute(
      house.database.db,
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "content.propose",
      "content.schedule",
      "content.schedule",
      "content.publish",
    ]);
    expect(rows.at(-1)?.actor).toBe("system:content");
  });

  test("is not published at the approved time if its author withdraws it before", async () => {
    const path = at("article", "not-after-all");
    const { id } = (await ask(operations, "POST", path, { th: ARTICLE, en: null, note: "for tomorrow" }))
      .body;
    const when = house.clock.now().plus({ hours: 1 }).toJSDate().toISOString();
    await ask(compliance, "POST", `/api/content-versions/${id}/schedule`, { note: "as asked", at: when });
    await comeDue(id);
    expect((await decide(operations, id, "withdraw")).body.state).toBe("WITHDRAWN");
    await house.server.jobs.runNow("content.publish-due");
    expect((await ask(operations, "GET", path)).body).toMatchObject({
      published: { th: null },
      waiting: null,
      earlier: [{ state: "WITHDRAWN" }],
    });
  });

  test.each([
    ["a tag", { "/lead": "<b>x</b>" }, "content-not-text", "/th/lead"],
    ["a link to another protocol", { "/blocks": "[x](javascript:alert(1))" }, "content-not-valid", ""],
    [
      "a picture that was not uploaded",
      { "/blocks": "![x](https://e.example/x.png)" },
      "content-missing",
      "/th/blocks/0/picture/alt",
    ],
    ["an empty title", { "/title": "" }, "content-missing", "/th/title"],
    ["an invalid day", { "/date": "tomorrow" }, "content-date", "/th/date"],
    ["a mark that turns the text", { "/lead": "โอน \u202E987-654\u202C" }, "content-hidden", "/th/lead"],
    ["a control character in a paragraph", { "/blocks": "a\u0007" }, "content-hidden", "/th/blocks/0/text"],
  ])("with %s is rejected with the error's place, in both languages", async (why, change, code, pointer) => {
    const body = { th: { ...ARTICLE, ...change }, en: null, note: "trying" };
    const answer = await ask(operations, "POST", at("article", "bad-one"), body);
    if (why === "a link to another protocol") {
      // The text is no address, so it stays text.
      expect(answer.status).toBe(201);
      await decide(compliance, answer.body.id, "reject");
      return;
    }
    expect(answer).toMatchObject({ status: 422, body: { code, fields: [{ pointer, code }] } });
    expect(answer.body.fields[0].message.th).toMatch(/[ก-๙]/);
  });

  test("can be previewed, with its errors, before its author submits it", async () => {
    const preview = await ask(operations, "POST", `${at("article", "new-two")}/preview`, {
      th: ARTICLE,
      en: { ...ENGLISH, "/lead": "" },
    });
    expect(preview.body.th).toMatchObject({
      fault: null,
      blocks: expect.arrayContaining([
        { kind: "heading", level: 2, text: "หัวข้อใหม่" },
        { kind: "list", ordered: false, items: ["หนึ่ง", "สอง"] },
      ]),
    });
    expect(preview.body.en).toEqual({ fault: { code: "content-missing", pointer: "/lead" }, blocks: [] });
  });
});

describe("an uploaded picture for the content", () => {
  const room = () => ({
    db: house.server.db,
    clock: house.clock,
    config: readConfig({}),
    log: house.server.app.log,
  });
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: "#1f7a4d" } }).withMetadata({ orientation: 6 });

  test("is re-encoded in several widths, named by the hash of its bytes, and public", async () => {
    const stored = await storeImage(room(), await picture(1200, 2400).jpeg().toBuffer(), null);
    if (!stored.ok) throw new Error(stored.error.code);
    expect(stored.value).toMatchObject({ width: 1600, height: 800 });
    const found = (await picturesOf(room()))(stored.value.src, "สีเขียว");
    expect(found).toMatchObject({ alt: "สีเขียว", width: 1600, height: 800 });
    expect(found?.srcset.map(({ width }) => width)).toEqual([480, 960, 1600]);
    const answer = await house.server.app.inject(found?.srcset[0]?.src ?? "");
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
    });
    const meta = await sharp(answer.rawPayload).metadata();
    expect([meta.format, meta.width, meta.exif]).toEqual(["webp", 480, undefined]);
    expect((await house.server.app.inject("/api/content-images/none.webp")).statusCode).toBe(404);
    const body = {
      th: { ...ARTICLE, "/cover": stored.value.src, "/cover/alt": "ใบไม้" },
      en: null,
      note: "with a cover",
    };
    const { id } = (await ask(operations, "POST", at("article", "with-cover"), body)).body;
    await decide(compliance, id);
    const item = (await read("article")).find(({ key }) => key === "with-cover");
    expect(item?.cover).toMatchObject({ src: stored.value.src, alt: "ใบไม้", width: 1600 });
  });

  test.each([
    ["a text", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>")],
    ["half a picture", "half"],
    ["nothing", Buffer.alloc(0)],
  ])("that is %s is rejected", async (_, given) => {
    const whole = await picture(600, 600).png().toBuffer();
    const bytes = typeof given === "string" ? whole.subarray(0, whole.length / 2) : given;
    expect(await storeImage(room(), bytes, null)).toEqual({ ok: false, error: { code: "content-image" } });
  });
});

describe("the content desk", () => {
  test("lets only operations write, and only compliance publish", async () => {
    expect((await ask(support, "GET", "/api/content-desk")).status).toBe(403);
    const body = { th: ARTICLE, en: null, note: "mine" };
    expect((await ask(compliance, "POST", at("article", "x"), body)).status).toBe(403);
  });

  test("keeps every version unchanged in the database, each decided once by a second person", async () => {
    const { db } = house.server;
    const one = async (statement: string) => await sql.raw(statement).execute(db);
    await expect(one("update content_versions set note = 'other'")).rejects.toThrow("never changed");
    await expect(one("delete from content_versions")).rejects.toThrow("never changed or removed");
    await expect(one("truncate content_versions")).rejects.toThrow("never changed or removed");
    const planted = `insert into content_versions (id, type, key, state, note, proposed_by, proposed_at, decided_by, decided_at)
      select gen_random_uuid(), type, 'planted', 'PUBLISHED', note, proposed_by, proposed_at, decided_by, decided_at
      from content_versions where state = 'PUBLISHED' limit 1`;
    await expect(one(planted)).rejects.toThrow("waits for another one");
  });
});
