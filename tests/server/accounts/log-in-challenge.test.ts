import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cookieNames } from "../../../server/accounts/cookies.ts";
import { countGuess, loginChallenge } from "../../../server/accounts/login-challenge.ts";
import { hashToken } from "../../../server/accounts/secrets.ts";
import { demoFactor } from "./app-code.ts";
import { buildHouse, type House, linkToken, logInAs, openBrowser } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

const PASSWORD = "Saphan#2026";
let nextAddress = 0;
/** Returns an IP address that no test has used so far. */
const fresh = () => `198.18.${Math.floor(nextAddress / 250)}.${(nextAddress++ % 250) + 1}`;

const tryAt = async (
  email: string,
  password: string,
  {
    code,
    browser = openBrowser(house),
    ip = fresh(),
  }: { code?: string; browser?: Browser; ip?: string } = {},
) => {
  const answer = await browser.call(
    "POST",
    "/api/auth/login",
    { email, password, ...demoFactor(email, house.clock.wall()), ...(code === undefined ? {} : { code }) },
    { ip },
  );
  const { requestId: _, ...body } = answer.body as { requestId?: string; code?: string };
  return { status: answer.status, body, cookies: answer.setCookies.length, browser };
};
type Browser = ReturnType<typeof openBrowser>;

/** Makes as many wrong guesses as are allowed without a code. */
const guessAt = async (email: string) => {
  for (let time = 0; time < loginChallenge.free; time += 1)
    await countGuess(house.accounts, { email, now: house.clock.wall() });
};

const codesOf = async (email: string) =>
  (await house.mailOf(email))
    .filter((mail) => mail.template === "login-code")
    .map((mail) => /\d{4} \d{4}/.exec(mail.body)?.[0] ?? "no code");

describe("password guesses that many IP addresses make at one account", () => {
  it("many password guesses make the log-in require a code by e-mail, which only the owner can know", async () => {
    const email = "operations@saphan.example";
    const guesses = Array.from({ length: loginChallenge.free }, (_, time) =>
      tryAt(email, `Wrong!Pass${time}`),
    );
    for (const guess of await Promise.all(guesses)) expect(guess.body.code).toBe("wrong-credentials");
    const owner = openBrowser(house);
    const asked = await tryAt(email, PASSWORD, { browser: owner });
    expect(asked).toMatchObject({ status: 401, body: { code: "login-code-needed" }, cookies: 0 });
    const [code] = await codesOf(email);
    expect(await tryAt(email, PASSWORD, { code: "0000 0000" })).toMatchObject({
      status: 401,
      body: { code: "login-code-wrong" },
    });
    // Without the password the code gives no access, and the answer does not reveal which of the two was
    // wrong.
    expect(await tryAt(email, "Wrong!Pass1", { code: code ?? "" })).toMatchObject({
      status: 401,
      body: { code: "login-code-wrong" },
    });
    expect(await tryAt(email, PASSWORD, { browser: owner, code: code ?? "" })).toMatchObject({ status: 200 });
    // A code works once, and its use resets the count of guesses.
    expect(await tryAt(email, "Wrong!Pass1", { code: code ?? "" })).toMatchObject({
      body: { code: "wrong-credentials" },
    });
  });

  it("guesses are counted before the password check, so that parallel guesses gain nothing over sequential ones", async () => {
    const email = "compliance@saphan.example";
    const guesses = await Promise.all(
      Array.from({ length: loginChallenge.free + 15 }, (_, time) => tryAt(email, `Wrong!Pass${time}`)),
    );
    const judged = guesses.filter(({ body }) => body.code === "wrong-credentials");
    expect(judged).toHaveLength(loginChallenge.free);
    expect(await tryAt(email, PASSWORD)).toMatchObject({ body: { code: "login-code-needed" } });
  });

  it("void the code only if a user with the right password tries too many codes", async () => {
    const email = "compliance2@saphan.example";
    await guessAt(email);
    await tryAt(email, PASSWORD);
    const [code = ""] = await codesOf(email);
    const wrong = String((Number(code.replace(" ", "")) + 1) % 100_000_000).padStart(8, "0");
    for (let time = 0; time < loginChallenge.tries + 2; time += 1)
      await tryAt(email, "Wrong!Pass1", { code });
    const tries = Array.from({ length: loginChallenge.tries - 1 }, () =>
      tryAt(email, PASSWORD, { code: wrong }),
    );
    for (const { body } of await Promise.all(tries)) expect(body.code).toBe("login-code-wrong");
    expect(await tryAt(email, PASSWORD, { code })).toMatchObject({ status: 200 });
    await guessAt(email);
    await tryAt(email, PASSWORD);
    const [again = ""] = await codesOf(email);
    expect(again).not.toBe(code);
    await Promise.all(
      Array.from({ length: loginChallenge.tries }, () => tryAt(email, PASSWORD, { code: wrong })),
    );
    expect(await tryAt(email, PASSWORD, { code: again })).toMatchObject({
      body: { code: "login-code-wrong" },
    });
  });

  it("a browser with a self-made device secret, or that of another person, still needs a code", async () => {
    const chosen = "A".repeat(43);
    const browser = openBrowser(house);
    browser.cookies.set(cookieNames(house.config.brand, { secure: false }).device, chosen);
    await tryAt("operations2@saphan.example", PASSWORD, { browser });
    const rows = await house.db.selectFrom("login_devices").select("device_hash").execute();
    expect(rows.some(({ device_hash: hash }) => hash.equals(hashToken(chosen)))).toBe(false);
    await browser.call("POST", "/api/auth/logout");
    await tryAt("finance@saphan.example", PASSWORD, { browser });
    const people = await house.db.selectFrom("login_devices").select(["device_hash", "person_id"]).execute();
    expect(new Set(people.map(({ device_hash: hash }) => hash.toString("hex"))).size).toBe(people.length);
  });

  it("many guesses do not delay log-in in a browser in which the owner has logged in before", async () => {
    const email = "support@saphan.example";
    const known = await logInAs(house, email);
    await known.call("POST", "/api/auth/logout");
    await guessAt(email);
    expect(await tryAt(email, PASSWORD, { browser: known })).toMatchObject({ status: 200 });
    // The browser is known for this person, and not for other people.
    await guessAt("admin@saphan.example");
    expect(await tryAt("admin@saphan.example", PASSWORD, { browser: known })).toMatchObject({
      body: { code: "login-code-needed" },
    });
    // A person who proved the mailbox by a password reset needs no code, and the browsers known before are
    // forgotten.
    await known.call("POST", "/api/auth/forget-password", { email });
    const password = "Fresh+Start1";
    const token = await linkToken(house, email);
    expect((await known.call("POST", "/api/auth/reset-password", { token, password })).status).toBe(204);
    expect(await tryAt(email, password)).toMatchObject({ status: 200 });
    expect(
      await house.db
        .selectFrom("login_devices")
        .innerJoin("people", "people.id", "person_id")
        .where("email", "=", email)
        .selectAll()
        .execute(),
    ).toHaveLength(1);
  });

  it("guesses get the same answers if the e-mail is unknown, and cause no letter", async () => {
    const answersAt = async (email: string) => {
      await guessAt(email);
      const answers = [
        await tryAt(email, "Wrong!Pass1"),
        await tryAt(email, "Wrong!Pass1"),
        await tryAt(email, "Wrong!Pass1", { code: "12345678" }),
      ];
      return answers.map(({ status, body, cookies }) => ({ status, body, cookies }));
    };
    expect(await answersAt("nobody.at.all@example.com")).toEqual(await answersAt("finance@saphan.example"));
    expect(await codesOf("nobody.at.all@example.com")).toEqual([]);
    expect(await codesOf("finance@saphan.example")).toHaveLength(1);
  });

  it("many guesses cause at most one letter every ten minutes; each new letter's code replaces the old code", async () => {
    const email = "finance2@saphan.example";
    await guessAt(email);
    for (let time = 0; time < 4; time += 1) await tryAt(email, PASSWORD);
    const [old = ""] = await codesOf(email);
    expect(await codesOf(email)).toHaveLength(1);
    house.pass(loginChallenge.renewMs + 1_000);
    await tryAt(email, PASSWORD);
    expect(await codesOf(email)).toHaveLength(2);
    expect(await tryAt(email, PASSWORD, { code: old })).toMatchObject({ body: { code: "login-code-wrong" } });
    house.pass(loginChallenge.validMs + 1_000);
    const [late = ""] = await codesOf(email);
    expect(await tryAt(email, PASSWORD, { code: late })).toMatchObject({
      body: { code: "login-code-wrong" },
    });
    house.pass(loginChallenge.windowMs);
    expect(await tryAt(email, PASSWORD)).toMatchObject({ status: 200 });
  });
});

