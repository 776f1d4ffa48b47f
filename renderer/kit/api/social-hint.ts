const HINT = "entered-with";

/** With whom somebody last logged in here, and has not logged out since; `null` where with nobody. */
export function enteredWith(): string | null {
  try {
    return localStorage.getItem(HINT);
  } catch {
    return null;
  }
}

/** Remembers with whom somebody logged in: the provider need not ask again which account it is. */
export function rememberProvider(provider: string): void {
  try {
    localStorage.setItem(HINT, provider);
  } catch {
    // Then the provider asks again.
  }
}

/** Signs out of the social provider: the next log-in asks there who one is, whoever sits at this device. */
export function signOutOfProvider(): void {
  try {
    localStorage.removeItem(HINT);
    sessionStorage.removeItem("social-visit");
  } catch {
    // Nothing was kept then.
  }
}
