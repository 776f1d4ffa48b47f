import { compileCondition, compileValue, type Links } from "../../rules/closures.ts";
import { type Constant, type Expression, typeOfExpression } from "../../rules/expression.ts";
import type { CheckedRule } from "../../rules/program.ts";
import type { Scope } from "../../rules/rule.ts";

/** The engine's own answer; unknown is `undefined`. */
export function evaluator(expression: Expression, links: Links): (scope: Scope) => Constant | undefined {
  if (typeOfExpression(expression).kind !== "boolean") {
    const run = compileValue(expression, links);
    return (scope) => run(scope, undefined);
  }
  const run = compileCondition(expression, links);
  return (scope) => {
    const truth = run(scope, undefined);
    return truth === "unknown" ? undefined : truth;
  };
}

/** Links among checked rules, compiled when they are first asked. */
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
