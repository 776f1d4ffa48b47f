import type { Language } from "../../flow/definition.ts";
import { type Constant, type Expression, type Read, typeOfExpression } from "../../rules/expression.ts";
import type { Json } from "../../values/json.ts";
import { GRAMMAR } from "./grammar.ts";
import type { Naming, Words } from "./naming.ts";
import { showValue } from "./show-value.ts";

/**
 * A condition or a value in words, made from its logic alone: one sentence, or the head of an indented list. A sentence
 * has no full stop, and begins as it would within another one.
 */
export type Passage = { readonly says: Words; readonly parts: readonly Passage[] };

/** Tells a checked expression in both languages. */
export function passageOf(expression: Expression, naming: Naming): Passage {
  return zipped(tell(expression, { naming, language: "th" }), tell(expression, { naming, language: "en" }));
}

/** The same in one line, lists joined by their "and" or "or". */
export function sentenceOf(expression: Expression, naming: Naming): Words {
  const line = (language: Language) => tell(expression, { naming, language }).line;
  return { th: line("th"), en: line("en") };
}

type At = { readonly naming: Naming; readonly language: Language; readonly list?: string };

/** What is told in one language: as the head of `parts`, and in one line. `joint`: parts joined by "and" or "or". */
type Told = {
  readonly head: string;
  readonly line: string;
  readonly parts: readonly Told[];
  readonly joint?: true;
};

function zipped(th: Told, en: Told): Passage {
  return {
    says: { th: th.head, en: en.head },
    parts: th.parts.map((part, index) => zipped(part, en.parts[index] as Told)),
  };
}

function plain(text: string): Told {
  return { head: text, line: text, parts: [] };
}

function tell(expression: Expression, at: At): Told {
  const say = GRAMMAR[at.language];
  switch (expression.op) {
    case "and":
      return joined("all", expression.args, at);
    case "or":
      return implication(expression.args, at) ?? joined("any", expression.args, at);
    case "not":
      return denied(expression.arg, at);
    case "constant":
      if (typeof expression.value === "boolean") return plain(expression.value ? say.always : say.never);
      return plain(showValue(expression.value, expression.type, at.language));
    case "read":
      return plain(
        typeOfExpression(expression).kind === "boolean"
          ? stateOf(expression, { values: [true], negated: false }, at)
          : placeOf(expression, at),
      );
    case "compare":
      return plain(compared(expression, at));
    case "equal":
    case "within":
    case "contains":
    case "absent":
    case "each":
      return plain(simple(expression, { at, negated: false }));
    case "rule": {
      const title = at.naming.rule(expression.id, at.language);
      return plain(expression.type.kind === "boolean" ? say.ruleMet(title) : say.ruleValue(title));
    }
    case "if":
      return cascade(expression, at);
    case "math":
      return calculated(expression, at);
    case "size":
      return plain(say.size(placeOf(expression.list, at)));
  }
}

const JOINTS = { all: "and", none: "or", any: "or", notAll: "and" } as const;

function joined(kind: keyof typeof JOINTS, args: readonly Expression[], at: At): Told {
  const say = GRAMMAR[at.language];
  const parts = args.map((arg) => tell(arg, at));
  const [only] = parts;
  if (parts.length === 1 && only && (kind === "all" || kind === "any")) return only;
  const line = say[JOINTS[kind]](parts.map((part) => (part.joint ? `(${part.line})` : part.line)));
  return kind === "none" || kind === "notAll"
    ? { head: say[kind], line: say.not(`(${line})`), parts }
    : { head: say[kind], line, parts, joint: true };
}

/** "Not A, or B" is told as "if A, then B", and so is "nothing is known about A, or B". */
function implication(args: readonly Expression[], at: At): Told | null {
  const [first, second] = args;
  if (args.length !== 2 || !first || !second) return null;
  const [one, other] = [assumedBy(first), assumedBy(second)];
  if ((one === null) === (other === null)) return null;
  const when = one === null ? denied(second, at) : denied(first, at);
  if (when.parts.length > 0) return null;
  const then = tell(one === null ? first : second, at);
  const say = GRAMMAR[at.language];
  return {
    head: say.ifThen(when.line, then.head),
    line: say.ifThen(when.line, then.line),
    parts: then.parts,
  };
}

/** What somebody must be for a negation to fail; `null` for what is no negation to readers. */
function assumedBy(expression: Expression): Expression | null {
  if (expression.op === "absent") return expression;
  if (expression.op !== "not" || isGiven(expression)) return null;
  return expression.arg;
}

/** "Is not empty", which people read as "is there". */
function isGiven({ arg }: Extract<Expression, { op: "not" }>): boolean {
  return (
    arg.op === "equal" && [arg.left, arg.right].some((side) => side.op === "constant" && side.value === "")
  );
}

const OPPOSITE = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" } as const;

function denied(expression: Expression, at: At): Told {
  const say = GRAMMAR[at.language];
  switch (expression.op) {
    case "not":
      return tell(expression.arg, at);
    case "and":
      return joined("notAll", expression.args, at);
    case "or":
      return joined("none", expression.args, at);
    case "read":
      return plain(stateOf(expression, { values: [true], negated: true }, at));
    case "compare":
      return expression.args.length === 2
        ? plain(compared({ ...expression, sign: OPPOSITE[expression.sign] }, at))
        : plain(say.not(compared(expression, at)));
    case "equal":
    case "within":
    case "contains":
    case "absent":
    case "each":
      return plain(simple(expression, { at, negated: true }));
    case "rule":
      return plain(say.ruleNotMet(at.naming.rule(expression.id, at.language)));
    default:
      return plain(say.not(tell(expression, at).line));
  }
}

