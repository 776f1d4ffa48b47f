import { showNumber } from "../../values/group-thousands.ts";
import type { Language } from "../../values/languages.ts";

/** What is counted in an answer: the characters of a text, the entries of a list, or the selected options. */
export type Counted = "characters" | "entries" | "choices";

/** A range of lengths: at least `least` and at most `most`. `null` means no maximum. */
export type Length = { readonly least: number; readonly most: number | null };

/**
 * How to form sentences from conditions: word order and conjunctions of each language. Labels, answers and
 * titles are in the texts. The grammar is code, because its parts take arguments.
 */
export type Grammar = {
  readonly yes: string;
  readonly no: string;
  readonly emptyList: string;
  readonly emptyText: string;
  readonly quoted: (text: string) => string;
  readonly and: (parts: readonly string[]) => string;
  readonly or: (parts: readonly string[]) => string;
  /** Headings of lists of conditions. */
  readonly all: string;
  readonly any: string;
  readonly none: string;
  readonly notAll: string;
  readonly sumOf: string;
  readonly firstOf: string;
  /** Forms "if A, then B" from two sentences without a full stop. */
  readonly ifThen: (when: string, then: string) => string;
  /** Forms a sentence about the points that an answer has in a calculation. */
  readonly counts: (answer: string, points: string) => string;
  readonly valueIf: (value: string, when: string) => string;
  readonly otherwise: (value: string) => string;
  readonly not: (sentence: string) => string;
  /**
   * Statements that a data path has a certain value. `is`: for a fact of a closed list. `hasState`: for a
   * "yes" or "no" with a special text. `switched`: for a switch. `answered`: for an answer.
   */
  readonly is: (place: string, value: string) => string;
  readonly isNot: (place: string, values: readonly string[]) => string;
  readonly hasState: (place: string, state: string) => string;
  readonly switch: (name: string) => string;
  readonly switched: (name: string, on: boolean) => string;
  readonly answered: (question: string, value: string) => string;
  readonly notAnswered: (question: string, values: readonly string[]) => string;
  readonly same: (left: string, right: string) => string;
  readonly notSame: (left: string, right: string) => string;
  readonly signs: { readonly [sign in "<" | "<=" | ">" | ">="]: (left: string, right: string) => string };
  /** Statements like `signs`, for days and instants ("before", "after"). */
  readonly times: Grammar["signs"];
  /** Forms the statement that two statements are equivalent. */
  readonly exactlyWhen: (left: string, right: string) => string;
  readonly between: (place: string, low: string, high: string) => string;
  readonly contains: (list: string, one: string) => string;
  readonly lacks: (list: string, one: string) => string;
  readonly given: (place: string) => string;
  readonly notGiven: (place: string) => string;
  readonly noneGiven: (places: string) => string;
  readonly allGiven: (places: string) => string;
  readonly someGiven: (places: string) => string;
  readonly notAllGiven: (places: string) => string;
  readonly fewer: (need: number, places: string) => string;
  readonly atLeast: (need: number, places: string) => string;
  readonly someOf: (list: string, test: string) => string;
  readonly allOf: (list: string, test: string) => string;
  readonly noneOf: (list: string, test: string) => string;
  readonly entry: string;
  readonly entryOf: (label: string) => string;
  readonly size: (list: string) => string;
  readonly ruleMet: (title: string) => string;
  readonly ruleNotMet: (title: string) => string;
  readonly ruleValue: (title: string) => string;
  readonly always: string;
  readonly never: string;
  readonly leastOf: string;
  readonly mostOf: string;
  readonly remainder: string;
  /** Forms the description of a person from its parts. */
  readonly someone: (parts: readonly string[]) => string;
  readonly everybody: string;
  /** Forms the description of everyone who reaches a step. */
  readonly everybodyAt: (step: string) => string;
  /** Description of a person if no value of the person decides. */
  readonly anybody: string;
  readonly nothingKnown: (place: string) => string;
  readonly unanswered: (question: string) => string;
  readonly orUnknown: (sentence: string) => string;
  /** Forms the statement that a value is one of some values, or in one of some ranges. */
  readonly lies: (place: string, values: readonly string[], stretches: readonly string[]) => string;
  readonly from: (value: string) => string;
  readonly upTo: (value: string) => string;
  readonly fromTo: (low: string, high: string) => string;
  readonly something: string;
  readonly otherThan: (values: readonly string[]) => string;
  /**
   * Describes people by the length of a text, or by the number of entries or choices. The ranges do not
   * overlap.
   */
  readonly someoneWith: (place: string, counted: Counted, lengths: readonly Length[]) => string;
  readonly forExample: (people: string) => string;
};

