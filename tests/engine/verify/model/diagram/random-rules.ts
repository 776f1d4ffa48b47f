import fc from "fast-check";
import { formats } from "../../../../../domain/formats.ts";
import {
  type CompiledRules,
  compileRules,
  type RuleSet,
  typesOfSchema,
} from "../../../../../engine/rules/index.ts";
import type { Logic, Scope } from "../../../../../engine/rules/rule.ts";
import type { TypeEnv } from "../../../../../engine/rules/types.ts";
import type { Json, JsonObject, JsonSchema } from "../../../../../engine/values/json.ts";
import type { DomainOf } from "../../../../../engine/verify/model/partition/domain.ts";

/**
 * A small model of which every value can be tried: bounded numbers, enum values, amounts, dates and lists.
 */
const FIELDS: { readonly [field: string]: JsonSchema } = {
  yes: { type: "boolean" },
  sure: { type: "boolean" },
  age: { type: "integer", minimum: 0, maximum: 6 },
  level: { type: "integer", minimum: 1, maximum: 5 },
  limit: { type: "integer", minimum: 3, maximum: 9 },
  score: { type: "integer", enum: [1, 2, 3, 4] },
  word: { type: "string", enum: ["A", "B", "C", "D"] },
  other: { type: "string", enum: ["C", "D", "E"] },
  from: { type: "string", format: "date" },
  to: { type: "string", format: "date" },
  least: { type: "string", format: "baht" },
  amount: { type: "string", format: "baht" },
  kinds: { type: "array", items: { type: "string", enum: ["A", "B", "C"] } },
  picked: { type: "array", items: { type: "string", enum: ["A", "B", "C"] }, uniqueItems: true },
};

const DAYS = [
  "2026-01-01",
  "2026-01-02",
  "2026-01-03",
  "2026-01-04",
  "2026-01-05",
  "2026-01-06",
  "2026-01-07",
];
const AMOUNTS = [
  "0.00",
  "9.98",
  "9.99",
  "10.00",
  "10.01",
  "10.02",
  "10.03",
  "99.00",
  "99.99",
  "100.00",
  "100.01",
  "100.02",
];

/** Returns lists of these values: each subset, at every length up to a maximum. */
function listsOf(words: readonly string[], longest: number): readonly Json[] {
  const sets = Array.from({ length: 2 ** words.length }, (_, bits) =>
    words.filter((_, at) => (bits & (1 << at)) !== 0),
  );
  return sets.flatMap((set) => {
    if (set.length === 0) return [[]];
    const lengths = Array.from({ length: longest - set.length + 1 }, (_, more) => more);
    return lengths.map((more) => [...set, ...Array.from({ length: more }, () => set[0] as string)]);
  });
}

/** Values to try. Values between or beyond them give the same results as one of these. */
const VALUES: { readonly [field: string]: readonly Json[] } = {
  yes: [true, false],
  sure: [true, false],
  age: [0, 1, 2, 3, 4, 5, 6],
  level: [1, 2, 3, 4, 5],
  limit: [3, 4, 5, 6, 7, 8, 9],
  score: [1, 2, 3, 4],
  word: ["A", "B", "C", "D"],
  other: ["C", "D", "E"],
  from: DAYS,
  to: DAYS,
  least: AMOUNTS,
  amount: AMOUNTS,
  kinds: listsOf(["A", "B", "C"], 4),
  picked: [[], ["A"], ["B"], ["C"], ["A", "B"], ["A", "C"], ["B", "C"], ["A", "B", "C"]],
};

export const TYPES: TypeEnv = typesOfSchema(
  { type: "object", properties: FIELDS },
  {
    prefix: "facts.p",
    resolve: () => undefined,
    formats,
  },
);

export const domainOf: DomainOf = (path) => {
  const type = TYPES[path];
  const schema = FIELDS[path.slice("facts.p.".length)];
  return type && schema ? { path, type, schema, formats } : undefined;
};

const at = (field: string): Logic => ({ var: `facts.p.${field}` });
const order = fc.constantFrom("<", "<=", ">", ">=");

