import { describe, expect, it } from "vitest";
import { baht } from "../../../domain/decimals.ts";
import { formats } from "../../../domain/formats.ts";
import { functions } from "../../../domain/functions.ts";
import { trade } from "../../../domain/index.ts";
import { compileClean } from "../../../engine/flow/clean-answer.ts";
import { addDuration } from "../../../engine/flow/duration.ts";
import { inputAt } from "../../../engine/flow/effect-input.ts";
import { errorsOfValidation, type Validator } from "../../../engine/flow/field-errors.ts";
import {
  assemble,
  brokenAssumption,
  type Compiled,
  type CompiledParts,
  type Definition,
  derive,
  fieldErrorOf,
  inputHash,
  progressOf,
  submit,
  type ValidationError,
} from "../../../engine/flow/index.ts";
import { compileInProcess } from "../../../engine/flow/loading.ts";
import { pathsOfDerived, pathsOfLogic, pathsOfRule, sourcesOf } from "../../../engine/flow/paths-read.ts";
import { conditionKey, ruleSetOf } from "../../../engine/flow/rule-set.ts";
import { formSchemaFile, hasForm, nextOf, targetsOf } from "../../../engine/flow/step-kinds.ts";
import { withTrade } from "../../../engine/flow/trade.ts";
import { kindOf, type Type } from "../../../engine/rules/types.ts";
import type { Json } from "../../../engine/values/json.ts";
import { END, effect, form, next, review } from "../fixtures/parts.ts";
import { walkable } from "../fixtures/small-flow.ts";
import { shop, shopDefinition, shopFacts } from "./fixtures/shop.ts";
import { someone } from "./fixtures/someone.ts";
import { visit } from "./fixtures/visit.ts";

describe("assemble", () => {
  const parts: CompiledParts = {
    validators: Object.fromEntries(
      ["choose", "amount", "careful"].map((step) => [`shop/${step}`, () => true]),
    ),
    rules: {
      must: { minimum: () => ({ kind: "holds" }) },
      value: { size: () => "small" },
      truth: {},
      missing: {},
      conditions: { "gate.0": () => true, "amount.0": () => true, "money.0": () => true },
    } as unknown as CompiledParts["rules"],
  };
  const withFlow = (change: Partial<Definition["flow"]>): Definition => ({
    ...shopDefinition,
    flow: { ...shopDefinition.flow, ...change },
  });
  const leading = (next: readonly object[]): Definition =>
    withFlow({ steps: { ...shopDefinition.flow.steps, gate: { kind: "decide", next } as never } });

  it("combines a definition with its compiled parts", () => {
    expect(assemble(shopDefinition, parts, "h")).toMatchObject({ hash: "h", definition: shopDefinition });
    expect(assemble(shopDefinition, parts).hash).toBe("");
  });

  it.each([
    ["an unknown start", withFlow({ start: "gone" }), parts, "shop starts at unknown step gone"],
    ["an unknown target", leading([{ to: "gone" }]), parts, "step gate leads to unknown step gone"],
    [
      "a condition that was not compiled",
      shopDefinition,
      { ...parts, rules: { ...parts.rules, conditions: {} } },
      "condition gate.0 was not compiled",
    ],
    [
      "a rule that was not compiled",
      shopDefinition,
      { ...parts, rules: { ...parts.rules, must: {} } },
      "rule minimum was not compiled",
    ],
    ["a rule that does not exist", { ...shopDefinition, rules: {} }, parts, "rule minimum was not compiled"],
    [
      "a value that was not compiled",
      shopDefinition,
      { ...parts, rules: { ...parts.rules, value: {} } },
      "rule size was not compiled",
    ],
    [
      "a schema that was not compiled",
      shopDefinition,
      { ...parts, validators: {} },
      "the schema of step choose was not compiled",
    ],
    [
      "a function that does not exist",
      withFlow({ derived: { fee: { fn: "fees", args: [] } } }),
      parts,
      "derived.fee names unknown function fees",
    ],
    [
      "a function name that every object inherits",
      withFlow({ derived: { fee: { fn: "constructor", args: [] } } }),
      parts,
      "derived.fee names unknown function constructor",
    ],
  ] as readonly (readonly [string, Definition, CompiledParts, string])[])(
    "throws for a definition with %s",
    (_, definition, given, message) => {
      expect(() => assemble(definition, given)).toThrow(message);
    },
  );

  it("throws when a user reaches a step that has no entry whose condition holds", () => {
    const open = assemble(leading([{ when: false, to: "choose" }]), {
      ...parts,
      rules: { ...parts.rules, conditions: { ...parts.rules.conditions, "gate.0": () => false } },
    });
    expect(() => derive(open, someone(), {}, {})).toThrow('no entry of "next" of step gate holds');
  });

  it("compileInProcess returns the faults of rules by name", () => {
    const wrong = withTrade(structuredClone(shopDefinition), trade) as unknown as {
      rules: { minimum: { must: { logic: Json }[] } };
    };
    (wrong.rules.minimum.must[0] as { logic: Json }).logic = { var: "facts.gone" };
    expect(() => compileInProcess(wrong as unknown as Definition)).toThrow(
      "compileInProcess: shop: flows/shop/rules/minimum.json#/must/0/logic/var unknown-path",
    );
    expect(compileInProcess(shopDefinition).hash).toBe("");
  });
});

