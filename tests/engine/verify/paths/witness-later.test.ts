import { describe, expect, it } from "vitest";
import type { Traveller } from "../../../../engine/verify/paths/index.ts";
import { act, at, atLeast, decide, effect, over, TEXT, WHOLE, wait } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { ENDS, goer } from "./asked.ts";

describe("a fact or switch of a person, which can change after a receipt,", () => {
  const n = (value: number) => ({ n: value });
  const flagged: Small = {
    steps: {
      d: decide([at("flags.on"), "act"], "out"),
      act: act([at("flags.on"), "end"], "out"),
      ...ENDS,
    },
    flow: { flags: ["on", "other"] },
    facts: { f: { n: WHOLE } },
  };
  const on = { on: true, other: true };
  it.each<readonly [string, Traveller["around"]["flags"], Traveller["later"]]>([
    ["end", on, {}],
    ["out:act", on, { act: { flags: { on: false }, facts: {} } }],
    ["out:d", { on: false, other: true }, {}],
  ])("a switch is on unless the path to %s needs the switch off", (name, flags, later) => {
    const { around, later: found } = goer(flagged, name);
    expect([around.flags, found]).toEqual([flags, later]);
  });

  it("facts stay the same if the path does not need a change", () => {
    const flow: Small = {
      steps: { d: decide([atLeast("facts.f.n", 5), "act"], "out"), act: act("end"), ...ENDS },
      facts: { f: { n: WHOLE }, g: { n: WHOLE } },
    };
    const { around, later: found } = goer(flow, "end");
    expect([around.facts, found]).toEqual([{ f: n(5), g: n(0) }, {}]);
  });

  const later: Small = {
    steps: {
      act: act("d"),
      d: decide([atLeast("facts.f.n", 5), "w"], "out"),
      w: wait("act", "out", "d2"),
      d2: decide([{ missing: ["facts.h.n"] }, "none"], [atLeast("facts.g.n", 5), "end"], "out"),
      none: over("provisional"),
      ...ENDS,
    },
    facts: { f: { n: WHOLE, t: TEXT }, g: { n: WHOLE }, h: { n: WHOLE } },
    absent: ["h"],
  };
  const hers = { f: { n: 1, t: "hers" }, g: n(1), h: n(1) };
  const behind = { flags: {}, facts: { f: { n: 5, t: "hers" } } };
  const back = { f: { n: 1, t: "hers" } };
  it.each<readonly [string, Traveller["later"]]>([
    ["out:d", {}],
    ["w", { act: behind }],
    ["out:w.timeout", { act: behind, w: { flags: {}, facts: back } }],
    ["out:d2", { act: behind, w: { flags: {}, facts: back } }],
    ["end", { act: behind, w: { flags: {}, facts: { ...back, g: n(5) } } }],
    ["none", { act: behind, w: { flags: {}, facts: { ...back, h: null } } }],
  ])(
    "a fact changes only where the path to %s needs a change, and starts from the previous value",
    (name, expected) => {
      const { around, later: found } = goer(later, name, { facts: hers });
      expect([around.facts, found]).toStrictEqual([hers, expected]);
    },
  );

  it("a receipt after which no fact changes is not listed", () => {
    const flow: Small = {
      steps: {
        act: act("w"),
        w: wait("act", "out", "d"),
        d: decide([atLeast("facts.f.n", 5), "end"], "out"),
        ...ENDS,
      },
      facts: { f: { n: WHOLE } },
    };
    expect(goer(flow, "end", { facts: { f: n(1) } }).later).toEqual({ w: { flags: {}, facts: { f: n(5) } } });
  });

  it("facts and switches do not change after a failed effect", () => {
    const flow: Small = {
      steps: {
        act: effect({ no: { to: "again" } }, "out"),
        again: act("d"),
        d: decide([atLeast("facts.f.n", 5), "end"], "out"),
        ...ENDS,
      },
      facts: { f: { n: WHOLE } },
    };
    expect(goer(flow, "end:act.no", { facts: { f: n(1) } })).toEqual({
      around: { flags: {}, facts: { f: n(1) } },
      later: { again: { flags: {}, facts: { f: n(5) } } },
      answers: {},
      happens: { act: [{ fails: "no" }], again: [{ done: {} }] },
    });
  });

  it("a switch is on from the start, even if only steps after the receipt read the switch", () => {
    const flow: Small = {
      steps: { act: act("d"), d: decide([at("flags.on"), "end"], "out"), ...ENDS },
      flow: { flags: ["on"] },
    };
    expect(goer(flow, "end")).toMatchObject({ around: { flags: { on: true } } });
    expect(goer(flow, "end").later).toEqual({});
    expect(goer(flow, "out")).toMatchObject({
      around: { flags: { on: true } },
      later: { act: { flags: { on: false } } },
    });
  });
});
