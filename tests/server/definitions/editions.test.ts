import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sealOf } from "../../../server/definitions/modules.ts";
import { createSealer } from "../../../server/evidence/seal.ts";
import { compilerEdition } from "../../../server/sources/compiler-edition.ts";
import { makeWorld, startBeside, type World } from "../flows/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld("runtime");
});
afterAll(() => world.close());

/** Another process on the same database, whose compiler is of this edition. */
const withEdition = (edition: string) => startBeside(world, { edition });

test("a start reads the files of each flow once, and nothing is published or proposed", async () => {
  const { definitions } = world;
  const before = (await definitions.list()).map(({ id }) => id);
  const query = vi.spyOn(pg.Client.prototype, "query");
  const other = await startBeside(world);
  const texts = query.mock.calls.map(([given]) => (given as { text?: string } | null)?.text ?? String(given));
  query.mockRestore();
  const whole = texts.filter((text) =>
    /select ("definition_versions"\.)?\* from "definition_(versions|current)"/.test(text),
  );
  expect(whole).toHaveLength(definitions.flows().length);
  expect((await other.list()).map(({ id }) => id)).toEqual(before);
  await other.stop();
});

describe("a newer compiler", () => {
  test("compiles published versions again at its start: the same version, another module beside the older one", async () => {
    const { definitions } = world;
    const hash = definitions.current("shop")?.hash ?? "";
    const before = (await definitions.list("shop")).length;
    const older = await definitions.address(hash);
    expect(older).toBe(`/modules/shop.${hash}-${compilerEdition()}.js`);
    const newer = await withEdition("bbbbbbbbbbbb");
    try {
      expect(newer.current("shop")?.hash).toBe(hash);
      expect(await newer.address(hash)).toBe(`/modules/shop.${hash}-bbbbbbbbbbbb.js`);
      expect((await newer.compiled(hash))?.hash).toBe(hash);
      expect((await newer.list("shop")).length).toBe(before);
      // Each process hands out both: a page of the one may ask the other.
      for (const one of [definitions, newer])
        for (const edition of [compilerEdition(), "bbbbbbbbbbbb"])
          expect(await one.module("shop", hash, edition)).toContain(hash);
    } finally {
      await newer.stop();
    }
  });

  test("to which a stored version is not sound any more keeps its older module", async () => {
    const { db, definitions, log } = world;
    const old = (await definitions.module("shop", definitions.current("shop")?.hash ?? "")) ?? "";
    const hash = "f".repeat(64);
    const id = randomUUID();
    const sealer = createSealer({ dataDir: dirname(world.rootDir), masterKey: null });
    const publishedAt = world.clock.now().toJSDate();
    const release = sealer.seal({
      kind: "release",
      format: 1,
      version: id,
      flow: "shop",
      files: {},
      hash,
      publishedAt: publishedAt.toISOString(),
    });
    const edition = "000000000000";
    const seal = sealOf(sealer, { hash, edition, module: old });
    await sql`insert into definition_versions
      (id, flow, number, hash, source, state, files, evidence, proposed_at, published_at)
      values (${id}, 'shop', 99, ${hash}, 'files', 'published', '{}', ${JSON.stringify({ release })}, now(),
        ${publishedAt})`.execute(db);
    await sql`insert into definition_modules (hash, edition, flow, module, made_at, seal)
      values (${hash}, ${edition}, 'shop', ${old}, now(), ${JSON.stringify(seal)})`.execute(db);
    expect(await definitions.address(hash)).toBe(`/modules/shop.${hash}-000000000000.js`);
    expect((await definitions.compiled(hash))?.definition.flow.id).toBe("shop");
    expect(log.join()).toContain("its older module stays");
  });

  test("has an edition that its own sources make, the same in every process", () => {
    expect(compilerEdition()).toMatch(/^[0-9a-f]{12}$/);
    expect(compilerEdition()).toBe(compilerEdition());
  });
});