describe("the kinds of steps", () => {
  it("each kind of step lists the steps to which it leads, with pointers", () => {
    const { steps } = visit.flow;
    const told = Object.entries(steps).flatMap(([id, step]) =>
      targetsOf(id, step).map(({ to, pointer, how }) => `${how} ${pointer} ${to}`),
    );
    expect(told).toEqual([
      "next /steps/open/next/0/to done",
      "next /steps/open/next/1/to ask",
      "next /steps/ask/next/0/to check",
      "next /steps/ask/next/1/to check",
      "next /steps/check/next/0/to code",
      "next /steps/code/next/0/to book",
      "route /steps/code/errors/exhausted/to done",
      "next /steps/book/next/0/to file",
      "reopen /steps/book/errors/closed/reopen ask",
      "route /steps/book/errors/gone/to done",
      "route /steps/book/errors/busy/to done",
      "next /steps/file/next/0/to paid",
      "reopen /steps/file/errors/full/reopen ask",
      "next /steps/paid/next/0/to done",
      "next /steps/paid/next/1/to done",
      "next /steps/paid/next/2/to done",
      "route /steps/paid/onTimeout/to done",
    ]);
    expect(Object.values(steps).map((step) => nextOf(step).length)).toEqual([2, 2, 1, 1, 1, 1, 3, 0]);
  });

  it("a step that asks questions has a form, with a schema named after the step or in the step", () => {
    expect(
      Object.entries(visit.flow.steps)
        .filter(([, step]) => hasForm(step))
        .map(([id]) => id),
    ).toEqual(["ask", "book"]);
    const form = { kind: "form", next: [] } as const;
    expect(formSchemaFile("visit", "ask", form)).toBe("schemas/visit/ask.json");
    expect(formSchemaFile("visit", "ask", { ...form, schema: "common/ask" })).toBe("schemas/common/ask.json");
  });
});