const th: Grammar = {
  yes: "ใช่",
  no: "ไม่ใช่",
  emptyList: "ไม่มีรายการ",
  emptyText: "ค่าว่าง",
  quoted: (text) => `“${text}”`,
  and: (parts) => parts.join(" และ "),
  or: (parts) =>
    parts.length < 3 ? parts.join(" หรือ ") : `${parts.slice(0, -1).join(", ")} หรือ ${parts.at(-1)}`,
  all: "ครบทุกข้อต่อไปนี้",
  any: "อย่างน้อยหนึ่งข้อต่อไปนี้",
  none: "ไม่มีข้อใดต่อไปนี้",
  notAll: "ไม่ครบทุกข้อต่อไปนี้",
  sumOf: "ผลรวมของ",
  firstOf: "ค่าของข้อแรกที่ตรง",
  ifThen: (when, then) => `กรณีที่${beside(when)}: ${then}`,
  counts: (answer, points) => `${answer} นับ ${points}`,
  valueIf: (value, when) => `${value} เมื่อ${beside(when)}`,
  otherwise: (value) => `นอกนั้น ${value}`,
  not: (sentence) => `ไม่ใช่กรณีที่${beside(sentence)}`,
  is: (place, value) => `${place} คือ ${value}`,
  isNot: (place, values) => `${place} ไม่ใช่ ${th.or(values)}`,
  hasState: (place, state) => followed(place, state),
  switch: (name) => `สวิตช์ “${name}”`,
  switched: (name, on) => `สวิตช์ “${name}” ${on ? "เปิด" : "ปิด"}`,
  answered: (question, value) => `ตอบข้อ ${question} ว่า ${value}`,
  notAnswered: (question, values) => `ไม่ได้ตอบข้อ ${question} ว่า ${th.or(values)}`,
  same: (left, right) => `${left} กับ ${right} ตรงกัน`,
  notSame: (left, right) => `${left} กับ ${right} ไม่ตรงกัน`,
  signs: {
    "<": (left, right) => `${left} น้อยกว่า ${right}`,
    "<=": (left, right) => `${left} ไม่เกิน ${right}`,
    ">": (left, right) => `${left} มากกว่า ${right}`,
    ">=": (left, right) => `${left} ไม่น้อยกว่า ${right}`,
  },
  times: {
    "<": (left, right) => `${left} ก่อน ${right}`,
    "<=": (left, right) => `${left} ไม่หลัง ${right}`,
    ">": (left, right) => `${left} หลัง ${right}`,
    ">=": (left, right) => `${left} ไม่ก่อน ${right}`,
  },
  exactlyWhen: (left, right) => `${left} ก็ต่อเมื่อ${beside(right)}`,
  between: (place, low, high) => `${place} อยู่ระหว่าง ${low} ถึง ${high}`,
  contains: (list, one) => `เลือก ${one} ในข้อ ${list}`,
  lacks: (list, one) => `ไม่ได้เลือก ${one} ในข้อ ${list}`,
  given: (place) => `มี${followed(beside(place), "แล้ว")}`,
  notGiven: (place) => `ยังไม่มี${beside(place)}`,
  noneGiven: (places) => `ยังไม่มีทั้ง${beside(places)}`,
  allGiven: (places) => `มีครบทั้ง${beside(places)}`,
  someGiven: (places) => `มีอย่างน้อยหนึ่งอย่างจาก${beside(places)}`,
  notAllGiven: (places) => `มี${followed(beside(places), "ไม่ครบ")}`,
  fewer: (need, places) => `มีไม่ถึง ${need} อย่าง จาก ${places}`,
  atLeast: (need, places) => `มีอย่างน้อย ${need} อย่าง จาก ${places}`,
  someOf: (list, test) => `มีรายการใน ${list} ที่${beside(test)}`,
  allOf: (list, test) => `ทุกรายการใน ${list} ${test}`,
  noneOf: (list, test) => `ไม่มีรายการใดใน ${list} ที่${beside(test)}`,
  entry: "รายการนั้น",
  entryOf: (label) => `${label} ของรายการ`,
  size: (list) => `จำนวนรายการใน ${list}`,
  ruleMet: (title) => `เป็นไปตามกฎ “${title}”`,
  ruleNotMet: (title) => `ไม่เป็นไปตามกฎ “${title}”`,
  ruleValue: (title) => `ค่าตามกฎ “${title}”`,
  always: "ทุกกรณี",
  never: "ไม่มีกรณีใด",
  leastOf: "ค่าน้อยที่สุดของ",
  mostOf: "ค่ามากที่สุดของ",
  remainder: "เศษจาก",
  someone: (parts) => `ผู้ที่${beside(th.and(parts))}`,
  everybody: "ทุกคน",
  everybodyAt: (step) => `ทุกคนที่มาถึง “${step}”`,
  anybody: "ลูกค้าทั่วไป",
  nothingKnown: (place) => `ยังไม่มีข้อมูล${beside(place)}`,
  unanswered: (question) => `ยังไม่ได้ตอบข้อ ${question}`,
  orUnknown: (sentence) => `${sentence} หรือยังไม่มีข้อมูล`,
  lies: (place, values, stretches) =>
    values.length === 0 ? `${place} ${th.or(stretches)}` : th.is(place, th.or([...values, ...stretches])),
  from: (value) => `ตั้งแต่ ${value} ขึ้นไป`,
  upTo: (value) => `ไม่เกิน ${value}`,
  fromTo: (low, high) => `อยู่ในช่วง ${low} ถึง ${high}`,
  something: "มีข้อมูลแล้ว",
  otherThan: (values) => `อย่างอื่นที่ไม่ใช่ ${th.or(values)}`,
  someoneWith: (place, counted, lengths) => {
    const { head, behind, unit, none } = COUNTED[counted];
    if (lengths.every(({ most }) => most === 0)) return `${none}${beside(place)}`;
    const said = th.or(lengths.map((length) => lengthInThai(length, unit)));
    return `${head}${beside(place)} ${behind}${behind === "" ? said : beside(said)}`;
  },
  forExample: (people) => `เช่น ${people}`,
};

