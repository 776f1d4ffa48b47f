import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

const INVESTOR = "investor@saphan.example";
let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(async () => await house.close());

async function newest(template: string): Promise<string> {
  await house.server.jobs.drain();
  const all = house.database.db.selectFrom("mailbox").select("body").where("recipient", "=", INVESTOR);
  const found = await all.where("template", "=", template).orderBy("id", "desc").executeTakeFirst();
  return found?.body ?? "";
}

/** Walks the flow with an answer on its second screen, and confirms it by a code from the mailbox. */
async function change(caller: Caller, what: string, step: string, answer: JsonObject) {
  const { body } = await caller.call("POST", "/api/flows/personal/instances", {});
  const id = String(body.id);
  await caller.submit(id, "ask", { answer: { what } });
  const given = await caller.submit(id, step, { answer });
  if (given.status !== 200 || !/review$/.test(String((given.body.at as JsonObject).step))) return given.body;
  const review = String((given.body.at as JsonObject).step);
  const code = review.replace("review", "code");
  const shown = (await caller.call("GET", `/api/instances/${id}`)).body.at as JsonObject;
  await caller.submit(id, review, { answer: { values: shown.values ?? {} } });
  await house.database.db
    .updateTable("one_time_passwords")
    .set({ resend_at: new Date(0) })
    .execute();
  await caller.call("POST", `/api/instances/${id}/steps/${code}/send`, {});
  const sent = /\b\d{6}\b/.exec(await newest("otp"))?.[0] ?? "";
  return (await caller.submit(id, code, { code: sent })).body;
}

const ADDRESS = {
  no: "77/1",
  subDistrict: "สีลม",
  district: "บางรัก",
  province: "กรุงเทพมหานคร",
  postalCode: "10500",
};
const address = async (caller: Caller) =>
  String((await caller.call("GET", "/api/my-profile")).body.address ?? "");

it("a valid new address takes effect at once, and its owner is notified", async () => {
  const caller = await loggedIn(house, "investor");
  const wrong = await change(caller, "ADDRESS", "contact", { address: { ...ADDRESS, postalCode: "50000" } });
  expect(wrong).not.toMatchObject({ at: { step: "review" } });
  expect(await address(caller)).not.toContain("77/1");
  const done = await change(caller, "ADDRESS", "contact", { address: ADDRESS });
  expect(done.at).toMatchObject({ kind: "end", step: "done" });
  expect(await address(caller)).toContain("77/1");
  expect(await newest("personal-changed")).not.toBe("");
});

it("a new occupation replaces the old one, and no other data change", async () => {
  const caller = await loggedIn(house, "investor");
  const work = { occupation: "EMPLOYEE", incomeLevel: "LEVEL5", incomeSources: ["SALARY"] };
  const done = await change(caller, "WORK", "work", work);
  expect(done.at).toMatchObject({ kind: "end", step: "done" });
  expect(await address(caller)).toContain("77/1");
  expect((await caller.call("GET", "/api/my-profile")).body.work).toEqual({
    ...{ occupation: "EMPLOYEE", other: null, workplace: null },
  });
});

const NAMES = {
  nameTitle: "MRS",
  firstNameTh: "กนกพร",
  lastNameTh: "ใจดี",
  firstNameEn: "Kanokporn",
  lastNameEn: "Jaidee",
};

it("a new name is used everywhere once two people of compliance approve it; the old name stays on record", async () => {
  const caller = await loggedIn(house, "investor");
  const names = async () => (await caller.call("GET", "/api/my-profile")).body.names as JsonObject;
  const before = await names();
  const paper = await caller.upload("case-document");
  const wrong = await change(caller, "NAME", "name", { ...NAMES, firstNameTh: "Kanokporn", paper });
  expect(wrong).not.toMatchObject({ at: { step: "name-review" } });
  const sent = await change(caller, "NAME", "name", { ...NAMES, paper });
  expect(sent.at).toMatchObject({ kind: "end", step: "sent" });
  const { db } = house.database;
  const waiting = await db.selectFrom("cases").select(["id", "desk", "topic", "person_id"]).execute();
  expect(waiting).toMatchObject([{ desk: "compliance", topic: "NAME_CHANGE" }]);
  const [{ id = "", person_id: person } = { person_id: null }] = waiting;
  const one = await loggedIn(house, "compliance");
  const other = await loggedIn(house, "compliance2");
  const answer = { outcome: "granted", text: "Compared with the new card" };
  expect((await one.call("POST", `/api/cases/${id}/take`, {})).status).toBe(200);
  expect((await one.call("POST", `/api/cases/${id}/answer`, answer)).body.state).toBe("proposed");
  expect(await names()).toEqual(before);
  expect((await one.call("POST", `/api/cases/${id}/approve`, {})).body.code).toBe("same-person");
  expect((await other.call("POST", `/api/cases/${id}/approve`, {})).body.state).toBe("answered");
  expect(await names()).toMatchObject({ th: "กนกพร ใจดี", en: "Kanokporn Jaidee" });
  expect(await newest("case-granted")).not.toBe("");
  const found = await other.call("GET", "/api/people?purpose=customer-asks", undefined, {
    "x-find": encodeURIComponent("กนกพร ใจดี"),
  });
  expect(JSON.stringify(found.body)).toContain(String(person));
  const trail = db.selectFrom("audit_lines").select("subject").where("action", "=", "identity.changeName");
  expect(await trail.execute()).toEqual([{ subject: `person:${person}` }]);
  const kept = db.selectFrom("identity_former_names").select(["person_id", "sealed"]);
  expect(await kept.execute()).toMatchObject([{ person_id: person }]);
});

it("a name change that compliance rejects leaves the name unchanged", async () => {
  const caller = await loggedIn(house, "investor");
  const names = async () => (await caller.call("GET", "/api/my-profile")).body.names;
  const before = await names();
  const paper = await caller.upload("case-document");
  await change(caller, "NAME", "name", { ...NAMES, lastNameEn: "Other", paper });
  const { db } = house.database;
  const { id } = await db
    .selectFrom("cases")
    .select("id")
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  const one = await loggedIn(house, "compliance");
  const other = await loggedIn(house, "compliance2");
  await one.call("POST", `/api/cases/${id}/take`, {});
  await one.call("POST", `/api/cases/${id}/answer`, { outcome: "refused", text: "The card says otherwise" });
  expect((await other.call("POST", `/api/cases/${id}/approve`, {})).body.state).toBe("answered");
  expect(await names()).toEqual(before);
});
