/** Mark in a prepared letter that the colleague replaces with the details before sending the letter. */
export const LETTER_BLANK = "[…]";
