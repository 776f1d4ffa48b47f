import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChallenges, findPerson } from "../../../server/accounts/index.ts";
import { hashSecret } from "../../../server/accounts/password-hash.ts";
import { setPin } from "../../../server/accounts/pin.ts";
import { pinRecord } from "../../../server/accounts/pin-record.ts";
import type { Tx } from "../../../server/db/index.ts";
import type { ChallengeVerdict, OtpRequest } from "../../../server/flows/registry.ts";
import { buildHouse, type House, logInAs, openBrowser } from "./harness.ts";

const CODES = Number(process.env.SAPHAN_CODES ?? 1);

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

const PERSON = "00000000-0000-4000-8000-000000000001";
const EMAIL = "investor@saphan.example";
const INSTANCE = "00000000-0000-4000-8000-0000000000f1";
const MINUTE = 60_000;

function request(action: string): OtpRequest {
  return {
    subject: `person:${PERSON}`,
    personId: PERSON,
    action,
    channel: "email",
    to: null,
    instance: INSTANCE,
    language: "th",
    about: [],
  };
}

async function send(action: string) {
  const challenges = createChallenges(house.accounts);
  return await house.db.transaction().execute((tx) => challenges.sendOtp(tx, request(action)));
}

async function newestCode(): Promise<string> {
  const [mail] = await house.mailOf(EMAIL);
  return /\b\d{6}\b/.exec(mail?.body ?? "")?.[0] ?? "";
}

