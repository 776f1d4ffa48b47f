/**
 * Returns the log-in address for a visitor who wants to follow a strategy. After the log-in, the strategy's
 * page opens and follows the strategy.
 */
export function followAddress(code: string): string {
  return `/login?next=${encodeURIComponent(`/strategies/${encodeURIComponent(code)}?follow=1`)}`;
}
