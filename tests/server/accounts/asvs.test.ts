import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const page = readFileSync(join(ROOT, "docs/asvs.md"), "utf8");
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| (.*) \|$/gm)];

/** Number of requirements of levels 1 and 2 in each section of V1 to V16; they are numbered from 1. */
const SECTIONS = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
};
const REQUIRED = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
);

test("every requirement of levels 1 and 2 is listed exactly once, in order, with a state and a reason", () => {
  expect(REQUIRED).toHaveLength(246);
  expect(rows.map(([, id]) => id)).toEqual(REQUIRED);
  for (const [line, , state, reason] of rows) {
    expect(["met", "open", "n/a"], line).toContain(state);
    expect(reason?.trim(), line).not.toBe("");
  }
});

test("every test that docs/asvs.md names exists", () => {
  const named = [
    ...page.matchAll(/(?:A`([\w-]+\.test\.ts)`|`(tests\/[\w/-]+\.test\.ts)`)((?: “[^”]+”,?)+)/g),
  ];
  expect(named.length).toBeGreaterThan(130);
  for (const [, own, path, titles = ""] of named) {
    const file = own === undefined ? (path ?? "") : `tests/server/accounts/${own}`;
    const source = readFileSync(join(ROOT, file), "utf8");
    for (const [, title = ""] of titles.matchAll(/“([^”]+)”/g)) expect(source, file).toContain(title);
  }
});

test("the server's requests to other servers never follow a redirect", () => {
  const wrong = globSync("server/**/*.ts", { cwd: ROOT }).filter((path) => {
    if (/sandbox|development/.test(path)) return false;
    const text = readFileSync(join(ROOT, path), "utf8");
    const asked = text.match(/\bfetch\(/g)?.length ?? 0;
    return asked > (text.match(/redirect: "error"/g)?.length ?? 0);
  });
  expect(wrong).toEqual([]);
});
