import { randomUUID } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import type { Definitions } from "../../../server/definitions/index.ts";
import { evidenceOf } from "../../../server/evidence/evidence.ts";
import type { Publishing } from "../../../server/publishing/index.ts";
import { makeWorld, startBeside, type World } from "../flows/world.ts";
import { backwards, type OtherContent, pointedElsewhere } from "./other-content.ts";

let world: World;
const operations = randomUUID();
const compliance = randomUUID();
const RULE = "flows/shop/rules/enough.json";

beforeAll(async () => {
  world = await makeWorld("runtime");
});
afterAll(() => world.close());

let turn = 0;
/** Publishes another owner of the shop's rule and returns the version's id. */
async function published(process?: Definitions & Publishing): Promise<string> {
  turn += 1;
  const { definitions, publishing } =
    process === undefined ? world : { definitions: process, publishing: process };
  const current = await definitions.get(definitions.current("shop")?.id ?? "");
  const changes = { [RULE]: { ...(current?.files[RULE] as JsonObject), owner: `owner ${turn}` } };
  const proposed = await publishing.propose({ flow: "shop", changes, note: "By turns", by: operations });
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  const approved = await publishing.approve({ id: proposed.value.id, by: compliance, note: "Seen" });
  if (!approved.ok) throw new Error(JSON.stringify(approved.error));
  return approved.value.id;
}

/** Starts another process on the same database and data folder. */
const started = () => startBeside(world);

/** Edits rows like an owner of the tables who disables the triggers. */
async function asOwner(edit: RawBuilder<unknown>): Promise<void> {
  const tables = ["definition_versions", "definition_modules", "definition_current"];
  await world.db.transaction().execute(async (tx) => {
    for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    await edit.execute(tx);
    for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  });
}

describe("a second decision about an approved version", () => {
  test("a second decision is refused, because a version can be approved or rejected only once", async () => {
    const id = await published();
    const { definitions } = world;
    for (const decision of ["approve", "refuse"] as const)
      expect(await world.publishing[decision]({ id, by: randomUUID(), note: "again" })).toEqual({
        ok: false,
        error: { code: "already-decided" },
      });
    const before = await definitions.get(id);
    expect(await published()).not.toBe(id);
    expect(await definitions.get(id)).toEqual(before);
  });
});

describe("direct SQL on an approved version", () => {
  test.each<[string, (id: string) => RawBuilder<unknown>]>([
    ["its files", (id) => sql`update definition_versions set hashes = '{}' where id = ${id}`],
    ["its evidence", (id) => sql`update definition_versions set evidence = '{}' where id = ${id}`],
    ["the approver", (id) => sql`update definition_versions set approved_by = null where id = ${id}`],
    ["the removal of its row", (id) => sql`delete from definition_versions where id = ${id}`],
    ["a file's content", () => sql`update definition_files set content = '{}'`],
    ["the removal of a file's content", () => sql`delete from definition_files`],
    ["its module", () => sql`update definition_modules set module = module || ' '`],
    [
      "an older version as the version in force",
      () => sql`update definition_current set version =
        (select id from definition_versions where flow = 'shop' and number = 1) where flow = 'shop'`,
    ],
    ["the removal of the version in force", () => sql`delete from definition_current where flow = 'shop'`],
  ])("is refused by the database with a message: %s", async (_what, edit) => {
    const id = await published();
    await expect(edit(id).execute(world.db)).rejects.toThrow(/never/);
  });

  test("creates no version without an approval, and does not revive a rejected version", async () => {
    const { definitions, db } = world;
    const current = await definitions.get(definitions.current("shop")?.id ?? "");
    const changes = { [RULE]: { ...(current?.files[RULE] as JsonObject), owner: "by hand" } };
    const proposed = await world.publishing.propose({ flow: "shop", changes, note: null, by: operations });
    if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
    const { id } = proposed.value;
    const byHand = sql`update definition_versions set state = 'published', number = 900,
      approved_by = ${compliance} where id = ${id}`;
    await expect(byHand.execute(db)).rejects.toThrow("published_with_approval");
    await world.publishing.refuse({ id, by: compliance, note: "no" });
    await expect(
      sql`update definition_versions set state = 'proposed' where id = ${id}`.execute(db),
    ).rejects.toThrow(/refused and never changes/);
  });
});

