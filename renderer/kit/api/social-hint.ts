const HINT = "entered-with";

/** The provider of the last log-in without a log-out since; `null` if there is none. */
export function enteredWith(): string | null {
  try {
    return localStorage.getItem(HINT);
  } catch {
    return null;
  }
}

/** Stores the provider of a log-in, so that it need not ask for the account again. */
export function rememberProvider(provider: string): void {
  try {
    localStorage.setItem(HINT, provider);
  } catch {
    // The provider then asks again.
  }
}

/** Signs out of the social provider: the next log-in asks for the account again, because another person may use the device. */
export function signOutOfProvider(): void {
  try {
    localStorage.removeItem(HINT);
    sessionStorage.removeItem("social-visit");
  } catch {
    // Nothing was stored.
  }
}
