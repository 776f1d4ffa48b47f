import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { demoPeople } from "../../../server/accounts/development/index.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
let investor: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  investor = await loggedIn(house, "investor");
});
afterAll(() => house.close());

const demo = demoPeople[0];
const open = async (flow: string, who = investor) =>
  (await who.call("POST", `/api/flows/${flow}/instances`, { again: true })).body as JsonObject & {
    at: JsonObject;
  };
const secret = { pin: "507193", confirmPin: "507193" };

async function codeFromMail(): Promise<string> {
  await house.server.jobs.drain();
  const { messages: mails } = await investor.get("/dev/mailbox", { query: { to: demo?.email ?? "" } });
  return /\b\d{6}\b/.exec(mails.find(({ template }) => template === "otp")?.body ?? "")?.[0] ?? "";
}

describe("a PIN that was entered wrongly five times", () => {
  test("a blocked PIN can be reset only by its owner, who must also read a code in her mailbox", async () => {
    expect((await open("pin")).at).toMatchObject({ kind: "end", step: "already" });
    await house.database.db
      .updateTable("credentials")
      .set({ pin_tries: 5 })
      .where("person_id", "=", demo?.id ?? "")
      .execute();
    // The strategy is chosen before the PIN is requested, and stays while the PIN is set.
    const order = await open("invest");
    const chosen = await investor.submit(order.id as string, "choose", { answer: { strategy: "M-BTCA" } });
    expect(chosen.body.at).toMatchObject({ kind: "end", step: "pin-locked", outcome: "provisional" });

    // A session alone leads to a page that reports the blocked PIN and to a code, never to the PIN itself.
    const { id, at } = await open("pin");
    expect(at).toMatchObject({ kind: "review", step: "blocked" });
    expect(await investor.submit(id, "set", { answer: secret })).toMatchObject({
      status: 409,
      body: { code: "step-not-open" },
    });
    const asked = await investor.submit(id, "blocked", { answer: { values: at.values ?? {} } });
    expect(asked.body.at).toMatchObject({ kind: "challenge", step: "prove" });
    expect(await investor.submit(id, "set", { answer: secret })).toMatchObject({ status: 409 });
    expect(await investor.call("POST", `/api/instances/${id}/steps/prove/send`)).toMatchObject({
      status: 200,
      body: { channel: "email" },
    });
    const code = await codeFromMail();
    const wrong = code === "000000" ? "000001" : "000000";
    expect(await investor.submit(id, "prove", { code: wrong })).toMatchObject({
      status: 422,
      body: { code: "code-wrong" },
    });
    expect(await investor.submit(id, "set", { answer: secret })).toMatchObject({ status: 409 });
    const proved = await investor.submit(id, "prove", { code });
    expect(proved.body.at).toMatchObject({ kind: "effect", step: "set", state: "ask" });
    const set = await investor.submit(id, "set", { answer: secret });
    expect(set.body.at).toMatchObject({ kind: "end", step: "done", final: true });
    expect(await open("invest")).toMatchObject({
      id: order.id,
      at: { kind: "form", step: "amount" },
      instance: { answers: { choose: { value: { strategy: "M-BTCA" } } } },
    });
  });

  test("is reported as blocked on the order screen, and the owner confirms the order with a new PIN", async () => {
    await house.database.db
      .updateTable("credentials")
      .set({ pin_tries: 4 })
      .where("person_id", "=", demo?.id ?? "")
      .execute();
    const { id } = await open("invest");
    const submit = async (step: string, body: JsonObject) => await investor.submit(id as string, step, body);
    await submit("choose", { answer: { strategy: "M-BTCA" } });
    await submit("amount", { answer: { amount: "10000.00" } });
    await submit("acknowledge", { answer: { accepted: true } });
    const pay = await submit("pay", { answer: { method: "transfer" } });
    const review = pay.body.at as { step: string; values: JsonObject };
    expect(review.step).toBe("review");
    await submit("review", { answer: { values: review.values } });
    const wrong = await submit("pin", { code: "999999" });
    expect(wrong).toMatchObject({ status: 200, body: { at: { kind: "end", step: "pin-locked" } } });
    await house.database.db
      .updateTable("credentials")
      .set({ pin_tries: 0 })
      .where("person_id", "=", demo?.id ?? "")
      .execute();
    expect(await open("invest")).toMatchObject({
      id,
      at: {
        kind: "review",
        step: "review",
        changed: false,
        errors: [{ pointer: "", code: "exhausted", by: "pin" }],
      },
    });
    expect((await submit("review", { answer: { values: review.values } })).body.at).toMatchObject({
      step: "pin",
    });
    // Four more wrong tries are allowed, and each answer states how many are left.
    expect(await submit("pin", { code: "999999" })).toMatchObject({
      status: 422,
      body: { code: "code-wrong", params: { triesLeft: 4 } },
    });
  });

  test("after five wrong codes by e-mail the PIN stays blocked, and the flow shows the error on its first page", async () => {
    await house.database.db
      .updateTable("credentials")
      .set({ pin_tries: 5 })
      .where("person_id", "=", demo?.id ?? "")
      .execute();
    const { id, at } = await open("pin");
    await investor.submit(id as string, "blocked", { answer: { values: at.values ?? {} } });
    // The previous code was sent less than a minute ago.
    await house.database.db.deleteFrom("one_time_passwords").execute();
    await investor.call("POST", `/api/instances/${id}/steps/prove/send`);
    const wrong = (await codeFromMail()) === "000000" ? "000001" : "000000";
    for (const triesLeft of [4, 3, 2, 1])
      expect(await investor.submit(id as string, "prove", { code: wrong })).toMatchObject({
        status: 422,
        body: { params: { triesLeft } },
      });
    expect((await investor.submit(id as string, "prove", { code: wrong })).body.at).toMatchObject({
      kind: "review",
      step: "blocked",
      errors: [{ code: "exhausted", by: "prove" }],
    });
  });

  test("does not affect people who never had a PIN: they can set one without a code", async () => {
    const fresh = await loggedIn(house, "fresh");
    const { id, at } = await open("pin", fresh);
    expect(at).toMatchObject({ kind: "effect", step: "set", state: "ask" });
    expect((await fresh.submit(id, "set", { answer: secret })).body.at).toMatchObject({ step: "done" });
  });
});

