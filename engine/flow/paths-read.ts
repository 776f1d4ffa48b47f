import { logicsOf, readsOf, rulesOf } from "../rules/reads-of.ts";
import type { Logic, Path } from "../rules/rule.ts";
import type { Definition } from "./definition.ts";
import { argsOf, isByRule } from "./derived-call.ts";

/** Returns the data paths that a rule reads, including the data paths of nested rules. */
export function pathsOfRule(
  definition: Definition,
  rule: string,
  seen: Set<string> = new Set(),
): readonly Path[] {
  if (seen.has(rule)) return [];
  seen.add(rule);
  const file = Object.hasOwn(definition.rules, rule) ? definition.rules[rule] : undefined;
  if (file === undefined) return [];
  return logicsOf(file).flatMap((logic) => pathsOfLogic(definition, logic, seen));
}

/**
 * Returns the data paths that an expression (or the rule with this id) reads, including the data paths of
 * nested rules.
 */
export function pathsOfLogic(
  definition: Definition,
  logic: Logic,
  seen: Set<string> = new Set(),
): readonly Path[] {
  return [...readsOf(logic), ...rulesOf(logic).flatMap((rule) => pathsOfRule(definition, rule, seen))];
}

/**
 * The facts and derived values that some data paths depend on. Each derived value comes after the values that
 * it depends on.
 */
export type Sources = { readonly facts: readonly string[]; readonly derived: readonly string[] };

/**
 * Returns the facts and derived values that some data paths depend on. A cycle of derived values is cut;
 * verification reports the cycle.
 */
export function sourcesOf(definition: Definition, paths: readonly Path[]): Sources {
  const facts = new Set<string>();
  const derived = new Set<string>();
  const open = new Set<string>();
  const visit = (path: Path): void => {
    const [root, name = ""] = path.replace(/\?$/, "").split(".");
    if (root === "facts") facts.add(name);
    if (root !== "derived" || derived.has(name) || open.has(name)) return;
    open.add(name);
    for (const inner of pathsOfDerived(definition, name)) visit(inner);
    open.delete(name);
    derived.add(name);
  };
  for (const path of paths) visit(path);
  return { facts: [...facts], derived: [...derived] };
}

/** Returns the data paths from which a derived value is computed. */
export function pathsOfDerived(definition: Definition, name: string): readonly Path[] {
  const file = Object.hasOwn(definition.flow.derived, name) ? definition.flow.derived[name] : undefined;
  if (file === undefined) return [];
  return isByRule(file) ? pathsOfRule(definition, file.rule) : argsOf(file);
}
