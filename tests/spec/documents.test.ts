import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { SECRET_SETTINGS } from "../../server/secret-settings.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const adrs = readdirSync(join(ROOT, "docs", "adr")).map((name) => `docs/adr/${name}`);
const PAGES = [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...adrs,
];
// Pages that describe existing files. Recipes and the format also name files that a reader is to create.
const ABOUT_WHAT_IS = PAGES.filter((page) => !/recipes|flow-format/.test(page));

describe.each(PAGES)("the page %s", (page) => {
  test("contains links only to files that exist", () => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)\s]*)?\)/g)].map(
      ([, target = ""]) => join(dirname(page), target),
    );
    expect(targets.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
  });
});

/** Returns the anchors of a page's headings, in the form that GitHub and editors generate. */
function anchorsOf(path: string): readonly string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test.each(PAGES)("the page %s contains only links to headings that exist", (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(
    ([, path = "", anchor = ""]) => [path === "" ? page : join(dirname(page), path), anchor] as const,
  );
  expect(links.filter(([path, anchor]) => !anchorsOf(path).includes(anchor))).toEqual([]);
});

test.each(ABOUT_WHAT_IS)("the page %s names only files that exist", (page) => {
  const named = [
    ...read(page).matchAll(
      /`((?:domain|engine|server|renderer|tests|schemas|flows|flags|\.ci)\/[\w./-]+\.\w+)`/g,
    ),
  ];
  const missing = named.map(([, path = ""]) => path).filter((path) => !existsSync(join(ROOT, path)));
  expect(missing).toEqual([]);
});

// A word must have a letter or a digit, so that table bars and signs do not count.
test("the pages in docs/ stay within the limit of words", () => {
  const counted = readdirSync(join(ROOT, "docs")).filter(
    (name) => name.endsWith(".md") && name !== "asvs.md",
  );
  const words = counted.map(
    (name) =>
      read(`docs/${name}`)
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
  );
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(28_000);
});

test("docs/README.md links to every page", () => {
  const index = read("docs/README.md");
  const pages = readdirSync(join(ROOT, "docs")).filter(
    (name) => /\.md$|^adr$/.test(name) && name !== "README.md",
  );
  expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

describe("docs/architecture.md", () => {
  const page = read("docs/architecture.md");

  test("describes the path of an answer by functions that exist in the named files", () => {
    const after = [...page.matchAll(/`([\w/.-]+\.tsx?)` `(\w+)`/g)].map(([, path, name]) => [path, name]);
    const before = [...page.matchAll(/`(\w+)` in `([\w/.-]+\.tsx?)`/g)].map(([, name, path]) => [path, name]);
    const steps = [...after, ...before] as [string, string][];
    expect(steps.length).toBeGreaterThan(25);
    const lost = steps.filter(
      ([path, name]) => !new RegExp(`\\bfunction ${name}\\b|\\b${name}[:(]`).test(read(path)),
    );
    expect(lost).toEqual([]);
  });

  test("assigns each table to the module whose migrations create it", () => {
    const owned: { [table: string]: string } = {};
    for (const room of readdirSync(join(ROOT, "server"))) {
      const folder = join("server", room, "migrations");
      if (!existsSync(join(ROOT, folder))) continue;
      for (const file of readdirSync(join(ROOT, folder)))
        for (const [, table = ""] of read(join(folder, file)).matchAll(
          /^create (?:unlogged )?table (\w+)/gim,
        ))
          owned[table] = room;
    }
    const rows = [...page.matchAll(/^\| (floor.*?|`[a-z]+`) \|[^|]*\|([^|]*)\|/gm)];
    const wrong = Object.entries(owned).filter(([table, room]) => {
      const row = rows.find(([, name = ""]) => name.includes(`\`${room}\``));
      return row?.[2]?.includes(`\`${table}\``) !== true;
    });
    expect(wrong).toEqual([]);
  });
});

describe("docs/operations.md", () => {
  const page = read("docs/operations.md");

  test("describes every setting, and only settings that exist", () => {
    const config = read("server/config.ts") + read("server/sms-settings.ts");
    const settings = new Set([
      ...[...config.matchAll(/\benv\.([A-Z_]+)/g)].map(([, name]) => name),
      ...[...config.matchAll(/Of\(\s*env,\s*"([A-Z_]+)"/g)].map(([, name]) => name),
      ...[
        ...read("server/vendor-settings.ts").matchAll(/^ *"([A-Z_]+)",?$|"(NDID_[A-Z]+|ONFIDO_[A-Z_]+)"/gm),
      ].map(([, name, other]) => name ?? other),
      ...Object.keys(SECRET_SETTINGS),
    ]);
    const section = page.split(/^## /m).find((part) => part.startsWith("Settings\n")) ?? "";
    const told = [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, names = ""]) =>
      [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    );
    expect(told.sort()).toEqual([...settings].sort());
  });

  test("names every job", () => {
    const sources = readdirSync(join(ROOT, "server"), { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const names = new Set<string>();
    for (const file of sources)
      for (const [, name = ""] of read(join("server", file)).matchAll(
        /(?:\.work\(|Job = |\bJOB = |RUN_JOB = )\s*"([a-z]+\.[a-z-]+)"|\["([a-z]+\.[a-z-]+)", "/g,
      ))
        if (name !== "") names.add(name);
    expect(names.size).toBeGreaterThan(9);
    expect([...names].filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  });
});
