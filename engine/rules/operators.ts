import type { FindingMessage } from "./message.ts";

/**
 * What a rule of ours may use. Left out: `cat` and `substr` (words belong to the locales), `merge`, `map`, `filter` and
 * `reduce` (sums over lists are derived values, which are named, typed functions). Added: `rule`, which refers to a rule.
 */
export const TYPED_OPERATORS: ReadonlySet<string> = new Set([
  ..."var missing missing_some rule if ?: == === != !== ! !! or and > >= < <= + - * / % min max in".split(
    " ",
  ),
  ..."some all none".split(" "),
]);

/** What is said of an operator that rules leave out: what to write instead. */
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

/** Names that every JavaScript object inherits; never a place or a step of one. */
export function isInheritedName(name: string): boolean {
  return name in Object.prototype || name === "__proto__";
}
