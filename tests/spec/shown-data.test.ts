import { describe, expect, test } from "vitest";
import { jsonNames, readJson, textAt } from "../definitions/definition-files.ts";

// Tests for sections 1 to 3 about strategies and account types, as far as these are data.
describe("the description of a strategy names its assets", () => {
  test.each([
    ["m-btca", /bitcoin/i, /บิตคอยน์|Bitcoin/i],
    ["m-lcap", /large.*actively.*rebalanced automatically/i, /ใหญ่/],
    ["m-blockchain", /infrastructure and smart-contract platforms/i, /โครงสร้างพื้นฐาน|สัญญาอัจฉริยะ|Smart/i],
    ["m-metaverse", /virtual worlds|metaverse/i, /โลกเสมือน|เมตาเวิร์ส|Metaverse/i],
    ["m-stable", /fully invested.*steady value/i, /มูลค่าคงที่/],
    ["m-next-gen", /new|next/i, /ใหม่/],
  ])("%s", (name, english, thai) => {
    expect(textAt("en", `strategy:${name}.about`)).toMatch(english);
    expect(textAt("th", `strategy:${name}.about`)).toMatch(thai);
  });
});

test("an account belongs either to a person or to a company", () => {
  expect([...(readJson("schemas/common/customer-type.json").enum as readonly string[])].sort()).toEqual([
    "INDIVIDUAL",
    "JURISTIC",
  ]);
});

test("the sixteen namespaces of the specification exist, in both languages", () => {
  const names =
    "common header kyc tab button home warning faq complaint-form form about article-testimonial my-account public-info breadcrumb register";
  for (const language of ["th", "en"])
    expect(jsonNames(`locales/${language}`)).toEqual(expect.arrayContaining(names.split(" ")));
});

test("the data about an investor has the fields in section 3 of the specification", () => {
  const { properties } = (
    readJson("flows/shared/facts.json") as {
      investor: { schema: { properties: { [name: string]: unknown } } };
    }
  ).investor.schema;
  expect(Object.keys(properties)).toEqual(
    expect.arrayContaining(
      "customerType email isVerified agreeFatca passDopa kycStatus contractVerified suitStatus livenessStatus onfidoStatus verifioStatus trueMoneyId walletAddress bankName".split(
        " ",
      ),
    ),
  );
});

test("the forms of complaints and contact requests have the fields in section 3 of the specification", () => {
  const fieldsOf = (path: string) => Object.keys(readJson(path).properties as object).sort();
  expect(fieldsOf("schemas/complaint/complaint.json")).toEqual(
    ["attachment", "detail", "email", "phone", "problemType"].sort(),
  );
  expect(fieldsOf("schemas/contact-back/contact.json")).toEqual(["email", "name", "phone", "topic"].sort());
});
