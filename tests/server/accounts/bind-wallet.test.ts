import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { createAccessSandbox } from "../../../server/accounts/sandbox/create-access-sandbox.ts";
import { WALLETS } from "../../../server/accounts/sandbox/made-up.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

const INVESTOR = "investor@saphan.example";
const [FIRST, SECOND] = WALLETS;
const partner = createAccessSandbox({ port: 0, origin: "http://localhost:3000" });
let house: PortalHouse;
beforeAll(async () => {
  await partner.start();
  house = await openPortalHouse({ TRUEMONEY_URL: partner.providers().wallet?.url ?? "" });
});
afterAll(async () => {
  await house.close();
  await partner.stop();
});

/** Opens the portal from a wallet's app while the caller is logged in. */
async function openFrom(caller: Caller, { token, trueMoneyId }: (typeof WALLETS)[number]) {
  caller.cookies.set("saphan_tmn_access_token", token);
  await caller.call("POST", "/api/security/factor", { code: "148263" });
  return await caller.call("POST", "/api/auth/true-money-match", { email: INVESTOR, trueMoneyId });
}

async function begin(caller: Caller): Promise<{ readonly id: string; readonly at: JsonObject }> {
  const { body } = await caller.call("POST", "/api/flows/wallet/instances", {});
  return { id: String(body.id), at: body.at as JsonObject };
}

/** Returns the newest letter of one kind to the investor. */
async function letter(template: string): Promise<string> {
  await house.server.jobs.drain();
  const all = house.database.db.selectFrom("mailbox").select("body").where("recipient", "=", INVESTOR);
  const found = await all.where("template", "=", template).orderBy("id", "desc").executeTakeFirst();
  return found?.body ?? "";
}

/** Confirms the wallet that the review shows with the PIN and a code from the mailbox. */
async function confirm(caller: Caller, id: string): Promise<JsonObject> {
  const shown = (await caller.call("GET", `/api/instances/${id}`)).body.at as JsonObject;
  await caller.submit(id, "review", { answer: { values: shown.values ?? {} } });
  await caller.submit(id, "pin", { code: "148263" });
  await house.database.db
    .updateTable("one_time_passwords")
    .set({ resend_at: new Date(0) })
    .execute();
  await caller.call("POST", `/api/instances/${id}/steps/code/send`, {});
  const code = /\b\d{6}\b/.exec(await letter("otp"))?.[0] ?? "";
  return (await caller.submit(id, "code", { code })).body.at as JsonObject;
}

const wallet = async (caller: Caller) => (await caller.call("GET", "/api/my-profile")).body.wallet;
const person = async () =>
  await house.database.db
    .selectFrom("people")
    .select(["id", "true_money_id", "wallet_address"])
    .where("email", "=", INVESTOR)
    .executeTakeFirstOrThrow();

describe("a wallet address", () => {
  it("is saved after the partner confirms it and the owner enters PIN and code; the owner is notified", async () => {
    const caller = await loggedIn(house, "investor");
    expect((await begin(caller)).at).toMatchObject({ kind: "end", step: "not-proved" });
    expect(await wallet(caller)).toBeNull();
    expect((await openFrom(caller, FIRST)).status).toBe(200);
    const { id, at } = await begin(caller);
    expect(at).toMatchObject({ step: "review", values: { "facts.provedWallet.address": FIRST.trueMoneyId } });
    expect(await confirm(caller, id)).toMatchObject({ kind: "end", step: "done" });
    expect(await wallet(caller)).toEqual({ address: FIRST.trueMoneyId, verified: false });
    const { id: uuid } = await person();
    expect((await caller.call("GET", `/api/user/${uuid}`)).body).toMatchObject({
      walletAddress: FIRST.trueMoneyId,
    });
    const told = await letter("wallet-saved");
    expect(told).toContain("0001");
    expect(told).not.toContain(FIRST.trueMoneyId);
  });

  it("a wallet address must be verified before its owner can replace the address, at the earliest a day after saving", async () => {
    const caller = await loggedIn(house, "investor");
    expect((await openFrom(caller, SECOND)).body).toMatchObject({ code: "wallet-differs" });
    expect((await begin(caller)).at).toMatchObject({ kind: "end", step: "waiting" });
    house.clock.set("2026-03-03T10:00:01");
    const next = await loggedIn(house, "investor");
    expect(await wallet(next)).toEqual({ address: FIRST.trueMoneyId, verified: true });
    // The partner's earlier confirmation has expired.
    expect((await begin(next)).at).toMatchObject({ kind: "end", step: "not-proved" });
    await openFrom(next, SECOND);
    const { id } = await begin(next);
    expect(await confirm(next, id)).toMatchObject({ kind: "end", step: "done" });
    expect(await person()).toMatchObject({
      true_money_id: SECOND.trueMoneyId,
      wallet_address: SECOND.trueMoneyId,
    });
    expect(await letter("wallet-changed")).toContain("0002");
  });

  it("is not saved if another person has saved the same address meanwhile", async () => {
    house.clock.set("2026-03-05T10:00:00");
    const caller = await loggedIn(house, "investor");
    await openFrom(caller, FIRST);
    const { id } = await begin(caller);
    await house.database.db
      .updateTable("people")
      .set({ true_money_id: FIRST.trueMoneyId })
      .where("email", "=", "fresh@saphan.example")
      .execute();
    expect(await confirm(caller, id)).toMatchObject({ kind: "end", step: "taken" });
    expect(await person()).toMatchObject({ wallet_address: SECOND.trueMoneyId });
  });
});
