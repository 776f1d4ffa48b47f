import type { FieldSchema, FieldTexts, Operation } from "../../../engine/edits/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import type { Pair } from "./pair-fields.tsx";

export type NewSchema = {
  readonly schema: FieldSchema;
  readonly hints?: JsonObject;
  /** Whether the answer is mandatory from the beginning. A consent that may be left out means nothing. */
  readonly required?: boolean;
  readonly options?: FieldTexts["options"];
};

/** What a person enters about a new question. */
export type NewQuestion = {
  readonly kind: string;
  readonly label: Pair;
  /** Texts of the choices, for a kind with choices of its own. */
  readonly choices: readonly Pair[];
  /** Label of the first question inside a group or list. */
  readonly first: Pair;
  /** Name of the shared list that the choices come from, for a kind with shared choices. */
  readonly list: string;
};

const YES: Pair = { th: "ใช่", en: "Yes" };
const NO: Pair = { th: "ไม่ใช่", en: "No" };

/** The kinds of questions with one schema, each with its widget. The list is closed. */
export const FIXED: { readonly [kind: string]: NewSchema } = {
  yesNo: { schema: { type: "boolean" }, options: { true: YES, false: NO } },
  agreement: { schema: { type: "boolean", const: true }, hints: { widget: "consent" }, required: true },
  text: { schema: { $ref: "common/line" } },
  longText: { schema: { type: "string", minLength: 1, maxLength: 2_000 }, hints: { widget: "text-area" } },
  number: { schema: { type: "integer", minimum: 0, maximum: 1_000_000 } },
  amount: { schema: { $ref: "common/baht" } },
  date: { schema: { $ref: "common/date" } },
  file: { schema: { $ref: "common/file-ref" }, hints: { widget: "upload", purpose: "case-document" } },
  photo: {
    schema: { $ref: "common/file-ref" },
    hints: { widget: "camera", purpose: "case-document", facing: "environment" },
  },
  email: { schema: { $ref: "common/email" }, hints: { autocomplete: "email", inputMode: "email" } },
  phone: { schema: { $ref: "common/phone" }, hints: { widget: "phone", autocomplete: "tel" } },
  postalCode: { schema: { $ref: "common/postal-code" } },
  registrationNumber: { schema: { $ref: "common/registration-number" } },
  nationalId: { schema: { $ref: "common/national-id" } },
  address: { schema: { $ref: "common/address" }, hints: { widget: "address" } },
  bank: { schema: { $ref: "common/bank-code" } },
  country: { schema: { $ref: "common/country" } },
  strategy: { schema: { $ref: "common/strategy-code" }, hints: { widget: "strategy-cards" } },
};

/** Kinds with choices that belong to the question alone. */
const WITH_CHOICES: readonly string[] = ["choice", "choices", "scored"];
/** Kinds whose choices come from a list that forms share, such as banks or topics. */
const FROM_LIST: readonly string[] = ["listed", "listedSeveral"];
/** Kinds that hold further questions. */
const WITH_QUESTIONS: readonly string[] = ["group", "list"];
/** Kinds that stand only in the form itself. A consent inside a group could be left out with the group. */
const OUTSIDE: readonly string[] = ["agreement", "address", ...WITH_QUESTIONS];

/** Returns the kinds of questions that can be added to a form, or inside a group or list. */
export function newKinds({ isInside }: { readonly isInside: boolean }): readonly string[] {
  const kinds = [...WITH_CHOICES, ...FROM_LIST, ...Object.keys(FIXED), ...WITH_QUESTIONS];
  return isInside ? kinds.filter((kind) => !OUTSIDE.includes(kind)) : kinds;
}

export function hasChoices(kind: string): boolean {
  return WITH_CHOICES.includes(kind);
}

export function isFromList(kind: string): boolean {
  return FROM_LIST.includes(kind);
}

export function hasQuestions(kind: string): boolean {
  return WITH_QUESTIONS.includes(kind);
}

/** Returns the operations that add a question, with the first question inside it if it is a group or list. */
export function addedQuestion(
  at: { readonly flow: string; readonly step: string; readonly field: string },
  asked: NewQuestion,
): readonly [Operation, ...Operation[]] {
  const { kind, label, first } = asked;
  const { schema, hints, required = false, options } = schemaFor(asked);
  const question: Operation = {
    op: "add-question",
    args: {
      ...at,
      schema,
      required,
      ...(hints === undefined ? {} : { hints }),
      texts: { label, ...(options === undefined ? {} : { options }) },
    },
  };
  if (!hasQuestions(kind)) return [question];
  const within = kind === "list" ? `${at.field}.items` : at.field;
  const inner = {
    ...at,
    field: `${within}.${nameFor(first.en, [])}`,
    schema: { $ref: "common/line" },
    required: true,
    texts: { label: first },
  };
  return [question, { op: "add-question", args: inner }];
}

function schemaFor({ kind, choices, list }: NewQuestion): NewSchema {
  const values = wordsFor(choices.map(({ en }) => en));
  const options = (names: readonly (string | number)[]) =>
    Object.fromEntries(names.map((value, index) => [value, choices[index] as Pair]));
  const form: FieldSchema = { type: "object", properties: {}, required: [], additionalProperties: false };
  switch (kind) {
    case "choice":
      return { schema: { type: "string", enum: values }, options: options(values) };
    case "scored": {
      const scores = choices.map((_, index) => index + 1);
      return { schema: { type: "integer", enum: scores }, options: options(scores) };
    }
    case "choices": {
      const items = { type: "string", enum: values };
      return { schema: { type: "array", items, minItems: 1, uniqueItems: true }, options: options(values) };
    }
    case "listed":
      return { schema: { $ref: `common/${list}` } };
    case "listedSeveral": {
      const items = { $ref: `common/${list}` };
      return { schema: { type: "array", items, minItems: 1, uniqueItems: true } };
    }
    case "group":
      return { schema: form };
    case "list":
      return { schema: { type: "array", items: form, minItems: 1, maxItems: 10 } };
    default:
      return FIXED[kind] ?? { schema: {} };
  }
}

/**
 * Returns a field name for a question: `How did you hear of us?` → `howDidYouHear`, with a number if the name
 * is taken.
 */
export function nameFor(label: string, taken: readonly string[]): string {
  const parts = label.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
  const name = parts
    .slice(0, 4)
    .map((part, at) =>
      at === 0 ? part.toLowerCase() : part.charAt(0).toUpperCase() + part.slice(1).toLowerCase(),
    )
    .join("")
    .replace(/^[0-9]+/, "");
  const own = name === "" ? "question" : name;
  if (!taken.includes(own)) return own;
  let number = 2;
  while (taken.includes(`${own}${number}`)) number += 1;
  return `${own}${number}`;
}

/** Returns the stored values of choices: `From a friend` → `FROM_A_FRIEND`. */
export function wordsFor(choices: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const choice of choices) {
    const parts = choice.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
    const word = parts
      .slice(0, 5)
      .join("_")
      .toUpperCase()
      .replace(/^[0-9_]+/, "");
    const own = word === "" ? "CHOICE" : word;
    let unique = own;
    for (let number = 2; words.includes(unique); number += 1) unique = `${own}_${number}`;
    words.push(unique);
  }
  return words;
}

/** Returns the stored value of a new choice, with a number if the value is taken. */
export function wordFor(choice: string, taken: readonly string[]): string {
  const same = taken.filter((one) => one === wordsFor([choice])[0]);
  return wordsFor([...same, choice]).at(-1) ?? "";
}
