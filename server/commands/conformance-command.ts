import jsonLogic from "json-logic-js";
import { isObject } from "../../engine/flow/form-schema.ts";
import { equalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import { readCommandLine, refuseWords } from "../command-line.ts";
import { readJson, Unreadable } from "../unreadable.ts";
import { saphanCommand } from "./register.ts";
import { evaluateUntyped, UNTYPED_OPERATORS } from "./untyped.ts";

/**
 * `npm run conformance -- FILE`: runs a JSON-logic suite against the untyped core. The suite can have either
 * public format: comments and `[rule, data, expected]`, or `{rule, data, result}` and `{rule, data, error}`.
 * `--oracle N [--seed S]` compares N random rules with json-logic-js. The last line is `N passed, N failed`.
 * Exits with 1 if a case fails.
 */
const command = {
  ...saphanCommand("conformance"),
  operands: [
    {
      name: "FILE",
      means: "a suite: a list of comments and of [rule, data, expected] or {rule, data, result}",
      takes: "many",
    },
  ],
  options: {
    oracle: { kind: "count", value: "N", means: "compare N random rules with json-logic-js" },
    seed: { kind: "count", value: "S", means: "where their chance begins", default: 1 },
  },
} as const;
const { values, operands: files } = readCommandLine(command);
if (files.length === 0 && values.oracle === undefined)
  refuseWords(command, "Name a suite, or ask the oracle.");
const VALUES: readonly Json[] = [
  0,
  1,
  -1,
  2,
  0.5,
  "",
  "0",
  "1",
  "a",
  "abc",
  true,
  false,
  null,
  [],
  [1, 2, 3],
  ["a", "b"],
];
const PATHS: readonly Json[] = [
  "a",
  "b",
  "list",
  "deep.er",
  "deep.none",
  "people.0.age",
  "nothing",
  "",
  1,
  "text",
];
const OVER_ITEMS = ["some", "all", "none", "map", "filter"];
const PLAIN = [...UNTYPED_OPERATORS].filter((name) => !OVER_ITEMS.includes(name) && name !== "reduce").sort();

let passed = 0;
let failed = 0;
for (const file of files) await suite(file);
if (values.oracle !== undefined) oracle(values.oracle, values.seed);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function suite(file: string): Promise<void> {
  const entries = await readJson(file);
  if (!Array.isArray(entries)) throw new Unreadable(`${file} is no suite: a suite is a list.`);
  let comment = "";
  for (const [at, entry] of entries.entries()) {
    if (typeof entry === "string") {
      comment = entry;
      continue;
    }
    const one = caseOf(entry);
    if (one === null)
      throw new Unreadable(
        `${file}: entry ${at} is neither a comment, nor [rule, data, expected], nor {rule, data, result} or {rule, data, error}.`,
      );
    const answer = attempt(() => evaluateUntyped(one.rule, one.data) ?? null);
    if (isAsExpected(answer, one)) passed += 1;
    else {
      failed += 1;
      console.log(
        `${one.description ?? comment}: ${JSON.stringify(one.rule)} on ${JSON.stringify(one.data)} answers ${shown(answer.said)}, expected ${one.expected === undefined ? "an error" : JSON.stringify(one.expected)}`,
      );
    }
  }
}

/** A case of a suite. `expected` is missing if the rule must fail or give a result that is not a number. */
type Case = {
  readonly rule: Json;
  readonly data: Json;
  readonly expected: Json | undefined;
  readonly description?: string;
};

function caseOf(entry: Json): Case | null {
  if (Array.isArray(entry)) {
    const [rule, data, expected] = entry as readonly Json[];
    return rule === undefined || data === undefined || expected === undefined
      ? null
      : { rule, data, expected };
  }
  if (!isObject(entry) || entry.rule === undefined) return null;
  const { rule, data = null, result, error, description } = entry;
  if ((result === undefined) === (error === undefined)) return null;
  return { rule, data, expected: result, ...(typeof description === "string" ? { description } : {}) };
}

function isAsExpected(answer: ReturnType<typeof attempt>, { expected }: Case): boolean {
  if (expected === undefined) return !answer.ok || !isJson(answer.said);
  return answer.ok && isJson(answer.said) && equalJson(answer.said as Json, expected);
}

/** Returns whether a value is JSON. NaN and infinities are not, so no case can expect them. */
function isJson(said: unknown): boolean {
  if (typeof said === "number") return Number.isFinite(said);
  return typeof said !== "object" || said === null || Object.values(said).every(isJson);
}

/** Formats a result, including numbers that JSON would write as `null`. */
function shown(said: unknown): string {
  return typeof said === "number"
    ? String(said)
    : Array.isArray(said)
      ? `[${said.map(shown)}]`
      : JSON.stringify(said);
}

/** Compares random rules made from a seed, so that a difference can be reproduced. */
function oracle(count: number, seed: number): void {
  const next = generator(seed);
  for (let at = 0; at < count; at += 1) {
    const rule = ruleFrom(next, 4);
    const data = dataFrom(next);
    const ours = attempt(() => evaluateUntyped(rule, data) ?? null);
    const theirs = attempt(() => jsonLogic.apply(rule as never, data) ?? null);
    const alike =
      ours.ok === theirs.ok &&
      (!ours.ok || Object.is(ours.said, theirs.said) || same(ours.said, theirs.said));
    if (alike) passed += 1;
    else {
      failed += 1;
      console.log(
        `seed ${seed}, rule ${at}: ${JSON.stringify(rule)} on ${JSON.stringify(data)} answers ${shown(ours.said)}, json-logic-js ${shown(theirs.said)}`,
      );
    }
  }
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function attempt(run: () => unknown): { readonly ok: boolean; readonly said: unknown } {
  try {
    return { ok: true, said: run() };
  } catch (error) {
    return { ok: false, said: `refused: ${(error as Error).message.slice(0, 80)}` };
  }
}

type Next = (below: number) => number;

/** Returns a random number generator (mulberry32). Equal seeds give equal rules on every machine. */
function generator(seed: number): Next {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

function ruleFrom(next: Next, depth: number): Json {
  const kind = depth === 0 ? next(2) : next(8);
  if (kind === 0) return VALUES[next(VALUES.length)] as Json;
  if (kind === 1) return { var: PATHS[next(PATHS.length)] as Json };
  if (kind === 2) {
    const list: Json =
      next(2) === 0 ? { var: ["list", "people"][next(2)] as Json } : [ruleFrom(next, 0), ruleFrom(next, 0)];
    return { [OVER_ITEMS[next(OVER_ITEMS.length)] as string]: [list, ruleFrom(next, depth - 1)] };
  }
  if (kind === 3) {
    const item: Json = { var: ["current", "accumulator"][next(2)] as Json };
    return { reduce: [{ var: "list" }, { "+": [item, { var: "accumulator" }] }, next(3)] };
  }
  const operator = PLAIN[next(PLAIN.length)] as string;
  if (operator === "var")
    return { var: [PATHS[next(PATHS.length)] as Json, VALUES[next(VALUES.length)] as Json] };
  if (operator === "missing") return { missing: [PATHS[next(PATHS.length)] as Json, "a"] };
  if (operator === "missing_some") return { missing_some: [next(3), ["a", "none", "text"]] };
  return { [operator]: Array.from({ length: 1 + next(3) }, () => ruleFrom(next, depth - 1)) };
}

function dataFrom(next: Next): Json {
  return {
    a: VALUES[next(VALUES.length)] as Json,
    b: VALUES[next(12)] as Json,
    text: "abc",
    nothing: null,
    list: [1, 2, 3].slice(next(4)),
    people: [
      { name: "Malee", age: next(80) },
      { name: "Somchai", age: 17 },
    ],
    // The object always has more than one member. json-logic-js would evaluate an object with a single member
    // as a rule, but the core would not.
    deep: { er: next(3), or: 1 },
  };
}
