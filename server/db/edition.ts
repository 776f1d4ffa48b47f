/**
 * The edition of the functions, views and triggers in `server/<room>/sql`. It rises by one with each release that changes any of
 * them; `EDITION_HASH` is `routinesHash()` of that release, and a test compares both.
 */
export const EDITION = 1;
export const EDITION_HASH = "2d198e08a1826a9c";
