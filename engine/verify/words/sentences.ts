import type { Language } from "../../flow/definition.ts";
import { type Constant, type Expression, typeOfExpression } from "../../rules/expression.ts";
import type { Naming, Words } from "./people.ts";

/** Names for sentences: of places and values, and of rules by their title. */
export type SentenceNaming = Naming & { readonly rule: (id: string, language: Language) => string };

/** A condition or a value in words, made from its logic alone, in both languages. */
export function sentenceOf(expression: Expression, naming: SentenceNaming): Words {
  return { th: say(expression, { naming, language: "th" }), en: say(expression, { naming, language: "en" }) };
}

type In = {
  readonly naming: SentenceNaming;
  readonly language: Language;
  readonly inner?: boolean;
  readonly item?: string;
};

const SIGNS = {
  th: { "<": "น้อยกว่า", "<=": "ไม่เกิน", ">": "มากกว่า", ">=": "ไม่น้อยกว่า" },
  en: { "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least" },
} as const;

const WORDS = {
  th: {
    and: " และ ",
    or: " หรือ ",
    not: (text: string) => `ไม่ใช่กรณีที่ ${text}`,
    yes: (text: string) => `${text} เป็นจริง`,
    no: (text: string) => `${text} ไม่เป็นจริง`,
    is: (left: string, right: string) => `${left} คือ ${right}`,
    isNot: (left: string, right: string) => `${left} ไม่ใช่ ${right}`,
    oneOf: (left: string, right: string) => `${left} เป็นหนึ่งใน ${right}`,
    noneOf: (left: string, right: string) => `${left} ไม่อยู่ใน ${right}`,
    contains: (list: string, one: string) => `${list} มี ${one}`,
    given: (text: string) => `มี ${text}`,
    missing: (text: string) => `ยังไม่มี ${text}`,
    fewer: (text: string, need: number) => `มีไม่ถึง ${need} อย่างจาก ${text}`,
    some: (list: string, test: string) => `อย่างน้อยหนึ่งรายการใน ${list}: ${test}`,
    all: (list: string, test: string) => `ทุกรายการใน ${list}: ${test}`,
    none: (list: string, test: string) => `ไม่มีรายการใดใน ${list} ที่ ${test}`,
    item: "รายการ",
    size: (list: string) => `จำนวนรายการใน ${list}`,
    rule: (title: string) => `เป็นไปตามกฎ “${title}”`,
    value: (title: string) => `ค่าตามกฎ “${title}”`,
    if: (when: string, yes: string, no: string) => `ถ้า ${when} ให้เป็น ${yes} มิฉะนั้น ${no}`,
    between: (low: string, place: string, high: string) => `${place} อยู่ระหว่าง ${low} ถึง ${high}`,
    always: "ทุกกรณี",
    never: "ไม่มีกรณีใด",
    least: (parts: string) => `ค่าน้อยที่สุดของ ${parts}`,
    most: (parts: string) => `ค่ามากที่สุดของ ${parts}`,
  },
  en: {
    and: " and ",
    or: " or ",
    not: (text: string) => `it is not so that ${text}`,
    yes: (text: string) => `${text} is yes`,
    no: (text: string) => `${text} is not yes`,
    is: (left: string, right: string) => `${left} is ${right}`,
    isNot: (left: string, right: string) => `${left} is not ${right}`,
    oneOf: (left: string, right: string) => `${left} is one of ${right}`,
    noneOf: (left: string, right: string) => `${left} is none of ${right}`,
    contains: (list: string, one: string) => `${list} contains ${one}`,
    given: (text: string) => `${text} is given`,
    missing: (text: string) => `${text} is missing`,
    fewer: (text: string, need: number) => `fewer than ${need} of ${text} are there`,
    some: (list: string, test: string) => `for at least one entry of ${list}: ${test}`,
    all: (list: string, test: string) => `for every entry of ${list}: ${test}`,
    none: (list: string, test: string) => `for no entry of ${list}: ${test}`,
    item: "the entry",
    size: (list: string) => `the number of entries of ${list}`,
    rule: (title: string) => `the rule “${title}” holds`,
    value: (title: string) => `what the rule “${title}” says`,
    if: (when: string, yes: string, no: string) => `if ${when}, then ${yes}, otherwise ${no}`,
    between: (low: string, place: string, high: string) => `${place} lies between ${low} and ${high}`,
    always: "always",
    never: "never",
    least: (parts: string) => `the least of ${parts}`,
    most: (parts: string) => `the greatest of ${parts}`,
  },
} as const;

