import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { declaredRoutes } from "../../../server/http/index.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";
import { demoFactor } from "./app-code.ts";

let house: PortalHouse;
let address: string;
beforeAll(async () => {
  house = await openPortalHouse();
  await house.server.listen();
  address = house.server.app.listeningOrigin;
});
afterAll(async () => await house.close());

const PIN = "148263";

/** Returns a browser with a copy of another browser's cookies. */
function copyOf(caller: Caller): Caller {
  const copy = stranger(house);
  for (const [name, value] of caller.cookies) copy.cookies.set(name, value);
  return copy;
}

/** Opens the e-mail flow up to its PIN. */
async function upToPin(caller: Caller): Promise<string> {
  const { body } = await caller.call("POST", "/api/flows/email/instances", { startOver: true });
  const id = String(body.id);
  await caller.submit(id, "ask", { answer: { email: "kanchanok.new@example.com" } });
  const view = (await caller.call("GET", `/api/instances/${id}`)).body.at as JsonObject;
  await caller.submit(id, "review", { answer: { values: view.values ?? {} } });
  return id;
}

const secretOf = (caller: Caller) => caller.cookies.get("saphan_session");
const who = async (caller: Caller) => (await caller.call("GET", "/api/sessions")).status;

/** Opens the event stream like a page; `over` settles when the server ends the stream. */
async function listen(caller: Caller): Promise<{ readonly over: Promise<void> }> {
  const cookie = [...caller.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(`${address}/api/events`, { headers: { cookie } });
  expect(answer.status).toBe(200);
  const read = async () => {
    for await (const _ of answer.body ?? []);
  };
  return { over: read() };
}

describe("a session after an additional proof", () => {
  it("gets a new secret after its user enters the PIN in a flow, and the old secret is rejected", async () => {
    const page = await loggedIn(house, "investor");
    const id = await upToPin(page);
    const thief = copyOf(page);
    const { over } = await listen(page);
    expect((await page.submit(id, "pin", { code: "000000" })).body.code).toBe("code-wrong");
    expect(secretOf(page)).toBe(secretOf(thief));
    expect(await who(thief)).toBe(200);

    expect((await page.submit(id, "pin", { code: PIN })).status).toBe(200);
    expect(secretOf(page)).not.toBe(secretOf(thief));
    expect(await who(thief)).toBe(401);
    expect((await thief.submit(id, "code", { code: "123456" })).status).toBe(401);
    await over;
    expect(await who(page)).toBe(200);
    // The log-in stays the same, so the list of sessions shows no second one.
    const { sessions } = await page.get("/sessions");
    expect(sessions.map(({ current }) => current)).toEqual([true]);
    await listen(page);
  });

  it("gets a new secret after a colleague enters the second factor", async () => {
    const page = await loggedIn(house, "finance");
    const thief = copyOf(page);
    const { over } = await listen(page);
    const { db } = house.database;
    await db.updateTable("authenticators").set({ last_step: 0 }).execute();
    expect((await page.call("POST", "/api/security/factor", { code: "000000" })).status).toBe(401);
    expect(await who(thief)).toBe(200);
    const { twoFactor: code = "" } = demoFactor("finance@saphan.example");
    expect((await page.call("POST", "/api/security/factor", { code })).status).toBe(204);
    expect(await who(thief)).toBe(401);
    expect(await who(page)).toBe(200);
    await over;
  });

  it("the new secret is returned again if the same call is repeated after a lost answer, and to no other call", async () => {
    const page = await loggedIn(house, "investor");
    const id = await upToPin(page);
    const lost = copyOf(page);
    const key = randomUUID();
    const first = await page.submit(id, "pin", { code: PIN }, key);
    const other = copyOf(lost);
    expect((await other.submit(id, "pin", { code: PIN }, randomUUID())).status).toBe(401);
    expect(await lost.submit(id, "pin", { code: PIN }, key)).toEqual(first);
    expect(secretOf(lost)).toBe(secretOf(page));
    expect(await who(page)).toBe(200);
  });

  it("gets one new secret if fifty parallel calls have the same key", async () => {
    const page = await loggedIn(house, "investor");
    const id = await upToPin(page);
    const key = randomUUID();
    const twins = Array.from({ length: 50 }, () => copyOf(page));
    const answers = await Promise.all(twins.map((twin) => twin.submit(id, "pin", { code: PIN }, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(new Set(twins.map(secretOf)).size).toBe(1);
    expect(await who(twins[0] as Caller)).toBe(200);
  });

  it("the new secret is returned again to the call that proved the second factor, and that code is accepted once", async () => {
    const page = await loggedIn(house, "finance");
    const { db } = house.database;
    await db.updateTable("authenticators").set({ last_step: 0, tries: 0 }).execute();
    const prove = (of: Caller, code: string, key: string, url = "/api/security/factor") =>
      of.call("POST", url, { code }, { "idempotency-key": key });
    const tries = async () =>
      (await db.selectFrom("authenticators").select("tries").where("tries", ">", 0).execute()).map(
        (row) => row.tries,
      );
    const wrong = randomUUID();
    const refused = { status: 401, body: { code: "two-factor-wrong" } };
    expect(await prove(page, "000000", wrong)).toMatchObject(refused);
    expect(await prove(page, "000000", wrong)).toMatchObject(refused);
    expect(await tries()).toEqual([1]);

    const proofs = async () => {
      const lines = db.selectFrom("audit_lines").select("id").where("action", "=", "accounts.proveFactor");
      return (await lines.execute()).length;
    };
    const before = await proofs();
    const { twoFactor: code = "" } = demoFactor("finance@saphan.example");
    const lost = copyOf(page);
    const other = copyOf(page);
    const key = randomUUID();
    // Whichever of the equal calls comes first, all callers continue in the renewed session.
    const twins = [page, ...Array.from({ length: 7 }, () => copyOf(page))];
    const answers = await Promise.all(twins.map((twin) => prove(twin, code, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(new Set(twins.map(secretOf)).size).toBe(1);
    expect((await prove(other, code, randomUUID())).status).toBe(401);
    expect((await prove(lost, code, key)).status).toBe(204);
    expect(secretOf(lost)).toBe(secretOf(page));
    expect(await who(lost)).toBe(200);
    expect(await proofs()).toBe(before + 1);

    const reused = { status: 409, body: { code: "idempotency-key-reused" } };
    expect(await prove(page, "999999", key)).toMatchObject(reused);
    expect(await prove(page, code, key, "/api/security/passkeys/begin")).toMatchObject(reused);
    expect(await prove(page, code, "short")).toMatchObject({ body: { code: "idempotency-key-invalid" } });
  });

  it("changes only once if a call is repeated, because every call about a factor needs an idempotency key", () => {
    const calls = declaredRoutes(house.server.app).filter(
      ({ method, url }) => method === "POST" && url.startsWith("/api/security/"),
    );
    // Setting the same name twice has no further effect.
    const open = calls.filter(({ config, url }) => config?.repeatable !== true && !url.endsWith("/name"));
    expect(calls.length).toBeGreaterThan(6);
    expect(open.map(({ url }) => url)).toEqual([]);
  });

  it("gets a new secret after its user enters a code from an e-mail", async () => {
    const page = await loggedIn(house, "investor");
    const id = await upToPin(page);
    await page.submit(id, "pin", { code: PIN });
    await page.call("POST", `/api/instances/${id}/steps/code/send`, {});
    await house.server.jobs.drain();
    const mail = await house.database.db
      .selectFrom("mailbox")
      .select("body")
      .where("template", "=", "otp")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const thief = copyOf(page);
    await page.submit(id, "code", { code: /\b\d{6}\b/.exec(mail.body)?.[0] ?? "" });
    expect(await who(thief)).toBe(401);
    expect(await who(page)).toBe(200);
  });
});

describe("a PIN that was set in the current log-in", () => {
  it("proves nothing in this log-in, in case a thief set it, and is the required proof from the next one on", async () => {
    const page = await loggedIn(house, "fresh");
    const proof = async (of: Caller) => (await of.call("GET", "/api/security")).body.proof;
    expect(await proof(page)).toBe("email");
    const { body } = await page.call("POST", "/api/flows/pin/instances", { startOver: true });
    const set = { answer: { pin: "736251", confirmPin: "736251" } };
    expect((await page.submit(String(body.id), "set", set)).status).toBe(200);
    expect(await proof(page)).toBe("email");
    expect((await page.call("POST", "/api/security/factor", { code: "736251" })).status).toBe(422);
    expect(await proof(await loggedIn(house, "fresh"))).toBe("pin");
  });
});

describe("the event streams of an ended session", () => {
  it("close when the user logs out", async () => {
    const page = await loggedIn(house, "fresh");
    const { over } = await listen(page);
    await page.call("POST", "/api/auth/logout", {});
    await over;
  });
});
