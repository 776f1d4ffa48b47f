import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { decideReview } from "../../../server/identity/decide-review.ts";
import { bankAccountOf, payoutAccount } from "../../../server/identity/index.ts";
import { payoutFact } from "../../../server/identity/payout.ts";
import { reopenPayout } from "../../../server/settlement/payouts.ts";
import { buildHouse, type House, logInAs } from "../accounts/harness.ts";
import { type Applicant, newApplicant, runEffect, submission } from "./applicant.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse({});
});
afterAll(async () => await house.close());

const OLD = { bank: "004", accountNumber: "9876543210", accountName: "กาญจนก วงศ์สวัสดิ์" };
const NEW = { bank: "014", accountNumber: "2345678901", accountName: "Kanchanok Wongsawat" };

/** Returns a person whose identity was approved three days ago with the bank account `OLD`. */
async function verified(): Promise<Applicant> {
  house.clock.set("2026-03-02T10:00:00");
  const applicant = await newApplicant(house);
  await sendIn(applicant, {});
  await review(applicant, "approve");
  house.clock.set("2026-03-05T10:00:00");
  return applicant;
}

async function sendIn(applicant: Applicant, change: JsonObject): Promise<void> {
  const sent = await runEffect(
    house,
    applicant.id,
    "identity.submit",
    submission(house, applicant, { ...OLD, ...change }),
  );
  expect(sent.ok).toBe(true);
}

