import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCookies } from "../../../server/accounts/cookies.ts";
import { seedDemoPeople } from "../../../server/accounts/development/index.ts";
import { createAccounts } from "../../../server/accounts/index.ts";
import { readToken, signToken } from "../../../server/accounts/session-token.ts";
import { anonymous, createHttp } from "../../../server/http/index.ts";
import { keyFor } from "../../../server/keys.ts";
import { demoFactor } from "./app-code.ts";
import { buildHouse, type House, linkToken, logInAs, openBrowser } from "./harness.ts";
import { workOf } from "./work-of.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

const INVESTOR = "investor@saphan.example";
const MINUTE = 60_000;

/** Returns a token with our signature for the demo investor, made by `made`. */
async function forged(made: (token: SignJWT) => SignJWT): Promise<string> {
  const token = new SignJWT({ uuid: "00000000-0000-4000-8000-000000000001" })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h");
  return await made(token).sign(keyFor(house.config, "session-token:saphan"));
}

async function who(browser: Awaited<ReturnType<typeof logInAs>>) {
  return ((await browser.call("GET", "/api/test/who")).body as { person: { id: string } | null }).person;
}

describe("a session", () => {
  it("has a readable token with only uuid and exp, and a secret that pages cannot read", async () => {
    const browser = openBrowser(house);
    let expiresAt = 0;
    const answer = await house.still(async () => {
      expiresAt = Math.floor((house.clock.wall().getTime() + 30 * MINUTE) / 1000);
      return await browser.call("POST", "/api/auth/login", { email: INVESTOR, password: "Saphan#2026" });
    });
    const [token, secret] = answer.setCookies;
    expect(token).toMatch(/^saphan_token=/);
    expect(token).not.toMatch(/HttpOnly/i);
    expect(secret).toMatch(/^saphan_session=.*HttpOnly/i);
    expect(secret).toMatch(/SameSite=Lax/i);
    expect(secret).not.toMatch(/Secure/i);
    const payload = JSON.parse(
      Buffer.from(browser.cookies.get("saphan_token")?.split(".")[1] ?? "", "base64url").toString(),
    );
    // The token belongs to a person, and its audience identifies no one.
    expect(Object.keys(payload).sort()).toEqual(["aud", "exp", "uuid"]);
    const { id } = await house.db
      .selectFrom("people")
      .select("id")
      .where("email_key", "=", INVESTOR)
      .executeTakeFirstOrThrow();
    expect(payload.uuid).toBe(id);
    expect(payload.aud).toBe("http://localhost:3105#saphan");
    expect(payload.exp).toBe(expiresAt);
  });

  it("needs both cookies for a read, and for a change the token as bearer as well", async () => {
    const browser = await logInAs(house, INVESTOR);
    expect(await who(browser)).not.toBeNull();
    const change = (bearer?: null) =>
      browser.call("POST", "/api/test/change", {}, bearer === null ? { bearer } : {});
    expect((await change()).body).toMatchObject({ person: { role: null } });
    expect((await change(null)).body).toEqual({ person: null });
    const withoutSecret = await logInAs(house, INVESTOR);
    withoutSecret.cookies.delete("saphan_session");
    expect(await who(withoutSecret)).toBeNull();
    const withoutToken = await logInAs(house, INVESTOR);
    withoutToken.cookies.delete("saphan_token");
    expect(await who(withoutToken)).toBeNull();
  });

  it.each([
    [
      "another person's token",
      async () => (await logInAs(house, "fresh@saphan.example")).cookies.get("saphan_token"),
    ],
    [
      "a token with the algorithm none",
      async () => `${part({ alg: "none" })}.${part({ uuid: "x", exp: 9e9 })}.`,
    ],
    [
      "a token of the other brand",
      async () =>
        await new SignJWT({ uuid: "00000000-0000-4000-8000-000000000001" })
          .setProtectedHeader({ alg: "HS256" })
          .setAudience(house.accounts.audience)
          .setExpirationTime("1h")
          .sign(keyFor(house.config, "session-token:nava")),
    ],
    [
      "a token of another installation with the same key",
      async () => await forged((token) => token.setAudience("https://test.saphan.example#saphan")),
    ],
    ["a token without an audience", async () => await forged((token) => token)],
    [
      "an expired token",
      async () =>
        await new SignJWT({ uuid: "00000000-0000-4000-8000-000000000001" })
          .setProtectedHeader({ alg: "HS256" })
          .setAudience(house.accounts.audience)
          .setExpirationTime(Math.floor(Date.now() / 1000) - 1)
          .sign(keyFor(house.config, "session-token:saphan")),
    ],
    ["a text that is no token", async () => "not.a.token"],
  ])("is not opened by %s", async (_what, token) => {
    const browser = await logInAs(house, INVESTOR);
    const answer = await browser.call("GET", "/api/test/who", undefined, { bearer: (await token()) ?? "" });
    expect(answer.body).toMatchObject({ person: null });
  });

  it("a valid token that the test signs itself opens a session, so the cases above fail for their stated reasons", async () => {
    const browser = await logInAs(house, INVESTOR);
    const bearer = await forged((token) => token.setAudience(house.accounts.audience));
    const answer = await browser.call("GET", "/api/test/who", undefined, { bearer });
    expect(answer.body).toMatchObject({ person: { role: null } });
  });

  it.each([
    ["http://localhost:3105", "saphan_", ["token", "session", "visitor", "device"]],
    ["https://portal.example", "__Host-saphan_", ["session", "visitor", "device"]],
  ])(
    "a session at the address %s has hidden cookies whose names begin with %s",
    (origin, beginning, hidden) => {
      const { names } = createCookies({ brand: "saphan", origin });
      expect(hidden.map((name) => names[name as keyof typeof names])).toEqual(
        hidden.map((name) => `${beginning}${name}`),
      );
      expect(names.token).toBe("saphan_token");
    },
  );

  it("a session on a TLS host uses hidden cookies that browsers accept and delete", async () => {
    const cookies = createCookies({ brand: "saphan", origin: "https://portal.example" });
    const app = await createHttp({ ...house.config, logLevel: "silent" });
    app.get("/api/test/set", { config: { access: anonymous } }, async (_request, reply) => {
      cookies.setSession(reply, "secret");
      return {};
    });
    app.get("/api/test/clear", { config: { access: anonymous } }, async (_request, reply) => {
      cookies.clear(reply);
      return {};
    });
    const answers = [await app.inject("/api/test/set"), await app.inject("/api/test/clear")];
    const set = answers.flatMap(({ headers }) => headers["set-cookie"] ?? []);
    await app.close();
    const hidden = set.filter((line) => line.startsWith("__Host-"));
    expect(hidden).toHaveLength(3);
    for (const line of hidden) {
      expect(line).toMatch(/; Path=\/(;|$)/);
      expect(line).toMatch(/; Secure/);
      expect(line).not.toMatch(/Domain/i);
    }
  });

  it("ends after 30 idle minutes, is extended by use, and always ends after 12 hours", async () => {
    const idle = await logInAs(house, INVESTOR);
    house.pass(31 * MINUTE);
    expect(await who(idle)).toBeNull();
    const used = await logInAs(house, INVESTOR);
    for (let hour = 0; hour < 12 * 60 - 20; hour += 20) {
      house.pass(20 * MINUTE);
      expect(await who(used), `after ${hour + 20} minutes`).not.toBeNull();
    }
    house.pass(21 * MINUTE);
    expect(await who(used)).toBeNull();
  });

  it("a staff session ends after 10 idle minutes", async () => {
    const browser = await logInAs(house, "compliance@saphan.example");
    house.pass(9 * MINUTE);
    expect(await who(browser)).not.toBeNull();
    house.pass(11 * MINUTE);
    expect(await who(browser)).toBeNull();
  });

  it("is not extended by calls that the page makes by itself", async () => {
    const browser = await logInAs(house, INVESTOR);
    const uuid = (await who(browser))?.id;
    for (let minute = 0; minute < 32; minute += 8) {
      house.pass(8 * MINUTE);
      await browser.call("GET", `/api/security/${uuid}/security-locked`);
    }
    expect(await who(browser)).toBeNull();
  });

  it("ends at log-out, which deletes the cookies with and without domain", async () => {
    const browser = await logInAs(house, INVESTOR);
    const kept = new Map(browser.cookies);
    const answer = await browser.call("POST", "/api/auth/logout");
    expect(answer.status).toBe(204);
    for (const name of ["saphan_token", "saphan_session", "saphan_tmn_access_token"]) {
      const lines = answer.setCookies.filter((line) => line.startsWith(`${name}=;`));
      expect(lines).toHaveLength(2);
      expect(lines.filter((line) => /Domain=localhost/i.test(line))).toHaveLength(1);
    }
    for (const [name, value] of kept) browser.cookies.set(name, value);
    expect(await who(browser)).toBeNull();
    expect((await browser.call("POST", "/api/auth/logout")).status).toBe(204);
  });

  it("ends when a user logs in again in the same browser", async () => {
    const browser = await logInAs(house, INVESTOR);
    const before = new Map(browser.cookies);
    await browser.call("POST", "/api/auth/login", { email: INVESTOR, password: "Saphan#2026" });
    expect(await who(browser)).not.toBeNull();
    for (const [name, value] of before) browser.cookies.set(name, value);
    expect(await who(browser)).toBeNull();
  });

  it("gives access to the record of its own user only", async () => {
    const browser = await logInAs(house, INVESTOR);
    const uuid = (await who(browser))?.id;
    const own = await browser.call("GET", `/api/user/${uuid}`);
    expect(own).toMatchObject({
      status: 200,
      body: {
        uuid,
        role: null,
        email: INVESTOR,
        customerType: "INDIVIDUAL",
        trueMoneyId: null,
        allowInvest: true,
        isVerified: true,
        agreeFatca: true,
        walletAddress: null,
        bankName: "004",
        passDopa: true,
        kyc: { status: "VERIFIED", contractVerified: true },
        onfido: { status: "VERIFIED" },
        verifio: { status: "VERIFIED" },
        liveness: { status: "VERIFIED" },
        suit: { status: "VERIFIED" },
      },
    });
    const other = await browser.call("GET", "/api/user/00000000-0000-4000-8000-000000000002");
    expect(other.status).toBe(404);
    expect((await openBrowser(house).call("GET", `/api/user/${uuid}`)).status).toBe(401);
    expect((await browser.call("GET", "/api/user/no-id")).status).toBe(404);
  });

  it("a locked person's session answers 423 to everything except the lock status and log-out", async () => {
    const email = "fresh@saphan.example";
    const browser = await logInAs(house, email);
    const uuid = (await who(browser))?.id as string;
    expect((await browser.call("GET", `/api/security/${uuid}/security-locked`)).body).toBe(false);
    await house.db.updateTable("people").set({ locked_at: new Date() }).where("id", "=", uuid).execute();
    expect(await browser.call("GET", `/api/user/${uuid}`)).toMatchObject({
      status: 423,
      body: { code: "account-locked" },
    });
    expect((await browser.call("GET", `/api/security/${uuid}/security-locked`)).body).toBe(true);
    expect((await browser.call("POST", "/api/auth/logout")).status).toBe(204);
    await house.db.updateTable("people").set({ locked_at: null }).where("id", "=", uuid).execute();
  });

  it("is not created for a stranger who starts a flow and gets a visitor cookie", async () => {
    const browser = openBrowser(house);
    expect((await browser.call("GET", "/api/test/who")).body).toEqual({ person: null, visitor: null });
    const begun = await browser.call("POST", "/api/flows/test/instances", {});
    expect(begun.setCookies[0]).toMatch(/^saphan_visitor=.*HttpOnly/i);
    const { visitor } = begun.body as { visitor: string };
    expect(visitor).toMatch(/^[0-9a-f]{64}$/);
    expect((await browser.call("GET", "/api/test/who")).body).toEqual({ person: null, visitor });
  });
});

