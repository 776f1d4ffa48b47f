import { Undecided } from "./undecided.ts";

/**
 * Thrown for an expression that diagrams do not support; the answer is then `unknown`, with the reason in
 * `why`.
 */
export class NotFollowed extends Undecided {}
