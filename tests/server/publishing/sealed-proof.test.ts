import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { GateRunner } from "../../../server/gate/index.ts";
import { createPublishing, type Publishing } from "../../../server/publishing/index.ts";
import { sharedGate } from "../../support/shared-gate.ts";
import { makeWorld, type World } from "../flows/world.ts";

let world: World;
let publishing: Publishing;
/** Flows that were checked, in order. */
const checked: string[] = [];
const gate: GateRunner = {
  ...sharedGate,
  run: (given) => {
    checked.push(given.flow);
    return sharedGate.run(given);
  },
};
beforeAll(async () => {
  world = await makeWorld("runtime");
  const { db, clock, definitions, flows, rootDir } = world;
  publishing = await createPublishing({
    ...{ db, clock, definitions, gate },
    config: { env: "runtime", rootDir },
    log: world.deps.log as never,
    survey: flows.survey,
    mayDecide: async () => true,
  });
});
afterAll(() => world.close());
beforeEach(() => {
  checked.length = 0;
});

const by = randomUUID();
const approver = randomUUID();

async function propose(flow: string, path: string, edit: (file: JsonObject) => Json): Promise<string> {
  const current = await world.definitions.get(world.definitions.current(flow)?.id ?? "");
  const changes = { [path]: edit(current?.files[path] as JsonObject) };
  const proposed = await publishing.propose({ flow, changes, note: null, by });
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  return proposed.value.id;
}

const minutes = (flow: string, to: number) =>
  propose(flow, `flows/${flow}/flow.json`, (file) => ({ ...file, minutes: to }));

const titled = (flow: string, title: string) =>
  propose(flow, `locales/en/${flow}.json`, (file) => ({
    ...file,
    [flow]: { ...(file[flow] as JsonObject), title },
  }));

const approve = (id: string) => publishing.approve({ id, by: approver });

describe("the sealed result of the checks", () => {
  test("is published without checking again, with the module that was checked", async () => {
    const id = await minutes("shop", 11);
    expect(checked).toEqual(["shop"]);
    const hash = (await world.definitions.get(id))?.hash ?? "";
    // Before the approval, the module cannot be read from outside.
    expect(await world.definitions.module("shop", hash)).toBeNull();
    expect(await approve(id)).toMatchObject({ ok: true, value: { state: "published", hash } });
    expect(checked).toEqual(["shop"]);
    expect(await world.definitions.module("shop", hash)).toContain(hash);
    expect((await world.definitions.compiled(hash))?.definition.flow.minutes).toBe(11);
  });

  test("still holds on a later day", async () => {
    const id = await minutes("shop", 12);
    world.clock.set("2026-03-04T10:00:00");
    expect(await approve(id)).toMatchObject({ ok: true });
    expect(checked).toEqual(["shop"]);
  });

  test("is not used once another flow has taken the title", async () => {
    const id = await titled("shop", "The very same title");
    expect(await approve(await titled("vendor", "The very same title"))).toMatchObject({ ok: true });
    checked.length = 0;
    expect(await approve(id)).toMatchObject({ ok: false, error: { code: "definition-unsound" } });
    expect(checked).toEqual(["shop"]);
  });

  test("is not used if its module is not stored", async () => {
    const id = await minutes("shop", 13);
    const hash = (await world.definitions.get(id))?.hash ?? "";
    await sql`alter table definition_modules disable trigger user`.execute(world.db);
    await sql`delete from definition_modules where hash = ${hash}`.execute(world.db);
    await sql`alter table definition_modules enable trigger user`.execute(world.db);
    expect(await approve(id)).toMatchObject({ ok: true });
    expect(checked).toEqual(["shop", "shop"]);
    expect(await world.definitions.module("shop", hash)).toContain(hash);
  });
});
