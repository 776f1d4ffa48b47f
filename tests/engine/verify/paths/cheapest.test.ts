import { describe, expect, it } from "vitest";
import { cubesOf, type Node } from "../../../../engine/verify/model/index.ts";
import { nameOfEdge, type Route } from "../../../../engine/verify/paths/routes.ts";
import type { SymbolicWalk } from "../../../../engine/verify/prove/index.ts";
import { act, at, atLeast, decide, END, form, is, must, WHOLE, wait, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { ENDS, walked } from "./asked.ts";

const stepsOf = ({ edges, rest }: Route): string => [...edges.map(({ from }) => from), rest].join(" ");

const F = at("facts.f.b");

describe("the cheapest route through a flow", () => {
  const { walk, routes } = walked({
    steps: {
      a: form([is("answers.a.n", 1), "b"], [is("answers.a.n", 2), "c"], "end"),
      b: decide("d"),
      c: decide("d"),
      d: decide([is("answers.a.n", 1), "out"], [atLeast("answers.a.n", 3), "none"], "end"),
      none: END,
      ...ENDS,
    },
    forms: { a: { n: WHOLE } },
  });
  const edge = (name: string) => {
    const found = [...walk.sets.values()]
      .flatMap(({ edges }) => edges)
      .find((one) => nameOfEdge(one) === name);
    if (found === undefined) throw new Error(name);
    return found;
  };
  const costs = (
    edges: { readonly [name: string]: number },
    rests: { readonly [step: string]: number } = {},
  ) => ({
    edge: (one: Route["edges"][number]) => edges[nameOfEdge(one)] ?? 0,
    rest: (step: string) => rests[step] ?? 0,
  });
  type Wanted = { readonly over?: string; readonly rest?: string };
  it.each<readonly [string, Wanted, ReturnType<typeof costs>, string | null]>([
    ["the first of several routes with equal cost", {}, costs({}), "a b d out"],
    ["a route around an edge with a cost", {}, costs({ "a next 0": 1 }), "a c d end"],
    [
      "a route whose edges cost less in total",
      {},
      costs({ "a next 0": 1, "a next 1": 1, "d next 2": 1, "a next 2": 2 }),
      "a b d out",
    ],
    [
      "the cheaper route even if others come first",
      {},
      costs({ "a next 0": 3, "a next 1": 2, "a next 2": 1 }),
      "a end",
    ],
    ["a route to a cheaper end", {}, costs({}, { out: 1 }), "a c d end"],
    ["a route to the requested end", { rest: "end" }, costs({ "a next 1": 1 }), "a end"],
    [
      "a route to the requested end in spite of its cost",
      { rest: "out" },
      costs({ "a next 0": 9 }, { out: 9 }),
      "a b d out",
    ],
    ["a route over the requested edge", { over: "c next 0" }, costs({ "a next 1": 9 }), "a c d end"],
    ["a route over the last edge", { over: "d next 0" }, costs({}), "a b d out"],
    ["a route over an edge to an end", { over: "d next 2", rest: "end" }, costs({}), "a c d end"],
    [
      "no route if the requested edge and end exclude each other",
      { over: "c next 0", rest: "out" },
      costs({}),
      null,
    ],
    ["no route over an edge that no user takes", { over: "d next 1" }, costs({}), null],
    ["no route to an end that no user reaches", { rest: "none" }, costs({}), null],
    ["no route to a step where no user stops", { rest: "d" }, costs({}), null],
  ])("the cheapest route is %s", (_, wanted, price, expected) => {
    const route = routes.cheapest({
      price,
      ...(wanted.over === undefined ? {} : { over: edge(wanted.over) }),
      ...(wanted.rest === undefined ? {} : { rest: wanted.rest }),
    });
    expect(route && stepsOf(route)).toBe(expected);
    if (route !== null) expect(route.edges.map(({ to }) => to)).toEqual(expected?.split(" ").slice(1));
  });

  it("the cheapest route stops at a wait if that is nearer than an end, and passes the wait if an end is requested", () => {
    const { routes: found } = walked({
      steps: { act: act("w"), w: wait("act", "out", "end"), ...ENDS },
    });
    const least = (price: ReturnType<typeof costs>, rest?: string) => {
      const route = found.cheapest({ price, ...(rest === undefined ? {} : { rest }) });
      return route && stepsOf(route);
    };
    expect(least(costs({}))).toBe("act w");
    expect(least(costs({}, { w: 1 }))).toBe("act w out");
    expect(least(costs({ "w timeout": 1 }, { w: 1 }))).toBe("act w end");
    expect(least(costs({}), "w")).toBe("act w");
    expect(least(costs({}), "out")).toBe("act w out");
  });
});

/** Returns the users in a set: `path=cells`. */
function people({ flow }: SymbolicWalk, set: Node): string {
  const { cubes } = cubesOf(flow.space, set);
  const one = (cube: (typeof cubes)[number]) =>
    cube
      .filter(({ variable }) => !variable.presence)
      .map(
        ({ variable, cells }) =>
          `${variable.path.replace(/^\w+\./, "")}=${cells.map(({ value }) => value ?? "-").join("/")}`,
      )
      .join(" ");
  return cubes.length === 0 ? "nobody" : cubes.map((cube) => one(cube) || "everybody").join("; ");
}

describe("the sets of users on a route", () => {
  const checked: Small = {
    steps: {
      a: { ...form([{ and: [atLeast("answers.a.n", 7), F] }, "act"], "out"), check: ["enough"] },
      act: act("d"),
      d: decide([F, "end"], "out"),
      ...ENDS,
    },
    forms: { a: { n: WHOLE } },
    facts: { f: { b: YES } },
    rules: { enough: must(atLeast("answers.a.n", 3)) },
  };

  it("each step of a route has the users who arrive, who pass the checks and who leave", () => {
    const { walk, routes } = walked(checked);
    const route = [...routes.all()].find((one) => stepsOf(one) === "a act d end") as Route;
    const told = routes
      .along(route)
      .map(({ step, arrive, passing, left }) => [
        step,
        ...[arrive, passing, left].map((set) => people(walk, set)),
      ]);
    expect(told).toEqual([
      ["a", "f.b=true/false", "a.n=3/4/7/8 f.b=true/false", "a.n=7/8 f.b=true"],
      ["act", "a.n=7/8 f.b=true", "a.n=7/8 f.b=true", "a.n=7/8 f.b=true/false"],
      ["d", "a.n=7/8 f.b=true/false", "a.n=7/8 f.b=true/false", "a.n=7/8 f.b=true"],
      ["end", "a.n=7/8 f.b=true", "a.n=7/8 f.b=true", "a.n=7/8 f.b=true"],
    ]);
  });

  it("the users on a route may leave a step along any edge that is possible for them", () => {
    const { routes } = walked(checked);
    const choices = (way: string) => {
      const route = [...routes.all()].find((one) => stepsOf(one) === way) as Route;
      return routes.along(route).map((at) => routes.choices(at).map(nameOfEdge));
    };
    expect(choices("a act d end")).toEqual([
      ["a next 0", "a next 1"],
      ["act next 0"],
      ["d next 0", "d next 1"],
      [],
    ]);
  });
});