it("ruleSetOf returns a flow's rules, inline conditions and the types of its data paths", () => {
  expect(conditionKey("ask", 1)).toBe("ask.1");
  const set = ruleSetOf(visit);
  expect(set.conditions).toEqual({
    "open.0": {
      file: "flows/visit/flow.json",
      pointer: "/steps/open/next/0/when",
      logic: { var: "flags.late" },
    },
    "paid.0": {
      file: "flows/visit/flow.json",
      pointer: "/steps/paid/next/0/when",
      logic: { ">": [{ var: "effects.paid.amount" }, "1.00"] },
    },
    "paid.1": {
      file: "flows/visit/flow.json",
      pointer: "/steps/paid/next/1/when",
      logic: { "==": [{ var: "effects.paid.way" }, "QR"] },
    },
  });
  expect(set.rules.map(({ file }) => file)).toEqual(
    Object.keys(visit.rules).map((rule) => `flows/visit/rules/${rule}.json`),
  );
  expect(ruleSetOf(visit, (rule) => `of ${rule}`).rules.map(({ file }) => file)).toContain("of ready");
  expect(set.types).toMatchObject({
    "answers.ask.shade": { kind: "string" },
    "facts.patient.kind": { kind: "enum", words: ["NEW", "OLD"] },
    "effects.book.count": { kind: "integer", values: [1, 2] },
    "effects.paid.amount": { kind: "decimal", of: baht },
    "flags.late": { kind: "boolean" },
    "derived.total": { kind: "integer" },
    "derived.level": { kind: "integer" },
  });
});

it.each([
  ["age", "integer"],
  ["fee", "baht"],
  ["vat", "baht"],
  ["net", "baht"],
  ["units", "units"],
  ["suitabilityScore", "integer"],
  ["sum", "integer"],
  ["sumBaht", "baht"],
  ["maxOf", "integer"],
  ["count", "integer"],
])("the function %s returns a value of the type %s", (fn, kind) => {
  expect(kindOf(functions[fn]?.result as Type)).toBe(kind);
});

it.each([
  ["fee", ["100000.00", 100], "1000.00"],
  ["net", ["1.00", "0.99", "0.01"], "0.00"],
  ["net", ["1.00", "0.99", "0.02"], undefined],
  ["units", ["1.00", "0.0001"], "10000.0000"],
  ["sum", [1, "2"], undefined],
  ["sum", [1, [2, "3"]], undefined],
  ["maxOf", [1, "2"], undefined],
  ["suitabilityScore", ["1000"], undefined],
  ["suitabilityScore", [1.5], undefined],
  ["suitabilityScore", [], 0],
  ["count", ["text"], undefined],
] as const)("the function %s returns for %j the value %j", (fn, args, expected) => {
  expect(functions[fn]?.run(...args)).toEqual(expected);
});

describe("data paths that values depend on", () => {
  const definition: Definition = {
    ...visit,
    flow: {
      ...visit.flow,
      derived: {
        a: { fn: "sum", args: ["derived.b", "facts.x.n"] },
        b: { fn: "sum", args: ["derived.a", "facts.y.n?", "derived.c"] },
        c: { rule: "outer" },
        lost: { rule: "gone" },
      },
    },
    rules: {
      outer: {
        ...visit.rules.ready,
        id: "outer",
        must: [
          { id: "c", reason: "", mend: "none", logic: { and: [{ rule: "inner" }, { var: "facts.z.n" }] } },
        ],
      } as never,
      inner: {
        ...visit.rules.ready,
        id: "inner",
        must: [
          { id: "c", reason: "", mend: "none", logic: { or: [{ rule: "outer" }, { var: "answers.q.w" }] } },
        ],
      } as never,
    },
  };

  it("the data paths behind a value are found through rules, and each rule is followed once", () => {
    expect(pathsOfRule(definition, "outer")).toEqual(["facts.z.n", "answers.q.w"]);
    expect(pathsOfLogic(definition, "inner")).toEqual(["answers.q.w", "facts.z.n"]);
    expect(pathsOfRule(definition, "gone")).toEqual([]);
    expect(pathsOfRule(definition, "constructor")).toEqual([]);
  });

  it("the data paths behind a value are found through derived values, in order of dependency, without cycles", () => {
    expect(sourcesOf(definition, ["derived.a?", "answers.q.w", "facts.w"])).toEqual({
      facts: ["y", "z", "x", "w"],
      derived: ["c", "b", "a"],
    });
    expect(sourcesOf(definition, ["derived.lost", "derived.nobody"])).toEqual({
      facts: [],
      derived: ["lost", "nobody"],
    });
    expect(pathsOfDerived(definition, "constructor")).toEqual([]);
  });
});

