import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import { holderLikeness, type Names } from "./holder-likeness.ts";
import type { CardRead } from "./vendor.ts";

/** The parts of the card data that are compared with the submitted data. */
export const CARD_PARTS = ["name", "birthDate", "nationalId"] as const;
export type CardPart = (typeof CARD_PARTS)[number];

/**
 * Returns which card data differ from the entered data. Data that could not be read do not count as
 * different. A birth date entered without day or month matches every date with that beginning.
 */
export function cardDifferences(
  read: CardRead,
  entered: Names & { readonly birthDate: string; readonly nationalId: string },
): readonly CardPart[] {
  const digits = (value: string) => normaliseDigits(value).replace(/\D/g, "");
  const differs: Readonly<Record<CardPart, boolean>> = {
    name: read.name !== null && holderLikeness(read.name, entered) !== "SAME",
    birthDate: read.birthDate !== null && !read.birthDate.startsWith(entered.birthDate),
    nationalId: read.nationalId !== null && digits(read.nationalId) !== digits(entered.nationalId),
  };
  return CARD_PARTS.filter((part) => differs[part]);
}
