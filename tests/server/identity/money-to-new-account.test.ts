import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeEmail } from "../../../server/accounts/change-email.ts";
import { changePassword, spendReset } from "../../../server/accounts/password-reset.ts";
import { decideBankChange } from "../../../server/identity/bank-changes.ts";
import { undoPhoneChange } from "../../../server/identity/change-phone.ts";
import { decideReview } from "../../../server/identity/decide-review.ts";
import { ownProfile } from "../../../server/identity/own-profile.ts";
import { payoutAccount, payoutFact } from "../../../server/identity/payout.ts";
import { buildHouse, type House } from "../accounts/harness.ts";
import { type Applicant, newApplicant, runEffect, submission } from "./applicant.ts";

let house: House;
let reviewer: string;
let owner: Applicant;
beforeAll(async () => {
  house = await buildHouse({});
  reviewer = (
    await house.db
      .selectFrom("people")
      .select("id")
      .where("email", "=", "compliance@saphan.example")
      .executeTakeFirstOrThrow()
  ).id;
  house.clock.set("2026-03-02T10:00:00");
  owner = await newApplicant(house);
  await runEffect(house, owner.id, "identity.submit", submission(house, owner, OLD));
  const { id: reviewId } = await house.db
    .selectFrom("identity_reviews")
    .select("id")
    .where("person_id", "=", owner.id)
    .executeTakeFirstOrThrow();
  const decided = await house.db
    .transaction()
    .execute((tx) =>
      decideReview(house.identity, tx, { reviewId, reviewer, decision: "approve", reason: "x" }),
    );
  expect(decided.ok).toBe(true);
});
afterAll(async () => await house.close());

const OLD = { bank: "004", accountNumber: "9876543210", accountName: "กาญจนก วงศ์สวัสดิ์" };
const NEW = { bank: "014", accountNumber: "2345678901", accountName: "Kanchanok Wongsawat" };
const HOUR = 60 * 60_000;
const START = Date.parse("2026-03-10T10:00:00+07:00");

const set = (hours: number) => house.clock.set(new Date(START + hours * HOUR).toISOString());

/**
 * Returns the last digits of the account to which money may be paid so many hours after the start; `null` if
 * none.
 */
async function paidAfter(hours: number): Promise<string | null> {
  const whose = { personId: owner.id, at: new Date(START + hours * HOUR) };
  return (await payoutAccount(house.db, whose))?.number.slice(-4) ?? null;
}

async function newEmail(email: string): Promise<void> {
  const of = { personId: owner.id, email, session: undefined };
  const changed = await house.db.transaction().execute((tx) => changeEmail(house.accounts, tx, of));
  expect(changed.ok).toBe(true);
}

/** Requests the attacker's bank account. In the worst case compliance approves it immediately. */
async function newAccount(): Promise<void> {
  await askNew();
  expect(await approveNew()).toMatchObject({ ok: true });
}

async function askNew(): Promise<void> {
  expect((await runEffect(house, owner.id, "identity.changeBankAccount", NEW)).ok).toBe(true);
}

async function approveNew() {
  const { id } = await house.db
    .selectFrom("bank_changes")
    .select("id")
    .where("person_id", "=", owner.id)
    .where("state", "=", "OPEN")
    .executeTakeFirstOrThrow();
  const of = { id, by: reviewer, decision: "approve", reason: "x" } as const;
  return await house.db.transaction().execute((tx) => decideBankChange(house.identity, tx, of));
}

let numbers = 0;

const deeds = {
  email: () => newEmail(`attacker.${randomUUID().slice(0, 8)}@example.com`),
  phone: async () => {
    numbers += 1;
    const phone = `+6681${String(numbers).padStart(7, "0")}`;
    expect((await runEffect(house, owner.id, "identity.changePhone", { phone })).ok).toBe(true);
  },
  bank: newAccount,
  password: async () => {
    const input = { personId: owner.id, password: "Thieves!97q", passwordHash: "none", session: undefined };
    const changed = await house.db.transaction().execute((tx) => changePassword(house.accounts, tx, input));
    expect(changed.ok).toBe(true);
  },
  pin: async () => {
    await house.db
      .updateTable("credentials")
      .set({ pin_hash: "theirs", pin_set_at: house.clock.wall() })
      .where("person_id", "=", owner.id)
      .execute();
  },
  passkey: async () => {
    await house.db
      .insertInto("passkeys")
      .values({
        id: randomUUID(),
        person_id: owner.id,
        rp_id: "localhost",
        credential_id: Buffer.from(randomUUID()),
        public_key: Buffer.from("key"),
        uses: 0,
        transports: [],
        backup_eligible: false,
        backed_up: false,
        name: Buffer.from("theirs"),
        made_at: house.clock.wall(),
        used_at: null,
      })
      .execute();
  },
} as const;
type Deed = keyof typeof deeds;

