import { describe, expect, it } from "vitest";
import type { Definition } from "../../../engine/flow/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { atlasOf } from "../../../engine/verify/atlas/index.ts";
import { load } from "../../../engine/verify/index.ts";
import { spell } from "../../../engine/verify/words/finding-words.ts";
import { joined } from "../../../engine/verify/words/path-conditions.ts";
import { sourceOf } from "../flow/fixtures/source-of.ts";

const done: JsonObject = { kind: "end", outcome: "done", reason: "over" };
const to = (step: string) => ({ to: step });
const over = (least: number, step: string) => ({
  when: { ">": [{ var: "answers.ask.x" }, least] },
  to: step,
});

const loaded = load(
  sourceOf({
    flow: {
      id: "small",
      namespace: "small",
      subject: "account",
      inFlight: "follow",
      start: "ask",
      steps: {
        ask: { kind: "form", next: [over(7, "act"), over(5, "check"), to("more")] },
        // Whoever comes here has at most five: the first entry is nobody's, and all of `some` take its first.
        more: { kind: "form", next: [over(6, "bad"), over(2, "some"), to("few")] },
        some: {
          kind: "form",
          next: [{ when: { "<": [{ var: "answers.ask.x" }, 6] }, to: "done" }, to("bad")],
        },
        few: done,
        check: { kind: "review", shows: ["answers.ask.x"], next: [to("pin")] },
        pin: {
          kind: "challenge",
          challenge: "pin",
          binds: "check",
          errors: { exhausted: to("bad") },
          next: [to("done")],
        },
        act: {
          kind: "effect",
          effect: "small.act",
          input: { x: "answers.ask.x" },
          errors: { full: to("bad"), odd: to("bad"), low: { reopen: "ask" } },
          next: [to("money")],
        },
        money: {
          kind: "wait",
          for: "small.paid",
          since: "act",
          until: "effects.act.by",
          onTimeout: to("bad"),
          next: [to("done")],
        },
        done,
        bad: done,
      },
    },
    schemas: {
      ask: {
        $id: "small/ask",
        type: "object",
        properties: { x: { type: "integer", minimum: 1, maximum: 9 } },
        required: ["x"],
      },
      more: { $id: "small/more", type: "object", properties: {} },
      some: { $id: "small/some", type: "object", properties: {} },
    },
    effects: {
      "small.act": {
        id: "small.act",
        mode: "local",
        repeatable: false,
        input: {
          type: "object",
          properties: { x: { type: "integer", minimum: 1, maximum: 9 } },
          required: ["x"],
        },
        output: {
          type: "object",
          properties: { by: { type: "string", format: "date-time" } },
          required: ["by"],
        },
        errors: { full: { meaning: "Full." }, odd: { meaning: "Odd." }, low: { meaning: "Low." } },
      },
    },
    events: { "small.paid": { id: "small.paid", data: { type: "object", properties: {} } } },
  }),
);
if (!loaded.ok) throw new Error(loaded.error.map(spell).join("\n"));

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

/** Only these steps have a title, and only one error has its words. */
const small: Definition = {
  ...loaded.value,
  texts: {
    th: texts("จำนวน", "สั่งซื้อ", "รหัส", "ชำระเงิน", "คำถาม", "เต็มแล้ว"),
    en: texts("Count", "Order", "Code", "Payment", "Question", "nothing is left"),
  },
};

type Told = readonly [steps: string, conditions: readonly (readonly [step: string, says: string])[]];

/** Each class of paths: its steps, the error it is sent back by, and what decides at which step. */
const told = (language: "th" | "en"): readonly Told[] =>
  atlasOf(small).classes.map(({ steps, detour, conditions }) => [
    [...steps, ...(detour === null ? [] : [detour.code])].join(" "),
    conditions.map(({ step, says }) => [step, says[language]]),
  ]);

describe("what somebody must be or do to go a path", () => {
  it("is the entry that she takes, that those before it which were open do not hold, and what failed or ran out", () => {
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

  it("is told in Thai too", () => {
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

  it("calls a step without a title by its id", () => {
    const untitled = { ...small, texts: { th: {}, en: {} } };
    const errors = atlasOf(untitled).classes.flatMap(({ conditions }) => conditions.slice(-1));
    expect(errors.map(({ says }) => says.en)).toContain("every try at “pin” is used up");
  });
});

describe("the conditions of a path in one sentence", () => {
  const says = (en: string, th: string) => ({ step: "ask", says: { th, en } });

  it("stand side by side, what is asked twice once", () => {
    expect(joined([says("A", "ก"), says("B", "ข"), says("A", "ก")])).toEqual({ th: "ก; ข", en: "A; B" });
  });

  it("are everybody's where there are none", () => {
    expect(joined([])).toEqual({ th: "ทุกคน", en: "everybody" });
  });
});
