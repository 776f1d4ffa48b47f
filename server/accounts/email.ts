/**
 * Returns an e-mail address in the form used for comparison: `Somchai@Example.com ` and `somchai@example.com`
 * become equal.
 */
export function emailKey(email: string): string {
  return email.normalize("NFKC").trim().toLowerCase();
}

/** Returns the masked address: `k•••••••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}${"•".repeat(Math.max(1, at - 1))}${email.slice(at)}`;
}

/** Returns a key of the mailbox to which an address belongs: `a+1@b.c` and `A+2@b.c` give the same key. */
export function mailboxOf(email: string): string {
  return emailKey(email).replace(/\+[^@]*@/, "@");
}