describe("a forgotten password", () => {
  it("can be reset once by a link, which ends every session", async () => {
    const email = "support@saphan.example";
    const before = await logInAs(house, email);
    expect((await before.call("POST", "/api/auth/forget-password", { email })).status).toBe(204);
    const token = await linkToken(house, email);
    const check = await before.call("POST", "/api/auth/reset-password/verify", { token });
    expect(check.body).toEqual({ email: "s••••••@saphan.example", restores: false });
    const weak = await before.call("POST", "/api/auth/reset-password", { token, password: "weak" });
    expect(weak).toMatchObject({ status: 422, body: { fields: [{ pointer: "/password" }] } });
    const password = "Fresh+Start1";
    expect((await before.call("POST", "/api/auth/reset-password", { token, password })).status).toBe(204);
    const again = await before.call("POST", "/api/auth/reset-password", { token, password });
    expect(again).toMatchObject({ status: 410, body: { code: "link-invalid" } });
    expect((await before.call("POST", "/api/auth/reset-password/verify", { token })).body).toBeNull();
    expect(await who(before)).toBeNull();
    await expect(logInAs(house, email)).rejects.toThrow("wrong-credentials");
    expect(await who(await logInAs(house, email, password))).not.toBeNull();
  });

  it("is requested with the answer 204 after the same time, whether or not the e-mail has an account", async () => {
    // The queue for letters is opened at its first use, which must not count as work of the call.
    await house.jobs.drain();
    for (const email of ["admin@saphan.example", "nobody@example.com"]) {
      const { answer, work } = await workOf(() =>
        openBrowser(house).call("POST", "/api/auth/forget-password", { email }),
      );
      expect(answer).toMatchObject({ status: 204, body: null, setCookies: [] });
      expect(work).toMatchObject({ hashes: [], evened: 1 });
      // Both cases must fit into one interval of `EVEN_MS`, although a letter needs a few more statements.
      expect(work.statements.length).toBeLessThanOrEqual(10);
    }
    expect(await house.mailOf("admin@saphan.example")).toHaveLength(1);
  });
});

