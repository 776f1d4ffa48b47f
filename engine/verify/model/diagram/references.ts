import type { Expression } from "../../../rules/expression.ts";
import { type CheckedRule, expressionsOf } from "../../../rules/program.ts";
import type { Path } from "../../../rules/rule.ts";
import { type References, usesOf } from "../partition/uses.ts";

/**
 * Returns a resolver for references to rules, and for derived values that rules compute. `derivedRules` maps
 * the name of a derived value to its rule.
 */
export function referencesOf(
  rules: Iterable<CheckedRule>,
  derivedRules: { readonly [name: string]: string } = {},
): References {
  const byId = new Map([...rules].map((rule) => [rule.id, rule]));
  return {
    ofRule: (id) => {
      const rule = byId.get(id);
      return rule ? expressionsOf(rule) : [];
    },
    ofDerived: (path) => {
      if (!path.startsWith("derived.")) return undefined;
      const rule = byId.get(derivedRules[path.slice("derived.".length)] as string);
      return rule?.kind === "value" ? { op: "rule", id: rule.id, type: rule.type } : undefined;
    },
  };
}

/** Returns every data path that expressions read, including through rules and derived values. */
export function pathsRead(expressions: readonly Expression[], references: References): readonly Path[] {
  return [...usesOf(expressions, references).keys()];
}

/** Returns every data path that expressions read, each with the data paths with which it is compared. */
export function comparedWith(
  expressions: readonly Expression[],
  references: References,
): ReadonlyMap<Path, ReadonlySet<Path>> {
  return new Map([...usesOf(expressions, references)].map(([path, { linked }]) => [path, linked]));
}
