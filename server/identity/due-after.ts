import type { Clock } from "../clock/index.ts";

/** Looked at again after so many months. */
const REVIEW_MONTHS = { usual: 24, highRisk: 12 } as const;

/** The day on which data given today must be looked at again. */
export function dueAfter({ clock }: { readonly clock: Clock }, highRisk: boolean): string {
  const months = highRisk ? REVIEW_MONTHS.highRisk : REVIEW_MONTHS.usual;
  return clock.now().plus({ months }).toISODate();
}
