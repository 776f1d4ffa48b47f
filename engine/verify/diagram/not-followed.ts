/** Thrown for an expression that diagrams do not follow; the answer is then `unknown`, and `message` says why. */
export class NotFollowed extends Error {}
