import { type Expression, type Read, typeOfExpression } from "../../rules/expression.ts";
import type { Language } from "../../values/languages.ts";
import { GRAMMAR } from "./grammar.ts";
import type { Naming, Words } from "./naming.ts";
import { inBoth } from "./people.ts";
import { showValue } from "./show-value.ts";
import { type At, compared, constant, operand, placeOf, statement, stateOf } from "./statements.ts";

/**
 * A condition or value in words, generated only from its logic. The words are one sentence, or the heading of
 * an indented list. The sentence has no full stop and begins in lower case, so that it can be part of another
 * sentence.
 */
export type ConditionText = { readonly says: Words; readonly parts: readonly ConditionText[] };

/** Describes a checked expression in both languages. */
export function conditionTextOf(expression: Expression, naming: Naming): ConditionText {
  const inLanguage = (language: Language) => format(expression, { naming, language, line });
  return zipped(inLanguage("th"), inLanguage("en"));
}

/** Describes a checked expression in both languages, in one line. Lists are joined by "and" or "or". */
export function sentenceOf(expression: Expression, naming: Naming): Words {
  return inBoth((language) => line(expression, { naming, language, line }));
}

function line(expression: Expression, at: At): string {
  return format(expression, at).line;
}

/**
 * The text of an expression in one language. `line`: the text in one line. `head` with `parts`: the text as a
 * heading with a list. `joint`: the parts are joined by "and" or "or".
 */
type FormattedText = {
  readonly head: string;
  readonly line: string;
  readonly parts: readonly FormattedText[];
  readonly joint?: true;
};

function zipped(th: FormattedText, en: FormattedText): ConditionText {
  return {
    says: { th: th.head, en: en.head },
    parts: th.parts.map((part, index) => zipped(part, en.parts[index] as FormattedText)),
  };
}

function plain(text: string): FormattedText {
  return { head: text, line: text, parts: [] };
}

function format(expression: Expression, at: At): FormattedText {
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
      return plain(statement(expression, { at, negated: false }));
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

function joined(kind: keyof typeof JOINTS, args: readonly Expression[], at: At): FormattedText {
  const say = GRAMMAR[at.language];
  const parts = args.map((arg) => format(arg, at));
  const [only] = parts;
  if (parts.length === 1 && only && (kind === "all" || kind === "any")) return only;
  const line = say[JOINTS[kind]](parts.map((part) => (part.joint ? `(${part.line})` : part.line)));
  return kind === "none" || kind === "notAll"
    ? { head: say[kind], line: say.not(`(${line})`), parts }
    : { head: say[kind], line, parts, joint: true };
}

/** Writes "not A, or B" as "if A, then B". Does the same for "nothing is known about A, or B". */
function implication(args: readonly Expression[], at: At): FormattedText | null {
  const [first, second] = args;
  if (args.length !== 2 || !first || !second) return null;
  const [one, other] = [assumedBy(first), assumedBy(second)];
  if ((one === null) === (other === null)) return null;
  const when = one === null ? denied(second, at) : denied(first, at);
  if (when.parts.length > 0) return null;
  const then = format(one === null ? first : second, at);
  const say = GRAMMAR[at.language];
  return {
    head: say.ifThen(when.line, then.head),
    line: say.ifThen(when.line, then.line),
    parts: then.parts,
  };
}

/**
 * Returns the condition A of an expression that readers see as "not A". Returns `null` for other expressions.
 */
function assumedBy(expression: Expression): Expression | null {
  if (expression.op === "absent") return expression;
  if (expression.op !== "not" || isGiven(expression)) return null;
  return expression.arg;
}

/**
 * Returns true for the condition "is not empty". It is worded "is given", so readers do not see a negation.
 */
function isGiven({ arg }: Extract<Expression, { op: "not" }>): boolean {
  return (
    arg.op === "equal" && [arg.left, arg.right].some((side) => side.op === "constant" && side.value === "")
  );
}

const OPPOSITE = { "<": ">=", "<=": ">", ">": "<=", ">=": "<" } as const;

function denied(expression: Expression, at: At): FormattedText {
  const say = GRAMMAR[at.language];
  switch (expression.op) {
    case "not":
      return format(expression.arg, at);
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
      return plain(statement(expression, { at, negated: true }));
    case "rule":
      return plain(say.ruleNotMet(at.naming.rule(expression.id, at.language)));
    default:
      return plain(say.not(format(expression, at).line));
  }
}

/**
 * Describes an expression whose conditions select one of several values. Each line states a value and the
 * condition for it. The first line whose condition holds gives the value.
 */
function cascade(expression: Expression, at: At): FormattedText {
  const say = GRAMMAR[at.language];
  const parts: FormattedText[] = [];
  let rest = expression;
  for (; rest.op === "if"; rest = rest.otherwise) {
    const when = format(rest.when, at);
    const value = operand(rest.then, at);
    const head = say.valueIf(value, when.head);
    parts.push({ head, line: say.valueIf(value, when.line), parts: when.parts });
  }
  parts.push(plain(say.otherwise(operand(rest, at))));
  return { head: say.firstOf, line: `(${parts.map(({ line }) => line).join("; ")})`, parts };
}

function calculated({ fn, args }: Extract<Expression, { op: "math" }>, at: At): FormattedText {
  const say = GRAMMAR[at.language];
  const parts = args.map((arg) => (arg.op === "read" ? withPoints(arg, at) : format(arg, at)));
  const lines = parts.map(({ line }) => line);
  const heads = { "+": say.sumOf, min: say.leastOf, max: say.mostOf };
  if ((fn === "+" && args.length > 2) || fn === "min" || fn === "max")
    return { head: heads[fn], line: `${heads[fn]} ${say.and(lines)}`, parts };
  if (args.length === 1) return plain(`−${lines[0]}`);
  if (fn === "%") return plain(`${say.remainder} ${lines.join(" ÷ ")}`);
  return plain(lines.join({ "+": " + ", "-": " − ", "*": " × ", "/": " ÷ " }[fn as "+"]));
}

/**
 * Formats an answer in a calculation with the points of each option. The text of an option does not show its
 * points.
 */
function withPoints(read: Read, at: At): FormattedText {
  const place = plain(placeOf(read, at));
  const values = read.type.kind === "integer" ? (read.type.values ?? []) : [];
  const words = values.map((value) => constant(value, read, at));
  if (words.every((word, index) => word === String(values[index]))) return place;
  const say = GRAMMAR[at.language];
  const parts = words.map((word, index) => plain(say.counts(word, String(values[index]))));
  return { ...place, parts };
}
