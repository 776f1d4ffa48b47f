/** What somebody may look at a person for. */
export const PURPOSES = ["customer-asks", "review", "complaint", "payment", "incident", "control"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The purpose that an address names; `null` where it names none. */
export function purposeIn(text: string | undefined): Purpose | null {
  return PURPOSES.find((purpose) => purpose === text) ?? null;
}
