import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { twoReadings } from "../../../engine/values/typed-decimal.ts";
import { t } from "../../kit/text/i18n.ts";
import type { ShownError } from "./errors.ts";

/** Decimal places of the formats whose fields take typed numbers. */
const PLACES: Readonly<Record<string, number>> = { baht: 2, units: 4 };

/** An error of a number, with both readings where what was typed has two. */
export function withReadings(error: ShownError, data: JsonObject): ShownError {
  const places = PLACES[error.code];
  if (places === undefined) return error;
  const value = error.pointer
    .split("/")
    .slice(1)
    .reduce<Json | undefined>((at, key) => (at as JsonObject | undefined)?.[key], data);
  const readings = typeof value === "string" ? twoReadings(value, places) : null;
  return readings === null ? error : { ...error, text: t("form:errors.two-readings", readings) };
}
