/** Returns `next` if it is on our own site, else `null`: a link must not send people elsewhere after log-in. */
export function safeNext(next: string | undefined): string | null {
  return next && /^\/(?![/\\])\P{Cc}*$/u.test(next) && !next.startsWith("/login") ? next : null;
}
