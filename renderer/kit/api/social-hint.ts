const HINT = "entered-with";

/**
 * Returns the social provider of the last log-in, unless the person has logged out since; `null` if there is
 * none.
 */
export function enteredWith(): string | null {
  try {
    return localStorage.getItem(HINT);
  } catch {
    return null;
  }
}

/** Stores the provider of a log-in, so that the provider need not ask again which account to use. */
export function rememberProvider(provider: string): void {
  try {
    localStorage.setItem(HINT, provider);
  } catch {
    // Storage is unavailable, so the provider asks for the account again.
  }
}

/**
 * Signs out of the social provider. Another person may use the device, so the next log-in must ask for the
 * account again.
 */
export function signOutOfProvider(): void {
  try {
    localStorage.removeItem(HINT);
    sessionStorage.removeItem("social-visit");
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}
