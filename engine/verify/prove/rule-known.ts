import type { Definition } from "../../flow/definition.ts";
import { fitsSchema } from "../../flow/fits-schema.ts";
import { tradeOf } from "../../flow/trade.ts";
import { type Expression, typeOfExpression } from "../../rules/expression.ts";
import { type CheckedRule, expressionsOf } from "../../rules/program.ts";
import { logicsOf, rulesOf } from "../../rules/reads-of.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding, Logic, RuleFile } from "../../rules/rule.ts";
import type { Json } from "../../values/json.ts";
import { differenceOf, type Node, type Space, sampledWhy } from "../model/index.ts";
import type { FlowSpace } from "./flow-space.ts";
import { type Ground, witnessOfOnly } from "./rule-witness.ts";

/** A checked rule with the space of the data paths that it reads. */
export type CheckedSpace = Pick<FlowSpace, "definition" | "space"> & {
  readonly checked: CheckedRule;
  readonly ground: Ground;
};

type RuleValue = NonNullable<RuleFile["value"]>;

/**
 * Reports values that a rule returns for some people although the declared type of the rule does not include
 * them.
 */
export function outsideOf(
  { definition, space, checked, ground }: CheckedSpace,
  rule: RuleFile,
  file: string,
): readonly Finding[] {
  const { formats } = tradeOf(definition);
  const { value } = rule;
  if (checked.kind !== "value") return [];
  const whole = space.ruleOf(rule.id);
  return space.diagrams
    .leavesOf(whole)
    .filter(
      (leaf): leaf is Json =>
        leaf !== undefined && !fitsSchema(leaf as Json, (value as RuleValue).type, formats),
    )
    .slice(0, 1)
    .map((leaf) => ({
      ...errorAt(
        { file, pointer: "/value/type" },
        { key: "value-outside-type", params: { value: JSON.stringify(leaf) } },
      ),
      witness: witnessOfOnly(
        { ...ground, care: () => among(ground, space.diagrams.where(whole, leaf)) },
        checked.logic,
      ),
    }));
}

/** Returns the members of a set who are possible people. If no member is possible, returns the whole set. */
export function among({ space, care }: Ground, set: Node): Node {
  const possible = space.diagrams.both(care(), set);
  return possible === space.diagrams.no ? set : possible;
}

/**
 * Returns true if a clause adds nothing, because the other clauses alone have the same result for everyone.
 */
export function impliedBy(space: Space, whole: Expression, others: readonly Expression[]): boolean {
  if (sampledWhy(space, [whole, ...others]) !== null) return false;
  const without = space.diagramOf({ op: "and", args: others });
  const both = space.diagramOf({ op: "and", args: [...others, whole] });
  return differenceOf(space, without, both) === space.diagrams.no;
}

/** Maximum number of comparisons whose results are tried in all combinations. */
const MOST_TRIED = 8;

/**
 * Returns true if an expression has only one possible result apart from “unknown”. Tries all combinations of
 * results of its comparisons. Equal comparisons have one result, opposite comparisons have opposite results,
 * and all other comparisons are independent. The proof therefore also covers arithmetic whose values cannot
 * all be tried.
 */
export function answersAlike(whole: Expression): boolean {
  const tried = new Map<string, number>();
  const answer = (one: Expression, bits: number): Json => {
    if (typeOfExpression(one).kind !== "boolean" && one.op !== "if" && one.op !== "constant")
      return JSON.stringify(one);
    switch (one.op) {
      case "constant":
        return one.value;
      case "and":
        return one.args.map((arg) => answer(arg, bits)).every((holds) => holds === true);
      case "or":
        return one.args.map((arg) => answer(arg, bits)).some((holds) => holds === true);
      case "not":
        return answer(one.arg, bits) !== true;
      case "if": {
        const [then, otherwise] = [answer(one.then, bits), answer(one.otherwise, bits)];
        return answer(one.when, bits) === true ? then : otherwise;
      }
      default: {
        const { greater, isOpposite } = asGreater(one);
        const key = JSON.stringify(greater);
        const at = tried.get(key) ?? tried.size;
        tried.set(key, at);
        return ((bits >> at) & 1) === (isOpposite ? 0 : 1);
      }
    }
  };
  const first = answer(whole, 0);
  if (tried.size > MOST_TRIED) return false;
  return Array.from({ length: 2 ** tried.size }, (_, bits) => answer(whole, bits)).every(
    (one) => one === first,
  );
}

/**
 * Converts a comparison of two values to "greater than" or its opposite. For example, `a <= b` is the
 * opposite of `a > b`.
 */
function asGreater(one: Expression): { readonly greater: Expression; readonly isOpposite: boolean } {
  if (one.op !== "compare" || one.args.length !== 2) return { greater: one, isOpposite: false };
  const isTurned = one.sign === "<" || one.sign === ">=";
  const args = isTurned ? [...one.args].reverse() : one.args;
  return { greater: { ...one, sign: ">", args }, isOpposite: one.sign.endsWith("=") };
}

/**
 * Returns true if a rule tests on purpose whether values are present, or if a rule to which it refers does.
 * Such a test is `!!`, `missing`, `missing_some`, or a data path that can have only one value, such as a
 * consent. Such a rule may have only one possible result apart from “unknown”; that is no fault.
 */
export function asksPresence({ definition, space, checked }: CheckedSpace): boolean {
  const single = [...space.levelsRead(expressionsOf(checked))].some(
    (level) => space.variables[level]?.cells.filter(({ value }) => value !== undefined).length === 1,
  );
  const logics = logicsWithin(definition, checked.id);
  return single || /"(!!|missing|missing_some)":/.test(JSON.stringify(logics));
}

function logicsWithin(definition: Definition, id: string): readonly Logic[] {
  const own = logicsOf(definition.rules[id] as RuleFile);
  return [
    ...own,
    ...own.flatMap((logic) => rulesOf(logic).flatMap((inner) => logicsWithin(definition, inner))),
  ];
}