async function tryCode(action: string, code: string): Promise<ChallengeVerdict> {
  const challenges = createChallenges(house.accounts);
  return await house.db.transaction().execute((tx) => challenges.verifyOtp(tx, { ...request(action), code }));
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("a one-time password", () => {
  it("works only in the log-in that requested it", async () => {
    const challenges = createChallenges(house.accounts);
    const of = (session: string) => ({ ...request("change-bank"), session });
    const within = <Answer>(act: (tx: Tx) => Promise<Answer>) => house.db.transaction().execute(act);
    expect(await within((tx) => challenges.sendOtp(tx, of("one")))).toMatchObject({ ok: true });
    const code = await newestCode();
    expect(await within((tx) => challenges.verifyOtp(tx, { ...of("other"), code }))).toMatchObject({
      kind: "wrong",
    });
    expect(await within((tx) => challenges.verifyOtp(tx, { ...request("change-bank"), code }))).toMatchObject(
      { kind: "wrong" },
    );
    expect(await within((tx) => challenges.verifyOtp(tx, { ...of("one"), code }))).toEqual({
      kind: "passed",
    });
    house.pass(2 * MINUTE);
    // A code requested outside the flow, by the call that sends codes, belongs to its log-in as well.
    const page = await logInAs(house, EMAIL);
    const asked = await page.call("POST", "/api/auth/send-otp", { channel: "email", action: "change-bank" });
    expect(asked.status).toBe(200);
    const past = await newestCode();
    expect(await within((tx) => challenges.verifyOtp(tx, { ...of("other"), code: past }))).toMatchObject({
      kind: "wrong",
    });
  });

  it("arrives by e-mail with a five-character reference, works once, and only for its action", async () => {
    const sent = await send("sign-contract");
    expect(sent).toMatchObject({
      ok: true,
      value: {
        channel: "email",
        to: "i•••••••@saphan.example",
        reference: expect.stringMatching(/^[A-Z2-9]{5}$/),
      },
    });
    const code = await newestCode();
    expect(await tryCode("order", code)).toEqual({ kind: "expired" });
    expect(await tryCode("sign-contract", code)).toEqual({ kind: "passed" });
    expect(await tryCode("sign-contract", code)).toEqual({ kind: "expired" });
  });

  it("cannot be sent again within 60 seconds, and a new password replaces the old one", async () => {
    await send("change-bank");
    const first = await newestCode();
    expect(await send("change-bank")).toMatchObject({ ok: false, error: { code: "otp-too-soon" } });
    house.pass(61_000);
    expect(await send("change-bank")).toMatchObject({ ok: true });
    const second = await newestCode();
    if (first !== second)
      expect(await tryCode("change-bank", first)).toEqual({ kind: "wrong", triesLeft: 4 });
    expect(await tryCode("change-bank", second)).toEqual({ kind: "passed" });
  });

  it("is not sent by SMS if text messages are switched off, and the answer states that", async () => {
    const by = { ...request("change-phone"), channel: "sms", to: "0812345678" } as const;
    const ask = (sendsSms: boolean, to: string | null) => {
      const { accounts } = house;
      const challenges = createChallenges({ ...accounts, messages: { ...accounts.messages, sendsSms } });
      return house.db.transaction().execute((tx) => challenges.sendOtp(tx, { ...by, to }));
    };
    expect(await ask(false, by.to)).toMatchObject({ ok: false, error: { code: "sms-failed" } });
    // An SMS code may only prove a phone number.
    expect(await ask(true, null)).toMatchObject({ ok: false, error: { code: "otp-no-channel" } });
    expect(await ask(true, by.to)).toMatchObject({ ok: true, value: { channel: "sms", to: "•••5678" } });
  });

  it("is sent to one phone number at most ten times a day, counted for all people together", async () => {
    house.pass(2 * 24 * 60 * MINUTE);
    const challenges = createChallenges(house.accounts);
    const people = await house.db
      .selectFrom("people")
      .select("id")
      .where("email_confirmed_at", "is not", null)
      .execute();
    const ask = async (personId: string, to: string) => {
      const by = {
        ...request("change-phone"),
        subject: `person:${personId}`,
        personId,
        channel: "sms",
      } as const;
      return await house.db.transaction().execute((tx) => challenges.sendOtp(tx, { ...by, to }));
    };
    const [first, ...others] = people.map(({ id }) => id).slice(0, 12);
    if (first === undefined || others.length < 11) throw new Error("twelve verified people are needed");
    // The same phone number is written in two ways.
    for (const [index, id] of others.slice(0, 10).entries())
      expect(await ask(id, index % 2 === 0 ? "0898765432" : "+66898765432")).toMatchObject({ ok: true });
    expect(await ask(first, "0898765432")).toMatchObject({ ok: false, error: { code: "otp-daily-limit" } });
    expect(await ask(first, "0898765433")).toMatchObject({ ok: true });
  });

  it("expires after five minutes", async () => {
    await send("change-email");
    const code = await newestCode();
    house.pass(5 * MINUTE + 1000);
    expect(await tryCode("change-email", code)).toEqual({ kind: "expired" });
  });

  // The run with 100 codes is `npm run campaign -- 29`.
  it("can be tried five times, even in parallel calls, and afterwards the right code fails", {
    timeout: 10_000 + CODES * 1_000,
  }, async () => {
    for (let sent = 0; sent < CODES; sent += 1) {
      // At most ten codes a day are sent, so every later code needs a new day.
      if (sent > 0) house.pass(24 * 60 * MINUTE);
      await send("order");
      const code = await newestCode();
      const verdicts = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          tryCode("order", String((Number(code) + index + 1) % 1_000_000).padStart(6, "0")),
        ),
      );
      expect(verdicts.filter((verdict) => verdict.kind === "wrong")).toHaveLength(4);
      expect(verdicts.filter((verdict) => verdict.kind === "exhausted")).toHaveLength(96);
      expect(await tryCode("order", code)).toEqual({ kind: "exhausted" });
    }
  });

  it("can be used by only one of two devices at the same time", async () => {
    await send("recover");
    const code = await newestCode();
    const verdicts = await Promise.all([tryCode("recover", code), tryCode("recover", code)]);
    expect(verdicts.map((verdict) => verdict.kind).sort()).toEqual(["expired", "passed"]);
  });

  it("is sent at most ten times a day, until midnight in Bangkok", async () => {
    // The clock starts just after midnight in Bangkok (UTC+7), so that no midnight comes during the test.
    const wall = house.accounts.clock.wall().getTime() + 7 * 60 * MINUTE;
    house.pass(24 * 60 * MINUTE - (wall % (24 * 60 * MINUTE)) + MINUTE);
    let sent = 0;
    let refused: unknown = null;
    for (let round = 0; round < 12 && refused === null; round += 1) {
      house.pass(61_000);
      const answer = await send("change-phone");
      if (answer.ok) sent += 1;
      else refused = answer.error;
    }
    expect(refused).toMatchObject({
      code: "otp-daily-limit",
      params: { at: expect.stringMatching(/T17:00:00/) },
    });
    expect(sent).toBeLessThanOrEqual(10);
    house.pass(24 * 60 * MINUTE);
    expect(await send("change-phone")).toMatchObject({ ok: true });
  });

  it("is not sent, by e-mail or text message, without a verified address", async () => {
    const challenges = createChallenges(house.accounts);
    const send = (change: Partial<OtpRequest>) =>
      house.db.transaction().execute((tx) => challenges.sendOtp(tx, { ...request("order"), ...change }));
    expect(await send({ channel: "sms" })).toMatchObject({ ok: false, error: { code: "otp-no-channel" } });
    expect(await send({ personId: null })).toMatchObject({ ok: false, error: { code: "otp-no-channel" } });
    expect(await send({ personId: randomUUID() })).toMatchObject({ ok: false });
  });

  it("can be requested over HTTP by its owner only, and the answer is the same for another person", async () => {
    const browser = await logInAs(house, "compliance@saphan.example");
    const own = await browser.call("POST", "/api/auth/send-otp", { channel: "email", action: "change-bank" });
    expect(own).toMatchObject({ status: 200, body: { to: "c•••••••••@saphan.example" } });
    const soon = await browser.call("POST", "/api/auth/send-otp", {
      channel: "email",
      action: "change-bank",
    });
    expect(soon).toMatchObject({ status: 429, body: { code: "otp-too-soon" } });
    const stranger = openBrowser(house);
    const bySms = { channel: "sms", action: "verify-email", phoneNumber: "0812345678" };
    expect(await stranger.call("POST", "/api/auth/send-otp", bySms)).toMatchObject({
      status: 422,
      body: { code: "sms-not-offered" },
    });
    const closed = await stranger.call("POST", "/api/auth/send-otp", { channel: "email", action: "order" });
    expect(closed.status).toBe(401);
    for (const email of ["admin@saphan.example", "nobody@example.com"]) {
      const answer = await stranger.call("POST", "/api/auth/send-otp", {
        channel: "email",
        action: "recover",
        email,
      });
      expect(Object.keys(answer.body as object).sort()).toEqual([
        "channel",
        "expiresAt",
        "reference",
        "resendAt",
        "to",
      ]);
      expect(await house.mailOf(email)).toHaveLength(email.startsWith("admin") ? 1 : 0);
    }
    expect(house.answers.faults).toEqual([]);
    expect(house.answers.routes).toContain("/api/auth/send-otp");
  });
});

