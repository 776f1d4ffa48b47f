/** Purposes that a colleague must choose from before viewing a person's data. */
export const PURPOSES = ["customer-asks", "review", "complaint", "payment", "incident", "control"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Returns the purpose named in an address; `null` if there is none. */
export function purposeIn(text: string | undefined): Purpose | null {
  return PURPOSES.find((purpose) => purpose === text) ?? null;
}
