import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changeEmail } from "../../../server/accounts/change-email.ts";
import { closeAccount } from "../../../server/accounts/close-account.ts";
import { contactChangesOf } from "../../../server/accounts/contact-changes.ts";
import { provedPhone } from "../../../server/accounts/phones.ts";
import { forgetPhones } from "../../../server/accounts/sweep.ts";
import { decideReview } from "../../../server/identity/decide-review.ts";
import { findPeople } from "../../../server/identity/find-people.ts";
import { payoutFact } from "../../../server/identity/payout.ts";
import { buildHouse, type House, logInAs, openBrowser } from "../accounts/harness.ts";
import { type Applicant, newApplicant, runEffect, submission } from "./applicant.ts";

let house: House;
let owner: Applicant;
let hours = 0;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());
beforeEach(async () => {
  owner = await newApplicant(house);
});

const PASSWORD = "Bridge!42x";
const THREE_DAYS_MS = 72 * 60 * 60_000;

let last = 0;
/** Returns a phone number that no account has. */
function newPhone(): string {
  last += 1;
  return `+6689${String(last).padStart(7, "0")}`;
}

/**
 * Changes the phone number an hour after the last change; returns the token in the letter to the person's
 * address.
 */
async function change(phone: string, whose = owner): Promise<string> {
  await house.jobs.drain();
  hours += 1;
  house.clock.set(new Date(Date.parse("2026-03-10T10:00:00+07:00") + hours * 3_600_000).toISOString());
  expect(await runEffect(house, whose.id, "identity.changePhone", { phone })).toMatchObject({ ok: true });
  const letters = await house.mailOf(whose.email);
  return tokenIn(letters.find(({ template }) => template === "phone-changed")?.body);
}

const tokenIn = (body = "") => /\/undo-phone\?token=([\w-]+)/.exec(body)?.[1] ?? "";
const ask = (token: string) => openBrowser(house).call("POST", "/api/auth/undo-phone/verify", { token });
const undo = (token: string) => openBrowser(house).call("POST", "/api/auth/undo-phone", { token });
const phoneOf = (whose = owner) => provedPhone(house.accounts, house.db, whose.id);
const foundBy = async (phone: string) => (await findPeople(house.identity, phone)).ids;

/** Approves the identity, and with it the bank account. */
async function approved(personId: string): Promise<void> {
  const { id: reviewer } = await house.db
    .selectFrom("people")
    .select("id")
    .where("email", "=", "compliance@saphan.example")
    .executeTakeFirstOrThrow();
  const { id: reviewId } = await house.db
    .selectFrom("identity_reviews")
    .select("id")
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  const of = { reviewId, reviewer, decision: "approve", reason: "x" } as const;
  const decided = await house.db.transaction().execute((tx) => decideReview(house.identity, tx, of));
  expect(decided.ok).toBe(true);
}

/** Gives the owner a first phone number, then replaces it with another. */
async function replaced() {
  const [former, present] = [newPhone(), newPhone()];
  await change(former);
  return { former, present, token: await change(present) };
}

