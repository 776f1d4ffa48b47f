import { changedFiles, type Edited, edit, type Operation } from "../../../engine/edits/index.ts";
import type { Done, DraftState } from "./draft-state.ts";

/** Returns the state after an edit. If the edit continues the previous edit, both are undone together. */
export function edited(
  state: DraftState,
  { draft, inverse, left }: Edited,
  { op, isTyping }: { readonly op: Operation["op"]; readonly isTyping: boolean },
): DraftState {
  const done = isTyping
    ? [...state.done.slice(0, -1), together(state.done.at(-1), inverse)]
    : [...state.done, { back: inverse, op }];
  return { ...state, draft, done, undone: [], fault: null, left };
}

/**
 * Returns the state after one step of undo or redo. If the step cannot be applied any more, the state has a
 * fault.
 */
export function turned(state: DraftState, from: "done" | "undone"): DraftState {
  const step = state[from].at(-1);
  if (step === undefined) return state;
  const made = edit(state.draft, step.back);
  if (!made.ok) return { ...state, fault: made.error };
  const back = { back: made.value.inverse, op: step.op };
  const rest = state[from].slice(0, -1);
  return {
    ...state,
    draft: made.value.draft,
    done: from === "done" ? rest : [...state.done, back],
    undone: from === "undone" ? rest : [...state.undone, back],
    fault: null,
    left: [],
  };
}

/** Returns the state with all edits discarded. */
export function discarded(state: DraftState): DraftState {
  return {
    ...state,
    draft: state.base,
    done: [],
    undone: [],
    fault: null,
    left: [],
    clashes: [],
    merging: null,
    since: null,
  };
}

/**
 * Returns the number of edits in the draft. A draft that was moved to a newer version can have changes
 * without undo steps; it counts as one edit.
 */
export function editsIn({ draft, base, done }: Pick<DraftState, "draft" | "base" | "done">): number {
  return changedFiles(base, draft).length === 0 ? 0 : Math.max(1, done.length);
}

/** Combines the inverses of two edits of one text. The later edit is reverted first. */
function together(before: Done | undefined, inverse: Edited["inverse"]): Done {
  if (before === undefined || before.back.op !== "restore") return { back: inverse, op: "set-text" };
  const pieces = [...inverse.args.pieces, ...before.back.args.pieces];
  return { back: { op: "restore", args: { pieces } }, op: "set-text" };
}
