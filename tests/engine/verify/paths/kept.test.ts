import { describe, expect, it } from "vitest";
import type { Json } from "../../../../engine/values/json.ts";
import {
  casesOf,
  missingCases,
  type PathCase,
  replayCase,
  type Traveller,
} from "../../../../engine/verify/paths/index.ts";
import { at, decide, END, effect, form, is, over, WHOLE, YES } from "../../fixtures/parts.ts";
import { compiledOf, type Small } from "../../fixtures/small-flow.ts";
import { atlas } from "./asked.ts";

const AROUND = { flags: { on: true }, facts: { f: { n: 1 } } };

/** Returns the stored path `a d b end`, with or without an answer at `b`. */
const kept = (traveller: Partial<Traveller> = {}): PathCase => ({
  name: "end:on",
  path: ["a", "d", "b", "end"],
  traveller: { around: AROUND, later: {}, answers: { a: { n: 1 }, b: { n: 2 } }, happens: {}, ...traveller },
});

/** Returns the flow as it was when the path was stored, or a changed flow. */
const flow = (steps: Small["steps"] = {}, start: Small["steps"] = {}): Small => ({
  steps: {
    ...start,
    a: form("d"),
    d: decide([at("flags.on"), "b"], "out"),
    b: form([is("facts.f.n", 2), "out"], "end"),
    ...steps,
    end: END,
    out: over("stopped"),
  },
  flow: { flags: ["on"] },
  forms: { a: { n: WHOLE }, b: { n: WHOLE }, ...(steps.c || start.c ? { c: { n: WHOLE } } : {}) },
  facts: { f: { n: WHOLE } },
});

const replayed = (of: Small, one: PathCase = kept()) => {
  const again = replayCase(compiledOf(of), one);
  return again.ok ? again.value.path.join(" ") : again.error;
};

describe("replayCase, which replays a stored path,", () => {
  it("reports no change if the person still takes the stored path", () => {
    expect(replayed(flow())).toBe("a d b end");
    expect(replayed(flow({ d: decide([is("facts.f.n", 3), "out"], "b") }))).toBe("a d b end");
  });

  const was = (next: string | null) => ({ next, end: "end" });
  it.each<readonly [string, Small, string, string | null, Json]>([
    ["to another step", flow({ b: form("out") }), "b", "end", { kind: "goes", next: "out", end: "out" }],
    [
      "to another step from the middle of the path",
      flow({ d: decide("out") }),
      "d",
      "b",
      { kind: "goes", next: "out", end: "out" },
    ],
    [
      "one step further, without an answer for it",
      flow({ b: form("c"), c: form("end") }),
      "b",
      "end",
      { kind: "lost", at: "c" },
    ],
    ["from another start", flow({}, { c: form("a") }), "a", "d", { kind: "lost", at: "c" }],
  ])("reports a person who now goes %s, with the last common step", (_, of, step, next, now) => {
    expect(replayed(of)).toEqual({ name: "end:on", step, before: was(next), now });
  });

  it("reports the answer that is no longer accepted, and why", () => {
    expect(replayed(flow(), kept({ answers: { a: { n: 1 }, b: { n: 99 } } }))).toEqual({
      name: "end:on",
      step: "b",
      before: was("end"),
      now: {
        kind: "refused",
        at: "b",
        errors: [{ pointer: "/n", code: "maximum", params: { comparison: "<=", limit: 9 } }],
      },
    });
  });

  it("reports a person who goes further than before", () => {
    const short = { ...kept(), path: ["a", "d", "b"] };
    expect(replayed(flow(), short)).toEqual({
      name: "end:on",
      step: "b",
      before: { next: null, end: "b" },
      now: { kind: "goes", next: "end", end: "end" },
    });
  });

  it("reports a person who stops earlier than before", () => {
    const long = { ...kept(), path: ["a", "d", "b", "end", "after"] };
    expect(replayed(flow(), long)).toEqual({
      name: "end:on",
      step: "end",
      before: { next: "after", end: "after" },
      now: { kind: "goes", next: null, end: "end" },
    });
  });

  it("reports a path that now starts at a different step", () => {
    expect(replayed(flow(), { ...kept(), path: ["z", "d", "b", "end"] })).toEqual({
      name: "end:on",
      step: "z",
      before: was("d"),
      now: { kind: "goes", next: "d", end: "end" },
    });
  });

  it("reports a stored path that is empty", () => {
    expect(replayed(flow(), { ...kept(), path: [] })).toEqual({
      name: "end:on",
      step: "",
      before: { next: null, end: "" },
      now: { kind: "goes", next: "d", end: "end" },
    });
  });
});

