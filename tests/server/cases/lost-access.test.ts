import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import staffEn from "../../../locales/en/staff.json" with { type: "json" };
import staffTh from "../../../locales/th/staff.json" with { type: "json" };
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

const OWNER = "investor@saphan.example";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.db
    .updateTable("one_time_passwords")
    .set({ resend_at: new Date(0) })
    .execute();
});

async function letter(template: string, to: string): Promise<string> {
  await house.server.jobs.drain();
  const { body } = await house.database.db
    .selectFrom("mailbox")
    .select("body")
    .where("recipient", "=", to)
    .where("template", "=", template)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return body;
}

/** Asks as a visitor for the account of an e-mail; returns the reference of the case. */
async function ask(by: Caller, email: string): Promise<string> {
  const { id } = (await by.call("POST", "/api/flows/lost-access/instances", { again: true })).body as {
    id: Json;
  };
  const [card, selfie] = [await by.upload("card-front"), await by.upload("selfie")];
  const who = { email, name: "กาญจนก วงศ์สวัสดิ์", nationalId: "1101700000010", phone: "0812345678" };
  await by.submit(id, "who", { answer: who });
  const { values } = (await by.submit(id, "pictures", { answer: { card, selfie } })).body.at as JsonObject;
  await by.submit(id, "review", { answer: { values: values as Json } });
  expect((await by.call("POST", `/api/instances/${id}/steps/code/send`, {})).status).toBe(200);
  const code = /\b\d{6}\b/.exec(await letter("otp", email))?.[0] ?? "";
  const done = await by.submit(id, "code", { code });
  expect(done.body.at).toMatchObject({ kind: "end", step: "done" });
  return String((done.body.effects as { readonly send: JsonObject }).send.reference);
}

it.each([staffTh, staffEn])("colleagues read what follows when they grant it (case %#)", ({ cases }) => {
  expect(cases.follows.ACCESS_LOST).toBeTruthy();
});

async function desk(reference: string) {
  const [one, other] = [await loggedIn(house, "compliance"), await loggedIn(house, "compliance2")];
  const { cases } = (await one.call("GET", "/api/cases")).body as { readonly cases: readonly JsonObject[] };
  const id = cases.find((found) => found.reference === reference)?.id;
  const step = (by: Caller, what: string, body: JsonObject = {}) =>
    by.call("POST", `/api/cases/${id}/${what}`, body);
  await step(one, "take");
  for (const item of [0, 1, 2, 3]) await step(one, "tick", { item, done: true });
  return {
    propose: (outcome: string) => step(one, "answer", { outcome, text: "ตรวจแล้วว่าเป็นคุณ" }),
    approve: () => step(other, "approve"),
  };
}

async function protection() {
  const { db } = house.database;
  const { id } = await db
    .selectFrom("people")
    .select("id")
    .where("email", "=", OWNER)
    .executeTakeFirstOrThrow();
  const codes = await db
    .selectFrom("recovery_codes")
    .select("person_id")
    .where("person_id", "=", id)
    .execute();
  const app = await db
    .selectFrom("authenticators")
    .select("sealed")
    .where("person_id", "=", id)
    .executeTakeFirst();
  const open = await db
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  return {
    twoFactor: app !== undefined && app.sealed !== null,
    codes: codes.length,
    open: open.length,
  };
}

describe("a visitor who lost phone, recovery codes and passkey", () => {
  it("gets two-step log-in turned off and everyone logged out, once two colleagues have checked", async () => {
    const owner = await loggedIn(house, "investor");
    expect((await owner.call("GET", "/api/my-profile")).status).toBe(200);
    await house.database.db
      .insertInto("authenticators")
      .columns(["person_id", "sealed", "confirmed_at"])
      .expression((eb) =>
        eb
          .selectFrom("people")
          .select([
            "id",
            eb.val(Buffer.from("lost")).as("sealed"),
            eb.val(house.server.clock.wall()).as("at"),
          ])
          .where("email", "=", OWNER),
      )
      .execute();
    const reference = await ask(stranger(house), OWNER);
    const { propose, approve } = await desk(reference);
    expect((await propose("granted")).body).toMatchObject({ state: "proposed" });
    expect(await protection()).toMatchObject({ twoFactor: true, open: 1 });
    expect((await approve()).body).toMatchObject({ state: "answered" });
    expect(await protection()).toEqual({ twoFactor: false, codes: 0, open: 0 });
    expect((await owner.call("GET", "/api/my-profile")).status).toBe(401);
    expect(await letter("two-factor-off", OWNER)).toContain("Saphan");
    expect(await letter("case-granted-visitor", OWNER)).toContain("ตรวจแล้วว่าเป็นคุณ");
    const lines = await house.database.db
      .selectFrom("audit_lines")
      .select("action")
      .where("action", "=", "accounts.restoreAccess")
      .execute();
    expect(lines).toHaveLength(1);
  });

  it("changes nothing by a refusal", async () => {
    await loggedIn(house, "investor");
    const { propose, approve } = await desk(await ask(stranger(house), OWNER));
    expect((await propose("refused")).body).toMatchObject({ state: "proposed" });
    expect((await approve()).body).toMatchObject({ state: "answered" });
    expect(await protection()).toMatchObject({ open: 1 });
  });

  it.each([
    ["nobody's", "nobody@example.com"],
    ["a colleague's", "finance@saphan.example"],
  ])("with %s e-mail is not granted", async (_whose, email) => {
    const { propose } = await desk(await ask(stranger(house), email));
    expect((await propose("granted")).body.code).toBe("case-no-account");
  });

  it("who is logged in as somebody else asks for the account of the e-mail, not for their own", async () => {
    const { propose, approve } = await desk(await ask(await loggedIn(house, "support"), OWNER));
    await loggedIn(house, "investor");
    await propose("granted");
    await approve();
    expect(await protection()).toMatchObject({ open: 0 });
  });
});