describe("a change of phone number", () => {
  it("is undone once by the link, which logs no one in, and the owner is notified everywhere", async () => {
    const { former, present, token } = await replaced();
    await house.db
      .updateTable("credentials")
      .set({ pin_hash: "theirs", pin_set_at: house.clock.wall() })
      .where("person_id", "=", owner.id)
      .execute();
    const intruder = await logInAs(house, owner.email, PASSWORD);
    const [sms] = await house.mailOf(former);
    expect(sms).toMatchObject({ channel: "sms", template: "phone-changed" });
    // A person who has the owner's lost phone can read its messages, so the text message has no token.
    expect(sms?.body).not.toContain(token);
    expect((await ask(token)).body).toEqual({
      former: `••• ••• ${former.slice(-4)}`,
      present: `••• ••• ${present.slice(-4)}`,
    });
    expect(await phoneOf()).toBe(present);

    const undone = await undo(token);
    expect(undone.status).toBe(204);
    expect(undone.setCookies.every((cookie) => /=;/.test(cookie))).toBe(true);
    expect(await phoneOf()).toBe(former);
    expect(await foundBy(former)).toEqual([owner.id]);
    expect(await foundBy(present)).toEqual([]);
    expect((await intruder.call("GET", "/api/security")).status).toBe(401);
    const { pin_tries } = await house.db
      .selectFrom("credentials")
      .select("pin_tries")
      .where("person_id", "=", owner.id)
      .executeTakeFirstOrThrow();
    expect(pin_tries).toBe(5);
    for (const to of [owner.email, former, present])
      expect((await house.mailOf(to))[0], to).toMatchObject({ template: "phone-restored" });
    const lines = await house.db
      .selectFrom("audit_lines")
      .selectAll()
      .where("subject", "=", `person:${owner.id}`)
      .where("action", "=", "identity.undoPhoneChange")
      .execute();
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(former.slice(-4));

    expect((await ask(token)).body).toBeNull();
    expect(await undo(token)).toMatchObject({ status: 410, body: { code: "link-invalid" } });
    expect(await phoneOf()).toBe(former);
  });

  it("is undone once if the link is pressed twice at the same time", async () => {
    const { token } = await replaced();
    const pressed = await Promise.all([undo(token), undo(token)]);
    expect(pressed.map(({ status }) => status).sort()).toEqual([204, 410]);
  });

  it("can be undone even after new passwords, and the link sets no password", async () => {
    const { former, token } = await replaced();
    const browser = openBrowser(house);
    const theirs = { token, password: "Thieves!97q" };
    expect(await browser.call("POST", "/api/auth/reset-password", theirs)).toMatchObject({ status: 410 });
    for (const password of ["Thieves!97q", "Mine#2026again"]) {
      house.pass(61_000);
      await browser.call("POST", "/api/auth/forget-password", { email: owner.email });
      const letters = await house.mailOf(owner.email);
      const letter = letters.find(({ template }) => template === "reset-password");
      const link = /reset-password\?token=([\w-]+)/.exec(letter?.body ?? "")?.[1] ?? "";
      const set = await browser.call("POST", "/api/auth/reset-password", { token: link, password });
      expect(set.status).toBe(204);
      expect((await ask(link)).body).toBeNull();
    }
    expect(await undo(token)).toMatchObject({ status: 204 });
    expect(await phoneOf()).toBe(former);
  });

  it("a change of phone number is undone for the first owner even after later changes; the later links become invalid", async () => {
    const { former, present, token: first } = await replaced();
    const second = await change(newPhone());
    const third = await change(newPhone());
    expect(await undo(second)).toMatchObject({ status: 204 });
    expect(await phoneOf()).toBe(present);
    expect(await undo(third)).toMatchObject({ status: 410 });
    expect(await undo(first)).toMatchObject({ status: 204 });
    expect(await phoneOf()).toBe(former);
    expect(await undo(second)).toMatchObject({ status: 410 });
  });

  it("a change of phone number is final after three days; the former number is stored encrypted until then", async () => {
    const { former, token } = await replaced();
    const kept = () =>
      house.db
        .selectFrom("password_resets")
        .select("restores_phone")
        .where("person_id", "=", owner.id)
        .execute();
    expect(await kept()).toHaveLength(1);
    expect(await house.dump()).not.toContain(former.slice(3));
    house.pass(THREE_DAYS_MS - 60_000);
    await forgetPhones(house.accounts);
    expect(await kept()).toHaveLength(1);
    expect((await ask(token)).body).not.toBeNull();
    house.pass(60_000);
    expect((await ask(token)).body).toBeNull();
    expect(await undo(token)).toMatchObject({ status: 410, body: { code: "link-invalid" } });
    await forgetPhones(house.accounts);
    expect(await kept()).toEqual([]);
    const [latest] = await contactChangesOf(house.accounts, owner.id);
    expect(latest).toMatchObject({ kind: "phone", before: null, undone: false });
  });

  it("is displayed to customer service with the former number masked, until the link is used", async () => {
    const { former, token } = await replaced();
    const before = `••• ••• ${former.slice(-4)}`;
    const shown = async () => (await contactChangesOf(house.accounts, owner.id))[0];
    expect(await shown()).toMatchObject({ kind: "phone", before, undone: false });
    await undo(token);
    expect(await shown()).toMatchObject({ before, undone: true });
    await forgetPhones(house.accounts);
    expect(await shown()).toMatchObject({ before: null, undone: true });
  });

  it("is not undone if a second account has meanwhile proved the former number", async () => {
    const { former, present, token } = await replaced();
    const other = await newApplicant(house);
    await change(former, other);
    expect(await undo(token)).toMatchObject({ status: 409, body: { code: "phone-taken" } });
    expect(await phoneOf()).toBe(present);
    await change(newPhone(), other);
    expect(await undo(token)).toMatchObject({ status: 204 });
    expect(await phoneOf()).toBe(former);
    expect(await phoneOf(other)).not.toBe(former);
  });

  it("is undone even if a second account shared the former number before", async () => {
    const shared = newPhone();
    const other = await newApplicant(house);
    await change(shared, other);
    await change(shared);
    const token = await change(newPhone());
    expect(await undo(token)).toMatchObject({ status: 204 });
    expect(await phoneOf()).toBe(shared);
  });

  it("an undone change leaves no proved number if the former number was only part of the identity data", async () => {
    house.clock.set("2026-03-09T10:00:00");
    await runEffect(house, owner.id, "identity.submit", submission(house, owner));
    await approved(owner.id);
    const token = await change(newPhone());
    expect(await undo(token)).toMatchObject({ status: 204 });
    expect(await phoneOf()).toBeNull();
    // No payout is made for a day, although the number that caused this limit is gone.
    const state = async () =>
      (await payoutFact(house.db, { personId: owner.id, at: house.clock.now().toJSDate() })).state;
    const undoneAt = house.clock.now();
    house.clock.set(undoneAt.plus({ hours: 23, minutes: 59 }).toISO() ?? "");
    expect(await state()).toBe("WAITING");
    house.clock.set(undoneAt.plus({ hours: 24 }).toISO() ?? "");
    expect(await state()).toBe("VERIFIED");
  });

  it("cannot be undone in an erased account", async () => {
    const { token } = await replaced();
    await house.db.transaction().execute(async (tx) => {
      await closeAccount(house.accounts, tx, owner.id);
      await house.accounts.vault.erase(tx, owner.id, house.clock.wall());
    });
    expect((await ask(token)).body).toBeNull();
    expect(await undo(token)).toMatchObject({ status: 410, body: { code: "link-invalid" } });
    expect((await contactChangesOf(house.accounts, owner.id)).every(({ before }) => before === null)).toBe(
      true,
    );
  });

  it.each([
    ["an invented token", "forged", 410],
    ["an empty token", "", 422],
    ["a token of another length", "x".repeat(201), 422],
  ])("is not undone by %s", async (_what, token, status) => {
    expect(await undo(token)).toMatchObject({ status });
  });

  it("can be undone after a change of e-mail only by a link sent to the owner's old number", async () => {
    const owners = newPhone();
    await change(owners);
    const of = { personId: owner.id, email: `thief.${owner.email}`, session: undefined };
    await house.db.transaction().execute((tx) => changeEmail(house.accounts, tx, of));
    const thief = { ...owner, email: of.email };
    const toOwners = await change(newPhone(), thief);
    house.pass(1_000);
    const toThiefs = await change(newPhone(), thief);
    const letters = await house.mailOf(owner.email);
    const letter = letters.find(({ template }) => template === "email-changed");
    const token = /token=([\w-]+)/.exec(letter?.body ?? "")?.[1] ?? "";
    const back = { token, password: "Mine#2026again" };
    expect(await openBrowser(house).call("POST", "/api/auth/reset-password", back)).toMatchObject({
      status: 204,
    });
    // The link sent to the attacker's address is void, and no letter reaches a number through it.
    expect(await undo(toThiefs)).toMatchObject({ status: 410 });
    expect(await undo(toOwners)).toMatchObject({ status: 410 });
    await house.jobs.drain();
    const told = (await house.mailOf(owner.email)).filter(({ template }) => template === "phone-changed");
    expect(await undo(tokenIn(told[0]?.body))).toMatchObject({ status: 204 });
    expect(await phoneOf()).toBe(owners);
  });
});
