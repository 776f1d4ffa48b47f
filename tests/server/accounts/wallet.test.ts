import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createAccounts } from "../../../server/accounts/index.ts";
import { DEV_WALLET, WALLETS } from "../../../server/accounts/sandbox/made-up.ts";
import { type Browser, buildHouse, type House, linkToken, logInAs, openBrowser } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse({ issuers: true });
});
afterAll(async () => await house.close());
afterEach(() => {
  for (const flag of ["tmn-profile-logging", "truemoney-dev-access-token"]) house.flags.delete(flag);
});

const [FIRST, SECOND] = WALLETS;
const FRESH = { email: "fresh@saphan.example", id: "00000000-0000-4000-8000-000000000002" };

function holding(page: Browser, token: string): Browser {
  page.cookies.set("saphan_tmn_access_token", token);
  return page;
}
const profile = (page: Browser) => page.call("GET", "/api/true-money/user/profile");
const match = (page: Browser, trueMoneyId: string, email = FRESH.email) =>
  page.call("POST", "/api/auth/true-money-match", { email, trueMoneyId });
/** Proves with a code from the mailbox that the owner is asking; returns the status. */
async function proveByMail(page: Browser, email = FRESH.email): Promise<number> {
  await house.db.deleteFrom("one_time_passwords").execute();
  await page.call("POST", "/api/auth/send-otp", { channel: "email", action: "change-wallet" });
  const mail = (await house.mailOf(email)).find(({ template }) => template === "otp");
  const code = /\b(\d{6})\b/.exec(mail?.body ?? "")?.[1] ?? "";
  return (await page.call("POST", "/api/security/factor", { code })).status;
}
const linkedTo = async (email: string) =>
  (
    await house.db
      .selectFrom("people")
      .select("true_money_id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).true_money_id;
const trailOf = async (action: string) =>
  await house.db.selectFrom("audit_lines").selectAll().where("action", "=", action).execute();

describe("a wallet's profile", () => {
  it("the holder of an access token gets the wallet's profile", async () => {
    expect(await profile(holding(openBrowser(house), FIRST.token))).toMatchObject({
      status: 200,
      body: { trueMoneyId: FIRST.trueMoneyId, name: FIRST.name, mobile: FIRST.mobile },
    });
  });

  it.each([
    ["none", null],
    ["a forged one", "tmn-forged"],
    ["one with a line break", "a\r\nX-Evil: 1"],
  ])("is not returned for the token: %s", async (_what, token) => {
    const page = openBrowser(house);
    if (token !== null) page.cookies.set("saphan_tmn_access_token", encodeURIComponent(token));
    expect(await profile(page)).toMatchObject({ status: 403, body: { code: "wallet-invalid" } });
  });

  it.each([
    ["on", 1],
    ["off", 0],
  ])(
    "leaves an audit entry of field names and hashes with tmn-profile-logging %s: %s",
    async (position, lines) => {
      if (position === "on") house.flags.add("tmn-profile-logging");
      const before = (await trailOf("accounts.readWallet")).length;
      await profile(holding(openBrowser(house), SECOND.token));
      const trail = await trailOf("accounts.readWallet");
      expect(trail.length - before).toBe(lines);
      if (lines === 0) return;
      const { fields } = (trail.at(-1)?.detail ?? {}) as { fields: { [name: string]: string } };
      expect(Object.keys(fields).sort()).toEqual(["mobile", "name", "trueMoneyId"]);
      expect(JSON.stringify(trail)).not.toContain(SECOND.trueMoneyId);
      expect(house.log.join("\n")).not.toContain(SECOND.trueMoneyId);
    },
  );

  it.each([
    ["on", 200],
    ["off", 403],
  ])("is given for every token with truemoney-dev-access-token %s: status %s", async (position, status) => {
    if (position === "on") house.flags.add("truemoney-dev-access-token");
    const answer = await profile(openBrowser(house));
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body).toMatchObject({ trueMoneyId: DEV_WALLET.trueMoneyId });
  });

  it("has no demo data in runtime, where a portal with truemoney-dev-access-token on does not start", () => {
    const { db, clock, messages, legal } = { ...house, legal: house.accounts.legal };
    const config = { ...house.config, env: "runtime" as const };
    const isOn = (flag: string) => flag === "truemoney-dev-access-token";
    expect(() => createAccounts({ db, clock, config, messages, legal, isOn })).toThrow(
      "The switch truemoney-dev-access-token is on; SAPHAN_ENV=runtime does not start",
    );
  });
});

it.each([
  ["GET", "/api/true-money/user/profile", {}, 60],
  ["POST", "/api/auth/true-money-match", { email: FRESH.email, trueMoneyId: "x" }, 60],
  ["POST", "/api/auth/social/start", { provider: "google" }, 120],
] as const)(
  "the call %s %s, which asks a partner or stores a row for any caller, has a separate rate limit",
  async (method, url, body, max) => {
    const remoteAddress = "203.0.113.7";
    const ask = async () =>
      (
        await house.app.inject({
          method,
          url,
          remoteAddress,
          ...(method === "POST" ? { payload: body } : {}),
        })
      ).statusCode;
    for (let count = 0; count < max; count += 1) expect(await ask()).not.toBe(429);
    expect(await ask()).toBe(429);
  },
);

describe("the call true-money-match", () => {
  it("links a proved wallet to the user who is logged in, and later logs that user in by the wallet", async () => {
    // The wallet is not linked yet, so knowing an e-mail address gives its owner no access.
    expect(await match(holding(openBrowser(house), FIRST.token), FIRST.trueMoneyId)).toMatchObject({
      status: 404,
      body: { code: "not-a-customer" },
    });
    const own = holding(await logInAs(house, FRESH.email), FIRST.token);
    expect(await proveByMail(own)).toBe(204);
    expect(await match(own, FIRST.trueMoneyId)).toMatchObject({ status: 200, body: { allowInvest: false } });
    expect((await own.call("GET", `/api/user/${FRESH.id}`)).body).toMatchObject({
      trueMoneyId: FIRST.trueMoneyId,
    });
    const told = (await house.mailOf(FRESH.email)).filter(({ template }) => template === "social-linked");
    expect(told.map(({ subject }) => subject)).toEqual([expect.stringContaining("TrueMoney")]);
    const page = holding(openBrowser(house), FIRST.token);
    const answer = await match(page, FIRST.trueMoneyId, " Fresh@Saphan.Example");
    expect(answer.status).toBe(200);
    const { token } = answer.body as { token: string };
    expect(page.cookies.get("saphan_token")).toBe(token);
    expect(Object.keys(answer.body as object).sort()).toEqual(["allowInvest", "token"]);
    expect((await page.call("GET", "/api/test/who")).body).toMatchObject({ person: { id: FRESH.id } });
  });

  it("relies on the access token alone, and rejects another wallet's id in the body", async () => {
    expect(await match(holding(openBrowser(house), SECOND.token), FIRST.trueMoneyId)).toMatchObject({
      status: 403,
      body: { code: "wallet-invalid" },
    });
    expect((await match(openBrowser(house), FIRST.trueMoneyId)).status).toBe(403);
  });

  it("finds a wallet only if the caller sends its owner's e-mail as well", async () => {
    const page = holding(openBrowser(house), FIRST.token);
    expect((await match(page, FIRST.trueMoneyId, "investor@saphan.example")).status).toBe(404);
  });

  it("refuses a wallet of another person, and a second wallet of the same person", async () => {
    const other = holding(await logInAs(house, "investor@saphan.example"), FIRST.token);
    expect((await match(other, FIRST.trueMoneyId, "investor@saphan.example")).body).toMatchObject({
      code: "wallet-taken",
    });
    const own = holding(await logInAs(house, FRESH.email), SECOND.token);
    expect((await match(own, SECOND.trueMoneyId)).body).toMatchObject({ code: "wallet-differs" });
    const staff = holding(await logInAs(house, "finance@saphan.example"), SECOND.token);
    expect((await match(staff, SECOND.trueMoneyId, "finance@saphan.example")).body).toMatchObject({
      code: "social-not-for-staff",
    });
  });
});

describe("a linked wallet", () => {
  const INVESTOR = "investor@saphan.example";
  const security = async (page: Browser) => (await page.call("GET", "/api/security")).body;
  const remove = (page: Browser, headers: Record<string, string> = {}) =>
    page.call("POST", "/api/security/wallet/remove", {}, headers);
  const letters = async (template: string) =>
    (await house.mailOf(INVESTOR)).filter((letter) => letter.template === template).length;

  it("can be removed only with the PIN of its owner; a code by e-mail does not replace the PIN", async () => {
    const own = holding(await logInAs(house, INVESTOR), SECOND.token);
    const refused = { status: 403, body: { code: "proof-needed" } };
    expect(await match(own, SECOND.trueMoneyId, INVESTOR)).toMatchObject(refused);
    expect(await security(own)).toMatchObject({ wallet: null, proof: "pin" });
    expect(await proveByMail(own, INVESTOR)).toBe(422);
    expect(await own.call("POST", "/api/security/factor", { code: "999999" })).toMatchObject({
      status: 422,
      body: { code: "code-wrong" },
    });
    expect(await match(own, SECOND.trueMoneyId, INVESTOR)).toMatchObject(refused);
    expect(await linkedTo(INVESTOR)).toBeNull();
    expect((await own.call("POST", "/api/security/factor", { code: "148263" })).status).toBe(204);
    // The proof counts for a limited time, and in this log-in only.
    const other = holding(await logInAs(house, INVESTOR), SECOND.token);
    expect(await match(other, SECOND.trueMoneyId, INVESTOR)).toMatchObject(refused);
    house.pass(5 * 60_000 + 1000);
    expect(await match(own, SECOND.trueMoneyId, INVESTOR)).toMatchObject(refused);
    expect((await own.call("POST", "/api/security/factor", { code: "148263" })).status).toBe(204);
    expect((await match(own, SECOND.trueMoneyId, INVESTOR)).status).toBe(200);
    expect(await security(own)).toMatchObject({ wallet: "•••0002" });
    // The wallet is already saved, so opening the portal again requires no proof.
    expect((await match(other, SECOND.trueMoneyId, INVESTOR)).status).toBe(200);
  });

  it("is removed after the owner enters the PIN, is reported to the owner, and no longer logs the owner in", async () => {
    const other = await logInAs(house, INVESTOR);
    const own = await logInAs(house, INVESTOR);
    // The page requests the proof, then repeats the call with the same key.
    const key = { "idempotency-key": randomUUID() };
    expect(await remove(own, key)).toMatchObject({ status: 403, body: { code: "proof-needed" } });
    expect(await linkedTo(INVESTOR)).toBe(SECOND.trueMoneyId);
    await own.call("POST", "/api/security/factor", { code: "148263" });
    const before = await letters("wallet-removed");
    expect((await remove(own, key)).status).toBe(204);
    expect((await remove(own)).status).toBe(204);
    expect(await letters("wallet-removed")).toBe(before + 1);
    expect(await security(own)).toMatchObject({ wallet: null });
    expect((await other.call("GET", "/api/security")).status).toBe(401);
    const page = holding(openBrowser(house), SECOND.token);
    expect((await match(page, SECOND.trueMoneyId, INVESTOR)).status).toBe(404);
    expect(await trailOf("accounts.unlink")).toHaveLength(1);
  });

  it.each([
    ["forget-password", "/api/auth/forget-password", "/api/auth/reset-password"],
    ["account-recovery", "/api/auth/account-recovery/start", "/api/auth/account-recovery"],
  ])("a linked wallet is removed when the owner's password is replaced: %s", async (_what, ask, set) => {
    await house.db
      .updateTable("people")
      .set({ true_money_id: SECOND.trueMoneyId })
      .where("email", "=", INVESTOR)
      .execute();
    house.pass(61_000);
    const page = openBrowser(house);
    await page.call("POST", ask, { email: INVESTOR });
    const token = await linkToken(house, INVESTOR);
    // The old password is rejected as a new password.
    if (ask.includes("recovery"))
      expect(await page.call("POST", set, { token, password: "Meadow#27xQ" })).toMatchObject({
        status: 422,
        body: { fields: [{ pointer: "/password", code: "password-same" }] },
      });
    const password = ask.includes("recovery") ? "Meadow#28xQ" : "Meadow#27xQ";
    expect((await page.call("POST", set, { token, password })).status).toBeLessThan(300);
    expect(await linkedTo(INVESTOR)).toBeNull();
    await house.mailOf(INVESTOR);
  });
});