/**
 * Thai words for counting. `head` and `behind` are the words before and after the name of the value. `none`
 * is the wording for zero.
 */
const COUNTED: {
  readonly [of in Counted]: { readonly [part in "head" | "behind" | "unit" | "none"]: string };
} = {
  characters: { head: "ผู้ที่ตอบ", behind: "ยาว", unit: "ตัวอักษร", none: "ผู้ที่เว้นว่าง" },
  entries: { head: "ผู้ที่มี", behind: "", unit: "รายการ", none: "ผู้ที่ไม่มีรายการใน" },
  choices: { head: "ผู้ที่เลือก", behind: "", unit: "ข้อ", none: "ผู้ที่ไม่ได้เลือกข้อใดใน" },
};

function lengthInThai({ least, most }: Length, unit: string): string {
  if (most === null) return `ตั้งแต่ ${showNumber(least)} ${unit}ขึ้นไป`;
  if (least === most) return `${showNumber(most)} ${unit}`;
  return least === 0
    ? `ไม่เกิน ${showNumber(most)} ${unit}`
    : `${showNumber(least)} ถึง ${showNumber(most)} ${unit}`;
}

const en: Grammar = {
  yes: "yes",
  no: "no",
  emptyList: "nothing",
  emptyText: "empty",
  quoted: (text) => `“${text}”`,
  and: (parts) => listed(parts, "and"),
  or: (parts) => listed(parts, "or"),
  all: "all of these hold",
  any: "at least one of these holds",
  none: "none of these holds",
  notAll: "not all of these hold",
  sumOf: "the sum of",
  firstOf: "the first of these that fits",
  ifThen: (when, then) => `if ${when}, then ${then}`,
  counts: (answer, points) => `${answer} counts ${points}`,
  valueIf: (value, when) => `${value}, if ${when}`,
  otherwise: (value) => `otherwise ${value}`,
  not: (sentence) => `it is not so that ${sentence}`,
  is: (place, value) => `${place} is ${value}`,
  isNot: (place, values) =>
    values.length === 1 ? `${place} is not ${values[0]}` : `${place} is neither ${values.join(" nor ")}`,
  hasState: (place, state) => `${place} is ${state}`,
  switch: (name) => `the switch “${name}”`,
  switched: (name, on) => `the switch “${name}” is ${on ? "on" : "off"}`,
  answered: (question, value) => `the answer to ${question} is ${value}`,
  notAnswered: (question, values) => en.isNot(`the answer to ${question}`, values),
  same: (left, right) => `${left} and ${right} are the same`,
  notSame: (left, right) => `${left} and ${right} differ`,
  signs: {
    "<": (left, right) => `${left} is less than ${right}`,
    "<=": (left, right) => `${left} is at most ${right}`,
    ">": (left, right) => `${left} is more than ${right}`,
    ">=": (left, right) => `${left} is at least ${right}`,
  },
  times: {
    "<": (left, right) => `${left} is before ${right}`,
    "<=": (left, right) => `${left} is not after ${right}`,
    ">": (left, right) => `${left} is after ${right}`,
    ">=": (left, right) => `${left} is not before ${right}`,
  },
  exactlyWhen: (left, right) => `${left} exactly when ${right}`,
  between: (place, low, high) => `${place} lies between ${low} and ${high}`,
  contains: (list, one) => `${one} is chosen at ${list}`,
  lacks: (list, one) => `${one} is not chosen at ${list}`,
  given: (place) => `${place} is on record`,
  notGiven: (place) => `${place} is not on record`,
  noneGiven: (places) => `none of these is on record: ${places}`,
  allGiven: (places) => `all of these are on record: ${places}`,
  someGiven: (places) => `at least one of these is on record: ${places}`,
  notAllGiven: (places) => `not all of these are on record: ${places}`,
  fewer: (need, places) => `fewer than ${need} are on record of ${places}`,
  atLeast: (need, places) => `at least ${need} are on record of ${places}`,
  someOf: (list, test) => `for at least one entry of ${list}, ${test}`,
  allOf: (list, test) => `for every entry of ${list}, ${test}`,
  noneOf: (list, test) => `for no entry of ${list}, ${test}`,
  entry: "the entry",
  entryOf: (label) => `the entry’s ${label}`,
  size: (list) => `the number of entries of ${list}`,
  ruleMet: (title) => `the rule “${title}” is met`,
  ruleNotMet: (title) => `the rule “${title}” is not met`,
  ruleValue: (title) => `what the rule “${title}” gives`,
  always: "always",
  never: "never",
  leastOf: "the least of",
  mostOf: "the greatest of",
  remainder: "the remainder of",
  someone: (parts) => `someone for whom ${en.and(parts)}`,
  everybody: "everybody",
  everybodyAt: (step) => `everybody who comes to “${step}”`,
  anybody: "an ordinary person",
  nothingKnown: (place) => `nothing is known yet about ${place}`,
  unanswered: (question) => `${question} is not answered yet`,
  orUnknown: (sentence) => `${sentence}, or nothing is known yet`,
  lies: (place, values, stretches) => en.is(place, en.or([...values, ...stretches])),
  from: (value) => `${value} or more`,
  upTo: (value) => `${value} or less`,
  fromTo: (low, high) => `from ${low} to ${high}`,
  something: "given",
  otherThan: (values) => `something other than ${en.or(values)}`,
  someoneWith: (place, counted, lengths) =>
    `someone whose ${place} has ${en.or(lengths.map((length) => lengthInEnglish(length, counted)))}`,
  forExample: (people) => `for example ${people}`,
};

