import type { Expression } from "../../rules/expression.ts";
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
  const inside = (one: Expression): Expression => renamed(one, label);
  switch (expression.op) {
    case "rule":
      return { ...expression, id: label + expression.id };
    case "and":
    case "or":
    case "compare":
    case "math":
      return { ...expression, args: expression.args.map(inside) };
    case "not":
      return { ...expression, arg: inside(expression.arg) };
    case "equal":
      return { ...expression, left: inside(expression.left), right: inside(expression.right) };
    case "within":
    case "contains":
      return { ...expression, needle: inside(expression.needle) };
    case "if": {
      const when = inside(expression.when);
      const then = inside(expression.then);
      const otherwise = inside(expression.otherwise);
      return { ...expression, when, then, otherwise };
    }
    case "each":
      return { ...expression, test: inside(expression.test) };
    default:
      return expression;
  }
}
