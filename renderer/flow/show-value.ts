import { formatLaserCode } from "../../domain/laser-code.ts";
import { formatThaiId } from "../../domain/thai-id.ts";
import {
  type Definition,
  fieldKeys,
  placeKeys,
  placeValueKeys,
  schemaOfPath,
  tradeOf,
} from "../../engine/flow/index.ts";
import { formatOf } from "../../engine/rules/format.ts";
import { groupThousands } from "../../engine/values/group-thousands.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { isPartialDate } from "../../engine/values/local-date.ts";
import { strategyKey } from "../kit/parts/strategies.ts";
import {
  formatBaht,
  formatBirthDate,
  formatDate,
  formatInstant,
  formatNumber,
  formatTime,
  formatUnits,
} from "../kit/text/format.ts";
import { firstText, hasText, language, t } from "../kit/text/i18n.ts";
import { phoneMask } from "../kit/text/mask.ts";
import { placeName } from "./form/groups.ts";

/** One line to show: what it is called and what it says. */
export type ShownLine = { readonly path: string; readonly label: string; readonly value: string };

/** What stands before a value at a path. */
export function labelOf(definition: Definition, path: string): string {
  return firstText(placeKeys(definition, path)) ?? path.split(".").at(-1) ?? path;
}

/**
 * The lines that show the value at a path: one for a plain value, one per part for an object or a list of objects.
 * Nothing for a value that is missing.
 */
export function linesOf(definition: Definition, path: string, value: Json | undefined): readonly ShownLine[] {
  if (value === undefined || value === null) return [];
  const label = labelOf(definition, path);
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

/** A plain value in words: by its place's options, its schema's format, or as it is. */
export function showValue(definition: Definition, path: string, value: Json): string {
  if (Array.isArray(value))
    return (value as Json[]).map((item) => showValue(definition, path, item)).join(", ");
  if (typeof value === "object" && value !== null) return "";
  const word = value === null ? null : firstText(placeValueKeys(definition, path, value));
  if (word !== null) return withOneLiner(word, value);
  if (typeof value === "boolean") return t(`form:boolean.${value}`);
  const schema = schemaOfPath(definition, path);
  const name = path.split(".").at(-1)?.replace(/\?$/, "") ?? "";
  if (typeof value === "number")
    return /Bps$/.test(name) ? `${(value / 100).toFixed(2)}%` : plainNumber(value, name);
  if (/\.address\.\w+$/.test(path)) return placeName(name, String(value), language());
  const format = String(schema?.format ?? schema?.common ?? "");
  return showDecimal(definition, format, String(value)) ?? showText(String(value), format, name);
}

/** Text of one choice of a field. */
export function optionText(definition: Definition, step: string, pointer: string, value: Json): string {
  const words = firstText(fieldKeys(definition, step, pointer, `options.${String(value)}`));
  if (words !== null) return words;
  if (typeof value === "boolean") return t(`form:boolean.${value}`);
  return regionName(String(value)) ?? String(value);
}

/** A number of some unit, where nothing below says it better. */
function showDecimal(definition: Definition, format: string, text: string): string | null {
  const type = formatOf(tradeOf(definition).formats, format)?.type;
  if (type?.kind !== "decimal" || format === "baht" || format === "units") return null;
  const { unit } = type.of;
  return unit === undefined ? groupThousands(text) : `${groupThousands(text)} ${unit[language()]}`;
}

function showText(text: string, format: string, name: string): string {
  switch (format) {
    case "baht":
      return `${formatBaht(text)} ${t("common:baht")}`;
    case "units":
      return /nav/i.test(name) ? formatUnits(text) : `${formatUnits(text)} ${t("common:units")}`;
    case "date":
      return formatDate(text);
    case "partial-date":
      return isPartialDate(text) ? formatBirthDate(text) : text;
    case "instant":
    case "date-time":
      return t("common:instant", {
        date: formatDate(text),
        time: formatTime(text),
        whole: formatInstant(text),
      });
    case "thai-id":
      return formatThaiId(text);
    case "laser-code":
      return formatLaserCode(text);
    case "thai-phone":
    case "thai-mobile":
      return phoneMask.show(phoneMask.clean(text));
    case "file-ref":
      return t("common:flow.fileSent");
    case "country":
      return regionName(text) ?? text;
    default:
      return text;
  }
}

function recordLines(definition: Definition, path: string, value: JsonObject): readonly ShownLine[] {
  return Object.entries(value).flatMap(([name, part]) => linesOf(definition, `${path}.${name}`, part));
}

/** A strategy's code is followed by what it is. */
function withOneLiner(word: string, value: Json): string {
  const key = strategyKey(String(value));
  return key !== null && word === value && hasText(key) ? `${word} ${t(key)}` : word;
}

function plainNumber(value: number, name: string): string {
  return /year/i.test(name) ? String(value) : formatNumber(value);
}

function regionName(code: string): string | null {
  if (!/^[A-Z]{2}$/.test(code)) return null;
  return new Intl.DisplayNames(language(), { type: "region", fallback: "none" }).of(code) ?? null;
}

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
