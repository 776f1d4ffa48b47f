import { type NameLikeness, sameName } from "./same-name.ts";

/** The names that a person entered; `company` where the account is a company's. */
export type Names = {
  readonly firstNameTh: string;
  readonly lastNameTh: string;
  readonly firstNameEn: string;
  readonly lastNameEn: string;
  readonly company?: string | null;
};

const RANKS: readonly NameLikeness[] = ["SAME", "CLOSE", "OTHER"];

/**
 * How the holder's name of a bank account stands to the person's, in the language that fits better. A company's name is
 * written in many ways, so one that differs is for a person to look at and never `OTHER`.
 */
export function holderLikeness(holder: string, names: Names): NameLikeness {
  if (typeof names.company === "string") return sameName(holder, names.company) === "SAME" ? "SAME" : "CLOSE";
  const found = [
    sameName(holder, names.firstNameTh, names.lastNameTh),
    sameName(holder, names.firstNameEn, names.lastNameEn),
  ];
  return RANKS.find((rank) => found.includes(rank)) ?? "OTHER";
}
