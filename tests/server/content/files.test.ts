import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { judgeContent } from "../../../server/content/judge.ts";
import { readContentFiles } from "../../../server/content/read-files.ts";
import { CONTENT_TYPES } from "../../../server/content/types.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;
const written = await readContentFiles(ROOT, "saphan");
const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Returns every path in a value that leads to our own site. */
const ownPaths = (value: unknown): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"(?:href|link)":"(\/[^"]*)"/g)].map(([, path]) => path ?? "");

describe("the content that the program contains", () => {
  test("is the same list of items, in the same order, in both languages", () => {
    for (const type of CONTENT_TYPES) {
      expect([...written[type].en.keys()], type).toEqual([...written[type].th.keys()]);
      expect(written[type].th.size, type).toBeGreaterThan(0);
    }
  });

  test.each([
    ["faq", 15],
    ["article", 6],
    ["coffee", 4],
    ["member", 6],
    ["testimonial", 4],
    ["news", 6],
  ] as const)("has items of the type %s, exactly %i", (type, count) =>
    expect(written[type].th.size).toBe(count),
  );

  test("includes a name, a position, a sub-position and three lines of experience for each team member", () => {
    for (const member of written.member.th.values())
      expect(member).toMatchObject({
        firstName: expect.any(String),
        lastName: expect.any(String),
        position: expect.any(String),
        subPosition: expect.any(String),
        experience: [expect.any(String), expect.any(String), expect.any(String)],
      });
  });

  test("includes page metadata for the first page, with tags for Facebook and Twitter", () => {
    for (const language of LANGUAGES)
      expect(written.home[language].get("home")?.seo).toMatchObject({
        metaTitle: expect.any(String),
        metaDescription: expect.any(String),
        structuredData: { "@type": "FinancialService" },
        metaSocial: [{ socialNetwork: "Facebook" }, { socialNetwork: "Twitter" }],
      });
  });

  test("includes the sections of the disclosure, the table of regulators, and the facts about the company", () => {
    expect([...written.disclosure.th.keys()]).toEqual(["strength", "storage", "third-parties"]);
    expect(Object.keys([...written.regulator.en.values()][0] ?? {})).toEqual([
      "provider",
      "country",
      "authority",
      "licences",
      "website",
    ]);
    const about = written.page.en.get("about") as JsonObject;
    expect((about.sections as readonly JsonObject[]).map(({ key }) => key)).toEqual([
      "registration",
      "budget",
      "storage",
      "hours",
    ]);
    expect(JSON.stringify(about)).toContain("09:00–18:00");
    expect(about.lead).toContain("more than 5 years");
  });

  test("includes only links to articles that exist, and uses the brand's own name", async () => {
    for (const { related } of written.article.th.values())
      for (const key of related as readonly string[]) expect([...written.article.th.keys()]).toContain(key);
    for (const path of ownPaths([...written.faq.th.values(), ...written.home.th.values()]))
      if (path.startsWith("/articles/"))
        expect([...written.article.th.keys()]).toContain(path.slice("/articles/".length));
    const nava = await readContentFiles(ROOT, "nava");
    expect(JSON.stringify([...nava.home.en.values()])).toContain("Nava");
    expect(JSON.stringify(Object.values(nava).map(({ th }) => [...th.values()]))).not.toMatch(/Saphan|\{\{/);
  });

  test("is rejected with file, place and error if a file is wrong", async () => {
    const folder = await mkdtemp(join(tmpdir(), "content-"));
    made.push(folder);
    await cp(join(ROOT, "content"), join(folder, "content"), { recursive: true });
    const path = join(folder, "content", "en", "faq.json");
    const items = JSON.parse(await readFile(path, "utf8"));
    items[3].blocks[0].text = "Read <b>this</b>";
    await writeFile(path, JSON.stringify(items));
    await expect(readContentFiles(folder, "saphan")).rejects.toThrow(
      'content/en/faq.json /3/blocks/0/text ("company"): content-not-text',
    );
  });
});

const article = (change: object = {}) => ({
  title: "Title",
  lead: "Lead",
  cover: null,
  blocks: [{ kind: "paragraph", text: "Text" }],
  author: "Somebody",
  date: "2026-11-02",
  tags: [],
  related: [],
  ...change,
});
const blocks = (...given: readonly unknown[]) => article({ blocks: given });
const link = (href: string) => blocks({ kind: "link", text: "there", href });
const table = (...rows: readonly (readonly string[])[]) =>
  blocks({ kind: "table", caption: "c", head: ["a", "b"], rows });

describe("a content item", () => {
  test.each([
    [
      "a tag",
      blocks({ kind: "paragraph", text: "a <script>alert(1)</script>" }),
      "content-not-text",
      "/blocks/0/text",
    ],
    ["a tag in a title", article({ title: "<i>Title" }), "content-not-text", "/title"],
    ["an entity", article({ lead: "a &lt; b &#x3c; c" }), "content-not-text", "/lead"],
    ["a closing tag in a cell", table(["</td>", "1"]), "content-not-text", "/blocks/0/rows/0/0"],
    ["only spaces", article({ title: "   " }), "content-not-text", "/title"],
    ["an address that runs a script", link("javascript:alert(1)"), "content-link", "/blocks/0/href"],
    ["an address without TLS", link("http://example.com"), "content-link", "/blocks/0/href"],
    ["another host in disguise", link("//example.com/x"), "content-link", "/blocks/0/href"],
    ["another host behind a backslash", link("/\\example.com"), "content-link", "/blocks/0/href"],
    ["an unknown block", blocks({ kind: "html", text: "x" }), "content-block-unknown", "/blocks/0"],
    [
      "a heading of level 1",
      blocks({ kind: "heading", level: 1, text: "x" }),
      "content-not-valid",
      "/blocks/0/level",
    ],
    ["no blocks", blocks(), "content-count", "/blocks"],
    ["uneven rows", table(["1", "2"], ["3"]), "content-table", "/blocks/0/rows/1"],
    ["an invalid day", article({ date: "2026-02-30" }), "content-date", "/date"],
    ["a member without a required field", { ...article(), lead: undefined }, "content-missing", "/lead"],
    ["a member with an unknown field", article({ html: "x" }), "content-not-valid", "/html"],
    [
      "a text of 4,000 letters",
      blocks({ kind: "paragraph", text: "ก".repeat(4000) }),
      "content-too-long",
      "/blocks/0/text",
    ],
    [
      "another site's picture",
      article({ cover: { src: "https://evil.example/x.png", alt: "x", width: 1, height: 1, srcset: [] } }),
      "content-not-valid",
      "/cover",
    ],
    ["a value that is no object", "article", "content-not-valid", ""],
  ])("with %s is rejected with the error's place", (_, given, code, pointer) => {
    expect(judgeContent("article", given)).toEqual({ ok: false, error: { code, pointer } });
  });

  test("of the calendar is accepted only if it ends after it begins", () => {
    const activity = { title: "t", place: "p", link: null };
    const times = { start: "2026-11-02T10:00:00+07:00", end: "2026-11-02T09:00:00+07:00" };
    expect(judgeContent("activity", { ...activity, ...times })).toMatchObject({
      error: { code: "content-period", pointer: "/end" },
    });
  });

  test("of a team member with two or four lines of experience is rejected", () => {
    const member = { firstName: "a", lastName: "b", position: "c", subPosition: "d", picture: null };
    for (const experience of [
      ["1", "2"],
      ["1", "2", "3", "4"],
    ])
      expect(judgeContent("member", { ...member, experience })).toMatchObject({
        error: { code: "content-count", pointer: "/experience" },
      });
  });

  test.each([
    link("https://example.com/a?b=1#c"),
    link("mailto:care@saphan.example"),
    link("/articles/a"),
    link("/?q=1"),
    link("/"),
    blocks({ kind: "paragraph", text: "2 < 3 & 5 > 4, ก.ล.ต. 1 < 2" }),
    table(["1", ""], ["3", "4"]),
  ])("in the form %j is accepted", (given) => expect(judgeContent("article", given).ok).toBe(true));
});
