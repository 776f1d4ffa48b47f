import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { formats } from "../../../domain/formats.ts";
import {
  type CompiledRules,
  compileRules,
  generateRules,
  type RuleSet,
  typesOfSchema,
} from "../../../engine/rules/index.ts";
import type { Clause, Logic, RuleFile, Scope } from "../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";

/** Loads generated source as a module, from its own file. */
export async function loadGenerated(source: string): Promise<CompiledRules> {
  const folder = mkdtempSync(join(tmpdir(), "saphan-rules-"));
  try {
    const file = join(folder, "rules.mjs");
    writeFileSync(file, source);
    const loaded = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      readonly rules: CompiledRules;
    };
    return loaded.rules;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns both compiled forms of one rule set: closures and generated code. */
export async function bothOf(
  set: RuleSet,
): Promise<{ readonly closures: CompiledRules; readonly generated: CompiledRules }> {
  const closures = compileRules(set);
  if (!closures.ok) throw new Error(JSON.stringify(closures.error, null, 1));
  const source = generateRules(set);
  if (!source.ok) throw new Error(JSON.stringify(source.error, null, 1));
  return { closures: closures.value, generated: await loadGenerated(source.value) };
}

export function mustRule(
  id: string,
  clauses: readonly (Partial<Clause> & { readonly logic: Logic })[],
): RuleFile {
  const must = clauses.map((clause, at) => ({ id: `c${at}`, reason: `r${at}`, mend: "none", ...clause }));
  return { ...HEAD, id, must };
}

export function valueRule(id: string, type: JsonObject, logic: Logic): RuleFile {
  return { ...HEAD, id, value: { type, logic } };
}

const HEAD = {
  title: "rule:x.title",
  source: "test",
  owner: "test",
  from: "2026-01-01",
  onMissing: "refuse",
  cases: [{ why: "whatever", given: {}, expect: "unknown" }],
} as const;

export function setOf(
  rules: readonly RuleFile[],
  conditions: { readonly [key: string]: Logic } = {},
): RuleSet {
  return {
    rules: rules.map((rule) => ({ file: `rules/${rule.id}.json`, rule })),
    conditions: Object.fromEntries(
      Object.entries(conditions).map(([key, logic]) => [
        key,
        { file: "flow.json", pointer: `/${key}`, logic },
      ]),
    ),
    types: TYPES,
    formats,
  };
}

export const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    b1: { type: "boolean" },
    b2: { type: "boolean" },
    n1: { type: "integer" },
    n2: { type: "number" },
    c1: { type: "integer", enum: [1, 2, 4] },
    e1: { type: "string", enum: ["A", "B", "C"] },
    e2: { type: "string", enum: ["B", "C", "D"] },
    s1: { type: "string" },
    d1: { type: "string", format: "date" },
    d2: { type: "string", format: "date" },
    m1: { type: "string", format: "baht" },
    m2: { type: "string", format: "baht" },
    u1: { type: "string", format: "units" },
    u2: { type: "string", format: "units" },
    i1: { type: "string", format: "date-time" },
    i2: { type: "string", format: "date-time" },
    f1: { type: "string", format: "file-ref" },
    list: { type: "array", items: { type: "integer" } },
    things: {
      type: "array",
      items: {
        type: "object",
        properties: {
          k: { type: "string", enum: ["A", "B"] },
          n: { type: "integer" },
          ok: { type: "boolean" },
          m: { type: "string", format: "baht" },
          tags: { type: "array", items: { type: "string", enum: ["x", "y"] } },
        },
      },
    },
    words: { type: "array", items: { type: "string", enum: ["A", "B", "C"] } },
    moments: { type: "array", items: { type: "string", format: "date-time" } },
    inner: {
      type: "object",
      properties: {
        deep: { type: "boolean" },
        more: {
          type: "object",
          properties: {
            deep: { type: "integer" },
            most: { type: "object", properties: { deep: { type: "string", enum: ["A", "B"] } } },
          },
        },
      },
    },
  },
};

export const TYPES = {
  ...typesOfSchema(SCHEMA, { prefix: "facts.p", resolve: () => undefined, formats }),
  ...typesOfSchema(SCHEMA, { prefix: "answers.step", resolve: () => undefined, formats }),
  "flags.on": { kind: "boolean" },
} as const;

export function scopeWith(p: JsonObject, flags: Scope["flags"] = {}): Scope {
  return { answers: {}, facts: { p }, derived: {}, effects: {}, flags };
}

