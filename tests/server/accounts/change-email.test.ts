import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(async () => await house.close());

const OLD = "investor@saphan.example";
const NEW = "kanchanok.new@example.com";
const PIN = "148263";
const THEIRS = "Bridge!42x";

async function open(caller: Caller): Promise<string> {
  const { body } = await caller.call("POST", "/api/flows/email/instances", {});
  return String(body.id);
}

async function give(caller: Caller, id: string, step: string, body: JsonObject) {
  const answer = await caller.submit(id, step, body);
  return { status: answer.status, code: answer.body.code, at: answer.body.at as JsonObject | undefined };
}

/** Types an address and confirms it; returns the next view of the flow. */
async function type(caller: Caller, id: string, email: string) {
  await give(caller, id, "ask", { answer: { email } });
  const { body } = await caller.call("GET", `/api/instances/${id}`);
  return await give(caller, id, "review", { answer: { values: (body.at as JsonObject).values ?? {} } });
}

const send = (caller: Caller, id: string) => caller.call("POST", `/api/instances/${id}/steps/code/send`, {});

/** Returns the newest letter of a kind to an address, or "" if none was sent. */
async function mailTo(email: string, template: string): Promise<string> {
  await house.server.jobs.drain();
  const row = await house.database.db
    .selectFrom("mailbox")
    .select("body")
    .where("recipient", "=", email)
    .where("template", "=", template)
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.body ?? "";
}

const codeIn = (body: string) => /\b\d{6}\b/.exec(body)?.[0] ?? "";

/** Moves the clock by a minute, after which the next code may be requested. */
async function aMinutePasses(): Promise<void> {
  await house.database.db
    .updateTable("one_time_passwords")
    .set({ resend_at: new Date(0) })
    .execute();
}

async function logInBy(email: string, password: string): Promise<number> {
  return (await stranger(house).call("POST", "/api/auth/login", { email, password })).status;
}

describe("a code that a flow requested", () => {
  /** Opens the password flow up to its code; each call starts another instance. */
  async function upToCode(caller: Caller): Promise<string> {
    const { body } = await caller.call("POST", "/api/flows/password/instances", { startOver: true });
    const values = (body.at as JsonObject).values ?? {};
    expect((await give(caller, String(body.id), "how", { answer: { values } })).at).toMatchObject({
      step: "prove",
    });
    return String(body.id);
  }
  const sendFor = async (caller: Caller, id: string) => {
    await aMinutePasses();
    expect((await caller.call("POST", `/api/instances/${id}/steps/prove/send`, {})).status).toBe(200);
    return codeIn(await mailTo(OLD, "otp"));
  };

  it("a code is accepted only in the log-in and the instance that requested the code", async () => {
    const page = await loggedIn(house, "investor");
    const other = await loggedIn(house, "investor");
    const first = await upToCode(page);
    const code = await sendFor(page, first);
    expect(await give(other, first, "prove", { code })).toMatchObject({ code: "code-wrong" });
    const second = await upToCode(page);
    expect(await give(page, second, "prove", { code })).toMatchObject({ code: "code-wrong" });

    await aMinutePasses();
    const past = { channel: "email", action: "recover" };
    expect((await page.call("POST", "/api/auth/send-otp", past)).status).toBe(200);
    const called = codeIn(await mailTo(OLD, "otp"));
    expect(await give(page, second, "prove", { code: called })).toMatchObject({ code: "code-wrong" });

    const own = await sendFor(page, second);
    expect((await give(page, second, "prove", { code: own })).at).toMatchObject({ step: "set" });
    await house.database.db.deleteFrom("mailbox").execute();
    await aMinutePasses();
  });
});

