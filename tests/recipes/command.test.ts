import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listFlows } from "../../server/sources/index.ts";
import { CATALOGUES, type Kitchen, openKitchen, ROOT } from "./recipe.ts";

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen({ code: true });
  await kitchen.cook("A command");
});
afterAll(() => kitchen.clear());

function saphan(...words: readonly string[]) {
  const file = join(kitchen.root, "server/commands/saphan.ts");
  const done = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", file, ...words], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return { code: done.status, out: done.stdout, errors: done.stderr };
}

test("an added command has the same types as the existing commands", async () => {
  expect(
    await kitchen.typeErrors("server/commands/flows-command.ts", "server/commands/saphan.ts", ...CATALOGUES),
  ).toEqual([]);
});

test("an added command is listed, prints its arguments, and runs", async () => {
  expect(saphan("--help").errors).toBe("");
  expect(saphan("--help").out).toMatch(/^ {2}flows +Prints the flows of a folder\.$/m);
  expect(saphan("flows", "--help").out).toMatch(/^npm run saphan -- flows \[--root DIR\]\n/);
  const flows = await listFlows(ROOT);
  expect(saphan("flows")).toEqual({ code: 0, out: `${flows.join("\n")}\n`, errors: "" });
});

test("an added command rejects an unknown argument with exit code 2", () => {
  expect(saphan("flows", "--sideways")).toMatchObject({ code: 2, out: "" });
});
