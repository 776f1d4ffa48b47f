import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FlagName } from "../../../domain/flag-names.ts";
import type { Feature, FlagSet } from "../../../engine/flags/index.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { askFlags, type Flags, openFlags, storedFlags } from "../../../server/flags/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let database: TestDatabase;
let rootDir: string;
let open: Flags[] = [];
const problems: string[] = [];
const clock = fixedClock("2026-03-02T10:00:00");

beforeEach(async () => {
  database = await testDatabase();
  rootDir = mkdtempSync(join(tmpdir(), "saphan-set-"));
  mkdirSync(join(rootDir, "flags"));
  problems.length = 0;
  write("catalogue", {
    guard: { owner: "accounts", protects: true },
    pretend: { owner: "messages", mock: true },
    invest: { owner: "fund", scope: "portal" },
    fresh: { owner: "fund" },
  });
  write("default", set(off("invest")));
});
afterEach(async () => {
  for (const flags of open) flags.close();
  open = [];
  await database.drop();
  rmSync(rootDir, { recursive: true, force: true });
});

const on = (name: string, more: object = {}): Feature => ({
  name,
  enabled: true,
  strategies: [{ name: "default" }],
  ...more,
});
const off = (name: string): Feature => ({ ...on(name), enabled: false });
const set = (...features: readonly Feature[]): FlagSet => ({ version: 2, features });
function write(name: string, content: object): void {
  writeFileSync(join(rootDir, "flags", `${name}.json`), JSON.stringify(content));
}

/** Starts a process on the database of this test. */
async function start(env: "development" | "runtime" = "runtime", unleashUrl: string | null = null) {
  const onError = (error: Error) => void problems.push(error.message);
  const config = { env, rootDir, unleashUrl, unleashToken: null };
  const stored = unleashUrl === null ? storedFlags({ db: database.db, clock, config, onError }) : null;
  const flags = await openFlags(config, onError, { stored, now: () => clock.now().toJSDate() });
  open.push(flags);
  return flags;
}
const ask = (flags: Flags, ...names: string[]) => flags.for({}, names);
const revisions = async () =>
  (
    await database.db.selectFrom("flag_sets").select(["revision", "source"]).orderBy("revision").execute()
  ).map(({ revision, source }) => `${revision} ${source}`);

/** Adds a revision without proposal and approval, as if another process had approved it. */
async function addRevision(content: FlagSet): Promise<void> {
  await sql`insert into flag_sets (revision, content, source, file_content, reason, at)
    select max(revision) + 1, ${JSON.stringify(content)}::json, 'file', '{"features":[]}', 'for a test', ${clock.now().toJSDate()}
    from flag_sets`.execute(database.db);
}

