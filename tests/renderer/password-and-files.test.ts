import { describe, expect, it } from "vitest";
import complaintEn from "../../locales/en/complaint-form.json" with { type: "json" };
import formEn from "../../locales/en/form.json" with { type: "json" };
import kycEn from "../../locales/en/kyc.json" with { type: "json" };
import complaintTh from "../../locales/th/complaint-form.json" with { type: "json" };
import formTh from "../../locales/th/form.json" with { type: "json" };
import kycTh from "../../locales/th/kyc.json" with { type: "json" };
import { kindsOf, problemOf, purposeOf } from "../../renderer/flow/widgets/file-problem.ts";
import { rulesOf } from "../../renderer/flow/widgets/password-rule.ts";
import schema from "../../schemas/common/password.json" with { type: "json" };
import names from "../../schemas/names.json" with { type: "json" };

const LOCALES = { th: [complaintTh, formTh, kycTh], en: [complaintEn, formEn, kycEn] };

describe("the rules for a password", () => {
  it("are those of the schema, and each has a name", () => {
    expect(rulesOf(schema).map((rule) => rule.key)).toEqual([
      "length",
      "lowercase",
      "uppercase",
      "digit",
      "symbol",
      "characters",
    ]);
  });

  it.each([
    ["Sunrise#2026", []],
    ["Saphan26", ["symbol"]],
    ["short#1A", []],
    ["", ["length", "lowercase", "uppercase", "digit", "symbol", "characters"]],
    ["sunrise#2026toolong", ["length", "uppercase"]],
    ["Sunrise #2026", ["characters"]],
  ])("find in the password %j these faults: %j", (password, broken) => {
    expect(
      rulesOf(schema)
        .filter((rule) => !rule.holds(password))
        .map((rule) => rule.key),
    ).toEqual(broken);
  });
});

describe("a file before it is sent", () => {
  const accept = "image/jpeg,image/png";
  it.each([
    ["a picture", { type: "image/png", size: 1000 }, null],
    ["a file without a type, which the server checks", { type: "", size: 1000 }, null],
    ["a picture with an outdated type name", { type: "image/jpg", size: 1000 }, null],
    ["a file with a general type name", { type: "application/octet-stream", size: 1000 }, null],
    ["a program", { type: "application/x-msdownload", size: 1000 }, "wrongType"],
    ["nothing", { type: "image/png", size: 0 }, "emptyFile"],
    ["exactly 10 MB", { type: "image/png", size: 10 * 1024 * 1024 }, null],
    ["more than 10 MB", { type: "image/png", size: 11 * 1024 * 1024 }, "tooLarge"],
  ])("is accepted or rejected correctly: %s", (_what, file, problem) => {
    expect(problemOf(file, { accept, megabytes: 10 })).toBe(problem);
  });

  it("is accepted as PDF only where PDF is allowed, and its field lists the accepted types", () => {
    expect(kindsOf(purposeOf("card-front"))).not.toContain("PDF");
    expect(kindsOf(purposeOf("fatca-document"))).toContain("PDF");
  });

  it.each(Object.entries(LOCALES))("has a size limit that is the same in every text of %s", (_, locale) => {
    const limits = new Set(Object.values(names.purposes).map(({ megabytes }) => `${megabytes} MB`));
    const said = JSON.stringify(locale).match(/\d+(\.\d+)? MB/g) ?? [];
    expect(said.length).toBeGreaterThan(4);
    expect(new Set(said)).toEqual(limits);
  });
});
