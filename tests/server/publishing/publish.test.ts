import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import type { PageEvent } from "../../../server/definitions/index.ts";
import { CHOICE, key, makeWorld, shopUpTo, startBeside, type World } from "../flows/world.ts";

let world: World;
const heard: PageEvent[] = [];
beforeAll(async () => {
  world = await makeWorld("runtime");
  world.definitions.onEvent((event) => heard.push(event));
});
afterAll(() => world.close());

const operations = randomUUID();
const compliance = randomUUID();

/** Returns the current content of a file, changed by `edit`. */
async function edited(
  flow: string,
  path: string,
  edit: (file: JsonObject) => Json,
): Promise<{ [path: string]: Json }> {
  const current = world.definitions.current(flow);
  const version = await world.definitions.get(current?.id ?? "");
  return { [path]: edit(version?.files[path] as JsonObject) };
}

async function publish(flow: string, changes: { readonly [path: string]: Json }): Promise<string> {
  const proposed = await world.publishing.propose({ flow, changes, note: null, by: operations });
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  const approved = await world.publishing.approve({ id: proposed.value.id, by: compliance });
  if (!approved.ok) throw new Error(JSON.stringify(approved.error));
  return approved.value.hash ?? "";
}

const atLeast = (limit: string) =>
  edited("shop", "flows/shop/rules/enough.json", (rule) => ({
    ...rule,
    must: [
      {
        id: "least",
        reason: "warning:enough",
        mend: "answers.choose.amount",
        logic: {
          and: [
            { ">=": [{ var: "answers.choose.amount" }, { var: "facts.stock.least" }] },
            { ">=": [{ var: "answers.choose.amount" }, limit] },
          ],
        },
      },
    ],
    cases: [limit].map((amount) => ({
      why: "exactly the limit",
      given: { answers: { choose: { amount } }, facts: { stock: { least: "100.00", open: true } } },
      expect: true,
    })),
  }));

/** Returns the flow in force with another policy for open instances. */
const withPolicy = async (flow: string, inFlight: string) => {
  const current = await world.definitions.get(world.definitions.current(flow)?.id ?? "");
  const path = `flows/${flow}/flow.json`;
  return { [path]: { ...(current?.files[path] as JsonObject), inFlight } };
};
const withQuestion = async (flow: string, step: string, namespace: string) => {
  const question = await edited(flow, `schemas/${flow}/${step}.json`, (schema) => ({
    ...schema,
    properties: { ...(schema.properties as JsonObject), why: { type: "string", const: "yes" } },
  }));
  const texts = await Promise.all(
    LANGUAGES.map((language) =>
      edited(flow, `locales/${language}/${namespace}.json`, (file) => {
        const own = file[flow] as JsonObject;
        const label = { label: language === "th" ? "เพราะอะไร" : "Why" };
        return { ...file, [flow]: { ...own, [step]: { ...(own[step] as JsonObject), why: label } } };
      }),
    ),
  );
  return Object.assign({}, question, ...texts) as { [path: string]: Json };
};