const FRESH = demoPeople.find(({ email }) => email.startsWith("fresh@"));
const letter = async (template: string) => {
  await house.server.jobs.drain();
  const { messages } = await investor.get("/dev/mailbox", { query: { to: FRESH?.email ?? "" } });
  return messages.find((mail) => mail.template === template)?.body;
};

describe("a PIN that another person may have set", () => {
  const password = { "reset-password": "Kx7#brindl", "account-recovery": "Zt9#grumvel" } as const;
  const start = {
    "reset-password": "forget-password",
    "account-recovery": "account-recovery/start",
  } as const;
  const withIphone = { "user-agent": "Mozilla/5.0 (iPhone) Version/17.0 Mobile Safari/604.1" };
  const enter = async (given: string) => {
    const caller = stranger(house);
    const body = { email: FRESH?.email ?? "", password: given };
    expect((await caller.call("POST", "/api/auth/login", body, withIphone)).status).toBe(200);
    return caller;
  };
  const setPin = async (caller: Caller, pin: string) => {
    const { id, at } = await open("pin", caller);
    expect(at).toMatchObject({ step: "set" });
    const set = await caller.submit(id, "set", { answer: { pin, confirmPin: pin } });
    expect(set.body.at).toMatchObject({ step: "done" });
  };

  test("is reported to the owner with the time, the browser and what to do", async () => {
    await house.database.db
      .updateTable("credentials")
      .set({ pin_hash: null, pin_mac: null, pin_key: null, pin_set_at: null })
      .where("person_id", "=", FRESH?.id ?? "")
      .execute();
    await house.server.jobs.drain();
    await house.database.db.deleteFrom("mailbox").execute();
    await setPin(await enter("Saphan#2026"), "507193");
    const first = await letter("pin-set");
    expect(first).toMatch(/\d\d:\d\d.*Safari.*iPhone/);
    expect(first).toContain("/forgot-password");
    expect(first).toContain("/contact");
  });

  test.each(["reset-password", "account-recovery"] as const)("stops working after %s", async (by) => {
    await stranger(house).call("POST", `/api/auth/${start[by]}`, { email: FRESH?.email ?? "" });
    const token = /token=([\w-]+)/.exec((await letter(by)) ?? "")?.[1] ?? "";
    const done = await stranger(house).call("POST", `/api/auth/${by}`, { token, password: password[by] });
    expect(done.status).toBe(204);
    const owner = await enter(password[by]);
    expect((await owner.call("GET", "/api/security")).body).toMatchObject({ pin: "blocked" });
    const order = await open("pin-change", owner);
    expect(order.at).toMatchObject({ kind: "end", step: "none" });
    // Only a code by e-mail, which the mailbox's owner can read, leads to a new PIN.
    const { id, at } = await open("pin", owner);
    expect(at).toMatchObject({ kind: "review", step: "blocked" });
    await owner.submit(id, "blocked", { answer: { values: at.values ?? {} } });
    await house.database.db.deleteFrom("one_time_passwords").execute();
    await owner.call("POST", `/api/instances/${id}/steps/prove/send`);
    const code = /\b\d{6}\b/.exec((await letter("otp")) ?? "")?.[0] ?? "";
    expect((await owner.submit(id, "prove", { code })).body.at).toMatchObject({ step: "set" });
    const set = await owner.submit(id, "set", { answer: { pin: "619402", confirmPin: "619402" } });
    expect(set.body.at).toMatchObject({ step: "done" });
    expect((await owner.call("GET", "/api/security")).body).toMatchObject({ pin: "on" });
    expect(await letter("pin-changed")).toMatch(/Safari.*iPhone.*/);
  });
});
