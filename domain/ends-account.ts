/** Topics of cases that end the account when they are granted: the request to erase one's data, and to close it. */
export const ENDS_ACCOUNT = ["DATA_ERASE", "ACCOUNT_CLOSE"] as const;

/** Returns true if a granted case brings about the end of the account. `follows`: the action that it brings about. */
export function endsAccount(follows: string | null): boolean {
  return (ENDS_ACCOUNT as readonly (string | null)[]).includes(follows);
}
