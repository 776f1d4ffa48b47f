import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_TOTP } from "../../../server/accounts/development/index.ts";
import { factorOf } from "../../../server/accounts/sessions.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";
import { appCode, demoFactor } from "./app-code.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const PASSWORD = "Saphan#2026";
const mailOf = (name: string) => `${name}@saphan.example`;
const enter = (page: Caller, name: string, more: object = {}) =>
  page.call("POST", "/api/auth/login", { email: mailOf(name), password: PASSWORD, ...more });
const prove = (page: Caller, code: string) => page.call("POST", "/api/security/factor", { code });
/** Calls a decision about an unknown version, which only a caller with access learns to be unknown. */
const decide = async (page: Caller) => {
  const id = "00000000-0000-4000-8000-000000000000";
  const answer = await page.call("POST", `/api/definitions/versions/${id}/reject`, { note: "not so" });
  return answer.body.code;
};
const idOf = async (name: string) => {
  const { db } = house.database;
  const row = db.selectFrom("people").select("id").where("email_key", "=", mailOf(name));
  return (await row.executeTakeFirstOrThrow()).id;
};
const setFactorAt = async (name: string, at: Date | null) => {
  const { db } = house.database;
  const person = await idOf(name);
  await db.updateTable("sessions").set({ factor_at: at }).where("person_id", "=", person).execute();
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const codeIn = async (name: string): Promise<string> => {
  await house.server.jobs.drain();
  const { body } = await stranger(house).call("GET", `/api/dev/mailbox?to=${mailOf(name)}`);
  const mails = body.messages as readonly { readonly template: string; readonly body: string }[];
  const code = /\b(\d{6})\b/.exec(mails.find(({ template }) => template === "otp")?.body ?? "")?.[1];
  if (code === undefined) throw new Error(`no code for ${name}`);
  return code;
};

describe("a member of staff", () => {
  test("needs the second factor to log in, and can take decisions for five minutes after proving it", async () => {
    const page = stranger(house);
    expect(await enter(page, "compliance")).toMatchObject({
      status: 401,
      body: { code: "two-factor-needed" },
    });
    expect((await enter(page, "compliance", demoFactor(mailOf("compliance")))).status).toBe(200);
    expect(await decide(page)).toBe("version-unknown");
    await setFactorAt("compliance", minutesAgo(5.1));
    expect(await decide(page)).toBe("factor-needed");
    expect((await page.call("GET", "/api/definitions")).status).toBe(200);
    expect(await prove(page, "000000")).toMatchObject({ status: 401, body: { code: "two-factor-wrong" } });
    expect(await decide(page)).toBe("factor-needed");
    expect((await prove(page, appCode(DEMO_TOTP, new Date()))).status).toBe(204);
    expect(await decide(page)).toBe("version-unknown");
  });

  test("can use a proof of the second factor only in the current session", async () => {
    const [one, other] = [await loggedIn(house, "compliance2"), await loggedIn(house, "compliance2")];
    await setFactorAt("compliance2", null);
    expect((await prove(one, appCode(DEMO_TOTP, new Date()))).status).toBe(204);
    expect(await decide(one)).toBe("version-unknown");
    expect(await decide(other)).toBe("factor-needed");
    // Even reading is refused if the second factor was never proved in the session.
    expect((await other.call("GET", "/api/definitions")).body.code).toBe("factor-needed");
  });

  test("can try five codes, even in a hundred parallel calls, and later codes are not checked", async () => {
    const page = await loggedIn(house, "finance2");
    await setFactorAt("finance2", minutesAgo(6));
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => prove(page, String(100_000 + at).padStart(6, "0"))),
    );
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await prove(page, appCode(DEMO_TOTP, new Date()))).status).toBe(401);
    const { db } = house.database;
    const person = await idOf("finance2");
    const { tries } = await db
      .selectFrom("authenticators")
      .select("tries")
      .where("person_id", "=", person)
      .executeTakeFirstOrThrow();
    expect(tries).toBe(5);
    await db.updateTable("authenticators").set({ tries: 0 }).where("person_id", "=", person).execute();
    expect((await prove(page, appCode(DEMO_TOTP, new Date()))).status).toBe(204);
  });

  test("a colleague without a second factor can use no staff page until one is set up", async () => {
    const { db } = house.database;
    const id = await idOf("operations2");
    await db.deleteFrom("authenticators").where("person_id", "=", id).execute();
    const page = stranger(house);
    expect((await enter(page, "operations2")).status).toBe(200);
    expect(await page.call("GET", "/api/definitions")).toMatchObject({
      status: 403,
      body: { code: "factor-missing", message: { en: expect.stringContaining("two-step log-in") } },
    });
    // Investors' flows stay closed to the colleague.
    expect((await page.call("POST", "/api/flows/invest/instances", {})).body.code).toBe(
      "staff-hold-no-units",
    );
    const opened = await page.call("POST", "/api/flows/two-factor/instances", {});
    const at = opened.body.at as { readonly step: string; readonly values: object };
    expect(at).toMatchObject({ step: "how", values: { "facts.investor.email": mailOf("operations2") } });
    const { id: flow } = opened.body;
    await page.submit(flow, "how", { answer: { values: at.values as never } });
    await page.call("POST", `/api/instances/${flow}/steps/prove/send`);
    const proved = await page.submit(flow, "prove", { code: await codeIn("operations2") });
    expect(proved.body).toMatchObject({ at: { step: "set" } });
    const { secret } = (await page.call("POST", "/api/security/authenticator")).body as { secret: string };
    const on = await page.submit(flow, "set", { answer: { code: appCode(secret, new Date()) } });
    expect(on.body).toMatchObject({ at: { step: "codes" } });
    expect((await page.call("GET", "/api/definitions")).status).toBe(200);
    const { codes } = (await page.call("POST", "/api/security/recovery-codes")).body as { codes: string[] };
    // Only this colleague knows the secret, and the code that activated it is used up. A recovery code works
    // too, once.
    expect((await prove(page, appCode(secret, new Date()))).status).toBe(401);
    await setFactorAt("operations2", minutesAgo(6));
    expect((await prove(page, codes[0] ?? "")).status).toBe(204);
    expect((await prove(page, codes[0] ?? "")).status).toBe(401);
  });
});

test("a proof of the second factor is valid for five minutes, even if a clock is changed", () => {
  const now = new Date("2026-03-02T03:00:00Z");
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const of = (factorAt: Date | null, hasFactor = true) => factorOf({ hasFactor, factorAt }, now);
  expect([of(now), of(at(-5)), of(at(-5.01)), of(at(60)), of(null), of(now, false)]).toEqual([
    "fresh",
    "fresh",
    "proved",
    "proved",
    "unproved",
    "missing",
  ]);
});
