/**
 * The time at which development portals of tests begin; `SAPHAN_CLOCK` accepts it. It is a Monday before the cut-off,
 * without a holiday near, and demonstration NAVs end on the Friday before.
 */
export const FIXED_DAY = "2026-11-23T10:00";

/** The same time, for columns of event times that no test depends on. */
export const FIXED_MOMENT = new Date(`${FIXED_DAY}+07:00`);