const BACK: Small = {
  steps: {
    a: form("act"),
    act: effect({ wrong: { reopen: "a" }, bad: { reopen: "a" } }, "end"),
    end: END,
  },
  forms: { a: { b: YES } },
};

describe("casesOf and missingCases, which update stored paths,", () => {
  const compiled = compiledOf(flow());
  const now = atlas(flow());
  const fresh = casesOf(compiled, now, null);
  const first = fresh.cases[0] as PathCase;

  it("casesOf returns the paths of the atlas, each with its steps and its person", () => {
    expect(fresh).toEqual({
      flow: "small",
      cases: now.classes.map(({ name, steps, traveller }) => ({ name, path: steps, traveller })),
    });
    expect(fresh.cases.map(({ name, path }) => [name, path.join(" ")])).toEqual([
      ["end", "a d b end"],
      ["out:b", "a d b out"],
      ["out:d", "a d out"],
    ]);
  });

  const stays = (traveller: Traveller, of: Partial<PathCase> = {}): boolean => {
    const cases = [{ ...first, ...of, traveller }, ...fresh.cases.slice(1)];
    const again = casesOf(compiled, now, { flow: "small", cases }).cases[0];
    if (again?.traveller !== traveller) expect(again).toEqual(first);
    return again?.traveller === traveller;
  };
  const her = first.traveller;
  const other = { ...her, answers: { a: { n: 7 }, b: { n: 8 } } };
  const knows = (more: Partial<Traveller["around"]>) => ({ ...other, around: { ...her.around, ...more } });

  it.each<readonly [string, Traveller, boolean]>([
    ["still takes the same path", other, true],
    ["takes another path", knows({ flags: { on: false } }), false],
    ["lacks an answer", { ...other, answers: {} }, false],
    ["has a switch that the flow does not read", knows({ flags: { on: true, off: true } }), false],
    ["has another switch value", knows({ flags: { off: true } }), false],
    ["has a fact that the flow does not read", knows({ facts: { f: { n: 1 }, g: {} } }), false],
    ["has another fact value", knows({ facts: { g: { n: 1 } } }), false],
    ["has an absent fact", knows({ facts: { f: null } }), true],
  ])("casesOf keeps or replaces a stored person who %s", (_, traveller, may) => {
    expect(stays(traveller)).toBe(may);
  });

  it("casesOf keeps no stored person under a different name", () => {
    expect(stays(other, { name: "other" })).toBe(false);
  });

  it("casesOf keeps a person whom an error led back only if that error still leads the person back", () => {
    const back = atlas(BACK);
    const compiled = compiledOf(BACK);
    const { classes } = back;
    expect(classes.map(({ name, detour }) => [name, detour?.code])).toEqual([
      ["end", undefined],
      ["end:act.wrong", "wrong"],
      ["end:act.bad", "bad"],
    ]);
    const wrong = classes[1]?.traveller as Traveller;
    const answers = { a: { b: true } };
    const done = { done: {} };
    const stays = (act: Traveller["happens"][string] | undefined): boolean => {
      const traveller = { ...wrong, answers, happens: act === undefined ? {} : { act } };
      const cases = [{ name: "end:act.wrong", path: ["a", "act", "end"], traveller }];
      return casesOf(compiled, back, { flow: "small", cases }).cases[1]?.traveller === traveller;
    };
    expect(stays([{ fails: "wrong" }, done])).toBe(true);
    expect(stays([{ fails: "bad" }, done])).toBe(false);
    expect(stays([done])).toBe(false);
    expect(stays(undefined)).toBe(false);
  });

  it("missingCases lists the new paths and the paths that no user takes any more", () => {
    const [, ...others] = fresh.cases;
    expect(missingCases(now, { flow: "small", cases: [...others, { ...first, name: "old" }] })).toEqual({
      unkept: ["end"],
      gone: ["old"],
    });
    expect(missingCases(now, fresh)).toEqual({ unkept: [], gone: [] });
  });
});
