import {
  type Definition,
  fieldKeys,
  placeValueKeys,
  type ShownValue,
  schemaAt,
  schemaOfPath,
  shownKeys,
  tradeOf,
} from "../../engine/flow/index.ts";
import { type Format, formatOf } from "../../engine/rules/format.ts";
import { groupThousands } from "../../engine/values/group-thousands.ts";
import type { Json, JsonObject, JsonSchema } from "../../engine/values/json.ts";
import { isPartialDate } from "../../engine/values/local-date.ts";
import { formatBirthDate } from "../kit/text/birth-date.ts";
import { formatDate, formatInstant, formatNumber, formatTime } from "../kit/text/format.ts";
import { firstText, language, t } from "../kit/text/i18n.ts";
import { segmentsOf } from "./schema-place.ts";
import { tradeParts } from "./trade-parts.ts";

/** One line to show: a label and a text. */
export type ShownLine = { readonly path: string; readonly label: string; readonly value: string };

/** Returns the label of the value at a data path. A note has its own label if the definition contains one. */
export function labelOf(definition: Definition, path: string, role: ShownValue["role"] = null): string {
  return firstText(shownKeys(definition, { path, role })) ?? path.split(".").at(-1) ?? path;
}

/**
 * The lines that show the value at a path: one for a plain value, one per part for an object or a list of objects, none
 * for a missing value.
 */
export function linesOf(
  definition: Definition,
  path: string,
  value: Json | undefined,
  { role = null }: Partial<Pick<ShownValue, "role">> = {},
): readonly ShownLine[] {
  if (value === undefined || value === null) return [];
  const label = labelOf(definition, path, role);
  if (isRecord(value)) return recordLines(definition, path, value);
  if (Array.isArray(value) && value.some(isRecord))
    return value.flatMap((item, at) =>
      isRecord(item)
        ? recordLines(definition, `${path}.items`, item).map((line) => ({
            ...line,
            path: `${line.path}#${at}`,
            label: value.length > 1 ? `${label} ${at + 1}: ${line.label}` : line.label,
          }))
        : [],
    );
  return [{ path, label, value: showValue(definition, path, value) }];
}

/** Returns a plain value as text: the text of its option, or formatted by its format, or unchanged. */
export function showValue(definition: Definition, path: string, value: Json): string {
  if (Array.isArray(value))
    return (value as Json[]).map((item) => showValue(definition, path, item)).join(", ");
  if (typeof value === "object" && value !== null) return "";
  const word = value === null ? null : firstText(placeValueKeys(definition, path, value));
  if (word !== null) return withWhatItIs(word, value);
  if (typeof value === "boolean") return t(`form:boolean.${value}`);
  const schema = itemOf(schemaOfPath(definition, path));
  const known = formatOf(tradeOf(definition).formats, schema?.format);
  if (typeof value === "number") return showNumber(value, known);
  return partOfGroup(definition, path, String(value)) ?? showText(String(value), schema, known);
}

/** Returns the text of one choice of a field. */
export function optionText(definition: Definition, step: string, pointer: string, value: Json): string {
  const words = firstText(fieldKeys(definition, step, pointer, `options.${String(value)}`));
  if (words !== null) return words;
  if (typeof value === "boolean") return t(`form:boolean.${value}`);
  const schema = itemOf(schemaAt(definition.schemas[step], segmentsOf(pointer)));
  return regionName(schema, String(value)) ?? String(value);
}

/**
 * Formats a number with its sign and thousands separators. A format with a scale shows a whole number with
 * that many decimals.
 */
function showNumber(value: number, format: Format | undefined): string {
  const { scale = 0, sign = "", grouped = true } = format?.shown ?? {};
  if (scale === 0 || !Number.isInteger(value)) return `${grouped ? formatNumber(value) : value}${sign}`;
  const digits = String(Math.abs(value)).padStart(scale + 1, "0");
  const whole = groupThousands(digits.slice(0, -scale));
  return `${value < 0 ? "−" : ""}${whole}.${digits.slice(-scale)}${sign}`;
}

function showText(text: string, schema: JsonSchema | undefined, format: Format | undefined): string {
  const { type, shown } = format ?? {};
  if (shown?.written !== undefined) return shown.written(text);
  switch (type?.kind) {
    case "decimal": {
      const unit = shown?.unit ?? type.of.unit;
      return unit === undefined ? groupThousands(text) : `${groupThousands(text)} ${unit[language()]}`;
    }
    case "date":
      return formatDate(text);
    case "instant":
      return t("common:instant", {
        date: formatDate(text),
        time: formatTime(text),
        whole: formatInstant(text),
      });
    case "file":
      return t("common:flow.fileSent");
  }
  if (schema?.format === "partial-date") return isPartialDate(text) ? formatBirthDate(text) : text;
  return regionName(schema, text) ?? text;
}

function recordLines(definition: Definition, path: string, value: JsonObject): readonly ShownLine[] {
  return Object.entries(value).flatMap(([name, part]) => linesOf(definition, `${path}.${name}`, part));
}

/**
 * Adds an explanation to a code that is shown without a text of its own, such as the code of an investment
 * strategy.
 */
function withWhatItIs(word: string, value: Json): string {
  const beside = word === value ? tradeParts().besideCode(word) : null;
  return beside === null ? word : `${word} ${beside}`;
}

/**
 * Returns the text of one field of a group, such as the district of an address, as the trade module formats
 * it. Returns `null` if no such group contains the field.
 */
function partOfGroup(definition: Definition, path: string, text: string): string | null {
  const [, , , part] = path.split(".");
  const widget = part === undefined ? undefined : widgetOf(definition, path);
  const known = widget === undefined ? undefined : tradeParts().groups[widget];
  return known === undefined || part === undefined ? null : known.shown(part, text, language());
}

/** Returns the widget hint of an answer's field. */
export function widgetOf(definition: Definition, path: string): string | undefined {
  const [root, step = "", field = ""] = path.split(".");
  const file = root === "answers" ? definition.flow.steps[step] : undefined;
  return file && "ui" in file ? file.ui?.[field]?.widget : undefined;
}

/** Returns the schema of one item of a list field. */
function itemOf(schema: JsonSchema | undefined): JsonSchema | undefined {
  return schema?.type === "array" && isRecord(schema.items) ? schema.items : schema;
}

/** Returns the name of a country in the reader's language; `null` if the field holds no country code. */
function regionName(schema: JsonSchema | undefined, code: string): string | null {
  if (schema?.common !== "country" || !/^[A-Z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames(language(), { type: "region", fallback: "none" }).of(code) ?? null;
}

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
