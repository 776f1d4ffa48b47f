import type { Path } from "../rules/rule.ts";
import type { Json } from "../values/json.ts";
import type { Definition } from "./definition.ts";
import { isObject } from "./form-schema.ts";

/** The places that an expression reads directly (`var`, `missing`, `missing_some`), item-relative ones left out. */
export function pathsInLogic(logic: Json): readonly Path[] {
  if (Array.isArray(logic)) return logic.flatMap((item: Json) => pathsInLogic(item));
  if (!isObject(logic)) return [];
  return Object.entries(logic).flatMap(([operator, inner]) => {
    if (operator === "var") {
      const path = Array.isArray(inner) ? (inner[0] as Json) : (inner as Json);
      return typeof path === "string" && isPlace(path) ? [path.replace(/\.length$/, "")] : [];
    }
    if (operator === "missing" || operator === "missing_some") return placesIn(inner as Json);
    return pathsInLogic(inner as Json);
  });
}

/** The places that a rule reads, those of rules inside it included. */
export function pathsOfRule(
  definition: Definition,
  rule: string,
  seen: Set<string> = new Set(),
): readonly Path[] {
  if (seen.has(rule)) return [];
  seen.add(rule);
  const file = definition.rules[rule];
  if (file === undefined) return [];
  const logics = file.must ? file.must.map((clause) => clause.logic) : [file.value.logic];
  return logics.flatMap((logic) => pathsOfLogic(definition, logic, seen));
}

/** The places that an expression reads, those of rules inside it included. */
export function pathsOfLogic(
  definition: Definition,
  logic: Json,
  seen: Set<string> = new Set(),
): readonly Path[] {
  return [...pathsInLogic(logic), ...rulesIn(logic).flatMap((rule) => pathsOfRule(definition, rule, seen))];
}

/** What the places in a list come from, derived values followed down: facts with their arguments, and derived values, in an order in which each comes after what it needs. */
export type Sources = { readonly facts: readonly string[]; readonly derived: readonly string[] };

/** Facts and derived values behind some places. A circle among derived values is cut (verification reports it). */
export function sourcesOf(definition: Definition, paths: readonly Path[]): Sources {
  const facts = new Set<string>();
  const derived = new Set<string>();
  const open = new Set<string>();
  const visit = (path: Path): void => {
    const [root, name = ""] = path.split(".");
    if (root === "facts") facts.add(name);
    if (root !== "derived" || derived.has(name) || open.has(name)) return;
    open.add(name);
    for (const inner of pathsOfDerived(definition, name)) visit(inner);
    open.delete(name);
    derived.add(name);
  };
  for (const path of paths) visit(path.replace(/\?$/, ""));
  return { facts: [...facts], derived: [...derived] };
}

/** The places that a derived value is made of. */
export function pathsOfDerived(definition: Definition, name: string): readonly Path[] {
  const file = Object.hasOwn(definition.flow.derived, name) ? definition.flow.derived[name] : undefined;
  if (file === undefined) return [];
  return "rule" in file ? pathsOfRule(definition, file.rule) : file.args;
}

function rulesIn(logic: Json): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap((item: Json) => rulesIn(item));
  if (!isObject(logic)) return [];
  return Object.entries(logic).flatMap(([operator, inner]) => {
    if (operator !== "rule") return rulesIn(inner as Json);
    const id = Array.isArray(inner) ? (inner[0] as Json) : (inner as Json);
    return typeof id === "string" ? [id] : [];
  });
}

function placesIn(value: Json): readonly Path[] {
  if (typeof value === "string") return isPlace(value) ? [value] : [];
  return Array.isArray(value) ? value.flatMap((item: Json) => placesIn(item)) : [];
}

function isPlace(path: string): boolean {
  return /^(answers|facts|derived|effects|flags)\./.test(path);
}
