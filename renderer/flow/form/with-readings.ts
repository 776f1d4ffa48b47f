import type { Formats } from "../../../engine/rules/format.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { twoReadings } from "../../../engine/values/typed-decimal.ts";
import { t } from "../../kit/text/i18n.ts";
import type { ShownError } from "./errors.ts";

/**
 * Explains an ambiguous number, such as `1,234`: adds both possible readings to the text of its error.
 * `formats` are the formats of the flow's trade module.
 */
export function withReadings(error: ShownError, data: JsonObject, formats: Formats): ShownError {
  const type = formats[error.code]?.type;
  if (type?.kind !== "decimal") return error;
  const value = error.pointer
    .split("/")
    .slice(1)
    .reduce<Json | undefined>((at, key) => (at as JsonObject | undefined)?.[key], data);
  const readings = typeof value === "string" ? twoReadings(value, type.of.places) : null;
  return readings === null ? error : { ...error, text: t("form:errors.two-readings", readings) };
}
