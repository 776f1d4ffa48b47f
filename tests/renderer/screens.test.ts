import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEVELOPMENT_PAGES, PAGES } from "../../domain/pages.ts";
import { ROOT } from "../definitions/definition-files.ts";
import { SCREEN_ROWS, withInventory } from "./screens.ts";

test("the table of screens has every address of the register of pages, and no other", () => {
  const rows = SCREEN_ROWS.map(({ address }) => address);
  const all = [...Object.keys(PAGES), ...Object.keys(DEVELOPMENT_PAGES)];
  expect([...new Set(rows)].sort()).toEqual([...new Set(all)].sort());
  expect(new Set(SCREEN_ROWS.map((row) => `${row.drawn} ${row.address}`)).size).toBe(rows.length);
});

test("each address with parameters has a sample address, or is listed as one that needs earlier data", () => {
  const lacking = SCREEN_ROWS.filter(({ address, sample }) => address.includes("$") && sample === undefined);
  expect(lacking).toEqual([]);
});

test("docs/screens.md lists the same screens as the table of screens (node tests/renderer/screens.ts writes it)", () => {
  const page = readFileSync(join(ROOT, "docs", "screens.md"), "utf8");
  expect(withInventory(page)).toBe(page);
});
