/** What the untyped core takes: the operators of json-logic-js 2.0.5 without `log`, which would write to the console. */
export const UNTYPED_OPERATORS: ReadonlySet<string> = new Set([
  ..."var missing missing_some if ?: == === != !== ! !! or and > >= < <= + - * / % min max in cat substr merge".split(
    " ",
  ),
  ..."some all none map filter reduce".split(" "),
]);

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

/** What to write instead of an operator that rules leave out. */
export const INSTEAD: { readonly [operator: string]: string } = {
  cat: "texts belong to locales/; compare with a whole word instead",
  substr: "texts belong to locales/; compare with a whole word instead",
  merge: "name the places one by one",
  map: "use some, all or none over the list, or a derived value",
  filter: "use some, all or none over the list, or a derived value",
  reduce: 'use {"var": "<list>.length"} to count, or a derived value to sum',
  log: "remove it",
};

/** Names that every JavaScript object inherits; never a place or a step of one. */
export function isInheritedName(name: string): boolean {
  return name in Object.prototype || name === "__proto__";
}
