/** Returns the address in its form for comparison: `Somchai@Example.com ` and `somchai@example.com` are equal. */
export function emailKey(email: string): string {
  return email.normalize("NFKC").trim().toLowerCase();
}

/** Returns the masked address: `k•••••••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}${"•".repeat(Math.max(1, at - 1))}${email.slice(at)}`;
}

/** Returns the mailbox of an address: `a+1@b.c` and `A+2@b.c` share one. */
export function mailboxOf(email: string): string {
  return emailKey(email).replace(/\+[^@]*@/, "@");
}