const number = fc.integer({ min: -2, max: 6 });
const date = fc.integer({ min: 1, max: 5 }).map((day) => `2026-01-0${day}`);
const amount = fc.constantFrom("0.00", "9.99", "10.00", "9999.99", "10000.00", "100000.00");
const units = fc.constantFrom("0.0001", "0.0002", "12.0000", "120.0000");
const moment = fc.constantFrom("2026-01-01T07:00:00Z", "2026-01-01T14:00:00+07:00", "2026-01-02T00:00:00Z");
const tag = fc.constantFrom("x", "y");

/** Random data with a value at every path of the schema, so that nothing is missing. */
export const complete: fc.Arbitrary<JsonObject> = fc.record({
  b1: fc.boolean(),
  b2: fc.boolean(),
  n1: number,
  n2: fc.oneof(number, fc.constantFrom(0.5, 2.25)),
  c1: fc.constantFrom(1, 2, 4),
  e1: fc.constantFrom("A", "B", "C"),
  e2: fc.constantFrom("B", "C", "D"),
  s1: fc.constantFrom("", "A", "x"),
  d1: date,
  d2: date,
  m1: amount,
  m2: amount,
  u1: units,
  u2: units,
  i1: moment,
  i2: moment,
  f1: fc.constant("7f2c1f6e-9d3c-4f0a-8f4e-2b1f5d6c7a80"),
  list: fc.array(number, { maxLength: 3 }),
  things: fc.array(
    fc.record({
      k: fc.constantFrom("A", "B"),
      n: number,
      ok: fc.boolean(),
      m: amount,
      tags: fc.array(tag, { maxLength: 2 }),
    }),
    { maxLength: 3 },
  ),
  words: fc.array(fc.constantFrom("A", "B", "C"), { maxLength: 2 }),
  moments: fc.array(moment, { maxLength: 2 }),
  inner: fc.record({
    deep: fc.boolean(),
    more: fc.record({ deep: number, most: fc.record({ deep: fc.constantFrom("A", "B") }) }),
  }),
}) as fc.Arbitrary<JsonObject>;

const JUNK: JsonObject = {
  b1: "yes",
  e1: 1,
  f1: false,
  i1: "?",
  inner: null,
  list: {},
  m1: "1.0",
  moments: "2026-01-01T07:00:00Z",
  n1: "1",
  s1: 5,
  u1: "12.00",
  words: "A",
};

/**
 * Random data from `complete` without some names, at the top and inside items and groups, and with some
 * values of wrong types.
 */
export const partial: fc.Arbitrary<JsonObject> = fc
  .tuple(
    complete,
    fc.subarray([...Object.keys(SCHEMA.properties as JsonObject)]),
    fc.constantFrom("nothing", "items", "groups", "junk"),
  )
  .map(([whole, left, thin]) => {
    const kept: { [name: string]: Json } = Object.fromEntries(
      Object.entries(whole).filter(([name]) => !left.includes(name)),
    );
    if (thin === "items" && Array.isArray(kept.things))
      kept.things = (kept.things as JsonObject[]).map(({ k, ok }, at) =>
        at === 1 ? { ok: ok ?? true } : { k: k ?? "A" },
      );
    if (thin === "groups" && kept.inner !== undefined) kept.inner = { deep: true, more: {} };
    if (thin === "junk") Object.assign(kept, JUNK);
    return kept;
  });

type Parts = { readonly condition: Logic; readonly number: Logic; readonly item: Logic };

const at = (name: string): Logic => ({ var: `facts.p.${name}` });

/**
 * Returns random conditions that type-check. Without money they have the same meaning in plain JSON-logic.
 */