const ONE: { readonly [of in Counted]: string } = {
  characters: "character",
  entries: "entry",
  choices: "choice",
};

function lengthInEnglish({ least, most }: Length, counted: Counted): string {
  if (most === 0) return `no ${counted}`;
  const unit = (most ?? least) === 1 ? ONE[counted] : counted;
  if (most === null) return `at least ${showNumber(least)} ${unit}`;
  if (least === most) return `${showNumber(most)} ${unit}`;
  return least === 0
    ? `at most ${showNumber(most)} ${unit}`
    : `${showNumber(least)} to ${showNumber(most)} ${unit}`;
}

/**
 * Returns a text with a space before it. If the text begins with a Thai letter, adds no space, because Thai
 * words follow each other without one.
 */
function beside(text: string): string {
  return /^[\u0E00-\u0E7F]/.test(text) ? text : ` ${text}`;
}

/** Joins two texts, with a space between them. If the first text ends with a Thai letter, adds no space. */
function followed(text: string, next: string): string {
  return `${text}${/[\u0E00-\u0E7F]$/.test(text) ? "" : " "}${next}`;
}

function listed(parts: readonly string[], joint: string): string {
  return parts.length < 3
    ? parts.join(` ${joint} `)
    : `${parts.slice(0, -1).join(", ")} ${joint} ${parts.at(-1)}`;
}

export const GRAMMAR: { readonly [language in Language]: Grammar } = { th, en };
