import type { Operation } from "../../../engine/edits/index.ts";

/** Keystrokes in the same text within this time are one undo step. */
const SAME_TYPING_MS = 1_200;
let typed: { key: string; at: number } | null = null;

/** Notes an edit, and returns whether it continues the last one: the same text within a moment. */
export function continuesTyping({ op, args }: Operation): boolean {
  // Each language of a text is its own undo step.
  const key = JSON.stringify(["key" in args ? args.key : null, ...Object.keys(args)]);
  const at = Date.now();
  const isSame = op === "set-text" && typed?.key === key && at - typed.at < SAME_TYPING_MS;
  typed = { key, at };
  return isSame;
}

/** The next keystroke starts an undo step. */
export function endTyping(): void {
  typed = null;
}
