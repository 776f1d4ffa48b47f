import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Words } from "../../../engine/values/languages.ts";
import {
  type Answer,
  type Caller,
  loggedIn,
  openPortalHouse,
  type PortalHouse,
  stranger,
} from "../portal-house.ts";
import { askForUnits } from "./estate-flow.ts";

let house: PortalHouse;
let investor: Caller;
let support: Caller;
let compliance: Caller;
let finance: Caller;
let auditor: Caller;
/** Business time from which the next fifteen business days include Songkran. */
const TODAY = "2026-04-01T10:00:00";
beforeAll(async () => {
  house = await openPortalHouse();
  [investor, support, compliance, finance, auditor] = (await Promise.all(
    ["investor", "support", "compliance", "finance", "auditor"].map((name) => loggedIn(house, name)),
  )) as [Caller, Caller, Caller, Caller, Caller];
  house.clock.set(TODAY);
}, 60_000);
afterAll(() => house.close());

/** Completes the whole flow and returns the last screen. */
async function ask(claimant: "HEIR" | "COMPANY"): Promise<JsonObject> {
  const { shown, review } = await askForUnits(investor, claimant);
  expect(review).toMatchObject({ kind: "review" });
  expect(Object.keys(review.values as JsonObject)).not.toContain("derived.desk");
  expect(shown.at).toBe("decision");
  return shown;
}

const desk = async (by: Caller, query = "") =>
  ((await by.call("GET", `/api/cases${query}`)).body.cases ?? []) as readonly JsonObject[];
const read = async (by: Caller, id: Json | undefined) => (await by.call("GET", `/api/cases/${id}`)).body;
const step = (by: Caller, id: Json | undefined, what: string, body: JsonObject = {}): Promise<Answer> =>
  by.call("POST", `/api/cases/${id}/${what}`, body);
const refused = (answer: Answer) => [answer.status, answer.body.code];
const mail = async (template: string) => {
  await house.server.jobs.drain();
  const { messages } = await stranger(house).get("/dev/mailbox", { query: { limit: 500 } });
  return messages.filter((one) => one.template === template);
};