/** Restores the person's account to its state before the attack. */
async function restored(): Promise<void> {
  const { db } = house;
  await db.deleteFrom("contact_changes").where("person_id", "=", owner.id).execute();
  await db.deleteFrom("password_resets").where("person_id", "=", owner.id).execute();
  await db.deleteFrom("proved_phones").where("person_id", "=", owner.id).execute();
  await db.deleteFrom("passkeys").where("person_id", "=", owner.id).execute();
  await db.deleteFrom("bank_changes").where("person_id", "=", owner.id).execute();
  const accounts = db.selectFrom("bank_accounts").select("id").where("person_id", "=", owner.id);
  const first = await accounts.orderBy("seq").executeTakeFirstOrThrow();
  await db
    .deleteFrom("bank_accounts")
    .where("person_id", "=", owner.id)
    .where("id", "!=", first.id)
    .execute();
  await db.updateTable("bank_accounts").set({ status: "VERIFIED" }).where("id", "=", first.id).execute();
  await db
    .updateTable("people")
    .set({ email: owner.email, email_key: owner.email })
    .where("id", "=", owner.id)
    .execute();
}

function orders(of: readonly Deed[]): readonly (readonly Deed[])[] {
  if (of.length === 0) return [[]];
  return of.flatMap((one) => orders(of.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}

/** Hours after the start at which the permitted payouts can change, and hours just before or after them. */
const LOOKS = [
  0, 4, 8, 12, 16, 20, 23.9, 24, 25, 28, 32, 36, 40, 44, 47, 48, 60, 71.9, 72, 76, 80, 84, 88, 91.9,
];

describe("the owner's payouts, while an attacker changes the account,", () => {
  // Every seventh of the 720 orders; they include each order of the three changes that hold payouts.
  const each = process.env.SAPHAN_EVERY_ORDER === undefined ? 7 : 1;
  const all = orders(["email", "phone", "bank", "password", "pin", "passkey"]).filter(
    (_, index) => index % each === 0,
  );

  it("payouts are tested in all six orders of the changes that hold payouts", () => {
    const held = all.map((order) => order.filter((deed) => ["email", "phone", "bank"].includes(deed)).join());
    expect(new Set(held).size).toBe(6);
  });

  it("payouts can still go to the owner's old bank account as long as the new account is not used", async () => {
    await restored();
    set(0);
    await deeds.bank();
    set(1);
    await deeds.email();
    const fact = await payoutFact(house.db, { personId: owner.id, at: new Date(START + 30 * HOUR) });
    expect(fact).toEqual({ state: "VERIFIED", bank: "004", number: "xxx-xxx-3210", changing: false });
    set(30);
    const { bank, nextBank } = await ownProfile(house.identity, owner.id);
    expect(bank).toEqual({ bank: "004", number: "xxx-xxx-3210", verified: true, from: null });
    // The new account is used three days after the change of e-mail, which was an hour after the start.
    const from = new Date(START + 73 * HOUR).toISOString();
    expect(nextBank).toEqual({ bank: "014", number: "xxx-xxx-8901", verified: true, from });
  });

  it.each([
    ["phone", "email"],
    ["email", "phone"],
  ] as const)(
    "payouts do not go to the new account until 72 hours after the second of two changes (%s, then %s)",
    async (first, second) => {
      await restored();
      set(0);
      await deeds[first]();
      await deeds.bank();
      set(71);
      await deeds[second]();
      // After a change of phone number nothing is paid for a day.
      for (const hour of [71, 72, 73, 94.9]) expect(await paidAfter(hour), String(hour)).not.toBe("8901");
      for (const hour of [95, 120, 142.9]) expect(await paidAfter(hour), String(hour)).toBe("3210");
      set(73);
      const { nextBank } = await ownProfile(house.identity, owner.id);
      expect(nextBank).toMatchObject({ from: new Date(START + 143 * HOUR).toISOString() });
      expect(await paidAfter(143)).toBe("8901");
    },
  );

  it("payouts never go to an account that was approved between a change of e-mail and the undo of that change", async () => {
    await restored();
    set(0);
    const link = await letterLink(() => newEmail("attacker.undone@example.com"), owner.email);
    set(1);
    await deeds.bank();
    set(5);
    expect(await undo(link)).toBe(true);
    // The owner can request the same bank account.
    expect(await runEffect(house, owner.id, "identity.changeBankAccount", NEW)).toMatchObject({ ok: true });
    for (const hour of [6, 30, 71, 72, 200]) expect(await paidAfter(hour), String(hour)).toBe("3210");
  });

  it("payouts never go to an account that was requested between a change of phone number and the undo of that change", async () => {
    await restored();
    set(-48);
    await deeds.phone();
    set(0);
    const link = await letterLink(deeds.phone, owner.email, "phone-changed");
    set(1);
    await askNew();
    set(5);
    expect(await undoPhoneChange(house.identity, link)).toMatchObject({ ok: true });
    expect(await approveNew()).toEqual({ ok: false, error: { code: "asked-by-another" } });
    // The phone number was replaced once more, so no payout is made for another day.
    for (const hour of [6, 28]) expect(await paidAfter(hour), String(hour)).toBe(null);
    for (const hour of [29, 71, 72, 200]) expect(await paidAfter(hour), String(hour)).toBe("3210");
  });

  it("payouts never go to an account that was requested, but not approved, before a change of e-mail was undone", async () => {
    await restored();
    set(0);
    const link = await letterLink(() => newEmail("attacker.late@example.com"), owner.email);
    set(1);
    await askNew();
    set(5);
    expect(await undo(link)).toBe(true);
    expect(await approveNew()).toEqual({ ok: false, error: { code: "asked-by-another" } });
    expect(await paidAfter(200)).toBe("3210");
  });

  it("payouts are protected, because the owner's undo link stays valid after a second change of e-mail", async () => {
    await restored();
    set(0);
    const toOwner = await letterLink(() => newEmail("attacker.one@example.com"), owner.email);
    const toAttacker = await letterLink(
      () => newEmail("attacker.two@example.com"),
      "attacker.one@example.com",
    );
    expect(await undo(toAttacker)).toBe(true);
    expect(await emailOf()).toBe("attacker.one@example.com");
    expect(await undo(toOwner)).toBe(true);
    expect(await emailOf()).toBe(owner.email);
    expect(await undo(toAttacker)).toBe(false);
  });

  it.each(["email", "phone", "bank", "password", "pin", "passkey"] as const)(
    "payouts do not go to a new bank account within 24 hours of approval, or while a change can be undone (%s first)",
    async (first) => {
      for (const order of all.filter(([one]) => one === first)) {
        await restored();
        const hours = new Map<Deed, number>();
        for (const [index, deed] of order.entries()) {
          hours.set(deed, index * 4);
          set(index * 4);
          await deeds[deed]();
        }
        const when = (deed: Deed) => hours.get(deed) ?? 0;
        const contact = Math.min(when("email"), when("phone"));
        const open = Math.max(when("email"), when("phone")) + 72;
        for (const hour of LOOKS.filter((look) => look > 20)) {
          const paid = await paidAfter(hour);
          const where = `${order.join(", ")}; hour ${hour}`;
          if (hour < open || hour < when("bank") + 24) expect(paid, where).not.toBe("8901");
          // The present account stays in use, except on the day after a change of phone number.
          if (hour >= contact && hour < open && hour >= when("phone") + 24) expect(paid, where).toBe("3210");
        }
        // The new account is used in the end; without that, the refusals above would prove nothing.
        expect(await paidAfter(Math.max(open, when("bank") + 24)), order.join(", ")).toBe("8901");
      }
    },
    300_000,
  );
});

/** Performs an action and returns the token in the letter that the action sends to this address. */
async function letterLink(does: () => Promise<void>, to: string, kind = "email-changed"): Promise<string> {
  // Two pending letters arrive in any order, so the earlier letters are delivered first.
  await house.jobs.drain();
  await does();
  const letters = await house.mailOf(to);
  const letter = letters.find(({ template }) => template === kind);
  return /token=([\w-]+)/.exec(letter?.body ?? "")?.[1] ?? "";
}

async function undo(token: string): Promise<boolean> {
  const input = { token, purpose: "reset-password", passwordHash: "new" } as const;
  return (await house.db.transaction().execute((tx) => spendReset(house.accounts, tx, input))).ok;
}

async function emailOf(): Promise<string> {
  const row = await house.db
    .selectFrom("people")
    .select("email")
    .where("id", "=", owner.id)
    .executeTakeFirstOrThrow();
  return row.email;
}
