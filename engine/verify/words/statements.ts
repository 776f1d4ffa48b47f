import { type Constant, type Expression, type Read, typeOfExpression } from "../../rules/expression.ts";
import type { Json } from "../../values/json.ts";
import type { Language } from "../../values/languages.ts";
import { GRAMMAR } from "./grammar.ts";
import type { Naming } from "./naming.ts";
import { showValue } from "./show-value.ts";

/** The inputs for forming a statement. */
export type At = {
  readonly naming: Naming;
  readonly language: Language;
  /** List to whose entries the statement refers. */
  readonly list?: string;
  /** Formats, in one line, an expression that is part of a statement. */
  readonly line: (expression: Expression, at: At) => string;
};

/** A condition that one statement can express. */
export type Simple = Extract<Expression, { op: "equal" | "within" | "contains" | "absent" | "each" }>;

/** Expresses a condition, or its negation, in one statement. */
export function statement(
  expression: Simple,
  { at, negated }: { readonly at: At; readonly negated: boolean },
): string {
  const say = GRAMMAR[at.language];
  switch (expression.op) {
    case "equal": {
      const { left, right } = expression.left.op === "constant" ? turned(expression) : expression;
      if (right.op === "constant" && right.value === "")
        return negated ? say.given(operand(left, at)) : say.notGiven(operand(left, at));
      if (left.op === "read" && right.op === "constant")
        return stateOf(left, { values: [right.value], negated }, at);
      if (typeOfExpression(left).kind === "boolean") {
        const both = say.exactlyWhen(at.line(left, at), at.line(right, at));
        return negated ? say.not(both) : both;
      }
      const [one, other] = [operand(left, at, right), operand(right, at, left)];
      return negated ? say.notSame(one, other) : say.same(one, other);
    }
    case "within": {
      const { needle, values } = expression;
      if (needle.op === "read") return stateOf(needle, { values, negated }, at);
      const all = values.map((value) => constant(value, needle, at));
      return negated ? say.isNot(operand(needle, at), all) : say.is(operand(needle, at), say.or(all));
    }
    case "contains": {
      const list = placeOf(expression.list, at);
      const one = operand(expression.needle, at, expression.list);
      return negated ? say.lacks(list, one) : say.contains(list, one);
    }
    case "absent":
      return missing(expression, { at, negated });
    case "each": {
      const list = placeOf(expression.list, at);
      const test = at.line(expression.test, { ...at, list: expression.list.path });
      const { quantifier } = expression;
      if (quantifier === "all") return negated ? say.not(say.allOf(list, test)) : say.allOf(list, test);
      return (quantifier === "some") === negated ? say.noneOf(list, test) : say.someOf(list, test);
    }
  }
}

function missing(
  { places, need }: Extract<Expression, { op: "absent" }>,
  { at, negated }: { readonly at: At; readonly negated: boolean },
): string {
  const say = GRAMMAR[at.language];
  const [only] = places;
  if (places.length === 1 && only?.from === "scope" && !negated)
    return at.naming.unknown(only.path, at.language);
  const names = say.and(places.map((one) => placeOf(one, at)));
  if (places.length === 1) return negated ? say.given(names) : say.notGiven(names);
  if (need === 1) return negated ? say.someGiven(names) : say.noneGiven(names);
  if (need === places.length) return negated ? say.allGiven(names) : say.notAllGiven(names);
  return negated ? say.atLeast(need, names) : say.fewer(need, names);
}

function turned({ left, right }: { readonly left: Expression; readonly right: Expression }) {
  return { left: right, right: left };
}

/** Expresses the order of two values, or that one value is between two others. */
export function compared({ args, sign }: Extract<Expression, { op: "compare" }>, at: At): string {
  const say = GRAMMAR[at.language];
  const [low, middle, high] = args as readonly [Expression, Expression, Expression?];
  if (high) return say.between(operand(middle, at), operand(low, at, middle), operand(high, at, middle));
  const { kind } = typeOfExpression(low);
  const signs = kind === "date" || kind === "instant" ? say.times : say.signs;
  // The value that is compared comes first in the sentence, even if the condition names it second.
  if (low.op === "constant") return signs[MIRRORED[sign]](operand(middle, at), operand(low, at, middle));
  return signs[sign](operand(low, at, middle), operand(middle, at, low));
}

const MIRRORED = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

type Holds = { readonly values: readonly Constant[]; readonly negated: boolean };

/** Expresses that a data path has one of some values, or none of them. */
export function stateOf(read: Read, { values, negated }: Holds, at: At): string {
  if (read.from === "scope") return at.naming.state(read.path, { values, negated }, at.language);
  const say = GRAMMAR[at.language];
  const all = values.map((value) => at.naming.value(itemPath(read, at), value, at.language));
  return negated ? say.isNot(placeOf(read, at), all) : say.is(placeOf(read, at), say.or(all));
}

/** Returns the name of a data path, or of a part of a list entry. */
export function placeOf(read: Read, at: At): string {
  if (read.from === "scope") return at.naming.place(read.path, at.language);
  const say = GRAMMAR[at.language];
  return read.path === "" ? say.entry : say.entryOf(at.naming.place(itemPath(read, at), at.language));
}

function itemPath({ path }: Read, { list }: At): string {
  return path === "" ? (list as string) : `${list}.items.${path}`;
}

/** Formats a value in one line. A constant is named as a value of the data path that it is compared with. */
export function operand(expression: Expression, at: At, beside?: Expression): string {
  if (expression.op === "constant") return constant(expression.value, beside, at, expression);
  return at.line(expression, at);
}

/** Formats a constant as a value of the data path that it is compared with, or else by its own type. */
export function constant(
  value: Constant,
  beside: Expression | undefined,
  at: At,
  self?: Extract<Expression, { op: "constant" }>,
): string {
  if (beside?.op === "read") {
    const path = beside.from === "scope" ? beside.path : itemPath(beside, at);
    return at.naming.value(path, value as Json, at.language);
  }
  return showValue(value, beside ? typeOfExpression(beside) : self?.type, at.language);
}
