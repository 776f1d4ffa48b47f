import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { takeTotp } from "../../../server/accounts/authenticator.ts";
import { beginSession } from "../../../server/accounts/begin-session.ts";
import { DEMO_TOTP } from "../../../server/accounts/development/index.ts";
import { accountsEffects, createChallenges } from "../../../server/accounts/index.ts";
import type { EffectHandler } from "../../../server/flows/index.ts";
import { appCode } from "./app-code.ts";
import { type Browser, buildHouse, type House, logInAs, openBrowser } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

const STEP = 30_000;
const INVESTOR = "investor@saphan.example";
const FRESH = "fresh@saphan.example";
const PASSWORD = "Saphan#2026";

const idOf = async (email: string) => {
  const row = await house.db
    .selectFrom("people")
    .select("id")
    .where("email_key", "=", email)
    .executeTakeFirstOrThrow();
  return row.id;
};

/** Runs an effect for a person in the person's last log-in, like a flow after all proofs. */
async function run(id: string, email: string, input: JsonObject = {}) {
  const effects: readonly EffectHandler[] = accountsEffects(house.accounts, {
    birthDateOf: async () => null,
  });
  const handler = effects.find((effect) => effect.id === id);
  if (handler?.mode !== "local") throw new Error(`there is no local effect ${id}`);
  const personId = await idOf(email);
  const asks = await house.db
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .orderBy("started_at", "desc")
    .executeTakeFirst();
  const context = {
    client: "test",
    ...(asks === undefined ? {} : { session: asks.id }),
    prepared: (await handler.prepare?.({ client: "test", personId }, input)) ?? {},
    fact: async () => null,
    judge: async () => null,
    handedOn: () => [],
    claim: async () => {},
    instance: { id: crypto.randomUUID(), flow: "two-factor", version: "v1", step: "set" },
    subject: `person:${personId}` as const,
    personId,
    idempotencyKey: crypto.randomUUID(),
    clock: house.clock,
    language: "en" as const,
  };
  return await house.db.transaction().execute(async (tx) => {
    // The flows room does the same: a refusal rolls the effect's rows back, and the remaining writes follow.
    await sql`savepoint effect`.execute(tx);
    const outcome = await handler.run({ ...context, tx }, input);
    if (!outcome.ok) await sql`rollback to savepoint effect`.execute(tx);
    if (!outcome.ok) await outcome.error.leaves?.(tx);
    return outcome;
  });
}

const code = (secret: string) => appCode(secret, house.clock.wall());
const enter = (email: string, twoFactor?: string, browser = openBrowser(house)) =>
  browser.call("POST", "/api/auth/login", {
    email,
    password: PASSWORD,
    ...(twoFactor === undefined ? {} : { twoFactor }),
  });

/** Turns two-step log-in on and returns the secret; the wall clock moves on to the next code. */
async function turnOn(email: string): Promise<{ readonly secret: string; readonly browser: Browser }> {
  const browser = await logInAs(house, email);
  const { body } = await browser.call("POST", "/api/security/authenticator");
  const { secret } = body as { secret: string };
  expect(await run("accounts.turnOnTwoFactor", email, { code: code(secret) })).toEqual({
    ok: true,
    value: {},
  });
  house.pass(STEP);
  return { secret, browser };
}

async function codesOf(browser: Browser): Promise<readonly string[]> {
  const made = await browser.call("POST", "/api/security/recovery-codes");
  expect(made.status).toBe(200);
  return (made.body as { codes: string[] }).codes;
}

const turnOff = (email: string) => run("accounts.turnOffTwoFactor", email);

const lettersTo = async (email: string) => (await house.mailOf(email)).map(({ template }) => template);

// Turns two-step log-in off if a test leaves it on.
afterEach(async () => {
  await turnOff(INVESTOR);
  await turnOff(FRESH);
});

