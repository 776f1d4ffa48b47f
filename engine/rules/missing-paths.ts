import type { Json } from "../values/json.ts";
import { type Condition, compileCondition, compilePlace, isOfType, type Links } from "./closures.ts";
import { childrenOf, type Expression, typeOfExpression } from "./expression.ts";
import type { Path, Scope } from "./rule.ts";

/** Functions that evaluate references to rules, and that find the missing data paths of an unknown rule. */
export type MissingPathsLinks = Links & {
  readonly missingPathsOf: (id: string) => (scope: Scope) => readonly Path[];
};

/**
 * Returns the data paths whose missing values make an expression unknown. The list is empty if the expression
 * is not unknown.
 */
export type MissingPaths = (scope: Scope) => readonly Path[];

/**
 * Compiles a function that returns the missing data paths of an unknown expression. It returns each missing
 * data path that could decide the expression, once. A missing data path is left out if it decides nothing,
 * for example in a branch that is not taken.
 */
export function compileMissingPaths(expression: Expression, links: MissingPathsLinks): MissingPaths {
  const conditions = new Map<Expression, Condition>();
  const truthOf = (condition: Expression): Condition => {
    const known = conditions.get(condition);
    if (known) return known;
    const compiled = compileCondition(condition, links);
    conditions.set(condition, compiled);
    return compiled;
  };

  const collect = (node: Expression, scope: Scope, item: Json | undefined, found: Set<Path>): void => {
    switch (node.op) {
      case "constant":
      case "absent":
        return;
      case "read":
        if (node.fallback === undefined && !isOfType(compilePlace(node)(scope, item), node.type))
          found.add(node.path);
        return;
      case "if": {
        const truth = truthOf(node.when)(scope, item);
        collect(truth === "unknown" ? node.when : truth ? node.then : node.otherwise, scope, item, found);
        return;
      }
      case "each":
        if (truthOf(node)(scope, item) === "unknown") found.add(node.list.path);
        return;
      case "rule":
        for (const path of links.missingPathsOf(node.id)(scope)) found.add(path);
        return;
      default:
        for (const child of childrenOf(node)) {
          const decided =
            typeOfExpression(child).kind === "boolean" &&
            child.op !== "read" &&
            truthOf(child)(scope, item) !== "unknown";
          if (!decided) collect(child, scope, item, found);
        }
    }
  };

  return (scope) => {
    const found = new Set<Path>();
    collect(expression, scope, undefined, found);
    return [...found];
  };
}