describe("an assumption about a fact", () => {
  const flow = walkable({
    steps: { done: { ...END, shows: ["facts.here.n?"] } },
    facts: { here: { "n?": { type: "integer" }, "m?": { type: "integer" } } },
    absent: ["here"],
  });
  const assumed = (...outcomes: readonly object[]): Compiled => ({
    ...flow,
    plan: {
      ...flow.plan,
      assumptions: new Map([
        ["here", outcomes.map((outcome, index) => ({ id: `a${index}`, run: () => outcome as never }))],
      ]),
    },
  });
  const failing = {
    kind: "fails",
    clauses: [
      { id: "one", missing: [] },
      { id: "two", missing: ["facts.here.n"] },
    ],
  };

  it("a violated assumption is reported with the first rule that fails and the clauses that certainly fail", () => {
    expect(
      brokenAssumption(assumed({ kind: "holds" }, { kind: "unknown", clauses: [] }, failing), "here", {}),
    ).toEqual({
      fact: "here",
      rule: "a2",
      clauses: ["one"],
    });
  });

  it.each([
    ["an absent fact", assumed(failing), "here", null],
    ["a value that satisfies every rule", assumed({ kind: "holds" }), "here", {}],
    ["a missing value", assumed({ kind: "unknown", clauses: [] }), "here", {}],
    ["a fact without assumptions", assumed(failing), "other", {}],
  ])("an assumption is not violated by %s", (_, compiled, fact, value) => {
    expect(brokenAssumption(compiled, fact, value)).toBeNull();
  });

  it("an assumption is stored under its fact, from the rules that declare the assumption", () => {
    const definition = {
      ...flow.definition,
      rules: Object.fromEntries(
        ["first", "second"].map((id) => [id, { ...visit.rules.possible, id, assumes: "here" }]),
      ),
    } as Definition;
    const seen: unknown[] = [];
    const run = (scope: unknown) => {
      seen.push(scope);
      return { kind: "holds" } as const;
    };
    const rules = { must: { first: run, second: run }, value: {}, truth: {}, missing: {}, conditions: {} };
    const compiled = assemble(definition, { validators: {}, rules } as never);
    expect(brokenAssumption(compiled, "here", { n: 1 })).toBeNull();
    const scope = { answers: {}, facts: { here: { n: 1 } }, derived: {}, effects: {}, flags: {} };
    expect(seen).toEqual([scope, scope]);
  });
});

