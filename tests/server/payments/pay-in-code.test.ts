import { encodeQR } from "qr";
import { decodeQR } from "qr/decode.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { billReference, customerNumber } from "../../../domain/bill-payment.ts";
import { emvFields } from "../../../domain/emv-code.ts";
import { readConfig } from "../../../server/config.ts";
import { paymentsFacts } from "../../../server/payments/index.ts";
import { payInCodeOf } from "../../../server/payments/pay-in-code.ts";
import { pay } from "../fund/fund-house.ts";
import { openPaymentsHouse, orderRow, type PaymentsHouse, unpaid } from "./payments-house.ts";

let house: PaymentsHouse;
beforeAll(async () => {
  house = await openPaymentsHouse();
});
afterAll(() => house.close());

const codeOf = async (order: string, payments = house.payments) =>
  (await payInCodeOf(payments, await orderRow(house, order))).code;

describe("the QR code to pay an order", () => {
  it("contains biller, order, customer and amount, and can be decoded to these values", async () => {
    const of = await unpaid(house, "12345.67");
    const code = (await codeOf(of.order)) ?? "";
    const fields = emvFields(code);
    const inner = emvFields(fields.ok ? (fields.value.get("30") ?? "") : "");
    expect(inner.ok && [...inner.value.values()]).toEqual([
      "A000000677010112",
      "099400016550110",
      billReference(of.reference),
      customerNumber(of.personId),
    ]);
    expect(fields.ok && fields.value.get("54")).toBe("12345.67");
    const modules = encodeQR(code, "raw", { ecc: "medium", border: 4 });
    const scale = 4;
    const side = modules.length * scale;
    const data = new Uint8ClampedArray(side * side * 4).fill(255);
    modules.forEach((row, y) => {
      row.forEach((dark, x) => {
        if (!dark) return;
        for (let at = 0; at < scale * scale; at += 1) {
          const pixel = (y * scale + Math.floor(at / scale)) * side + x * scale + (at % scale);
          data.fill(0, pixel * 4, pixel * 4 + 3);
        }
      });
    });
    expect(decodeQR({ width: side, height: side, data })).toBe(code);
  });

  it("exists while the order is unpaid, the feature switch is on and the brand has a biller number", async () => {
    const of = await unpaid(house);
    expect(await codeOf(of.order, { ...house.payments, isOnFor: async () => false })).toBeNull();
    expect(await codeOf(of.order, { ...house.payments, billerId: null })).toBeNull();
    expect(await codeOf(of.order)).not.toBeNull();
    await pay(house, { order: of.order });
    expect(await codeOf(of.order)).toBeNull();
  });

  it("needs a biller number of 15 digits, or else the portal does not start", () => {
    expect(() => readConfig({ PROMPTPAY_BILLER_ID: "0994000165501" })).toThrow("PROMPTPAY_BILLER_ID");
    expect(readConfig({}).billerId).toHaveLength(15);
  });
});

describe("the fact payIn", () => {
  const factOf = async (personId: string | null) => {
    const [provider] = paymentsFacts(house.payments);
    const { db } = house.fund;
    return await provider?.load({ db, personId, subject: `person:${personId}`, clock: house.clock }, {});
  };

  it("contains the unpaid order with the earliest deadline, or nothing once all orders are paid", async () => {
    const of = await unpaid(house);
    expect(await factOf(of.personId)).toMatchObject({
      order: of.order,
      reference: of.reference,
      amount: "10000.00",
      payBy: "2026-11-26T14:00:00+07:00",
      slipWaiting: false,
      number: "000-0-00000-0",
    });
    await pay(house, { order: of.order });
    expect(await factOf(of.personId)).toBeNull();
    expect(await factOf(null)).toBeNull();
  });
});
