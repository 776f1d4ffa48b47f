const ERASED_HOST = "erased.invalid";

/** Returns the address that replaces the e-mail of an erased account. `unique`: a new random id, so nothing links it. */
export function erasedAddress(unique: string): string {
  return `erased-${unique}@${ERASED_HOST}`;
}

/** Returns true for the address of an erased account. No letter is sent to it. */
export function isErasedAddress(address: string): boolean {
  return address.endsWith(`@${ERASED_HOST}`);
}