describe("log-ins with the right password", () => {
  it("log-ins with the right password never fail because of too many wrong tries, however many arrive at once", async () => {
    const ip = fresh();
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => tryAt("investor@saphan.example", PASSWORD, { ip })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it("log-ins of many people behind one IP address all succeed", async () => {
    const ip = fresh();
    const people = await house.db.selectFrom("people").select("email").where("demo", "=", true).execute();
    const password = (email: string) => (email.startsWith("support@") ? "Fresh+Start1" : PASSWORD);
    const answers = await Promise.all(
      [...people, ...people, ...people, ...people]
        .slice(0, 40)
        .map(({ email }) => tryAt(email, password(email), { ip })),
    );
    const refused = answers.filter(({ body }) => body.code === "too-many-tries");
    expect(answers.length).toBeGreaterThan(30);
    expect(refused).toEqual([]);
  });
});

describe("the IP address by which guesses are counted", () => {
  it("covers the whole network of an IPv6 connection", async () => {
    const at = (last: number) =>
      tryAt("ipv6@example.com", "Wrong!Pass1", { ip: `2001:db8:77:1:${last.toString(16)}::1` });
    await house.still(async () => {
      const answers = [];
      for (let last = 1; last <= 8; last += 1) answers.push((await at(last)).status);
      expect(answers).toContain(429);
    });
  });
});

it("a log-in code is accepted with any spaces between its characters", async () => {
  const { isLoginCode, sendLoginCode } = await import("../../../server/accounts/login-challenge.ts");
  const of = { email: "investor@saphan.example", now: house.clock.wall() };
  await sendLoginCode(house.accounts, of, { email: of.email, language: "en" });
  const [code = ""] = await codesOf(of.email);
  const digits = code.replace(" ", "");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("", " ", "-"), { minLength: 8, maxLength: 8 }),
      async (gaps) => {
        const typed = [...digits].map((digit, at) => `${digit}${gaps[at]}`).join("");
        expect(await isLoginCode(house.accounts, of, { code: typed, hasPassword: false })).toBe(true);
        expect(await isLoginCode(house.accounts, of, { code: typed.slice(1), hasPassword: false })).toBe(
          false,
        );
      },
    ),
    { numRuns: 20 },
  );
});
