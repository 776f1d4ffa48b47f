import { generateKeyPairSync, randomBytes } from "node:crypto";
import { type JWTPayload, SignJWT } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nonceOf } from "../../../server/accounts/id-token.ts";
import { accountsRoutes, createAccounts } from "../../../server/accounts/index.ts";
import { MADE_UP, type MadeUp } from "../../../server/accounts/sandbox/made-up.ts";
import { anonymous, createHttp } from "../../../server/http/index.ts";
import { User, undoPhoneChange, userRecord } from "../../../server/identity/index.ts";
import { allConsents, type Browser, buildHouse, type House, logInAs, openBrowser } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse({ issuers: true });
  for (const flag of ["user-change-logging"]) house.flags.add(flag);
});
afterAll(async () => await house.close());

const MINUTE = 60_000;
let count = 0;
const fresh = (domain: string) => {
  count += 1;
  return `newcomer${count}@${domain}`;
};

/** Returns a Google user whom the portal does not know yet. */
function newcomer(email = fresh("gmail.example")): MadeUp {
  return { subject: `1080${randomBytes(6).toString("hex")}`, email, proved: true, name: "Newcomer" };
}

/**
 * Opens a browser that has started a visit to a provider; also returns the nonce that the token must contain.
 */
async function begin(provider: "google" | "apple" = "google") {
  const page = openBrowser(house);
  const begun = await page.call("POST", "/api/auth/social/start", { provider });
  expect(begun.status).toBe(200);
  const url = new URL((begun.body as { url: string }).url);
  return { page, url, nonce: url.searchParams.get("nonce") ?? "" };
}

async function googleToken(person: MadeUp, nonce: string, over: JWTPayload = {}): Promise<string> {
  return await house.issuers.keys.google.sign({ ...house.issuers.claims("google", person, nonce), ...over });
}

const google = (page: Browser, idToken: string, more: object = {}) =>
  page.call("POST", "/api/auth/google-match", { idToken, ...more });

async function uuidOf(page: Browser): Promise<string | undefined> {
  return ((await page.call("GET", "/api/test/who")).body as { person: { id: string } | null }).person?.id;
}

/** Signs a person up with Google; returns the browser and the ids. */
async function signedUp(person = newcomer()) {
  const { page, nonce } = await begin();
  const answer = await google(page, await googleToken(person, nonce), { consents: allConsents(house) });
  expect(answer.status).toBe(200);
  return { page, person, uuid: (answer.body as { uuid: string }).uuid };
}