async function review({ id }: Applicant, decision: "approve" | "ask-again"): Promise<void> {
  const { id: reviewId } = await house.db
    .selectFrom("identity_reviews")
    .select("id")
    .where("person_id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  const reviewer = await reviewerId();
  const decided = await house.db
    .transaction()
    .execute((tx) =>
      decideReview(house.identity, tx, { reviewId, reviewer, decision, reason: "Looked at." }),
    );
  expect(decided.ok).toBe(true);
}

async function reviewerId(): Promise<string> {
  const row = await house.db
    .selectFrom("people")
    .select("id")
    .where("email", "=", "compliance@saphan.example")
    .executeTakeFirstOrThrow();
  return row.id;
}

const ask = ({ id }: Applicant, change: JsonObject = {}) =>
  runEffect(house, id, "identity.changeBankAccount", { ...NEW, ...change });

const at = () => house.clock.now().toJSDate();
const paysTo = async ({ id: personId }: Applicant) =>
  (await payoutAccount(house.db, { personId, at: at() }))?.number ?? null;
const fact = ({ id: personId }: Applicant) => payoutFact(house.db, { personId, at: at() });

async function openChange({ id }: Applicant): Promise<string> {
  const row = await house.db
    .selectFrom("bank_changes")
    .select("id")
    .where("person_id", "=", id)
    .where("state", "=", "OPEN")
    .executeTakeFirstOrThrow();
  return row.id;
}

async function decide(applicant: Applicant, decision: "approve" | "reject") {
  const reviewer = await logInAs(house, "compliance@saphan.example");
  return await reviewer.call("POST", `/api/bank-changes/${await openChange(applicant)}/decision`, {
    decision,
    reason: "The name on the passbook is theirs.",
  });
}

/** Returns the bank accounts of a person to which a payout could be made now, by their last digits. */
async function payable({ id }: Applicant): Promise<readonly string[]> {
  const rows = await house.db
    .selectFrom("bank_accounts")
    .select(["id", "last_digits"])
    .where("person_id", "=", id)
    .orderBy("seq")
    .execute();
  const found = [];
  for (const row of rows) {
    const { label } = (
      await sql<{
        label: string | null;
      }>`select payout_account_label(${id}, ${row.id}, ${at()}) as label`.execute(house.db)
    ).rows[0] ?? { label: null };
    const account = await bankAccountOf(house.identity, house.db, id, row.id);
    // The accounts that SQL accepts for an order must equal the accounts to which a payout can be opened.
    expect(account?.verified ?? false).toBe(label !== null);
    if (label !== null) found.push(row.last_digits);
  }
  return found;
}

/**
 * Adds a returned payout of this person; other checks of the database are off, because they are not tested
 * here.
 */
async function returnedPayout({ id }: Applicant, account: string): Promise<string> {
  const payout = randomUUID();
  const reviewer = await reviewerId();
  await house.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into payouts (id, order_id, person_id, account, label, amount, due_on, state, paid_at,
        entered_by, reference, confirmed_by, returned_at, return_reason)
      values (${payout}, ${randomUUID()}, ${id}, ${account}, '004 xxx-xxx-3210', 100, '2026-03-04', 'RETURNED', ${at()},
        ${id}, 'x', ${reviewer}, ${at()}, 'closed')`.execute(tx);
  });
  return payout;
}

describe("a new bank account of an investor", () => {
  it("a new bank account receives no money until 24 hours after approval; payouts then still go to the present account", async () => {
    const applicant = await verified();
    expect(await fact(applicant)).toEqual({
      state: "VERIFIED",
      bank: "004",
      number: "xxx-xxx-3210",
      changing: false,
    });
    expect(await ask(applicant)).toMatchObject({
      ok: true,
      value: { reference: expect.stringMatching(/^BA-260305-[A-Z2-9]{5}$/) },
    });
    // A day and longer after the request, the new account is still not used.
    for (const moment of ["2026-03-05T10:00:00", "2026-03-06T10:00:01", "2026-03-09T09:00:00"]) {
      house.clock.set(moment);
      expect(await payable(applicant)).toEqual(["3210"]);
      expect(await paysTo(applicant)).toBe("xxx-xxx-3210");
      expect(await fact(applicant)).toMatchObject({ state: "VERIFIED", changing: true });
    }
    expect(await decide(applicant, "approve")).toMatchObject({ status: 200, body: { state: "APPROVED" } });
    for (const [moment, paid] of [
      ["2026-03-09T09:00:00", []],
      ["2026-03-10T08:59:59.999", []],
      ["2026-03-10T09:00:00", ["8901"]],
    ] as const) {
      house.clock.set(moment);
      expect(await payable(applicant)).toEqual(paid);
    }
    expect(await fact(applicant)).toMatchObject({
      state: "VERIFIED",
      number: "xxx-xxx-8901",
      changing: false,
    });
  });

  it("receives no returned payment until its 24 hours are over", async () => {
    const applicant = await verified();
    await ask(applicant);
    const { id: account } = await house.db
      .selectFrom("bank_accounts")
      .select("id")
      .where("person_id", "=", applicant.id)
      .where("status", "=", "ASKED")
      .executeTakeFirstOrThrow();
    const payout = await returnedPayout(applicant, account);
    const room = {
      ...house.identity,
      destination: (on: typeof house.db, person: string, id: string) =>
        bankAccountOf(house.identity, on, person, id),
    };
    const reopen = async () => {
      const answer = await reopenPayout(room as never, await reviewerId(), { id: payout, account });
      return answer.ok ? "opened" : answer.error.code;
    };
    expect(await reopen()).toBe("destination-not-verified");
    await decide(applicant, "approve");
    expect(await reopen()).toBe("destination-not-verified");
  });

  it("changes nothing if compliance rejects it, and the investor may request a new one", async () => {
    const applicant = await verified();
    await ask(applicant);
    expect(await decide(applicant, "reject")).toMatchObject({ body: { state: "REJECTED" } });
    house.clock.set("2026-03-12T10:00:00");
    expect(await payable(applicant)).toEqual(["3210"]);
    expect((await ask(applicant, { accountNumber: "2345678902" })).ok).toBe(true);
  });

  it.each([
    ["an account in another person's name", { accountName: "สมชาย ใจดี" }, "other-name"],
    ["the account that is already in use", OLD, "same-account"],
  ])("is rejected for %s", async (_, change, code) => {
    const applicant = await verified();
    expect(await ask(applicant, change)).toEqual({ ok: false, error: { code } });
  });

  it("can be requested by a verified person for whom no change is pending", async () => {
    const applicant = await newApplicant(house);
    expect(await ask(applicant)).toEqual({ ok: false, error: { code: "identity-open" } });
    const other = await verified();
    await ask(other);
    expect(await ask(other, { accountNumber: "2345678902" })).toEqual({
      ok: false,
      error: { code: "account-open" },
    });
    house.clock.set("2028-04-02T10:00:00");
    expect(await decide(other, "approve")).toMatchObject({ status: 409, body: { code: "identity-open" } });
  });

  it("a bank account submitted with a new identity replaces the approved account only after the identity review", async () => {
    const applicant = await verified();
    await sendIn(applicant, NEW);
    expect(await payable(applicant)).toEqual(["3210"]);
    await review(applicant, "ask-again");
    // The same account, submitted again, is not new, so no waiting period applies.
    await sendIn(applicant, {});
    expect(await fact(applicant)).toMatchObject({ state: "VERIFIED", changing: false });
    await review(applicant, "approve");
    expect(await payable(applicant)).toEqual(["3210"]);
    await sendIn(applicant, NEW);
    house.clock.set("2026-03-09T10:00:00");
    await review(applicant, "approve");
    expect(await payable(applicant)).toEqual([]);
    house.clock.set("2026-03-10T10:00:00");
    expect(await payable(applicant)).toEqual(["8901"]);
  });

  it("a new bank account is reported to its owner each time, and is decided once by compliance, never by the owner", async () => {
    const applicant = await verified();
    await ask(applicant);
    const id = await openChange(applicant);
    const compliance = await logInAs(house, "compliance@saphan.example");
    expect((await compliance.call("GET", "/api/bank-changes")).body).toMatchObject({
      changes: expect.arrayContaining([
        expect.objectContaining({ id, number: "xxx-xxx-8901", likeness: "SAME", email: applicant.email }),
      ]),
    });
    expect((await compliance.call("GET", `/api/bank-changes/${id}`)).body).toMatchObject({
      names: { th: "กาญจนก วงศ์สวัสดิ์", en: "Kanchanok Wongsawat" },
      asked: NEW,
      before: OLD,
    });
    const finance = await logInAs(house, "finance@saphan.example");
    expect((await finance.call("GET", `/api/bank-changes/${id}`)).status).toBe(403);
    expect((await decide(applicant, "approve")).status).toBe(200);
    const again = await compliance.call("POST", `/api/bank-changes/${id}/decision`, {
      decision: "reject",
      reason: "Too late.",
    });
    expect(again).toMatchObject({ status: 409, body: { code: "already-decided" } });
    await house.jobs.drain();
    const letters = await house.db
      .selectFrom("mailbox")
      .select(["template", "body"])
      .where("recipient", "=", applicant.email)
      .where("template", "like", "bank-change-%")
      .orderBy("id")
      .execute();
    // The order of two pending letters is not guaranteed.
    expect(letters.map(({ template }) => template).sort()).toEqual([
      "bank-change-approved",
      "bank-change-asked",
    ]);
    const toCompliance = await house.mailOf("compliance@saphan.example");
    expect(toCompliance.map(({ template }) => template)).toContain("bank-change-waits");
    // Letters name the bank account by its last digits only.
    for (const { body } of letters) {
      expect(body).toContain("xxx-xxx-8901");
      expect(body).not.toContain(NEW.accountNumber);
    }
    await expect(
      sql`update bank_accounts set approved_at = null where person_id = ${applicant.id}`.execute(house.db),
    ).rejects.toThrow("bank_accounts_approved");
  });
});
