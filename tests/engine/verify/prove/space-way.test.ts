import { describe, expect, it } from "vitest";
import { act, at, decide, END, effect, form, gone, must, wait, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { walkOf } from "./space.ts";
import { type Asked, goes } from "./space-goes.ts";

describe("the path of an example user to a step", () => {
  const SORTED: Small = {
    steps: {
      gate: decide([at("flags.on"), "ask"], "out"),
      ask: form([at("answers.ask.yes"), "more"], "last"),
      more: form("last"),
      last: form(
        [at("answers.more.yes"), "done"],
        [at("answers.last.yes"), "out"],
        [at("facts.f.p"), "out"],
        "done",
      ),
      out: END,
      done: END,
    },
    forms: { ask: { yes: YES }, more: { "yes?": YES }, last: { yes: YES } },
    facts: { f: { p: YES } },
    flow: { flags: ["on"] },
  };
  const walk = walkOf(SORTED);

  it("the example user's path begins at the start, with the answers at each step and the facts at each time", () => {
    expect(goes(walk, "last", { who: { "answers.more.yes": true, "facts.f.p": false } })).toEqual({
      path: [
        ["gate", "next 0", "ask", 0],
        ["ask", "next 0", "more", 0],
        ["more", "next 0", "last", 0],
        ["last", "", null, 0],
      ],
      answers: [{}, { "answers.ask.yes": true }, { "answers.more.yes": true }, {}],
      outputs: [{}, {}, {}, {}],
      times: [{ "facts.f": "there", "facts.f.p": false, "flags.on": true }],
      known: [{ "facts.f": "there", "facts.f.p": false, "flags.on": true }],
      cells: { "answers.more.yes": true, "facts.f": "there", "facts.f.p": false },
      words: ["answers.more.yes=true", "answers.ask.yes=true", "flags.on=true", "facts.f.p=false"],
    });
  });

  it("the path includes the answers at the last step if the user has answered there", () => {
    const who = { "answers.last.yes": true, "answers.more.yes": false };
    const { path, answers, cells } = goes(walk, "last", { who, answered: true });
    expect(path.map(([step]) => step)).toEqual(["gate", "ask", "more", "last"]);
    expect(answers).toEqual([
      {},
      { "answers.ask.yes": true },
      { "answers.more.yes": false },
      { "answers.last.yes": true },
    ]);
    expect(cells).toMatchObject(who);
  });

  it("the path passes no form without an answer, and follows the preferred entry if possible", () => {
    const path = (asked: Asked) => goes(walk, "last", asked).path.map(([step]) => step);
    const straight = ["gate", "ask", "last"];
    const round = ["gate", "ask", "more", "last"];
    const missing = { "answers.more.yes": "-" };
    expect(path({ who: missing })).toEqual(straight);
    expect(path({ who: missing, prefer: "ask" })).toEqual(straight);
    expect(path({ who: missing, prefer: "more" })).toEqual(round);
    expect(path({ who: { "answers.more.yes": true }, prefer: "ask" })).toEqual(round);
  });

  it("the path lists the values known at its last step, but not missing answers that no later step reads", () => {
    const missing = { who: { "answers.more.yes": "-" }, prefer: "more" };
    expect(goes(walk, "last", missing).words).toEqual([
      "answers.more.yes=-",
      "answers.ask.yes=true",
      "flags.on=true",
      "facts.f.p=true",
    ]);
    const of: Small = {
      steps: {
        ask: form([gone("answers.ask.yes"), "last"], "out"),
        last: END,
        out: END,
      },
      forms: { ask: { "yes?": YES } },
    };
    const who = { "answers.ask.yes": "-" };
    expect(goes(walkOf(of), "ask", { who, answered: true }).words).toEqual(["answers.ask.yes=-"]);
    expect(goes(walkOf(of), "last")).toMatchObject({ answers: [who, {}], words: [] });
  });

  it("an impossible user has no path", () => {
    expect(() =>
      goes(walk, "last", { who: { "answers.more.yes": true, "answers.ask.yes": false } }),
    ).toThrow();
  });
});

describe("receipts on the path of an example user", () => {
  const of: Small = {
    steps: {
      ask: form([at("facts.f.p"), "act"], "out"),
      act: effect({ no: { to: "failed" } }, [at("effects.act.ok"), "wait"], "out"),
      failed: decide([at("answers.ask.yes"), "out"], "done"),
      wait: wait("act", "late", [{ "==": [at("effects.wait.n"), 3] }, "last"], "out"),
      late: decide([at("flags.on"), "done"], "out"),
      last: decide([{ and: [at("facts.f.p"), at("flags.on"), at("answers.ask.yes")] }, "done"], "out"),
      out: END,
      done: END,
    },
    forms: { ask: { yes: YES } },
    facts: { f: { p: YES } },
    outputs: { "small.act": { ok: YES } },
    events: { "small.come": { n: { type: "integer", minimum: 1, maximum: 9 } } },
    flow: { flags: ["on"] },
  };
  const walk = walkOf(of);

  it("a receipt starts a new time on the path, with facts that may differ from the earlier ones", () => {
    const who = { "facts.f.p": false, "flags.on": false, "answers.ask.yes": true };
    expect(goes(walk, "last", { who })).toEqual({
      path: [
        ["ask", "next 0", "act", 0],
        ["act", "next 0", "wait", 0],
        ["wait", "next 0", "last", 1],
        ["last", "", null, 2],
      ],
      answers: [{ "answers.ask.yes": true }, {}, {}, {}],
      outputs: [{}, { "effects.act.ok": true }, { "effects.wait.n": 3 }, {}],
      times: [
        { "facts.f": "there", "facts.f.p": true },
        { "facts.f": "there", "facts.f.p": true },
        { "facts.f": "there", "facts.f.p": false, "flags.on": false },
      ],
      known: [
        { "facts.f": "there", "facts.f.p": true },
        { "facts.f": "there", "facts.f.p": true },
        { "facts.f": "there", "facts.f.p": false, "flags.on": false },
      ],
      cells: { "answers.ask.yes": true, "facts.f": "there", "facts.f.p": false, "flags.on": false },
      words: ["answers.ask.yes=true", "flags.on=false", "facts.f.p=false"],
    });
  });

  it("a timeout starts a new time on the path; a failed effect does not", () => {
    expect(goes(walk, "late", { who: { "flags.on": true } })).toMatchObject({
      path: [
        ["ask", "next 0", "act", 0],
        ["act", "next 0", "wait", 0],
        ["wait", "timeout", "late", 1],
        ["late", "", null, 2],
      ],
      outputs: [{}, { "effects.act.ok": true }, {}, {}],
    });
    expect(goes(walk, "failed", { who: { "answers.ask.yes": false } })).toMatchObject({
      path: [
        ["ask", "next 0", "act", 0],
        ["act", "error no", "failed", 0],
        ["failed", "", null, 0],
      ],
      answers: [{ "answers.ask.yes": false }, {}, {}],
      outputs: [{}, {}, {}],
      times: [{ "facts.f": "there", "facts.f.p": true }],
    });
  });

  it("a receipt makes an output known, and freezes the earlier answers", () => {
    const steps = {
      ask: form("act"),
      act: act([gone("effects.act.ok"), "more"], "out"),
      more: form("again"),
      again: act("last"),
      last: decide(
        [{ and: [at("answers.ask.yes"), gone("effects.act.ok"), at("effects.again.ok")] }, "done"],
        "out",
      ),
      out: END,
      done: END,
    };
    const more: Small = {
      ...of,
      steps,
      forms: { ask: { yes: YES }, more: { yes: YES } },
      outputs: { "small.act": { "ok?": YES } },
    };
    const found = goes(walkOf(more), "last", { who: { "answers.ask.yes": false, "effects.again.ok": true } });
    expect(found.outputs).toEqual([{}, { "effects.act.ok": "-" }, {}, { "effects.again.ok": true }, {}]);
    expect(found.answers).toEqual([{ "answers.ask.yes": false }, {}, {}, {}, {}]);
    expect(found.path.map(([, , , time]) => time)).toEqual([0, 0, 1, 1, 2]);
    expect(found.times).toEqual([{}, {}, {}]);
    expect(found.words).toEqual(["answers.ask.yes=false"]);
  });

  it("a receipt at the start of the flow uses the facts of the first time", () => {
    const steps = {
      act: act("last"),
      last: decide([at("facts.f.p"), "done"], "out"),
      out: END,
      done: END,
    };
    const able = must(at("facts.f.p"));
    const flow = { invariants: [{ before: "act", rule: "able" }] };
    const found = goes(walkOf({ ...of, steps, flow, rules: { able } }), "last", {
      who: { "facts.f.p": false },
    });
    expect(found.times).toEqual([
      { "facts.f": "there", "facts.f.p": true },
      { "facts.f": "there", "facts.f.p": false },
    ]);
  });

  it("the path has the answers and the output of an effect with secrets", () => {
    const steps = {
      act: { ...act([at("effects.act.ok"), "last"], "out"), form: true },
      last: decide([at("answers.act.yes"), "done"], "out"),
      out: END,
      done: END,
    };
    const found = goes(walkOf({ ...of, steps, forms: { act: { yes: YES } } }), "last", {
      who: { "answers.act.yes": false },
    });
    expect(found.answers).toEqual([{ "answers.act.yes": false }, {}]);
    expect(found.outputs).toEqual([{ "effects.act.ok": true }, {}]);
  });
});
