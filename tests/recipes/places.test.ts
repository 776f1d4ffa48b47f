import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sources, withoutComments } from "../architecture/sources.ts";
import { ROOT, readRecipe } from "./recipe.ts";

// Recipes that change several files. Each file in the code is named, so that a reader misses none.

const page = readFileSync(join(ROOT, "docs", "recipes.md"), "utf8");
const recipe = (heading: string) => page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
const code = sources(["server", "renderer"], /\.tsx?$/).map(({ path, text }) => ({
  path,
  text: withoutComments(text),
}));

const unnamed = (heading: string, names: readonly string[]) =>
  names.filter((name) => !recipe(heading).includes(`\`${name}\``));

test.each(["A language", "A call", "A brand", "A role", "A widget", "A screen"])(
  "every file that the recipe “%s” names exists",
  (heading) => {
    const files = [
      ...recipe(heading).matchAll(/(?<!New )`((?:engine|server|renderer|tests|schemas)\/[\w./-]+\.\w+)`/g),
    ].map(([, path = ""]) => path);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  },
);

test("the recipe for a screen names every list of addresses, besides the register of pages", () => {
  const DESKS = ['"/staff/audit"', '"/staff/sale-codes"', '"/staff/maintenance"'];
  const lists = code.filter(({ text }) => DESKS.every((desk) => text.includes(desk))).map(({ path }) => path);
  expect(lists).toEqual(["renderer/kit/api/staff-places.ts"]);
  expect(unnamed("A screen", [...lists, "tests/renderer/screens.json"])).toEqual([]);
});

test("the recipe for a module (`room`) uses no name of the portal", async () => {
  const blocks = await readRecipe("A room");
  const { components } = JSON.parse(readFileSync(join(ROOT, "openapi.json"), "utf8"));
  expect(blocks.map(({ path }) => path.split("/")[1])).toEqual(blocks.map(() => "bulletins"));
  expect(existsSync(join(ROOT, "server", "bulletins"))).toBe(false);
  const text = blocks.map((block) => block.text).join("\n");
  const schemas = [...text.matchAll(/\bnamed\(\s*"(\w+)"/g)].map(([, name]) => name);
  expect(schemas.length).toBeGreaterThan(0);
  expect(schemas.filter((name = "") => name in components.schemas)).toEqual([]);
});
