import { describe, expect, it } from "vitest";
import { codeOf } from "../../../../engine/rules/message.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { TooManyNodes } from "../../../../engine/verify/model/index.ts";
import { checksOf, flowSpaceOf } from "../../../../engine/verify/prove/flow-space.ts";
import { act, at, BAHT, decide, END, form, gone, must, TEXT, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { people, spaceOf } from "./space.ts";

describe("a flow's conditions, rules and places in its space", () => {
  const of: Small = {
    steps: {
      ask: { ...form([at("answers.ask.yes"), "act"], ["yes", "act"], "act"), check: ["yes", "no"] },
      act: { ...act("done"), check: ["no"] },
      done: END,
    },
    forms: { ask: { yes: YES } },
    facts: { f: { p: YES }, g: { p: YES } },
    rules: {
      yes: must(at("answers.ask.yes")),
      no: must({ "!": [at("answers.ask.yes")] }),
      fair: must(at("facts.f.p"), { assumes: "f" }),
    },
    flow: {
      invariants: [
        { before: "act", rule: "yes" },
        { before: "done", rule: "yes" },
        { before: "act", rule: "no" },
      ],
    },
  };
  const flow = spaceOf(of);

  it("a condition is inline logic or a named rule; the last entry has none", () => {
    const who = [0, 1].map((index) => {
      const condition = flow.conditionOf("ask", index);
      return condition && [condition.op, people(flow, flow.space.diagramOf(condition))];
    });
    expect(who).toEqual([
      ["read", ["answers.ask.yes=true"]],
      ["rule", ["answers.ask.yes=true"]],
    ]);
    expect(flow.conditionOf("ask", 1)).toEqual({ op: "rule", id: "yes", type: { kind: "boolean" } });
    expect(flow.conditionOf("ask", 2)).toBeNull();
    expect(flow.conditionOf("done", 0)).toBeNull();
  });

  it("rules are found by their ids, assumptions by their facts", () => {
    expect([...flow.rules.keys()].toSorted()).toEqual(["fair", "no", "yes"]);
    expect(flow.assumptions).toEqual([{ id: "fair", fact: "f" }]);
  });

  it("a place is missing exactly if it was not given", () => {
    const path = "answers.ask.yes";
    const read = { op: "read", from: "scope", path, segments: ["answers", "ask", "yes"] };
    expect(flow.absent(path)).toEqual({
      op: "absent",
      places: [{ ...read, type: { kind: "boolean" } }],
      need: 1,
    });
    expect(people(flow, flow.space.diagramOf(flow.absent(path)))).toEqual(["answers.ask.yes=-"]);
    expect(() => flow.absent("answers.ask.other")).toThrow();
  });

  it("checksOf returns a step's own checks, then its invariants, each once", () => {
    const { definition } = flow;
    expect(["ask", "act", "done"].map((step) => checksOf(definition, step))).toEqual([
      ["yes", "no"],
      ["no", "yes"],
      ["yes"],
    ]);
  });

  it("rules with faults are reported, and there is no space", () => {
    const broken = small({ ...of, rules: { ...of.rules, yes: must(at("answers.ask.other")) } });
    const built = flowSpaceOf(broken, 100_000);
    expect(
      "findings" in built && built.findings.map(({ file, pointer, says }) => [file, pointer, codeOf(says)]),
    ).toEqual([["flows/small/rules/yes.json", "/must/0/logic/var", "unknown-path"]]);
  });
});

it("the space of a flow respects its budget of nodes", () => {
  const flow = small({ steps: { done: END } });
  expect(() => flowSpaceOf(flow, 2)).toThrow(TooManyNodes);
  expect("findings" in flowSpaceOf(flow)).toBe(false);
});

describe("needed inputs of an effect are those that the graph of steps does not guarantee", () => {
  const deep = (required: readonly string[]): JsonObject => ({
    type: "object",
    properties: {
      in: { type: "object", properties: { one: TEXT, two: TEXT }, required: ["one"] },
      code: TEXT,
    },
    required: [...required],
  });

  /** Returns the inputs of `act`, after `ask`, that may be missing as far as the steps show. */
  const needed = (input: JsonObject, more: Partial<Small> = {}) =>
    spaceOf({
      steps: {
        ask: form("act"),
        act: { ...act("done"), input },
        done: END,
        ...more.steps,
      },
      forms: { ask: { code: TEXT, "note?": TEXT }, ...more.forms },
      outputs: { "small.act": { ok: YES } },
      facts: { f: { p: YES } },
      ...(more.flow === undefined ? {} : { flow: more.flow }),
    }).needed("act");
  const round: Partial<Small> = {
    steps: { gate: decide([at("flags.on"), "ask"], "act") },
    flow: { flags: ["on"], start: "gate" },
  };

  const rows: readonly (readonly [what: string, open: boolean, input: JsonObject, more?: Partial<Small>])[] =
    [
      ["a required answer of an earlier form is present", false, { x: "answers.ask.code" }],
      ["an optional one may be missing", true, { x: "answers.ask.note" }],
      ["but not if the input is optional", false, { "x?": "answers.ask.note" }],
      ["one of a form that some people skip may be missing", true, { x: "answers.ask.code" }, round],
      ["a fact may be missing", true, { x: "facts.f.p" }],
      [
        "an output of an earlier effect may be missing",
        true,
        { x: "effects.first.ok" },
        {
          steps: {
            ask: form("first"),
            first: act("act"),
          },
        },
      ],
      ["a field of the step's own form is asked there", false, { x: "form.code" }],
      [
        "required inside a required object",
        false,
        { x: "answers.ask.in.one" },
        { forms: { ask: deep(["in"]) } },
      ],
      [
        "optional inside a required object",
        true,
        { x: "answers.ask.in.two" },
        { forms: { ask: deep(["in"]) } },
      ],
      ["required inside an optional object", true, { x: "answers.ask.in.one" }, { forms: { ask: deep([]) } }],
      ["a whole required object", false, { x: "answers.ask.in" }, { forms: { ask: deep(["in"]) } }],
      ["a whole optional object", true, { x: "answers.ask.in" }, { forms: { ask: deep(["code"]) } }],
    ];
  for (const [what, open, input, more] of rows)
    it(what, () => {
      const missing = open ? Object.entries(input).map(([name, path]) => ({ name, path })) : [];
      expect(needed(input, more)).toEqual(missing);
    });

  it("each by its name, in file order; other steps need nothing", () => {
    const input = { b: "facts.f.p", a: "answers.ask.note", c: "answers.ask.code" };
    expect(needed(input)).toEqual([
      { name: "b", path: "facts.f.p" },
      { name: "a", path: "answers.ask.note" },
    ]);
    expect(spaceOf({ steps: { done: END } }).needed("done")).toEqual([]);
  });
});

describe("a form is remembered if a rule with ask may lead back to it", () => {
  const rule = (onMissing: string, ...mends: readonly string[]): JsonObject =>
    must(
      mends.map((mend) => [mend, { ">": [at("answers.ask.baht"), "5.00"] }]),
      { onMissing },
    );
  const remembered = (rules: { readonly [rule: string]: JsonObject }, ...conditions: readonly string[]) => {
    const flow = spaceOf({
      steps: {
        ask: form("more"),
        more: { ...form("act"), check: ["checked"] },
        act: {
          ...act(
            ...conditions.map((one) => [one, "done"] as const),
            [gone("answers.ask.baht"), "done"],
            "done",
          ),
          form: true,
        },
        done: END,
      },
      forms: { ask: { "baht?": BAHT }, more: { code: TEXT }, act: { code: TEXT } },
      rules: { checked: rule("ask", "answers.more.code"), ...rules },
    });
    const variables = flow.space.variables.filter(({ path }) => path.startsWith("passed."));
    expect(variables.map(({ path }) => path)).toEqual([...flow.remembered].map((step) => `passed.${step}`));
    return [...flow.remembered];
  };

  it.each<readonly [what: string, steps: readonly string[], rule: JsonObject]>([
    ["the form that mends it", ["ask"], rule("ask", "answers.ask.baht")],
    ["each form that mends a clause", ["more", "ask"], rule("ask", "answers.more.code", "answers.ask.baht")],
    ["not if another page mends it", [], rule("ask", "none", "/me")],
    ["not for an effect's form, which is then done", [], rule("ask", "answers.act.code")],
    ["not if the mending step does not exist", [], rule("ask", "answers.gone.code")],
    ["not if a page with the form's name mends it", [], rule("ask", "/mend.ask")],
    ["not with refuse", [], rule("refuse", "answers.ask.baht")],
    ["not with allow", [], rule("allow", "answers.ask.baht")],
  ])("%s", (_, steps, mended) => expect(remembered({ mended }, "mended")).toEqual(steps));

  it("rules in checks lead back only to their own form, and values to none", () => {
    expect(remembered({})).toEqual([]);
    const value = { type: { type: "boolean" }, logic: { ">": [at("answers.ask.baht"), "5.00"] } };
    expect(remembered({ value: { value, onMissing: "ask" } }, "value")).toEqual([]);
    expect(
      remembered(
        { one: rule("ask", "answers.ask.baht"), two: rule("ask", "answers.more.code") },
        "two",
        "one",
      ),
    ).toEqual(["more", "ask"]);
  });

  it("the variable of a passed form is tested last, with two cells", () => {
    const flow = spaceOf({
      steps: { ask: form(["mended", "done"], "done"), done: END },
      forms: { ask: { "baht?": BAHT } },
      rules: { mended: rule("ask", "answers.ask.baht") },
    });
    const { variables } = flow.space;
    const [passed] = variables.slice(-1);
    expect(passed).toMatchObject({
      path: "passed.ask",
      type: { kind: "boolean" },
      schema: { type: "boolean" },
      exact: true,
      presence: false,
    });
    expect(passed?.cells.map(({ value, covers }) => [value, covers(true), covers(undefined)])).toEqual([
      [true, true, false],
      [undefined, false, true],
    ]);
  });
});
