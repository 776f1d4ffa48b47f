import type { Definition } from "../../../engine/flow/definition.ts";
import type { Logic, OnMissing, RuleFile } from "../../../engine/rules/rule.ts";
import type { JsonObject, JsonSchema } from "../../../engine/values/json.ts";
import { compareFlows, type FlowComparison } from "../../../engine/verify/compare/compare-flows.ts";

type When = Logic | undefined;
export type Next = readonly { readonly to: string; readonly when?: When }[];
/** The parts of a flow of one form; what is left out is the same everywhere. */
export type Parts = {
  readonly next?: Next;
  readonly rules?: readonly RuleFile[];
  readonly schema?: JsonSchema;
  readonly steps?: { readonly [step: string]: JsonObject };
  readonly flow?: JsonObject;
  readonly texts?: JsonObject;
  readonly required?: readonly string[];
  /** Schemas of other facts. */
  readonly facts?: { readonly [fact: string]: JsonSchema };
  readonly schemas?: { readonly [step: string]: JsonSchema };
};

export const YES = { var: "facts.p.yes" };
export const AGE = { var: "facts.p.age" };
const HEAD = { title: "rule:x.title", source: "s", owner: "o", from: "2026-01-01" };
const CASES = [{ why: "whoever", given: {}, expect: "unknown" }];

export const must = (
  id: string,
  logic: Logic,
  onMissing: OnMissing = "refuse",
  more: JsonObject = {},
): RuleFile =>
  ({
    ...HEAD,
    id,
    onMissing,
    cases: CASES,
    must: [{ id: "c", reason: "r", mend: "none", logic }],
    ...more,
  }) as RuleFile;

export const AMOUNT: JsonSchema = {
  type: "object",
  properties: { x: { type: "integer", minimum: 1, maximum: 9 } },
  required: ["x"],
};

/** A fact about a person. */
export const person = (required: readonly string[]): JsonSchema => ({
  type: "object",
  properties: { yes: { type: "boolean" }, age: { type: "integer" } },
  required: [...required],
});

/** A flow of one form that leads on by conditions to the ends `a` and `b`. */
function flowOf({
  next = [{ to: "a" }],
  rules = [],
  schema = AMOUNT,
  steps = {},
  flow = {},
  texts = {},
  required = [],
  facts = {},
  schemas = { form: schema },
}: Parts): Definition {
  return {
    format: 1,
    flow: {
      id: "f",
      subject: "investor",
      inFlight: "keep",
      flags: ["on"],
      facts: [],
      derived: {},
      invariants: [],
      start: "form",
      groups: [],
      steps: {
        form: { kind: "form", schema: "form", next },
        a: { kind: "end", outcome: "done" },
        b: { kind: "end", outcome: "done" },
        ...steps,
      },
      ...flow,
    },
    schemas,
    fieldOrder: { form: ["x"] },
    rules: Object.fromEntries(rules.map((rule) => [rule.id, rule])),
    facts: Object.fromEntries(
      Object.entries({ p: person(required), ...facts }).map(([name, of]) => [
        name,
        { schema: of, mayBeAbsent: false, source: "s", owner: "o", privacy: "internal" },
      ]),
    ),
    effects: {},
    events: {},
    texts: { th: texts, en: {} },
  } as unknown as Definition;
}

export const compare = (before: Parts, after: Parts): FlowComparison =>
  compareFlows(flowOf(before), flowOf(after));

/** Whom one step leads elsewhere, as `from → to: values of her places`. */
export function leads(before: Parts, after: Parts): readonly string[] {
  const { steps } = compare(before, after);
  return steps.flatMap(({ leads: classes }) =>
    classes.map(({ from, to, cubes }) => {
      const who = cubes.map((cube) =>
        cube
          .map(
            ({ variable, cells }) => `${variable.path}=${cells.map(({ value }) => value ?? "-").join("/")}`,
          )
          .join(" "),
      );
      return `${from} → ${to}: ${who.join("; ")}`;
    }),
  );
}

export const toA = (when: When): Next => [{ to: "a", when } as Next[number], { to: "b" }];