describe("progress", () => {
  const screen = (group: string | undefined, ...to: readonly string[]) => ({
    kind: "form",
    ...(group === undefined ? {} : { group }),
    next: to.map((one) => ({ to: one })),
  });
  const flow = (rest: object): Compiled =>
    ({
      definition: {
        flow: {
          groups: ["a", "b", "c"],
          steps: {
            one: screen("a", "two"),
            // The remaining path is the longest one. It leads through `more`, unless the user took the
            // shorter path.
            two: screen("a", "more", "three"),
            more: screen("a", "three"),
            three: { ...screen("b", "check"), kind: "review" },
            check: { ...screen("b", "bare"), kind: "effect" },
            bare: screen(undefined, "four"),
            four: { ...screen("c", "wait"), kind: "challenge" },
            wait: { ...screen("c", "end"), kind: "wait" },
            end: { kind: "end", group: "c" },
          },
          ...rest,
        },
      },
    }) as never;
  const walk = (...steps: readonly string[]) =>
    ({ trail: steps.slice(0, -1).map((step) => ({ step })), at: { step: steps.at(-1) } }) as never;
  const minutes = flow({ minutes: 12 });
  const all = ["one", "two", "more", "three", "check", "bare", "four", "wait", "end"];

  it.each([
    ["no groups", flow({ groups: undefined }), walk("one"), null],
    ["empty groups", flow({ groups: [] }), walk("one"), null],
    [
      "a flow without an estimate of minutes",
      flow({}),
      walk("one"),
      { group: "a", index: 1, of: 3, screen: 1, screens: 3, minutesLeft: null },
    ],
    [
      "all minutes at the start",
      minutes,
      walk("one"),
      { group: "a", index: 1, of: 3, screen: 1, screens: 3, minutesLeft: 12 },
    ],
    [
      "one screen later",
      minutes,
      walk("one", "two"),
      { group: "a", index: 1, of: 3, screen: 2, screens: 3, minutesLeft: 10 },
    ],
    [
      "another group on the shorter path",
      minutes,
      walk("one", "two", "three"),
      { group: "b", index: 2, of: 3, screen: 1, screens: 1, minutesLeft: 8 },
    ],
    [
      "steps without a form",
      minutes,
      walk(...all.slice(0, 5)),
      { group: "b", index: 2, of: 3, screen: 1, screens: 1, minutesLeft: 4 },
    ],
    [
      "the group of the last step that has a group",
      minutes,
      walk(...all.slice(0, 6)),
      { group: "b", index: 2, of: 3, screen: 1, screens: 1, minutesLeft: 4 },
    ],
    [
      "the first group, before any step with a group",
      flow({}),
      walk("bare"),
      { group: "a", index: 1, of: 3, screen: 1, screens: 1, minutesLeft: null },
    ],
    [
      "nothing left to ask",
      minutes,
      walk(...all),
      { group: "c", index: 3, of: 3, screen: 1, screens: 1, minutesLeft: 0 },
    ],
  ] as const)("progress is computed as expected for a flow with %s", (_, compiled, walked, progress) => {
    expect(progressOf(compiled, walked)).toEqual(progress);
  });

  it("progress does not change if the user opens an earlier step again", () => {
    const far = walk("one", "two", "three", "bare");
    expect(progressOf(minutes, far, "two")).toEqual(progressOf(minutes, walk("one", "two")));
  });
});

describe("the errors of validation", () => {
  const error = (keyword: string, params: object = {}, instancePath = "/a"): ValidationError => ({
    keyword,
    instancePath,
    params: params as never,
  });

  it.each([
    [
      error("required", { missingProperty: "x/y~z" }, "/a"),
      { pointer: "/a/x~1y~0z", code: "required", params: {} },
    ],
    [error("format", { format: "baht" }), { pointer: "/a", code: "baht", params: { format: "baht" } }],
    [error("minLength", { limit: 1 }), { pointer: "/a", code: "required", params: {} }],
    [error("minLength", { limit: 2 }), { pointer: "/a", code: "minLength", params: { limit: 2 } }],
    [
      error("minimum", { limit: 1, comparison: ">=", list: [1], yes: true }),
      { pointer: "/a", code: "minimum", params: { limit: 1, comparison: ">=" } },
    ],
  ])("validation errors are converted from %j to %j", (given, expected) => {
    expect(fieldErrorOf(given)).toEqual(expected);
  });

  it("errorsOfValidation returns only the first error of each field, and no error of the schema keyword `if`", () => {
    const validate: Validator = () => false;
    validate.errors = [error("if"), error("minimum", {}, "/b"), error("maximum", {}, "/b"), error("enum")];
    expect(errorsOfValidation(validate, {}).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      "/b minimum",
      "/a enum",
    ]);
    expect(validate.errors).toBeNull();
    expect(errorsOfValidation(validate, {})).toEqual([]);
  });

  it("a valid value has no errors, whatever was validated before", () => {
    const validate: Validator = () => true;
    validate.errors = [error("enum")];
    expect(errorsOfValidation(validate, {})).toEqual([]);
  });
});

it.each([
  ["soon", "P1D"],
  ["2026-03-02T03:00:00Z", "P1X"],
])("addDuration throws for the instant %s and the duration %s", (instant, duration) => {
  expect(() => addDuration(instant, duration)).toThrow(`addDuration: cannot add ${duration} to ${instant}`);
});

