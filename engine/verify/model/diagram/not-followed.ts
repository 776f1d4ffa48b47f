import { Undecided } from "./undecided.ts";

/** Thrown for an expression that diagrams do not follow; the answer is then `unknown`, and `why` says why. */
export class NotFollowed extends Undecided {}
