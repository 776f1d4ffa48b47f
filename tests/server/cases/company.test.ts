import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

const EMAIL = "finance@jaidee.example";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

async function letter(template: string): Promise<string> {
  await house.server.jobs.drain();
  const { body } = await house.database.db
    .selectFrom("mailbox")
    .select("body")
    .where("recipient", "=", EMAIL)
    .where("template", "=", template)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return body;
}

const codeIn = (body: string) => /\b\d{6}\b/.exec(body)?.[0] ?? "";

type Power = "ALONE" | "JOINTLY";

/** Completes the flow up to the code, with a signatory who has the given powers. */
async function uptoCode(
  by: Caller,
  powers: readonly Power[],
): Promise<{ readonly id: Json; at: JsonObject }> {
  const { id } = (await by.call("POST", "/api/flows/company/instances", { again: true })).body as {
    id: Json;
  };
  const [card, affidavit, shareholderList, boardResolution] = (await Promise.all(
    ["", "", "", ""].map(() => by.upload("company-document")),
  )) as [string, string, string, string];
  const person = { name: "สมหญิง ใจดี", idNumber: "1101700000010" };
  const steps: readonly (readonly [string, JsonObject])[] = [
    ["ready", { papers: ["AFFIDAVIT", "SHAREHOLDERS", "RESOLUTION", "CARDS"] }],
    [
      "company",
      {
        companyName: "บริษัท ใจดี จำกัด",
        registrationNumber: "0105556789010",
        address: {
          no: "9",
          subDistrict: "สีลม",
          district: "บางรัก",
          province: "กรุงเทพมหานคร",
          postalCode: "10500",
        },
      },
    ],
    [
      "signatories",
      {
        signatories: powers.map((power) => ({ ...person, power, card })),
        signingCondition: "กรรมการหนึ่งคนลงลายมือชื่อ",
      },
    ],
    ["owners", { owners: [{ ...person, sharePercent: 100 }] }],
    ["documents", { affidavit, shareholderList, boardResolution }],
    ["contact", { name: "มาลี ใจดี", position: "บัญชี", email: EMAIL, phone: "0812345678" }],
  ];
  let at: JsonObject = {};
  for (const [step, answer] of steps) {
    const taken = await by.submit(id, step, { answer });
    if (taken.status !== 200) return { id, at: taken.body };
    at = taken.body.at as JsonObject;
  }
  return {
    id,
    at: (await by.submit(id, "review", { answer: { values: at.values as Json } })).body.at as JsonObject,
  };
}

test("a visitor applies for a company, staff request its documents, and two people decide", async () => {
  const visitor = stranger(house);
  const { id, at } = await uptoCode(visitor, ["ALONE"]);
  expect(at).toMatchObject({ step: "code", kind: "challenge" });
  const send = (by: Caller) => by.call("POST", `/api/instances/${id}/steps/code/send`, {});
  expect(await send(visitor)).toMatchObject({ status: 200, body: { to: "f••••••@jaidee.example" } });
  const code = codeIn(await letter("otp"));
  // One address gets at most one letter a minute, for all callers together. The code works only in this
  // visit.
  const other = stranger(house);
  const theirs = await uptoCode(other, ["ALONE"]);
  const again = await other.call("POST", `/api/instances/${theirs.id}/steps/code/send`, {});
  expect(again).toMatchObject({ status: 429, body: { code: "otp-too-soon" } });
  const stolen = await other.submit(theirs.id, "code", { code });
  expect(stolen.body).toMatchObject({ code: "code-wrong" });
  const done = await visitor.submit(id, "code", { code });
  expect(done.body.at).toMatchObject({ kind: "end", step: "done" });
  const { reference } = (done.body.effects as { readonly send: JsonObject }).send;
  expect(await letter("case-received-visitor")).toContain(String(reference));

  const support = await loggedIn(house, "support");
  const { cases } = await support.get("/cases");
  const found = cases.find((one) => one.reference === reference);
  const step = (by: Caller, what: string, body: JsonObject = {}) =>
    by.call("POST", `/api/cases/${found?.id}/${what}`, body);
  const one = (await support.call("GET", `/api/cases/${found?.id}`)).body;
  expect(one).toMatchObject({ topic: "COMPANY_ACCOUNT", from: EMAIL, fromName: "มาลี ใจดี", deciders: 2 });
  const given = one.given as readonly { readonly name: string; readonly files: readonly string[] }[];
  expect(given.filter(({ files }) => files.length > 0).map(({ name }) => name)).toEqual([
    "signatories",
    "affidavit",
    "shareholderList",
    "boardResolution",
  ]);
  const file = given.find(({ name }) => name === "signatories")?.files[0];
  expect((await support.call("GET", `/api/cases/${found?.id}/files/${file}`)).status).toBe(200);

  // A document is rejected: the reason is shown beside it, and the contact uploads another one by the link in
  // the letter.
  await step(support, "take");
  const reason = "ลายเซ็นไม่ตรงกับหนังสือรับรอง";
  expect((await step(support, "tick", { item: 2, done: false, lacking: reason })).status).toBe(200);
  const checked = (await support.call("GET", `/api/cases/${found?.id}`)).body.checklist as JsonObject[];
  expect(checked[2]).toMatchObject({ done: null, lacking: { text: reason, by: "support@saphan.example" } });
  await step(support, "ask", { text: "ขอมติกรรมการฉบับที่ลงนามครบ" });
  const token = /token=([\w-]+)/.exec(await letter("case-asked-visitor"))?.[1] ?? "";
  const files = [await visitor.upload("case-document")];
  const replied = await visitor.call("POST", "/api/case-replies", { token, text: "แนบฉบับใหม่แล้วค่ะ", files });
  expect(replied.status).toBe(200);
  // A rejected item is not ticked, so the database refuses to grant the case.
  const early = { outcome: "granted", text: "เปิดบัญชีบริษัทให้เรียบร้อยแล้ว" };
  for (const item of [0, 1, 3, 4]) await step(support, "tick", { item, done: true });
  expect((await step(support, "answer", early)).body.code).toBe("case-unticked");
  await step(support, "tick", { item: 2, done: true });
  expect((await step(support, "answer", early)).body).toMatchObject({ state: "proposed" });
  expect((await step(support, "approve")).body.code).toBe("same-person");
  const compliance = await loggedIn(house, "compliance");
  expect((await step(compliance, "approve")).body).toMatchObject({ state: "answered" });
  expect(await letter("case-granted-visitor")).toContain(early.text);
});

test("a signatory who can only sign jointly cannot apply without a second signatory", async () => {
  const { at } = await uptoCode(stranger(house), ["JOINTLY"]);
  expect(JSON.stringify(at)).toContain("somebody-may-sign.enough");
  expect((await uptoCode(stranger(house), ["JOINTLY", "JOINTLY"])).at).toMatchObject({ step: "code" });
});

test("a logged-in user can apply for a company, and the code is sent to the company's address", async () => {
  const investor = await loggedIn(house, "investor");
  const { id, at } = await uptoCode(investor, ["ALONE"]);
  expect(at).toMatchObject({ step: "code" });
  await house.database.db
    .updateTable("one_time_passwords")
    .set({ resend_at: new Date(0) })
    .execute();
  expect((await investor.call("POST", `/api/instances/${id}/steps/code/send`, {})).status).toBe(200);
  const done = await investor.submit(id, "code", { code: codeIn(await letter("otp")) });
  expect(done.body.at).toMatchObject({ step: "done" });
});
