/** What an order's reference begins with, by brand. */
export const referencePrefix = { saphan: "SP", nava: "NV" } as const;
