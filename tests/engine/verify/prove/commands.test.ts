import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { ROOT, readJson } from "../../../definitions/definition-files.ts";
import { runNamed } from "../../../support/run-command.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "saphan-prove-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Runs a command of the project and returns its output and exit code. */
async function run(
  command: string,
  ...args: readonly string[]
): Promise<{ readonly out: string; readonly code: number }> {
  const { out, code } = await runNamed(command, ...args);
  return { out: out.trim(), code };
}

async function fileWith(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}

describe("the conformance command", () => {
  it("runs a suite in the public format, and prints the counts on the last line", async () => {
    const suite = await fileWith("suite.json", [
      "# comment",
      [{ "==": [1, 1] }, {}, true],
      [{ var: "a" }, { a: 2 }, 2],
      [{ "+": ["1", 1] }, null, 2],
    ]);
    const { out, code } = await run("conformance", suite);
    expect([out.split("\n").at(-1), code]).toEqual(["3 passed, 0 failed", 0]);
  });

  it("names the cases that fail, and exits with 1", async () => {
    const suite = await fileWith("wrong.json", ["# sums", [{ "+": [1, 1] }, null, 3]]);
    const { out, code } = await run("conformance", suite);
    expect(out).toContain("# sums");
    expect([out.split("\n").at(-1), code]).toEqual(["0 passed, 1 failed", 1]);
  });

  it("runs also the cases of a suite that are objects, and skips none", async () => {
    const suite = await fileWith("objects.json", [
      { description: "a sum", rule: { "+": [1, 2] }, data: null, result: 3 },
      { description: "no data", rule: { var: "a" }, result: null },
      { description: "no number", rule: { "+": ["apple", 1] }, data: null, error: { type: "NaN" } },
      { description: "no operator", rule: { nowhere: [1] }, data: null, error: { type: "Unknown Operator" } },
      { description: "a wrong sum", rule: { "+": [1, 2] }, data: null, result: 4 },
      {
        description: "an error that does not come",
        rule: { "+": [1, 2] },
        data: null,
        error: { type: "NaN" },
      },
    ]);
    const { out, code } = await run("conformance", suite);
    expect(out).toContain("a wrong sum");
    expect(out).toContain("an error that does not come");
    expect([out.split("\n").at(-1), code]).toEqual(["4 passed, 2 failed", 1]);
  });

  it("reports a result that is not a number, and does not crash", async () => {
    const suite = await fileWith("nan.json", [
      [{ "+": ["apple", 1] }, null, null],
      [{ map: [{ var: "" }, { "+": [{ var: "" }, 0] }] }, ["apple"], [null]],
      [{ "+": [1, 1] }, null, 2],
    ]);
    const { out, code } = await run("conformance", suite);
    expect(out).toContain("answers NaN, expected null");
    expect(out).toContain("answers [NaN], expected [null]");
    expect([out.split("\n").at(-1), code]).toEqual(["1 passed, 2 failed", 1]);
  });

  it.each([
    ["a number", 7],
    ["an object without a rule", { data: null, result: 1 }],
    ["a case without an expected result", { rule: { "+": [1, 1] }, data: null }],
    ["a case with two expected results", { rule: 1, result: 1, error: { type: "NaN" } }],
    ["a list that is too short", [{ "+": [1, 1] }, null]],
  ])("rejects a suite with %s", async (_what, entry) => {
    const { out, code } = await run("conformance", await fileWith("odd.json", [[1, null, 1], entry]));
    expect([out, code]).toEqual(["", 2]);
  });

  it("compares the results of random rules with those of the reference implementation", async () => {
    const { out, code } = await run("conformance", "--oracle", "2000");
    expect([out.split("\n").at(-1), code]).toEqual(["2000 passed, 0 failed", 0]);
  });
});

describe("the compare command", () => {
  const ABLE = "flows/shared/rules/able-to-invest.json";

  it("accepts two rule files, whatever folder they are in", async () => {
    const able = readJson(ABLE) as { readonly must: readonly JsonObject[] };
    const path = await fileWith("able.json", { ...able, must: [...able.must].reverse() });
    const { out, code } = await run("compare", join(ROOT, ABLE), path);
    expect([code, out]).toEqual([0, expect.stringContaining("equal in meaning")]);
  });

  it("rejects a version that cannot be loaded", async () => {
    const text = JSON.stringify(readJson(ABLE)).replace(
      '["VERIFIED","REVIEW","PENDING"]]},{"!!"',
      '["VERIFIED","OVERDUE"]]},{"!!"',
    );
    const { out, code } = await run(
      "compare",
      join(ROOT, ABLE),
      await fileWith("wrong-word.json", JSON.parse(text)),
    );
    expect([code, out]).toEqual([1, expect.stringContaining("word-outside-enum")]);
  });

  it("accepts two folders of a flow", async () => {
    const { out, code } = await run("compare", "--json", join(ROOT, "flows/pin"), join(ROOT, "flows/pin"));
    expect([code, (JSON.parse(out) as JsonObject).kind]).toEqual([0, "same"]);
  });
});

describe("the commands verify, atlas and rule-book", () => {
  it("the commands prove the project's flows; verify lists the steps that switches turn off", async () => {
    const { out, code } = await run("verify", "--json", "--flow", "invest");
    const { findings, asleep } = JSON.parse(out) as {
      readonly findings: readonly unknown[];
      readonly asleep: {
        readonly [flow: string]: { readonly [set: string]: { readonly nobody: readonly string[] } };
      };
    };
    expect([code, findings]).toEqual([0, []]);
    expect(asleep.invest?.default?.nobody).toContain("place");
  });

  it("the commands print JSON if the user asks for it", async () => {
    const atlas = await run("atlas", "--json", "--flow", "sign-up");
    expect((JSON.parse(atlas.out) as JsonObject)["sign-up"]).toMatchObject({ unshown: [] });
    const book = await run("rule-book", "--json");
    const ids = (JSON.parse(book.out) as readonly JsonObject[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["able-to-invest", "onboarding-complete"]));
  });
});

it.each([
  ["verify", "--flow", "pin", "--before"],
  ["rule-book", "--database"],
])("the command %s exits with 2 if the input does not exist", async (command, ...words) => {
  expect(await run(command, ...words, join(folder, "nowhere"))).toEqual({ out: "", code: 2 });
});
