/** What a vendor may find fault with, in our words. */
export const CONCERNS = [
  "expired",
  "under-age",
  "mismatch",
  "quality",
  "authenticity",
  "compromised",
  "unsupported",
  "other",
] as const;
export type Concern = (typeof CONCERNS)[number];
