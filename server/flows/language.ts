/** The languages that texts and messages come in. */
export type Language = "th" | "en";
