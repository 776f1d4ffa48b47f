import { createPublicKey, randomUUID, verify } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canonicalJson } from "../../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { evidenceOf, type VersionEvidence } from "../../../server/evidence/evidence.ts";
import { sha256 } from "../../../server/sha256.ts";
import { CHOICE, key, makeWorld, shopUpTo, startBeside, type World } from "../flows/world.ts";
import { backwards, type OtherContent, pointedElsewhere } from "./other-content.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld("runtime");
});
afterAll(() => world.close());

const operations = randomUUID();
const compliance = randomUUID();
const RULE = "flows/shop/rules/enough.json";

/** Proposes another limit beside the rule's own; the rule's only case leaves other cases missing. */
async function proposeLimit(limit: string): Promise<string> {
  const current = await world.definitions.get(world.definitions.current("shop")?.id ?? "");
  const rule = current?.files[RULE] as JsonObject;
  const amount: Json = { var: "answers.choose.amount" };
  const logic = { and: [{ ">=": [amount, { var: "facts.stock.least" }] }, { ">=": [amount, limit] }] };
  const facts = { stock: { least: "100.00", open: true } };
  const given = { answers: { choose: { amount: limit } }, facts };
  const proposed = await world.publishing.propose({
    flow: "shop",
    changes: {
      [RULE]: {
        ...rule,
        must: [{ id: "least", reason: "warning:enough", mend: "answers.choose.amount", logic }],
        cases: [{ why: "exactly the limit", given, expect: true }],
      },
    },
    note: "Raise it",
    by: operations,
  });
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  return proposed.value.id;
}

async function stored(id: string): Promise<VersionEvidence> {
  const version = await world.definitions.get(id);
  const evidence = version && evidenceOf(version);
  if (!evidence) throw new Error("no evidence");
  return evidence;
}

describe("the evidence of a proposal", () => {
  test("shows in both languages for which people an answer changes, each with an example person", async () => {
    const { judged } = (await stored(await proposeLimit("130.00"))).proposal.content;
    const [rule] = judged.differences?.rules ?? [];
    expect(rule).toMatchObject({ rule: "enough", kind: "different", clauses: [{ clause: "least" }] });
    const now = rule?.affected.find(({ from, to }) => from === true && to === false);
    expect(now?.people[0]?.en).toMatch(/^someone whose .*Amount|amount/);
    expect(now?.people[0]?.th).toMatch(/^ผู้ที่/);
    const scope = now?.witness.scope as { answers: { choose: { amount: string } } };
    expect(Number(scope.answers.choose.amount)).toBeLessThan(130);
    expect(judged.invariants).toBeInstanceOf(Array);
  });

  test("contains test cases for the results that the changed rule's cases do not cover", async () => {
    const id = await proposeLimit("131.00");
    const [coverage] = (await stored(id)).proposal.content.judged.coverage;
    expect(coverage).toMatchObject({ rule: "enough" });
    expect(coverage?.share).toBeLessThan(1);
    expect(coverage?.missing.length).toBeGreaterThan(0);
    for (const one of coverage?.missing ?? []) expect(one).toHaveProperty("expect");
  });

  test("counts open instances by their step and outcome, and leaves them unchanged", async () => {
    const { flows, person } = world;
    const under = person();
    const over = person();
    const ids = [await shopUpTo(world, under, "review"), await shopUpTo(world, over, "review")];
    const high = { ...CHOICE, amount: "900.00" };
    await flows.submit({
      id: ids[1] ?? "",
      subject: over,
      step: "choose",
      key: key(),
      body: { answer: high },
    });
    const before = await flows.view(ids[0] ?? "", under);
    const { impact } = (await stored(await proposeLimit("500.00"))).proposal.content;
    expect(impact).toMatchObject({ all: true, open: impact.walked });
    expect(impact.steps.find(({ step }) => step === "review")).toMatchObject({
      goesOn: 1,
      asked: 1,
      stuck: 0,
      asks: [{ step: "choose", names: { amount: { th: "“จำนวนเงิน”", en: "“Amount”" } } }],
    });
    expect(await flows.view(ids[0] ?? "", under)).toEqual(before);
  });

  test("has a signature that anyone can verify with the public key", async () => {
    const { proposal } = await stored(await proposeLimit("132.00"));
    const bytes = Buffer.from(canonicalJson(proposal.content));
    expect(sha256(bytes.toString())).toBe(proposal.hash);
    const given = Buffer.from(proposal.signature.publicKey, "base64");
    const publicKey = createPublicKey({ key: given, type: "spki", format: "der" });
    expect(verify(null, bytes, publicKey, Buffer.from(proposal.signature.value, "base64"))).toBe(true);
    expect(Object.keys(proposal.content.judged.files)).toContain(RULE);
  });

  test("states if only texts change", async () => {
    const current = await world.definitions.get(world.definitions.current("shop")?.id ?? "");
    const path = "locales/en/shop.json";
    const text = JSON.stringify(current?.files[path]);
    const changed = JSON.parse(text.replace(/"title":"([^"]+)"/, '"title":"$1!"')) as Json;
    expect(changed).not.toEqual(current?.files[path]);
    const proposed = await world.publishing.propose({
      flow: "shop",
      changes: { [path]: changed },
      note: null,
      by: operations,
    });
    if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
    const { differences } = (await stored(proposed.value.id)).proposal.content.judged;
    expect(differences).toMatchObject({ kind: "texts-only", texts: true, rules: [], steps: [] });
  });
});

