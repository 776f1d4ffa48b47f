import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { ROOT } from "../../definitions/definition-files.ts";
import { editedFiles } from "../../support/edited-files.ts";
import { walk } from "../db/planted.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

const FRESH = "00000000-0000-4000-8000-000000000002";

let house: PortalHouse;
let operations: Caller;
let support: Caller;
let compliance: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  [operations, support, compliance] = (await Promise.all(
    ["operations", "support", "compliance"].map((name) => loggedIn(house, name)),
  )) as [Caller, Caller, Caller];
});
afterAll(() => house.close());

/** Publishes changed files of a flow: operations proposes, compliance approves. */
async function publish(flow: string, files: Readonly<Record<string, Json>>): Promise<void> {
  const proposed = await operations.call("POST", `/api/definitions/${flow}/versions`, {
    files,
    note: "One more question",
  });
  if (JSON.stringify(proposed.body.findings) !== "[]")
    throw new Error(`${flow}: ${JSON.stringify(proposed.body)}`);
  const { id, evidence } = proposed.body;
  const approved = await compliance.call("POST", `/api/definitions/versions/${id}/approve`, {
    evidence: evidence as string,
  });
  if (approved.body.state !== "published") throw new Error(`${flow}: ${JSON.stringify(approved.body)}`);
}

const CHANNEL: Operation = {
  op: "add-question",
  args: {
    flow: "complaint",
    step: "complaint",
    field: "channel",
    schema: { type: "string", enum: ["BRANCH", "PHONE"] },
    required: true,
    hints: { widget: "choice-cards" },
    texts: {
      label: { th: "เกิดขึ้นที่ไหน", en: "Where did it happen?" },
      options: {
        BRANCH: { th: "สาขาลับเฉพาะ", en: "At a branch" },
        PHONE: { th: "ทางโทรศัพท์", en: "By phone" },
      },
      errors: { required: { th: "เลือกหนึ่งข้อ", en: "Please choose one" } },
    },
  },
};
const PAPER: Operation = {
  op: "add-question",
  args: {
    flow: "complaint",
    step: "complaint",
    field: "receipt",
    schema: { $ref: "common/file-ref" },
    required: false,
    hints: { widget: "upload", purpose: "case-document" },
    texts: { label: { th: "ใบเสร็จ", en: "Receipt" } },
  },
};
const FILES = [
  "flows/complaint/flow.json",
  "schemas/complaint/complaint.json",
  "locales/th/complaint-form.json",
  "locales/en/complaint-form.json",
];

async function complain(by: Caller, more: JsonObject, how: JsonObject = {}): Promise<JsonObject> {
  const { id } = (await by.call("POST", "/api/flows/complaint/instances", how)).body;
  const at = await by.submit(id, "complaint", {
    answer: {
      ...{ email: "asks@example.com", phone: "0812345678", problemType: "SERVICE" },
      ...{ detail: "Nobody came to the counter" },
      ...more,
    },
  });
  const { values } = at.body.at as { readonly values: JsonObject };
  const done = await by.submit(id, "review", { answer: { values } });
  expect(done.body.at).toMatchObject({ kind: "end", step: "done" });
  return (done.body.effects as { readonly file: JsonObject }).file;
}

async function complaintAtDesk(by: Caller, { reference }: JsonObject): Promise<JsonObject> {
  const { cases } = (await by.call("GET", "/api/cases", undefined, { "x-find": String(reference) })).body as {
    readonly cases: readonly JsonObject[];
  };
  return (await by.call("GET", `/api/cases/${cases[0]?.id}`)).body;
}

/** Returns the answers of a case beyond the inputs that the complaint's effect takes. */
function furtherOf({ given }: JsonObject): readonly JsonObject[] {
  return (given as readonly JsonObject[])
    .filter(({ name, place }) => name === place)
    .map(({ name: _, ...answer }) => answer as JsonObject);
}