function say(expression: Expression, at: In): string {
  const words = WORDS[at.language];
  const inside = (one: Expression): string => say(one, { ...at, inner: true });
  switch (expression.op) {
    case "constant":
      return typeof expression.value === "boolean"
        ? expression.value
          ? words.always
          : words.never
        : at.naming.value("", expression.value, at.language);
    case "read":
      return typeOfExpression(expression).kind === "boolean"
        ? words.yes(place(expression, at))
        : place(expression, at);
    case "and":
    case "or": {
      const joined = expression.args.map(inside).join(words[expression.op]);
      return at.inner && expression.args.length > 1 ? `(${joined})` : joined;
    }
    case "not":
      return negated(expression.arg, at);
    case "compare": {
      const [low, middle, high] = expression.args as [Expression, Expression, Expression?];
      const plain = (one: Expression, beside: Expression): string => operand(one, beside, at);
      if (high) return words.between(plain(low, middle), plain(middle, low), plain(high, middle));
      return `${plain(low, middle)} ${SIGNS[at.language][expression.sign]} ${plain(middle, low)}`;
    }
    case "equal":
      return words.is(
        operand(expression.left, expression.right, at),
        operand(expression.right, expression.left, at),
      );
    case "within":
      return words.oneOf(operand(expression.needle, expression.needle, at), listed(expression, at));
    case "contains":
      return words.contains(place(expression.list, at), operand(expression.needle, expression.list, at));
    case "if":
      return words.if(inside(expression.when), wordOf(expression.then, at), wordOf(expression.otherwise, at));
    case "math":
      return sum(expression, at);
    case "size":
      return words.size(place(expression.list, at));
    case "each":
      return words[expression.quantifier](
        place(expression.list, at),
        say(expression.test, { ...at, inner: true, item: expression.list.path }),
      );
    case "absent": {
      const places = expression.places.map((one) => place(one, at)).join(", ");
      return expression.need === expression.places.length
        ? words.missing(places)
        : words.fewer(places, expression.need);
    }
    case "rule": {
      const title = at.naming.rule(expression.id, at.language);
      return expression.type.kind === "boolean" ? words.rule(title) : words.value(title);
    }
  }
}

function negated(expression: Expression, at: In): string {
  const words = WORDS[at.language];
  switch (expression.op) {
    case "read":
      return words.no(place(expression, at));
    case "equal":
      if (expression.right.op === "constant" && expression.right.value === "")
        return words.given(operand(expression.left, expression.left, at));
      return words.isNot(
        operand(expression.left, expression.right, at),
        operand(expression.right, expression.left, at),
      );
    case "within":
      return words.noneOf(operand(expression.needle, expression.needle, at), listed(expression, at));
    case "absent":
      return words.given(expression.places.map((one) => place(one, at)).join(words.and));
    default:
      return words.not(say(expression, { ...at, inner: true }));
  }
}

function place(read: Extract<Expression, { op: "read" }>, at: In): string {
  if (read.from === "scope") return at.naming.place(read.path, at.language);
  return read.path === ""
    ? WORDS[at.language].item
    : at.naming.place(`${at.item ?? ""}.items.${read.path}`, at.language);
}

/** A value beside what it is compared with: a constant is named as a value of the other's place. */
function operand(expression: Expression, beside: Expression, at: In): string {
  if (expression.op === "constant") return constant(expression.value, beside, at);
  return expression.op === "read" ? place(expression, at) : say(expression, { ...at, inner: true });
}

function constant(value: Constant, beside: Expression, at: In): string {
  const path = beside.op === "read" && beside.from === "scope" ? beside.path : "";
  return at.naming.value(path, value, at.language);
}

function listed(expression: Extract<Expression, { op: "within" }>, at: In): string {
  return expression.values.map((value) => constant(value, expression.needle, at)).join(", ");
}

function wordOf(expression: Expression, at: In): string {
  return expression.op === "constant"
    ? at.naming.value("", expression.value, at.language)
    : say(expression, { ...at, inner: true });
}

function sum(expression: Extract<Expression, { op: "math" }>, at: In): string {
  const parts = expression.args.map((one) => wordOf(one, at));
  const words = WORDS[at.language];
  if (expression.fn === "min") return words.least(parts.join(", "));
  if (expression.fn === "max") return words.most(parts.join(", "));
  const sign = { "+": " + ", "-": " − ", "*": " × ", "/": " ÷ ", "%": " mod " }[expression.fn];
  return parts.length === 1 ? `−${parts[0]}` : `(${parts.join(sign)})`;
}
