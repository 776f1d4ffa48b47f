/** The address as it is compared: `Somchai@Example.com ` and `somchai@example.com` are one person. */
export function emailKey(email: string): string {
  return email.normalize("NFKC").trim().toLowerCase();
}

/** The address as others may see it: `k•••••••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}${"•".repeat(Math.max(1, at - 1))}${email.slice(at)}`;
}

/** `a+1@b.c` and `A+2@b.c` end in one mailbox. */
export function mailboxOf(email: string): string {
  return emailKey(email).replace(/\+[^@]*@/, "@");
}
