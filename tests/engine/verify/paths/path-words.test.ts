import { describe, expect, it } from "vitest";
import type { Definition } from "../../../../engine/flow/index.ts";
import type { Language } from "../../../../engine/values/languages.ts";
import { atlasOf } from "../../../../engine/verify/paths/index.ts";
import { joined } from "../../../../engine/verify/paths/path-conditions.ts";
import { at, END, type Entry, effect, form, next, review } from "../../fixtures/parts.ts";
import { sound } from "../../fixtures/small-flow.ts";

const over = (least: number, step: string): Entry => [{ ">": [at("answers.ask.x"), least] }, step];
const X = { type: "integer", minimum: 1, maximum: 9 };

const untitled = sound({
  steps: {
    ask: form(over(7, "act"), over(5, "check"), "more"),
    // The value is at most five, so no user takes the first entry of `more`, and all users at `some` take its
    // first entry.
    more: form(over(6, "bad"), over(2, "some"), "few"),
    some: form([{ "<": [at("answers.ask.x"), 6] }, "done"], "bad"),
    few: END,
    check: review(["answers.ask.x"], "pin"),
    pin: {
      kind: "challenge",
      challenge: "pin",
      binds: "check",
      errors: { exhausted: { to: "bad" } },
      next: next("done"),
    },
    act: {
      ...effect({ full: { to: "bad" }, odd: { to: "bad" }, low: { reopen: "ask" } }, "money"),
      input: { x: "answers.ask.x" },
    },
    money: {
      kind: "wait",
      for: "small.paid",
      since: "act",
      until: "effects.act.by",
      onTimeout: { to: "bad" },
      next: next("done"),
    },
    done: END,
    bad: END,
  },
  forms: { ask: { x: X }, more: {}, some: {} },
  inputs: { "small.act": { x: X } },
  outputs: { "small.act": { by: { type: "string", format: "date-time" } } },
});

const texts = (x: string, act: string, pin: string, money: string, ask: string, full: string) => ({
  small: {
    small: {
      ask: { title: ask, x: { label: x } },
      act: { title: act, errors: { full } },
      pin: { title: pin },
      money: { title: money },
    },
  },
});

/** Only these steps have a title, and only one of the errors has a text. */
const titled: Definition = {
  ...untitled,
  texts: {
    th: texts("จำนวน", "สั่งซื้อ", "รหัส", "ชำระเงิน", "คำถาม", "เต็มแล้ว"),
    en: texts("Count", "Order", "Code", "Payment", "Question", "nothing is left"),
  },
};

type Summary = readonly [steps: string, conditions: readonly (readonly [step: string, says: string])[]];

/** Returns for each class of paths its steps, the error that leads back, and the conditions by step. */
const told = (language: Language): readonly Summary[] =>
  atlasOf(titled).classes.map(({ steps, detour, conditions }) => [
    [...steps, ...(detour === null ? [] : [detour.code])].join(" "),
    conditions.map(({ step, says }) => [step, says[language]]),
  ]);

describe("the conditions of a path", () => {
  it("the conditions of a path are the entry taken, the negated entries before it, failures and timeouts", () => {
    const buys = ["ask", "“Count” is more than 7"];
    const checks = [
      ["ask", "“Count” is at most 7"],
      ["ask", "“Count” is more than 5"],
    ];
    const less = [
      ["ask", "“Count” is at most 7"],
      ["ask", "“Count” is at most 5"],
    ];
    expect(told("en")).toEqual([
      ["ask more few", [...less, ["more", "“Count” is at most 2"]]],
      ["ask act money", [buys]],
      ["ask act money done", [buys]],
      ["ask check pin done", checks],
      ["ask more some done", [...less, ["more", "“Count” is more than 2"]]],
      [
        "ask act money done low",
        [buys, ["act", "“Order” fails at first, and “Question” is asked again: low"]],
      ],
      ["ask act bad", [buys, ["act", "“Order” fails: nothing is left"]]],
      ["ask act bad", [buys, ["act", "“Order” fails: odd"]]],
      ["ask act money bad", [buys, ["money", "the time of “Payment” runs out"]]],
      ["ask check pin bad", [...checks, ["pin", "every try at “Code” is used up"]]],
    ]);
  });

  it("the conditions of a path are also described in Thai", () => {
    const buys = ["ask", "“จำนวน” มากกว่า 7"];
    expect(told("th").slice(5, 10)).toEqual([
      ["ask act money done low", [buys, ["act", "“สั่งซื้อ” ไม่สำเร็จในครั้งแรก จึงถามที่ “คำถาม” อีกครั้ง: low"]]],
      ["ask act bad", [buys, ["act", "“สั่งซื้อ” ไม่สำเร็จ: เต็มแล้ว"]]],
      ["ask act bad", [buys, ["act", "“สั่งซื้อ” ไม่สำเร็จ: odd"]]],
      ["ask act money bad", [buys, ["money", "“ชำระเงิน” หมดเวลา"]]],
      [
        "ask check pin bad",
        [
          ["ask", "“จำนวน” ไม่เกิน 7"],
          ["ask", "“จำนวน” มากกว่า 5"],
          ["pin", "“รหัส” ใส่ผิดครบจำนวนครั้ง"],
        ],
      ],
    ]);
  });

  it("a step without a title is named by its id", () => {
    const errors = atlasOf({ ...titled, texts: { th: {}, en: {} } }).classes.flatMap(({ conditions }) =>
      conditions.slice(-1),
    );
    expect(errors.map(({ says }) => says.en)).toContain("every try at “pin” is used up");
  });
});

describe("the one sentence with all conditions of a path", () => {
  const says = (en: string, th: string) => ({ step: "ask", says: { th, en } });

  it("joins the conditions, and contains a repeated condition once", () => {
    expect(joined([says("A", "ก"), says("B", "ข"), says("A", "ก")])).toEqual({ th: "ก; ข", en: "A; B" });
  });

  it('a path without conditions is described as "everybody"', () => {
    expect(joined([])).toEqual({ th: "ทุกคน", en: "everybody" });
  });
});
