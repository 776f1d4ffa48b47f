/**
 * The moment at which development portals of tests begin; `SAPHAN_CLOCK` takes it. It is a Monday before the cut-off, with
 * no holiday near, and demonstration NAVs end on the Friday before.
 */
export const FIXED_DAY = "2026-11-23T10:00";

/** The same moment, for columns that say when something happened and that no test depends on. */
export const FIXED_MOMENT = new Date(`${FIXED_DAY}+07:00`);