describe("the approval of a version", () => {
  test("is refused with evidence that is not the stored one, and otherwise stores the evidence with the version", async () => {
    const id = await proposeLimit("133.00");
    const { proposal } = await stored(id);
    expect(await world.publishing.approve({ id, by: compliance, evidence: "0".repeat(64) })).toEqual({
      ok: false,
      error: { code: "evidence-changed" },
    });
    const approved = await world.publishing.approve({ id, by: compliance, evidence: proposal.hash });
    expect(approved).toMatchObject({ ok: true, value: { state: "published", evidence_hash: proposal.hash } });
    const { approval } = await stored(id);
    expect(approval?.content).toMatchObject({ evidence: proposal.hash, approvedBy: compliance });
  });

  test.each<[string, RawBuilder<unknown> | OtherContent]>([
    ["a file", { path: RULE, change: (text) => text.replace(/"owner":"[^"]+"/, '"owner":"somebody"') }],
    ["the order of a file's fields", { path: RULE, change: backwards }],
    ["the proposer's note", sql`note = 'Nothing of importance'`],
    ["the absence of a file", sql`hashes = (hashes::jsonb - 'flows/shop/rules/enough.json')::json`],
    ["the proposer", sql`proposed_by = gen_random_uuid()`],
    ["the list of what changed", sql`changed = '[]'`],
    ["the findings", sql`evidence = jsonb_set(evidence, '{proposal,content,judged,coverage}', '[]')`],
    ["the hash", sql`evidence = jsonb_set(evidence, '{proposal,hash}', to_jsonb(repeat('0', 64)))`],
    ["the signature", sql`evidence = jsonb_set(evidence, '{proposal,signature,value}', '"AAAA"')`],
    ["the whole evidence", sql`evidence = jsonb_build_object('basedOn', evidence -> 'basedOn')`],
  ])("is refused if %s was edited in the database", async (_what, edit) => {
    const id = await proposeLimit("140.00");
    const set = "path" in edit ? await pointedElsewhere(world, id, edit) : edit;
    await sql`update definition_versions set ${set} where id = ${id}`.execute(world.db);
    const before = world.definitions.current("shop");
    expect(await world.publishing.approve({ id, by: compliance })).toEqual({
      ok: false,
      error: { code: "evidence-broken" },
    });
    expect(world.definitions.current("shop")).toEqual(before);
  });

  test("must wait if a newer release judges the proposal differently, until a person reads the new evidence", async () => {
    const id = await proposeLimit("143.00");
    const seen = (await stored(id)).proposal.hash;
    const newer = await startBeside(world, { edition: "eeeeeeeeeeee" });
    expect(await newer.approve({ id, by: compliance, evidence: seen })).toMatchObject({
      error: { code: "evidence-changed" },
    });
    const { proposal } = await stored(id);
    expect(proposal.hash).not.toBe(seen);
    expect(proposal.content.judged.compiler).toBe("eeeeeeeeeeee");
    expect(await newer.approve({ id, by: compliance, evidence: seen })).toMatchObject({ ok: false });
    expect(await newer.approve({ id, by: compliance, evidence: proposal.hash })).toMatchObject({ ok: true });
    await newer.stop();
  });

  test("publishes a file that changed on disk if the evidence shows that file", async () => {
    const { definitions, rootDir } = world;
    const path = join(rootDir, "locales/en/vendor.json");
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace('"Note"', '"Remark"'));
    await world.publishing.reloadFiles();
    const draft = (await definitions.list("vendor")).find(({ state }) => state === "draft");
    const { proposal } = await stored(draft?.id ?? "");
    expect(proposal.content).toMatchObject({ proposedBy: null, changed: ["locales/en/vendor.json"] });
    expect(
      await world.publishing.approve({ id: draft?.id ?? "", by: compliance, evidence: proposal.hash }),
    ).toMatchObject({ ok: true, value: { state: "published" } });
  });

  test("is refused with the evidence of a different version", async () => {
    const [one, two] = [await proposeLimit("141.00"), await proposeLimit("142.00")];
    await sql`update definition_versions set evidence = (select evidence from definition_versions where id = ${one})
              where id = ${two}`.execute(world.db);
    expect(await world.publishing.approve({ id: two, by: compliance })).toEqual({
      ok: false,
      error: { code: "evidence-broken" },
    });
  });
});

describe("a definition that the proof finds wrong", () => {
  test("is rejected, with an example person, although it can be loaded", async () => {
    const current = await world.definitions.get(world.definitions.current("shop")?.id ?? "");
    const flow = structuredClone(current?.files["flows/shop/flow.json"]) as JsonObject;
    const refused = await world.publishing.propose({
      flow: "shop",
      changes: { "flows/shop/flow.json": withoutInvariantsHolding(flow) },
      note: null,
      by: operations,
    });
    expect(refused).toMatchObject({ ok: false, error: { code: "definition-unsound" } });
    if (refused.ok || refused.error.code !== "definition-unsound") return;
    expect(refused.error.findings.some(({ witness }) => witness !== undefined)).toBe(true);
  });
});

/**
 * Returns the flow with a step that no longer checks the rule, although the flow still declares the
 * invariant.
 */
function withoutInvariantsHolding(flow: JsonObject): JsonObject {
  const steps = flow.steps as { [step: string]: JsonObject };
  const { check: _check, ...choose } = steps.choose as JsonObject;
  return { ...flow, steps: { ...steps, choose }, invariants: [{ before: "place", rule: "enough" }] };
}
