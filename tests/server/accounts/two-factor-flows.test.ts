import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";
import { appCode } from "./app-code.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(async () => await house.close());

/** Step of a flow after an answer, with its view. */
type Stand = { readonly id: string; readonly at: JsonObject };

async function open(caller: Caller, flow: string): Promise<Stand> {
  const { status, body } = await caller.call("POST", `/api/flows/${flow}/instances`, {});
  expect([200, 201]).toContain(status);
  return { id: String(body.id), at: body.at as JsonObject };
}

async function give(caller: Caller, id: string, step: string, body: JsonObject) {
  const answer = await caller.submit(id, step, body);
  return { status: answer.status, code: answer.body.code, at: answer.body.at as JsonObject | undefined };
}

async function confirm(caller: Caller, id: string, step: string): Promise<JsonObject | undefined> {
  const { body } = await caller.call("GET", `/api/instances/${id}`);
  return (await give(caller, id, step, { answer: { values: (body.at as JsonObject).values ?? {} } })).at;
}

/** Returns the code in the newest letter that a step sent. */
async function mailed(caller: Caller, id: string, step: string): Promise<string> {
  expect((await caller.call("POST", `/api/instances/${id}/steps/${step}/send`, {})).status).toBe(200);
  await house.server.jobs.drain();
  const { body } = await house.database.db
    .selectFrom("mailbox")
    .select("body")
    .where("template", "=", "otp")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return /\b\d{6}\b/.exec(body)?.[0] ?? "";
}

describe("two-step log-in in flows", () => {
  it("is turned on with a code by e-mail and one of the app, and turned off with a recovery code if the phone is lost", async () => {
    const caller = await loggedIn(house, "investor");
    const other = await loggedIn(house, "investor");
    const { id, at } = await open(caller, "two-factor");
    expect(at).toMatchObject({ kind: "review", step: "how" });
    // An attacker who has the session but not the mailbox cannot reach a later step.
    expect(await give(caller, id, "set", { answer: { code: "123456" } })).toMatchObject({
      status: 409,
      code: "step-not-open",
    });
    expect(await confirm(caller, id, "how")).toMatchObject({ kind: "challenge", step: "prove" });
    const code = await mailed(caller, id, "prove");
    expect((await give(caller, id, "prove", { code })).at).toMatchObject({ step: "set" });
    const shown = await caller.call("POST", "/api/security/authenticator", {});
    const secret = String(shown.body.secret);
    const on = await give(caller, id, "set", { answer: { code: appCode(secret, house.clock.wall()) } });
    expect(on.at).toMatchObject({ step: "codes" });
    // A browser that logged in without the code is logged out, and the password alone no longer opens the
    // account.
    expect((await other.call("GET", "/api/security")).status).toBe(401);
    expect((await caller.call("GET", "/api/security")).status).toBe(200);
    const { body } = await caller.call("POST", "/api/security/recovery-codes", {});
    const [lost] = body.codes as string[];
    expect((await give(caller, id, "codes", { answer: { kept: true } })).at).toMatchObject({ step: "done" });
    expect((await caller.call("POST", "/api/security/recovery-codes", {})).status).toBe(409);

    // A session alone cannot turn the second factor off.
    const off = await open(caller, "two-factor-off");
    expect((await give(caller, off.id, "how", { answer: { by: "app" } })).at).toMatchObject({
      step: "review",
    });
    expect(await confirm(caller, off.id, "review")).toMatchObject({ kind: "challenge", step: "prove" });
    expect(await give(caller, off.id, "prove", { code: "000000" })).toMatchObject({ code: "code-wrong" });
    expect(
      await give(caller, off.id, "off-by-code", { answer: { recoveryCode: "AAAAA-AAAAA" } }),
    ).toMatchObject({
      code: "step-not-open",
    });
    // If the phone is lost, the mailbox and one recovery code are enough.
    expect((await give(caller, off.id, "how", { answer: { by: "recovery-code" } })).at).toMatchObject({
      step: "review",
    });
    expect(await confirm(caller, off.id, "review")).toMatchObject({ step: "prove-email" });
    await aMinutePasses();
    const again = await mailed(caller, off.id, "prove-email");
    expect((await give(caller, off.id, "prove-email", { code: again })).at).toMatchObject({
      step: "off-by-code",
    });
    const wrong = await give(caller, off.id, "off-by-code", { answer: { recoveryCode: "AAAAA-AAAAA" } });
    expect(JSON.stringify(wrong)).toMatch(/code-wrong|not-valid|off-by-code/);
    const gone = await give(caller, off.id, "off-by-code", { answer: { recoveryCode: String(lost) } });
    expect(gone.at).toMatchObject({ kind: "end", step: "done" });
    expect((await caller.call("GET", "/api/security")).body).toMatchObject({ twoFactorSince: null });
    // Neither the secret nor a code nor a recovery code is stored with the answers.
    const kept = await house.database.db.selectFrom("flow_answers").selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(String(lost));
  });
});

/** Moves the clock by a minute, after which the next letter may be requested. */
async function aMinutePasses(): Promise<void> {
  await house.database.db
    .updateTable("one_time_passwords")
    .set({ resend_at: new Date(0) })
    .execute();
}
