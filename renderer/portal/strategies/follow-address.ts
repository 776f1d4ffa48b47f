/** The log-in address for following a strategy; back on its page, it is followed. */
export function followAddress(code: string): string {
  return `/login?next=${encodeURIComponent(`/strategies/${encodeURIComponent(code)}?follow=1`)}`;
}
