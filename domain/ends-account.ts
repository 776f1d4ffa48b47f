/**
 * Case topics that end the account when staff grant the case: erasing the person's data, and closing the
 * account.
 */
export const ENDS_ACCOUNT = ["DATA_ERASE", "ACCOUNT_CLOSE"] as const;

/**
 * Returns true if granting a case ends the account. `follows` is the action that starts when staff grant the
 * case.
 */
export function endsAccount(follows: string | null): boolean {
  return (ENDS_ACCOUNT as readonly (string | null)[]).includes(follows);
}
