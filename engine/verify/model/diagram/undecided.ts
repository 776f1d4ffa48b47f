import type { Phrase } from "../../../rules/message.ts";

/** The reason why a question could not be decided, as a message key. */
export type Why = Extract<Phrase, { readonly key: `why.${string}` }>;

/** Thrown if a question cannot be decided. The answer is then `unknown`. */
export class Undecided extends Error {
  readonly why: Why;

  constructor(why: Why) {
    super(JSON.stringify(why));
    this.name = "Undecided";
    this.why = why;
  }
}
