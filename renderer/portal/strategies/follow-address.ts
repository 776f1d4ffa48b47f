/**
 * Returns the log-in address for following a strategy. After the log-in, the strategy's page opens and the
 * strategy is followed.
 */
export function followAddress(code: string): string {
  return `/login?next=${encodeURIComponent(`/strategies/${encodeURIComponent(code)}?follow=1`)}`;
}
