const ERASED_HOST = "erased.invalid";

/**
 * Returns the address that replaces the e-mail address of an erased account. `unique`: a new random id, so
 * that nothing links the address to the person.
 */
export function erasedAddress(unique: string): string {
  return `erased-${unique}@${ERASED_HOST}`;
}

/** Returns true for the address of an erased account. The portal sends no e-mail to such an address. */
export function isErasedAddress(address: string): boolean {
  return address.endsWith(`@${ERASED_HOST}`);
}
