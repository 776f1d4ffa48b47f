import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { billReference } from "../../../domain/bill-payment.ts";
import { signWebhook } from "../../../server/identity/index.ts";
import { takeMessage } from "../../../server/payments/bank-message.ts";
import { clearAtOnce, sendFromSandbox, setSilent } from "../../../server/payments/sandbox-bank.ts";
import { openPortalHouse } from "../portal-house.ts";
import { openPaymentsHouse, orderRow, type PaymentsHouse, unpaid } from "./payments-house.ts";

let house: PaymentsHouse;
beforeEach(async () => {
  house = await openPaymentsHouse();
});
afterEach(() => house.close());

const message = (of: object) =>
  JSON.stringify({
    bank: "006",
    reference: "B1",
    amount: "10000.00",
    at: "2026-11-23T09:59:00+07:00",
    ...of,
  });

describe("a bank message about a transfer", () => {
  it("pays the order that it names, once, even if it is sent twice at the same time", async () => {
    const of = await unpaid(house);
    const body = message({ ref1: billReference(of.reference) });
    const taken = await Promise.all([takeMessage(house.payments, body), takeMessage(house.payments, body)]);
    expect(taken.map((one) => one.ok && one.value.outcome).sort()).toEqual(["known", "matched"]);
    expect(await takeMessage(house.payments, body)).toMatchObject({ ok: true, value: { outcome: "known" } });
    expect((await orderRow(house, of.order)).status).toBe("APPROVED");
    const booked = await house.fund.db.selectFrom("payments").select("id").execute();
    expect(booked).toHaveLength(1);
  });

  it.each([
    ["no JSON", "{", "bank-report-not-valid"],
    ["a list", "[]", "bank-report-not-valid"],
    ["no reference", message({ reference: "" }), "bank-report-not-valid"],
    ["an amount of zero", message({ amount: "0.00" }), "bank-report-not-valid"],
    ["a negative amount", message({ amount: "-1.00" }), "bank-report-not-valid"],
    ["three decimals", message({ amount: "1.005" }), "bank-report-not-valid"],
    ["an amount with an exponent", message({ amount: "1e21" }), "bank-report-not-valid"],
    ["no time", message({ at: "soon" }), "bank-report-not-valid"],
    ["a time in the future", message({ at: "2026-11-23T10:00:01+07:00" }), "transfer-ahead"],
  ])("a bank message with %s is rejected, and nothing is booked", async (_what, body, code) => {
    expect(await takeMessage(house.payments, body)).toEqual({ ok: false, error: { code } });
    expect(await house.fund.db.selectFrom("payments").select("id").execute()).toEqual([]);
  });
});

describe("money for an order", () => {
  it.each([
    ["a moment before the payment deadline pays the order", "2026-11-26T13:59:59.999+07:00", "matched"],
    ["at the payment deadline comes too late", "2026-11-26T14:00:00.000+07:00", "held"],
  ])("money that is sent %s", async (_when, at, outcome) => {
    const of = await unpaid(house);
    // The job that lets orders expire has not run yet.
    house.clock.set("2026-11-26T14:00:01");
    const body = message({ at, ref1: billReference(of.reference) });
    expect(await takeMessage(house.payments, body)).toMatchObject({ ok: true, value: { outcome } });
  });
});

describe("the simulated bank", () => {
  const room = () => house.payments;
  const statusOf = async (order: string) => (await orderRow(house, order)).status;

  it("pays at once, unless it is set to be silent: then the order waits and expires", async () => {
    const [one, other] = [await unpaid(house), await unpaid(house)];
    await clearAtOnce(room(), one.order);
    expect(await statusOf(one.order)).toBe("APPROVED");
    await setSilent(house.payments, true);
    await clearAtOnce(room(), other.order);
    expect(await statusOf(other.order)).toBe("SUBMITTED");
    house.clock.set("2026-11-26T14:00:00");
    await house.jobs.runNow("fund.expire");
    expect(await statusOf(other.order)).toBe("EXPIRED");
  });

  it("can send too little money, a second payment, or money from a wrong account", async () => {
    const { order } = await unpaid(house);
    expect(await sendFromSandbox(room(), { order, again: "1", amount: "1.00" })).toBe("held");
    expect(await sendFromSandbox(room(), { order, again: "2", payer: "Somebody Else" })).toBe("held");
    expect(await sendFromSandbox(room(), { order })).toBe("matched");
    expect(await sendFromSandbox(room(), { order })).toBe("known");
    const reasons = await house.fund.db
      .selectFrom("payment_cases")
      .select("reason")
      .orderBy("opened_at")
      .execute();
    expect(reasons.map(({ reason }) => reason).sort()).toEqual(["amount-short", "third-party"]);
  });

  it("is missing in runtime", async () => {
    const { order } = await unpaid(house);
    const runtime = { ...room(), config: { ...room().config, env: "runtime" as const } };
    await expect(clearAtOnce(runtime, order)).rejects.toThrow("no sandbox bank in runtime");
  });
});

describe("the bank's webhook", () => {
  const BANK_WEBHOOK_SECRET = "q7Vd2LxT9wKfP4sHn8RbZ3mYc6JgA5uE";

  it("accepts only bodies that the bank signed with its secret", async () => {
    const portal = await openPortalHouse({ BANK_WEBHOOK_SECRET });
    const body = message({ at: "2026-03-02T09:59:00+07:00" });
    const post = async (signature: string, payload = body) =>
      await portal.server.app.inject({
        method: "POST",
        url: "/api/webhooks/bank",
        headers: { "content-type": "application/json", "x-sha2-signature": signature },
        payload,
      });
    const right = signWebhook(BANK_WEBHOOK_SECRET, body);
    expect((await post(signWebhook("another", body))).statusCode).toBe(401);
    expect((await post(right, body.replace("10000", "90000"))).statusCode).toBe(401);
    expect((await post(right)).json()).toEqual({ outcome: "held" });
    expect((await post(right)).json()).toEqual({ outcome: "known" });
    const unstorable = message({ reference: "TX\u00001" });
    const refused = await post(signWebhook(BANK_WEBHOOK_SECRET, unstorable), unstorable);
    expect([refused.statusCode, refused.json().code]).toEqual([400, "text-not-storable"]);
    await portal.close();
  });
});
