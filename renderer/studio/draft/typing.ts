import type { Operation } from "../../../engine/edits/index.ts";

/** Time in milliseconds within which key presses in the same text count as one undo step. */
const SAME_TYPING_MS = 1_200;
let typed: { key: string; at: number } | null = null;

/**
 * Records an edit. Returns whether the edit continues the previous one, because it changes the same text
 * within a short time.
 */
export function continuesTyping({ op, args }: Operation): boolean {
  // Each language of a text has its own undo steps.
  const key = JSON.stringify(["key" in args ? args.key : null, ...Object.keys(args)]);
  const at = Date.now();
  const isSame = op === "set-text" && typed?.key === key && at - typed.at < SAME_TYPING_MS;
  typed = { key, at };
  return isSame;
}

/** Ends the current typing, so that the next key press starts a new undo step. */
export function endTyping(): void {
  typed = null;
}
