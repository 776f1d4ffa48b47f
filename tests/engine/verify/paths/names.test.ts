import { describe, expect, it } from "vitest";
import { priceOf, takenEdges } from "../../../../engine/verify/paths/choose-routes.ts";
import { pathNames, usualEdges } from "../../../../engine/verify/paths/path-names.ts";
import { nameOfEdge } from "../../../../engine/verify/paths/routes.ts";
import {
  at,
  atLeast,
  decide,
  END,
  effect,
  form,
  over,
  pin,
  review,
  WHOLE,
  wait,
  YES,
} from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { ENDS, walked } from "./asked.ts";

const A = at("answers.a.b");
const C = at("answers.a.c");
const FORM: Partial<Small> = { forms: { a: { b: YES, c: YES } } };

/** Returns the distinct names of all routes of a flow. */
function names(of: Small): readonly string[] {
  const { walk, routes } = walked(of);
  const nameOf = pathNames(walk);
  const found = [...routes.all()].map((route) => nameOf(route));
  expect(new Set(found).size).toBe(found.length);
  return found;
}

describe("the name of a path", () => {
  it.each<readonly [string, Small, readonly string[]]>([
    ["is the path's end if every choice is usual", { steps: { a: decide("end"), end: END } }, ["end"]],
    [
      "is only the path's end if a single choice leads to that end",
      { ...FORM, steps: { a: form([A, "out"], "end"), ...ENDS } },
      ["out", "end"],
    ],
    [
      "contains the targets of unusual choices",
      {
        ...FORM,
        steps: {
          a: form([A, "b"], "d"),
          b: decide("d"),
          d: decide([C, "c"], "end"),
          c: decide("end"),
          ...ENDS,
        },
      },
      ["end:b,c", "end:b", "end:c", "end"],
    ],
    [
      "contains the step of the path's last choice if several choices lead to the end",
      { ...FORM, steps: { a: form([A, "out"], "d"), d: decide([C, "out"], "end"), ...ENDS } },
      ["out:a", "out:d", "end"],
    ],
    [
      "contains step and end of the path's last choice if an earlier choice leads to that step",
      {
        ...FORM,
        steps: {
          a: form([A, "d"], "d2"),
          d: decide([C, "out"], "end"),
          d2: decide([C, "out"], "end"),
          ...ENDS,
        },
      },
      ["out:d,d.out", "end:d", "out:d2", "end"],
    ],
    [
      "contains step and target if choices of several steps lead to one target",
      { ...FORM, steps: { a: form([A, "x"], "d"), d: decide([C, "x"], "end"), x: decide("end"), ...ENDS } },
      ["end:a.x", "end:d.x", "end"],
    ],
    [
      "contains only the target if, apart from a single choice, only a failure leads to the target",
      {
        ...FORM,
        steps: {
          a: form([A, "x"], "act"),
          act: effect({ no: { to: "x" } }, "end"),
          x: decide("end"),
          ...ENDS,
        },
      },
      ["end:x", "end:act.no", "end"],
    ],
    [
      "contains the entry if two entries lead to one step",
      {
        ...FORM,
        steps: { a: form([A, "x"], [C, "x"], "end"), x: decide("end"), ...ENDS },
      },
      ["end:a.1", "end:a.2", "end"],
    ],
    [
      "contains also the entry of the path's last choice",
      { ...FORM, steps: { a: form([A, "out"], [C, "out"], "end"), ...ENDS } },
      ["out:a.1", "out:a.2", "end"],
    ],
    [
      "contains failures, exhausted challenges and timeouts",
      {
        steps: {
          r: review([], "c"),
          c: pin("r", "out", "act"),
          act: effect({ no: { to: "out" }, busy: { to: "w" } }, "w"),
          w: wait("c", "out", "end"),
          ...ENDS,
        },
      },
      [
        "out:c.exhausted",
        "out:act.no",
        "w:act.busy",
        "out:act.busy,w.timeout",
        "end:act.busy",
        "w",
        "out:w.timeout",
        "end",
      ],
    ],
    [
      "is only the path's end if a single failure leads to that end",
      { steps: { act: effect({ no: { to: "out" } }, "end"), ...ENDS } },
      ["out", "end"],
    ],
  ])("%s", (_, flow, expected) => {
    expect(names(flow)).toEqual(expected);
  });

  it("the name of a path ends with the errors that lead back, after all choices on the path", () => {
    const { walk, routes } = walked({
      ...FORM,
      steps: { a: form([A, "b"], "end"), b: decide("end"), ...ENDS },
    });
    const nameOf = pathNames(walk);
    const detour = { at: "act", code: "wrong", back: "a" };
    expect([...routes.all()].map((route) => nameOf(route, detour))).toEqual([
      "end:b,act.wrong",
      "end:act.wrong",
    ]);
    expect([...routes.all()].map((route) => nameOf(route, null))).toEqual(["end:b", "end"]);
  });
});

describe("the usual way to leave a step", () => {
  const usual = (of: Small): readonly string[] => {
    const { walk } = walked(of);
    return [...walk.sets.values()]
      .flatMap(({ edges }) => edges)
      .filter(usualEdges(walk))
      .map(nameOfEdge);
  };
  const n = (least: number) => atLeast("answers.a.n", least);
  const forms = { a: { n: WHOLE } };
  it.each<readonly [string, Small, readonly string[]]>([
    [
      "is the last entry that leads to a good end",
      { forms, steps: { a: form([n(5), "end"], [n(4), "end"], "out"), ...ENDS } },
      ["a next 1"],
    ],
    [
      "is the last entry that any user takes",
      { forms, steps: { a: form([n(5), "end"], [n(4), "end"], [n(6), "end"], "out"), ...ENDS } },
      ["a next 1"],
    ],
    [
      "is the last entry of all if none leads to a good end",
      { forms, steps: { a: form([n(5), "out"], "late"), out: over("stopped"), late: over("provisional") } },
      ["a next 1"],
    ],
    [
      "depends on the end to which it finally leads",
      { forms, steps: { a: form([n(5), "d"], "out"), d: decide("end"), ...ENDS } },
      ["a next 0", "d next 0"],
    ],
    [
      "is never an error or a timeout",
      { steps: { act: effect({ no: { to: "end" } }, "w"), w: wait("act", "end", "out"), ...ENDS } },
      ["act next 0", "w next 0"],
    ],
    [
      "does not exist if no user reaches the step",
      { forms, steps: { a: form([n(10), "d"], "end"), d: decide("end"), ...ENDS } },
      ["a next 1"],
    ],
  ])("%s", (_, flow, expected) => {
    expect(usual(flow)).toEqual(expected);
  });

  it("the usual way and a good end cost nothing; every other way or end costs one", () => {
    const { walk } = walked({
      steps: {
        act: effect({ no: { to: "out" }, busy: { to: "late" } }, "w"),
        w: wait("act", "out", "end"),
        late: over("provisional"),
        ...ENDS,
      },
    });
    const price = priceOf(walk);
    expect(takenEdges(walk).map((edge) => [nameOfEdge(edge), price.edge(edge)])).toEqual([
      ["act error no", 1],
      ["act error busy", 1],
      ["act next 0", 0],
      ["w timeout", 1],
      ["w next 0", 0],
    ]);
    expect(["end", "out", "late", "w", "nowhere"].map(price.rest)).toEqual([0, 1, 1, 1, 1]);
  });

  it("a way that no user takes is omitted", () => {
    const { walk } = walked({ forms, steps: { a: form([n(10), "out"], "end"), ...ENDS } });
    expect(takenEdges(walk).map(nameOfEdge)).toEqual(["a next 1"]);
  });
});
