import { describe, expect, it } from "vitest";
import type { Logic } from "../../../../engine/rules/rule.ts";
import type { ConditionText } from "../../../../engine/verify/words/sentences.ts";
import { not } from "../../fixtures/parts.ts";
import { conditionText, fact, of, sentence } from "./say-club.ts";

/** A condition text as its English headings. Nested headings are a list after the outer one. */
type Heads = string | readonly [string, readonly Heads[]];

function heads({ says, parts }: ConditionText): Heads {
  return parts.length === 0 ? says.en : [says.en, parts.map(heads)];
}

describe("the description of a condition with several parts", () => {
  const a = fact("signed");
  const b = { var: "flags.open" };
  const c = { ">": [of("count"), 3] };
  const A = "the contract is signed";
  const B = "the switch “Admission” is on";
  const C = "“Children” is more than 3";

  it.each<readonly [logic: Logic, heads: Heads, line: string]>([
    [{ and: [a, b] }, ["all of these hold", [A, B]], `${A} and ${B}`],
    [{ or: [a, b] }, ["at least one of these holds", [A, B]], `${A} or ${B}`],
    [{ and: [a, b, c] }, ["all of these hold", [A, B, C]], `${A}, ${B} and ${C}`],
    [{ or: [a, b, c] }, ["at least one of these holds", [A, B, C]], `${A}, ${B} or ${C}`],
    [{ and: [a] }, A, A],
    [{ or: [a] }, A, A],
    [not({ and: [a, b] }), ["not all of these hold", [A, B]], `it is not so that (${A} and ${B})`],
    [not({ or: [a, b] }), ["none of these holds", [A, B]], `it is not so that (${A} or ${B})`],
    [
      { or: [{ and: [a, b] }, c] },
      ["at least one of these holds", [["all of these hold", [A, B]], C]],
      `(${A} and ${B}) or ${C}`,
    ],
    [
      { and: [not({ or: [a, b] }), c] },
      ["all of these hold", [["none of these holds", [A, B]], C]],
      `it is not so that (${A} or ${B}) and ${C}`,
    ],
    [{ or: [not(a), c] }, `if ${A}, then ${C}`, `if ${A}, then ${C}`],
    [{ or: [not(not({ and: [a] })), c] }, ["at least one of these holds", [A, C]], `${A} or ${C}`],
    [
      { or: [{ "!=": [of("kind"), "gold"] }, c] },
      `if the answer to “Card” is “Gold”, then ${C}`,
      `if the answer to “Card” is “Gold”, then ${C}`,
    ],
    [{ or: [c, not(a)] }, `if ${A}, then ${C}`, `if ${A}, then ${C}`],
    [
      { or: [not(a), { and: [b, c] }] },
      [`if ${A}, then all of these hold`, [B, C]],
      `if ${A}, then ${B} and ${C}`,
    ],
    [
      { or: [not({ and: [a, b] }), c] },
      ["at least one of these holds", [["not all of these hold", [A, B]], C]],
      `it is not so that (${A} and ${B}) or ${C}`,
    ],
    [
      { or: [not(a), not(b)] },
      ["at least one of these holds", ["the contract is unsigned", "the switch “Admission” is off"]],
      "the contract is unsigned or the switch “Admission” is off",
    ],
    [
      { or: [not(a), b, c] },
      ["at least one of these holds", ["the contract is unsigned", B, C]],
      `the contract is unsigned, ${B} or ${C}`,
    ],
    [
      { or: [{ "!!": [{ missing: ["facts.member.born"] }] }, a] },
      `if the birthday is on record, then ${A}`,
      `if the birthday is on record, then ${A}`,
    ],
    [
      { or: [{ "!=": [fact("note"), ""] }, a] },
      ["at least one of these holds", ["the note is on record", A]],
      `the note is on record or ${A}`,
    ],
    [
      { or: [{ "!=": ["", fact("note")] }, a] },
      ["at least one of these holds", ["the note is on record", A]],
      `the note is on record or ${A}`,
    ],
  ])("describes a condition with several parts as a list and as one line: %j", (logic, listed, line) => {
    expect(heads(conditionText(logic))).toEqual(listed);
    expect(sentence(logic).en).toBe(line);
  });

  it("describes conditions with several parts in Thai with the corresponding headings", () => {
    const thai = (logic: Logic) => conditionText(logic).says.th;
    expect([{ and: [a, b] }, { or: [a, b] }, not({ and: [a, b] }), not({ or: [a, b] })].map(thai)).toEqual([
      "ครบทุกข้อต่อไปนี้",
      "อย่างน้อยหนึ่งข้อต่อไปนี้",
      "ไม่ครบทุกข้อต่อไปนี้",
      "ไม่มีข้อใดต่อไปนี้",
    ]);
    expect(sentence({ or: [not(a), { and: [b, c] }] }).th).toBe(
      "กรณีที่สัญญาลงนามแล้ว: สวิตช์ “เปิดรับ” เปิด และ “จำนวนบุตร” มากกว่า 3",
    );
    expect(sentence({ or: [{ and: [a, b] }, c] }).th).toBe(
      "(สัญญาลงนามแล้ว และ สวิตช์ “เปิดรับ” เปิด) หรือ “จำนวนบุตร” มากกว่า 3",
    );
  });
});
