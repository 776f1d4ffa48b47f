import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMasterKey, keepOneMasterKey, keyFor } from "../../../server/keys.ts";

const [OLD, NEW, NEWER] = ["aa", "bb", "cc"].map((byte) => byte.repeat(32)) as [string, string, string];
const ROOT = resolve(import.meta.dirname, "..", "..", "..");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "saphan-keys-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const digest = (dataDir: string, masterKey: string | null) =>
  keyFor({ masterKey, dataDir }, "personal-values").toString("hex");

test("a rotation makes all encrypted data readable with the new key, and leaves the old key valid until its end", () => {
  const dataDir = join(folder, "given");
  const before = digest(dataDir, OLD);
  addMasterKey({ masterKey: OLD, dataDir }, Buffer.from(NEW, "hex"));
  expect([digest(dataDir, OLD), digest(dataDir, NEW)]).toEqual([before, before]);
  keepOneMasterKey({ masterKey: NEW, dataDir });
  expect(digest(dataDir, NEW)).toBe(before);
  expect(() => digest(dataDir, OLD)).toThrow(/SAPHAN_KEY.*opens nothing/);
  // A second rotation starts from the installation's current key.
  addMasterKey({ masterKey: NEW, dataDir }, Buffer.from(NEWER, "hex"));
  keepOneMasterKey({ masterKey: NEWER, dataDir });
  expect(digest(dataDir, NEWER)).toBe(before);
  expect(() => digest(dataDir, NEW)).toThrow(/opens nothing/);
});

test("a key that cannot decrypt the root key cannot add another key", () => {
  const dataDir = join(folder, "given");
  expect(() => addMasterKey({ masterKey: OLD, dataDir }, Buffer.from(OLD, "hex"))).toThrow(/opens nothing/);
});

test("the file root.key contains no key in plain text", () => {
  const dataDir = join(folder, "given");
  const text = readFileSync(join(dataDir, "root.key"), "utf8");
  for (const key of [OLD, NEW, NEWER]) {
    expect(text).not.toContain(key);
    expect(text).not.toContain(Buffer.from(key, "hex").toString("base64"));
  }
});

const run = (env: Record<string, string>, ...words: string[]) =>
  spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(ROOT, "server/commands/rotate-key-command.ts"), ...words],
    { env: { PATH: process.env.PATH ?? "", ...env }, encoding: "utf8" },
  );

test("the command npm run saphan -- rotate-key replaces a key in the data folder", () => {
  const dataDir = join(folder, "own");
  const before = digest(dataDir, null);
  const master = readFileSync(join(dataDir, "master.key"), "utf8");
  expect(run({ SAPHAN_DATA: dataDir })).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(dataDir, "master.key"), "utf8")).not.toBe(master);
  expect(digest(dataDir, null)).toBe(before);
  expect(() => digest(dataDir, master.trim())).toThrow(/opens nothing/);
});

test("the command npm run saphan -- rotate-key needs a second key if SAPHAN_KEY is set", () => {
  const dataDir = join(folder, "steps");
  const before = digest(dataDir, OLD);
  for (const next of [{}, { SAPHAN_NEW_KEY: "short" }, { SAPHAN_NEW_KEY: OLD }]) {
    const refused = run({ SAPHAN_DATA: dataDir, SAPHAN_KEY: OLD, ...next });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("SAPHAN_NEW_KEY");
  }
  expect(existsSync(join(dataDir, "root.key"))).toBe(false);
  expect(run({ SAPHAN_DATA: dataDir, SAPHAN_KEY: OLD, SAPHAN_NEW_KEY: NEW }).status).toBe(0);
  expect(run({ SAPHAN_DATA: dataDir, SAPHAN_KEY: NEW }, "--finish").status).toBe(0);
  expect(digest(dataDir, NEW)).toBe(before);
  expect(() => digest(dataDir, OLD)).toThrow(/opens nothing/);
});