describe("an approved version that the database's owner has edited", () => {
  let id: string;
  let hash: string;
  let whole: Definitions;
  beforeEach(async () => {
    id = await published(await started().then((one) => (whole = one)));
    hash = whole.current("shop")?.hash ?? "";
  });

  test.each<[string, RawBuilder<unknown> | OtherContent]>([
    ["a rule", { path: RULE, change: (text) => text.replace(/"onMissing":"[a-z]+"/, '"onMissing":"allow"') }],
    ["a text", { path: "locales/en/shop.json", change: (text) => text.replace("Amount", "Sum") }],
    ["the catalogue of feature switches", sql`hashes = (hashes::jsonb - 'flags/catalogue.json')::json`],
    ["the order of questions", { path: "schemas/shop/choose.json", change: backwards }],
    ["the findings", sql`evidence = jsonb_set(evidence, '{proposal,content,judged,coverage}', '[]')`],
    ["the proposer", sql`proposed_by = gen_random_uuid()`],
    ["the approver", sql`approved_by = gen_random_uuid()`],
    ["when", sql`decided_at = decided_at - interval '1 day'`],
    ["why", sql`decision_note = 'Not seen'`],
    ["the removal of the approval", sql`evidence = evidence - 'approval'`],
    ["the evidence of a release in place of its own", sql`evidence = '{}'`],
  ])(
    "a version that the database's owner has edited is not used by a process that starts: %s",
    async (_what, edit) => {
      const kept = await sql<JsonObject>`select * from definition_versions where id = ${id}`.execute(
        world.db,
      );
      await asOwner(
        sql`alter table definition_versions drop constraint if exists definition_versions_published_with_approval`,
      );
      const set = "path" in edit ? await pointedElsewhere(world, id, edit) : edit;
      await asOwner(sql`update definition_versions set ${set} where id = ${id}`);
      const { files: _files, ...rest } = (await world.definitions.get(id)) ?? {};
      expect(rest).not.toEqual(kept.rows[0]);
      const other = await started();
      try {
        const broken = await other.get(id);
        expect(broken && other.standing(broken)).toBe("broken");
        await expect(other.compiled(hash)).rejects.toMatchObject({ code: "version-broken", status: 503 });
        expect(world.log.join()).toContain("is not what was approved");
        // No version can be based on the broken version, and other flows continue.
        const changes = { [RULE]: { ...(broken?.files[RULE] as JsonObject), owner: "on top" } };
        expect(await other.propose({ flow: "shop", changes, note: null, by: operations })).toEqual({
          ok: false,
          error: { code: "version-broken" },
        });
        expect(await other.compiled(other.current("vendor")?.hash ?? "")).not.toBeNull();
        // To repair the flow, an earlier version's files are proposed, checked and approved again.
        const first = (await other.list("shop")).find(({ number }) => number === 1);
        const back = await other.proposeAgain({ id: first?.id ?? "", note: "Back", by: operations });
        if (!back.ok) throw new Error(JSON.stringify(back.error));
        expect(await other.approve({ id: back.value.id, by: compliance })).toMatchObject({ ok: true });
        expect(await other.compiled(other.current("shop")?.hash ?? "")).not.toBeNull();
      } finally {
        await other.stop();
        await whole.stop();
      }
    },
  );

  test("a wrong module is not sent to browsers, and is compiled again from the sealed files", async () => {
    const good = await whole.module("shop", hash);
    await asOwner(sql`update definition_modules set module = module || ' ' where hash = ${hash}`);
    const other = await started();
    expect(world.log.join()).toContain("a module was changed");
    expect(await other.module("shop", hash)).toBe(good);
    expect((await other.compiled(hash))?.hash).toBe(hash);
    await Promise.all([other.stop(), whole.stop()]);
  });

  test("a wrong copy of a module on disk is replaced by the right copy before the wrong one can run", async () => {
    // A process that loads the module also writes its file, so the test waits until both running processes
    // have loaded it.
    await vi.waitFor(() => {
      for (const one of [whole, world.definitions]) expect(one.isLoaded(hash)).toBe(true);
    }, 30_000);
    const folder = join(dirname(world.rootDir), "modules");
    const [name = ""] = (await readdir(folder)).filter((one) => one.startsWith(hash));
    const good = await readFile(join(folder, name), "utf8");
    await writeFile(join(folder, name), `throw new Error("mine");`);
    const other = await started();
    expect(world.log.join()).toContain("copy on disk was changed");
    expect((await other.compiled(hash))?.hash).toBe(hash);
    expect(await readFile(join(folder, name), "utf8")).toBe(good);
    await Promise.all([other.stop(), whole.stop()]);
  });
});

describe("a changed file on disk that an approved version reads", () => {
  /** Starts another process while a file is edited, and checks what the process runs. */
  async function whileEdited(
    given: { readonly flow: string; readonly file: string; readonly edit: (text: string) => string },
    look: (other: Definitions) => Promise<void>,
  ): Promise<void> {
    const { flow, file, edit } = given;
    const { rootDir, definitions } = world;
    const before = definitions.current(flow);
    const hash = before?.hash ?? "";
    const path = join(rootDir, file);
    const text = await readFile(path, "utf8");
    expect(edit(text)).not.toBe(text);
    await writeFile(path, edit(text));
    const other = await started();
    try {
      expect(other.current(flow)).toEqual(before);
      expect(await other.module(flow, hash)).toBe(await definitions.module(flow, hash));
      await look(other);
    } finally {
      await writeFile(path, text);
      await other.stop();
    }
  }

  test("an approved version does not read a changed file; a file with changed texts becomes a new version with its own evidence", async () => {
    const file = "locales/en/vendor.json";
    const edit = (text: string) => text.replace('"Note"', '"Remark"');
    await whileEdited({ flow: "vendor", file, edit }, async (other) => {
      const draft = (await other.list("vendor")).find(({ state }) => state === "draft");
      const version = await other.get(draft?.id ?? "");
      expect(version && evidenceOf(version)?.proposal.content.changed).toEqual([file]);
    });
  });

  test("a flag catalogue that lacks a flag of the version leaves the version unchanged", async () => {
    await whileEdited({ flow: "shop", file: "flags/catalogue.json", edit: () => "{}" }, async (other) => {
      const current = await other.get(other.current("shop")?.id ?? "");
      expect(current?.files["flags/catalogue.json"]).toHaveProperty("gift");
      expect(world.log.join()).toContain("the last sound version stays");
    });
  });
});
