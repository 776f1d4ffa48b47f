import type { FindingMessage } from "./message.ts";

/**
 * The operators of rules. JSON-logic's `cat` and `substr` are left out because texts belong in the locales.
 * `merge`, `map`, `filter` and `reduce` are left out because sums over lists are derived values, which are
 * named, typed functions. `rule`, a reference to another rule, is added.
 */
export const TYPED_OPERATORS: ReadonlySet<string> = new Set([
  ..."var missing missing_some rule if ?: == === != !== ! !! or and > >= < <= + - * / % min max in".split(
    " ",
  ),
  ..."some all none".split(" "),
]);

/** Messages for operators that rules may not use. Each message says what to write instead. */
export const INSTEAD: { readonly [operator: string]: Refusal } = {
  cat: "operator-not-in-rules.text",
  substr: "operator-not-in-rules.text",
  merge: "operator-not-in-rules.merge",
  map: "operator-not-in-rules.list",
  filter: "operator-not-in-rules.list",
  reduce: "operator-not-in-rules.reduce",
  log: "unknown-operator.log",
};

type Refusal = Extract<FindingMessage["key"], `operator-not-in-rules.${string}` | "unknown-operator.log">;

/** Returns true for a name that every JavaScript object inherits. Fields and steps cannot have such names. */
export function isInheritedName(name: string): boolean {
  return name in Object.prototype || name === "__proto__";
}
