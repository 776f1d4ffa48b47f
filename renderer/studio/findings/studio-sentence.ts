import type { Message } from "../../../engine/rules/message.ts";
import type { RuleFile } from "../../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { rowsOf } from "../blocks/block.ts";
import { unquoted } from "../blocks/literals.ts";
import { allowedInstead, typeKind } from "../rules/row-kind.ts";

/** A sentence of the studio about a finding: the end of its key in `studio:found`, and its parameters. */
export type StudioSentence = {
  readonly key: string;
  readonly params: { readonly [name: string]: string | number };
};

type Found = {
  readonly pointer: string;
  readonly says: Message;
  /** The rule in which the finding is, if it is in a rule. */
  readonly rule: RuleFile | undefined;
  /** Returns the label of a question; `null` if it is unknown. */
  readonly fieldOf: (name: string) => string | null;
};

/**
 * Returns what is wrong in the words of the studio, for findings whose own text uses keywords, JSON or file
 * names. Returns `null` for all other findings.
 */
export function studioSentence({ pointer, says, rule, fieldOf }: Found): StudioSentence | null {
  switch (says.key) {
    case "dead-condition":
      return deadSentence(pointer, String(says.params.constant), rule?.value?.logic ?? null);
    case "value-outside-type":
      return outsideSentence(String(says.params.value), (rule?.value?.type ?? {}) as JsonObject);
    case "schema-unsatisfiable":
    case "schema-unsatisfiable.when":
      return emptySentence(says.params.reason as Message);
    case "condition-form.never":
    case "condition-form.value": {
      const name = String(says.params.name);
      return {
        key: says.key === "condition-form.never" ? "neverAnswered" : "neverSome",
        params: { name: unquoted(fieldOf(name) ?? name) },
      };
    }
    case "condition-form.nobody":
      return { key: "neverTogether", params: {} };
    default:
      return null;
  }
}

/**
 * Returns the sentence for a condition that decides nothing. If nobody gets to a row of a table, it names the
 * row.
 */
function deadSentence(pointer: string, constant: string, logic: Json): StudioSentence {
  const rows = rowsOf(logic, "/value/logic");
  const at = rows.findIndex(({ when }) => when !== null && isIn(pointer, when));
  const row = rows[at];
  if (row === undefined) return { key: "dead", params: {} };
  if (row.when !== pointer || constant !== "false") return { key: "deadInRow", params: { row: at + 1 } };
  // If a later row gives the same value, people may reach this row and still get the same without it.
  const isOnly =
    typeof row.value !== "object" &&
    rows.slice(at + 1).every(({ value }) => typeof value !== "object" && value !== row.value);
  if (!isOnly) return { key: "sameRow", params: { row: at + 1 } };
  const key = ["nobodyRow", "unreachedSecond"][at] ?? "unreachedRow";
  return { key, params: { row: at + 1 } };
}

function isIn(pointer: string, part: string): boolean {
  return pointer === part || pointer.startsWith(`${part}/`);
}

/** Returns the sentence for a value that a rule gives and its type does not have. */
function outsideSentence(written: string, type: JsonObject): StudioSentence {
  const value = JSON.parse(written) as Json;
  const allowed = allowedInstead(value, typeKind(type));
  return {
    key: `outside.${allowed?.key ?? "any"}`,
    params: { ...allowed?.params, value: typeof value === "object" ? "" : String(value) },
  };
}

/** Kinds of limits, by the keyword of the smallest. */
const LIMITS: { readonly [keyword: string]: string } = {
  minLength: "letters",
  minItems: "entries",
  minimum: "number",
};

/** Returns the sentence for a question that nobody can answer. */
function emptySentence(reason: Message): StudioSentence {
  if (reason.key === "reasons.bounds") {
    const { least, from, most, to } = reason.params;
    const isOpen = String(most).startsWith("exclusive");
    const limit = isOpen ? undefined : LIMITS[String(least)];
    return { key: `empty.${limit ?? "between"}`, params: { from: String(from), to: String(to) } };
  }
  if (reason.key === "reasons.items")
    return {
      key: "empty.choices",
      params: { least: String(reason.params.least), kinds: String(reason.params.kinds) },
    };
  return { key: reason.key === "reasons.integers" ? "empty.whole" : "empty.any", params: {} };
}
