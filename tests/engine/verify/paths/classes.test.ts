import { describe, expect, it } from "vitest";
import { atlasOf, goAlong, wordsOfClass } from "../../../../engine/verify/paths/index.ts";
import {
  act,
  at,
  atLeast,
  decide,
  END,
  effect,
  form,
  must,
  not,
  TEXT,
  WHOLE,
  wait,
  YES,
} from "../../fixtures/parts.ts";
import { compiledOf, type Small, small } from "../../fixtures/small-flow.ts";
import { atlas, ENDS } from "./asked.ts";

const A = at("answers.a.b");
const F = at("facts.f.b");

/** Returns the names and steps of a flow's classes. First checks that the engine replays each person. */
function paths(of: Small) {
  const { classes, unshown } = atlas(of);
  const compiled = compiledOf(of);
  for (const { name, steps, traveller } of classes) {
    const { path, why } = goAlong(compiled, traveller);
    expect([name, path, why.kind]).toEqual([name, steps, "rests"]);
  }
  expect(unshown).toEqual([]);
  expect(classes.map(({ number }) => number)).toEqual(classes.map((_, at) => at + 1));
  return classes.map(({ name, steps }) => `${name}: ${steps.join(" ")}`);
}

describe("the paths of the atlas", () => {
  const flow: Small = {
    steps: {
      a: form([A, "out"], "act"),
      act: effect({ wrong: { reopen: "a" }, no: { to: "out" } }, "w"),
      w: wait("act", "out", "end"),
      ...ENDS,
    },
    forms: { a: { b: YES } },
  };
  const { classes, ...rest } = atlas(flow);

  it("each path has a name, an end and conditions, and may have an error that leads back", () => {
    const told = classes.map(({ name, steps, end, detour, conditions }) => ({
      name,
      steps: steps.join(" "),
      end: [end.step, end.kind, end.reason],
      detour,
      says: conditions.map(({ step, says: { en } }) => `${step}: ${en}`),
    }));
    const yes = "a: “small:small.a.b.label” is yes";
    const no = "a: “small:small.a.b.label” is not yes";
    expect(told).toEqual([
      { name: "w", steps: "a act w", end: ["w", "wait", null], detour: null, says: [no] },
      { name: "end", steps: "a act w end", end: ["end", "done", "over"], detour: null, says: [no] },
      {
        name: "end:act.wrong",
        steps: "a act w end",
        end: ["end", "done", "over"],
        detour: { at: "act", code: "wrong", back: "a" },
        says: [
          no,
          "act: “act” fails at first, and “small:small.a.title” is asked again: small:small.act.errors.wrong",
        ],
      },
      { name: "out:a", steps: "a out", end: ["out", "stopped", "over"], detour: null, says: [yes] },
      {
        name: "out:act.no",
        steps: "a act out",
        end: ["out", "stopped", "over"],
        detour: null,
        says: [no, "act: “act” fails: no"],
      },
      {
        name: "out:w.timeout",
        steps: "a act w out",
        end: ["out", "stopped", "over"],
        detour: null,
        says: [no, "w: the time of “small:small.w.title” runs out"],
      },
    ]);
    expect(classes.map((one) => wordsOfClass(one).en)).toEqual(
      told.map(({ says }) => says.map((one) => one.replace(/^\w+: /, "")).join("; ")),
    );
  });

  it("the atlas counts the paths and the ways to leave a step", () => {
    expect(rest).toEqual({ flow: "small", ways: 5, merged: null, edges: 7, unshown: [] });
  });

  it("the atlas throws for a flow that does not load", () => {
    const broken = small({ ...flow, steps: { ...flow.steps, a: form([{ nothing: [1] }, "out"], "act") } });
    expect(() => atlasOf(broken, { compiled: compiledOf(flow) })).toThrow("atlasOf: small does not load");
  });

  it("a flow that ends at its start has a single path", () => {
    expect(paths({ steps: { end: END } })).toEqual(["end: end"]);
  });

  it("the atlas can be made with or without a compiled flow", () => {
    const definition = small(flow);
    const other = compiledOf({ ...flow, steps: { ...flow.steps, a: form("out") } });
    expect(atlasOf(definition).classes).toEqual(classes);
    expect(atlasOf(definition, { compiled: other }).classes.map(({ name }) => name)).toEqual(["out:a"]);
  });
});