describe("a question that operations added to the complaint", () => {
  beforeAll(async () => {
    await publish("complaint", editedFiles(FILES, [CHANNEL, PAPER]));
  }, 60_000);

  test("appears in the review and on staff pages, with the labels of the version that asked it", async () => {
    const visitor = stranger(house);
    const filed = await complain(visitor, { channel: "BRANCH" });
    const atDesk = await complaintAtDesk(support, filed);
    expect(furtherOf(atDesk)).toEqual([{ place: "answers.complaint.channel", value: "BRANCH", files: [] }]);
    const module = await support.call("GET", String(atDesk.module));
    expect(module.body.text).toContain("At a branch");
    expect((await complaintAtDesk(compliance, filed)).given).toEqual(atDesk.given);
  });

  test("can be answered with a file, which staff can open even after the instance was erased", async () => {
    const visitor = stranger(house);
    const receipt = await visitor.upload("case-document");
    const filed = await complain(visitor, { channel: "PHONE", receipt });
    const { db } = house.database;
    await sql`update files set at = at - interval '21 days'`.execute(db);
    await sql`update flow_instances set opened_at = opened_at - interval '21 days'`.execute(db);
    await house.server.jobs.runNow("files.sweep");
    await house.server.jobs.runNow("flows.erase-unclaimed");
    const atDesk = await complaintAtDesk(support, filed);
    const { id } = atDesk;
    expect(furtherOf(atDesk)).toEqual([
      { place: "answers.complaint.channel", value: "PHONE", files: [] },
      { place: "answers.complaint.receipt", value: receipt, files: [receipt] },
    ]);
    const file = (by: Caller, of: Json | undefined, which: string) =>
      by.call("GET", `/api/cases/${of}/files/${which}`);
    expect((await file(support, id, receipt)).status).toBe(200);
    const other = await complaintAtDesk(support, await complain(stranger(house), { channel: "PHONE" }));
    expect((await file(support, other.id, receipt)).status).toBe(404);
    expect((await file(await loggedIn(house, "finance"), id, receipt)).status).toBe(404);
  });

  test("appears with the earlier answer beside it only if the person repeats a submission", async () => {
    const fresh = await loggedIn(house, "fresh");
    const receipt = await fresh.upload("case-document");
    const shown = async ({ reference }: JsonObject) => {
      const { body } = await compliance.call("GET", `/api/people/${FRESH}?purpose=complaint`);
      const came = (body.further as readonly JsonObject[]).find((one) => one.reference === reference);
      return came?.answers as JsonObject;
    };
    const first = await shown(await complain(fresh, { channel: "BRANCH", receipt }));
    expect(first).toMatchObject({ before: null });
    const again = await complain(fresh, { channel: "PHONE" }, { again: true });
    expect(await shown(again)).toMatchObject({
      answers: [{ place: "answers.complaint.channel", value: "PHONE" }],
      before: {
        module: first.module,
        answers: [{ value: "BRANCH" }, { value: receipt, files: [receipt] }],
      },
    });
    const anew = await complain(fresh, { channel: "PHONE" }, { again: true, blank: true });
    expect(await shown(anew)).toMatchObject({ before: null });
  });

  test("is stored encrypted, and erased with its person", async () => {
    const investor = await loggedIn(house, "investor");
    const filed = await complain(investor, { channel: "BRANCH" });
    const { db } = house.database;
    const { rows } = await sql<{ row: string }>`select r::text || encode(r.sealed, 'escape') as row
      from flow_records r`.execute(db);
    expect(rows.filter(({ row }) => /BRANCH|channel/.test(row))).toEqual([]);
    const { id } = (
      await sql<{ id: string }>`select id from people where email = 'investor@saphan.example'`.execute(db)
    ).rows[0] as { readonly id: string };
    const person = await compliance.call("GET", `/api/people/${id}?purpose=complaint`);
    expect(person.body.further).toMatchObject([
      {
        flowSays: { en: "Make a complaint" },
        answers: { answers: [{ place: "answers.complaint.channel", value: "BRANCH" }] },
      },
    ]);
    expect((await support.call("GET", `/api/people/${id}?purpose=complaint`)).body.further).toBeNull();
    await expect(sql`update flow_records set flow = 'other'`.execute(db)).rejects.toThrow("never changed");
    await sql`update person_keys set wrapped_key = null, erased_at = now() where person_id = ${id}`.execute(
      db,
    );
    expect(await complaintAtDesk(support, filed)).toMatchObject({ given: [] });
  });
});

test("the page of a person shows answers that came with a case, with the case's reference", async () => {
  const { args } = CHANNEL as { readonly args: JsonObject };
  const asked = { op: "add-question", args: { ...args, flow: "data-request", step: "ask" } } as Operation;
  const files = [
    "flows/data-request/flow.json",
    "schemas/data-request/ask.json",
    "locales/th/data-request.json",
    "locales/en/data-request.json",
  ];
  await publish("data-request", editedFiles(files, [asked]));
  const who = await loggedIn(house, "fresh");
  const ask = { right: "DATA_ACCESS", detail: "Everything you hold", channel: "BRANCH" };
  const { effects } = await walk(house, { who, flow: "data-request", good: { ask } });
  const { reference } = (effects as { readonly send: JsonObject }).send;
  const { body } = await compliance.call("GET", `/api/people/${FRESH}?purpose=complaint`);
  const came = (body.further as readonly JsonObject[]).find((one) => one.reference === reference);
  expect(came).toMatchObject({
    answers: { answers: [{ place: "answers.ask.channel", value: "BRANCH" }] },
  });
});

test("a complaint without extra questions stores no extra record", async () => {
  await publish(
    "complaint",
    Object.fromEntries(
      FILES.map((path) => [path, JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Json]),
    ),
  );
  const filed = await complain(stranger(house), {});
  expect(furtherOf(await complaintAtDesk(support, filed))).toEqual([]);
});

test("the gate rejects a question whose answer reaches no desk, and offers a correction", async () => {
  const hidden = editedFiles(FILES, [
    CHANNEL,
    {
      op: "set-value",
      args: {
        file: FILES[0] as string,
        pointer: "/steps/review/shows",
        value: [
          "answers.complaint.email",
          "answers.complaint.phone",
          "answers.complaint.problemType",
          "answers.complaint.detail",
          "answers.complaint.attachment?",
        ],
      },
    },
  ]);
  const proposed = await operations.call("POST", "/api/definitions/complaint/versions", {
    files: hidden,
    note: "Hidden",
  });
  expect(JSON.stringify(proposed.body)).toContain("answer-unheard");
  expect(JSON.stringify(proposed.body)).toContain("/properties/channel");
});