it("an effect reads existing values of its own form at any depth, but no inherited properties", () => {
  const place = (path: string) => ({ path, segments: path.split(".") });
  const node = {
    input: [
      { name: "deep", place: place("form.group.pin") },
      { name: "lost", place: place("form.group.gone") },
      { name: "none", place: place("form.nothing.pin") },
      { name: "text", place: place("form.word.pin") },
      { name: "inherited", place: place("form.group.constructor") },
      { name: "answer", place: place("answers.first.n") },
    ],
  } as never;
  const values = { answers: { first: { n: 1 } }, facts: {}, derived: {}, effects: {}, flags: {} } as never;
  expect(inputAt(values, node, { group: { pin: "1" }, nothing: null, word: "pin" })).toStrictEqual({
    deep: "1",
    answer: 1,
  });
  expect(inputAt(values, node, null)).toStrictEqual({ answer: 1 });
});

describe("cleaning an answer", () => {
  it.each([
    ["removes unknown fields from the entries of a list", [{ a: 1, x: 2 }, { a: 2 }], [{ a: 1 }, { a: 2 }]],
    ["leaves entries that are not objects unchanged", [1, null], [1, null]],
    ["leaves a value unchanged if a list is expected and the value is not one", "list", "list"],
  ])("%s", (_, given, expected) => {
    const clean = compileClean(
      {
        type: "object",
        properties: {
          list: { type: "array", items: { type: "object", properties: { a: { type: "integer" } } } },
        },
      },
      formats,
    );
    expect(clean({ list: given as Json })).toEqual({ list: expected });
  });

  it("leaves a null entry unchanged, even if the fields of entries have conditions", () => {
    const keyword = "then";
    const items = {
      type: "object",
      properties: { a: { type: "string" } },
      allOf: [
        { if: { properties: { a: { const: "A" } }, required: ["a"] }, [keyword]: { properties: { b: {} } } },
      ],
    };
    const clean = compileClean({ type: "object", properties: { list: { type: "array", items } } }, formats);
    expect(clean({ list: [null, { a: "-", b: 1 }] })).toEqual({ list: [null, { a: "-" }] });
  });

  it("returns the given object itself if there is nothing to remove", () => {
    const clean = compileClean(
      {
        type: "object",
        properties: {
          list: { type: "array", items: { type: "object", properties: { a: {} } } },
          words: { type: "array", items: { type: "string" } },
          open: { type: "array" },
        },
      },
      formats,
    );
    const answer = { list: [{ a: 1 }], words: ["x"], open: [{ y: 1 }] };
    expect(clean(answer)).toBe(answer);
  });

  it("removes a field whose condition depends on a removed field, whatever the order of declarations", () => {
    const keyword = "then";
    const asked = (field: string, value: string, next: string) => ({
      if: { properties: { [field]: { const: value } }, required: [field] },
      [keyword]: { properties: { [next]: { type: "string" } } },
    });
    const clean = compileClean(
      {
        type: "object",
        properties: { a: { type: "string" } },
        allOf: [asked("c", "C", "d"), asked("b", "B", "c"), asked("a", "A", "b")],
      },
      formats,
    );
    const all = { a: "A", b: "B", c: "C", d: "D" };
    expect(clean(all)).toBe(all);
    expect(clean({ ...all, a: "-" })).toEqual({ a: "-" });
    expect(clean({ ...all, b: "-" })).toEqual({ a: "A", b: "-" });
  });
});

