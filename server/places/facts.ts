import { type PlaceParts, rowsOfPlaces, type ThaiPlace, wrongPart } from "../../domain/thai-places.ts";
import type { FactProvider } from "../flows/index.ts";
import { thaiPlaces } from "./places.ts";

const FAULTS = {
  province: "PROVINCE",
  district: "DISTRICT",
  subDistrict: "SUB_DISTRICT",
  postalCode: "POSTAL_CODE",
} as const;

let rows: Promise<readonly ThaiPlace[]> | null = null;

/**
 * Provides the fact `place`. It names the part of an address that contradicts the other parts. It needs no
 * database.
 */
export function placesFacts(): readonly FactProvider[] {
  return [
    {
      id: "place",
      load: async (_context, parts) => {
        rows ??= thaiPlaces().then(rowsOfPlaces);
        const wrong = wrongPart(await rows, parts as PlaceParts);
        return { fault: wrong === null ? "NONE" : FAULTS[wrong] };
      },
    },
  ];
}
