import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Json } from "../../engine/values/json.ts";
import { whyNotLinear } from "../support/linear-pattern.ts";
import { jsonNames, ROOT, readJson } from "./definition-files.ts";
import { travel } from "./traveller.ts";

/** Returns every regular expression of the schemas, with its file. */
function patterns(): readonly (readonly [file: string, pattern: string])[] {
  const found: (readonly [string, string])[] = [];
  const visit = (file: string, value: Json): void => {
    if (Array.isArray(value)) for (const item of value as readonly Json[]) visit(file, item);
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        if (name === "pattern" && typeof inner === "string") found.push([file, inner]);
        else visit(file, inner as Json);
      }
  };
  for (const folder of readdirSync(join(ROOT, "schemas")).filter((name) => !name.includes(".")))
    for (const name of jsonNames(`schemas/${folder}`)) {
      const file = `schemas/${folder}/${name}.json`;
      visit(file, readJson(file));
    }
  return found;
}

test.each(patterns())("the pattern of %s, %s, is proved to take linear time", (_file, pattern) => {
  expect(() => new RegExp(pattern, "u")).not.toThrow();
  expect(whyNotLinear(pattern)).toBeNull();
});

describe("the proof that a regular expression is linear", () => {
  test.each([
    "^(a+)+$",
    "^(a|aa)+$",
    "^a*a*$",
    "^a+b?a+$",
    "^[a-z0-9]*x?[0-9]+$",
    "^(?:a|b)*c?(?:b|d)*$",
    "^.*,.*,$",
    "\\s+$",
    "a+b",
    "^a|b+c",
    "^a*(?=.*b)",
    "(?=.*b)c",
    "^(?:(?=.*b)a)+$",
    "^(?<=a*)b",
    "^(a)\\1*$",
  ])("rejects %s", (pattern) => {
    expect(whyNotLinear(pattern)).toEqual(expect.any(String));
  });

  test.each([
    ["^a+A+$", "i"],
    ["^a+b", "m"],
  ])("rejects the pattern %s with the flag %s, and accepts it without the flag", (pattern, flag) => {
    expect(whyNotLinear(pattern, flag)).toEqual(expect.any(String));
    expect(whyNotLinear(pattern)).toBeNull();
  });

  test.each([
    "",
    "[0-9]",
    "^a*b*$",
    "^a*b?$",
    "^(?:a+b)+a*$",
    "^(?=.{1,64}$)(?!.*\\.\\.)[a-z]+$",
    "^P(?=.*[1-9])(\\d+W|(\\d+D)?)$",
    "^\\|a*[*+|(]$",
    "^(?:a|b)+$",
    "a$|b",
  ])("accepts %s", (pattern) => {
    expect(whyNotLinear(pattern)).toBeNull();
  });
});

const complaint = {
  email: "a@example.com",
  phone: "0812345678",
  problemType: "OTHER",
  detail: "ระบบช้ามากในวันนี้",
};

test.each([
  ["a text of blanks only", { detail: " ".repeat(20) }, "/detail minLength"],
  ["a text that is too short", { detail: "ช้า" }, "/detail minLength"],
  ["a text that is too long", { detail: "ก".repeat(4001) }, "/detail maxLength"],
  ["a problem type that is not offered", { problemType: "WEATHER" }, "/problemType enum"],
  ["a number instead of a text", { detail: 1234567890 }, "/detail type"],
  [
    "an attachment that is not the id of an upload",
    { attachment: "../../etc/passwd" },
    "/attachment file-ref",
  ],
])("a complaint with %s is rejected at its field", async (_what, change, fault) => {
  const { refused } = await travel("complaint", { answers: { complaint: { ...complaint, ...change } } });
  expect(refused.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([fault]);
});

test("an unknown field of a complaint is removed even if its name is one that every object inherits", async () => {
  const extra = JSON.parse('{"__proto__": {"x": 1}, "constructor": 1, "kycStatus": "VERIFIED"}');
  const { inputs, walk } = await travel("complaint", { answers: { complaint: { ...complaint, ...extra } } });
  expect(walk.at.step).toBe("done");
  expect(inputs.file).toEqual({
    ...{ topic: "COMPLAINT", desk: "support", days: 30, counting: "CALENDAR" },
    ...{ acknowledgeDays: 3, answer: "LETTER", series: "CMP", keepYears: 5 },
    ...complaint,
  });
});