describe("a rule that asks for a missing value", () => {
  const ask = (mend: string, steps: object, onMissing = "ask") =>
    walkable({
      steps: {
        first: form("second"),
        ...steps,
        done: END,
        no: { ...END, reason: "no" },
      } as never,
      forms: {
        first: { "group?": { type: "object", properties: { n: { type: "integer" } } } },
        second: { "m?": { type: "integer" } },
      },
      rules: {
        ok: {
          onMissing,
          cases: [{ why: "the switch is off", given: {}, expect: false }],
          must: [
            {
              id: "known",
              reason: "warning:small.known",
              mend: "answers.second.m",
              logic: { var: "flags.on" },
            },
            {
              id: "asked",
              reason: "warning:small.asked",
              mend,
              logic: { ">": [{ var: "answers.first.group.n" }, 1] },
            },
          ],
        },
      },
      flow: { flags: ["on"], derived: { none: { fn: "sum", args: [] } } },
    });
  const second = { kind: "form", shows: ["derived.none"], next: next(["ok", "done"], "no") };
  const answers = { first: {}, second: { m: 1 } };

  it("stops the user at the step that can supply the value, with a pointer also inside groups", () => {
    const walk = derive(ask("answers.first.group.n", { second }), someone(answers), {}, { on: true });
    expect(walk).toMatchObject({
      at: { kind: "form", step: "first", errors: [{ pointer: "/group/n", code: "ok.asked", params: {} }] },
      answers: { first: {} },
      trail: [],
    });
    expect([walk.answers, walk.derived]).toEqual([{ first: {} }, {}]);
  });

  it("does not ask for the value if a clause certainly fails", () => {
    expect(
      derive(ask("answers.first.group.n", { second }), someone(answers), {}, { on: false }).at,
    ).toMatchObject({ kind: "end", step: "no" });
  });

  it.each([
    ["refuse", { kind: "form", step: "second", errors: [{ code: "ok.known" }, { code: "ok.asked" }] }],
    ["allow", { kind: "form", step: "second", errors: [{ code: "ok.known" }, { code: "ok.asked" }] }],
    ["ask", { kind: "form", step: "second", errors: [{ code: "ok.known" }, { code: "ok.asked" }] }],
  ])(
    'a rule with onMissing "%s" counts as a failed check if one clause certainly fails',
    (onMissing, expected) => {
      const check = {
        kind: "form",
        check: ["ok"],
        next: next([{ var: "flags.on" }, "done"], "no"),
      };
      const flow = ask("answers.first.group.n", { second: check }, onMissing);
      expect(derive(flow, someone(answers), {}, { on: false }).at).toMatchObject(expected);
    },
  );

  it("stops the user at the form that shows the field", () => {
    const walk = derive(ask("answers.second.m", { second }), someone(answers), {}, { on: true });
    expect(walk).toMatchObject({
      at: { kind: "form", step: "second", errors: [{ pointer: "/m", code: "ok.asked" }] },
      trail: [{ step: "first", to: "second" }],
    });
  });
});