describe("files of a flow that is not yet in the database", () => {
  test("become version 1 of the flow, published, with a module that browsers can cache for ever", async () => {
    const versions = await world.definitions.list("shop");
    expect(versions.at(-1)).toMatchObject({ number: 1, source: "files", state: "published" });
    const current = world.definitions.current("shop");
    const text = await world.definitions.module("shop", current?.hash ?? "");
    expect(text).toContain(current?.hash);
    expect(await world.definitions.module("vendor", current?.hash ?? "")).toBeNull();
    expect(text).not.toMatch(/\beval\(|new Function/);
  });
});

describe("a proposal of a new version", () => {
  test("changes nothing until a second person approves it, and then every process and page is notified", async () => {
    const { definitions, flows, person } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    const before = definitions.current("shop")?.hash;
    const proposed = await world.publishing.propose({
      flow: "shop",
      changes: { ...(await withQuestion("shop", "choose", "shop")) },
      note: "Ask why",
      by: operations,
    });
    expect(proposed).toMatchObject({ ok: true, value: { state: "proposed", proposed_by: operations } });
    if (!proposed.ok) return;
    expect(definitions.current("shop")?.hash).toBe(before);
    const own = await world.publishing.approve({ id: proposed.value.id, by: operations });
    expect(own).toEqual({ ok: false, error: { code: "four-eyes" } });
    heard.length = 0;
    const approved = await world.publishing.approve({ id: proposed.value.id, by: compliance });
    expect(approved).toMatchObject({ ok: true, value: { state: "published", approved_by: compliance } });
    const hash = definitions.current("shop")?.hash ?? "";
    expect(hash).not.toBe(before);
    await expect.poll(() => heard).toContainEqual({ event: "definition", data: { flow: "shop", hash } });
    // After a reload the open page is on the new version, because that version's policy is to follow.
    const view = await flows.view(id, subject);
    expect(view).toMatchObject({ hash, module: await definitions.address(hash), at: { step: "choose" } });
    const answer = { ...CHOICE, why: "yes" };
    const next = await flows.submit({ id, subject, step: "choose", key: key(), body: { answer } });
    expect(next.instance.answers.choose?.value).toEqual(answer);
    expect(await world.publishing.approve({ id: proposed.value.id, by: compliance })).toEqual({
      ok: false,
      error: { code: "already-decided" },
    });
  });

  test("a new version with a higher minimum sends an instance that follows it back to the step concerned", async () => {
    const { flows, person } = world;
    const [under, past] = [person(), person()];
    const id = await shopUpTo(world, under, "review");
    const done = await shopUpTo(world, past, "money");
    await publish("shop", await atLeast("200.00"));
    expect((await flows.view(id, under)).at).toMatchObject({
      kind: "form",
      step: "choose",
      errors: [{ pointer: "/amount", code: "enough.least" }],
    });
    // An effect that is done is not checked again.
    expect((await flows.view(done, past)).at).toMatchObject({ kind: "wait" });
    await publish("shop", await atLeast("100.00"));
  });

  test("does not change instances that stay on their version, and their receipts name that version", async () => {
    const { flows, person, definitions, jobs } = world;
    const subject = person();
    const opened = await flows.open("vendor", subject, { again: false, language: "th" });
    const hash = await publish("vendor", await withQuestion("vendor", "photo", "vendor"));
    expect(hash).not.toBe(opened.hash);
    const answer = { text: "clear", why: "yes" };
    const view = await flows.submit({ id: opened.id, subject, step: "photo", key: key(), body: { answer } });
    expect(view.hash).toBe(opened.hash);
    expect(view.instance.answers.photo?.value).toEqual({ text: "clear" });
    await jobs.drain();
    const fresh = await flows.open("vendor", person(), { again: false, language: "th" });
    expect(fresh.hash).toBe(definitions.current("vendor")?.hash);
  });

  test("a new policy for open instances also applies to instances of older versions", async () => {
    const { definitions, flows, person } = world;
    const subject = person();
    const opened = await flows.open("vendor", subject, { again: false, language: "th" });
    // The instance's own version has the policy to stay, but the policy of the newest version applies.
    await publish("vendor", await withPolicy("vendor", "follow"));
    const view = await flows.view(opened.id, subject);
    expect(view.hash).toBe(definitions.current("vendor")?.hash);
    expect(view.hash).not.toBe(opened.hash);
    await publish("vendor", await withPolicy("vendor", "stay"));
    // Viewing moves no instance: without a new submission the instance stays on its version.
    expect((await flows.view(opened.id, subject)).hash).toBe(opened.hash);
    await publish("vendor", await withPolicy("vendor", "restart"));
    await expect(flows.view(opened.id, subject)).rejects.toMatchObject({ code: "begin-again" });
    await publish("vendor", await withPolicy("vendor", "stay"));
  });

  test("makes an instance start again, with its answers filled in, if the policy says so", async () => {
    const { flows } = world;
    const subject = `visitor:${"b".repeat(64)}` as const;
    const { id } = await flows.open("join", subject, { again: false, language: "th" });
    const answer = { email: "restart@example.com" };
    await flows.submit({ id, subject, step: "who", key: key(), body: { answer } });
    await publish("join", await withQuestion("join", "who", "join"));
    await expect(flows.view(id, subject)).rejects.toMatchObject({ code: "begin-again", status: 409 });
    const next = await flows.open("join", subject, { again: false, language: "th" });
    expect(next.id).not.toBe(id);
    expect(next).toMatchObject({ at: { kind: "form", step: "who" }, prefill: { who: answer } });
  });

  test("is rejected at its approval if its base version is no longer current", async () => {
    const one = await world.publishing.propose({
      flow: "shop",
      changes: await atLeast("110.00"),
      note: null,
      by: operations,
    });
    const two = await world.publishing.propose({
      flow: "shop",
      changes: await atLeast("120.00"),
      note: null,
      by: operations,
    });
    if (!one.ok || !two.ok) throw new Error("not proposed");
    expect(await world.publishing.approve({ id: one.value.id, by: compliance })).toMatchObject({ ok: true });
    expect(await world.publishing.approve({ id: two.value.id, by: compliance })).toEqual({
      ok: false,
      error: { code: "version-outdated" },
    });
    expect(
      await world.publishing.refuse({ id: two.value.id, by: compliance, note: "outdated" }),
    ).toMatchObject({
      ok: true,
      value: { state: "refused" },
    });
    await publish("shop", await atLeast("100.00"));
  });

  test.each([
    [
      "a step that nothing leads to",
      "flows/shop/flow.json",
      (flow: JsonObject) => ({
        ...flow,
        steps: { ...(flow.steps as JsonObject), lost: { kind: "decide", next: [{ to: "paid" }] } },
      }),
    ],
    [
      "a target that does not exist",
      "flows/shop/flow.json",
      (flow: JsonObject) => ({ ...flow, start: "nowhere" }),
    ],
    [
      "a field without texts",
      "schemas/shop/choose.json",
      (schema: JsonObject) => ({
        ...schema,
        properties: { ...(schema.properties as JsonObject), colour: { type: "string", maxLength: 9 } },
      }),
    ],
    [
      "an operator that no rule has",
      "flows/shop/rules/enough.json",
      (rule: JsonObject) => ({
        ...rule,
        must: [
          { id: "x", reason: "warning:enough", mend: "answers.choose.amount", logic: { constructor: [1] } },
        ],
      }),
    ],
    [
      "an effect that is removed although open instances have run it",
      "flows/shop/flow.json",
      (flow: JsonObject) => {
        const { place, money, ...steps } = flow.steps as { [step: string]: JsonObject };
        const pin = { ...steps.pin, next: [{ to: "order" }] };
        const wait = { ...money, since: "order", until: "effects.order.payBy", shows: [] };
        return {
          ...flow,
          invariants: [{ before: "pin", rule: "has-pin" }],
          steps: { ...steps, pin, order: place, money: wait } as JsonObject,
        };
      },
    ],
  ])("a proposal with %s is rejected with its findings, and nothing is stored", async (_what, path, edit) => {
    const { db } = world;
    const before = await count();
    const refused = await world.publishing.propose({
      flow: "shop",
      changes: await edited("shop", path, edit),
      note: null,
      by: operations,
    });
    expect(refused).toMatchObject({ ok: false, error: { code: "definition-unsound" } });
    if (refused.ok || refused.error.code !== "definition-unsound") return;
    expect(refused.error.findings.length).toBeGreaterThan(0);
    for (const finding of refused.error.findings) {
      expect(finding.file).toMatch(/\.json$/);
      for (const words of [finding.what, finding.mend])
        expect(words).toEqual({ th: expect.stringMatching(/[ก-๙]/), en: expect.stringMatching(/[a-z]/) });
    }
    expect(await count()).toBe(before);

    async function count(): Promise<number> {
      return (await db.selectFrom("definition_versions").select("id").execute()).length;
    }
  });

  test.each([
    "schemas/effects/test.place.json",
    "flows/shared/facts.json",
    "flows/shared/assumptions/possible-investor.json",
    "flags/catalogue.json",
    "flows/vendor/flow.json",
    "../package.json",
    "flows/shop/../../server/app.ts",
  ])("a proposal that contains %s is rejected, because this is not data of the flow", async (path) => {
    const refused = await world.publishing.propose({
      flow: "shop",
      changes: { [path]: {} },
      note: null,
      by: operations,
    });
    expect(refused).toEqual({ ok: false, error: { code: "file-not-editable", paths: [path] } });
  });

  test("a proposal that changes nothing is rejected", async () => {
    const changes = await edited("shop", "schemas/shop/choose.json", (schema) => schema);
    expect(await world.publishing.propose({ flow: "shop", changes, note: null, by: operations })).toEqual({
      ok: false,
      error: { code: "nothing-changed" },
    });
  });
});

describe("a proposal without effect on the flow", () => {
  test.each([
    ["a text of another flow", "locales/th/vendor.json"],
    ["a schema that no step uses", "schemas/shop/nobody.json"],
    ["a shared schema that nothing refers to", "schemas/common/nobody.json"],
  ])("is rejected because nothing would change: %s", async (_what, path) => {
    const changes = { [path]: { title: "Nobody reads this" } };
    expect(await world.publishing.propose({ flow: "shop", changes, note: null, by: operations })).toEqual({
      ok: false,
      error: { code: "nothing-changed" },
    });
  });
});

describe("a published version", () => {
  test.each([
    ["changed", sql`update definition_versions set hash = 'x' where state = 'published'`],
    ["replaced by other bytes", sql`update definition_modules set module = 'x'`],
    ["removed", sql`delete from definition_versions where state = 'published'`],
    ["deleted", sql`truncate definition_versions cascade`],
  ])("cannot be %s", async (_how, statement) => {
    await expect(statement.execute(world.db)).rejects.toThrow(/never/);
  });

  test("cannot be approved or rejected by a person whose role ends while the gate still checks", async () => {
    const { definitions } = world;
    let asked = 0;
    const other = await startBeside(world, {
      mayDecide: async () => {
        asked += 1;
        return asked % 2 === 1;
      },
    });
    const before = definitions.current("shop")?.hash;
    const changes = await atLeast("140.00");
    const proposed = await other.propose({ flow: "shop", changes, note: null, by: operations });
    if (!proposed.ok) throw new Error(proposed.error.code);
    const { id } = proposed.value;
    const refused = { ok: false, error: { code: "not-allowed" } };
    expect(await other.approve({ id, by: compliance })).toEqual(refused);
    expect(await other.refuse({ id, by: compliance, note: "no" })).toEqual(refused);
    expect([asked, definitions.current("shop")?.hash]).toEqual([4, before]);
    expect(await other.get(id)).toMatchObject({ state: "proposed" });
    await other.stop();
    expect(await world.publishing.refuse({ id, by: compliance, note: "over" })).toMatchObject({ ok: true });
  });

  test("cannot be approved by its author, which the database enforces", async () => {
    await expect(
      sql`insert into definition_versions (id, flow, source, state, hashes, proposed_by, approved_by, proposed_at)
          values (gen_random_uuid(), 'shop', 'proposal', 'proposed', '{}', ${operations}, ${operations}, now())`.execute(
        world.db,
      ),
    ).rejects.toThrow("check constraint");
  });

  test("can be used by a second server process on the same database", async () => {
    const { definitions } = world;
    const other = await startBeside(world);
    expect(other.current("shop")).toEqual(definitions.current("shop"));
    const hash = await publish("shop", await atLeast("130.00"));
    await expect.poll(() => other.current("shop")?.hash).toBe(hash);
    expect((await other.compiled(hash))?.hash).toBe(hash);
    await other.stop();
    await publish("shop", await atLeast("100.00"));
  });

  test("causes a clear error, if it is missing in storage, for the instance that needs it", async () => {
    const { flows, person, db } = world;
    const subject = person();
    const id = await shopUpTo(world, subject, "choose");
    await sql`update flow_instances set version = ${"f".repeat(64)} where id = ${id}`.execute(db);
    await expect(flows.view(id, subject)).rejects.toMatchObject({ code: "version-missing", status: 404 });
  });
});

describe("a file that changes on disk in runtime", () => {
  test("becomes a draft once, and the version in the database stays in force", async () => {
    const { definitions, rootDir } = world;
    const current = definitions.current("vendor");
    const path = join(rootDir, "locales/en/vendor.json");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace('"Note"', '"Remark"'));
    await world.publishing.reloadFiles();
    await world.publishing.reloadFiles();
    await pause(50);
    const drafts = (await definitions.list("vendor")).filter(({ state }) => state === "draft");
    expect(drafts).toHaveLength(1);
    expect(drafts[0]?.changed).toContain("locales/en/vendor.json");
    expect(definitions.current("vendor")).toEqual(current);
  });
});
