/**
 * The edition of the functions, views and triggers in `server/<room>/sql`. It increases by one with each release that
 * changes any of them. `EDITION_HASH` is `routinesHash()` of that release; a test compares both.
 */
export const EDITION = 1;
export const EDITION_HASH = "8bda571647427540";
