import { describe, expect, it } from "vitest";
import type { Traveller } from "../../../../engine/verify/paths/index.ts";
import { act, at, atLeast, decide, END, effect, is, over, TEXT, WHOLE, wait } from "../../fixtures/parts.ts";
import { compiledOf, type Small } from "../../fixtures/small-flow.ts";
import { ACT, each, goes, lost, refused } from "./goes.ts";

describe("receipts of effects", () => {
  const happens = (...act: Traveller["happens"][string]): Partial<Traveller> => ({
    answers: { a: { n: 1 } },
    happens: { act },
  });
  const good = { done: { good: true } };
  each(
    ["gives what it is said to give", happens(good), "a act end"],
    ["may give something else", happens({ done: { good: false } }), "a act out"],
    ["may fail for good", happens({ fails: "gone" }), "a act out"],
    ["may send back to answer again", happens({ fails: "wrong" }, good), "a act end"],
    [
      "may send back again and again, but not without end",
      happens({ fails: "wrong" }),
      "a",
      { kind: "refused", step: "a", errors: [{ code: "wrong" }] },
    ],
    [
      "may send back three times",
      happens({ fails: "wrong" }, { fails: "wrong" }, { fails: "wrong" }, good),
      "a act end",
    ],
    ["is lost where nothing is said of it", happens(), "a act", lost("act")],
    ["is lost where only a time could be over", happens({ timeout: true }), "a act", lost("act")],
    ["is lost where only news could come", happens({ event: {} }), "a act", lost("act")],
  )("%s", (_, traveller, path, why) => {
    expect(goes(ACT, traveller)).toMatchObject({ path, why });
  });

  it("a permanent failure leaves one receipt and contests nothing", () => {
    const { stops } = goes(ACT, happens({ fails: "gone" }));
    expect(stops.map(({ walk }) => walk.at.step)).toEqual(["a", "act", "out"]);
    expect(stops[0]?.instance).toEqual({
      id: "in-memory",
      flow: "small",
      version: compiledOf(ACT).hash,
      answers: {},
      receipts: [],
    });
    expect(stops[2]?.instance.receipts.map(({ kind }) => kind)).toEqual(["effect"]);
  });

  it("each stop has the position, once", () => {
    const { stops } = goes(ACT, happens({ fails: "wrong" }, good));
    expect(stops.map(({ walk: { at }, instance }) => [at.step, instance.receipts.length])).toEqual([
      ["a", 0],
      ["act", 0],
      ["a", 2],
      ["act", 2],
      ["end", 3],
    ]);
    expect(stops.at(-1)?.instance.receipts).toMatchObject([
      {
        seq: 1,
        kind: "effect",
        step: "act",
        attempt: 1,
        outcome: { kind: "failed", code: "wrong" },
        trail: [],
      },
      { seq: 2, kind: "contested", step: "a", by: "act", code: "wrong" },
      {
        seq: 3,
        kind: "effect",
        step: "act",
        attempt: 2,
        outcome: { kind: "done", output: { good: true } },
        trail: [{ step: "a", to: "act" }],
      },
    ]);
  });
});

const SECRET: Small = {
  steps: {
    act: { ...effect({ wrong: { ask: "code" } }, "end"), form: true, input: { code: "form.code" } },
    end: END,
  },
  forms: { act: { code: { ...TEXT, minLength: 4, writeOnly: true } } },
  inputs: { "small.act": { code: TEXT } },
};

describe("an effect with its own form", () => {
  const done = { done: {} };
  const wrong = { fails: "wrong" };
  const with_ = (code: string | null, ...act: Traveller["happens"][string]): Partial<Traveller> => ({
    answers: code === null ? {} : { act: { code } },
    happens: { act },
  });
  each(
    ["asks first, and then acts", with_("1234", done), "act end"],
    ["asks again where that is wrong", with_("1234", wrong, done), "act end"],
    ["asks four times at most", with_("1234", wrong, wrong, wrong, done), "act end"],
    [
      "and no more",
      with_("1234", wrong, wrong, wrong, wrong, done),
      "act",
      refused("act", [{ pointer: "/code", code: "wrong", params: {} }]),
    ],
    ["is lost without an answer", with_(null, done), "act", lost("act")],
    ["is lost where nothing comes of it", with_("1234"), "act", lost("act")],
    [
      "takes no answer that its form does not take",
      with_("12", done),
      "act",
      { kind: "refused", step: "act", errors: [{ pointer: "/code", code: "minLength" }] },
    ],
  )("%s", (_, traveller, path, why) => {
    expect(goes(SECRET, traveller)).toMatchObject({ path, why });
  });
});

const WAIT: Small = {
  steps: {
    act: act("w"),
    w: wait("act", "late", [is("effects.w.kind", "good"), "end"], "out"),
    end: END,
    out: over("stopped"),
    late: over("stopped"),
  },
  events: { "small.come": { kind: { ...TEXT, enum: ["good", "bad"] } } },
};

describe("a wait", () => {
  const news = (...w: Traveller["happens"][string]): Partial<Traveller> => ({
    happens: { act: [{ done: {} }], w },
  });
  each(
    ["is where they rest when nothing comes", news(), "act w"],
    ["ends with the news", news({ event: { kind: "good" } }), "act w end"],
    ["leads on by what they say", news({ event: { kind: "bad" } }), "act w out"],
    ["ends with its time", news({ timeout: true }), "act w late"],
  )("%s", (_, traveller, path, why) => {
    expect(goes(WAIT, traveller)).toMatchObject({ path, why });
  });
});

const LATER: Small = {
  steps: {
    act: act("d"),
    d: decide([at("flags.on"), "end"], [atLeast("facts.f.n", 5), "w"], "out"),
    w: wait("act", "out", [atLeast("facts.f.n", 5), "w2"], "end"),
    w2: wait("w", "out", [is("facts.g.n", 1), "end"], "out"),
    end: END,
    out: over("stopped"),
  },
  flow: { flags: ["on"] },
  facts: { f: { n: WHOLE }, g: { n: WHOLE } },
};

describe("facts and switches after a receipt", () => {
  const n = (value: number) => ({ n: value });
  const around = { flags: { on: false }, facts: { f: n(1), g: n(1) } };
  const later = (...steps: readonly (readonly [string, object])[]): Partial<Traveller> => ({
    around,
    later: Object.fromEntries(steps.map(([step, more]) => [step, { flags: {}, facts: {}, ...more }])),
    happens: { act: [{ done: {} }], w: [{ event: {} }], w2: [{ event: {} }] },
  });
  each(
    ["is nothing where nothing is said", later(), "act d out"],
    ["is a flag", later(["act", { flags: { on: true } }]), "act d end"],
    ["is a fact, and the others stay", later(["act", { facts: { f: n(5) } }]), "act d w w2 end"],
    [
      "changes again after the next",
      later(["act", { facts: { f: n(5) } }], ["w", { facts: { f: n(4) } }]),
      "act d w end",
    ],
    [
      "is that there is nothing to say any more",
      later(["act", { facts: { f: n(5) } }], ["w", { facts: { g: null } }]),
      "act d w w2 out",
    ],
  )("%s", (_, traveller, path, why) => {
    expect(goes(LATER, traveller)).toMatchObject({ path, why });
  });
});
