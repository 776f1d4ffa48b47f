import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { payoutAccount, payoutFact } from "../../../server/identity/payout.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
let personId: string;
beforeAll(async () => {
  house = await openPortalHouse();
  const people = house.database.db.selectFrom("people").select("id");
  personId = (await people.where("email", "=", INVESTOR).executeTakeFirstOrThrow()).id;
});
afterAll(async () => await house.close());

const INVESTOR = "investor@saphan.example";
const PIN = "148263";
const at = () => house.clock.now().toJSDate();

async function give(caller: Caller, id: string, step: string, body: JsonObject) {
  const answer = await caller.submit(id, step, body);
  return { status: answer.status, code: answer.body.code, at: answer.body.at as JsonObject | undefined };
}

/** Returns the messages to a recipient, newest first. */
async function arrived(recipient: string) {
  await house.server.jobs.drain();
  const all = house.database.db.selectFrom("mailbox").select(["channel", "template", "body"]);
  return await all.where("recipient", "=", recipient).orderBy("id", "desc").execute();
}

const codeIn = (body = "") => /\b\d{6}\b/.exec(body)?.[0] ?? "";

/** Requests a number in the flow, up to the code; returns the flow's instance. */
async function askFor(caller: Caller, phone: string): Promise<string> {
  const { body } = await caller.call("POST", "/api/flows/phone/instances", {});
  const id = String(body.id);
  await give(caller, id, "ask", { answer: { phone } });
  const shown = await caller.call("GET", `/api/instances/${id}`);
  await give(caller, id, "review", { answer: { values: (shown.body.at as JsonObject).values ?? {} } });
  expect((await give(caller, id, "pin", { code: PIN })).at).toMatchObject({ step: "code" });
  await house.database.db
    .updateTable("one_time_passwords")
    .set({ resend_at: new Date(0) })
    .execute();
  return id;
}

async function change(
  caller: Caller,
  typed: string,
  reached: string,
  end: "done" | "replaced" = "done",
): Promise<void> {
  const id = await askFor(caller, typed);
  const sent = await caller.call("POST", `/api/instances/${id}/steps/code/send`, {});
  expect(sent).toMatchObject({ status: 200, body: { channel: "sms", to: `•••${reached.slice(-4)}` } });
  const [message] = await arrived(reached);
  expect(message).toMatchObject({ channel: "sms", template: "otp" });
  const done = await give(caller, id, "code", { code: codeIn(message?.body) });
  expect(done.at).toMatchObject({ kind: "end", step: end });
}

const security = async (caller: Caller) => (await caller.call("GET", "/api/security")).body.phone;
const profile = async (caller: Caller) => {
  const { phone, phoneGetsCodes } = (await caller.call("GET", "/api/my-profile")).body;
  return [phone, phoneGetsCodes];
};
const pays = async () => (await payoutAccount(house.database.db, { personId, at: at() })) !== null;

describe("a phone number", () => {
  it("is verified by an SMS code sent to it, without a hold of payouts if the identity has the same number", async () => {
    const caller = await loggedIn(house, "investor");
    expect(await security(caller)).toBeNull();
    expect(await profile(caller)).toEqual(["••• ••• 5678", false]);
    expect(await pays()).toBe(true);
    await change(caller, "0812345678", "+66812345678");
    expect(await security(caller)).toBe("••• ••• 5678");
    expect(await profile(caller)).toEqual(["••• ••• 5678", true]);
    expect((await arrived(INVESTOR))[0]?.template).toBe("phone-set");
    expect(await pays()).toBe(true);
    const again = await askFor(caller, "+66812345678");
    await caller.call("POST", `/api/instances/${again}/steps/code/send`, {});
    const [message] = await arrived("+66812345678");
    const refused = await give(caller, again, "code", { code: codeIn(message?.body) });
    expect(refused.at).toMatchObject({ kind: "form", step: "ask" });
  });

  it("a new phone number holds payouts for a day, and the account's owner is notified", async () => {
    const caller = await loggedIn(house, "investor");
    await change(caller, "+66898765432", "+66898765432", "replaced");
    expect(await security(caller)).toBe("••• ••• 5432");
    const [mail] = await arrived(INVESTOR);
    expect(mail).toMatchObject({ channel: "email", template: "phone-changed" });
    const [sms] = await arrived("+66812345678");
    expect(sms).toMatchObject({ channel: "sms", template: "phone-changed" });
    for (const told of [mail, sms]) expect(told?.body).not.toContain("898765432");
    expect(await pays()).toBe(false);
    const until = new Date(at().getTime() + 24 * 60 * 60_000);
    expect(await payoutFact(house.database.db, { personId, at: at() })).toMatchObject({
      state: "WAITING",
      from: until.toISOString(),
    });
    expect(await payoutAccount(house.database.db, { personId, at: until })).not.toBeNull();
  });

  it("is visible to colleagues, who can search for its owner and see the messages sent to it", async () => {
    const service = await loggedIn(house, "support");
    const find = async (phone: string) =>
      (
        await service.call("GET", "/api/people?purpose=customer-asks", undefined, {
          "x-find": encodeURIComponent(phone),
        })
      ).body.people;
    expect(await find("089-876-5432")).toMatchObject([{ id: personId }]);
    expect(await find("๐๘๑ ๒๓๔ ๕๖๗๘")).not.toContainEqual(expect.objectContaining({ id: personId }));
    const { body } = await service.call("GET", `/api/people/${personId}?purpose=customer-asks`);
    expect(body.fields).toContainEqual(
      expect.objectContaining({ name: "phone", value: expect.stringContaining("5432") }),
    );
    expect(body.messages).toContainEqual(expect.objectContaining({ channel: "sms", state: "sent" }));
  });

  it("can be verified only by a code sent to that same number", async () => {
    const caller = await loggedIn(house, "investor");
    const id = await askFor(caller, "0861112222");
    await caller.call("POST", `/api/instances/${id}/steps/code/send`, {});
    const [message] = await arrived("+66861112222");
    const other = await askFor(caller, "0863334444");
    expect(await give(caller, other, "code", { code: codeIn(message?.body) })).toMatchObject({
      code: "code-wrong",
    });
    expect(await arrived("+66863334444")).toEqual([]);
  });
});
