/** Only a place of our own site; anything else would let a link send people elsewhere after they logged in. */
export function safeNext(next: string | undefined): string | null {
  return next && /^\/(?![/\\])\P{Cc}*$/u.test(next) && !next.startsWith("/login") ? next : null;
}
