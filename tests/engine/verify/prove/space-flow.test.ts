import { describe, expect, it } from "vitest";
import { codeOf } from "../../../../engine/rules/message.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { TooManyNodes } from "../../../../engine/verify/model/index.ts";
import { checksOf, flowSpaceOf } from "../../../../engine/verify/prove/flow-space.ts";
import { act, at, BAHT, decide, END, form, gone, must, TEXT, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { people, spaceOf } from "./space.ts";

describe("the model of a flow that the prover uses", () => {
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

  it("the model reads a condition in the entry or in a named rule; the last entry has no condition", () => {
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

  it("the model finds a rule by id, and an assumption by the fact", () => {
    expect([...flow.rules.keys()].toSorted()).toEqual(["fair", "no", "yes"]);
    expect(flow.assumptions).toEqual([{ id: "fair", fact: "f" }]);
  });

  it("the model treats a value as missing exactly if the user did not give it", () => {
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

  it("checksOf returns a step's own checks, and then the step's invariants, each once", () => {
    const { definition } = flow;
    expect(["ask", "act", "done"].map((step) => checksOf(definition, step))).toEqual([
      ["yes", "no"],
      ["no", "yes"],
      ["yes"],
    ]);
  });

  it("a flow whose rules have faults has no model, and these faults are reported", () => {
    const broken = small({ ...of, rules: { ...of.rules, yes: must(at("answers.ask.other")) } });
    const built = flowSpaceOf(broken, 100_000);
    expect(
      "findings" in built && built.findings.map(({ file, pointer, says }) => [file, pointer, codeOf(says)]),
    ).toEqual([["flows/small/rules/yes.json", "/must/0/logic/var", "unknown-path"]]);
  });
});

it("the model of a flow throws if it needs more nodes than its budget allows", () => {
  const flow = small({ steps: { done: END } });
  expect(() => flowSpaceOf(flow, 2)).toThrow(TooManyNodes);
  expect("findings" in flowSpaceOf(flow)).toBe(false);
});

describe("the inputs of an effect that may be missing although the order of steps does not show why", () => {
  const deep = (required: readonly string[]): JsonObject => ({
    type: "object",
    properties: {
      in: { type: "object", properties: { one: TEXT, two: TEXT }, required: ["one"] },
      code: TEXT,
    },
    required: [...required],
  });

  /** Returns the inputs of `act`, after `ask`, that may be missing as far as the graph of steps shows. */
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
      ["exclude a required answer of an earlier form", false, { x: "answers.ask.code" }],
      ["include an optional answer", true, { x: "answers.ask.note" }],
      ["exclude an optional answer for an optional input", false, { "x?": "answers.ask.note" }],
      ["include an answer of a form that some users skip", true, { x: "answers.ask.code" }, round],
      ["include a fact", true, { x: "facts.f.p" }],
      [
        "include an output of an earlier effect",
        true,
        { x: "effects.first.ok" },
        {
          steps: {
            ask: form("first"),
            first: act("act"),
          },
        },
      ],
      ["exclude a field of the step's own form", false, { x: "form.code" }],
      [
        "exclude a required field inside a required object",
        false,
        { x: "answers.ask.in.one" },
        { forms: { ask: deep(["in"]) } },
      ],
      [
        "include an optional field inside a required object",
        true,
        { x: "answers.ask.in.two" },
        { forms: { ask: deep(["in"]) } },
      ],
      [
        "include a required field inside an optional object",
        true,
        { x: "answers.ask.in.one" },
        { forms: { ask: deep([]) } },
      ],
      ["exclude a whole required object", false, { x: "answers.ask.in" }, { forms: { ask: deep(["in"]) } }],
      ["include a whole optional object", true, { x: "answers.ask.in" }, { forms: { ask: deep(["code"]) } }],
    ];
  for (const [what, open, input, more] of rows)
    it(what, () => {
      const missing = open ? Object.entries(input).map(([name, path]) => ({ name, path })) : [];
      expect(needed(input, more)).toEqual(missing);
    });

  it("inputs that may be missing are listed by name, in the order of the file; only effects have such inputs", () => {
    const input = { b: "facts.f.p", a: "answers.ask.note", c: "answers.ask.code" };
    expect(needed(input)).toEqual([
      { name: "b", path: "facts.f.p" },
      { name: "a", path: "answers.ask.note" },
    ]);
    expect(spaceOf({ steps: { done: END } }).needed("done")).toEqual([]);
  });
});

describe('the forms to which a rule with onMissing "ask" may lead back', () => {
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
    ["include the form whose answer can satisfy the rule", ["ask"], rule("ask", "answers.ask.baht")],
    [
      "include each form whose answer can satisfy a clause",
      ["more", "ask"],
      rule("ask", "answers.more.code", "answers.ask.baht"),
    ],
    ["exclude a form if the clause names another page", [], rule("ask", "none", "/me")],
    ["exclude an effect's form, because the effect is then completed", [], rule("ask", "answers.act.code")],
    ["exclude a step that does not exist", [], rule("ask", "answers.gone.code")],
    ["exclude a form if a page has the form's name", [], rule("ask", "/mend.ask")],
    ['are none with onMissing "refuse"', [], rule("refuse", "answers.ask.baht")],
    ['are none with onMissing "allow"', [], rule("allow", "answers.ask.baht")],
  ])("%s", (_, steps, mended) => expect(remembered({ mended }, "mended")).toEqual(steps));

  it("a check leads back only to its own form, and a value to no form", () => {
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

  it("each form to which a rule may lead back has a variable with two cells, which is tested last", () => {
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