export function conditions(options: {
  readonly money: boolean;
  readonly presence: boolean;
}): fc.Arbitrary<Logic> {
  const order = fc.constantFrom("<", "<=", ">", ">=");
  const equals = fc.constantFrom("==", "===", "!=", "!==");
  const depth = { maxDepth: 4, depthSize: "small" } as const;
  return fc.letrec<Parts>((tie) => ({
    number: fc.oneof(
      depth,
      number as fc.Arbitrary<Logic>,
      fc.constantFrom(at("n1"), at("n2"), { var: "facts.p.list.length" }) as fc.Arbitrary<Logic>,
      fc
        .tuple(fc.constantFrom("+", "-", "*", "min", "max"), tie("number"), tie("number"))
        .map(([op, a, b]): Logic => ({ [op]: [a, b] })),
      fc.tuple(tie("condition"), tie("number"), tie("number")).map(([c, a, b]): Logic => ({ if: [c, a, b] })),
      fc
        .tuple(fc.constantFrom("%", "/"), tie("number"), fc.constantFrom(2, 3))
        .map(([op, a, b]): Logic => ({ [op]: [a, b] })),
      fc
        .tuple(fc.constantFrom("+", "*", "min", "max"), tie("number"), tie("number"), tie("number"))
        .map(([op, ...args]): Logic => ({ [op]: args })),
      tie("number").map((a): Logic => ({ "-": [a] })),
      fc.constantFrom(at("inner.more.deep"), { var: "facts.p.things.length" }) as fc.Arbitrary<Logic>,
    ),
    item: fc.oneof(
      depth,
      fc.constantFrom("A", "B").map((word): Logic => ({ "==": [{ var: "k" }, word] })),
      fc.tuple(order, number).map(([op, n]): Logic => ({ [op]: [{ var: "n" }, n] })),
      fc
        .tuple(fc.constantFrom("and", "or"), tie("item"), tie("item"))
        .map(([op, a, b]): Logic => ({ [op]: [a, b] })),
      tie("item").map((a): Logic => ({ "!": a })),
      fc.constantFrom<Logic>(
        { var: "ok" },
        { some: [{ var: "tags" }, { "==": [{ var: "" }, "x"] }] },
        { all: [{ var: "tags" }, { in: [{ var: "" }, ["x"]] }] },
        { "==": [{ if: [{ var: "ok" }, { var: "n" }, 2] }, 2] },
        { in: ["y", { var: "tags" }] },
        { ">": [{ var: "tags.length" }, 0] },
        { "!": [{ missing: ["k", "n"] }] },
        ...(options.money
          ? [
              { "<": [{ var: "m" }, "10.00"] },
              { ">": [{ "+": [{ var: "m" }, "0.01"] }, "10.00"] },
              { ">": [{ var: ["n", 2] }, 1] },
            ]
          : []),
      ),
    ),
    condition: fc.oneof(
      depth,
      fc.constantFrom(
        at("b1"),
        at("b2"),
        { var: "facts.p.inner.deep" },
        true,
        false,
        { "!!": [at("s1")] },
        { "!": [at("list")] },
      ) as fc.Arbitrary<Logic>,
      fc
        .tuple(equals, fc.constantFrom("A", "B", "C"))
        .map(([op, word]): Logic => ({ [op]: [at("e1"), word] })),
      fc.tuple(equals).map(([op]): Logic => ({ [op]: [at("e1"), at("e2")] })),
      fc.subarray(["A", "B", "C"], { minLength: 1 }).map((words): Logic => ({ in: [at("e1"), words] })),
      number.map((n): Logic => ({ in: [n, at("list")] })),
      fc.tuple(order, tie("number"), tie("number")).map(([op, a, b]): Logic => ({ [op]: [a, b] })),
      fc
        .tuple(fc.constantFrom("<", "<="), tie("number"), tie("number"), tie("number"))
        .map(([op, a, b, c]): Logic => ({ [op]: [a, b, c] })),
      fc.tuple(equals, tie("number"), tie("number")).map(([op, a, b]): Logic => ({ [op]: [a, b] })),
      fc
        .tuple(order, fc.constantFrom<Logic>(at("d2"), "2026-01-03"))
        .map(([op, d]): Logic => ({ [op]: [at("d1"), d] })),
      fc
        .tuple(fc.constantFrom("and", "or"), fc.array(tie("condition"), { minLength: 1, maxLength: 3 }))
        .map(([op, args]): Logic => ({ [op]: args })),
      fc.tuple(fc.constantFrom("!", "!!"), tie("condition")).map(([op, a]): Logic => ({ [op]: [a] })),
      fc
        .tuple(equals, tie("condition"), tie("condition"))
        .map(([op, a, b]): Logic => ({ [op]: [{ "!!": [a] }, { "!!": [b] }] })),
      fc
        .tuple(tie("condition"), tie("condition"), tie("condition"))
        .map(([c, a, b]): Logic => ({ if: [c, a, b] })),
      fc
        .tuple(equals, fc.constantFrom("A", "B", "C"), fc.constantFrom("A", "B"), tie("condition"))
        .map(([op, a, b, c]): Logic => ({ [op]: [at("e1"), { if: [c, a, b] }] })),
      fc
        .tuple(equals, fc.constantFrom<Logic>(at("d2"), "2026-01-03"))
        .map(([op, d]): Logic => ({ [op]: [at("d1"), d] })),
      fc.constantFrom<Logic>(
        { "==": [at("s1"), "A"] },
        { "==": [at("b1"), at("b2")] },
        { "==": [at("b1"), true] },
        { "==": ["A", at("inner.more.most.deep")] },
        { in: [at("n1"), [0, 1, 2, 3, 4, 5, 6, 7, 8]] },
        { in: [at("n1"), [0, 1, 2, 3, 4, 5, 6, 7]] },
        { in: [at("e1"), at("words")] },
        { in: ["A", at("words")] },
        { "!!": [at("f1")] },
        { "<=": ["2026-01-02", at("d1"), at("d2")] },
      ),
      fc
        .tuple(fc.constantFrom("some", "all", "none"), tie("item"))
        .map(([op, test]): Logic => ({ [op]: [at("things"), test] })),
      fc
        .tuple(fc.constantFrom("some", "all", "none"), order, number)
        .map(([op, sign, n]): Logic => ({ [op]: [at("list"), { [sign]: [{ var: "" }, n] }] })),
      ...(options.presence
        ? [
            fc
              .subarray(["facts.p.b1", "facts.p.e1", "facts.p.n1"], { minLength: 1 })
              .map((paths): Logic => ({ "!": [{ missing: paths }] })),
            fc.constant<Logic>({ missing_some: [1, ["facts.p.b1", "facts.p.e1"]] }),
            fc.constantFrom<Logic>(
              { var: ["facts.p.b1", true] },
              { var: ["facts.p.b2", false] },
              { ">": [{ var: ["facts.p.n1", 3] }, 2] },
              { "==": [{ var: ["facts.p.e1", "A"] }, "A"] },
              { "==": [{ var: ["facts.p.n1", 3] }, 3] },
              { missing: ["facts.p.list", "facts.p.inner.more.deep"] },
              { missing_some: [2, ["facts.p.b1", "facts.p.e1", "facts.p.list"]] },
            ),
          ]
        : []),
      ...(options.money
        ? [
            fc
              .tuple(
                fc.constantFrom("<", "<=", ">", ">=", "==", "!="),
                fc.constantFrom<Logic>(
                  at("m2"),
                  "10000.00",
                  { "+": [at("m2"), "0.01"] },
                  { "*": [at("m2"), 2] },
                ),
              )
              .map(([op, m]): Logic => ({ [op]: [at("m1"), m] })),
            fc.constant<Logic>({ ">": [{ "-": [at("m1"), at("m2")] }, "5.00"] }),
            fc
              .tuple(
                fc.constantFrom("<", "<=", ">", ">=", "==", "!="),
                fc.constantFrom<readonly [Logic, Logic]>(
                  [at("i1"), "2026-01-01T07:00:00Z"],
                  [at("i1"), at("i2")],
                  [at("u1"), at("u2")],
                  [at("u1"), "12.0000"],
                  [{ "+": [at("u1"), at("u2")] }, "12.0002"],
                  [{ "-": [at("u1"), at("u2")] }, "0.0000"],
                  [{ "*": [3, at("u1")] }, "0.0003"],
                  [{ "-": [at("m1")] }, { "-": [at("m2"), "10.00"] }],
                  [{ min: [at("m1"), at("m2"), "10.00"] }, "10.00"],
                  [{ max: [at("m1"), at("m2"), "9.99"] }, "10.00"],
                ),
              )
              .map(([op, [a, b]]): Logic => ({ [op]: [a, b] })),
            fc
              .tuple(tie("condition"), fc.constantFrom("<", ">="))
              .map(([c, op]): Logic => ({ [op]: [{ if: [c, at("m1"), "10.00"] }, at("m2")] })),
            fc.constantFrom<Logic>(
              { in: [at("i1"), ["2026-01-01T07:00:00Z", "2026-01-05T00:00:00Z"]] },
              { in: [at("m1"), ["0.00", "10.00"]] },
              { in: [{ "+": [at("m1"), "0.01"] }, ["10.00"]] },
              { in: [at("i1"), at("moments")] },
              { "<": ["1.00", at("m1"), at("m2")] },
              { "<=": ["2026-01-01T07:00:00Z", at("i1"), at("i2")] },
            ),
          ]
        : []),
      ...(options.money && options.presence
        ? [
            fc.constantFrom<Logic>(
              { "==": [{ var: ["facts.p.i1", "2026-01-02T00:00:00Z"] }, at("i2")] },
              { ">=": [{ var: ["facts.p.m1", "10.00"] }, at("m2")] },
              { "<": [{ "+": [{ var: ["facts.p.u1", "0.0001"] }, at("u2")] }, "12.0002"] },
            ),
          ]
        : []),
    ) as fc.Arbitrary<Logic>,
  })).condition;
}

/** Returns the data in the form that plain JSON-logic expects. */
export function plainData(scope: Scope): Json {
  return scope;
}
