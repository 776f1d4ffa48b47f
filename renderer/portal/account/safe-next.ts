/**
 * Returns `next` if it is an address on our own site, or else `null`. A link must not send people to another
 * site after log-in.
 */
export function safeNext(next: string | undefined): string | null {
  return next && /^\/(?![/\\])\P{Cc}*$/u.test(next) && !next.startsWith("/login") ? next : null;
}