const atom: fc.Arbitrary<Logic> = fc.oneof(
  fc.constantFrom<Logic>(at("yes"), at("sure")),
  fc
    .tuple(order, fc.constantFrom("age", "level", "limit", "score"), fc.integer({ min: -1, max: 10 }))
    .map(([sign, field, bound]): Logic => ({ [sign]: [at(field), bound] })),
  fc
    .tuple(
      fc.constantFrom("<", "<=", ">", ">=", "==", "!="),
      fc.constantFrom(["age", "level"], ["level", "limit"], ["age", "limit"], ["score", "age"]),
    )
    .map(([sign, [left, right]]): Logic => ({ [sign]: [at(left as string), at(right as string)] })),
  fc
    .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom("<", "<="))
    .map(([bound, sign]): Logic => ({ [sign]: [bound, at("age"), at("limit")] })),
  fc
    .tuple(fc.constantFrom("==", "!="), fc.constantFrom("A", "B", "C", "D"))
    .map(([sign, word]): Logic => ({ [sign]: [at("word"), word] })),
  fc.subarray(["A", "B", "C", "D"], { minLength: 1 }).map((words): Logic => ({ in: [at("word"), words] })),
  fc.constantFrom("==", "!=").map((sign): Logic => ({ [sign]: [at("word"), at("other")] })),
  fc
    .tuple(order, fc.constantFrom("from", "to"), fc.constantFrom("2026-01-03", "2026-01-05"))
    .map(([sign, field, day]): Logic => ({ [sign]: [at(field), day] })),
  order.map((sign): Logic => ({ [sign]: [at("from"), at("to")] })),
  fc
    .tuple(order, fc.constantFrom("10.00", "99.99"))
    .map(([sign, bound]): Logic => ({ [sign]: [at("amount"), bound] })),
  order.map((sign): Logic => ({ [sign]: [at("amount"), at("least")] })),
  fc.constantFrom("A", "B").map((word): Logic => ({ in: [word, at("kinds")] })),
  fc
    .tuple(fc.constantFrom("some", "all", "none"), fc.constantFrom("A", "C"))
    .map(([each, word]): Logic => ({ [each]: [at("kinds"), { "==": [{ var: "" }, word] }] })),
  fc
    .tuple(
      fc.constantFrom("<", "<=", ">", ">=", "=="),
      fc.constantFrom("kinds", "picked"),
      fc.integer({ min: 0, max: 3 }),
    )
    .map(([sign, field, bound]): Logic => ({ [sign]: [at(`${field}.length`), bound] })),
  fc.constantFrom("A", "C").map((word): Logic => ({ in: [word, at("picked")] })),
  fc
    .tuple(order, fc.integer({ min: 2, max: 10 }))
    .map(([sign, bound]): Logic => ({ [sign]: [{ "+": [at("score"), at("level")] }, bound] })),
  fc.constantFrom<Logic>(
    { missing: ["facts.p.age"] },
    { missing: ["facts.p.word", "facts.p.yes"] },
    { "!": [{ missing_some: [1, ["facts.p.amount", "facts.p.level"]] }] },
  ),
);

/** Random conditions over few data paths, so that brute force is feasible. */
export const condition: fc.Arbitrary<Logic> = fc.letrec<{ readonly one: Logic }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    atom,
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("one"), { minLength: 2, maxLength: 3 }))
      .map(([op, args]): Logic => ({ [op]: args })),
    tie("one").map((arg): Logic => ({ "!": [arg] })),
    fc.tuple(tie("one"), tie("one"), tie("one")).map(([when, yes, no]): Logic => ({ if: [when, yes, no] })),
  ),
})).one;

/** Returns both conditions compiled by the engine. */
export function compiled(left: Logic, right: Logic): CompiledRules {
  const source = (key: string, logic: Logic) => ({ file: "flow.json", pointer: `/${key}`, logic });
  const set: RuleSet = {
    rules: [],
    conditions: { left: source("left", left), right: source("right", right) },
    types: TYPES,
    formats,
  };
  const result = compileRules(set);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Returns a scope with the values of one user. */
export function scopeOf(person: JsonObject): Scope {
  return { answers: {}, facts: { p: person }, derived: {}, effects: {}, flags: {} };
}

/**
 * Returns every user over some fields, where each field may also be missing; `null` if there are too many.
 */
export function everybody(fields: readonly string[], most: number): readonly JsonObject[] | null {
  let people: readonly JsonObject[] = [{}];
  for (const field of fields) {
    const values = VALUES[field] as readonly Json[];
    if (people.length * (values.length + 1) > most) return null;
    people = people.flatMap((person) => [person, ...values.map((value) => ({ ...person, [field]: value }))]);
  }
  return people;
}

/** Returns the fields that conditions read. */
export function fieldsRead(...logics: readonly Logic[]): readonly string[] {
  const found = new Set<string>();
  for (const match of JSON.stringify(logics).matchAll(/facts\.p\.(\w+)/g)) found.add(match[1] as string);
  return [...found];
}
