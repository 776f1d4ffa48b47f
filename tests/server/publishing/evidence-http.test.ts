import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type * as Page from "../../../renderer/kit/api/answers.ts";
import type { EvidenceFile, VersionEvidence } from "../../../server/evidence/evidence.ts";
import type { Impact } from "../../../server/evidence/impact.ts";
import { loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const RULE = "flows/shared/rules/able-to-invest.json";

/**
 * Returns a rule of the current version of `invest` in which another status replaces REVIEW in the named
 * clause.
 */
async function replaced(clause: string, status: string, dropsCases: boolean): Promise<Json> {
  const operations = await loggedIn(house, "operations");
  const list = await operations.get("/definitions", { query: { flow: "invest" } });
  const current = list.current.find((one) => one?.flow === "invest");
  const version = await operations.call("GET", `/api/definitions/versions/${current?.id}`);
  const rule = structuredClone((version.body.files as JsonObject)[RULE]) as {
    must: { id: string; logic: Json }[];
    cases: { why: string }[];
  };
  for (const one of rule.must)
    if (one.id === clause)
      one.logic = JSON.parse(JSON.stringify(one.logic).replace('"REVIEW"', JSON.stringify(status)));
  if (dropsCases) rule.cases = rule.cases.filter(({ why }) => !/REVIEW|OVERDUE/.test(why));
  return rule;
}

/** Returns the rule in force with another owner. */
async function ownedBy(owner: string): Promise<Json> {
  return { ...((await replaced("none", "", false)) as JsonObject), owner };
}

describe("the evidence of a proposal, over HTTP", () => {
  test("is downloaded by staff, read by the approver, and named in the approval", async () => {
    const [operations, compliance, finance, investor] = await Promise.all(
      ["operations", "compliance", "finance", "investor"].map((name) => loggedIn(house, name)),
    );
    if (!operations || !compliance || !finance || !investor) return;
    await investor.call("POST", "/api/flows/invest/instances", {});
    const proposed = await operations.call("POST", "/api/definitions/invest/versions", {
      files: { [RULE]: await replaced("identity", "OVERDUE", true) },
    });
    expect(proposed).toMatchObject({
      status: 201,
      body: { evidence: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const url = `/api/definitions/versions/${proposed.body.id}`;
    const answer = await operations.call("GET", `${url}/evidence`);
    expect(answer.status).toBe(200);
    const { content, hash } = answer.body.proposal as JsonObject as { content: JsonObject; hash: string };
    expect(hash).toBe(proposed.body.evidence);
    const { differences, oracle } = content.judged as {
      differences: {
        rules: { rule: string; affected: { from: Json; to: Json; people: { en: string }[] }[] }[];
      };
      oracle: { rule: string; compared: number; differs: Json }[];
    };
    expect(differences.rules.map(({ rule }) => rule)).toEqual(["able-to-invest"]);
    const [rule] = differences.rules;
    const lost = rule?.affected.filter(({ from, to }) => from === true && to !== true) ?? [];
    for (const { people } of lost)
      for (const { en } of people) expect(en).toMatch(/identity verification is [^,]*under review/);
    const won = rule?.affected.filter(({ from, to }) => from !== true && to === true) ?? [];
    for (const { people } of won)
      for (const { en } of people) expect(en).toMatch(/identity verification is [^,]*due for another review/);
    expect(lost.length * won.length).toBeGreaterThan(0);
    expect(oracle).toMatchObject([{ rule: "able-to-invest", differs: null }]);
    expect(oracle[0]?.compared).toBeGreaterThan(100);
    expect(content.impact).toMatchObject({ all: true, open: 1 });

    for (const other of [finance, investor])
      expect((await other.call("GET", `${url}/evidence`)).status).toBe(403);
    expect((await stranger(house).call("GET", `${url}/evidence`)).status).toBe(401);

    const changed = await compliance.call("POST", `${url}/approve`, { evidence: "0".repeat(64) });
    expect(changed).toMatchObject({ status: 409, body: { code: "evidence-changed" } });
    const approved = await compliance.call("POST", `${url}/approve`, { evidence: hash });
    expect(approved).toMatchObject({ status: 200, body: { state: "published", evidence: hash } });
    const kept = await compliance.call("GET", `${url}/evidence`);
    expect(kept.body.approval).toMatchObject({ content: { evidence: hash } });
  });

  test("contains the people who proposed and approved, with the times, and is complete", async () => {
    const compliance = await loggedIn(house, "compliance");
    const list = await compliance.get("/definitions", { query: { flow: "invest" } });
    const [newest] = list.versions;
    expect(newest).toMatchObject({
      number: 2,
      state: "published",
      proposedByName: "operations@saphan.example",
      approvedByName: "compliance@saphan.example",
      own: false,
    });
    const version = await compliance.call("GET", `/api/definitions/versions/${newest?.id}?files=false`);
    expect(version.body).toMatchObject({ current: true, standing: "whole" });
    expect(version.body).not.toHaveProperty("files");
  });

  test("evidence counts as that of a release if files came without a proposal", async () => {
    const compliance = await loggedIn(house, "compliance");
    const list = await compliance.get("/definitions", { query: { flow: "kyc" } });
    const [first] = list.versions;
    expect(first?.evidence).toBeNull();
    const answer = await compliance.call("GET", `/api/definitions/versions/${first?.id}/evidence`);
    expect(answer).toMatchObject({ status: 200, body: { release: { content: { version: first?.id } } } });
  });

  test("exists only for the statuses of its type, and any other status is an error on loading", async () => {
    const operations = await loggedIn(house, "operations");
    const refused = await operations.call("POST", "/api/definitions/invest/versions", {
      files: { [RULE]: await replaced("liveness", "OVERDUE", true) },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: "definition-unsound" } });
    expect(JSON.stringify(refused.body.findings)).toContain("OVERDUE");
  });

  test("includes other flows that still have the old version of a shared file", async () => {
    const operations = await loggedIn(house, "operations");
    const list = await operations.get("/definitions", { query: { flow: "invest" } });
    const [newest] = list.versions;
    const page = await operations.call("GET", `/api/definitions/versions/${newest?.id}?files=false`);
    const elsewhere = page.body.elsewhere;
    expect(elsewhere).toHaveLength(2);
    const there = await operations.call("POST", "/api/definitions/kyc/versions", {
      files: { [RULE]: await replaced("none", "", false) },
    });
    const title = (there.body.title ?? {}) as JsonObject;
    expect(elsewhere).toContainEqual(title);
    // A file that equals the version in force in the other flow is no change of that flow.
    const same = await operations.call("GET", `/api/definitions/versions/${there.body.id}?files=false`);
    expect(same.body.elsewhere).toEqual([{ th: "สับเปลี่ยนกลยุทธ์", en: "Switch" }]);
    // The order flows share their texts.
    const own = "locales/en/order.json";
    const version = await operations.call("GET", `/api/definitions/versions/${newest?.id}`);
    const texts = JSON.stringify((version.body.files as JsonObject)[own]).replace(
      "Placing your order",
      "Sending it",
    );
    const text = await operations.call("POST", "/api/definitions/invest/versions", {
      files: { [own]: JSON.parse(texts) },
    });
    const shown = await operations.call("GET", `/api/definitions/versions/${text.body.id}?files=false`);
    expect(shown.body).toMatchObject({ changed: [own], elsewhere: [] as Json[] });
  });
});

describe("a decision over HTTP", () => {
  test("contains the evidence that was read, or the reason of a rejection", async () => {
    const [operations, compliance] = await Promise.all([
      loggedIn(house, "operations"),
      loggedIn(house, "compliance"),
    ]);
    let judged = false;
    const proposing = operations
      .call("POST", "/api/definitions/invest/versions", {
        files: { [RULE]: await ownedBy("Legal") },
        note: "Try it",
      })
      .finally(() => {
        judged = true;
      });
    let answered = 0;
    while (!judged) {
      expect((await stranger(house).call("GET", "/healthz")).status).toBe(200);
      answered += 1;
      // A call without a socket does not yield to other work, so the test yields explicitly.
      await new Promise(setImmediate);
    }
    expect(answered).toBeGreaterThan(1);
    const proposed = await proposing;
    expect(proposed).toMatchObject({ status: 201, body: { own: true, note: "Try it" } });
    const url = `/api/definitions/versions/${proposed.body.id}`;
    for (const [decision, body] of [
      ["approve", {}],
      ["approve", null],
      ["reject", {}],
      ["reject", { note: "" }],
      ["reject", { note: " \n " }],
    ] as const)
      expect((await compliance.call("POST", `${url}/${decision}`, body as Json)).status).toBe(422);
    const refused = await compliance.call("POST", `${url}/reject`, { note: "Not now" });
    expect(refused).toMatchObject({ status: 200, body: { note: "Try it", decisionNote: "Not now" } });
  });

  test("publishes the files of an earlier version again if staff proposed them again", async () => {
    const [operations, compliance] = await Promise.all([
      loggedIn(house, "operations"),
      loggedIn(house, "compliance"),
    ]);
    const list = await operations.get("/definitions", { query: { flow: "invest" } });
    const versions = list.versions;
    const first = versions.find(({ number }) => number === 1);
    const url = `/api/definitions/versions/${first?.id}/propose-again`;
    expect((await compliance.call("POST", url, {})).status).toBe(403);
    const back = await operations.call("POST", url, { note: "Back" });
    expect(back).toMatchObject({
      status: 201,
      body: { state: "proposed", changed: [RULE], hash: first?.hash },
    });
    const evidence = await compliance.call("GET", `/api/definitions/versions/${back.body.id}/evidence`);
    expect(evidence.body).toMatchObject({ proposal: { content: { restores: first?.id } } });
    const approved = await compliance.call("POST", `/api/definitions/versions/${back.body.id}/approve`, {
      evidence: back.body.evidence as Json,
    });
    expect(approved).toMatchObject({ status: 200, body: { state: "published", number: 3 } });
    // A proposal based on the previous version becomes outdated, and its page and the lists show that.
    const after = (await compliance.call("GET", "/api/definitions?flow=invest")).body.versions;
    const overtaken = (after as JsonObject[]).filter(({ outdated }) => outdated === true);
    const waiting = (after as JsonObject[]).filter(({ state }) => state === "proposed");
    expect(overtaken.length).toBeGreaterThan(0);
    expect(overtaken).toEqual(waiting);
    expect(await operations.call("POST", url, {})).toMatchObject({
      status: 422,
      body: { code: "nothing-changed" },
    });
  });

  test("can be preceded by a count of open instances, which reports its progress line by line and then the total", async () => {
    const [operations, finance] = await Promise.all([
      loggedIn(house, "operations"),
      loggedIn(house, "finance"),
    ]);
    const proposed = await operations.call("POST", "/api/definitions/invest/versions", {
      files: { [RULE]: await ownedBy("Risk") },
    });
    const url = `/api/definitions/versions/${proposed.body.id}/open-work`;
    expect((await finance.call("GET", url)).status).toBe(403);
    const { status, body } = await operations.call("GET", url);
    expect(status).toBe(200);
    const lines = String(body.text)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as JsonObject);
    expect(lines.at(-1)).toMatchObject({ impact: { open: 1, walked: 1, all: true } });
    expect(lines.slice(0, -1)).toEqual([{ progress: { walked: 1, open: 1 } }]);
    // Parallel requests of one caller are answered in order, from a version that was compiled once.
    const often = await Promise.all(Array.from({ length: 6 }, () => operations.call("GET", url)));
    expect(often.map((one) => [one.status, one.body.text])).toEqual(often.map(() => [200, body.text]));
  });

  test.each(["txt.\u202Eexe", "a\u2066b", "left\u200E", "bell\u0007"])(
    "a decision cannot contain a misleading note: %j",
    async (note) => {
      const operations = await loggedIn(house, "operations");
      const files = { [RULE]: await ownedBy(`Risk ${note.length}`) };
      const url = "/api/definitions/invest/versions";
      expect(await operations.call("POST", url, { files, note })).toMatchObject({
        status: 422,
        body: { code: "not-valid", fields: [{ pointer: "/note" }] },
      });
    },
  );
});

describe("an investor's missing requirements", () => {
  test("missing requirements can be found by the investor's e-mail or check reference, without further personal data", async () => {
    const [support, operations] = await Promise.all([
      loggedIn(house, "support"),
      loggedIn(house, "operations"),
    ]);
    const { db } = house.server;
    const reference = "KYC-260302-ABCDE";
    await sql`insert into identity_reviews (id, person_id, reference, documents, state, opened_at)
      select gen_random_uuid(), id, ${reference}, '{}', 'open', now() from people
      where email = 'fresh@saphan.example'`.execute(db);
    const looks = async () =>
      await db
        .selectFrom("audit_lines")
        .select(["subject", "detail"])
        .where("action", "=", "definitions.explain")
        .orderBy("id", "desc")
        .execute();
    const before = (await looks()).length;
    for (const [find, by] of [
      ["Fresh@saphan.example ", "email"],
      [reference.toLowerCase(), "reference"],
    ] as const) {
      const answer = await support.call("POST", "/api/people/able-to-invest", { find });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body).sort()).toEqual(["able", "clauses", "number", "rule", "version"]);
      expect((await looks())[0]).toMatchObject({ detail: { by } });
    }
    // Colleagues are no investors, so the search finds no one, and an empty result is recorded too.
    for (const find of ["operations@saphan.example", "nobody@saphan.example", "KYC-000000-NOBODY"])
      expect((await support.call("POST", "/api/people/able-to-invest", { find })).status).toBe(404);
    const all = await looks();
    expect(all).toHaveLength(before + 5);
    expect(all.slice(0, 3).map(({ subject }) => subject)).toEqual(Array(3).fill("person:unknown"));
    expect(
      (await operations.call("POST", "/api/people/able-to-invest", { find: "fresh@saphan.example" })).status,
    ).toBe(403);
  });

  test("missing requirements are shown to support in the investor's words, in both languages, and the read is recorded", async () => {
    const [support, fresh, operations] = await Promise.all(
      ["support", "fresh", "operations"].map((name) => loggedIn(house, name)),
    );
    if (!support || !fresh || !operations) return;
    const { db } = house.server;
    const { id } = await db
      .selectFrom("people")
      .select("id")
      .where("email", "=", "fresh@saphan.example")
      .executeTakeFirstOrThrow();
    const own = await fresh.call("POST", "/api/flows/invest/instances", {});
    const { explanation } = own.body.at as { explanation: { id: string; mend: string }[] };
    const answer = await support.call("GET", `/api/people/${id}/able-to-invest`);
    expect(answer).toMatchObject({ status: 200, body: { able: false } });
    const clauses = answer.body.clauses as { id: string; mend: string; reason: { th: string } }[];
    expect(clauses.map((one) => [one.id, one.mend])).toEqual(explanation.map((one) => [one.id, one.mend]));
    for (const { reason } of clauses) expect(reason.th).toMatch(/[ก-๙]/);
    const lines = await db
      .selectFrom("audit_lines")
      .select(["subject", "detail"])
      .where("action", "=", "definitions.explain")
      .execute();
    expect(lines).toContainEqual({ subject: `person:${id}`, detail: { rule: "able-to-invest", by: "id" } });
    expect((await operations.call("GET", `/api/people/${id}/able-to-invest`)).status).toBe(403);
    expect((await fresh.call("GET", `/api/people/${id}/able-to-invest`)).status).toBe(403);
  });
});

test("the answers of the version calls match the API document and the pages' types exactly", () => {
  expect(house.answers.faults).toEqual([]);
  expect([...house.answers.routes]).toEqual(
    expect.arrayContaining([
      "/api/definitions",
      "/api/definitions/:flow/versions",
      "/api/definitions/versions/:id",
      "/api/definitions/versions/:id/approve",
      "/api/definitions/versions/:id/evidence",
      "/api/people/:id/able-to-invest",
    ]),
  );
  expectTypeOf<Impact>().toExtend<Page.OpenWork>();
  expectTypeOf<Page.OpenWork>().toExtend<Impact>();
  expectTypeOf<EvidenceFile>().toExtend<Page.StoredEvidence>();
  expectTypeOf<keyof VersionEvidence["proposal"]["content"]["judged"]>().toEqualTypeOf<keyof Page.Judged>();
});
