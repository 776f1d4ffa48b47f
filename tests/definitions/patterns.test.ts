import { expect, test } from "vitest";
import type { Json } from "../../engine/values/json.ts";
import { leastMs } from "../support/least-ms.ts";
import { flowNames, jsonNames, readJson } from "./definition-files.ts";
import { travel } from "./traveller.ts";

/** Every regular expression of the schemas, with the file that holds it. */
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
  for (const folder of ["common", "effects", "events", ...flowNames()])
    for (const name of jsonNames(`schemas/${folder}`)) {
      const file = `schemas/${folder}/${name}.json`;
      visit(file, readJson(file));
    }
  return found;
}

const LONG = 100_000;
const HOSTILE = ["a", "0", " ", "ก", "A1", "-", "\u0000"].flatMap((piece) => [
  piece.repeat(LONG / piece.length),
  `${piece.repeat(LONG / piece.length)}!`,
  `${piece.repeat(LONG / piece.length)}\n`,
]);
/** A linear pattern needs well under a millisecond for 100 kB; a quadratic one seconds. */
const MOST_MS = 100;

test.each(patterns())("%s: %s takes linear time on 100 kB", (_file, pattern) => {
  const expression = new RegExp(pattern, "u");
  for (const text of HOSTILE) expect(leastMs(MOST_MS, () => expression.test(text))).toBeLessThan(MOST_MS);
});

const complaint = {
  email: "a@example.com",
  phone: "0812345678",
  problemType: "OTHER",
  detail: "ระบบช้ามากในวันนี้",
};

test.each([
  ["blanks alone, which are left off", { detail: " ".repeat(20) }, "/detail minLength"],
  ["too little to go by", { detail: "ช้า" }, "/detail minLength"],
  ["more than anybody reads", { detail: "ก".repeat(4001) }, "/detail maxLength"],
  ["a problem type that is not offered", { problemType: "WEATHER" }, "/problemType enum"],
  ["a number where a text belongs", { detail: 1234567890 }, "/detail type"],
  ["an attachment that is no upload's id", { attachment: "../../etc/passwd" }, "/attachment file-ref"],
])("a complaint with %s is refused at its field", async (_what, change, fault) => {
  const { refused } = await travel("complaint", { answers: { complaint: { ...complaint, ...change } } });
  expect(refused.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([fault]);
});

test("a field that nobody asked for is dropped, whatever it is called", async () => {
  const extra = JSON.parse('{"__proto__": {"x": 1}, "constructor": 1, "kycStatus": "VERIFIED"}');
  const { inputs, walk } = await travel("complaint", { answers: { complaint: { ...complaint, ...extra } } });
  expect(walk.at.step).toBe("done");
  expect(inputs.file).toEqual(complaint);
});