describe("a visit to an identity provider", () => {
  it("sends the scopes profile and e-mail, our client id, the return address, state and nonce to the issuer", async () => {
    const { url, page } = await begin();
    expect(`${url.origin}${url.pathname}`).toBe(`${house.issuers.url()}/google/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "id_token",
      scope: "openid profile email",
      client_id: house.issuers.providers().google?.clientId,
      redirect_uri: "http://localhost:3105/login/google",
      nonce: nonceOf(page.cookies.get("saphan_social") ?? ""),
    });
    const apple = (await begin("apple")).url;
    expect(Object.fromEntries(apple.searchParams)).toMatchObject({
      response_type: "code",
      response_mode: "form_post",
      scope: "name email",
      redirect_uri: "http://localhost:3105/api/auth/apple/return",
    });
  });

  it("lets the user choose an account at the provider only after a log-out", async () => {
    const page = openBrowser(house);
    const urls = await Promise.all(
      [true, false].map(async (choose) => {
        const begun = await page.call("POST", "/api/auth/social/start", { provider: "google", choose });
        return new URL((begun.body as { url: string }).url).searchParams.get("prompt");
      }),
    );
    expect(urls).toEqual(["select_account", null]);
  });

  it("lists the available providers", async () => {
    expect((await openBrowser(house).call("GET", "/api/auth/social")).body).toEqual({
      providers: ["google", "apple"],
    });
  });

  it("accepts a form post from another origin only from Apple, and redirects it to a page address", async () => {
    const answer = await house.app.inject({
      method: "POST",
      url: "/api/auth/apple/return",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://appleid.apple.com",
        "sec-fetch-site": "cross-site",
      },
      payload: "code=a%26b&state=s&user=%7B%7D&next=https%3A%2F%2Fevil.example",
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/login/apple?code=a%26b&state=s"]);
  });
});

describe("log-in with Google", () => {
  it("opens an account for a new person after three consents, and finds the account again by its sub", async () => {
    const person = newcomer();
    const { page, nonce } = await begin();
    const idToken = await googleToken(person, nonce);
    const asked = await google(page, idToken);
    expect(asked).toMatchObject({ status: 422, body: { code: "consents-missing" } });
    expect((asked.body as { fields: { pointer: string }[] }).fields.map(({ pointer }) => pointer)).toEqual([
      "/consents/privacy",
      "/consents/terms",
      "/consents/publicity",
    ]);
    const answer = await google(page, idToken, { consents: allConsents(house) });
    expect(answer).toMatchObject({ status: 200 });
    const { uuid } = answer.body as { uuid: string };
    const record = (await page.call("GET", `/api/user/${uuid}`)).body;
    expect(record).toMatchObject({ email: person.email, isVerified: true, customerType: "INDIVIDUAL" });
    const consents = await house.db
      .selectFrom("consents")
      .select(["purpose", "channel"])
      .where("person_id", "=", uuid)
      .orderBy("purpose")
      .execute();
    expect(consents.map(({ purpose, channel }) => `${purpose} ${channel}`)).toEqual([
      "privacy social:google",
      "publicity social:google",
      "terms social:google",
    ]);
    expect((await house.mailOf(person.email)).map(({ template }) => template)).toEqual(["welcome"]);

    // The person's address has changed since then, and another person may have it now.
    const again = await begin();
    const later = await google(
      again.page,
      await googleToken({ ...person, email: "moved@gmail.example" }, again.nonce),
    );
    expect(later).toMatchObject({ status: 200, body: { uuid } });
    const trail = await house.db
      .selectFrom("audit_lines")
      .select("detail")
      .where("action", "=", "accounts.changeUser")
      .where("subject", "=", `person:${uuid}`)
      .execute();
    expect(JSON.stringify(trail)).toContain('"google"');
    expect(JSON.stringify(trail)).not.toContain(person.subject);
  });

  it("creates no password, and no password works until the person sets one by e-mail", async () => {
    const { person } = await signedUp();
    for (const password of ["", "Saphan#2026"])
      expect(
        (await openBrowser(house).call("POST", "/api/auth/login", { email: person.email, password })).status,
      ).toBe(401);
  });

  it.each([
    ["an address with upper case and a plus", "Kan.Chana+Saphan@Gmail.Example", true],
    ["an address in Thai letters", "กานต์@อีเมล.ไทย", true],
    ["an address of 300 characters", `${"a".repeat(288)}@gmail.example`, true],
  ])("saves %s as the provider spells it", async (_what, email) => {
    const { uuid } = await signedUp(newcomer(email));
    const kept = await house.db
      .selectFrom("people")
      .select("email")
      .where("id", "=", uuid)
      .executeTakeFirst();
    expect(kept?.email).toBe(email);
    // Another spelling of an address belongs to the same person and cannot sign up twice.
    const { page, nonce } = await begin();
    const other = await google(page, await googleToken(newcomer(email.toUpperCase()), nonce), {
      consents: allConsents(house),
    });
    expect(other).toMatchObject({ status: 409, body: { code: "link-needed", params: { email } } });
  });

  const wrong: readonly (readonly [
    string,
    (person: MadeUp, nonce: string) => Promise<string>,
    number,
    string,
  ])[] = [
    ["for another portal", (p, n) => googleToken(p, n, { aud: "other.example" }), 401, "social-invalid"],
    [
      "for several portals at once",
      (p, n) =>
        googleToken(p, n, { aud: ["other.example", house.issuers.providers().google?.clientId ?? ""] }),
      401,
      "social-invalid",
    ],
    [
      "of another issuer",
      (p, n) => googleToken(p, n, { iss: "https://evil.example" }),
      401,
      "social-invalid",
    ],
    ["of another visit", (p) => googleToken(p, nonceOf("another")), 401, "social-invalid"],
    [
      "without a nonce",
      async (p, n) => {
        const { nonce: _, ...claims } = house.issuers.claims("google", p, n);
        return await house.issuers.keys.google.sign(claims);
      },
      401,
      "social-invalid",
    ],
    [
      "that has expired",
      (p, n) => googleToken(p, n, { exp: Math.floor(Date.now() / 1000) - 120 }),
      401,
      "social-invalid",
    ],
    [
      "that was made an hour ago",
      (p, n) => googleToken(p, n, { iat: Math.floor(Date.now() / 1000) - 3_600 }),
      401,
      "social-invalid",
    ],
    ["without a subject", (p, n) => googleToken({ ...p, subject: "" }, n), 401, "social-invalid"],
    ["with an unverified e-mail", (p, n) => googleToken({ ...p, proved: false }, n), 422, "social-email"],
    ["that says alg none", async (p, n) => unsigned(p, n), 401, "social-invalid"],
    ["signed by a key of one's own", (p, n) => forgedBy("RS256", p, n), 401, "social-invalid"],
    ["signed by us with HS256 and the public key", (p, n) => forgedBy("HS256", p, n), 401, "social-invalid"],
    [
      "of Apple",
      (p, n) => house.issuers.keys.apple.sign(house.issuers.claims("apple", p, n)),
      401,
      "social-invalid",
    ],
    ["that is no token", async () => "not.a.token", 401, "social-invalid"],
  ];
  it.each(wrong)("refuses a token %s", async (_what, made, status, code) => {
    const { page, nonce } = await begin();
    const answer = await google(page, await made(newcomer(), nonce), { consents: allConsents(house) });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await uuidOf(page)).toBeUndefined();
  });

  it("accepts a token if the token's clock differs from the portal's by less than a minute", async () => {
    const { page, nonce } = await begin();
    const soon = Math.floor(Date.now() / 1000) + 45;
    const token = await googleToken(newcomer(), nonce, { iat: soon, exp: soon + 3_600 });
    expect((await google(page, token, { consents: allConsents(house) })).status).toBe(200);
  });

  it("accepts a valid token once, only in the browser that requested it", async () => {
    const { person } = await signedUp();
    const { page, nonce } = await begin();
    const idToken = await googleToken(person, nonce);
    const stolen = await begin();
    expect((await google(stolen.page, idToken)).status).toBe(401);
    const bare = openBrowser(house);
    expect((await google(bare, idToken)).status).toBe(401);
    const social = page.cookies.get("saphan_social") ?? "";
    expect((await google(page, idToken)).status).toBe(200);
    page.cookies.set("saphan_social", social);
    expect((await google(page, idToken)).status).toBe(401);
  });

  it("accepts one of ten parallel uses of the same token", async () => {
    const { person } = await signedUp();
    const { page, nonce } = await begin();
    const idToken = await googleToken(person, nonce);
    const social = page.cookies.get("saphan_social") ?? "";
    const all = await Promise.all(
      Array.from({ length: 10 }, () => {
        const same = openBrowser(house);
        same.cookies.set("saphan_social", social);
        return google(same, idToken);
      }),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("ends a visit to Google after ten minutes", async () => {
    const { page, nonce } = await begin();
    const idToken = await googleToken(newcomer(), nonce);
    expect((await google(page, idToken)).status).toBe(422);
    house.pass(10 * MINUTE + 1_000);
    expect((await google(page, idToken, { consents: allConsents(house) })).status).toBe(401);
    house.pass(-10 * MINUTE - 1_000);
  });

  it("accepts a token signed with the issuer's new key, and refuses one signed with a withdrawn key", async () => {
    const { person } = await signedUp();
    const old = await begin();
    const bySigned = await googleToken(person, old.nonce);
    await house.issuers.keys.google.rotate();
    await new Promise((done) => setTimeout(done, 1_100));
    const fresh = await begin();
    expect((await google(fresh.page, await googleToken(person, fresh.nonce))).status).toBe(200);
    expect((await google(old.page, bySigned)).status).toBe(200);
  });

  it("is refused to staff, who use their password", async () => {
    const { page, nonce } = await begin();
    const answer = await google(page, await googleToken(newcomer("admin@saphan.example"), nonce), {
      password: "Saphan#2026",
    });
    expect(answer).toMatchObject({ status: 403, body: { code: "social-not-for-staff" } });
  });

  it("accepts an active sale code, and otherwise reports an error at the sale code's field", async () => {
    const { page, nonce } = await begin();
    const idToken = await googleToken(newcomer(), nonce);
    const consents = allConsents(house);
    const answer = await google(page, idToken, { consents, saleCode: "NOSUCH99" });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "sale-code", fields: [{ pointer: "/saleCode" }] },
    });
    expect((await google(page, idToken, { consents, saleCode: "welcome1" })).status).toBe(200);
  });

  async function unsigned(person: MadeUp, nonce: string): Promise<string> {
    const part = (of: object) => Buffer.from(JSON.stringify(of)).toString("base64url");
    return `${part({ alg: "none" })}.${part(house.issuers.claims("google", person, nonce))}.`;
  }

  async function forgedBy(alg: "RS256" | "HS256", person: MadeUp, nonce: string): Promise<string> {
    const [published] = (await house.issuers.keys.google.published()).keys;
    const key =
      alg === "RS256"
        ? generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
        : Buffer.from(String(published?.n), "base64url");
    return await new SignJWT(house.issuers.claims("google", person, nonce))
      .setProtectedHeader({ alg, kid: String(published?.kid) })
      .sign(key);
  }
});

describe("an e-mail that already has an account", () => {
  const own = async (email: string) => {
    const { page, nonce } = await begin();
    return { page, idToken: await googleToken(newcomer(email), nonce) };
  };

  it("an e-mail with an account is linked to the provider only with the account's password, and the owner is notified", async () => {
    const { page, idToken } = await own("fresh@saphan.example");
    expect(await google(page, idToken, { consents: allConsents(house) })).toMatchObject({
      status: 409,
      body: { code: "link-needed", params: { email: "fresh@saphan.example" } },
    });
    expect(await google(page, idToken, { password: "Wrong#2026" })).toMatchObject({
      status: 401,
      body: { code: "wrong-credentials" },
    });
    expect(await uuidOf(page)).toBeUndefined();
    expect((await google(page, idToken, { password: "Saphan#2026" })).status).toBe(200);
    const [mail] = (await house.mailOf("fresh@saphan.example")).filter(
      ({ template }) => template === "social-linked",
    );
    expect(mail?.subject).toContain("Google");
  });

  it("an e-mail with an account is linked to the provider once if two visits run in parallel, with one letter to the owner", async () => {
    const email = fresh("example.com");
    await signedUp(newcomer(email));
    await sql`update credentials set password_hash = (select c.password_hash from credentials c
      join people p on p.id = c.person_id where p.email = 'fresh@saphan.example')
      where person_id = (select id from people where email = ${email})`.execute(house.db);
    const another = newcomer(email);
    const visit = async () => {
      const { page, nonce } = await begin();
      return await google(page, await googleToken(another, nonce), { password: "Saphan#2026" });
    };
    const answers = await Promise.all([visit(), visit()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const lines = await house.db
      .selectFrom("audit_lines as l")
      .innerJoin("people as p", (on) => on.on(sql<boolean>`l.subject = 'person:' || p.id`))
      .where("p.email", "=", email)
      .where("l.action", "=", "accounts.link")
      .select("l.id")
      .execute();
    // The audit trail has one line for the sign-up and one for the link.
    expect(lines.length).toBe(2);
    const told = (await house.mailOf(email)).filter(({ template }) => template === "social-linked");
    expect(told.length).toBe(1);
  });

  it("can be linked again after a password reset, and the previously linked account loses access", async () => {
    const email = "support@saphan.example";
    await sql`update people set role = null where email = ${email}`.execute(house.db);
    await sql`delete from authenticators where person_id = (select id from people where email = ${email})`.execute(
      house.db,
    );
    const theirs = newcomer(email);
    const enter = async (more: object = {}) => {
      const { page, nonce } = await begin();
      return await google(page, await googleToken(theirs, nonce), more);
    };
    expect((await enter({ password: "Saphan#2026" })).status).toBe(200);
    expect((await enter()).status).toBe(200);
    await openBrowser(house).call("POST", "/api/auth/forget-password", { email });
    // Because the clock is stopped, other letters have the same time.
    const mails = await house.mailOf(email);
    const body = mails.find(({ template }) => template === "reset-password")?.body ?? "";
    const reset = { token: /token=([\w-]+)/.exec(body)?.[1] ?? "", password: "Another#26" };
    expect((await openBrowser(house).call("POST", "/api/auth/reset-password", reset)).status).toBe(204);
    expect(await enter()).toMatchObject({ status: 409, body: { code: "link-needed" } });
    expect((await enter({ password: "Another#26" })).status).toBe(200);
  });

  it("an e-mail with an account is linked to the provider only by a code sent to that mailbox", async () => {
    const { page, idToken } = await own("investor@saphan.example");
    const send = async (action: string) =>
      await page.call("POST", "/api/auth/send-otp", {
        channel: "email",
        action,
        email: "investor@saphan.example",
      });
    await send("verify-email");
    const [elsewhere] = await house.mailOf("investor@saphan.example");
    expect(
      await google(page, idToken, { emailCode: /\b(\d{6})\b/.exec(elsewhere?.body ?? "")?.[1] ?? "" }),
    ).toMatchObject({ status: 422, body: { code: "code-expired" } });
    await send("link-account");
    const [mail] = await house.mailOf("investor@saphan.example");
    const emailCode = /\b(\d{6})\b/.exec(mail?.body ?? "")?.[1] ?? "";
    const other = String((Number(emailCode) + 1) % 1_000_000).padStart(6, "0");
    expect(await google(page, idToken, { emailCode: other })).toMatchObject({
      status: 422,
      body: { code: "code-wrong" },
    });
    expect((await google(page, idToken, { emailCode })).status).toBe(200);
    expect(await uuidOf(page)).toBe("00000000-0000-4000-8000-000000000001");
  });

  it("belongs to the mailbox's owner if a stranger signed up with it without confirming, and the stranger's password is removed", async () => {
    const email = fresh("example.com");
    const stranger = openBrowser(house);
    const signUp = await stranger.call("POST", "/api/auth/signup", {
      email,
      password: "Kx7#brindl",
      customerType: "INDIVIDUAL",
      consents: allConsents(house),
    });
    expect(signUp.body).toMatchObject({ email });
    const { page, idToken } = await own(email);
    await page.call("POST", "/api/auth/send-otp", { channel: "email", action: "link-account", email });
    const [mail] = (await house.mailOf(email)).filter(({ template }) => template === "otp");
    const emailCode = /\b(\d{6})\b/.exec(mail?.body ?? "")?.[1] ?? "";
    expect(await google(page, idToken, { emailCode })).toMatchObject({ status: 200 });
    const guess = await openBrowser(house).call("POST", "/api/auth/login", {
      email,
      password: "Kx7#brindl",
    });
    expect(guess.status).toBe(401);
  });
});

describe("changes to a person", () => {
  it.each([
    ["on", 1],
    ["off", 0],
  ])(
    "changes to a person appear in the audit trail with user-change-logging %s: %s",
    async (position, lines) => {
      if (position === "on") house.flags.add("user-change-logging");
      else house.flags.delete("user-change-logging");
      const { uuid } = await signedUp();
      const trail = await house.db
        .selectFrom("audit_lines")
        .select("detail")
        .where("action", "=", "accounts.changeUser")
        .where("subject", "=", `person:${uuid}`)
        .execute();
      expect(trail).toHaveLength(lines);
      house.flags.add("user-change-logging");
    },
  );
});

describe("two processes on one database", () => {
  it("share sessions, log-outs, visits to identity providers and the limits of log-ins", async () => {
    const app = await createHttp(house.config, { logStream: { write: () => undefined } });
    accountsRoutes(app, createAccounts({ ...house, ...roomOf(house) }), {
      user: User,
      userRecord: (id) => userRecord(house.identity, id),
      undoPhoneChange: (token) => undoPhoneChange(house.identity, token),
    });
    app.get("/api/test/who", { config: { access: anonymous } }, async ({ person }) => ({ person }));
    await app.ready();
    const other = { app, config: house.config };
    const { page, uuid } = await signedUp();
    const moved = (to: Pick<House, "app" | "config">, from: Browser) => {
      const same = openBrowser(to);
      for (const [name, value] of from.cookies) same.cookies.set(name, value);
      return same;
    };
    expect(await uuidOf(moved(other, page))).toBe(uuid);
    await moved(other, page).call("POST", "/api/auth/logout", {});
    expect(await uuidOf(page)).toBeUndefined();

    const visit = await begin();
    const idToken = await googleToken(newcomer(), visit.nonce);
    const there = moved(other, visit.page);
    expect((await google(there, idToken, { consents: allConsents(house) })).status).toBe(200);
    expect((await google(visit.page, idToken)).status).toBe(401);

    const wrong = { email: "support@saphan.example", password: "Wrong#2026" };
    const statuses: number[] = [];
    for (let at = 0; at < 8; at += 1)
      statuses.push(
        (await openBrowser(at % 2 ? other : house).call("POST", "/api/auth/login", wrong)).status,
      );
    expect(statuses).toContain(429);
    await app.close();
  });

  function roomOf({ accounts, flags, issuers }: House) {
    return { legal: accounts.legal, isOn: (flag: string) => flags.has(flag), providers: issuers.providers };
  }
});

describe("log-in with Apple", () => {
  const [hidden] = MADE_UP.apple;
  const returned = (nonce: string, over: { idToken?: string; redirectUri?: string } = {}) =>
    house.issuers.code({
      person: hidden as MadeUp,
      nonce,
      redirectUri: "http://localhost:3105/api/auth/apple/return",
      ...over,
    });
  const apple = (page: Browser, authCode: string, more: object = {}) =>
    page.call("POST", "/api/auth/apple-match", { authCode, ...more });

  it("exchanges the code once, and accepts it again in a repeated call that adds the missing fields", async () => {
    const { page, nonce } = await begin("apple");
    const authCode = returned(nonce);
    expect((await apple(page, authCode)).body).toMatchObject({ code: "consents-missing" });
    const answer = await apple(page, authCode, { consents: allConsents(house) });
    expect(answer.status).toBe(200);
    const again = await begin("apple");
    const later = await apple(again.page, returned(again.nonce));
    expect(later).toMatchObject({ status: 200, body: { uuid: (answer.body as { uuid: string }).uuid } });
  });

  it.each([
    ["that was already exchanged", async (n: string) => returned(n), 2],
    ["from another visit", async () => returned(nonceOf("another")), 1],
    [
      "for another address",
      async (n: string) => returned(n, { redirectUri: "http://localhost:3105/evil" }),
      1,
    ],
    ["that Apple never issued", async () => "c0ffee", 1],
    [
      "with a token from Google",
      async (n: string) => returned(n, { idToken: await googleToken(newcomer(), n) }),
      1,
    ],
  ] as const)("refuses a code %s", async (_what, made, times) => {
    const { page, nonce } = await begin("apple");
    const authCode = await made(nonce);
    for (let at = 1; at < times; at += 1) {
      const first = openBrowser(house);
      first.cookies.set("saphan_social", page.cookies.get("saphan_social") ?? "");
      expect((await apple(first, authCode)).status).toBe(200);
    }
    expect(await apple(page, authCode)).toMatchObject({ status: 401, body: { code: "social-invalid" } });
  });
});

describe("log-in from a new device", () => {
  it("log-in from a new device is reported by e-mail, unless the device is known or is the person's first", async () => {
    const { page, person } = await signedUp();
    const told = async () =>
      (await house.mailOf(person.email)).filter(({ template }) => template === "new-device").length;
    expect(await told()).toBe(0);
    const known = await begin();
    known.page.cookies.set("saphan_device", page.cookies.get("saphan_device") ?? "");
    expect((await google(known.page, await googleToken(person, known.nonce))).status).toBe(200);
    expect(await told()).toBe(0);
    const other = await begin();
    expect((await google(other.page, await googleToken(person, other.nonce))).status).toBe(200);
    expect(await told()).toBe(1);
  });
});

describe("the list of a person's sessions", () => {
  type Own = { id: string; current: boolean; browser: string; network: string; enteredWith: string };
  const sessionsOf = async (page: Browser) =>
    ((await page.call("GET", "/api/sessions")).body as { sessions: Own[] }).sessions;

  it("shows browser, network and log-in method, and can end one session or all others at once", async () => {
    const { page, person } = await signedUp();
    const second = await begin();
    await google(second.page, await googleToken(person, second.nonce));
    const third = await begin();
    await google(third.page, await googleToken(person, third.nonce));
    const all = await sessionsOf(page);
    expect(all).toHaveLength(3);
    expect(all.filter(({ current }) => current)).toHaveLength(1);
    expect(all[0]).toMatchObject({ network: "192.0.2.x", enteredWith: "google", browser: "other/other" });
    const secondId = (await sessionsOf(second.page)).find(({ current }) => current)?.id ?? "";
    expect((await page.call("POST", `/api/sessions/${secondId}/end`, {})).status).toBe(204);
    expect(await uuidOf(second.page)).toBeUndefined();
    expect((await page.call("POST", "/api/sessions/end-others", {})).status).toBe(204);
    expect(await uuidOf(third.page)).toBeUndefined();
    expect(await sessionsOf(page)).toHaveLength(1);
  });

  it("shows and ends only the person's own sessions", async () => {
    const { page } = await signedUp();
    const [own] = await sessionsOf(page);
    const other = await logInAs(house, "investor@saphan.example");
    expect(await other.call("POST", `/api/sessions/${own?.id}/end`, {})).toMatchObject({
      status: 404,
      body: { code: "not-found" },
    });
    expect(await uuidOf(page)).toBeDefined();
  });
});