describe("log-in", () => {
  it("gives the same answer after the same work for a wrong password as for an unknown e-mail", async () => {
    const guess = (email: string, round: number) =>
      workOf(() =>
        openBrowser(house).call(
          "POST",
          "/api/auth/login",
          { email, password: "Wrong!Pass1" },
          { ip: `198.51.100.${round}` },
        ),
      );
    const shown = ({ answer }: Awaited<ReturnType<typeof guess>>) => {
      const { requestId: _, ...body } = answer.body as { requestId: string };
      return { status: answer.status, body, cookies: answer.setCookies };
    };
    const outcomes = [];
    for (let round = 0; round < 6; round += 1)
      for (const email of ["finance@saphan.example", "nobody@example.com"])
        outcomes.push(await guess(email, round));
    for (let round = 0; round < 6; round += 1) {
      const [known, unknown] = outcomes.slice(2 * round);
      if (known === undefined || unknown === undefined) throw new Error("a guess has no outcome");
      expect(shown(known)).toEqual(shown(unknown));
      expect(known.work).toEqual(unknown.work);
      expect(known.work).toMatchObject({ hashes: ["verify"], evened: 1 });
    }
    const codes = outcomes.map(({ answer }) => (answer.body as { readonly code: string }).code);
    expect(new Set(codes)).toEqual(new Set(["wrong-credentials"]));
  });

  it("log-in is delayed for an IP address that guesses passwords, and never locked for the account's owner", async () => {
    const email = "finance2@saphan.example";
    const guess = (ip: string, password = "Wrong!Pass1") =>
      openBrowser(house).call(
        "POST",
        "/api/auth/login",
        { email, password, ...demoFactor(email, house.clock.wall()) },
        { ip },
      );
    await house.still(async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => guess("203.0.113.7")));
      const looked = answers.filter((answer) => answer.status === 401).length;
      expect(looked).toBeLessThanOrEqual(6);
      expect(answers.filter((answer) => answer.status === 429)).toHaveLength(100 - looked);
      expect(answers.find((answer) => answer.status === 429)?.body).toMatchObject({ code: "too-many-tries" });
      // The right password is delayed too, because a guesser could otherwise recognise it.
      expect((await guess("203.0.113.7", "Saphan#2026")).status).toBe(429);
      expect((await guess("192.0.2.77", "Saphan#2026")).status).toBe(200);
    });
    house.pass(16 * MINUTE);
    expect((await guess("203.0.113.7", "Saphan#2026")).status).toBe(200);
  });

  it("is not delayed after guesses while the feature switch is off", async () => {
    house.flags.delete("too-many-login-ban");
    for (let round = 0; round < 8; round += 1) {
      const answer = await openBrowser(house).call(
        "POST",
        "/api/auth/login",
        { email: "operations@saphan.example", password: "Wrong!Pass1" },
        { ip: "203.0.113.9" },
      );
      expect(answer.status).toBe(401);
    }
    house.flags.add("too-many-login-ban");
  });
});

