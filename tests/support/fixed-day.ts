/**
 * Time at which development portals of tests begin, in the format of `SAPHAN_CLOCK`. It is a Monday before
 * the cut-off, with no holiday near. The demonstration NAVs end on the Friday before.
 */
export const FIXED_DAY = "2026-11-23T10:00";

/** The same time as a date, for columns of event times on which no test depends. */
export const FIXED_MOMENT = new Date(`${FIXED_DAY}+07:00`);
