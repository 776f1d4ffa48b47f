import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isCommonPassword } from "../../../server/accounts/common-passwords.ts";
import { passwordProblems } from "../../../server/accounts/password-rules.ts";
import { allConsents, buildHouse, type House, linkToken, openBrowser } from "./harness.ts";

const NAMES = ["somchai.j@example.com", "Golden River Co., Ltd."];

describe("a common password", () => {
  it.each([
    "P@ssw0rd",
    "P@ssw0rd1!",
    "pA55W0RD#99",
    "!Password2026",
    "Passw0rd!Passw",
    "MyP@ssword1",
    "Qwerty123!",
    "1qaz2WSX!",
    "1Qaz@Wsx3edc",
    "Abcd1234!",
    "Aa123456!",
    "Welcome1!",
    "Admin@123",
    "Thailand2026!",
    "Iloveyou1!",
    "L0vely#2569",
    "Bitcoin2026$",
    "Saphan#2026",
    "$aph4n!!99",
    "N@va2026!!",
    "Somchai#99",
    "50mch41!Aa",
    "Golden#2026",
    "Aa1!Aa1!Aa1!",
  ])("is recognised in %s", (password) => {
    expect(isCommonPassword(password, NAMES)).toBe(true);
  });

  it.each(["Bridge!42x", "Fresh+Start1", "Mango-Rung4Wat", "vT9#kkWzq", "Kluay&Khai7", "Other!42x"])(
    "is not recognised in %s",
    (password) => {
      expect(isCommonPassword(password, NAMES)).toBe(false);
    },
  );

  it("is recognised in any letter case and with any characters around it", () => {
    const letters = {
      a: ["a", "A", "@", "4"],
      e: ["e", "E", "3"],
      o: ["o", "O", "0"],
      s: ["s", "S", "$", "5"],
    };
    const written = (word: string) =>
      fc
        .tuple(
          ...[...word].map((sign) =>
            fc.constantFrom(...(letters[sign as "a"] ?? [sign, sign.toUpperCase()])),
          ),
        )
        .map((signs) => signs.join(""));
    const around = fc
      .array(fc.constantFrom(..."0123456789!#$%&"), { maxLength: 4 })
      .map((all) => all.join(""));
    const word = fc.constantFrom("password", "dragon", "monkey", "football", "investor", "saphan", "somchai");
    fc.assert(
      fc.property(word.chain(written), around, (middle, after) => {
        expect(isCommonPassword(`${middle}${after}`, NAMES)).toBe(true);
      }),
    );
  });

  it("is hardly ever contained in a randomly generated password", () => {
    const signs = [..."abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789#%&+-_"];
    const random = (seed: number) =>
      fc.sample(fc.array(fc.constantFrom(...signs), { minLength: 16, maxLength: 16 }), {
        seed,
        numRuns: 500,
      });
    const refused = random(42).filter((made) => isCommonPassword(made.join(""), NAMES));
    expect(refused.length).toBeLessThan(5);
  });
});

describe("the check against common passwords", () => {
  let house: House;
  beforeAll(async () => {
    house = await buildHouse();
  });
  afterAll(async () => await house.close());

  const refusal = {
    status: 422,
    body: {
      fields: [
        {
          pointer: "/password",
          code: "password-common",
          message: { th: expect.stringMatching(/เดาง่าย/), en: expect.stringMatching(/easy to guess/) },
        },
      ],
    },
  };

  it.each(["P@ssw0rd1", "Saphan#2026", "Kanlaya#99"])(
    "rejects this password at sign-up: %s",
    async (password) => {
      expect(passwordProblems(password)).toEqual([]);
      const answer = await openBrowser(house).call("POST", "/api/auth/signup", {
        email: "kanlaya@example.com",
        password,
        customerType: "INDIVIDUAL",
        consents: allConsents(house),
      });
      expect(answer).toMatchObject(refusal);
    },
  );

  it("rejects the new password of a reset, and the reset link still works afterwards", async () => {
    const email = "finance@saphan.example";
    const browser = openBrowser(house);
    await browser.call("POST", "/api/auth/forget-password", { email });
    const token = await linkToken(house, email);
    const set = (password: string) => browser.call("POST", "/api/auth/reset-password", { token, password });
    expect(await set("Finance#26")).toMatchObject(refusal);
    expect((await set("Bridge!42x")).status).toBe(204);
  });
});