describe("the flag set in the database", () => {
  test("the flag set is copied once from the environment's file; later changes of that file are only reported", async () => {
    write("runtime", set(on("guard"), off("invest")));
    expect(ask(await start(), "guard", "invest")).toEqual({ guard: true, invest: false });
    write("runtime", set(on("guard"), on("invest")));
    const flags = await start();
    expect(ask(flags, "invest")).toEqual({ invest: false });
    expect([flags.source(), flags.revision()]).toEqual(["database", 1]);
    expect(problems).toEqual([expect.stringContaining("flags/runtime.json changed (invest)")]);
    expect(await revisions()).toEqual(["1 file"]);
  });

  test("receives a switch that a release adds to the file", async () => {
    write("runtime", set(on("guard"), off("invest")));
    await start();
    write("runtime", set(on("guard"), off("invest"), on("fresh"), on("unlisted")));
    expect(ask(await start(), "fresh", "unlisted")).toEqual({ fresh: true, unlisted: false });
    expect(await revisions()).toEqual(["1 file", "2 file"]);
    await start();
    expect(await revisions()).toEqual(["1 file", "2 file"]);
    expect(problems).toEqual([]);
  });

  test("changes with an edited file in development, both at once and at the next start", async () => {
    write("development", set(off("invest")));
    const flags = await start("development");
    write("development", set(on("invest")));
    await flags.reload();
    expect(ask(flags, "invest")).toEqual({ invest: true });
    write("development", set(off("invest")));
    expect(ask(await start("development"), "invest")).toEqual({ invest: false });
    expect(await revisions()).toEqual(["1 file", "2 file", "3 file"]);
    await start("development");
    expect(await revisions()).toHaveLength(3);
  });

  test("other processes load the flag set when its revision increases, and never load an older set", async () => {
    write("runtime", set(on("guard"), off("invest")));
    const [one, other] = [await start(), await start()];
    await addRevision(set(on("guard"), on("invest")));
    expect([await one.refresh(), await one.refresh()]).toEqual([true, false]);
    expect([ask(one, "invest"), ask(other, "invest")]).toEqual([{ invest: true }, { invest: false }]);
    // The read that starts first ends last.
    const answers: ((revision: number) => void)[] = [];
    const stored = {
      open: async () => ({ revision: 1, set: set(on("guard")) }),
      newer: () =>
        new Promise<{ revision: number; set: FlagSet }>((resolve) =>
          answers.push((revision) => resolve({ revision, set: set(on("guard"), on(`r-${revision}`)) })),
        ),
    };
    const config = { env: "runtime" as const, rootDir, unleashUrl: null, unleashToken: null };
    const late = await openFlags(config, () => {}, { stored });
    open.push(late);
    const readings = [late.refresh(), late.refresh()];
    answers[1]?.(3);
    await readings[1];
    answers[0]?.(2);
    expect([await readings[0], late.revision(), ask(late, "r-3")]).toEqual([false, 3, { "r-3": true }]);
  });

  test("remains in force while the database is unreachable", async () => {
    write("runtime", set(on("guard"), on("invest")));
    const flags = await start();
    await sql`alter table flag_sets rename to gone`.execute(database.db);
    await expect(flags.refresh()).rejects.toThrow("flag_sets");
    expect(ask(flags, "guard", "invest")).toEqual({ guard: true, invest: true });
    // A start that cannot read the set uses the cautious set.
    const late = await start();
    expect([late.source(), ask(late, "guard", "invest")]).toEqual([
      "default",
      { guard: true, invest: false },
    ]);
    // The process loads the set as soon as the table is available.
    await sql`alter table gone rename to flag_sets`.execute(database.db);
    await late.refresh();
    expect([late.source(), ask(late, "invest")]).toEqual(["database", { invest: true }]);
  });

  test("the real environment cannot start without protections, and accepts no later revision without them", async () => {
    write("runtime", set(on("guard")));
    const flags = await start();
    await addRevision(set(off("guard")));
    await expect(flags.refresh()).rejects.toThrow("the set of the database");
    expect(ask(flags, "guard")).toEqual({ guard: true });
    await expect(start()).rejects.toThrow('"guard"');
    await addRevision(set(on("guard"), on("pretend")));
    await expect(start()).rejects.toThrow('"pretend"');
  });

  test.each([
    ["changed", sql`update flag_sets set reason = 'another'`],
    ["removed", sql`delete from flag_sets`],
    ["emptied", sql`truncate flag_sets cascade`],
  ])("can never be %s", async (_, statement) => {
    write("runtime", set(on("guard")));
    await start();
    await expect(statement.execute(database.db)).rejects.toThrow(/never removed or changed|never altered/);
  });

  test("rejects a revision that skips a number or has no decision", async () => {
    write("runtime", set(on("guard")));
    await start();
    const insert = (revision: number, source: string) =>
      sql`insert into flag_sets (revision, content, source, file_content, reason, at)
        values (${revision}, '{}', ${source}, ${source === "file" ? "{}" : null}, 'for a test', now())`.execute(
        database.db,
      );
    await expect(insert(3, "file")).rejects.toThrow("does not follow");
    await expect(insert(2, "change")).rejects.toThrow("violates check constraint");
  });

  test("compares days in business time, with the first and the last day included", async () => {
    const day = (operator: string, value: string) => ({
      contextName: "currentTime",
      operator,
      value,
      inverted: true,
    });
    const days = [
      day("DATE_BEFORE", "2026-03-03T00:00:00+07:00"),
      day("DATE_AFTER", "2026-03-04T23:59:59.999+07:00"),
    ];
    write(
      "runtime",
      set(on("guard"), on("invest", { strategies: [{ name: "default", constraints: days }] })),
    );
    const flags = await start();
    const seen: boolean[] = [];
    for (const at of ["02T23:59:59", "03T00:00:00", "04T23:59:59", "05T00:00:00"]) {
      clock.set(`2026-03-${at}`);
      seen.push(ask(flags, "invest").invest === true);
    }
    clock.set("2026-03-02T10:00:00");
    expect(seen).toEqual([false, true, true, false]);
  });

  test("gives a person the same result for a percentage rollout on the page, in the walk and in a job", async () => {
    const share = (stickiness: string) => ({
      strategies: [{ name: "flexibleRollout", parameters: { rollout: "50", stickiness, groupId: "fresh" } }],
    });
    write("runtime", set(on("guard"), on("fresh", share("default")), on("other", share("userId"))));
    const flags = await start();
    const page = await start();
    const asks = (of: Flags) =>
      askFlags(of, { customerType: async () => "INDIVIDUAL", tier: async () => "plus" });
    let share50 = 0;
    for (let at = 0; at < 10_000; at += 1) {
      const personId = `person-${at}`;
      const { fresh } = await asks(flags).for(database.db, { personId }, ["fresh"]);
      const shown = await asks(page).toggles(database.db, { personId });
      expect(shown.some(({ name }) => name === "fresh")).toBe(fresh);
      expect(await asks(page).isOnFor(database.db, personId, "fresh" as FlagName)).toBe(fresh);
      share50 += fresh === true ? 1 : 0;
    }
    expect(ask(flags, "other")).toEqual({ other: false });
    expect(share50).toBeGreaterThan(4_800);
    expect(share50).toBeLessThan(5_200);
  });

  test("contains variants, each with its payload", async () => {
    const variants = [
      { name: "red", weight: 1000, weightType: "variable", payload: { type: "string", value: "#f00" } },
    ];
    write("runtime", set(on("guard"), on("invest", { variants })));
    const toggles = (await start()).toggles({ personId: "p" });
    expect(toggles.find(({ name }) => name === "invest")?.variant).toEqual({
      name: "red",
      enabled: true,
      payload: { type: "string", value: "#f00" },
    });
  });
});

describe("an Unleash server in runtime", () => {
  let server: Server | null = null;
  afterEach(() => void server?.close());

  test("cannot make a set without protections take effect, and the previous set stays in force", async () => {
    let served = set(on("guard"), on("invest"));
    server = createServer((_, response) =>
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(served)),
    );
    await new Promise<void>((listens) => server?.listen(0, "127.0.0.1", listens));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
    const flags = await start("runtime", url);
    for (let tries = 0; tries < 200 && ask(flags, "invest").invest !== true; tries += 1) await pause(10);
    expect(ask(flags, "guard", "invest")).toEqual({ guard: true, invest: true });
    served = set(off("guard"), on("invest"));
    const later = await start("runtime", url);
    for (let tries = 0; tries < 200 && problems.length === 0; tries += 1) await pause(10);
    // The process never had another set, so the cautious set applies.
    expect(ask(later, "guard", "invest")).toEqual({ guard: true, invest: false });
    expect(problems).toEqual([expect.stringContaining("the set of the Unleash server/features/0")]);
  });
});
