import type { Definition } from "../../../../engine/flow/definition.ts";
import type { Logic, OnMissing, RuleFile } from "../../../../engine/rules/rule.ts";
import type { Json, JsonObject, JsonSchema } from "../../../../engine/values/json.ts";
import { compareFlows, type FlowComparison } from "../../../../engine/verify/compare/compare-flows.ts";
import { at, END, must as mustBe, ruleFile } from "../../fixtures/parts.ts";
import { draft } from "../../fixtures/small-flow.ts";

type When = Logic | undefined;
export type Next = readonly { readonly to: string; readonly when?: When }[];
/** The variable parts of a flow with one form; everything else is fixed. */
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

export const YES = at("facts.p.yes");
export const AGE = at("facts.p.age");

/** Returns a rule with one clause. */
export const must = (
  id: string,
  logic: Logic,
  onMissing: OnMissing = "refuse",
  more: JsonObject = {},
): RuleFile => ruleFile(id, mustBe(logic, { onMissing, ...more }));

export const AMOUNT: JsonSchema = {
  type: "object",
  properties: { x: { type: "integer", minimum: 1, maximum: 9 } },
  required: ["x"],
};

export const person = (required: readonly string[]): JsonSchema => ({
  type: "object",
  properties: { yes: { type: "boolean" }, age: { type: "integer" } },
  required: [...required],
});

/** Returns a flow with one form that leads by conditions to the ends `a` and `b`, with only these texts. */
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
  const read = draft({
    steps: { form: { kind: "form", next: next as Json }, a: END, b: END, ...steps },
    flow: { flags: ["on"], ...flow },
    forms: schemas as { readonly [step: string]: JsonObject },
    facts: { p: person(required), ...facts } as { readonly [fact: string]: JsonObject },
    rules: Object.fromEntries(rules.map((rule) => [rule.id, rule])),
  });
  return { ...read, texts: { th: texts as Definition["texts"]["th"], en: {} } };
}

export const compare = (before: Parts, after: Parts): FlowComparison =>
  compareFlows(flowOf(before), flowOf(after));

/** Returns the users who are led to another end, as `from → to: values at their data paths`. */
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
