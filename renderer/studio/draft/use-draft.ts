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
import { discarded, edited, editsIn, turned } from "./undo.ts";
import { type Kept, useSaving } from "./use-saving.ts";

/** A draft that is being edited, with its functions. */
export type Drafting = {
  readonly draft: Draft;
  /** Identifier of the version that the draft is based on; `base` has its files. */
  readonly on: string;
  readonly base: Draft;
  readonly changed: readonly string[];
  /** Number of edits since the base version, as undo counts them. At least one if anything is changed. */
  readonly edits: number;
  /**
   * Applies one operation, or several as one undo step. Returns false and sets `fault` if an operation is
   * rejected.
   */
  readonly apply: (...operations: readonly Operation[]) => boolean;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly fault: EditFault | null;
  /** Texts that the person should check because of the last operation. */
  readonly left: readonly Left[];
  /** Discards all edits that were not submitted. */
  readonly discard: () => void;
  /** Whether the draft is saved. */
  readonly kept: Kept;
  /** Reason why the last save failed; `null` if it succeeded. */
  readonly failure: ApiFailure | null;
  /** The server's state of the draft. */
  readonly slot: Slot;
  /**
   * Open conflicts between the edits of two people. Until the person chooses a side, the draft contains their
   * own values.
   */
  readonly clashes: readonly Clash[];
  /** Chooses one side of a conflict. */
  readonly settle: (clash: Clash, choice: "ours" | "theirs") => void;
  /**
   * Moves the draft to the newly published version. The value is `null` if the draft already has the newest
   * version.
   */
  readonly rebase: (() => void) | null;
  /** Saves the latest edits. */
  readonly save: () => Promise<Result<null, ApiFailure>>;
  /** Ends the draft after it was submitted. */
  readonly close: () => void;
};

/**
 * Holds the files of a version as texts, and the edits that a change makes to them. Saves each edit shortly
 * after it is made.
 */
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
    edits: editsIn(state),
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
            // A running save may find conflicts. They must be merged before the draft is moved to the new
            // version.
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
