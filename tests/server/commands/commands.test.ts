import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../support/run-command.ts";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const RULE = join(ROOT, "flows/shared/rules/able-to-invest.json");
const FLOW = join(ROOT, "flows/contact-back");
/** Commands without arguments, and the one that passes its arguments to the test runner. */
const OTHERS = ["start", "dev", "build", "check", "test"];

const scripts = Object.entries(
  (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> })
    .scripts,
).flatMap(([name, line]) => (OTHERS.includes(name) ? [] : [{ name, file: line.split(" ").at(-1) ?? "" }]));

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "saphan-commands-"));
  writeFileSync(join(folder, "broken.json"), "{ is no");
  writeFileSync(join(folder, "number.json"), "7");
  writeFileSync(join(folder, "null.json"), "null");
  writeFileSync(join(folder, "list.json"), "[]");
  symlinkSync("round.json", join(folder, "round.json"));
  for (const name of ["empty", "anonymous", "torn/flows/torn"])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "anonymous/flow.json"), "[]");
  writeFileSync(join(folder, "torn/flows/torn/flow.json"), "{");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("every command", () => {
  test.each(scripts)("$name prints its usage in its own process", ({ name, file }) => {
    const { code, out, errors } = started(file, ["--help"]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(out).toMatch(new RegExp(`^npm run ${name}( --|\n)`));
  });

  test.each(scripts)("$name reports the problem with an unknown argument", async ({ name, file }) => {
    const { code, out, errors } = await runCommand(file, ["--sideways"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(errors).toContain("'--sideways'");
    expect(errors).toContain(`npm run ${name}`);
    expect(errors).not.toMatch(STACK);
  });
});

describe("an unusable input is reported in a sentence that names it", () => {
  const cases: readonly (readonly [string, ...string[]])[] = [
    ["conformance", "<missing.json>"],
    ["conformance", "<empty>"],
    ["conformance", "<broken.json>"],
    ["conformance", "<number.json>"],
    ["conformance", "<null.json>"],
    ["conformance", "<round.json>"],
    ["conformance", "<broken.json/below.json>"],
    ["compare", "<missing.json>", RULE],
    ["compare", RULE, "<missing.json>"],
    ["compare", "<broken.json>", RULE],
    ["compare", RULE, "<list.json>"],
    ["compare", "<null.json>", RULE],
    ["compare", "<empty>", FLOW],
    ["compare", "<anonymous>", FLOW],
    ["compare", "<torn/flows/torn>", FLOW],
    ["atlas", "--root", "<empty>"],
    ["atlas", "--root", "<missing>"],
    ["atlas", "--flow", "contact-back", "--export", "<list.json>"],
    ["rule-book", "--out", "<empty>"],
    ["rule-book", "--out", "<missing/book.html>"],
    ["evidence", "<missing.json>"],
    ["evidence", "<broken.json>"],
    ["evidence", "<empty>"],
    ["rule-book", "--root", "<list.json>"],
  ];
  test.each(cases)("%s %s %s %s %s", async (name, ...words) => {
    const named = words.find((word) => word.startsWith("<"))?.slice(1, -1) ?? "";
    const { code, errors } = await runCommand(
      fileOf(name),
      words.map((word) => (word.startsWith("<") ? join(folder, word.slice(1, -1)) : word)),
    );
    expect(code).toBe(2);
    expect(errors).toContain(join(folder, named));
    expect(errors).not.toMatch(STACK);
    expect(errors.trim().split("\n")).toHaveLength(1);
  });

  test.skipIf(process.getuid?.() === 0)("a file that this user may not read", async () => {
    const secret = join(folder, "secret.json");
    writeFileSync(secret, "[]");
    chmodSync(secret, 0);
    const { code, errors } = await runCommand(fileOf("conformance"), [secret]);
    expect(code).toBe(2);
    expect(errors).toBe(`${secret} may not be read or written by this user.\n`);
  });

  test("verify reports a flow that is not JSON, and a missing flow", async () => {
    const torn = await runCommand(fileOf("verify"), ["--root", join(folder, "torn")]);
    expect(torn.code).toBe(1);
    expect(torn.out).toContain("flows/torn/flow.json [not-json]");
    const missing = await runCommand(fileOf("verify"), ["--flow", "nowhere"]);
    expect(missing.code).toBe(1);
    expect(missing.out).toContain("flows/nowhere/flow.json [missing-file]");
  });
});

const STACK = /\n\s+at |node:internal|\.ts:\d+/;

function fileOf(name: string): string {
  const found = scripts.find((script) => script.name === name);
  if (found === undefined) throw new Error(`no script ${name}`);
  return found.file;
}

function started(
  file: string,
  words: readonly string[],
): { code: number | null; out: string; errors: string } {
  const done = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", file, ...words], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return { code: done.status, out: done.stdout, errors: done.stderr };
}
