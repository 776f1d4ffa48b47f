import { Undecided } from "./undecided.ts";

/**
 * Thrown for an expression that diagrams do not support. The answer is then `unknown`, with the reason in
 * `why`.
 */
export class NotFollowed extends Undecided {}
