import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sources, withoutComments } from "../architecture/sources.ts";
import { ROOT, readRecipe } from "./recipe.ts";

// Recipes of several places: each place that the code has is named, so that a reader misses none.

const page = readFileSync(join(ROOT, "docs", "recipes.md"), "utf8");
const recipe = (heading: string) => page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
const code = sources(["server", "renderer"], /\.tsx?$/).map(({ path, text }) => ({
  path,
  text: withoutComments(text),
}));

/** Tables whose constraint matches, by the migration that made it. */
function constrained(check: RegExp): readonly string[] {
  const tables = new Set<string>();
  for (const file of readdirSync(join(ROOT, "server"), { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".sql")) continue;
    const statements = readFileSync(join(ROOT, "server", file), "utf8").split(/;\n/);
    for (const statement of statements) {
      const table = /(?:create|alter) table (\w+)/.exec(statement)?.[1];
      if (table !== undefined && check.test(statement)) tables.add(table);
    }
  }
  return [...tables];
}

const unnamed = (heading: string, names: readonly string[]) =>
  names.filter((name) => !recipe(heading).includes(`\`${name}\``));

test.each(["A language", "A call", "A role", "A widget", "A screen"])(
  "the recipe “%s” names only files that are there",
  (heading) => {
    const files = [
      ...recipe(heading).matchAll(/`((?:engine|server|renderer|tests|schemas)\/[\w./-]+\.\w+)`/g),
    ].map(([, path = ""]) => path);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  },
);

test("the recipe of a role names every list of all roles, and every table that knows them", () => {
  const LIST = /\[(?:\s*"(?:operations|compliance|finance|support|admin|auditor)",?){6}\s*\]/;
  const lists = code.filter(({ text }) => LIST.test(text)).map(({ path }) => path);
  expect(lists.length).toBeGreaterThan(1);
  expect(unnamed("A role", lists)).toEqual([]);
  const tables = constrained(/check \(role in \([^)]*'auditor'/);
  expect(tables.length).toBeGreaterThan(1);
  expect(unnamed("A role", tables)).toEqual([]);
});

test("the recipe of a screen names every list of addresses", () => {
  const DESKS = ['"/staff/audit"', '"/staff/sale-codes"', '"/staff/maintenance"'];
  const lists = code.filter(({ text }) => DESKS.every((desk) => text.includes(desk))).map(({ path }) => path);
  expect(lists.length).toBeGreaterThan(2);
  expect(unnamed("A screen", [...lists, "tests/renderer/screens.json"])).toEqual([]);
});

test("the recipe of a language names every table that keeps a person's language", () => {
  const tables = constrained(/check \(language in \('th', 'en'\)/);
  expect(tables.length).toBeGreaterThan(5);
  expect(unnamed("A language", tables)).toEqual([]);
});

test("the room of the recipe takes no name that the portal has", async () => {
  const blocks = await readRecipe("A room");
  const { components } = JSON.parse(readFileSync(join(ROOT, "openapi.json"), "utf8"));
  expect(blocks.map(({ path }) => path.split("/")[1])).toEqual(blocks.map(() => "bulletins"));
  expect(existsSync(join(ROOT, "server", "bulletins"))).toBe(false);
  const text = blocks.map((block) => block.text).join("\n");
  const schemas = [...text.matchAll(/\bnamed\(\s*"(\w+)"/g)].map(([, name]) => name);
  expect(schemas.length).toBeGreaterThan(0);
  expect(schemas.filter((name = "") => name in components.schemas)).toEqual([]);
});
