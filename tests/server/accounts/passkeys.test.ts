import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { type Bent, type Device, passkeyDevice } from "../../support/passkey-device.ts";
import { appCode } from "./app-code.ts";
import { type Browser, buildHouse, type House, logInAs, openBrowser } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => {
  await house.close();
  expect(house.answers.faults).toEqual([]);
});

const INVESTOR = "investor@saphan.example";
const COLLEAGUE = "compliance@saphan.example";

// Removes what a test leaves, and allows another code immediately.
afterEach(async () => {
  await house.db.deleteFrom("passkeys").execute();
  await house.db.deleteFrom("one_time_password_days").execute();
  house.pass(61_000);
});

const idOf = async (email: string) => {
  const row = house.db.selectFrom("people").select("id").where("email_key", "=", email);
  return (await row.executeTakeFirstOrThrow()).id;
};

/** Returns a code by e-mail for this browser's log-in. */
async function mailedCode(browser: Browser, email = INVESTOR): Promise<string> {
  const asked = await browser.call("POST", "/api/auth/send-otp", { channel: "email", action: "passkey" });
  expect(asked.status).toBe(200);
  const mail = (await house.mailOf(email)).find(({ template }) => template === "otp");
  return /\b(\d{6})\b/.exec(mail?.body ?? "")?.[1] ?? "";
}

const codeOf = async (browser: Browser, email: string) =>
  email === COLLEAGUE
    ? appCode((await import("../../../server/accounts/development/index.ts")).DEMO_TOTP, house.clock.wall())
    : await mailedCode(browser, email);

const begin = (browser: Browser, code: string) =>
  browser.call("POST", "/api/security/passkeys/begin", { code });

/** Creates a passkey as its owner does; returns its id. */
async function makeKey(browser: Browser, device: Device, { email = INVESTOR, name = "Phone" } = {}) {
  const begun = await begin(browser, await codeOf(browser, email));
  expect(begun.status).toBe(200);
  const made = await device.make(begun.body as never);
  const added = await browser.call("POST", "/api/security/passkeys", { name, made });
  expect(added.status).toBe(201);
  house.pass(61_000);
  return (added.body as { id: string }).id;
}

/** Logs in with a passkey in a new browser, or in the given one. */
async function enter(device: Device, bent: Bent = {}, browser = openBrowser(house)) {
  const begun = await browser.call("POST", "/api/auth/passkey/start");
  const answer = await browser.call("POST", "/api/auth/passkey", device.prove(begun.body as never, bent));
  return { browser, answer };
}

const device = (options = {}) => passkeyDevice(house.config.origin, options);
const keysOf = async (browser: Browser) =>
  ((await browser.call("GET", "/api/security/passkeys")).body as { passkeys: { id: string; name: string }[] })
    .passkeys;
const letters = async (email = INVESTOR) => (await house.mailOf(email)).map(({ template }) => template);

