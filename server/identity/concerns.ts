/** Problems that a vendor can report, in our terms. */
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
