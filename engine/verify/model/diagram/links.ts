import { compileValue, type Links } from "../../../rules/closures.ts";
import type { Constant, Expression } from "../../../rules/expression.ts";
import type { CheckedRule } from "../../../rules/program.ts";
import type { Scope } from "../../../rules/rule.ts";

/**
 * Returns a function that evaluates an expression with the engine. The function returns a truth value or
 * another value, or `undefined` if the result is unknown.
 */
export function evaluator(expression: Expression, links: Links): (scope: Scope) => Constant | undefined {
  const run = compileValue(expression, links);
  return (scope) => run(scope, undefined);
}

/**
 * Returns functions that evaluate references to checked rules. Each rule is compiled when it is first used.
 */
export function linksOf(rules: readonly CheckedRule[]): Links {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const known = new Map<string, (scope: Scope) => Constant | undefined>();
  const answerOf = (id: string): ((scope: Scope) => Constant | undefined) => {
    const rule = byId.get(id);
    if (rule === undefined) throw new Error(`linksOf: there is no rule ${id}`);
    const whole: Expression =
      rule.kind === "value" ? rule.logic : { op: "and", args: rule.clauses.map(({ logic }) => logic) };
    const run = known.get(id) ?? evaluator(whole, links);
    known.set(id, run);
    return run;
  };
  const links: Links = {
    truthOf: (id) => (scope) => {
      const answer = answerOf(id)(scope);
      return answer === undefined ? "unknown" : answer === true;
    },
    valueOf: (id) => (scope) => answerOf(id)(scope),
  };
  return links;
}
