import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { accountsEffects, accountsFacts, companyNameOf, findPerson } from "../../../server/accounts/index.ts";
import type { EffectHandler } from "../../../server/flows/index.ts";
import { birthDateOf } from "../../../server/identity/index.ts";
import { buildHouse, type House, linkToken, logInAs, openBrowser } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

async function run(id: string, input: JsonObject, personId: string | null = null) {
  const effects: readonly EffectHandler[] = accountsEffects(house.accounts, {
    birthDateOf: (db, person) => birthDateOf(house.identity, db, person),
  });
  const handler = effects.find((effect) => effect.id === id);
  if (handler?.mode !== "local") throw new Error(`there is no local effect ${id}`);
  const claimed: (string | null)[] = [];
  const prepared = (await handler.prepare?.({ client: "test", personId }, input)) ?? {};
  const outcome = await house.db.transaction().execute((tx) =>
    handler.run(
      {
        tx,
        client: "address:192.0.2.1",
        prepared,
        fact: async () => null,
        judge: async () => null,
        handedOn: () => [],
        claim: async (person) => {
          claimed.push(person);
        },
        instance: { id: randomUUID(), flow: "sign-up", version: "v1", step: "create" },
        subject: personId === null ? "visitor:abc" : `person:${personId}`,
        personId,
        idempotencyKey: randomUUID(),
        clock: house.clock,
        language: "en",
      },
      input,
    ),
  );
  return { outcome, claimed };
}

const consents = { privacy: true, terms: true, publicity: true };
const signUp = { email: "flow@example.com", password: "Bridge!42x", customerType: "INDIVIDUAL", consents };

describe("the effect accounts.signUp", () => {
  it("opens the account, takes over the visitor's data, and writes letters in the language of the flow", async () => {
    const { outcome, claimed } = await run("accounts.signUp", { ...signUp, saleCode: "welcome1" });
    expect(outcome).toEqual({ ok: true, value: { email: signUp.email } });
    const person = await house.db
      .selectFrom("people")
      .selectAll()
      .where("email_key", "=", signUp.email)
      .executeTakeFirstOrThrow();
    expect(claimed).toEqual([person.id]);
    expect(person).toMatchObject({ sale_code: "WELCOME1", language: "en", email_confirmed_at: null });
    expect((await house.mailOf(signUp.email))[0]).toMatchObject({
      language: "en",
      subject: "Confirm your e-mail",
    });
    // Until the e-mail is confirmed, the right password gets the same answer as a wrong one.
    await expect(logInAs(house, signUp.email, signUp.password)).rejects.toThrow("wrong-credentials");
    await openBrowser(house).call("POST", "/api/auth/verify", {
      token: await linkToken(house, signUp.email),
      password: signUp.password,
    });
    expect((await logInAs(house, signUp.email, signUp.password)).cookies.has("saphan_token")).toBe(true);
  });

  it("adds nothing to an existing account, and gives the same answer as for a new one", async () => {
    const { outcome, claimed } = await run("accounts.signUp", {
      ...signUp,
      password: "Other!42x",
    });
    expect(outcome).toEqual({ ok: true, value: { email: signUp.email } });
    expect(claimed).toEqual([null]);
    await expect(logInAs(house, signUp.email, "Other!42x")).rejects.toThrow("wrong-credentials");
  });

  it("rejects a sale code that is not active", async () => {
    const { outcome } = await run("accounts.signUp", {
      ...signUp,
      email: "code@example.com",
      saleCode: "GONE2020",
    });
    expect(outcome).toEqual({ ok: false, error: { code: "sale-code", field: "saleCode" } });
  });

  it("stores a company's name", async () => {
    const company = {
      ...signUp,
      email: "co@example.com",
      customerType: "JURISTIC",
      companyName: "สะพาน จำกัด",
    };
    await run("accounts.signUp", company);
    const person = await house.db
      .selectFrom("people")
      .select("id")
      .where("email_key", "=", "co@example.com")
      .executeTakeFirstOrThrow();
    const kept = await findPerson(house.db, person.id);
    if (kept === null) throw new Error("nobody signed up");
    expect([kept.customerType, companyNameOf(house.accounts, kept)]).toEqual(["JURISTIC", "สะพาน จำกัด"]);
  });
});

describe("the effect accounts.setPin", () => {
  it("rejects a PIN that is the stored birth date of its owner", async () => {
    const investor = "00000000-0000-4000-8000-000000000001";
    const weak = await run("accounts.setPin", { pin: "170590" }, investor);
    expect(weak.outcome).toEqual({ ok: false, error: { code: "weak-pin", field: "pin" } });
    expect((await run("accounts.setPin", { pin: "170591" }, investor)).outcome).toEqual({
      ok: true,
      value: {},
    });
  });
});

describe("the facts of accounts", () => {
  it("include the active sale codes, the texts in force and today's date", async () => {
    const load = async (id: string, args: JsonObject = {}) =>
      await accountsFacts(house.accounts)
        .find((fact) => fact.id === id)
        ?.load({ db: house.db, subject: "visitor:abc", personId: null, clock: house.clock }, args);
    expect(await load("saleCode", { code: "saphan26" })).toEqual({ active: true });
    expect(await load("saleCode", { code: "NOSUCH99" })).toEqual({ active: false });
    expect(await load("today")).toEqual({ date: "2026-03-02" });
    const years = [1900, 2026, 2027, 2442, 2443, 2569, 2570];
    const past = await Promise.all(years.map((year) => load("pastYear", { year })));
    expect(past.map((fact) => fact && "past" in fact && fact.past)).toEqual([
      ...[true, true, false, false, true, true, false],
    ]);
    expect(await load("legal")).toEqual({
      privacyVersion: "2026-01",
      termsVersion: "2026-01",
      publicityVersion: "2026-01",
      contractVersion: "2026-01",
      biometricsVersion: "2026-01",
    });
  });
});