describe("a path with an error that leads back", () => {
  const errors = (...codes: readonly string[]) =>
    Object.fromEntries(codes.map((code) => [code, { reopen: "a" }]));
  it.each<readonly [string, Small["steps"], readonly string[]]>([
    [
      "comes after the last path to the same end",
      { a: form([A, "x"], "act"), x: decide("act"), act: effect(errors("no"), "end") },
      ["end: a act end", "end:x: a x act end", "end:act.no: a act end"],
    ],
    [
      "is otherwise the most usual path through that error",
      { a: form([A, "act"], "end"), act: effect(errors("no"), [F, "out"], "x"), x: decide("end") },
      ["end: a end", "end:act: a act x end", "end:act,act.no: a act x end", "out:act: a act out"],
    ],
    [
      "is sorted in the order of the file, with the paths for errors of later steps",
      {
        a: form("act"),
        act: effect(errors("no", "bad"), "two"),
        two: effect(errors("no"), [F, "out"], "end"),
      },
      [
        "end: a act two end",
        "end:act.no: a act two end",
        "end:act.bad: a act two end",
        "end:two.no: a act two end",
        "out: a act two out",
      ],
    ],
  ])("%s", (_, steps, expected) => {
    expect(
      paths({ steps: { ...steps, ...ENDS }, forms: { a: { b: YES } }, facts: { f: { b: YES } } }),
    ).toEqual(expected);
  });
});

it("the atlas omits a path through an error that leads back if no user can continue after the error", () => {
  const { classes, unshown } = atlas({
    steps: {
      a: form([{ and: [A, not(A)] }, "act"], "end"),
      act: effect({ wrong: { reopen: "a" } }, "out"),
      ...ENDS,
    },
    forms: { a: { b: YES } },
  });
  expect([classes.map(({ name }) => name), unshown]).toEqual([["end"], ["act error wrong"]]);
});

describe("a person's answers and facts after a receipt", () => {
  const twice = (condition: typeof A, more: Partial<Small>): Small => ({
    ...more,
    steps: {
      a: form("d1"),
      d1: decide([condition, "x"], "act"),
      x: form("act"),
      act: act("d2"),
      d2: decide([condition, "end"], "w"),
      w: wait("act", "out", [condition, "end"], "out"),
      ...ENDS,
    },
    forms: { a: { b: YES, "o?": YES }, x: { n: WHOLE }, ...more.forms },
  });
  const day = { ...TEXT, format: "date" };
  const age: Partial<Small> = {
    flow: { derived: { age: { fn: "age", args: ["answers.a.born", "facts.f.today"] } } },
    forms: { a: { born: day } },
    facts: { f: { today: day } },
  };
  it.each<readonly [string, typeof A, Partial<Small>, number]>([
    ["stay the same for answers", A, {}, 4],
    ["may differ for facts", F, { facts: { f: { b: YES } } }, 10],
    ["may differ for switches", at("flags.on"), { flow: { flags: ["on"] } }, 10],
    ["may differ in age, which only increases", atLeast("derived.age", 20), age, 6],
  ])("%s", (_, condition, more, count) => {
    expect(paths(twice(condition, more))).toHaveLength(count);
  });

  it("a person need not supply a value that the user could have supplied only before the receipt", () => {
    const known: Small = {
      steps: {
        a: form([{ missing: ["answers.a.o"] }, "act"], "d"),
        act: act("d"),
        d: decide(["known", "end"], "out"),
        ...ENDS,
      },
      forms: { a: { "o?": YES } },
      rules: { known: must([["answers.a.o", at("answers.a.o")]], { onMissing: "ask" }) },
    };
    expect(paths(known)).toEqual(["end: a d end", "out: a d out", "out:act: a act d out"]);
  });
});