describe("a new e-mail address", () => {
  it("a new e-mail address is verified by a code sent only there; an address of another person gets no code", async () => {
    const caller = await loggedIn(house, "investor");
    const id = await open(caller);
    expect((await type(caller, id, NEW)).at).toMatchObject({ kind: "challenge", step: "pin" });
    expect((await give(caller, id, "pin", { code: PIN })).at).toMatchObject({ step: "code" });
    const sent = await send(caller, id);
    expect(sent).toMatchObject({ status: 200, body: { to: "k••••••••••••@example.com" } });
    const letter = await mailTo(NEW, "otp");
    expect(letter).toContain(`เปลี่ยนอีเมล`);
    expect(letter).toContain(`: ${NEW}\n`);
    const code = codeIn(letter);
    expect(code).toMatch(/^\d{6}$/);
    expect(await mailTo(OLD, "otp")).toBe("");

    // A code from the user's own mailbox does not prove another person's address.
    expect((await type(caller, id, "fresh@saphan.example")).at).toMatchObject({ step: "pin" });
    expect((await give(caller, id, "pin", { code: PIN })).at).toMatchObject({ step: "code" });
    expect(await give(caller, id, "code", { code })).toMatchObject({ code: "code-wrong" });
    await aMinutePasses();
    expect((await send(caller, id)).status).toBe(200);
    expect(await mailTo("fresh@saphan.example", "otp")).toBe("");
  });

  it("a change of e-mail is reported to the old address; the letter's link restores that address and sets a new password", async () => {
    const caller = await loggedIn(house, "investor");
    const other = await loggedIn(house, "investor");
    const id = await open(caller);
    await type(caller, id, NEW);
    await give(caller, id, "pin", { code: PIN });
    await aMinutePasses();
    await send(caller, id);
    const code = codeIn(await mailTo(NEW, "otp"));
    expect((await give(caller, id, "code", { code })).at).toMatchObject({ kind: "end", step: "done" });
    expect((await caller.call("GET", "/api/security")).status).toBe(200);
    expect((await other.call("GET", "/api/security")).status).toBe(401);
    expect(await logInBy(OLD, "Saphan#2026")).toBe(401);
    expect(await logInBy(NEW, "Saphan#2026")).toBe(200);

    const letter = await mailTo(OLD, "email-changed");
    expect(letter).not.toContain(NEW);
    const token = /token=([\w-]+)/.exec(letter)?.[1] ?? "";
    // An attacker who controls the account sets a password and signs up with the old address.
    await stranger(house).call("POST", "/api/auth/forget-password", { email: NEW });
    const theirs = /token=([\w-]+)/.exec(await mailTo(NEW, "reset-password"))?.[1] ?? "";
    const reset = { token: theirs, password: THEIRS };
    expect((await stranger(house).call("POST", "/api/auth/reset-password", reset)).status).toBe(204);
    const consents = await house.database.db
      .selectFrom("consents")
      .select(["purpose", "version"])
      .distinct()
      .where("purpose", "in", ["privacy", "terms", "publicity"])
      .execute();
    const squats = { email: OLD, password: THEIRS, customerType: "INDIVIDUAL", consents };
    expect((await stranger(house).call("POST", "/api/auth/signup", squats)).status).toBe(201);
    const squatters = house.database.db.selectFrom("people").select("id").where("email", "=", OLD);
    expect(await squatters.execute()).toEqual([]);

    const asked = await stranger(house).call("POST", "/api/auth/reset-password/verify", { token });
    expect(asked.body).toEqual({ email: "i•••••••@saphan.example", restores: true });
    const back = { token, password: "Mine#2026again" };
    expect((await stranger(house).call("POST", "/api/auth/reset-password", back)).status).toBe(204);
    expect(await logInBy(OLD, "Mine#2026again")).toBe(200);
    expect(await logInBy(NEW, THEIRS)).toBe(401);
    expect((await stranger(house).call("POST", "/api/auth/reset-password", back)).status).toBe(410);
    const { pin_tries } = await house.database.db
      .selectFrom("credentials as c")
      .innerJoin("people as p", "p.id", "c.person_id")
      .select("c.pin_tries")
      .where("p.email", "=", OLD)
      .executeTakeFirstOrThrow();
    expect(pin_tries).toBe(5);
  });
});
