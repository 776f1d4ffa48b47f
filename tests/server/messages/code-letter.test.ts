import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { createRenderer } from "../../../server/messages/render.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const { actions } = JSON.parse(readFileSync(join(ROOT, "schemas", "names.json"), "utf8")) as {
  readonly actions: readonly string[];
};

test.each(LANGUAGES)("a letter with a code states what happens when the code is entered (%s)", (language) => {
  const render = createRenderer({ rootDir: ROOT, fresh: false });
  const told = actions.map(
    (action) => render("otp", language, { code: "123456", reference: "AB12", action }).paragraphs[0] ?? "",
  );
  expect(told.filter((line) => !line.includes("123456") || /\$t|\{\{|otp\./.test(line))).toEqual([]);
  expect(new Set(told).size).toBe(actions.length);
});
