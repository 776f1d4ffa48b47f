import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emailKey, maskEmail } from "../../../server/accounts/email.ts";
import { passwordProblems } from "../../../server/accounts/password-rules.ts";
import { isWeakPin } from "../../../server/accounts/pin-rules.ts";

describe("a password", () => {
  it.each([
    ["Aa1!aaaa", []],
    ["Aa1!aaa", ["length"]],
    ["Aa1!aaaaaaaaaaaa", []],
    ["Aa1!aaaaaaaaaaaaa", ["length"]],
    ["AA1!AAAA", ["lowercase"]],
    ["aa1!aaaa", ["uppercase"]],
    ["Aaa!aaaa", ["number"]],
    ["Aa1aaaaa", ["symbol"]],
    ["Aa1 aaaa", ["symbol", "characters"]],
    ["Aa1!กขคง", ["characters"]],
    ["", ["length", "lowercase", "uppercase", "number", "symbol"]],
  ] as const)("%s breaks the rules %j", (password, problems) => {
    expect(passwordProblems(password)).toEqual(problems);
  });

  it("accepts every printable ASCII character that is neither letter, digit nor space as its symbol", () => {
    for (let code = 0x21; code < 0x7f; code += 1) {
      const character = String.fromCharCode(code);
      const symbol = !/[A-Za-z0-9]/.test(character);
      expect(passwordProblems(`Aa1aaaa${character}`).includes("symbol"), character).toBe(!symbol);
    }
  });
});

describe("a PIN", () => {
  it("is weak if its digits ascend, descend or repeat, for any first digit, or if it is not six digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), fc.constantFrom(0, 1, 9), (first, step) => {
        const pin = Array.from({ length: 6 }, (_, at) => (first + at * step) % 10).join("");
        expect(isWeakPin(pin)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        if (!/^\d{6}$/.test(text)) expect(isWeakPin(text)).toBe(true);
      }),
    );
  });

  it("is accepted if no rule makes it weak, as nearly all random PINs are", () => {
    let weak = 0;
    for (let number = 0; number < 1_000_000; number += 17)
      if (isWeakPin(String(number).padStart(6, "0"), "1990-05-17")) weak += 1;
    expect(weak / (1_000_000 / 17)).toBeLessThan(0.002);
  });
});

describe("an e-mail address", () => {
  it("is the same address in any spelling, and belongs to one person", () => {
    expect(emailKey(" Somchai+Fund@Example.COM ")).toBe("somchai+fund@example.com");
    expect(emailKey("somchai@example.com")).not.toBe(emailKey("somchai+fund@example.com"));
  });

  it("is displayed to other people with only its first letter", () => {
    expect(maskEmail("kanchanok@example.com")).toBe("k••••••••@example.com");
    expect(maskEmail("k@example.com")).toBe("k•@example.com");
  });
});
