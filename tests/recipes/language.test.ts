import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findText, LANGUAGES } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { sources, withoutComments } from "../architecture/sources.ts";
import { type Kitchen, openKitchen, ROOT } from "./recipe.ts";

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("A language");
});
afterAll(() => kitchen.clear());

test("a wording that was changed is the flow's new words, in each language", async () => {
  expect(await kitchen.findings("contact-back")).toEqual([]);
  const { definition } = await kitchen.compiled("contact-back");
  const say = (language: "th" | "en") =>
    findText(definition.texts, language, ["about:contact-back.done.title"]);
  expect(say("en")).toBe("Thank you. We will call you");
  expect(say("th")).toBe("ขอบคุณค่ะ เราจะติดต่อกลับไป");
});

test.each(LANGUAGES)("a sentence that is missing in %s is found", async (language) => {
  const path = join(kitchen.root, "locales", language, "about.json");
  const before = readFileSync(path, "utf8");
  const texts = JSON.parse(before) as { "contact-back": { done: { title?: string } } };
  delete texts["contact-back"].done.title;
  writeFileSync(path, JSON.stringify(texts));
  const findings = await kitchen.findings("contact-back");
  writeFileSync(path, before);
  expect(findings).toMatchObject([{ code: "missing-text", severity: "error" }]);
  expect(JSON.stringify(findings[0] as unknown as JsonObject)).toContain(language);
});

test("the recipe names every part of the code that knows which languages there are", () => {
  const page = readFileSync(join(ROOT, "docs", "recipes.md"), "utf8");
  const section = page.split(/^## /m).find((part) => part.startsWith("A language\n")) ?? "";
  const [, line = ""] = /^Folders that name languages: (.*)$/m.exec(section) ?? [];
  const named = [...line.matchAll(/`([^`]+)`/g)].map(([, folder]) => folder);
  const BOTH = /"th"[\s\S]{0,40}"en"|"en"[\s\S]{0,40}"th"|\bth: [\s\S]{0,60}\ben: |\(th\|en\)|=== "en"|"en",/;
  const spelled = sources(["domain", "engine", "server", "renderer"], /\.tsx?$/)
    .filter(({ text }) => BOTH.test(withoutComments(text)))
    .map(({ path }) => dirname(path).split("/").slice(0, 2).join("/"));
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(spelled)].filter((folder) => !named.includes(folder))).toEqual([]);
});
