import { describe, expect, it } from "vitest";
import { at, decide, ENDS, effect, form, must, wait, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { B, gone, PIN, somebody } from "./walk-gone.ts";

it("a failed effect leaves the switches in a replay unchanged", () => {
  const of: Small = {
    steps: {
      ask: form("act"),
      act: effect({ no: { to: "look" } }, "out"),
      look: decide([at("flags.g"), "done"], "out"),
      ...ENDS,
    },
    forms: { ask: { b: YES } },
    flow: { flags: ["g"] },
  };
  const times = [true, false].map((g) => ({ flags: { g }, facts: {} }));
  const person = somebody(["ask", "act no", "look", "done"], { answers: { ask: { b: true } }, times });
  expect(gone(of, person)?.way).toBe("ask > act > look > end done");
});

describe("the replay of an example user through an effect and a wait", () => {
  const of: Small = {
    steps: {
      ask: form([{ and: [at("flags.g"), { "!": [at("facts.f.p")] }] }, "act"], "out"),
      act: {
        ...effect(
          { no: { to: "out" }, again: { retry: 2, to: "out" }, back: { ask: "b" } },
          [{ and: [at("effects.act.ok"), at("flags.g")] }, "hold"],
          "out",
        ),
        input: { b: "answers.ask.b" },
      },
      hold: wait("act", "out", [at("facts.f.p"), "look"], "out"),
      look: decide([at("effects.hold.came"), "done"], [at("flags.g"), "out"], "more"),
      more: form([at("facts.f.p"), "done"], "out"),
      ...ENDS,
    },
    forms: { ask: { b: YES }, more: {} },
    facts: { f: { p: YES } },
    absent: ["f"],
    flow: { flags: ["g"] },
    outputs: { "small.act": { ok: YES } },
    events: { "small.come": { came: YES } },
  };
  const on = { flags: { g: true }, facts: { f: { p: false } } };
  const both = { flags: { g: true }, facts: { f: { p: true } } };
  const off = { flags: { g: false }, facts: { f: { p: true } } };
  const known = { answers: { ask: { b: true } }, outputs: { act: { ok: true }, hold: { came: true } } };

  it("the replay gives each receipt its output, and then uses the switches and facts of the next time", () => {
    const way = ["ask", "act", "hold", "look"];
    const times = [on, both, off];
    const receipts = [
      '1 effect act 1 done {"ok":true} [ask > act]',
      '2 wait hold event {"came":true} [act > hold]',
    ];
    expect(gone(of, somebody([...way, "done"], { ...known, times }))).toEqual({
      way: "ask > act > hold > look > end done",
      answers: { ask: { b: true } },
      receipts,
    });
    const empty = { ...known, outputs: { act: { ok: true } } };
    expect(gone(of, somebody([...way, "more", "done"], { ...empty, times }))).toEqual({
      way: "ask > act > hold > look > more > end done",
      answers: { ask: { b: true }, more: {} },
      receipts: [receipts[0], "2 wait hold event {} [act > hold]"],
    });
  });

  it("the replay counts the deadline of a wait from the receipt of the effect", () => {
    expect(gone(of, somebody(["ask", "act", "hold"], { ...known, times: [on] }))).toMatchObject({
      way: "ask > act > wait hold until 2026-11-25T03:00:00.000Z",
    });
  });

  it("the replay keeps the values of the last time; without any time, switches are off and facts are absent", () => {
    const path = ["ask", "act", "hold", "look", "done"];
    expect(gone(of, somebody(path, { ...known, times: [on, both] }))).toMatchObject({
      way: path.join(" > ").replace("done", "end done"),
    });
    const silent = { flags: { g: true }, facts: {} };
    expect(
      gone(of, somebody(["ask", "act", "hold", "out"], { ...known, times: [on, silent] })),
    ).toMatchObject({ way: "ask > act > hold > end out" });
    expect(gone(of, somebody(["ask", "out"], { ...known, times: [] }))).toMatchObject({
      way: "ask > end out",
    });
  });

  it.each([
    ["the effect fails", ["act no"], "act", ["1 effect act 1 failed no []"]],
    [
      "the effect fails as often as possible",
      ["act again"],
      "act",
      ["1 effect act 1 failed again []", "2 effect act 2 failed again []", "3 effect act 3 failed again []"],
    ],
    ["the effect returns nothing", ["act"], "act", ["1 effect act 1 done {} [ask > act]"]],
    [
      "the wait times out",
      ["act", "hold timeout"],
      "act > hold",
      ['1 effect act 1 done {"ok":true} [ask > act]', "2 wait hold timeout [act > hold]"],
    ],
  ])("the replay reaches the expected end if %s", (what, way, passed, receipts) => {
    const outputs = what.endsWith("nothing") ? {} : known.outputs;
    expect(gone(of, somebody(["ask", ...way, "out"], { ...known, outputs, times: [on] }))).toEqual({
      way: `ask > ${passed} > end out`,
      answers: { ask: { b: true } },
      receipts,
    });
  });

  it.each([
    ["the effect reads an input that nothing supplies", of, ["ask", "act back", "out"]],
    [
      "a rule fails",
      { ...of, flow: { ...of.flow, invariants: [{ before: "act", rule: "r" }] } },
      ["ask", "act", "hold"],
    ],
    ["the user reaches another end", of, ["ask", "act no", "done"]],
  ])("the replay fails if %s", (_, flow, path) => {
    const rules = { r: must({ "!": [B] }) };
    expect(gone({ ...flow, rules }, somebody(path, { ...known, times: [on] }))).toBeNull();
  });
});

describe("the replay of an example user through an effect with a form", () => {
  const of: Small = {
    steps: {
      act: {
        ...effect({ no: { to: "out" }, back: { ask: "pin" } }, [at("answers.act.b"), "done"], "out"),
        form: true,
        input: { pin: "form.pin", b: "form.b" },
      },
      ...ENDS,
    },
    forms: { act: { pin: PIN, "b?": YES } },
  };
  const answers = { act: { pin: "482915", b: true } };

  it("the replay stores the answers without secrets, and then the effect succeeds or fails", () => {
    expect(gone(of, somebody(["act", "done"], { answers }))).toEqual({
      way: "act > end done",
      answers: { act: { b: true } },
      receipts: ["1 effect act 1 done {} []"],
    });
    expect(gone(of, somebody(["act no", "out"], { answers }))).toEqual({
      way: "act > end out",
      answers: { act: { b: true } },
      receipts: ["1 effect act 1 failed no []"],
    });
    expect(gone(of, somebody(["act", "out"]))).toEqual({
      way: "act > end out",
      answers: {},
      receipts: ["1 effect act 1 done {} []"],
    });
  });

  it("the replay stops at the effect, whether or not the user has an answer", () => {
    const stopped = { way: "effect act", answers: {}, receipts: [] };
    expect(gone(of, somebody(["act"], { answers }))).toEqual(stopped);
    expect(gone(of, somebody(["act"], { answers }), true)).toEqual(stopped);
  });

  it("the replay fails if the effect would ask again without limit", () => {
    expect(gone(of, somebody(["act back", "out"], { answers }))).toBeNull();
  });
});