describe("a passkey", () => {
  it("is created after a code by e-mail, announced by e-mail, and then logs its owner in from any browser", async () => {
    const browser = await logInAs(house, INVESTOR);
    const phone = device({ synced: true });
    await makeKey(browser, phone, { name: "  Somchai’s \u202e phone " });
    expect(await keysOf(browser)).toEqual([
      expect.objectContaining({ name: "Somchai’s phone", usedAt: null, backedUp: true }),
    ]);
    expect((await letters())[0]).toBe("passkey-added");
    const { browser: other, answer } = await enter(phone, { synced: false });
    expect(answer).toMatchObject({ status: 200, body: { uuid: await idOf(INVESTOR) } });
    const own = (await other.call("GET", "/api/sessions")).body as { sessions: { enteredWith: string }[] };
    expect(own.sessions[0]).toMatchObject({ enteredWith: "passkey", current: true });
    // The passkey is no longer backed up, and its use is recorded.
    expect(await keysOf(other)).toEqual([
      expect.objectContaining({ backedUp: false, usedAt: expect.any(String) }),
    ]);
  });

  it("cannot be created in a session without the right code for this action and log-in", async () => {
    const browser = await logInAs(house, INVESTOR);
    const other = await logInAs(house, INVESTOR);
    const right = await mailedCode(browser);
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
    expect(await begin(browser, wrong)).toMatchObject({ status: 422, body: { code: "code-wrong" } });
    expect(await begin(other, right)).toMatchObject({ status: 422, body: { code: "code-wrong" } });
    const begun = await begin(browser, right);
    expect(begun.status).toBe(200);
    // A registration completes only in the log-in that began it, and only once.
    const made = await device().make(begun.body as never);
    const add = (where: Browser) => where.call("POST", "/api/security/passkeys", { name: "x", made });
    expect(await add(other)).toMatchObject({ status: 401, body: { code: "passkey-invalid" } });
    expect((await add(browser)).status).toBe(201);
    expect((await add(browser)).status).toBe(401);
    expect(await begin(browser, right)).toMatchObject({ body: { code: "code-wrong" } });
    expect((await openBrowser(house).call("GET", "/api/security/passkeys")).status).toBe(401);
  });

  const badMakes: readonly (readonly [string, Bent])[] = [
    ["another origin", { origin: "https://saphan.example.evil" }],
    ["another host", { rpId: "evil.example" }],
    ["another challenge", { challenge: "AAAA" }],
    ["a proof of an existing key in place of a new key", { type: "webauthn.get" }],
    ["a device that did not verify its user", { unverified: true }],
  ];
  it.each(badMakes)("cannot be created with %s", async (_, bent) => {
    const browser = await logInAs(house, INVESTOR);
    const begun = await begin(browser, await mailedCode(browser));
    const made = await device().make(begun.body as never, bent);
    expect(await browser.call("POST", "/api/security/passkeys", { name: "x", made })).toMatchObject({
      status: 401,
      body: { code: "passkey-invalid" },
    });
    expect(await keysOf(browser)).toEqual([]);
  });

  const badProofs: readonly (readonly [string, Bent])[] = [
    ...badMakes.filter(([, { type }]) => type === undefined),
    ["a new one in the place of a proof", { type: "webauthn.create" }],
    ["another person’s key", { forged: true }],
    ["another person’s name", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["another kind of device than made it", { eligible: true, synced: true }],
  ];
  it("logs nobody in if its proof is invalid in any way", async () => {
    const phone = device();
    await makeKey(await logInAs(house, INVESTOR), phone);
    for (const [what, bent] of badProofs)
      expect([what, (await enter(phone, bent)).answer]).toMatchObject([
        what,
        { status: 401, body: { code: "passkey-invalid" } },
      ]);
    expect((await enter(device(), { userHandle: "AAAA" })).answer.status).toBe(401);
    expect((await enter(phone)).answer.status).toBe(200);
  });

  it("can be proved once, within five minutes, in the browser that started the log-in", async () => {
    const phone = device({ counts: false });
    await makeKey(await logInAs(house, INVESTOR), phone);
    const browser = openBrowser(house);
    const begun = await browser.call("POST", "/api/auth/passkey/start");
    const cookie = [...browser.cookies].find(([name]) => name.endsWith("_passkey"));
    const proof = phone.prove(begun.body as never);
    expect((await openBrowser(house).call("POST", "/api/auth/passkey", proof)).status).toBe(401);
    expect((await browser.call("POST", "/api/auth/passkey", proof)).status).toBe(200);
    const again = openBrowser(house);
    again.cookies.set(cookie?.[0] ?? "", cookie?.[1] ?? "");
    expect((await again.call("POST", "/api/auth/passkey", proof)).status).toBe(401);
    const late = openBrowser(house);
    const lateProof = phone.prove((await late.call("POST", "/api/auth/passkey/start")).body as never);
    house.pass(5 * 60_000 + 1000);
    expect((await late.call("POST", "/api/auth/passkey", lateProof)).status).toBe(401);
  });

  it("counts as a copy, and is rejected and recorded, if its use counter did not increase", async () => {
    const phone = device();
    await makeKey(await logInAs(house, INVESTOR), phone);
    expect((await enter(phone, { uses: 7 })).answer.status).toBe(200);
    for (const uses of [7, 3, 0]) expect((await enter(phone, { uses })).answer.status).toBe(401);
    const noted = await house.db
      .selectFrom("audit_lines")
      .select("action")
      .where("action", "=", "accounts.refusePasskey")
      .execute();
    expect(noted).toHaveLength(3);
    expect((await enter(phone, { uses: 8 })).answer.status).toBe(200);
  });

  it("removing a passkey needs a code, ends the other log-ins and notifies the owner; another person's passkey is not found", async () => {
    const browser = await logInAs(house, INVESTOR);
    const phone = device();
    const key = await makeKey(browser, phone);
    const { browser: other } = await enter(phone);
    const stranger = await logInAs(house, "fresh@saphan.example");
    expect((await stranger.call("POST", `/api/security/passkeys/${key}/remove`, { code: "1" })).status).toBe(
      404,
    );
    expect((await stranger.call("POST", `/api/security/passkeys/${key}/name`, { name: "x" })).status).toBe(
      404,
    );
    expect((await browser.call("POST", `/api/security/passkeys/${key}/name`, { name: "Old" })).status).toBe(
      204,
    );
    expect((await browser.call("POST", `/api/security/passkeys/${key}/name`, { name: " " })).status).toBe(
      422,
    );
    expect((await keysOf(browser))[0]?.name).toBe("Old");
    const remove = async (code: string) =>
      await browser.call("POST", `/api/security/passkeys/${key}/remove`, { code });
    expect(await remove("")).toMatchObject({ status: 422, body: { code: "code-wrong" } });
    const before = browser.cookies.get("saphan_session");
    expect((await remove(await mailedCode(browser))).status).toBe(204);
    // Like every proof, a passkey renews the session's secret.
    expect(browser.cookies.get("saphan_session")).not.toBe(before);
    expect((await other.call("GET", "/api/security/passkeys")).status).toBe(401);
    expect((await browser.call("GET", "/api/security/passkeys")).status).toBe(200);
    expect((await letters())[0]).toBe("passkey-removed");
    expect((await enter(phone)).answer.status).toBe(401);
  });

  it("is started, created or removed only once if a call is repeated with its key after a lost answer", async () => {
    const browser = await logInAs(house, INVESTOR);
    const kept = () => {
      const copy = openBrowser(house);
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      return copy;
    };
    const twice = async (path: string, body: object) => {
      const lost = kept();
      const again = kept();
      const key = crypto.randomUUID();
      const url = `/api/security/passkeys${path}`;
      const first = await lost.call("POST", url, body, { key });
      const second = await again.call("POST", url, body, { key });
      expect({ path, ...second, setCookies: [] }).toEqual({ path, ...first, setCookies: [] });
      for (const [name, value] of again.cookies) browser.cookies.set(name, value);
      expect((await browser.call("GET", "/api/security/passkeys")).status).toBe(200);
      return first;
    };
    const addedLetters = async () => (await letters()).filter((one) => one === "passkey-added").length;
    const before = await addedLetters();
    const phone = device();
    const begun = await twice("/begin", { code: await mailedCode(browser) });
    expect(begun.status).toBe(200);
    const made = await phone.make(begun.body as never);
    const added = await twice("", { name: "Phone", made });
    expect(added.status).toBe(201);
    expect(await addedLetters()).toBe(before + 1);
    house.pass(61_000);
    const { id } = added.body as { id: string };
    const gone = await twice(`/${id}/remove`, { code: await mailedCode(browser) });
    expect(gone.status).toBe(204);
    expect((await letters())[0]).toBe("passkey-removed");
    expect(await keysOf(browser)).toEqual([]);
  });

  it("the last way to log in cannot be removed, even if two passkeys are removed at once", async () => {
    const browser = await logInAs(house, INVESTOR);
    const person = await idOf(INVESTOR);
    const [one, two] = [await makeKey(browser, device()), await makeKey(browser, device())];
    const { password_hash } = await house.db
      .selectFrom("credentials")
      .select("password_hash")
      .where("person_id", "=", person)
      .executeTakeFirstOrThrow();
    const setHash = (hash: string | null) =>
      house.db
        .updateTable("credentials")
        .set({ password_hash: hash })
        .where("person_id", "=", person)
        .execute();
    await setHash(null);
    const remove = (key: string, code: string) =>
      browser.call("POST", `/api/security/passkeys/${key}/remove`, { code });
    expect((await remove(one, await mailedCode(browser))).status).toBe(204);
    expect(await remove(two, "000000")).toMatchObject({ status: 409, body: { code: "last-way-in" } });
    const link = { provider: "google", subject: "s-1", person_id: person, linked_at: FIXED_MOMENT } as const;
    await house.db.insertInto("social_links").values(link).execute();
    expect(await remove(two, "000000")).toMatchObject({ body: { code: "code-wrong" } });
    await house.db.deleteFrom("social_links").execute();
    await setHash(password_hash);
    expect(await remove(two, "000000")).toMatchObject({ body: { code: "code-wrong" } });
  });

  it("is removed by a password reset through the mailbox", async () => {
    const browser = await logInAs(house, INVESTOR);
    const phone = device();
    await makeKey(browser, phone);
    await browser.call("POST", "/api/auth/forget-password", { email: INVESTOR });
    const mails = (await house.mailOf(INVESTOR)).map(({ body }) => /token=([\w-]+)/.exec(body)?.[1]);
    const token = mails.find((one) => one !== undefined);
    const credentials = house.db.selectFrom("credentials").select("password_hash");
    const person = await idOf(INVESTOR);
    const before = await credentials.where("person_id", "=", person).executeTakeFirstOrThrow();
    const reset = { token, password: "Cl1mbing#Ferns" };
    expect((await openBrowser(house).call("POST", "/api/auth/reset-password", reset)).status).toBe(204);
    expect((await enter(phone)).answer.status).toBe(401);
    await house.db.updateTable("credentials").set(before).where("person_id", "=", person).execute();
  });

  it("a colleague's passkey requires a code of the authenticator app and counts as the second factor", async () => {
    const browser = await logInAs(house, COLLEAGUE);
    const key = device();
    expect(await begin(browser, "000000")).toMatchObject({ status: 401, body: { code: "two-factor-wrong" } });
    await makeKey(browser, key, { email: COLLEAGUE });
    const { browser: entered, answer } = await enter(key);
    expect(answer.status).toBe(200);
    expect((await entered.call("GET", "/api/test/who")).body).toMatchObject({ person: { factor: "fresh" } });
  });

  it("can be added as long as its owner has fewer than ten passkeys", async () => {
    const browser = await logInAs(house, INVESTOR);
    const key = await makeKey(browser, device());
    const row = await house.db
      .selectFrom("passkeys")
      .selectAll()
      .where("id", "=", key)
      .executeTakeFirstOrThrow();
    await house.db
      .insertInto("passkeys")
      .values(
        Array.from({ length: 9 }, (_, at) => ({
          ...row,
          uses: 0,
          id: crypto.randomUUID(),
          credential_id: Buffer.from([at]),
        })),
      )
      .execute();
    expect(await begin(browser, "000000")).toMatchObject({ status: 409, body: { code: "passkey-limit" } });
  });

  it("a passkey of a locked account leads to the lock page only, and is unknown on the other brand's host", async () => {
    const phone = device();
    await makeKey(await logInAs(house, INVESTOR), phone);
    const lock = (at: Date | null) =>
      house.db.updateTable("people").set({ locked_at: at }).where("email_key", "=", INVESTOR).execute();
    await lock(FIXED_MOMENT);
    const { browser, answer } = await enter(phone);
    expect(answer.status).toBe(200);
    expect((await browser.call("GET", "/api/security/passkeys")).status).toBe(423);
    await lock(null);
    await house.db.updateTable("passkeys").set({ rp_id: "nava.example" }).execute();
    expect((await enter(phone)).answer.status).toBe(401);
  });
});
