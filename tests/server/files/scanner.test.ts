import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fixedClock } from "../../../server/clock/index.ts";
import { clamdScanner, createFiles, type Files, type Scanner } from "../../../server/files/index.ts";
import { addPerson } from "../../support/add-person.ts";
import { type ClamdSandbox, EICAR, startClamdSandbox } from "../../support/clamd-sandbox.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

const clock = fixedClock("2026-01-05T10:00:00");
const ME = "person:00000000-0000-4000-8000-0000000000aa";
let database: TestDatabase;
let sandbox: ClamdSandbox;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  sandbox = await startClamdSandbox();
  folder = mkdtempSync(join(tmpdir(), "saphan-scanned-"));
  await addPerson(database.db, null, "00000000-0000-4000-8000-0000000000aa");
});
afterAll(async () => {
  await sandbox.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  sandbox.mood = "well";
});

// If this machine runs a scanner daemon, it must satisfy the same contract.
const real =
  process.env.CLAMD_URL ?? (existsSync("/run/clamav/clamd.ctl") ? "unix:///run/clamav/clamd.ctl" : null);

const scanners: readonly [string, () => string][] = [
  ["the sandbox", () => sandbox.url],
  ...(real === null ? [] : [["the machine's own clamd", () => real] as [string, () => string]]),
];
describe.each(scanners)("the contract of a virus scanner: %s", (_who, url) => {
  test.each([
    ["the test virus", EICAR, "infected"],
    ["an empty file", Buffer.alloc(0), "clean"],
    ["a small text", Buffer.from("สวัสดี"), "clean"],
    ["more than one chunk", Buffer.alloc(300_000, 7), "clean"],
  ])("has the right result for %s", async (_what, bytes, says) => {
    expect(await clamdScanner(url()).scan(bytes)).toBe(says);
  });
});

describe("a scanner that does not answer correctly", () => {
  test.each([
    ["is silent", "silent", /in time/],
    ["has an error", "error", /could not look/],
    ["ends its answer too early", "cut-off", /without an answer|ECONNRESET|EPIPE/],
  ] as const)("never makes a file count as clean: it %s", async (_what, mood, message) => {
    sandbox.mood = mood;
    await expect(clamdScanner(sandbox.url, { timeoutMs: 100 }).scan(EICAR)).rejects.toThrow(message);
  });

  test("causes an error for the upload if the scanner is unreachable", async () => {
    await expect(clamdScanner("tcp://127.0.0.1:9").scan(EICAR)).rejects.toThrow(/ECONNREFUSED/);
  });
});

const filesWith = (scanner: Scanner | null): Files =>
  createFiles({
    db: database.db,
    clock,
    config: { dataDir: folder, masterKey: "ab".repeat(32) },
    scanner,
  });
const pdfWith = (inside: Buffer) =>
  Buffer.concat([
    Buffer.from("%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\n"),
    inside,
    Buffer.from("\n%%EOF\n"),
  ]);
const store = (files: Files, inside: Buffer) =>
  files.store(ME, Readable.from([pdfWith(inside)]), { purpose: "complaint", name: "a.pdf" });
const scannedOf = async (files: Files, id: string) => (await files.find(id))?.scanned;

describe("an upload", () => {
  test("an upload with a virus is rejected and leaves only a line in the audit trail", async () => {
    const files = filesWith(clamdScanner(sandbox.url));
    const before = await database.db.selectFrom("files").select("id").execute();
    expect(await store(files, EICAR)).toEqual({ ok: false, error: { code: "file-infected", params: {} } });
    expect(await database.db.selectFrom("files").select("id").execute()).toEqual(before);
    const lines = await database.db
      .selectFrom("audit_lines")
      .select(["actor", "to_state"])
      .where("action", "=", "files.refuse")
      .execute();
    expect(lines).toEqual([{ actor: ME, to_state: "INFECTED" }]);
  });

  test("counts as clean only after a scan, and as not scanned if there is no scanner", async () => {
    const scanned = await store(filesWith(clamdScanner(sandbox.url)), Buffer.from("good"));
    const nobody = await store(filesWith(null), Buffer.from("good"));
    expect(scanned).toMatchObject({ ok: true, value: { scanned: "clean" } });
    expect(nobody).toMatchObject({ ok: true, value: { scanned: "not-scanned" } });
    if (!scanned.ok || !nobody.ok) throw new Error("both are kept");
    const fact = async (id: string) => await filesWith(null).fact(database.db, id, ME);
    expect(await fact(scanned.value.id)).toMatchObject({ clean: true });
    expect(await fact(nobody.value.id)).toMatchObject({ clean: false });
  });

  test("is stored while the scanner is unreachable, and scanned when the scanner returns", async () => {
    await database.db.updateTable("files").set({ scanned: "clean" }).execute();
    sandbox.mood = "silent";
    const faults: unknown[] = [];
    const away = createFiles({
      db: database.db,
      clock,
      config: { dataDir: folder, masterKey: "ab".repeat(32) },
      scanner: clamdScanner(sandbox.url, { timeoutMs: 50 }),
      onScannerAway: (error) => faults.push(error),
    });
    const bad = await store(away, EICAR);
    const good = await store(away, Buffer.from("good"));
    if (!bad.ok || !good.ok) throw new Error("both are kept");
    expect(faults).toHaveLength(2);
    const attach = (id: string) => away.attach(database.db, { id, subject: ME, purpose: "complaint" });
    expect(await attach(bad.value.id)).toBe(true);
    await expect(away.scanLater()).rejects.toThrow(/in time/);
    sandbox.mood = "well";
    expect(await away.scanLater()).toBe(2);
    expect(await away.scanLater()).toBe(0);
    expect(await scannedOf(away, bad.value.id)).toBe("infected");
    expect(await scannedOf(away, good.value.id)).toBe("clean");
    expect(await attach(bad.value.id)).toBe(false);
    expect(await attach(good.value.id)).toBe(true);
  });
});
