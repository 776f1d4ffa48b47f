import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BillPayment,
  billPaymentCode,
  billReference,
  customerNumber,
} from "../../domain/bill-payment.ts";
import { crc16, emvFields, emvText, hasCrc, withCrc } from "../../domain/emv-code.ts";

const bill: BillPayment = {
  billerId: "099400016550110",
  ref1: "SP261123000001",
  ref2: "7F3A9C2E41B0",
  satang: 1_000_000n,
};

describe("a PromptPay bill-payment code", () => {
  it("equals the code of an independent implementation (promptparse 1.6.0), including satang", () => {
    expect(billPaymentCode(bill)).toEqual({
      ok: true,
      value:
        "00020101021230730016A00000067701011201150994000165501100214SP26112300000103127F3A9C2E41B053037645802TH540810000.006304E3F1",
    });
  });

  it.each([
    ["a biller of 13 digits", { billerId: "0994000165501" }, "biller-not-valid"],
    ["a biller in Thai digits", { billerId: "๐๙๙๔๐๐๐๑๖๕๕๐๑๑๐" }, "biller-not-valid"],
    ["a reference with a hyphen", { ref1: "SP-261123-000001" }, "reference-not-valid"],
    ["a reference of 21 characters", { ref1: "A".repeat(21) }, "reference-not-valid"],
    ["a missing customer", { ref2: "" }, "reference-not-valid"],
    ["an amount of zero", { satang: 0n }, "amount-not-valid"],
    ["a negative amount", { satang: -1n }, "amount-not-valid"],
    ["an amount longer than its field", { satang: 10n ** 13n }, "amount-not-valid"],
  ] as const)("cannot be made from %s", (_what, given, code) => {
    expect(billPaymentCode({ ...bill, ...given })).toEqual({ ok: false, error: { code } });
  });

  it("encodes exactly the order and the amount, so that a change of one digit is detected", () => {
    const text = (most: number) =>
      fc.string({
        unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
        minLength: 1,
        maxLength: most,
      });
    fc.assert(
      fc.property(text(20), text(20), fc.bigInt(1n, 10n ** 12n - 1n), fc.nat(), (ref1, ref2, satang, at) => {
        const code = billPaymentCode({ ...bill, ref1, ref2, satang });
        if (!code.ok) throw new Error(code.error.code);
        const fields = emvFields(code.value);
        const inner = emvFields(fields.ok ? (fields.value.get("30") ?? "") : "");
        expect(inner.ok && [inner.value.get("02"), inner.value.get("03")]).toEqual([ref1, ref2]);
        const amount = fields.ok ? (fields.value.get("54") ?? "") : "";
        expect(BigInt(amount.replace(".", ""))).toBe(satang);
        expect(hasCrc(code.value, "63")).toBe(true);
        const place = at % (code.value.length - 4);
        const other = code.value[place] === "7" ? "8" : "7";
        expect(hasCrc(code.value.slice(0, place) + other + code.value.slice(place + 1), "63")).toBe(false);
      }),
    );
  });

  it("encodes order and customer in the form that banks accept", () => {
    expect(billReference("SP-261123-000001")).toBe("SP261123000001");
    expect(billReference("nv 261123 000001")).toBe("NV261123000001");
    expect(customerNumber("7f3a9c2e-41b0-4c1d-9d5e-0c2b3a4d5e6f")).toBe("7F3A9C2E41B0");
  });
});

describe("an EMVCo text", () => {
  it("has a checksum as in the catalogue's example for CRC-16/CCITT-FALSE", () => {
    expect(crc16("123456789")).toBe("29B1");
  });

  it("can be written and then read back unchanged", () => {
    const field = fc.tuple(fc.stringMatching(/^\d{2}$/), fc.string({ maxLength: 99 }));
    fc.assert(
      fc.property(fc.uniqueArray(field, { selector: ([id]) => id }), (fields) => {
        const read = emvFields(emvText(fields));
        expect(read.ok && [...read.value]).toEqual(fields);
        expect(hasCrc(withCrc(emvText(fields), "63"), "63")).toBe(true);
      }),
    );
  });

  it.each(["0", "00", "0005abc", "000100010", "00x1a", "0001a0001b"])(
    "is rejected if malformed: %s",
    (text) => {
      expect(emvFields(text)).toEqual({ ok: false, error: { code: "malformed" } });
    },
  );

  it("cannot be written if a field could not be read back", () => {
    expect(() => emvText([["0", "a"]])).toThrow("emvText");
    expect(() => emvText([["00", "a".repeat(100)]])).toThrow("emvText");
  });
});
