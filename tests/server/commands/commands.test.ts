import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SAPHAN_COMMANDS } from "../../../server/commands/register.ts";
import { runCommand } from "../../support/run-command.ts";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const RULE = join(ROOT, "flows/shared/rules/able-to-invest.json");
const FLOW = join(ROOT, "flows/contact-back");
const SCRIPTS = (
  JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> }
).scripts;
/** Scripts without arguments, and the one script that passes its arguments to the test runner. */
const PLAIN = ["start", "dev", "build", "check", "test"];
const SAPHAN = "server/commands/saphan.ts";

const commands = [
  ...Object.entries(SAPHAN_COMMANDS).map(([name, { file }]) => ({
    name,
    file,
    call: `npm run saphan -- ${name}`,
  })),
  ...["bench", "campaign"].map((name) => ({
    name,
    file: SCRIPTS[name]?.split(" ").at(-1) ?? "",
    call: `npm run ${name} --`,
  })),
];

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
  test.each(commands)("the command $name prints its usage in a separate process", ({ file, call }) => {
    const { code, out, errors } = started(file, ["--help"]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(out.split("\n")[0]?.startsWith(call)).toBe(true);
  });

  test.each(commands)("the command $name reports an unknown argument", async ({ file, call }) => {
    const { code, out, errors } = await runCommand(file, ["--sideways"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(errors).toContain("'--sideways'");
    expect(errors).toContain(call);
    expect(errors).not.toMatch(STACK);
  });

  test("every npm script, except a few plain ones such as start, runs the saphan command of the same name", () => {
    const others = Object.entries(SCRIPTS).filter(
      ([name]) => ![...PLAIN, "bench", "campaign", "saphan"].includes(name),
    );
    expect(others).toEqual(others.map(([name]) => [name, `node .ci/bootstrap.mjs ${SAPHAN} ${name}`]));
    expect(others.map(([name]) => name).filter((name) => !Object.hasOwn(SAPHAN_COMMANDS, name))).toEqual([]);
  });
});

describe("the program saphan", () => {
  test.each([[[]], [["--help"]], [["-h"]]])("lists all its commands for %j", (words) => {
    const { code, out, errors } = started(SAPHAN, words);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const names = out.split("\n").flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
    expect(names).toEqual(Object.keys(SAPHAN_COMMANDS));
  });

  test("exits with 2 and lists the commands if a command is unknown", () => {
    const { code, out, errors } = started(SAPHAN, ["constructor"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(errors).toMatch(/^There is no command "constructor"\.\n[\s\S]+ {2}verify /);
  });

  test("passes arguments to a command, and exits with the command's code", () => {
    const list = join(folder, "list.json");
    expect(started(SAPHAN, ["conformance", list])).toEqual({
      code: 1,
      out: "0 passed, 0 failed\n",
      errors: "",
    });
    const missing = join(folder, "missing.json");
    expect(started(SAPHAN, ["conformance", missing])).toMatchObject({
      code: 2,
      errors: `${missing} is not there.\n`,
    });
  });
});

describe("the error of a command with an unusable input", () => {
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
  test.each(cases)("names the unusable input of the call %s %s %s %s %s", async (name, ...words) => {
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

  test.skipIf(process.getuid?.() === 0)("names a file that this user may not read", async () => {
    const secret = join(folder, "secret.json");
    writeFileSync(secret, "[]");
    chmodSync(secret, 0);
    const { code, errors } = await runCommand(fileOf("conformance"), [secret]);
    expect(code).toBe(2);
    expect(errors).toBe(`${secret} may not be read or written by this user.\n`);
  });

  test("names, for the command verify, a flow that is not JSON or is missing", async () => {
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
  const found = commands.find((command) => command.name === name);
  if (found === undefined) throw new Error(`no command ${name}`);
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