type Simple = Extract<Expression, { op: "equal" | "within" | "contains" | "absent" | "each" }>;

function simple(expression: Simple, { at, negated }: { readonly at: At; readonly negated: boolean }): string {
  const say = GRAMMAR[at.language];
  switch (expression.op) {
    case "equal": {
      const { left, right } = expression.left.op === "constant" ? turned(expression) : expression;
      if (right.op === "constant" && right.value === "")
        return negated ? say.given(operand(left, at)) : say.notGiven(operand(left, at));
      if (left.op === "read" && right.op === "constant")
        return stateOf(left, { values: [right.value], negated }, at);
      if (typeOfExpression(left).kind === "boolean") {
        const both = say.exactlyWhen(tell(left, at).line, tell(right, at).line);
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
      const test = tell(expression.test, { ...at, list: expression.list.path }).line;
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

function compared({ args, sign }: Extract<Expression, { op: "compare" }>, at: At): string {
  const say = GRAMMAR[at.language];
  const [low, middle, high] = args as readonly [Expression, Expression, Expression?];
  if (high) return say.between(operand(middle, at), operand(low, at, middle), operand(high, at, middle));
  const { kind } = typeOfExpression(low.op === "constant" ? middle : low);
  const signs = kind === "date" || kind === "instant" ? say.times : say.signs;
  // What is compared stands first, whichever way it was written.
  if (low.op === "constant" && middle.op !== "constant")
    return signs[MIRRORED[sign]](operand(middle, at), operand(low, at, middle));
  return signs[sign](operand(low, at, middle), operand(middle, at, low));
}

const MIRRORED = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

/** The first value whose condition holds, one line for each. */
function cascade(expression: Expression, at: At): Told {
  const say = GRAMMAR[at.language];
  const parts: Told[] = [];
  let rest = expression;
  for (; rest.op === "if"; rest = rest.otherwise) {
    const when = tell(rest.when, at);
    const value = operand(rest.then, at);
    const head = say.valueIf(value, when.head);
    parts.push({ head, line: say.valueIf(value, when.line), parts: when.parts });
  }
  parts.push(plain(say.otherwise(operand(rest, at))));
  return { head: say.firstOf, line: `(${parts.map(({ line }) => line).join("; ")})`, parts };
}

function calculated({ fn, args }: Extract<Expression, { op: "math" }>, at: At): Told {
  const say = GRAMMAR[at.language];
  const parts = args.map((arg) => (arg.op === "read" ? withPoints(arg, at) : tell(arg, at)));
  const lines = parts.map(({ line }) => line);
  const heads = { "+": say.sumOf, min: say.leastOf, max: say.mostOf };
  if ((fn === "+" && args.length > 2) || fn === "min" || fn === "max")
    return { head: heads[fn], line: `${heads[fn]} ${say.and(lines)}`, parts };
  if (args.length === 1) return plain(`−${lines[0]}`);
  if (fn === "%") return plain(`${say.remainder} ${lines.join(" ÷ ")}`);
  return plain(lines.join({ "+": " + ", "-": " − ", "*": " × ", "/": " ÷ " }[fn as "+"]));
}

/** An answer that is calculated with: what each of its words counts, which the word alone does not say. */
function withPoints(read: Read, at: At): Told {
  const place = plain(placeOf(read, at));
  const values = read.type.kind === "integer" ? (read.type.values ?? []) : [];
  const words = values.map((value) => constant(value, read, at));
  if (words.every((word, index) => word === String(values[index]))) return place;
  const say = GRAMMAR[at.language];
  const parts = words.map((word, index) => plain(say.counts(word, String(values[index]))));
  return { ...place, parts };
}

type Holds = { readonly values: readonly Constant[]; readonly negated: boolean };

function stateOf(read: Read, { values, negated }: Holds, at: At): string {
  if (read.from === "scope") return at.naming.state(read.path, { values, negated }, at.language);
  const say = GRAMMAR[at.language];
  const all = values.map((value) => at.naming.value(itemPath(read, at), value, at.language));
  return negated ? say.isNot(placeOf(read, at), all) : say.is(placeOf(read, at), say.or(all));
}

function placeOf(read: Read, at: At): string {
  if (read.from === "scope") return at.naming.place(read.path, at.language);
  const say = GRAMMAR[at.language];
  return read.path === "" ? say.entry : say.entryOf(at.naming.place(itemPath(read, at), at.language));
}

function itemPath({ path }: Read, { list = "" }: At): string {
  return path === "" ? list : `${list}.items.${path}`;
}

/** A value in a line; a constant is named as a value of the place that it stands beside. */
function operand(expression: Expression, at: At, beside?: Expression): string {
  if (expression.op === "constant") return constant(expression.value, beside, at, expression);
  return expression.op === "read" ? placeOf(expression, at) : tell(expression, at).line;
}

function constant(
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
