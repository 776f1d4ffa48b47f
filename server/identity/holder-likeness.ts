import { type NameLikeness, sameName } from "./same-name.ts";

/** The names that a person entered. `company` is the name of a company account. */
export type Names = {
  readonly firstNameTh: string;
  readonly lastNameTh: string;
  readonly firstNameEn: string;
  readonly lastNameEn: string;
  readonly company?: string | null;
};

const RANKS: readonly NameLikeness[] = ["SAME", "CLOSE", "OTHER"];

/**
 * Compares a bank account's holder with the person's names, in the language that matches better. A company's
 * name has many spellings. If it differs, the result is `CLOSE`, which a person reviews, and never `OTHER`.
 */
export function holderLikeness(holder: string, names: Names): NameLikeness {
  if (typeof names.company === "string") return sameName(holder, names.company) === "SAME" ? "SAME" : "CLOSE";
  const found = [
    sameName(holder, names.firstNameTh, names.lastNameTh),
    sameName(holder, names.firstNameEn, names.lastNameEn),
  ];
  return RANKS.find((rank) => found.includes(rank)) ?? "OTHER";
}
