import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allConsents, type Browser, buildHouse, type House, linkToken, openBrowser } from "./harness.ts";
import { workOf } from "./work-of.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

const good = { password: "Bridge!42x", customerType: "INDIVIDUAL" };

describe("signing up", () => {
  it("creates an account, whose owner confirms her e-mail and logs in", async () => {
    const browser = openBrowser(house, "en");
    const email = "First.Person@Example.com";
    const signedUp = await browser.call("POST", "/api/auth/signup", {
      ...good,
      email,
      saleCode: "saphan26",
      consents: allConsents(house),
    });
    expect(signedUp).toMatchObject({ status: 201, body: { email } });
    const token = await linkToken(house, email);
    const verified = await browser.call("POST", "/api/auth/verify", { token });
    expect(verified).toMatchObject({ status: 200, body: null });
    const loggedIn = await browser.call("POST", "/api/auth/login", {
      email: "first.person@example.com",
      password: good.password,
    });
    expect(loggedIn.status).toBe(200);
    const again = await browser.call("POST", "/api/auth/verify", { token });
    expect(again).toMatchObject({ status: 200, body: { email, isVerified: true, role: null } });
    expect((await house.mailOf(email)).map((mail) => mail.template)).toEqual(["welcome", "confirm-email"]);
  });

  it("stores each consent separately, with version, hash, language and channel", async () => {
    const rows = await house.db
      .selectFrom("consents as c")
      .innerJoin("people as p", "p.id", "c.person_id")
      .selectAll("c")
      .where("p.email_key", "=", "first.person@example.com")
      .execute();
    expect(rows.map((row) => row.purpose).sort()).toEqual(["privacy", "publicity", "terms"]);
    for (const row of rows)
      expect(row).toMatchObject({ decision: "given", language: "en", channel: "api", withdrawn_at: null });
    expect(rows.every((row) => row.version !== "" && /^[0-9a-f]{64}$/.test(row.text_hash))).toBe(true);
  });

  it("names the missing consents in the error", async () => {
    const answer = await openBrowser(house).call("POST", "/api/auth/signup", {
      ...good,
      email: "no-consent@example.com",
      consents: allConsents(house).slice(0, 1),
    });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: "consents-missing",
        fields: [
          {
            pointer: "/consents/terms",
            message: { en: "Please accept the company's terms and conditions." },
          },
          { pointer: "/consents/publicity", message: { en: "Please accept the publicity of information." } },
        ],
      },
    });
  });

  it("rejects consents to an earlier version of a text", async () => {
    const old = allConsents(house).map((consent) => ({ ...consent, version: "1999-01" }));
    const answer = await openBrowser(house).call("POST", "/api/auth/signup", {
      ...good,
      email: "old-consent@example.com",
      consents: old,
    });
    expect(answer).toMatchObject({ status: 422, body: { code: "consents-missing" } });
  });

  it.each([
    ["an e-mail in Thai letters", { email: "สมชาย@example.com" }, "/email"],
    ["an e-mail of 300 characters", { email: `${"a".repeat(288)}@example.com` }, "/email"],
    ["a short password", { password: "Ab1!xyz" }, "/password"],
    ["a password of 17 characters", { password: "Ab1!5678901234567" }, "/password"],
    ["a password without a symbol", { password: "Abcdefgh1" }, "/password"],
    ["a password with a space as its symbol", { password: "Abcdefg 1" }, "/password"],
    ["a company without a name", { customerType: "JURISTIC" }, "/companyName"],
    ["a sale code with a dash", { saleCode: "AB-12" }, "/saleCode"],
    ["a sale code that is not in the table", { saleCode: "NOSUCH99" }, "/saleCode"],
  ])("rejects %s with an error at its field", async (_what, wrong, pointer) => {
    const answer = await openBrowser(house).call("POST", "/api/auth/signup", {
      ...good,
      email: "wrong@example.com",
      consents: allConsents(house),
      ...wrong,
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ fields: [{ pointer }] });
    expect(JSON.stringify(answer.body)).not.toContain("Abcdefg");
  });

  it("gives the same answer for an e-mail that has an account, creates no account and notifies the owner", async () => {
    const before = await house.db.selectFrom("people").select("id").execute();
    // The queue for letters is opened at its first use, which must not count as work of the call.
    await house.jobs.drain();
    const bodies = new Set<string>();
    for (let round = 0; round < 4; round += 1)
      for (const email of ["INVESTOR@saphan.example", `nobody${round}@example.com`]) {
        const { answer, work } = await workOf(() =>
          openBrowser(house).call("POST", "/api/auth/signup", {
            ...good,
            email,
            consents: allConsents(house),
          }),
        );
        expect(work).toMatchObject({ hashes: ["hash"], evened: 1 });
        // Both cases must fit into one interval of `EVEN_MS`, although a new account needs a few more statements.
        expect(work.statements.length).toBeLessThanOrEqual(20);
        // The cookie that identifies the browser is set in both cases, with a random value.
        const setCookies = answer.setCookies.map((line) => line.replace(/=[^;]+/, "="));
        bodies.add(
          JSON.stringify({ ...answer, setCookies, body: { ...(answer.body as object), email: "" } }),
        );
      }
    expect(bodies.size).toBe(1);
    const mails = await house.mailOf("investor@saphan.example");
    expect(mails.map((mail) => mail.template)).toEqual(["already-registered"]);
    const after = await house.db.selectFrom("people").select("id").execute();
    expect(after.length - before.length).toBe(4);
  });

  it("creates one account when the same e-mail signs up ten times at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        openBrowser(house).call("POST", "/api/auth/signup", {
          ...good,
          email: "together@example.com",
          consents: allConsents(house),
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201));
    const people = await house.db
      .selectFrom("people")
      .select("id")
      .where("email_key", "=", "together@example.com")
      .execute();
    expect(people).toHaveLength(1);
  });

  it("sends the confirmation again on request, at most once a minute and five times a day, until the address is confirmed", async () => {
    const browser = openBrowser(house, "en");
    const email = "lost-mail@example.com";
    await browser.call("POST", "/api/auth/signup", { ...good, email, consents: allConsents(house) });
    const links = async () =>
      (await house.mailOf(email)).filter((mail) => mail.template === "confirm-email").length;
    const again = async (address = email) =>
      await browser.call("POST", "/api/auth/verify/send-again", { email: address });
    // The next letter can be requested a minute after the previous one.
    const later = async () =>
      await house.db
        .updateTable("email_confirmations")
        .set((row) => ({ created_at: sql<Date>`${row.ref("created_at")} - interval '61 seconds'` }))
        .execute();
    expect(await links()).toBe(1);
    expect(await again()).toMatchObject({ status: 204 });
    expect(await links()).toBe(1);
    for (const sent of [2, 3, 4, 5, 5]) {
      await later();
      expect(await again(" Lost-Mail@example.com".trim())).toMatchObject({ status: 204 });
      expect(await links()).toBe(sent);
    }
    // The answer does not reveal whether the e-mail is unknown or confirmed, and no letter is sent.
    const before = await again("nobody-here@example.com");
    await browser.call("POST", "/api/auth/verify", { token: await linkToken(house, email) });
    await house.db.deleteFrom("email_confirmations").execute();
    expect(await again()).toEqual(before);
    expect(await links()).toBe(5);
  });
});

