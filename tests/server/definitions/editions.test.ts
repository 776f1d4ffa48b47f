import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { type KyselyPlugin, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createDefinitions } from "../../../server/definitions/index.ts";
import { sealOf } from "../../../server/definitions/modules.ts";
import { createSealer } from "../../../server/evidence/seal.ts";
import { compilerEdition } from "../../../server/sources/compiler-edition.ts";
import { makeWorld, startBeside, type World } from "../flows/world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld("runtime");
});
afterAll(() => world.close());

/** Starts another process on the same database with a compiler of this edition. */
const withEdition = (edition: string) => startBeside(world, { edition });

test("when the server starts, it reads no flow files, and publishes and proposes nothing", async () => {
  const { definitions } = world;
  const before = (await definitions.list()).map(({ id }) => id);
  const query = vi.spyOn(pg.Client.prototype, "query");
  const other = await startBeside(world);
  const texts = query.mock.calls.map(([given]) => (given as { text?: string } | null)?.text ?? String(given));
  query.mockRestore();
  expect(texts.filter((text) => text.includes("definition_versions"))).not.toEqual([]);
  expect(texts.filter((text) => text.includes("definition_files"))).toEqual([]);
  expect((await other.list()).map(({ id }) => id)).toEqual(before);
  await other.stop();
});

test("if two reads of the current version overlap, the result of the later read remains", async () => {
  const { db, url, clock, rootDir, deps } = world;
  const late = Promise.withResolvers<void>();
  let held = false;
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!held) return result;
      held = false;
      await late.promise;
      return { ...result, rows: [] };
    },
  };
  const other = await createDefinitions({
    db: db.withPlugin(slow),
    databaseUrl: url,
    clock,
    config: { env: "runtime", rootDir, dataDir: dirname(rootDir) },
    log: deps.log as never,
  });
  held = true;
  const earlier = other.refresh();
  await vi.waitFor(() => expect(held).toBe(false));
  await other.refresh();
  late.resolve();
  await earlier;
  expect(other.current("shop")).not.toBeNull();
  await other.stop();
});

describe("a newer release of the compiler", () => {
  test("recompiles the published versions when it starts, and stores new modules beside the older ones", async () => {
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
      // Each process serves both modules, because a page of one process may request a module from the other.
      for (const one of [definitions, newer])
        for (const edition of [compilerEdition(), "bbbbbbbbbbbb"])
          expect(await one.module("shop", hash, edition)).toContain(hash);
    } finally {
      await newer.stop();
    }
  });

  test("a newer compiler does not replace the older module of a stored version in which the compiler finds errors", async () => {
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
      (id, flow, number, hash, source, state, hashes, evidence, proposed_at, published_at)
      values (${id}, 'shop', 99, ${hash}, 'files', 'published', '{}', ${JSON.stringify({ release })}, now(),
        ${publishedAt})`.execute(db);
    await sql`insert into definition_modules (hash, edition, flow, module, made_at, seal)
      values (${hash}, ${edition}, 'shop', ${old}, now(), ${JSON.stringify(seal)})`.execute(db);
    expect(await definitions.address(hash)).toBe(`/modules/shop.${hash}-000000000000.js`);
    expect((await definitions.compiled(hash))?.definition.flow.id).toBe("shop");
    expect(log.join()).toContain("its older module stays");
  });

  test("has an edition number that depends only on its own source files", () => {
    expect(compilerEdition()).toMatch(/^[0-9a-f]{12}$/);
    expect(compilerEdition()).toBe(compilerEdition());
  });
});
