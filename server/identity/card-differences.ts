import { normaliseDigits } from "../../engine/values/thai-digits.ts";
import { holderLikeness, type Names } from "./holder-likeness.ts";
import type { CardRead } from "./vendor.ts";

/** What may be otherwise on the card than in what was sent in. */
export const CARD_PARTS = ["name", "birthDate", "nationalId"] as const;
export type CardPart = (typeof CARD_PARTS)[number];

/**
 * What was read on a card otherwise than it was entered. What was not read differs from nothing; a birth date entered without day or
 * month agrees with every date that begins so.
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
