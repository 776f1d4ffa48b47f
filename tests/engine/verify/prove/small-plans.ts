import fc from "fast-check";
import { brokenAssumption } from "../../../../engine/flow/broken-assumption.ts";
import type { Compiled } from "../../../../engine/flow/index.ts";
import type { Logic } from "../../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { ENDS, type Entry, effect, must, next, YES } from "../../fixtures/parts.ts";
import { compiledOf } from "../../fixtures/small-flow.ts";

/** The parts of a random flow that is small enough to replay all users one by one. */
export type Plan = {
  readonly kinds: readonly ("form" | "decide" | "effect")[];
  readonly wide: readonly boolean[];
  readonly conditions: readonly (readonly [Logic | "rule", number])[][];
  readonly rule: Logic;
  readonly onMissing: "ask" | "allow" | "refuse";
  readonly checked: readonly boolean[];
  readonly mayBeAbsent: boolean;
  /** A condition that the fact always satisfies; `null` if there is none. */
  readonly assumed: Logic | null;
};

const PLACES = [
  "answers.s0.b",
  "answers.s0.w",
  "answers.s1.b",
  "answers.s2.b",
  "facts.f.p",
  "facts.f.q",
  "flags.g",
  "effects.s1.ok",
  "effects.s2.ok",
];

const place = fc.constantFrom(...PLACES);
const logic: fc.Arbitrary<Logic> = fc.letrec<{ readonly one: Logic }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    place.map((path): Logic => ({ var: path })),
    place.map((path): Logic => ({ missing: [path] })),
    fc
      .tuple(fc.constantFrom("and", "or"), tie("one"), tie("one"))
      .map(([op, a, b]): Logic => ({ [op]: [a, b] })),
    tie("one").map((a): Logic => ({ "!": [a] })),
  ),
})).one;

const [P, Q] = [{ var: "facts.f.p" }, { var: "facts.f.q" }];
const ASSUMED: readonly (Logic | null)[] = [
  null,
  { or: [{ "!": [P] }, Q] },
  { "==": [P, Q] },
  { or: [{ missing: ["facts.f.p"] }, { "!": [{ missing: ["facts.f.q"] }] }] },
  {
    or: [
      { missing_some: [1, ["facts.f.p", "facts.f.q"]] },
      { "!": [{ missing: ["facts.f.p", "facts.f.q"] }] },
    ],
  },
  { and: [{ "!": [{ missing: ["facts.f.p"] }] }, { or: [P, Q] }] },
];

export const plan: fc.Arbitrary<Plan> = fc
  .tuple(
    fc.constantFrom<Plan["kinds"]>(
      ["form", "decide", "form", "decide"],
      ["form", "effect", "decide", "form"],
      ["decide", "effect", "form", "decide"],
      ["form", "form", "effect", "decide"],
      ["form", "effect", "form", "decide"],
    ),
    fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    fc.array(
      fc.array(fc.tuple(fc.oneof(logic, fc.constant("rule" as const)), fc.integer({ min: 1, max: 4 })), {
        maxLength: 2,
      }),
      { minLength: 4, maxLength: 4 },
    ),
    logic,
    fc.constantFrom("ask" as const, "allow" as const, "refuse" as const),
    fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    fc.boolean(),
    fc.constantFrom(...ASSUMED),
  )
  .map(([kinds, wide, conditions, rule, onMissing, checked, mayBeAbsent, assumed]) => ({
    kinds,
    wide,
    conditions: conditions as Plan["conditions"],
    rule,
    onMissing,
    checked,
    mayBeAbsent,
    assumed,
  }));

/** Replaces data paths that this flow does not have by the switch. */
function known(of: Plan, text: Logic): Logic {
  const there = (path: string): boolean => {
    const [root, step = "", field] = path.split(".");
    const kind = of.kinds[Number(step.slice(1))];
    if (root === "answers")
      return kind === "form" && (field === "b" || of.wide[Number(step.slice(1))] === true);
    return root === "effects" ? kind === "effect" : true;
  };
  return JSON.parse(
    JSON.stringify(text, (_, value) =>
      typeof value === "string" && value.includes(".") && !there(value) ? "flags.g" : value,
    ),
  ) as Logic;
}

/**
 * Returns the flow of a plan, with additional fields. `failsFar` is the number of steps that an effect skips
 * when it fails; the target may be an end.
 */
export function flowOf(of: Plan, more: JsonObject = {}, failsFar: number | null = null): Compiled {
  const steps = of.kinds.map((kind, at): readonly [string, JsonObject] => {
    const after = (far: number): string =>
      at + far < of.kinds.length ? `s${at + far}` : far % 2 === 0 ? "done" : "out";
    const conditions = (of.conditions[at] ?? []).map(
      ([when, far]): Entry => [when === "rule" ? "r" : known(of, when), after(far)],
    );
    const check = of.checked[at] && kind === "form" ? { check: ["r"] } : {};
    return [
      `s${at}`,
      kind === "effect"
        ? effect({ no: { to: failsFar === null ? "out" : after(failsFar) } }, ...conditions, after(1))
        : { kind, ...check, next: next(...conditions, after(1)) },
    ];
  });
  const forms = of.kinds.flatMap((kind, at): readonly (readonly [string, JsonObject])[] =>
    kind === "form" ? [[`s${at}`, { ...more, b: YES, ...(of.wide[at] ? { "w?": YES } : {}) }]] : [],
  );
  const mend = of.kinds[0] === "form" ? "answers.s0.b" : "none";
  return compiledOf({
    steps: { ...Object.fromEntries(steps), ...ENDS },
    flow: { flags: ["g"] },
    forms: Object.fromEntries(forms),
    facts: { f: { "p?": YES, "q?": YES } },
    absent: of.mayBeAbsent ? ["f"] : [],
    rules: {
      r: must([[mend, known(of, of.rule)]], { onMissing: of.onMissing }),
      ...(of.assumed === null ? {} : { a: must(of.assumed, { onMissing: "allow", assumes: "f" }) }),
    },
    outputs: { "small.act": { "ok?": YES } },
  });
}

export const BOOLEANS = [undefined, true, false];
export const object = (fields: { readonly [name: string]: boolean | undefined }): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;

/** Returns every combination of the switch and the fact. */
export function worldsOf(compiled: Compiled, of: Plan) {
  const facts = [null, ...BOOLEANS.flatMap((p) => BOOLEANS.map((q) => object({ p, q })))].filter(
    (f) => (f !== null || of.mayBeAbsent) && brokenAssumption(compiled, "f", f) === null,
  );
  return [true, false].flatMap((g) => facts.map((f) => ({ flags: { g }, f })));
}
