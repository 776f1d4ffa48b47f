import type { Json } from "../values/json.ts";
import { withinBounds } from "./bounds.ts";
import { childrenOf, type Expression } from "./expression.ts";
import type { Logic, Path, RuleFile } from "./rule.ts";

/**
 * Returns the distinct data paths that a JSON-logic expression reads, in text order. Data paths inside
 * `some`, `all` and `none` belong to the item and are not listed, but the data path of the list is. Data
 * paths that a referenced rule reads are not listed.
 */
export function readsOf(logic: Logic): readonly Path[] {
  const paths = new Set<Path>();
  if (withinBounds(logic).ok) collect(logic, paths);
  return [...paths];
}

/**
 * Returns the ids of the rules that a JSON-logic expression refers to. An expression that is only a text is a
 * rule's id.
 */
export function rulesOf(logic: Logic): readonly string[] {
  const ids = new Set<string>();
  if (typeof logic === "string") ids.add(logic);
  else if (withinBounds(logic).ok) collectRules(logic, ids);
  return [...ids];
}

/** Returns the JSON-logic of a rule's clauses, or of its value. */
export function logicsOf(rule: RuleFile): readonly Logic[] {
  return rule.must ? rule.must.map(({ logic }) => logic) : [rule.value.logic];
}

/** Returns the ids of the rules that a checked expression refers to. */
export function rulesInside(expression: Expression): readonly string[] {
  if (expression.op === "rule") return [expression.id];
  return [...new Set(childrenOf(expression).flatMap(rulesInside))];
}

function collect(logic: Json, paths: Set<Path>): void {
  if (Array.isArray(logic)) {
    for (const item of logic as readonly Json[]) collect(item, paths);
    return;
  }
  if (typeof logic !== "object" || logic === null) return;
  const [entry, ...more] = Object.entries(logic);
  if (!entry || more.length > 0) return;
  const [operator, given] = entry as [string, Json];
  const operands = (Array.isArray(given) ? given : [given]) as readonly Json[];
  switch (operator) {
    case "var":
      addPath(operands[0], paths);
      return;
    case "missing":
      for (const path of operands.flat() as readonly Json[]) addPath(path, paths);
      return;
    case "missing_some":
      for (const path of operands.slice(1).flat() as readonly Json[]) addPath(path, paths);
      return;
    case "some":
    case "all":
    case "none":
    case "map":
    case "filter":
    case "reduce":
      if (operands[0] !== undefined) collect(operands[0], paths);
      return;
    default:
      for (const operand of operands) collect(operand, paths);
  }
}

function addPath(path: Json | undefined, paths: Set<Path>): void {
  if (typeof path === "string" && path !== "") paths.add(path.endsWith(".length") ? path.slice(0, -7) : path);
}

function collectRules(logic: Json, ids: Set<string>): void {
  if (typeof logic !== "object" || logic === null) return;
  const [entry, ...more] = Object.entries(logic);
  if (!Array.isArray(logic) && more.length === 0 && entry?.[0] === "rule") {
    const id = Array.isArray(entry[1]) ? entry[1][0] : entry[1];
    if (typeof id === "string") ids.add(id);
    return;
  }
  for (const child of Object.values(logic)) collectRules(child, ids);
}
