/** Stands in a prepared letter where the colleague who sends it fills in the details. */
export const LETTER_BLANK = "[…]";