describe("an e-mail confirmation", () => {
  const stranger = { ...good, email: "not-mine@example.com", password: "Strange!42x" };
  const signUpAs = (browser: Browser) =>
    browser.call("POST", "/api/auth/signup", { ...stranger, consents: allConsents(house) });

  it("opens no account with a password that a stranger set: another browser must enter the password", async () => {
    const theirs = openBrowser(house);
    expect((await signUpAs(theirs)).status).toBe(201);
    const token = await linkToken(house, stranger.email);
    const mailbox = openBrowser(house);
    const opened = await mailbox.call("POST", "/api/auth/verify", { token });
    expect(opened).toMatchObject({ status: 409, body: { code: "password-needed" } });
    const guessed = await mailbox.call("POST", "/api/auth/verify", { token, password: "Mine!42xyz" });
    expect(guessed).toMatchObject({
      status: 422,
      body: { fields: [{ pointer: "/password", code: "password-wrong" }] },
    });
    const { email, password } = stranger;
    const loggedIn = await theirs.call("POST", "/api/auth/login", { email, password });
    expect(loggedIn).toMatchObject({ status: 401, body: { code: "wrong-credentials" } });
    // The owner knows the password and may confirm on any device with the mailbox; the browser of sign-up
    // needs no password.
    expect((await mailbox.call("POST", "/api/auth/verify", { token, password })).status).toBe(200);
    expect((await mailbox.call("POST", "/api/auth/verify", { token })).status).toBe(200);
  });

  it("does not reveal through the sign-up cookie whether the e-mail had an account", async () => {
    const [known, fresh] = [openBrowser(house), openBrowser(house)];
    await signUpAs(known);
    await fresh.call("POST", "/api/auth/signup", {
      ...stranger,
      email: "nobody-yet@example.com",
      consents: allConsents(house),
    });
    expect([...known.cookies.keys()].sort()).toEqual([...fresh.cookies.keys()].sort());
  });
});

it("the answers of sign-up calls match the API document exactly", () => {
  expect(house.answers.faults).toEqual([]);
  expect([...house.answers.routes].sort()).toEqual([
    "/api/auth/login",
    "/api/auth/signup",
    "/api/auth/verify",
  ]);
});
