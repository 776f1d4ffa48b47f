/** Settings of portals whose tests look at something else than how long an answer takes: they do not wait for it. */
export const UNEVEN = { SAPHAN_MOCK_EVEN_MS: "1" } as const;
