import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsRoutes, createAccounts } from "../../../server/accounts/index.ts";
import { anonymous, createHttp } from "../../../server/http/index.ts";
import { User, undoPhoneChange, userRecord } from "../../../server/identity/index.ts";
import { allConsents, type Browser, buildHouse, type House, logInAs, openBrowser } from "./harness.ts";

// These tests use two portals on one database, one for each brand: Saphan's house, and Nava's rooms beside
// it.
let house: House;
let nava: Pick<House, "app" | "config">;
beforeAll(async () => {
  house = await buildHouse({ issuers: true });
  const config = { ...house.config, brand: "nava" as const };
  const app = await createHttp(config);
  const isOn = (flag: string) => house.flags.has(flag);
  const rooms = createAccounts({
    ...house,
    config,
    legal: house.accounts.legal,
    isOn,
    providers: house.issuers.providers,
  });
  accountsRoutes(app, rooms, {
    user: User,
    userRecord: (id) => userRecord(house.identity, id),
    undoPhoneChange: (token) => undoPhoneChange(house.identity, token),
  });
  app.get("/api/test/who", { config: { access: anonymous } }, async ({ person }) => ({ person }));
  await app.ready();
  nava = { app, config };
});
afterAll(async () => {
  await nava.app.close();
  await house.close();
});

const SAPHANS = { email: "fresh@saphan.example", password: "Saphan#2026" };
const atNava = () => openBrowser(nava);
const enter = (page: Browser, product: string, body: object = {}) =>
  page.call("POST", `/api/transfer/login-with-${product}`, { ...SAPHANS, ...body });

describe("a customer of the other brand", () => {
  it("cannot log in as usual, and learns the reason only with the right password", async () => {
    expect((await atNava().call("POST", "/api/auth/login", SAPHANS)).body).toMatchObject({
      code: "transfer-needed",
    });
    expect(
      (await atNava().call("POST", "/api/auth/login", { ...SAPHANS, password: "Wrong#2026" })).body,
    ).toMatchObject({ code: "wrong-credentials" });
  });

  it("logs in with the old password after consenting to the legal texts again, and normally afterwards", async () => {
    const page = atNava();
    expect(await enter(page, "saphan", { password: "Wrong#2026" })).toMatchObject({ status: 401 });
    expect(await enter(page, "nava")).toMatchObject({ status: 401, body: { code: "wrong-credentials" } });
    expect(await enter(page, "saphan")).toMatchObject({ status: 422, body: { code: "consents-missing" } });
    const before = await consents();
    expect(await enter(page, "saphan", { consents: allConsents(house) })).toMatchObject({ status: 200 });
    expect((await consents()) - before).toBe(3);
    expect(page.cookies.has("nava_token")).toBe(true);
    expect((await atNava().call("POST", "/api/auth/login", SAPHANS)).status).toBe(200);
    expect((await logInAs(house, SAPHANS.email)).cookies.has("saphan_token")).toBe(true);
  });

  it("logs in with the Google account that was linked at the other brand", async () => {
    const person = {
      subject: "108000000000000000077",
      email: "both@gmail.example",
      proved: true,
      name: "Both",
    };
    const begin = async (page: Browser) => {
      const begun = await page.call("POST", "/api/auth/social/start", { provider: "google" });
      const nonce = new URL((begun.body as { url: string }).url).searchParams.get("nonce") ?? "";
      return await house.issuers.keys.google.sign(house.issuers.claims("google", person, nonce));
    };
    const first = atNava();
    const unknown = { idToken: await begin(first), consents: allConsents(house) };
    expect(await first.call("POST", "/api/auth/saphan-google-match", unknown)).toMatchObject({
      status: 404,
      body: { code: "not-a-customer" },
    });
    const home = openBrowser(house);
    const signedUp = { idToken: await begin(home), consents: allConsents(house) };
    expect((await home.call("POST", "/api/auth/google-match", signedUp)).status).toBe(200);
    const page = atNava();
    const idToken = await begin(page);
    expect((await page.call("POST", "/api/auth/saphan-google-match", { idToken })).body).toMatchObject({
      code: "consents-missing",
    });
    const agreed = { idToken, consents: allConsents(house) };
    expect((await page.call("POST", "/api/auth/saphan-google-match", agreed)).status).toBe(200);
  });

  it("has a separate session at each brand, and a token of one brand is rejected at the other", async () => {
    const page = await logInAs(house, SAPHANS.email);
    const thief = atNava();
    thief.cookies.set("nava_token", page.cookies.get("saphan_token") ?? "");
    thief.cookies.set("nava_session", page.cookies.get("saphan_session") ?? "");
    expect((await thief.call("GET", "/api/test/who")).body).toMatchObject({ person: null });
  });

  async function consents(): Promise<number> {
    const rows = await house.db
      .selectFrom("consents as c")
      .innerJoin("people as p", "p.id", "c.person_id")
      .select("c.id")
      .where("p.email", "=", SAPHANS.email)
      .execute();
    return rows.length;
  }
});

describe("the check for an existing account", () => {
  const check = async (email: string, code?: string) => {
    const answer = await house.app.inject({
      url: `/api/transfer/check-existed-user/${encodeURIComponent(email)}`,
      ...(code === undefined ? {} : { headers: { "x-one-time-password": code } }),
    });
    return { status: answer.statusCode, body: answer.json() as object };
  };

  it("gives one answer about an e-mail after its owner proved it by a code", async () => {
    const email = "investor@saphan.example";
    await openBrowser(house).call("POST", "/api/auth/send-otp", {
      channel: "email",
      action: "verify-email",
      email,
    });
    const [mail] = await house.mailOf(email);
    const code = /\b(\d{6})\b/.exec(mail?.body ?? "")?.[1] ?? "";
    expect(await check(email, code)).toEqual({ status: 200, body: { existed: true, products: ["saphan"] } });
    expect(await check(email, code)).toMatchObject({ status: 422, body: { code: "code-expired" } });
  });

  it.each([["nobody@saphan.example"], ["fresh@saphan.example"], ["admin@saphan.example"]])(
    "gives no answer for %s without a code, whether or not an account exists",
    async (email) => {
      expect(await check(email)).toMatchObject({ status: 422, body: { code: "code-expired" } });
      expect(await check(email, "123456")).toMatchObject({ status: 422, body: { code: "code-expired" } });
    },
  );

  it("tells logged-in users about their own account, and rejects an invalid e-mail", async () => {
    const page = await logInAs(house, "fresh@saphan.example");
    const own = await page.call("GET", "/api/transfer/check-existed-user/Fresh@saphan.example");
    expect(own).toMatchObject({ status: 200, body: { existed: true } });
    expect((await page.call("GET", "/api/transfer/check-existed-user/investor@saphan.example")).status).toBe(
      422,
    );
    expect((await check("no e-mail")).status).toBe(422);
  });
});
