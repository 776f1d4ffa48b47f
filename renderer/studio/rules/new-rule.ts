import type { Operation } from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { comparisonOf } from "../blocks/block.ts";
import type { Pair } from "../step/pair-fields.tsx";

/** Kinds of a new rule: conditions that must hold, a sum, or a decision table with values of one type. */
export const NEW_RULES = ["conditions", "number", "baht", "yesNo", "sum"] as const;
export type NewRuleKind = (typeof NEW_RULES)[number];

/** Types of the values of new decision tables, each with the value that a new row begins with. */
export const TABLE_TYPES: {
  readonly [kind in Exclude<NewRuleKind, "conditions" | "sum">]: {
    readonly type: JsonObject;
    readonly first: Json;
  };
} = {
  number: { type: { type: "integer" }, first: 0 },
  baht: { type: { type: "string", format: "baht" }, first: "0.00" },
  yesNo: { type: { type: "boolean" }, first: false },
};

type New = {
  readonly id: string;
  /** Path of the rule's file. */
  readonly rule: string;
  /** Prefix of the keys of the rule's texts. */
  readonly key: string;
  readonly title: Pair;
  /** First condition of the rule or table. */
  readonly logic: Json;
  /** First local date on which the rule applies. */
  readonly from: string;
};

/** Returns the operations that add a rule with one condition. `reason` is the text for people it refuses. */
export function newConditions({ reason, ...of }: New & { readonly reason: Pair }): readonly Operation[] {
  const first = { id: "first", reason: `${of.key}.first`, mend: mendOf(of.logic), logic: of.logic };
  return [added(of, { must: [first] }), { op: "set-text", args: { key: `${of.key}.first`, ...reason } }];
}

/** Returns the operation that adds a decision table with one row. */
export function newTable(
  of: New & {
    readonly kind: keyof typeof TABLE_TYPES;
    readonly value: Json;
    readonly otherwise: Json;
  },
): readonly Operation[] {
  const { type } = TABLE_TYPES[of.kind];
  return [added(of, { value: { type, logic: { if: [of.logic, of.value, of.otherwise] } } })];
}

/** Returns the operation that adds a sum of whole numbers. It begins with the number at one data path. */
export function newSum({
  path,
  ...of
}: Omit<New, "logic"> & { readonly path: string }): readonly Operation[] {
  const logic = { "+": [{ var: path }] };
  return [added({ ...of, logic }, { value: { type: { type: "integer" }, logic } })];
}

function added({ id, rule, key, title, from }: New, decides: JsonObject): Operation {
  const content = {
    id,
    title: `${key}.title`,
    source: "house decisions",
    owner: "compliance",
    from,
    onMissing: "ask",
    ...decides,
    // The new rule has one test case. The rule's page suggests further ones.
    cases: [{ why: "nothing is known yet", given: {}, expect: "unknown" }],
  };
  return { op: "add-rule", args: { rule, content, texts: { title } } };
}

/**
 * Returns the answer that a person must change to meet a condition, as a data path; `none` if the condition
 * reads no answer.
 */
function mendOf(logic: Json): string {
  const path = comparisonOf(logic)?.path ?? "";
  return path.startsWith("answers.") ? path : "none";
}
