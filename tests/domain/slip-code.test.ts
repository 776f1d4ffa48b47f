import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withCrc } from "../../domain/emv-code.ts";
import { readSlipCode, slipCodeText } from "../../domain/slip-code.ts";

describe("the code of a transfer slip", () => {
  it.each([
    ["0042000600000101030140221202611231234ABCDEF0125102TH910429FC", "014", "202611231234ABCDEF012"],
    ["0041000600000101030040220016327123456ATF098765102TH9104963A", "004", "016327123456ATF09876"],
  ])(
    "can be read if an independent implementation (promptparse 1.6.0) wrote it: %s",
    (text, bank, reference) => {
      expect(readSlipCode(text)).toEqual({ ok: true, value: { bank, reference } });
      expect(readSlipCode(text.slice(0, -4) + text.slice(-4).toLowerCase()).ok).toBe(true);
      expect(slipCodeText({ bank, reference })).toBe(text);
    },
  );

  it.each([
    ["a web address", "https://example.test/slip", "not-a-slip"],
    ["empty", "", "not-a-slip"],
    ["a payment code", withCrc("000201010211", "63"), "not-a-slip"],
    ["another country", withCrc("0041000600000101030040220016327123456ATF098765102LA", "91"), "not-a-slip"],
    [
      "a code with letters as bank code",
      withCrc("003100060000010103KBK0210ABCDEF12345102TH", "91"),
      "not-a-slip",
    ],
    ["without a checksum", "0041000600000101030040220016327123456ATF098765102TH", "checksum"],
    ["changed in one digit", "0041000600000101030040220016327123456ATF098775102TH9104963A", "checksum"],
  ])("is rejected if it is %s", (_what, text, code) => {
    expect(readSlipCode(text)).toEqual({ ok: false, error: { code } });
  });

  it("stays unchanged when written and read for any bank and reference; a change of one character is detected", () => {
    const bank = fc.stringMatching(/^\d{3}$/);
    const reference = fc.stringMatching(/^[A-Za-z0-9]{6,25}$/);
    fc.assert(
      fc.property(bank, reference, fc.nat(), (of, named, at) => {
        const text = slipCodeText({ bank: of, reference: named });
        expect(readSlipCode(text)).toEqual({ ok: true, value: { bank: of, reference: named } });
        const place = at % (text.length - 4);
        const other = text[place] === "7" ? "8" : "7";
        expect(readSlipCode(text.slice(0, place) + other + text.slice(place + 1)).ok).toBe(false);
      }),
    );
  });
});
