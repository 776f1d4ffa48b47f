import { useCallback, useMemo, useState } from "react";
import {
  type Clash,
  changedFiles,
  type Draft,
  type EditFault,
  edits,
  type Left,
  type Operation,
} from "../../../engine/edits/index.ts";
import type { Result } from "../../../engine/values/result.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { useLanguage } from "../../kit/text/i18n.ts";
import type { BaseVersion } from "./base-version.ts";
import { begun, type DraftState, rebased, type SetDraft, settled } from "./draft-state.ts";
import { keptEdits } from "./kept-edits.ts";
import { type Slot, saves, slotOf } from "./saved-change.ts";
import { continuesTyping, endTyping } from "./typing.ts";
import { discarded, edited, turned } from "./undo.ts";
import { type Kept, useSaving } from "./use-saving.ts";

/** A draft being edited. */
export type Drafting = {
  readonly draft: Draft;
  /** The version it is based on, and its files. */
  readonly on: string;
  readonly base: Draft;
  readonly changed: readonly string[];
  /** Applies an operation, or several as one; a rejected one also sets `fault`. */
  readonly apply: (...operations: readonly Operation[]) => boolean;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly fault: EditFault | null;
  /** Texts to check because of the last operation. */
  readonly left: readonly Left[];
  /** Discards everything not submitted. */
  readonly discard: () => void;
  /** Whether the server has it. */
  readonly kept: Kept;
  /** Why the last save failed; `null` if it did not. */
  readonly failure: ApiFailure | null;
  /** The server's state of it. */
  readonly slot: Slot;
  /** Conflicting edits of two people, until one is chosen; ours is shown meanwhile. */
  readonly clashes: readonly Clash[];
  /** Chooses one side of a conflict. */
  readonly settle: (clash: Clash, choice: "ours" | "theirs") => void;
  /** Moves the draft to the newly published version; `null` if there is none. */
  readonly rebase: (() => void) | null;
  /** Saves the latest edits. */
  readonly save: () => Promise<Result<null, ApiFailure>>;
  /** Ends the draft after it was submitted. */
  readonly close: () => void;
};

/** A version's files as texts with the edits of a change; saved shortly after each edit. */
export function useDraft({ of, files, change, newer, mayEdit }: BaseVersion): Drafting {
  const { flow } = of;
  const title = of.title[useLanguage()];
  const [slot] = useState(() => slotOf(flow, change));
  const [state, setState] = useState<DraftState>(() =>
    begun({ of, files, newer, slot, kept: mayEdit ? keptEdits({ flow, change: slot.id }) : null }),
  );
  const { on, base, draft, fault, left, clashes } = state;
  const changed = useMemo(() => changedFiles(base, draft), [base, draft]);
  const { kept, failure, save, close } = useSaving({ flow, title, slot, mayEdit }, state, setState);
  const apply = useApply(state, setState);
  const step = (from: "done" | "undone") =>
    state[from].length === 0
      ? null
      : () => {
          endTyping();
          setState(turned(state, from));
        };
  return {
    draft,
    on,
    base,
    changed,
    apply,
    undo: step("done"),
    redo: step("undone"),
    fault,
    left,
    kept,
    failure,
    slot,
    clashes,
    settle: (clash, choice) => setState(settled(state, clash, choice)),
    rebase:
      newer === null || on === newer.of.id
        ? null
        : () => {
            endTyping();
            // A save on its way ends first: what it finds is merged before the version is.
            void saves().then(() => setState((before) => rebased(before, newer)));
          },
    discard: () => setState(discarded(state)),
    save,
    close,
  };
}

/** Applies operations to the draft as one undo step. */
function useApply({ draft, base }: DraftState, setState: SetDraft): Drafting["apply"] {
  return useCallback(
    (...operations) => {
      const [operation] = operations;
      if (operation === undefined) return true;
      const made = edits(draft, operations, { published: base });
      if (!made.ok) {
        setState((before) => ({ ...before, fault: made.error }));
        return false;
      }
      if (made.value.draft === draft) return true;
      const isTyping = continuesTyping(operation);
      setState((before) => edited(before, made.value, { op: operation.op, isTyping }));
      return true;
    },
    [draft, base, setState],
  );
}
