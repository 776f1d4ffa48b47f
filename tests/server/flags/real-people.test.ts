import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FlagSet } from "../../../engine/flags/index.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { approveSwitches, pressSwitch, proposeSwitches } from "../../../server/flags/change.ts";
import { offered } from "../../../server/flags/desk.ts";
import { askFlags, openFlags, type SwitchRoom, storedFlags } from "../../../server/flags/index.ts";
import { withFeatures } from "../../../server/flags/set-store.ts";
import { addPerson } from "../../support/add-person.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

// In the real environment sets without protections are rejected, from any source.

let database: TestDatabase;
let rootDir: string;
let room: SwitchRoom;
let ann: string;
let bob: string;
const told: number[] = [];
const write = (name: string, content: object) =>
  writeFileSync(join(rootDir, "flags", `${name}.json`), JSON.stringify(content));
const on = (name: string) => ({ name, enabled: true, strategies: [{ name: "default" }] });
const entry = { owner: "fund" };

beforeAll(async () => {
  database = await testDatabase();
  rootDir = mkdtempSync(join(tmpdir(), "saphan-real-"));
  mkdirSync(join(rootDir, "flags"));
  write("catalogue", { guard: { ...entry, protects: true }, mock: { ...entry, mock: true }, plain: entry });
  write("runtime", { version: 2, features: [on("guard")] });
  const clock = fixedClock("2026-03-02T10:00:00");
  const config = { env: "runtime" as const, rootDir, unleashUrl: null, unleashToken: null };
  const stored = storedFlags({ db: database.db, clock, config, onError: () => {} });
  const flagSet = await openFlags(config, () => {}, { stored });
  const effects = { lost: [], switches: [], says: [] };
  room = {
    ...{ db: database.db, clock, config, flagSet, log: { warn: () => {} } },
    ask: askFlags(flagSet, { customerType: async () => "", tier: async () => "" }),
    announce: async (_, revision) => void told.push(revision),
    tell: async () => {},
    compare: async () => effects,
    whom: () => new Map(),
    conditionWords: () => ({ th: "", en: "" }),
    flowsOf: async () => new Map(),
    text: () => null,
  };
  ann = await addPerson(database.db, "operations");
  bob = await addPerson(database.db, "operations");
});
afterAll(async () => {
  room.flagSet.close();
  await database.drop();
  rmSync(rootDir, { recursive: true, force: true });
});

const reason = "to try it";
const propose = async (name: string, isOn: boolean) =>
  await proposeSwitches(room, ann, {
    base: room.flagSet.revision() ?? 0,
    reason,
    changes: [{ name, position: { on: isOn } }],
  });
const refused = { ok: false, error: { code: "switches-not-valid" } };

test("a proposal to turn a protection off or a mock on is rejected", async () => {
  expect(await propose("guard", false)).toMatchObject(refused);
  expect(await propose("mock", true)).toMatchObject(refused);
  const set: FlagSet = { version: 2, features: [on("plain"), { ...on("guard"), enabled: false }] };
  expect(await proposeSwitches(room, ann, { base: 1, reason, set })).toMatchObject(refused);
});

test("the approval of a switch change checks the change again, with the current catalogue", async () => {
  const given = await propose("plain", true);
  if (!given.ok) throw new Error(given.error.code);
  const id = given.value.id;
  write("catalogue", { guard: { ...entry, protects: true }, plain: { ...entry, mock: true } });
  expect(await approveSwitches(room, bob, { id, note: "seen" })).toMatchObject(refused);
  expect([room.flagSet.revision(), told]).toEqual([1, []]);
  write("catalogue", { guard: { ...entry, protects: true }, plain: { ...entry, protects: "off" } });
  expect(await approveSwitches(room, bob, { id, note: "seen" })).toMatchObject({ ok: true });
  expect([room.flagSet.revision(), told, room.flagSet.for({}, ["plain"])]).toEqual([2, [2], { plain: true }]);
});

test("the database requires two people for a switch change, and rejects a revision without a decision", async () => {
  const given = await propose("plain", false);
  if (!given.ok) throw new Error(given.error.code);
  const { id } = given.value;
  const decide = (by: string) =>
    sql`update flag_changes set state = 'APPROVED', decided_by = ${by}, decided_at = now() where id = ${id}`.execute(
      database.db,
    );
  const insert = () =>
    sql`insert into flag_sets (revision, content, source, change_id, reason, proposed_by, approved_by, at)
      select base + 1, content, 'change', id, reason, proposed_by, ${bob}::uuid, now() from flag_changes where id = ${id}`.execute(
      database.db,
    );
  await expect(decide(ann)).rejects.toThrow("flag_changes_four_eyes");
  await expect(insert()).rejects.toThrow("is not what was decided");
  await decide(bob);
  await expect(
    sql`update flag_changes set names = '{guard}' where id = ${id}`.execute(database.db),
  ).rejects.toThrow("decided once");
  await expect(sql`delete from flag_changes`.execute(database.db)).rejects.toThrow("never altered");
});

test("an emergency press changes the newest set, even if another switch was changed meanwhile", async () => {
  const done = await pressSwitch(room, ann, { name: "plain", reason });
  expect(done).toMatchObject({ ok: true, value: { revision: 3 } });
  expect(room.flagSet.for({}, ["guard", "plain"])).toEqual({ guard: true, plain: false });
});

test("the portal offers to adopt a switch that a release changes in its file, until the database's set matches", async () => {
  expect(await offered(room)).toEqual([]);
  write("catalogue", { guard: { ...entry, protects: true }, plain: entry, fresh: entry });
  write("runtime", { version: 2, features: [on("guard"), { ...on("fresh"), enabled: false }] });
  await room.flagSet.reload();
  write("runtime", { version: 2, features: [on("guard"), on("fresh")] });
  await room.flagSet.reload();
  expect(room.flagSet.for({}, ["fresh"])).toEqual({ fresh: false });
  const found = await offered(room);
  expect(found.map(({ name }) => name)).toEqual(["fresh"]);
  const set = withFeatures(room.flagSet.set(), found);
  const given = await proposeSwitches(room, ann, { base: room.flagSet.revision() ?? 0, reason, set });
  if (!given.ok) throw new Error(given.error.code);
  expect(await approveSwitches(room, bob, { id: given.value.id, note: "seen" })).toMatchObject({ ok: true });
  expect([room.flagSet.for({}, ["fresh"]), await offered(room)]).toEqual([{ fresh: true }, []]);
});
