/**
 * Delay in milliseconds of answers that must not reveal whether an account is known. No other timer has this
 * length, so a test can count the delays.
 */
export const EVEN_MS = 7;
/** Settings with this short delay, for portals whose tests do not check response times. */
export const UNEVEN = { SAPHAN_MOCK_EVEN_MS: String(EVEN_MS) } as const;
