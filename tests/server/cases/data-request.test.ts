import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

const INVESTOR = "00000000-0000-4000-8000-000000000001";

let house: PortalHouse;
let investor: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  house.clock.set("2026-04-01T10:00:00");
  investor = await loggedIn(house, "investor");
});
afterAll(() => house.close());

async function ask(right: string): Promise<JsonObject & { readonly id: Json }> {
  const { id } = (await investor.call("POST", "/api/flows/data-request/instances", { again: true })).body;
  const at = await investor.submit(id, "ask", {
    answer: { right, detail: "ข้อมูลทั้งหมดที่บริษัทมีเกี่ยวกับฉัน" },
  });
  const { values } = at.body.at as { readonly values: JsonObject };
  await investor.submit(id, "review", { answer: { values } });
  await house.database.db
    .updateTable("one_time_passwords")
    .set({ resend_at: new Date(0) })
    .execute();
  await investor.call("POST", `/api/instances/${id}/steps/code/send`, {});
  await house.server.jobs.drain();
  const { body } = await house.database.db
    .selectFrom("mailbox")
    .select("body")
    .where("template", "=", "otp")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const done = await investor.submit(id, "code", { code: /\b\d{6}\b/.exec(body)?.[0] ?? "" });
  expect(done.body.at).toMatchObject({ kind: "wait", step: "decision" });
  return { ...(done.body.effects as { readonly send: JsonObject }).send, id: id ?? null };
}

/** Decides a case by two colleagues. */
async function decide(reference: unknown, outcome: "granted" | "refused"): Promise<void> {
  const support = await loggedIn(house, "support");
  const compliance = await loggedIn(house, "compliance");
  const { cases } = await support.get("/cases");
  const id = cases.find((one) => one.reference === reference)?.id;
  const step = async (by: Caller, what: string, body: JsonObject = {}) =>
    expect((await by.call("POST", `/api/cases/${id}/${what}`, body)).status).toBe(200);
  await step(support, "take");
  const { checklist } = (await support.call("GET", `/api/cases/${id}`)).body;
  for (const item of (checklist as readonly JsonObject[]).keys())
    await step(support, "tick", { item, done: true });
  await step(support, "answer", { outcome, text: "ตามที่ขอ" });
  await step(compliance, "approve");
  await house.server.jobs.drain();
}

test.each(["DATA_ACCESS", "DATA_COPY", "DATA_CORRECT", "DATA_ERASE", "DATA_RESTRICT", "DATA_OBJECT"])(
  "the request %s reaches staff after a code by e-mail, is due in thirty days, and is decided by two people",
  async (right) => {
    const { reference, dueDate } = await ask(right);
    expect(dueDate).toBe("2026-05-01");
    const support = await loggedIn(house, "support");
    const { cases } = await support.get("/cases");
    const found = cases.find((one) => one.reference === reference);
    expect(found).toMatchObject({ topic: right, state: "open", from: "investor@saphan.example" });
    const one = (await support.call("GET", `/api/cases/${found?.id}`)).body;
    expect(one).toMatchObject({ deciders: 2 });
    expect((one.checklist as readonly JsonObject[]).length).toBeGreaterThan(0);
  },
);

test.each([
  ["DATA_COPY", "granted", "copy"],
  ["DATA_CORRECT", "granted", "granted"],
  ["DATA_ERASE", "refused", "refused"],
] as const)(
  "the flow of a data request shows that the request %s was %s, and ends",
  async (right, outcome, step) => {
    const { id, reference } = await ask(right);
    await decide(reference, outcome);
    expect((await investor.call("GET", `/api/instances/${id}`)).body.at).toMatchObject({ kind: "end", step });
  },
);

test("the page of a person shows a data request with its due day, and the audit trail names the log-in that sent it", async () => {
  const { reference } = await ask("DATA_ACCESS");
  const look = async (role: string) =>
    (await (await loggedIn(house, role)).call("GET", `/api/people/${INVESTOR}?purpose=customer-asks`)).body;
  const { cases, changes } = await look("support");
  expect((cases as readonly JsonObject[]).find((one) => one.reference === reference)).toMatchObject({
    state: "open",
    answerBy: "2026-05-01",
    late: false,
  });
  expect(changes).toEqual({ bank: [], contact: [] });
  expect(await look("finance")).toMatchObject({ cases: null, changes: { bank: [] } });
  expect((await look("admin")).changes).toBeNull();
  const { detail } = await house.database.db
    .selectFrom("audit_lines")
    .select("detail")
    .where("action", "=", "flows.challenge")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const sessions = await house.database.db
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", INVESTOR)
    .execute();
  expect(sessions.map(({ id }) => id)).toContain((detail as JsonObject).session);
});