describe("an authenticator app", () => {
  it("becomes active after its first valid code, and log-in then requires a code", async () => {
    const browser = await logInAs(house, INVESTOR);
    const shown = await browser.call("POST", "/api/security/authenticator");
    const { secret, uri } = shown.body as { secret: string; uri: string };
    expect(uri).toMatch(/^otpauth:\/\/totp\/Saphan:investor%40saphan\.example\?/);
    expect(uri).toContain("algorithm=SHA1&digits=6&period=30");
    // The page may be reloaded while the user visits the app, so the secret stays the same; another session
    // gets another secret.
    expect((await browser.call("POST", "/api/security/authenticator")).body).toMatchObject({ secret });
    const asks = openBrowser(house);
    expect((await enter(INVESTOR, undefined, asks)).status).toBe(200);
    const wrong = String((Number(code(secret)) + 1) % 1_000_000).padStart(6, "0");
    expect(await run("accounts.turnOnTwoFactor", INVESTOR, { code: wrong })).toMatchObject({
      ok: false,
      error: { code: "code-wrong", field: "code" },
    });
    expect(await run("accounts.turnOnTwoFactor", INVESTOR, { code: code(secret) })).toMatchObject({
      ok: true,
    });
    expect(await lettersTo(INVESTOR)).toContain("two-factor-on");
    expect((await asks.call("GET", "/api/security")).body).toMatchObject({
      pin: "on",
      twoFactorSince: expect.any(String),
      recoveryCodesLeft: 0,
    });
    expect(await asks.call("POST", "/api/security/authenticator")).toMatchObject({
      status: 409,
      body: { code: "two-factor-on" },
    });
    expect(await enter(INVESTOR)).toMatchObject({ status: 401, body: { code: "two-factor-needed" } });
    const guess = await openBrowser(house).call("POST", "/api/auth/login", {
      email: INVESTOR,
      password: "Wrong#2026",
      twoFactor: code(secret),
    });
    expect(guess).toMatchObject({ status: 401, body: { code: "wrong-credentials" } });
    // Neither the secret nor a code is in the database.
    expect(await house.dump()).not.toContain(secret);
    await turnOff(INVESTOR);
    expect(await lettersTo(INVESTOR)).toContain("two-factor-off");
    expect((await enter(INVESTOR)).status).toBe(200);
  });

  it("each session that sets up an authenticator app gets a new secret, and an unconfirmed secret expires", async () => {
    const first = await logInAs(house, FRESH);
    const second = await logInAs(house, FRESH);
    const stolen = (await first.call("POST", "/api/security/authenticator")).body as { secret: string };
    const own = (await second.call("POST", "/api/security/authenticator")).body as { secret: string };
    expect(own.secret).not.toBe(stolen.secret);
    expect(await run("accounts.turnOnTwoFactor", FRESH, { code: code(stolen.secret) })).toMatchObject({
      error: { code: "code-wrong" },
    });
    house.pass(31 * 60_000);
    expect(await run("accounts.turnOnTwoFactor", FRESH, { code: code(own.secret) })).toMatchObject({
      error: { code: "code-expired" },
    });
  });

  it("accepts a code one time step early or late, and each code once", async () => {
    const { secret } = await turnOn(INVESTOR);
    const at = (steps: number) => appCode(secret, new Date(house.clock.wall().getTime() + steps * STEP));
    await house.still(async () => {
      const [far, early, now] = [at(2), at(1), at(0)];
      expect((await enter(INVESTOR, far)).status).toBe(401);
      expect((await enter(INVESTOR, early)).status).toBe(200);
      expect((await enter(INVESTOR, early)).status).toBe(401);
      // A code of an earlier time step than the last accepted one may have been observed, so it is rejected.
      expect((await enter(INVESTOR, now)).status).toBe(401);
      const both = await Promise.all([enter(INVESTOR, early), enter(INVESTOR, early)]);
      expect(both.map(({ status }) => status)).toEqual([401, 401]);
    });
    house.pass(16 * 60_000);
    const twice = await Promise.all([enter(INVESTOR, code(secret)), enter(INVESTOR, code(secret))]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it("allows five codes to be tried, even in parallel, and then none for a quarter of an hour", async () => {
    const { secret } = await turnOn(INVESTOR);
    const personId = await idOf(INVESTOR);
    const { verifyTotp } = createChallenges(house.accounts);
    const tried = (given: string) =>
      house.db.transaction().execute(async (tx) => await verifyTotp?.(tx, { personId, code: given }));
    const right = Number(code(secret));
    const verdicts = await Promise.all(
      Array.from({ length: 100 }, (_, at) => tried(String((right + 7 + at) % 1_000_000).padStart(6, "0"))),
    );
    expect(verdicts.filter((verdict) => verdict?.kind === "wrong")).toHaveLength(4);
    expect(verdicts.filter((verdict) => verdict?.kind === "exhausted")).toHaveLength(96);
    expect(await tried(code(secret))).toEqual({ kind: "exhausted" });
    expect(await enter(INVESTOR, code(secret))).toMatchObject({
      status: 401,
      body: { code: "two-factor-wrong" },
    });
    house.pass(15 * 60_000 + STEP);
    expect(await tried(code(secret))).toEqual({ kind: "passed" });
  });

  it("one person's authenticator app gives no access to another person's account", async () => {
    const own = await turnOn(INVESTOR);
    const other = await turnOn(FRESH);
    expect((await enter(INVESTOR, code(other.secret))).status).toBe(401);
    const { verifyTotp } = createChallenges(house.accounts);
    const personId = await idOf(FRESH);
    const verdict = await house.db
      .transaction()
      .execute(async (tx) => await verifyTotp?.(tx, { personId, code: code(own.secret) }));
    expect(verdict).toMatchObject({ kind: "wrong" });
    const [stolen = ""] = await codesOf(other.browser);
    expect((await enter(INVESTOR, stolen)).status).toBe(401);
  });
});

describe("two-step log-in", () => {
  it.each(["google", "apple", "wallet"] as const)(
    "requires the password and a code, also after a log-in by %s",
    async (enteredWith) => {
      const { secret } = await turnOn(INVESTOR);
      const person = { id: await idOf(INVESTOR), email: INVESTOR, role: null, language: "th" as const };
      const from = { address: "192.0.2.1", device: null };
      const enterBy = () =>
        house.db
          .transaction()
          .execute((tx) => beginSession(house.accounts, tx, person, { from, enteredWith }));
      await expect(enterBy()).rejects.toMatchObject({ code: "two-factor-by-password" });
      expect((await enter(INVESTOR, code(secret))).status).toBe(200);
      await turnOff(INVESTOR);
      expect((await enterBy()).personId).toBe(person.id);
    },
  );
});

describe("a PIN before money moves", () => {
  it.each(["slow", "quick"])(
    "one code of the app can replace the PIN before money moves; wrong PINs and wrong codes count together (%s check)",
    async (look) => {
      const { secret } = await turnOn(INVESTOR);
      const personId = await idOf(INVESTOR);
      const { checkPin, tryPin } = createChallenges(house.accounts);
      const tried = (pin: string) =>
        look === "slow"
          ? checkPin({ personId, pin, client: "test" })
          : house.db.transaction().execute((tx) => tryPin(tx, { personId, pin }));
      expect(await run("accounts.changePin", INVESTOR, { pin: "148263" })).toMatchObject({ ok: true });
      await house.still(async () => {
        expect(await tried(code(secret))).toEqual({ kind: "passed" });
        expect(await tried(code(secret))).toEqual({ kind: "wrong", triesLeft: 4 });
      });
      expect(await tried("148263")).toEqual({ kind: "passed" });
      house.pass(STEP);
      const right = Number(code(secret));
      const verdicts = await Promise.all(
        Array.from({ length: 20 }, (_, at) => tried(String((right + 7 + at) % 1_000_000).padStart(6, "0"))),
      );
      expect(verdicts.filter(({ kind }) => kind === "wrong")).toHaveLength(4);
      expect(await tried(code(secret))).toEqual({ kind: "exhausted" });
      expect(await tried("148263")).toEqual({ kind: "exhausted" });
      // A change is reported to the present e-mail address.
      expect(await run("accounts.changePin", INVESTOR, { pin: "507193" })).toMatchObject({ ok: true });
      expect(await lettersTo(INVESTOR)).toContain("pin-changed");
      expect(await run("accounts.changePin", INVESTOR, { pin: "123456" })).toMatchObject({
        error: { code: "weak-pin", field: "pin" },
      });
      expect(await tried("507193")).toEqual({ kind: "passed" });
      await turnOff(INVESTOR);
    },
  );
});

describe("a password change while logged in", () => {
  it("takes effect, ends the person's other log-ins and notifies the owner, if the old password is right", async () => {
    const owner = await idOf(FRESH);
    const credentials = () =>
      house.db.selectFrom("credentials").select("password_hash").where("person_id", "=", owner);
    const { password_hash: before } = await credentials().executeTakeFirstOrThrow();
    const setHash = async (password_hash: typeof before) =>
      void (await house.db
        .updateTable("credentials")
        .set({ password_hash })
        .where("person_id", "=", owner)
        .execute());
    const other = await logInAs(house, FRESH, PASSWORD);
    house.pass(1000);
    const here = await logInAs(house, FRESH, PASSWORD);
    const status = async (browser: Browser) => (await browser.call("GET", "/api/security")).status;
    expect(
      await run("accounts.changePassword", FRESH, { password: "Password#1", present: PASSWORD }),
    ).toMatchObject({
      error: { code: "password-common", field: "password" },
    });
    expect(
      await run("accounts.changePassword", FRESH, { password: PASSWORD, present: PASSWORD }),
    ).toMatchObject({ error: { code: "password-same", field: "password" } });
    for (const present of [{}, { present: "Wrong#2026" }])
      expect(
        await run("accounts.changePassword", FRESH, { password: "Sunrise#2027", ...present }),
      ).toMatchObject({ error: { code: "present-wrong", field: "present" } });
    expect([await status(other), await status(here)]).toEqual([200, 200]);
    const change = { password: "Sunrise#2027", present: PASSWORD };
    expect(await run("accounts.changePassword", FRESH, change)).toMatchObject({ ok: true });
    expect([await status(other), await status(here)]).toEqual([401, 200]);
    expect(await lettersTo(FRESH)).toContain("password-changed");
    const enter = async (password: string) =>
      (await openBrowser(house).call("POST", "/api/auth/login", { email: FRESH, password })).status;
    expect(await enter(PASSWORD)).toBe(401);
    expect(await enter("Sunrise#2027")).toBe(200);
    // A person who signed up with Google or Apple has no password that could be requested.
    await setHash(null);
    expect(await run("accounts.changePassword", FRESH, { password: "Sunset#2028" })).toMatchObject({
      ok: true,
    });
    // The portal rejects the demo password as a new one, so the test restores it in the database.
    await setHash(before);
  });
});

describe("recovery codes", () => {
  it("are eight codes, shown for ten minutes after activation, and each works once", async () => {
    const { browser } = await turnOn(INVESTOR);
    const first = await codesOf(browser);
    const codes = await codesOf(browser);
    expect(new Set(codes).size).toBe(8);
    for (const one of codes) expect(one).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}-[2-9A-HJKMNP-TV-Z]{5}$/);
    const dump = await house.dump();
    for (const one of codes) expect(dump).not.toContain(one);
    // Codes that are shown again are new, and the earlier codes no longer work.
    expect((await enter(INVESTOR, first[0])).status).toBe(401);
    const [one = "", two = ""] = codes;
    expect((await enter(INVESTOR, one.toLowerCase().replace("-", " "))).status).toBe(200);
    const letter = (await house.mailOf(INVESTOR)).find(({ template }) => template === "recovery-code-used");
    expect(letter?.body).toContain("เหลืออีก 7 รหัส");
    expect((await enter(INVESTOR, one)).status).toBe(401);
    const both = await Promise.all([enter(INVESTOR, two), enter(INVESTOR, two)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    await run("accounts.keepRecoveryCodes", INVESTOR);
    expect(await browser.call("POST", "/api/security/recovery-codes")).toMatchObject({
      status: 409,
      body: { code: "recovery-codes-closed" },
    });
    await run("accounts.openRecoveryCodes", INVESTOR);
    house.pass(11 * 60_000);
    expect(
      (await (await reenter(INVESTOR, codes[2])).call("POST", "/api/security/recovery-codes")).status,
    ).toBe(409);
  });

  it("recovery codes turn two-step log-in off for a person who lost the phone, with at most five tries in 15 minutes", async () => {
    const { browser } = await turnOn(INVESTOR);
    const [lost = ""] = await codesOf(browser);
    for (let tries = 0; tries < 4; tries += 1)
      expect(
        await run("accounts.turnOffByRecoveryCode", INVESTOR, { recoveryCode: "AAAAA-AAAAA" }),
      ).toMatchObject({
        error: { code: "code-wrong" },
      });
    expect(
      await run("accounts.turnOffByRecoveryCode", INVESTOR, { recoveryCode: "AAAAA-AAAAB" }),
    ).toMatchObject({
      error: { code: "exhausted" },
    });
    expect(await run("accounts.turnOffByRecoveryCode", INVESTOR, { recoveryCode: lost })).toMatchObject({
      error: { code: "exhausted" },
    });
    house.pass(16 * 60_000);
    expect(await run("accounts.turnOffByRecoveryCode", INVESTOR, { recoveryCode: lost })).toMatchObject({
      ok: true,
    });
    expect((await enter(INVESTOR)).status).toBe(200);
  });
});

describe("a person's other sessions", () => {
  it.each([
    { what: "a changed PIN", does: () => run("accounts.changePin", INVESTOR, { pin: "507193" }) },
    { what: "the second factor turned off", does: () => turnOff(INVESTOR) },
  ])("the other sessions end with $what, and the current session continues", async ({ does }) => {
    const { secret } = await turnOn(INVESTOR);
    const lives = async (browser: Browser) => (await browser.call("GET", "/api/security")).status;
    const [older, asks] = [openBrowser(house), openBrowser(house)];
    expect((await enter(INVESTOR, code(secret), older)).status).toBe(200);
    house.pass(STEP);
    expect((await enter(INVESTOR, code(secret), asks)).status).toBe(200);
    expect([await lives(older), await lives(asks)]).toEqual([200, 200]);
    const stranger = await logInAs(house, FRESH);
    expect(await does()).toMatchObject({ ok: true });
    expect([await lives(older), await lives(asks)]).toEqual([401, 200]);
    expect(await lives(stranger)).toBe(200);
  });
});

describe("the two-factor calls", () => {
  it("the two-factor calls change nothing for a user who is not logged in or sends a cookie alone", async () => {
    const browser = await logInAs(house, FRESH);
    for (const path of ["/api/security/authenticator", "/api/security/recovery-codes"]) {
      expect(await browser.call("POST", path, {}, { bearer: null })).toMatchObject({
        status: 401,
        body: { code: "log-in-first" },
      });
      expect((await openBrowser(house).call("POST", path, {})).status).toBe(401);
    }
  });
});

async function reenter(email: string, twoFactor: string | undefined): Promise<Browser> {
  const browser = openBrowser(house);
  expect((await enter(email, twoFactor, browser)).status).toBe(200);
  return browser;
}

describe("account recovery", () => {
  const recover = (body: object) => openBrowser(house).call("POST", "/api/auth/account-recovery", body);
  const linkOf = async (email: string) => {
    house.pass(61_000);
    await openBrowser(house).call("POST", "/api/auth/account-recovery/start", { email });
    const mail = (await house.mailOf(email)).find(({ template }) => template === "account-recovery");
    return /account-recovery\?token=([\w-]+)/.exec(mail?.body ?? "")?.[1] ?? "";
  };

  it("restores an account by an e-mailed link and a recovery code, once, with a new password and the second factor off", async () => {
    const { browser } = await turnOn(INVESTOR);
    const [code = ""] = await codesOf(browser);
    const token = await linkOf(INVESTOR);
    const verify = await openBrowser(house).call("POST", "/api/auth/account-recovery/verify", { token });
    expect(verify).toMatchObject({
      status: 200,
      body: { email: "i•••••••@saphan.example", twoFactor: true },
    });
    const password = "Kx7#brindl";
    expect(await recover({ token, password })).toMatchObject({ body: { code: "two-factor-needed" } });
    expect(await recover({ token, password, recoveryCode: "AAAAA-AAAAA" })).toMatchObject({
      status: 401,
      body: { code: "two-factor-wrong" },
    });
    expect((await recover({ token, password: "weak", recoveryCode: code })).status).toBe(422);
    expect((await recover({ token, password, recoveryCode: code })).status).toBe(204);
    expect((await browser.call("GET", "/api/sessions")).status).toBe(401);
    const enterWith = (given: string) =>
      openBrowser(house).call("POST", "/api/auth/login", { email: INVESTOR, password: given });
    expect((await enterWith(password)).status).toBe(200);
    expect((await enterWith("Saphan#2026")).status).toBe(401);
    expect(await recover({ token, password, recoveryCode: code })).toMatchObject({
      status: 410,
      body: { code: "link-invalid" },
    });
  });

  it("account recovery makes every password-reset link invalid, and accepts no such link in place of a recovery link", async () => {
    const resetLink = async () => {
      house.pass(61_000);
      await openBrowser(house).call("POST", "/api/auth/forget-password", { email: INVESTOR });
      const mail = (await house.mailOf(INVESTOR)).find(({ template }) =>
        template.startsWith("reset-password"),
      );
      return /reset-password\?token=([\w-]+)/.exec(mail?.body ?? "")?.[1] ?? "";
    };
    const password = "Lx8#brindl";
    const reset = (token: string) =>
      openBrowser(house).call("POST", "/api/auth/reset-password", { token, password });
    const invalid = { status: 410, body: { code: "link-invalid" } };
    const before = await resetLink();
    expect(await recover({ token: before, password })).toMatchObject(invalid);
    const check = { token: before };
    expect(await openBrowser(house).call("POST", "/api/auth/reset-password/verify", check)).toMatchObject({
      body: { email: "i•••••••@saphan.example" },
    });
    const begun = await linkOf(INVESTOR);
    expect(await reset(before)).toMatchObject(invalid);
    expect(await reset(begun)).toMatchObject(invalid);
    // A reset link requested meanwhile has no effect before the recovery ends. Its letter states that, and
    // the recovery voids the link.
    const beside = await resetLink();
    expect(await lettersTo(INVESTOR)).toContain("reset-password-later");
    const asked = { token: beside };
    expect((await openBrowser(house).call("POST", "/api/auth/reset-password/verify", asked)).body).toBeNull();
    expect(await reset(beside)).toMatchObject(invalid);
    expect((await recover({ token: begun, password })).status).toBe(204);
    expect(await reset(beside)).toMatchObject(invalid);
  });

  it("the cancellation link withdraws an account recovery: the recovery link fails, and password resets work again", async () => {
    house.pass(61_000);
    const begun = await linkOf(INVESTOR);
    await openBrowser(house).call("POST", "/api/auth/forget-password", { email: INVESTOR });
    const mail = (await house.mailOf(INVESTOR)).find(({ template }) => template === "reset-password-later");
    const token = /token=([\w-]+)/.exec(mail?.body ?? "")?.[1] ?? "";
    const verify = async () =>
      (await openBrowser(house).call("POST", "/api/auth/reset-password/verify", { token })).body;
    const withdraw = (given: string) =>
      openBrowser(house).call("POST", "/api/auth/account-recovery/withdraw", { token: given });
    expect(await verify()).toBeNull();
    expect(await withdraw(token)).toMatchObject({ status: 410, body: { code: "link-invalid" } });
    expect((await withdraw(begun)).status).toBe(204);
    expect(await verify()).toEqual({ email: "i•••••••@saphan.example", restores: false });
    expect(await recover({ token: begun, password: "Kx7#brindl" })).toMatchObject({ status: 410 });
    expect((await withdraw(begun)).status).toBe(410);
    // An unfinished recovery expires.
    await linkOf(INVESTOR);
    house.pass(30 * 60_000);
    await openBrowser(house).call("POST", "/api/auth/forget-password", { email: INVESTOR });
    const later = (await house.mailOf(INVESTOR)).find(({ template }) => template === "reset-password-later");
    const own = { token: /token=([\w-]+)/.exec(later?.body ?? "")?.[1] ?? "" };
    const check = () => openBrowser(house).call("POST", "/api/auth/reset-password/verify", own);
    expect((await check()).body).toBeNull();
    house.pass(31 * 60_000);
    expect((await check()).body).toEqual({ email: "i•••••••@saphan.example", restores: false });
  });

  it("voids a password-reset link sent just before, and sends a separate letter", async () => {
    house.pass(61_000);
    const ask = (path: string) => openBrowser(house).call("POST", path, { email: FRESH });
    await ask("/api/auth/forget-password");
    await ask("/api/auth/account-recovery/start");
    const letters = await house.mailOf(FRESH);
    expect(letters.filter(({ template }) => template === "account-recovery")).toHaveLength(1);
    const reset = letters.find(({ template }) => template === "reset-password");
    const token = /token=([\w-]+)/.exec(reset?.body ?? "")?.[1] ?? "";
    expect(
      await openBrowser(house).call("POST", "/api/auth/reset-password", { token, password: "Kx7#brindl" }),
    ).toMatchObject({ status: 410 });
  });

  it("reveals nothing about an unknown e-mail, and reports an invalid link as unknown", async () => {
    const start = (email: string) =>
      openBrowser(house).call("POST", "/api/auth/account-recovery/start", { email });
    expect((await start("nobody@saphan.example")).status).toBe(204);
    expect(await house.mailOf("nobody@saphan.example")).toEqual([]);
    const verify = await openBrowser(house).call("POST", "/api/auth/account-recovery/verify", {
      token: "forged",
    });
    expect(verify).toMatchObject({ status: 200, body: null });
  });

  it("uses one recovery code if account recovery is requested four times at once, and counts a wrong recovery code", async () => {
    const { browser } = await turnOn(FRESH);
    const codes = await codesOf(browser);
    const token = await linkOf(FRESH);
    const password = "Kx7#brindl";
    expect((await recover({ token, password, recoveryCode: "AAAAA-AAAAA" })).status).toBe(401);
    const counted = house.db.selectFrom("authenticators").where("person_id", "=", await idOf(FRESH));
    expect(await counted.select("tries").executeTakeFirstOrThrow()).toEqual({ tries: 1 });
    const answers = await Promise.all(
      codes.slice(0, 4).map((recoveryCode) => recover({ token, password, recoveryCode })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410, 410]);
    const told = await lettersTo(FRESH);
    expect(told.filter((template) => template === "recovery-code-used").length).toBe(1);
  });
});

it("a portal in runtime rejects the publicly known second factor of the demo colleagues", async () => {
  const of = { personId: await idOf("support@saphan.example"), code: code(DEMO_TOTP) };
  const as = (env: "development" | "runtime") =>
    takeTotp({ ...house.accounts, config: { ...house.accounts.config, env } }, house.db, of);
  expect(await as("runtime")).toBe(false);
  expect(await as("development")).toBe(true);
  // In development a colleague's codes may be used again, because many users log in as the same colleague.
  expect(await as("development")).toBe(true);
});
