import {
  type Definition,
  findText,
  placeKeys,
  placeValueKeys,
  schemaOfPath,
  tradeOf,
} from "../../engine/flow/index.ts";
import { type Format, formatOf } from "../../engine/rules/format.ts";
import { groupThousands } from "../../engine/values/group-thousands.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { DEFAULT_LANGUAGE, inLanguages, type Language, type Words } from "../../engine/values/languages.ts";
import { formatTypedDate, isLocalDate } from "../../engine/values/local-date.ts";

/** A label and value for a letter, a PDF or an export. */
export type DrawnLine = { readonly label: string; readonly value: string };

/**
 * How answers are written as text. `yes`, `no` and `file` are words that the texts of a flow do not contain.
 */
export type Drawing = {
  readonly language: Language;
  readonly words: { readonly yes: string; readonly no: string; readonly file: string };
  /**
   * Names of the formats whose values are shown in full. In all other formats, only the last four digits of a
   * long number are shown.
   */
  readonly whole?: ReadonlySet<string>;
};

/**
 * Writes the answer at a data path as lines in the reader's language. It uses the labels and choices of the
 * version on which the answer was given. A single value is one line; a group or list has one line for each
 * part. Of a long number, only the last four digits are shown. Without a definition, field names and values
 * are shown as they are.
 */
export function drawAnswer(
  definition: Definition | null,
  place: string,
  value: Json,
  drawing: Drawing,
): readonly DrawnLine[] {
  if (value === null || value === "") return [];
  const label = labelOf(definition, place, drawing);
  if (Array.isArray(value)) {
    const plain = value.filter((item) => !isObject(item));
    const parts = value.flatMap((item, at) =>
      isObject(item)
        ? partsOf(definition, `${place}.items`, item, drawing).map((line) => ({
            ...line,
            label: `${label} ${at + 1}: ${line.label}`,
          }))
        : [],
    );
    if (plain.length === 0) return parts;
    const texts = plain.map((item) => drawValue(definition, place, item, drawing));
    return [{ label, value: texts.join(", ") }, ...parts];
  }
  if (isObject(value)) return partsOf(definition, place, value, drawing);
  return [{ label, value: drawValue(definition, place, value, drawing) }];
}

/** Returns the words that the texts of a flow do not contain. `say` returns a text of the portal. */
export function drawingWords(say: (key: string) => string): Drawing["words"] {
  return {
    yes: say("form:boolean.true"),
    no: say("form:boolean.false"),
    file: say("common:flow.fileSent"),
  };
}

/** A label and value in each language. */
export type DrawnWords = { readonly label: Words; readonly value: Words };

/**
 * Writes several answers as text in every language, like `drawAnswer`. `wordsOf` returns the words that the
 * texts of a flow do not contain.
 */
export function drawInLanguages(
  definition: Definition | null,
  answers: readonly { readonly place: string; readonly value: Json }[],
  wordsOf: (language: Language) => Drawing["words"],
): readonly DrawnWords[] {
  const lines = inLanguages((language) => {
    const drawing = { language, words: wordsOf(language) };
    return answers.flatMap(({ place, value }) => drawAnswer(definition, place, value, drawing));
  });
  return lines[DEFAULT_LANGUAGE].map((_, at) => ({
    label: inLanguages((language) => lines[language][at]?.label ?? ""),
    value: inLanguages((language) => lines[language][at]?.value ?? ""),
  }));
}

/**
 * Writes a single value as text: as the text of its choice, or according to its format. Otherwise the value
 * is shown as it is.
 */
export function drawValue(
  definition: Definition | null,
  place: string,
  value: Json,
  { language, words, whole }: Drawing,
): string {
  const plain = value as string | number | boolean;
  const word =
    definition === null
      ? null
      : findText(definition.texts, language, placeValueKeys(definition, place, plain));
  if (word !== null) return word;
  if (typeof plain === "boolean") return plain ? words.yes : words.no;
  const schema = definition === null ? undefined : schemaOfPath(definition, place);
  const format = definition === null ? undefined : formatOf(tradeOf(definition).formats, schema?.format);
  if (format?.type.kind === "file") return words.file;
  if (typeof schema?.format === "string" && whole?.has(schema.format)) return String(plain);
  return inFigures(format, String(plain), language);
}

function partsOf(
  definition: Definition | null,
  place: string,
  value: JsonObject,
  drawing: Drawing,
): readonly DrawnLine[] {
  return Object.entries(value).flatMap(([name, part]) =>
    drawAnswer(definition, `${place}.${name}`, part, drawing),
  );
}

function labelOf(definition: Definition | null, place: string, { language }: Drawing): string {
  const found =
    definition === null ? null : findText(definition.texts, language, placeKeys(definition, place));
  return found ?? place.split(".").at(-1) ?? place;
}

function inFigures(format: Format | undefined, text: string, language: Language): string {
  if (format?.type.kind === "decimal") {
    const unit = format.shown?.unit ?? format.type.of.unit;
    return unit === undefined ? groupThousands(text) : `${groupThousands(text)} ${unit[language]}`;
  }
  if (isLocalDate(text)) return formatTypedDate(text);
  return /^\d{9,}$/.test(text) ? `•••${text.slice(-4)}` : text;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
