/**
 * Number of the current edition of the functions, views and triggers in `server/<room>/sql`. A release that
 * changes any of them raises the number by one. `EDITION_HASH` is the result of `routinesHash()` for this
 * edition. A test compares the two.
 */
export const EDITION = 1;
export const EDITION_HASH = "d93d893ddffa29f1";
