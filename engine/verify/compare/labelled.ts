import { type Expression, withChildren } from "../../rules/expression.ts";
import type { CheckedRule } from "../../rules/program.ts";

/** Adds a label to rule ids, so that the rules of both versions can be in one program. */
export function labelled(rules: readonly CheckedRule[], label: string): readonly CheckedRule[] {
  return rules.map((rule): CheckedRule => {
    const id = label + rule.id;
    if (rule.kind === "value") return { ...rule, id, logic: renamed(rule.logic, label) };
    return {
      ...rule,
      id,
      clauses: rule.clauses.map((clause) => ({ ...clause, logic: renamed(clause.logic, label) })),
    };
  });
}

/** Adds a label to the references to rules in an expression. */
export function renamed(expression: Expression, label: string): Expression {
  if (expression.op === "rule") return { ...expression, id: label + expression.id };
  return withChildren(expression, (child) => renamed(child, label));
}
