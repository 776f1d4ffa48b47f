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
    ["have the given output", happens(good), "a act end"],
    ["may have another output", happens({ done: { good: false } }), "a act out"],
    ["may be permanent failures", happens({ fails: "gone" }), "a act out"],
    ["may lead back, so that the user answers again", happens({ fails: "wrong" }, good), "a act end"],
    [
      "may lead back several times, but not without limit",
      happens({ fails: "wrong" }),
      "a",
      { kind: "refused", step: "a", errors: [{ code: "wrong" }] },
    ],
    [
      "may lead back three times",
      happens({ fails: "wrong" }, { fails: "wrong" }, { fails: "wrong" }, good),
      "a act end",
    ],
    ["stop the replay without events", happens(), "a act", lost("act")],
    ["stop the replay if only a timeout is given", happens({ timeout: true }), "a act", lost("act")],
    ["stop the replay if only an event is given", happens({ event: {} }), "a act", lost("act")],
  )("%s", (_, traveller, path, why) => {
    expect(goes(ACT, traveller)).toMatchObject({ path, why });
  });

  it("a permanent failure has one receipt, which reopens nothing", () => {
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

  it("receipts are replayed with one recorded position for each stop", () => {
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
    ["asks first, and then runs", with_("1234", done), "act end"],
    ["asks again after a failure", with_("1234", wrong, done), "act end"],
    ["asks four times at most", with_("1234", wrong, wrong, wrong, done), "act end"],
    [
      "stops the replay after four times",
      with_("1234", wrong, wrong, wrong, wrong, done),
      "act",
      refused("act", [{ pointer: "/code", code: "wrong", params: {} }]),
    ],
    ["stops the replay without an answer", with_(null, done), "act", lost("act")],
    ["stops the replay without an outcome", with_("1234"), "act", lost("act")],
    [
      "rejects an invalid answer",
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
    ["is the last step without events", news(), "act w"],
    ["ends with the event", news({ event: { kind: "good" } }), "act w end"],
    ["leads on by the event's data", news({ event: { kind: "bad" } }), "act w out"],
    ["ends with the timeout", news({ timeout: true }), "act w late"],
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
    ["are unchanged by default", later(), "act d out"],
    ["may have a changed switch", later(["act", { flags: { on: true } }]), "act d end"],
    [
      "may have a changed fact, and the others stay",
      later(["act", { facts: { f: n(5) } }]),
      "act d w w2 end",
    ],
    [
      "may change again after the next receipt",
      later(["act", { facts: { f: n(5) } }], ["w", { facts: { f: n(4) } }]),
      "act d w end",
    ],
    [
      "may become absent",
      later(["act", { facts: { f: n(5) } }], ["w", { facts: { g: null } }]),
      "act d w w2 out",
    ],
  )("%s", (_, traveller, path, why) => {
    expect(goes(LATER, traveller)).toMatchObject({ path, why });
  });
});