describe("a code or a reopened answer", () => {
  const flow = walkable({
    steps: {
      first: form("second"),
      second: form("look"),
      look: review(["answers.first.n"], "code"),
      code: {
        kind: "challenge",
        challenge: "pin",
        binds: "look",
        errors: { exhausted: { reopen: "look" } },
        next: next("work"),
      },
      work: effect({ a: { reopen: "first" }, b: { reopen: "second" }, c: { reopen: "look" } }, "done"),
      done: END,
    },
    forms: {
      first: { n: { type: "integer" } },
      second: {},
    },
  });
  const values = { "answers.first.n": 1 };
  const code = (outcome: "passed" | "exhausted" = "passed") =>
    ({ kind: "challenge", step: "code", outcome, values }) as const;
  const contest = (step: string, revision = 0) =>
    ({ kind: "contested", step, by: "work", revision, code: "a" }) as const;
  const answers = { first: { n: 1 }, second: {}, look: { values } };
  const at = (...receipts: NonNullable<Parameters<typeof someone>[1]>) =>
    derive(flow, someone(answers, receipts), {}, {}).at;

  it.each([
    [
      "a code counts if it was passed after every reopening",
      [contest("second"), contest("first"), code()],
      { kind: "effect" },
    ],
    [
      "a code that was passed before a later step was reopened does not count",
      [contest("first"), code(), contest("second")],
      { kind: "challenge" },
    ],
    [
      "a code that was passed before an earlier step was reopened does not count",
      [contest("second"), code(), contest("first")],
      { kind: "challenge" },
    ],
    [
      "a code that was passed before the review was reopened does not count",
      [contest("first"), code(), contest("look")],
      { kind: "challenge" },
    ],
    [
      "a reopened review must be confirmed again",
      [contest("look", 1)],
      { kind: "review", changed: false, errors: [{ pointer: "", code: "a", by: "work", params: {} }] },
    ],
    [
      "a review counts as changed, not as reopened, if the values differ from the confirmed ones",
      [contest("look", 0)],
      { kind: "challenge" },
    ],
    [
      "an exhausted code with a reopen route makes the flow ask for the answer again",
      [code("exhausted")],
      { kind: "challenge", step: "code", values },
    ],
    [
      "an exhausted code is asked for again after the user confirmed the code's review again",
      [code("exhausted"), contest("look", 0)],
      { kind: "challenge", step: "code", values },
    ],
  ] as const)("a code or a reopened answer has the expected effect: %s", (_, receipts, expected) => {
    expect(at(...receipts)).toMatchObject(expected);
  });

  it("an empty confirmation does not confirm a review", () => {
    for (const given of [null, [], "values", undefined])
      expect(
        submit(
          flow,
          someone({ ...answers }),
          {},
          {},
          { step: "look", answer: given === undefined ? {} : { values: given } },
        ),
      ).toMatchObject({
        kind: "refused",
        errors: [{ code: "values-changed" }],
      });
    expect(submit(flow, someone(answers), {}, {}, { step: "look", answer: { values } })).toMatchObject({
      kind: "accepted",
      form: { values },
    });
  });

  it("an answer that leads to a review is accepted, and an exhausted code leads on without freezing answers", () => {
    const decision = submit(flow, someone({ first: { n: 1 } }), {}, {}, { step: "second", answer: {} });
    expect(decision).toMatchObject({ kind: "accepted", walk: { at: { kind: "review", step: "look" } } });
    const shown = { "answers.choose.item": "A", "answers.amount.amount": "150.00", "derived.fee": "1.50" };
    const receipts = [
      {
        kind: "effect",
        step: "reserve",
        attempt: 1,
        inputHash: inputHash({ item: "A" }),
        outcome: { kind: "done", output: {} },
        trail: [
          { step: "choose", to: "amount" },
          { step: "amount", to: "reserve" },
        ],
      },
      { kind: "challenge", step: "pin", outcome: "exhausted", values: shown },
    ] as const;
    const walk = derive(
      shop,
      someone({ choose: { item: "A" }, amount: { amount: "150.00" }, review: { values: shown } }, receipts),
      shopFacts,
      {
        open: true,
      },
    );
    expect(walk.at.step).toBe("locked");
    expect(walk.trail.at(-1)).toEqual({ step: "pin", to: "locked", frozen: false });
  });

  it("the values of switches are stored separately for each flow and each set of switches", () => {
    const other = walkable({
      steps: {
        gate: {
          kind: "decide",
          next: [
            { when: { and: [{ var: "flags.other" }, { var: "flags.open" }] }, to: "done" },
            { to: "no" },
          ],
        },
        done: END,
        no: { ...END, reason: "no" },
      },
      flow: { flags: ["other", "open"] },
    });
    const open = { open: true, other: true };
    const both = () => [
      derive(shop, someone(), {}, open).at.step,
      derive(other, someone(), {}, open).at.step,
    ];
    expect([...both(), ...both()]).toEqual(["choose", "done", "choose", "done"]);
    expect(derive(other, someone(), {}, { other: true }).at.step).toBe("no");
    expect(derive(flow, someone(), {}, open).read("flags.open")).toBeUndefined();
  });
});