describe("a flow for cases that consists of data only", () => {
  test("opens a case that is due after a number of business days, and confirms it by letter", async () => {
    const shown = await ask("HEIR");
    expect(shown.reference).toMatch(/^CAS-260401-[A-Z2-9]{5}$/);
    // 6, 13, 14 and 15 April are holidays.
    expect(shown.dueDate).toBe("2026-04-28");
    const [one] = await desk(support);
    expect(one).toMatchObject({
      reference: shown.reference as string,
      topic: "ESTATE",
      topicSays: { en: "Units of a holder who has died", th: "รับโอนหน่วยจากผู้ถือหน่วยที่เสียชีวิต" },
      state: "open",
      from: "investor@saphan.example",
      owner: null,
      overdue: false,
    });
    const [letter] = await mail("case-received");
    expect(JSON.stringify(letter)).toContain("28/04/2026");
    expect(JSON.stringify(letter)).not.toMatch(/{{|undefined|สมศรี/);
    const { letters } = (await investor.call("GET", "/api/notifications")).body;
    expect(JSON.stringify(letters)).toContain(`We have your request ${shown.reference}`);
  });

  test("rejects a date of death in the future", async () => {
    const { id } = (await investor.call("POST", "/api/flows/estate/instances", { again: true, blank: true }))
      .body;
    const holder = (diedOn: string) =>
      investor.submit(id, "holder", { answer: { holderName: "สมศรี ใจดี", diedOn, claimant: "HEIR" } });
    const late = await holder("2026-04-02");
    expect([late.status, JSON.stringify(late.body)]).toEqual([
      422,
      expect.stringContaining("is in the future"),
    ]);
    expect((await holder("2026-04-01")).status).toBe(200);
  });

  test("requests a company's stamp, stores it with the case, and leaves no readable text of the case", async () => {
    const shown = await ask("COMPANY");
    const all = await desk(support);
    const id = all.find(({ reference }) => reference === shown.reference)?.id;
    const found = await read(support, id);
    const given = found.given as readonly JsonObject[];
    expect(given.map(({ name }) => name)).toEqual([
      "holderName",
      "diedOn",
      "claimant",
      "deathCertificate",
      "courtOrder",
      "companyName",
      "companyStamp",
    ]);
    const stamp = given.find(({ name }) => name === "companyStamp");
    const [file] = (stamp?.files ?? []) as readonly string[];
    const got = await support.call("GET", `/api/cases/${id}/files/${file}`);
    expect(got.status).toBe(200);
    expect(refused(await finance.call("GET", `/api/cases/${id}/files/${file}`))).toEqual([404, "not-found"]);
    const row = await house.database.db
      .selectFrom("cases")
      .selectAll()
      .where("id", "=", String(id))
      .executeTakeFirst();
    expect(row?.sealed.toString("latin1")).not.toContain("Heir Company");
  });

  test("opens a case that is visible only to its desk, compliance and auditors", async () => {
    const [one] = await desk(support);
    expect((await read(compliance, one?.id)).may).toMatchObject({ take: false, answer: false });
    expect((await read(auditor, one?.id)).reference).toBe(one?.reference);
    expect(await desk(finance)).toEqual([]);
    for (const by of [finance])
      expect(refused(await by.call("GET", `/api/cases/${one?.id}`))).toEqual([404, "not-found"]);
    expect((await investor.call("GET", "/api/cases")).status).toBe(403);
    expect(refused(await step(compliance, one?.id, "take"))).toEqual([404, "not-found"]);
    expect((await step(auditor, one?.id, "take")).status).toBe(403);
  });
});

describe("a case in the staff inbox", () => {
  let id: Json | undefined;
  beforeAll(async () => {
    id = (await desk(support))[0]?.id;
  });

  test("only the owner handles a case, and can answer once every checklist item is ticked", async () => {
    expect(refused(await step(support, id, "ask", { text: "ขอใบมรณบัตรที่ชัดกว่านี้" }))).toEqual([
      403,
      "case-not-yours",
    ]);
    expect((await step(support, id, "take")).status).toBe(200);
    const early = await step(support, id, "answer", { outcome: "granted", text: "โอนให้แล้ว" });
    expect(refused(early)).toEqual([409, "case-unticked"]);
    const item = (await read(support, id)).checklist as readonly JsonObject[];
    expect(item.map(({ says }) => (says as JsonObject).en)).toEqual([
      "Death certificate held against the civil register",
      "Court order is final",
      "Identity of whoever receives the units proved",
    ]);
  });

  test("asks the requester by letter for more documents, and the requester replies with an upload", async () => {
    expect((await step(support, id, "ask", { text: "ขอใบมรณบัตรที่ชัดกว่านี้" })).body).toEqual({ state: "asked" });
    const [letter] = await mail("case-asked");
    expect(JSON.stringify(letter)).toContain("ขอใบมรณบัตรที่ชัดกว่านี้");
    expect(refused(await step(support, id, "ask", { text: "อีกครั้ง" }))).toEqual([409, "case-moved"]);
    const file = await investor.upload("case-document");
    const wrong = await investor.upload("complaint");
    const answer = (files: readonly string[], by = investor) =>
      by.call("POST", `/api/my-cases/${id}/reply`, {
        text: "แนบมาให้แล้ว",
        files: [...files, ...files.slice(0, 1)],
      });
    expect(refused(await answer([wrong]))).toEqual([422, "file-purpose"]);
    const fresh = await loggedIn(house, "fresh");
    expect(refused(await answer([], fresh))).toEqual([404, "not-found"]);
    expect((await answer([file])).body).toEqual({ state: "open" });
    expect(refused(await answer([]))).toEqual([409, "case-moved"]);
    const entries = (await read(support, id)).entries as readonly JsonObject[];
    expect(entries.at(-1)).toMatchObject({ kind: "replied", text: "แนบมาให้แล้ว", files: [file], by: null });
  });

  test("needs two people to answer it, and the requester reads the answer only after the approval", async () => {
    for (const done of [true, false])
      expect((await step(support, id, "tick", { item: -1, done })).status).toBe(422);
    for (const item of [0, 1, 2])
      expect((await step(support, id, "tick", { item, done: true })).status).toBe(200);
    const text = "โอนหน่วยให้แล้ว ดูยอดได้ในหน้าภาพรวม";
    expect((await step(support, id, "answer", { outcome: "granted", text })).body).toEqual({
      state: "proposed",
    });
    const own = async () => (await investor.get("/my-cases")).cases.find((one) => one.id === id);
    expect(await own()).toMatchObject({ state: "open", outcome: null });
    // The requester reads the submission with the labels of the form, with files by name only.
    const lines = (await own())?.given as readonly { readonly label: Words; readonly value: Words }[];
    expect(lines.map(({ label, value }) => `${label.en}: ${value.en}`)).toEqual(
      expect.arrayContaining([
        "Full name of the person who died: สมศรี ใจดี",
        "Date of death: 11/02/2026",
        "Death certificate: File sent",
      ]),
    );
    expect(JSON.stringify(await own())).not.toContain(text);
    expect(refused(await step(support, id, "approve"))).toEqual([403, "same-person"]);
    expect((await step(compliance, id, "send-back", { text: "ขอดูคำสั่งศาลก่อน" })).body).toEqual({
      state: "open",
    });
    await step(support, id, "answer", { outcome: "granted", text });
    expect((await step(compliance, id, "approve")).body).toEqual({ state: "answered" });
    expect(await own()).toMatchObject({ state: "answered", outcome: "granted" });
    expect(JSON.stringify(await own())).toContain(text);
    expect(JSON.stringify(await own())).not.toContain("ขอดูคำสั่งศาลก่อน");
    expect(JSON.stringify(await mail("case-granted"))).toContain(text);
  });

  test("a reopened case gets its full number of days again, and closes thirty days after the answer", async () => {
    house.clock.set("2026-05-05T10:00:00");
    const again = await investor.call("POST", `/api/my-cases/${id}/reply`, { text: "ยังไม่เห็นหน่วยค่ะ" });
    expect(again.body).toEqual({ state: "open" });
    expect(await read(support, id)).toMatchObject({
      state: "open",
      outcome: null,
      overdue: false,
      dueOn: "2026-05-26",
    });
    await step(support, id, "answer", { outcome: "refused", text: "คำสั่งศาลยังไม่ถึงที่สุด" });
    await step(compliance, id, "approve");
    house.clock.set("2026-06-20T08:00:00");
    await run("cases.deadlines");
    expect((await read(support, id)).state).toBe("closed");
    expect(refused(await step(support, id, "note", { text: "ปิดแล้ว" }))).toEqual([409, "case-moved"]);
    expect((await desk(support, "?closed=yes")).map((one) => one.id)).toEqual([id]);
  });

  test("a late case is found by the filter, and is reported once every morning to its owner or desk", async () => {
    const late = await desk(support, "?overdue=yes");
    expect(late).toHaveLength(1);
    expect(late[0]).toMatchObject({ overdue: true, owner: null });
    const before = (await mail("cases-due")).length;
    expect(before).toBeGreaterThan(0);
    await run("cases.deadlines");
    expect((await mail("cases-due")).length).toBe(before);
    house.clock.set("2026-06-21T08:00:00");
    await run("cases.deadlines");
    const letters = await mail("cases-due");
    expect(letters.length).toBe(before + 1);
    expect(JSON.stringify(letters)).toContain(String(late[0]?.reference));
  });

  test("writes an audit line for every step, without its texts", async () => {
    const lines = await house.database.db
      .selectFrom("audit_lines")
      .select(["action", "from_state", "to_state", "detail"])
      .where("subject", "=", `case:${id}`)
      .orderBy("id")
      .execute();
    expect(lines.map(({ action, to_state }) => `${action} ${to_state}`)).toEqual([
      "cases.open open",
      "cases.take open",
      "cases.ask asked",
      "cases.reply open",
      ...["0", "1", "2"].map(() => "cases.tick open"),
      "cases.answer proposed",
      "cases.sendBack open",
      "cases.answer proposed",
      "cases.approve answered",
      "cases.reopen open",
      "cases.answer proposed",
      "cases.approve answered",
      "cases.close closed",
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/โอน|ศาล/);
  });
});

describe("the flow that opened a case", () => {
  const viewOf = async (id: Json) => (await investor.call("GET", `/api/instances/${id}`)).body.at;
  /** Opens a case and takes it. Returns the ids of the case and of the instance that waits for it. */
  const waiting = async () => {
    const { id: instance, shown } = await askForUnits(investor, "HEIR");
    expect(await viewOf(instance)).toMatchObject({ kind: "wait", step: "decision" });
    const id = (await desk(support)).find(({ reference }) => reference === shown.reference)?.id;
    await step(support, id, "take");
    return { instance, id };
  };

  test("treats the case as granted only when the second person approves it", async () => {
    const { instance, id } = await waiting();
    for (const item of [0, 1, 2]) await step(support, id, "tick", { item, done: true });
    await step(support, id, "answer", { outcome: "granted", text: "โอนหน่วยให้แล้ว" });
    expect(await viewOf(instance)).toMatchObject({ kind: "wait" });
    await step(compliance, id, "approve");
    expect(await viewOf(instance)).toMatchObject({ kind: "end", step: "granted", outcome: "done" });
  });

  test("shows that the case was refused, also after the case is reopened", async () => {
    const { instance, id } = await waiting();
    await step(support, id, "answer", { outcome: "refused", text: "คำสั่งศาลยังไม่ถึงที่สุด" });
    await step(compliance, id, "approve");
    expect(await viewOf(instance)).toMatchObject({ kind: "end", step: "refused", outcome: "stopped" });
    await investor.call("POST", `/api/my-cases/${id}/reply`, { text: "แนบคำสั่งใหม่แล้วค่ะ" });
    for (const item of [0, 1, 2]) await step(support, id, "tick", { item, done: true });
    await step(support, id, "answer", { outcome: "granted", text: "โอนหน่วยให้แล้ว" });
    expect((await step(compliance, id, "approve")).body).toEqual({ state: "answered" });
    expect(await viewOf(instance)).toMatchObject({ step: "refused" });
  });

  test("ends without a result after a year without a decision", async () => {
    const { instance } = await waiting();
    house.clock.set("2027-07-05T10:00:00");
    await run("flows.waits");
    expect(await viewOf(instance)).toMatchObject({ kind: "end", step: "undecided" });
  });
});

describe("the database tables of cases", () => {
  const update = (values: JsonObject) =>
    house.database.db
      .updateTable("cases")
      .set(values as object)
      .where("reference", "=", String(first?.reference))
      .execute();
  let first: JsonObject | undefined;
  beforeAll(async () => {
    first = (await desk(support, "?overdue=yes"))[0];
  });

  test.each<readonly [what: string, values: JsonObject, says: RegExp]>([
    [
      "a transition that does not exist",
      { state: "closed" },
      /cannot go from open to closed|check constraint/,
    ],
    ["another topic for a case", { topic: "OTHER" }, /never changes/],
    ["an answer by one person if two must decide", { state: "answered" }, /two people|check constraint/],
  ])("refuse %s", async (_, values, says) => {
    await expect(update(values)).rejects.toThrow(says);
  });

  test("reject changes of a case's timeline", async () => {
    await expect(house.database.db.deleteFrom("case_entries").execute()).rejects.toThrow(/stays/);
  });
});

test("the inbox shows the number of all cases, including those not listed, also with a filter", async () => {
  const { body: before } = await support.call("GET", "/api/cases");
  expect(before.total).toBe((before.cases as readonly unknown[]).length);
  const { rows: columns } = await sql<{ readonly name: string }>`select quote_ident(attname) as name
    from pg_attribute where attrelid = 'cases'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    house.database.db,
  );
  const names = sql.raw(columns.map(({ name }) => name).join(", "));
  await sql`insert into cases (${names}) select ${names} from (select (jsonb_populate_record(null::cases, to_jsonb(c) || jsonb_build_object('id', gen_random_uuid(), 'reference', 'MANY-' || n,
      'state', 'open', 'outcome', null, 'proposed_by', null, 'answered_by', null, 'answered_at', null, 'closed_at', null,
      'reply_hash', null, 'due_on', '2026-12-31'))).*
    from (select * from cases where desk = 'support' limit 1) as c, generate_series(1, 210) as n) as many`.execute(
    house.database.db,
  );
  const { body: after } = await support.call("GET", "/api/cases");
  expect([after.total, (after.cases as readonly unknown[]).length]).toEqual([Number(before.total) + 210, 50]);
  const { body: none } = await support.call("GET", "/api/cases?closed=yes");
  expect(none.total).toBe((none.cases as readonly unknown[]).length);
});

async function run(job: string): Promise<void> {
  const ran = await stranger(house).call("POST", `/api/dev/jobs/${job}/run`, {});
  if (ran.status !== 200) throw new Error(`${job}: ${ran.status} ${JSON.stringify(ran.body)}`);
}