describe("a PIN", () => {
  const pin = "739146";
  const set = (value: string, birthDate?: string) =>
    pinRecord(house.accounts, value, "test").then((stored) =>
      house.db.transaction().execute((tx) =>
        setPin(house.accounts, tx, {
          personId: PERSON,
          pin: value,
          stored,
          ...(birthDate === undefined ? {} : { birthDate }),
        }),
      ),
    );
  const tryPin = (value: string, look: "quick" | "slow" = "slow") =>
    look === "slow" ? slowly(value) : quickly(value);
  const slowly = (value: string) =>
    createChallenges(house.accounts).checkPin({ personId: PERSON, pin: value, client: "test" });
  // A flow does the same: a hash of the older kind is verified by the slow check.
  const quickly = async (value: string) => {
    const verdict = await house.db
      .transaction()
      .execute((tx) => createChallenges(house.accounts).tryPin(tx, { personId: PERSON, pin: value }));
    return verdict.kind === "not-quick" ? await slowly(value) : verdict;
  };
  const stored = () =>
    house.db
      .selectFrom("credentials")
      .select(["pin_hash", "pin_mac", "pin_key"])
      .where("person_id", "=", PERSON)
      .executeTakeFirstOrThrow();
  const keep = (columns: {
    readonly pin_hash?: string;
    readonly pin_mac?: string | null;
    readonly pin_key?: number | null;
  }) => house.db.updateTable("credentials").set(columns).where("person_id", "=", PERSON).execute();

  it.each([
    ["111111", undefined],
    ["123456", undefined],
    ["987654", undefined],
    ["890123", undefined],
    ["121212", undefined],
    ["482482", undefined],
    ["12345", undefined],
    ["๑๒๓๙๕๗", undefined],
    ["170590", "1990-05-17"],
    ["170533", "1990-05-17"],
    ["900517", "1990-05-17"],
    ["051990", "1990-05"],
  ])("is rejected when it is as weak as %s", async (weak, birthDate) => {
    expect(await set(weak, birthDate)).toMatchObject({
      ok: false,
      error: { code: "weak-pin", field: "pin" },
    });
  });

  it.each(["quick", "slow"] as const)(
    "can be tried five times (%s check), even in a hundred parallel calls, and the right PIN resets the count",
    async (look) => {
      expect(await set(pin)).toMatchObject({ ok: true });
      expect((await findPerson(house.db, PERSON))?.hasPin).toBe(true);
      expect(await tryPin(wrongOf(pin), look)).toEqual({ kind: "wrong", triesLeft: 4 });
      expect(await tryPin(pin, look)).toEqual({ kind: "passed" });
      const verdicts = await Promise.all(Array.from({ length: 100 }, () => tryPin(wrongOf(pin), look)));
      expect(verdicts.filter((verdict) => verdict.kind === "wrong")).toHaveLength(4);
      expect(await tryPin(pin, look)).toEqual({ kind: "exhausted" });
      expect(await set(pin)).toMatchObject({ ok: true });
      expect(await tryPin(pin, look)).toEqual({ kind: "passed" });
    },
  );

  it.each(["quick", "slow"] as const)(
    "an old PIN without a keyed hash passes a %s check, and then gets a keyed hash",
    async (look) => {
      const before = await hashSecret(pin, { pepper: house.accounts.keys.pin });
      await keep({ pin_hash: before, pin_mac: null, pin_key: null });
      expect(await tryPin(wrongOf(pin), look)).toEqual({ kind: "wrong", triesLeft: 4 });
      expect((await stored()).pin_hash).toBe(before);
      expect(await tryPin(pin, look)).toEqual({ kind: "passed" });
      const record = await stored();
      expect(record).toMatchObject({ pin_key: 1, pin_mac: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/) });
      expect(record.pin_hash).not.toBe(before);
      for (const again of ["quick", "slow"] as const) {
        expect(await tryPin(wrongOf(pin), again)).toEqual({ kind: "wrong", triesLeft: 4 });
        expect(await tryPin(pin, again)).toEqual({ kind: "passed" });
      }
      expect(await stored()).toEqual(record);
    },
  );

  it("a slow PIN check uses only the argon2id hash, so a keyed hash inserted by an attacker has no effect", async () => {
    expect(await set(pin)).toMatchObject({ ok: true });
    const other = await pinRecord(house.accounts, "264809", "test");
    await keep({ pin_mac: other.mac, pin_key: other.key });
    expect(await tryPin("264809", "slow")).toEqual({ kind: "wrong", triesLeft: 4 });
    expect(await set(pin)).toMatchObject({ ok: true });
  });
});