describe("a portal in runtime", () => {
  it.each(["mock-email-otp", "mock-sms-otp"])("does not start with %s switched on", (flag) => {
    const open = (on: boolean) =>
      createAccounts({
        db: house.db,
        clock: house.clock,
        config: { ...house.config, env: "runtime" },
        messages: house.messages,
        legal: house.accounts.legal,
        isOn: (asked) => on && asked === flag,
      });
    expect(() => open(true)).toThrow(flag);
    expect(() => open(false)).not.toThrow();
  });

  it("accepts no demo people", async () => {
    const room = createAccounts({
      db: house.db,
      clock: house.clock,
      config: { ...house.config, env: "runtime" },
      messages: house.messages,
      legal: house.accounts.legal,
      isOn: () => false,
    });
    await expect(seedDemoPeople(room)).rejects.toThrow(/development only/);
  });
});

it("the answers of session calls match the API document exactly", () => {
  expect(house.answers.faults).toEqual([]);
  expect([...house.answers.routes]).toEqual(
    expect.arrayContaining([
      "/api/auth/login",
      "/api/auth/reset-password/verify",
      "/api/security/:uuid/security-locked",
      "/api/user/:id",
    ]),
  );
});

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

it("a token is rejected after its session ends, and works only with its own brand and key", async () => {
  const key = Buffer.alloc(32, 1);
  const exp = 2_000_000_000;
  const at = (seconds: number) => new Date(seconds * 1000);
  const token = await signToken(key, { uuid: "she", exp }, "here");
  const read = (now: Date, audience = "here", by = key) => readToken(by, token, { audience, now });
  for (let again = 0; again < 2; again += 1) expect(await read(at(exp - 1))).toEqual({ uuid: "she", exp });
  expect(await read(at(exp))).toBeNull();
  expect(await read(at(exp - 1), "there")).toBeNull();
  expect(await read(at(exp - 1), "here", Buffer.alloc(32, 2))).toBeNull();
});
