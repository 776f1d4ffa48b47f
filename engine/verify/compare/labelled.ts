import { type Expression, withChildren } from "../../rules/expression.ts";
import type { CheckedRule } from "../../rules/program.ts";

/** Both versions' rules in one program, told apart by their ids. */
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

/** An expression whose references to rules carry a label. */
export function renamed(expression: Expression, label: string): Expression {
  if (expression.op === "rule") return { ...expression, id: label + expression.id };
  return withChildren(expression, (child) => renamed(child, label));
}
