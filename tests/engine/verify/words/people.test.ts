import { beforeAll, describe, expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { Definition } from "../../../../engine/flow/index.ts";
import { typesOfDefinition } from "../../../../engine/flow/types-of-definition.ts";
import type { Logic, RuleFile } from "../../../../engine/rules/rule.ts";
import { type ChangedClass, compareRules } from "../../../../engine/verify/compare/index.ts";
import { domainsOf } from "../../../../engine/verify/model/index.ts";
import { namingOf, type Words, wordsOfCubes } from "../../../../engine/verify/words/people.ts";
import { loadFlow } from "../../../definitions/definition-files.ts";

let invest: Definition;
beforeAll(async () => {
  invest = await loadFlow("invest");
});

const amount = { var: "answers.amount.amount" };
const first = { var: "facts.strategy.minFirst" };
const next = { var: "facts.strategy.minNext" };
const kyc = { var: "facts.investor.kycStatus" };
const signed = { var: "facts.investor.contractVerified" };

/** Returns the users for whom a changed rule has another result, by kind of change. */
function whom(before: Logic, after: Logic): { readonly [change: string]: readonly Words[] } {
  const rule = (logic: Logic): RuleFile =>
    ({
      ...(invest.rules.minimum as RuleFile),
      must: [{ id: "only", logic, reason: "rule:minimum.title", mend: "none" }],
    }) as RuleFile;
  const comparison = compareRules(
    { rule: rule(before) },
    { rule: rule(after) },
    { types: typesOfDefinition(invest), formats: trade.formats, domainOf: domainsOf(invest) },
  );
  const classes: readonly ChangedClass[] = comparison.kind === "different" ? comparison.classes : [];
  return Object.fromEntries(
    classes.map(({ from, to, cubes }) => [
      `${JSON.stringify(from)} to ${JSON.stringify(to)}`,
      wordsOfCubes(cubes, namingOf(invest)),
    ]),
  );
}

describe("the description of users affected by a change", () => {
  it("states the order of two compared values once, for all values", () => {
    const { "true to false": lost } = whom({ ">=": [amount, first] }, { ">": [amount, first] });
    expect(lost).toEqual([
      {
        th: "ผู้ที่ “จำนวนเงิน” กับ ขั้นต่ำของการลงทุนครั้งแรก ตรงกัน",
        en: "someone for whom “Amount” and the minimum for a first investment are the same",
      },
    ]);
  });

  it.each<readonly [before: Logic, after: Logic, change: string, en: string]>([
    [{ ">": [amount, first] }, { ">=": [next, amount] }, "true to false", "more than"],
    [{ "<": [amount, first] }, { "==": [amount, first] }, "true to false", "less than"],
    [{ ">=": [amount, first] }, { "<": [amount, first] }, "true to false", "at least"],
    [{ "<=": [amount, first] }, { ">": [amount, first] }, "true to false", "at most"],
    [{ "!=": [amount, first] }, { "==": [amount, first] }, "true to false", "differ"],
  ])("a change from %j to %j affects the class “%s”", (before, after, change, en) => {
    const found = whom(before, after)[change] ?? [];
    expect(found.length).toBeGreaterThan(0);
    for (const words of found) expect(words.en).toContain(en);
  });

  it("states values if a constant matters in the comparison", () => {
    const found = whom(
      { and: [{ ">=": [amount, first] }, { "<=": [amount, "5000000.00"] }] },
      { and: [{ ">=": [amount, first] }, { "<": [amount, "5000000.00"] }] },
    )["true to false"];
    expect(found?.length).toBeGreaterThan(0);
    for (const { en } of found ?? []) expect(en).toContain("“Amount” is 5,000,000.00 baht");
  });

  it("joins enum values, ranges and missing values of the same kind of users", () => {
    const status = whom({ in: [kyc, ["VERIFIED", "REVIEW"]] }, { in: [kyc, ["PENDING", "VERIFIED"]] });
    expect(status).toEqual({
      "false to true": [
        {
          th: "ผู้ที่สถานะยืนยันตัวตน คือ รอผล",
          en: "someone for whom identity verification is waiting for its result",
        },
      ],
      "true to false": [
        {
          th: "ผู้ที่สถานะยืนยันตัวตน คือ เจ้าหน้าที่กำลังตรวจ",
          en: "someone for whom identity verification is under review by a person",
        },
      ],
    });
    const line = whom({ "<": [amount, "100.00"] }, { "<": [amount, "2000.00"] });
    expect(line["false to true"]?.map(({ en }) => en)).toEqual([
      "someone for whom “Amount” is from 100.00 baht to 1,999.99 baht",
    ]);
    const unknown = whom(signed, {
      "!!": [{ or: [signed, { missing: ["facts.investor.contractVerified"] }] }],
    });
    expect(
      Object.values(unknown)
        .flat()
        .map(({ en, th }) => [en, th]),
    ).toContainEqual(["someone for whom nothing is known yet about the contract", "ผู้ที่ยังไม่มีข้อมูลสัญญา"]);
  });
});
