import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LETTERS } from "../../../server/messages/letters.ts";
import { titlesOf } from "../../../server/messages/render.ts";

test.each(["th", "en"])(
  "LETTERS declares for each kind of letter with texts (%s) whether people on a watch list receive the letter",
  (language) => {
    const mail = JSON.parse(readFileSync(`locales/${language}/mail.json`, "utf8")) as object;
    const kinds = Object.entries(mail).flatMap(([kind, texts]) => ("subject" in texts ? [kind] : []));
    expect(Object.keys(LETTERS).sort()).toEqual(kinds.sort());
  },
);

describe("the title of a letter whose values were deleted", () => {
  const titleOf = titlesOf({ rootDir: ".", brand: "Saphan" });

  test.each([
    ["statement-ready", "th", {}, "รายงานการลงทุนพร้อมแล้ว"],
    ["statement-ready", "en", { from: "1 Oct", to: "31 Oct" }, "Your statement, 1 Oct to 31 Oct"],
    ["order-paid", "th", { reference: "SP-1" }, "ได้รับเงินแล้ว SP-1"],
    ["order-switched-out", "en", {}, "Switch: units sold"],
    ["account-erased", "en", { reference: "C-1" }, "Your account is erased (C-1)"],
    ["account-erased", "en", {}, "Your account is erased"],
    ["refund-sent", "en", { reference: "SP-1" }, "Money returned: SP-1"],
    ["change-waits", "en", {}, "A change is waiting for you"],
    ["otp", "en", {}, "Your verification code"],
    ["case-asked", "th", {}, "ขอข้อมูลเพิ่มเติมจากคุณ"],
    ["case-asked", "th", { reference: "C-1" }, "ขอข้อมูลเพิ่มเติมสำหรับ C-1"],
  ] as const)("is right for %s (%s) with %o", (template, language, known, title) => {
    expect(titleOf(template, language, known)).toBe(title);
  });

  test.each(["th", "en"] as const)("has no gap, whichever of its values remain (%s)", (language) => {
    const mail = JSON.parse(readFileSync(`locales/${language}/mail.json`, "utf8"));
    for (const template of Object.keys(LETTERS))
      for (const known of [{}, { reference: "SP-1" }]) {
        const title = titleOf(template, language, known);
        expect([template, title]).toEqual([template, expect.not.stringMatching(/[{}…]|\(\)| {2}|^$/)]);
      }
    // A title may contain a value only at its end, because words after a missing value would not make a
    // title.
    for (const template of Object.keys(LETTERS)) {
      const { subject, listed } = mail[template];
      const values = [...subject.matchAll(/\{\{\s*(\w+)\s*\}\}(.*)/g)];
      const within = values.some(([, name, rest]) => !/brand|reference/.test(name) && rest !== "");
      expect([template, within && listed === undefined]).toEqual([template, false]);
    }
  });
});
