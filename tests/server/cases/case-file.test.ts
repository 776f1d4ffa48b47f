import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

const DETAIL = "Nobody came to the counter";

let house: PortalHouse;
let support: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  support = await loggedIn(house, "support");
}, 180_000);
afterAll(() => house.close());

/** Sends a complaint and returns its case. */
async function complain(by: Caller, detail: string, how: JsonObject = {}): Promise<JsonObject> {
  const { id } = (await by.call("POST", "/api/flows/complaint/instances", how)).body;
  const at = await by.submit(id, "complaint", {
    answer: { email: "asks@example.com", phone: "0812345678", problemType: "SERVICE", detail },
  });
  const { values } = at.body.at as { readonly values: JsonObject };
  const done = (await by.submit(id, "review", { answer: { values } })).body.effects as JsonObject;
  const reference = String((done.file as JsonObject).reference);
  const found = (await support.call("GET", "/api/cases", undefined, { "x-find": reference })).body;
  return { reference, id: (found.cases as readonly JsonObject[])[0]?.id ?? null };
}

const step = async (id: unknown, what: string, body: JsonObject = {}) =>
  expect((await support.call("POST", `/api/cases/${id}/${what}`, body)).status).toBe(200);

const exported = (by: Caller, id: unknown, language: string, format: string) =>
  by.call("GET", `/api/cases/${id}/file?language=${language}&format=${format}`);

test("the exported file of an answered case contains the submission, promises, letters and the people who decided", async () => {
  const by = stranger(house);
  await complain(by, "Something before that");
  const { id, reference } = await complain(by, DETAIL, { again: true });
  await step(id, "acknowledge");
  await step(id, "note", { text: "Called the branch" });
  house.clock.set("2026-03-04T10:00:00");
  await step(id, "answer", { outcome: "answered", text: "We apologise" });
  const { status, body } = await exported(support, id, "en", "json");
  expect(status).toBe(200);
  const person = "support@saphan.example";
  expect(body).toMatchObject({
    ...{ reference, topic: "COMPLAINT", topicSays: "Complaint", state: "answered", outcome: "answered" },
    ...{ language: "en", erased: false, from: "asks@example.com" },
    promised: { acknowledgeBy: "2026-03-06", answerBy: "2026-04-01" },
    kept: { acknowledgedAt: "2026-03-02T03:00:00.000Z", answeredAt: "2026-03-04T03:00:00.000Z" },
    decided: { proposedBy: person, answeredBy: person },
    letters: [{ kind: "acknowledged" }, { kind: "answered", text: "We apologise" }],
  });
  expect(body.sent).toContainEqual({ label: "Details", value: DETAIL });
  expect((body.sentBefore as JsonObject).lines).toContainEqual({
    label: "Details",
    value: "Something before that",
  });
  expect((body.history as readonly JsonObject[]).map(({ kind, by: who }) => [kind, who])).toEqual([
    ["opened", null],
    ["acknowledged", person],
    ["noted", person],
    ["answered", person],
  ]);
  for (const language of LANGUAGES) {
    const pdf = await exported(support, id, language, "pdf");
    expect(pdf.status).toBe(200);
    expect(String(pdf.body.text)).toMatch(/^%PDF-1\.7/);
  }
});

test("every export of a case writes an audit line, which contains nothing of the case", async () => {
  const { id } = await complain(stranger(house), DETAIL);
  await exported(await loggedIn(house, "auditor"), id, "th", "json");
  await exported(support, id, "en", "pdf");
  const lines = await house.database.db
    .selectFrom("audit_lines")
    .select(["actor", "detail"])
    .where("action", "=", "cases.export")
    .where("subject", "=", `case:${id}`)
    .orderBy("id")
    .execute();
  expect(lines.map(({ detail }) => detail)).toEqual([
    { format: "json", language: "th" },
    { format: "pdf", language: "en" },
  ]);
  expect(new Set(lines.map(({ actor }) => actor)).size).toBe(2);
});

test("only roles that can read a case may export it, and a refused export writes no audit line", async () => {
  const { id } = await complain(stranger(house), DETAIL);
  expect((await exported(await loggedIn(house, "finance"), id, "en", "json")).status).toBe(404);
  expect((await exported(await loggedIn(house, "admin"), id, "en", "json")).status).toBe(403);
  expect((await exported(await loggedIn(house, "fresh"), id, "en", "json")).status).toBe(403);
  expect((await exported(stranger(house), id, "en", "json")).status).toBe(401);
  expect((await exported(support, id, "fr", "json")).status).toBe(422);
  const { rows } = await house.database.db
    .selectFrom("audit_lines")
    .select((all) => all.fn.countAll<number>().as("rows"))
    .where("action", "=", "cases.export")
    .where("subject", "=", `case:${id}`)
    .executeTakeFirstOrThrow();
  expect(Number(rows)).toBe(0);
});

test("the export of an erased case states the erasure and contains nothing about the person", async () => {
  const { id } = await complain(stranger(house), DETAIL);
  await step(id, "take");
  await step(id, "answer", { outcome: "answered", text: "We apologise" });
  await step(id, "close", { text: "All done" });
  await house.database.db
    .updateTable("cases")
    .set({ locked_key: Buffer.alloc(0) })
    .where("id", "=", String(id))
    .execute();
  const { body } = await exported(support, id, "en", "json");
  expect(body).toMatchObject({ erased: true, from: "", sent: [], letters: [{ text: null }] });
  expect(JSON.stringify(body)).not.toMatch(/Nobody came|apologise|asks@example/);
  expect((await exported(support, id, "th", "pdf")).status).toBe(200);
});
