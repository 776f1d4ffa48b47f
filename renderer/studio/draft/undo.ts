import { type Edited, edit, type Operation } from "../../../engine/edits/index.ts";
import type { Done, DraftState } from "./draft-state.ts";

/** The state after an edit. An edit that continues the last one joins its undo step. */
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

/** The state one step back, or forward again; with a fault if that step no longer applies. */
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

/** The state without edits. */
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

/** The inverse of two edits in one text: the later one first. */
function together(before: Done | undefined, inverse: Edited["inverse"]): Done {
  if (before === undefined || before.back.op !== "restore") return { back: inverse, op: "set-text" };
  const pieces = [...inverse.args.pieces, ...before.back.args.pieces];
  return { back: { op: "restore", args: { pieces } }, op: "set-text" };
}
