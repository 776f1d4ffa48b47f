import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  PLACE_PARTS,
  type PlacePart,
  type PlaceParts,
  placesWith,
  rowsOfPlaces,
  type ThaiPlace,
  type ThaiPlaces,
  wrongPart,
} from "../../../domain/thai-places.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { get, queryClient } from "../../kit/api/query.ts";
import { type Language, t } from "../../kit/text/i18n.ts";

/** The list of places changes only with a release, so it never becomes stale. */
const PLACES = { ...get("/places"), staleTime: Number.POSITIVE_INFINITY, gcTime: 3_600_000 };

/** Returns the list of places; `null` until it is loaded. It is loaded when an address is first shown. */
export function usePlaces(wanted = true): readonly ThaiPlace[] | null {
  const { data } = useQuery({ ...PLACES, enabled: wanted }, queryClient);
  return useMemo(() => (data === undefined ? null : rowsOf(data)), [data]);
}

/**
 * Returns a place's name in the current language, from the Thai name that answers store. Unknown names stay
 * as typed.
 */
export function placeName(part: string, text: string, language: Language): string {
  const rows = loaded();
  if (rows === null || !isNamed(part)) return text;
  const found = rows.find((row) => row[part].th === text) ?? placesWith(rows, part, text)[0];
  return found === undefined ? text : found[part][language];
}

/** Returns the contradiction between the filled-in parts of an address; `null` if there is none. */
export function placeFault(address: JsonObject): { field: string; code: string; text: string } | null {
  const rows = loaded();
  const wrong = rows === null ? null : wrongPart(rows, partsOf(address));
  return wrong === null ? null : { field: wrong, code: "place", text: t(`warning:place.${wrong}`) };
}

/** Returns the parts of an address that come from the list of places. */
export function partsOf(address: JsonObject): PlaceParts {
  const parts = PLACE_PARTS.map((part) => [part, String(address[part] ?? "")]);
  return Object.fromEntries(parts) as PlaceParts;
}

/** Whether a field of an address comes from the list of places. */
export function isPlacePart(name: string): name is PlacePart {
  return (PLACE_PARTS as readonly string[]).includes(name);
}

function isNamed(part: string): part is Exclude<PlacePart, "postalCode"> {
  return isPlacePart(part) && part !== "postalCode";
}

function loaded(): readonly ThaiPlace[] | null {
  const list = queryClient.getQueryData<ThaiPlaces>(PLACES.queryKey);
  return list === undefined ? null : rowsOf(list);
}

const made = new WeakMap<ThaiPlaces, readonly ThaiPlace[]>();

function rowsOf(list: ThaiPlaces): readonly ThaiPlace[] {
  const known = made.get(list);
  if (known) return known;
  const rows = rowsOfPlaces(list);
  made.set(list, rows);
  return rows;
}
