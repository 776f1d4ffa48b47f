import type { Clock } from "../clock/index.ts";

/** Number of months until the next review, for usual and for high-risk customers. */
const REVIEW_MONTHS = { usual: 24, highRisk: 12 } as const;

/** Returns the day on which data submitted today must be reviewed again. */
export function dueAfter({ clock }: { readonly clock: Clock }, highRisk: boolean): string {
  const months = highRisk ? REVIEW_MONTHS.highRisk : REVIEW_MONTHS.usual;
  return clock.now().plus({ months }).toISODate();
}
