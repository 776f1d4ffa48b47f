import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const page = readFileSync(join(ROOT, "docs/asvs.md"), "utf8");
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| (.*) \|$/gm)];

test("every requirement stands once, with a state and a reason", () => {
  const ids = rows.map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(60);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [line, , state, reason] of rows) {
    expect(["met", "open", "n/a"], line).toContain(state);
    expect(reason?.trim(), line).not.toBe("");
  }
});

test("every test that it names is there", () => {
  const named = [...page.matchAll(/A`([\w-]+\.test\.ts)`((?: “[^”]+”,?)+)/g)];
  expect(named.length).toBeGreaterThan(25);
  for (const [, file = "", titles = ""] of named) {
    const source = readFileSync(join(import.meta.dirname, file), "utf8");
    for (const [, title = ""] of titles.matchAll(/“([^”]+)”/g)) expect(source, file).toContain(title);
  }
});
