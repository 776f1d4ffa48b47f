/**
 * The wait of answers that must not reveal whether an account is known, in milliseconds. No other timer has this
 * length, so a test can count the waits.
 */
export const EVEN_MS = 7;
/** Settings of portals whose tests do not test response times: they do not wait. */
export const UNEVEN = { SAPHAN_MOCK_EVEN_MS: String(EVEN_MS) } as const;
