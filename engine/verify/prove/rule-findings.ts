import { escapePointer, isObject } from "../../flow/form-schema.ts";
import { checkExpression } from "../../rules/check-expression.ts";
import type { Expression } from "../../rules/expression.ts";
import type { Phrase } from "../../rules/message.ts";
import { applyOnMissing } from "../../rules/on-missing.ts";
import type { Logic, OnMissing } from "../../rules/rule.ts";
import type { Type, TypeEnv } from "../../rules/types.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { differenceOf, type Leaf, type Node, NotDecided, type Space, sampledWhy } from "../model/index.ts";

/** What is needed to test the parts of an expression. */
export type Trial = {
  readonly space: Space;
  readonly types: TypeEnv;
  /** Type of each rule's result, by rule id. */
  readonly answers: { readonly [id: string]: Type };
  /** Everyone who can reach the expression. */
  readonly care: Node;
  /**
   * Evaluates a diagram at the place of the expression. Values that people have not given there yet are
   * missing.
   */
  readonly reading: (node: Node) => Node;
};

/**
 * A part of an expression that decides nothing. If the part is replaced by the constant `constant`, the
 * result of the whole expression is the same for everyone.
 */
export type DeadPart = {
  readonly pointer: string;
  readonly logic: Logic;
  readonly constant: boolean;
  /**
   * The part as a condition of its own. `null` if the part has a meaning only inside the whole expression.
   */
  readonly condition: Expression | null;
  readonly whole: Expression;
  /** The whole expression with the constant instead of the part. */
  readonly other: Expression;
  /**
   * Pointer of an earlier part that decides nothing. This part would decide something if the earlier part
   * were removed. `null` if there is no such part.
   */
  readonly beside: string | null;
};

/** A condition or value: its source, its checked form, and the expected type. */
export type Written = { readonly logic: Logic; readonly whole: Expression; readonly expected: Type };

/**
 * Returns the parts of a condition or value that never change its result. If a part is listed, its own parts
 * are not.
 * @throws Undecided if the diagrams cannot decide.
 */
export function deadPartsOf({ logic, whole, expected }: Written, trial: Trial): readonly DeadPart[] {
  const { diagrams } = trial.space;
  const before = trial.reading(trial.space.diagramOf(whole));
  const dead: (DeadPart & { readonly names: Part["names"] })[] = [];
  /** Returns true if an expression has the same result for everyone as the original expression. */
  const isAlike = (written: Expression): boolean => {
    const after = trial.reading(trial.space.diagramOf(written));
    return !diagrams.meet(trial.care, differenceOf(trial.space, before, after));
  };
  for (const part of partsOf(logic, [])) {
    const pointer = part.names.map((name) => `/${escapePointer(String(name))}`).join("");
    if (dead.some((one) => pointer.startsWith(`${one.pointer}/`))) continue;
    for (const constant of [true, false]) {
      if (part.logic === constant) break;
      // A constant is allowed wherever a condition is, so the changed logic is valid.
      const other = checked(replaced(logic, part.names, constant), expected, trial) as Expression;
      if (!isAlike(other)) continue;
      const condition = checked(part.logic, { kind: "boolean" }, trial) ?? null;
      const beside = dead.find((one) => {
        const less = replaced(replaced(logic, one.names, one.constant), part.names, constant);
        return !isAlike(checked(less, expected, trial) as Expression);
      });
      const { logic: own, names } = part;
      dead.push({
        pointer,
        logic: own,
        constant,
        condition,
        whole,
        other,
        beside: beside?.pointer ?? null,
        names,
      });
      break;
    }
  }
  return dead;
}

function checked(logic: Logic, expected: Type, { types, answers }: Trial): Expression | undefined {
  return checkExpression(logic, {
    known: { types, rules: answers },
    spot: { file: "", pointer: "" },
    expected,
    findings: [],
  });
}

type Part = { readonly names: readonly (string | number)[]; readonly logic: Logic };

/** Returns the conditions inside an expression, outer ones first, with the names that lead to each. */
function partsOf(logic: Logic, names: Part["names"]): readonly Part[] {
  if (!isObject(logic)) return [];
  return Object.entries(logic).flatMap(([operator, given]) => {
    if (!Array.isArray(given)) return partsOf(given, [...names, operator]);
    return given.flatMap((operand: Json, at) => {
      const inside = [...names, operator, at];
      const below = partsOf(operand, inside);
      const decides =
        operator === "and" ||
        operator === "or" ||
        ((operator === "if" || operator === "?:") && at % 2 === 0 && at !== given.length - 1);
      return decides ? [{ names: inside, logic: operand }, ...below] : below;
    });
  });
}

function replaced(logic: Json, [name, ...rest]: Part["names"], constant: boolean): Json {
  if (name === undefined) return constant;
  if (Array.isArray(logic))
    return logic.map((item: Json, at) => (at === name ? replaced(item, rest, constant) : item));
  const object = logic as JsonObject;
  return { ...object, [name]: replaced(object[name] as Json, rest, constant) };
}

/** Returns the single result of a rule or condition, or `null` if it has several. */
export function onlyAnswer(space: Space, node: Node, onMissing: OnMissing | null): Answer | null {
  const answers = new Map(
    space.diagrams.leavesOf(node).map((leaf) => {
      const answer = answerOf(leaf, onMissing);
      return [JSON.stringify(answer), answer];
    }),
  );
  return answers.size === 1 ? ([...answers.values()][0] as Answer) : null;
}

/**
 * Returns the single known result of a rule, and the people for whom the rule has this result. Returns `null`
 * if the rule has several known results or is known for everyone.
 */
export function knownAnswer(
  space: Space,
  node: Node,
): { readonly answer: Answer; readonly set: Node } | null {
  const leaves = space.diagrams.leavesOf(node);
  const known = leaves.filter((leaf) => leaf !== undefined);
  if (known.length !== 1 || known.length === leaves.length) return null;
  const [leaf] = known;
  const answer: Answer =
    typeof leaf === "boolean" ? { key: leaf ? "answers.holds" : "answers.fails" } : JSON.stringify(leaf);
  return { answer, set: space.diagrams.where(node, leaf as Leaf) };
}

/** A result of a rule: a phrase, or a value as the rule contains it. */
type Answer = Extract<Phrase, { readonly key: `answers.${string}` }> | string;

function answerOf(leaf: Leaf, onMissing: OnMissing | null): Answer {
  if (leaf === undefined)
    return {
      key: onMissing === null ? "answers.unknown" : `answers.${applyOnMissing("unknown", onMissing)}`,
    };
  if (onMissing === null) return JSON.stringify(leaf);
  return { key: leaf === true ? "answers.holds" : "answers.fails" };
}

/** Throws an error if the cells do not contain every value, because the result is then not certain. */
export function mustBeExact(space: Space, expressions: readonly Expression[]): void {
  const why = sampledWhy(space, expressions);
  if (why !== null) throw new NotDecided(why);
}
