import { describe, expect, it } from "vitest";
import { chooseRoutes, MOST_PATHS, takenEdges } from "../../../../engine/verify/paths/choose-routes.ts";
import { detoursOf, nameOfDetour, withDetour } from "../../../../engine/verify/paths/detours.ts";
import { pathNames } from "../../../../engine/verify/paths/path-names.ts";
import { nameOfEdge, type Route } from "../../../../engine/verify/paths/routes.ts";
import { act, at, decide, END, effect, form, is, not, over, WHOLE, wait, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { ENDS, walked } from "./asked.ts";

const A = at("answers.a.b");
const C = at("answers.a.c");
const FORM: Partial<Small> = { forms: { a: { b: YES, c: YES } } };

/**
 * Returns a flow with one question, `n` from zero to `most`, where each answer leads to a separate path.
 * Other steps follow.
 */
function wide(most: number, more: Small["steps"] = {}, ends: Small["steps"] = ENDS): Small {
  const entries = Array.from({ length: most }, (_, at): readonly [ReturnType<typeof is>, string] => [
    is("answers.a.n", at),
    at === 0 && "out" in ends ? "out" : "s",
  ]);
  return {
    forms: { a: { n: { type: "integer", minimum: 0, maximum: most }, b: YES, c: YES } },
    steps: { a: form(...entries, "s"), s: decide("end"), ...more, ...ends },
  };
}

describe("the routes that are chosen for the atlas", () => {
  const shown = (of: Small) => {
    const { walk, routes } = walked(of);
    const { chosen, merged } = chooseRoutes(walk, routes);
    const nameOf = pathNames(walk);
    return {
      names: chosen.map((route) => nameOf(route)),
      merged,
      ways: routes.count(),
      edges: covered(chosen),
      walk,
    };
  };
  const covered = (chosen: readonly Route[]) => new Set(chosen.flatMap(({ edges }) => edges.map(nameOfEdge)));

  it("the atlas has all routes if there are few, sorted by end and then from the most to the least usual", () => {
    const steps = {
      a: form([A, "out"], "d"),
      d: decide([C, "b"], "w"),
      b: decide("w"),
      w: wait("a", "out", "end"),
      out: over("stopped"),
      end: END,
    };
    const { names, merged } = shown({ ...FORM, steps });
    expect(names).toEqual(["w", "w:b", "out:a", "out:w.timeout", "out:b,w.timeout", "end", "end:b"]);
    expect(merged).toBeNull();
  });

  it("the atlas has all routes if there are up to sixty, and a selection if there are more", () => {
    const most = shown(wide(MOST_PATHS - 1));
    expect([most.ways, most.names.length, most.merged]).toEqual([60, 60, null]);
    const more = wide(29, { s: decide([A, "x"], "end"), x: decide("end") });
    const beyond = shown({ ...more, steps: { ...more.steps, s: decide([A, "x"], [C, "out"], "end") } });
    expect([beyond.ways, beyond.names.length]).toEqual([88, 32]);
    expect(beyond.merged).toEqual({
      bound: 60,
      by: [
        { end: "end", ways: 58, shown: 30 },
        { end: "out", ways: 30, shown: 2 },
      ],
    });
    expect(beyond.edges).toEqual(new Set(takenEdges(beyond.walk).map(nameOfEdge)));
  });

  it("the atlas has all sixty routes, although fewer would include each way to leave a step", () => {
    const steps = { s: decide([A, "x"], "end"), x: decide("end") };
    const sixty = shown(wide(29, steps, { end: END }));
    expect([sixty.ways, sixty.names.length, sixty.merged]).toEqual([60, 60, null]);
  });

  it("the chosen routes include routes to each wait", () => {
    const steps = { s: act("w"), w: wait("s", "late", "end"), late: over("provisional") };
    const { merged } = shown(wide(30, steps));
    expect(merged?.by).toEqual([
      { end: "w", ways: 30, shown: 1 },
      { end: "late", ways: 30, shown: 1 },
      { end: "end", ways: 30, shown: 30 },
      { end: "out", ways: 1, shown: 1 },
    ]);
  });

  it("the atlas has more than sixty routes if each way to leave a step needs a separate route", () => {
    const { names, merged, ways } = shown(wide(64));
    expect([ways, names.length, merged]).toEqual([65, 65, null]);
  });

  it("the chosen routes omit ends that no user reaches", () => {
    const late = { late: over("provisional") };
    const steps = { s: decide([A, "x"], [{ and: [C, not(C)] }, "late"], "end"), x: decide("end") };
    const { merged } = shown(wide(40, steps, { ...late, ...ENDS }));
    expect(merged?.by).toEqual([
      { end: "end", ways: 80, shown: 41 },
      { end: "out", ways: 1, shown: 1 },
    ]);
  });
});

describe("the errors that lead back on a route", () => {
  const definition = small({
    steps: {
      a: form("act"),
      act: {
        ...effect(
          { no: { to: "out" }, wrong: { reopen: "a" }, bad: { ask: "n" }, busy: { retry: 1, to: "out" } },
          "two",
        ),
        form: true,
      },
      two: effect({ wrong: { reopen: "act" } }, "end"),
      ...ENDS,
    },
    forms: { a: { n: WHOLE }, act: { n: WHOLE } },
  });
  const her = { around: { flags: {}, facts: {} }, later: {}, answers: {}, happens: { act: [{ done: {} }] } };

  it("the errors that reopen a step or ask again lead back, in the order of the flow file", () => {
    expect(detoursOf(definition)).toEqual([
      { at: "act", code: "wrong", back: "a" },
      { at: "act", code: "bad", back: "act" },
      { at: "two", code: "wrong", back: "act" },
    ]);
    expect(detoursOf(definition).map(nameOfDetour)).toEqual([
      "act error wrong",
      "act error bad",
      "two error wrong",
    ]);
  });

  it("an error that leads back occurs before the remaining events of the route", () => {
    const [wrong, , two] = detoursOf(definition);
    if (wrong === undefined || two === undefined) throw new Error("three detours");
    expect(withDetour(definition, her, wrong)).toEqual({
      ...her,
      happens: { act: [{ fails: "wrong" }, { done: {} }] },
    });
    expect(withDetour(definition, her, two)).toEqual({
      ...her,
      happens: { ...her.happens, two: [{ fails: "wrong" }] },
    });
  });
});
