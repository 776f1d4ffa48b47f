import { useCallback, useEffect, useRef, useState } from "react";
import { fail, ok, type Result } from "../../../engine/values/result.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { outdate } from "../../kit/api/query.ts";
import { type DraftState, mergedWith, partOf, type SetDraft, unsavedOf, withFiles } from "./draft-state.ts";
import { dropEdits, keepEdits } from "./kept-edits.ts";
import {
  closeSlot,
  isSame,
  isSaved,
  type Part,
  type Saved,
  type Slot,
  savePart,
  saves,
} from "./saved-change.ts";

/** Whether a draft is saved. With `unkept`, not even this browser could store the edits. */
export type Kept = "unchanged" | "saving" | "saved" | "unsaved" | "unkept";

/** Delay in milliseconds between an edit and its save. */
const REST_MS = 1_000;
/** Delay in milliseconds between attempts to save while there is no connection. */
const AGAIN_MS = 5_000;

type Saving = {
  readonly flow: string;
  /** Title of the change that the first save creates. */
  readonly title: string;
  readonly slot: Slot;
  readonly mayEdit: boolean;
};

type Save = () => Promise<Result<null, ApiFailure>>;

/** Stores a draft in this browser after each edit, and saves it on the server shortly after. */
export function useSaving({ flow, title, slot, mayEdit }: Saving, state: DraftState, setState: SetDraft) {
  const [kept, setKept] = useState<Kept>(() => savedState(partOf(state)));
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const isKept = useRef(true);
  const latest = useRef<Part>(partOf(state));
  latest.current = partOf(state);
  const isOff = useRef(false);
  const hasClash = useRef(false);
  hasClash.current = state.clashes.length > 0;
  const save: Save = useCallback(async () => {
    await saves();
    const part = latest.current;
    if (isOff.current || hasClash.current || isSaved(slot, part)) return ok(null);
    setKept("saving");
    const saved = await savePart(slot, { flow, title, part });
    setFailure(saved.ok ? null : saved.error);
    if (!saved.ok) {
      setKept(isKept.current ? "unsaved" : "unkept");
      return saved;
    }
    const { value } = saved;
    if (value.kind === "kept") {
      const isLatest = latest.current.base === part.base && isSame(latest.current.files, part.files);
      if (isLatest) dropEdits({ flow, change: slot.id });
      setKept(savedState(part));
      return ok(null);
    }
    setKept("unsaved");
    setState((before) => withTheirs(before, value));
    return fail(value.failure);
  }, [slot, flow, title, setState]);
  useEffect(() => {
    if (!mayEdit || isOff.current) return;
    const part = partOf(state);
    if (isSaved(slot, part)) {
      dropEdits({ flow, change: slot.id });
      return setKept(savedState(part));
    }
    isKept.current = keepEdits({ flow, change: slot.id }, unsavedOf(state, slot));
    setKept(state.clashes.length > 0 ? (isKept.current ? "unsaved" : "unkept") : "saving");
    // While a conflict is open, nothing is saved, so that a colleague's edits on the server are not
    // overwritten.
    if (state.clashes.length > 0) return;
    const rest = setTimeout(() => void save(), REST_MS);
    return () => clearTimeout(rest);
  }, [state, slot, flow, mayEdit, save]);
  useSaveAgain(failure, save);
  useSaveOnLeaving(mayEdit, save);
  const close = () => {
    isOff.current = true;
    dropEdits({ flow, change: slot.id });
    closeSlot(slot);
    void outdate(["/changes"]);
  };
  return { kept, failure, save, close };
}

/**
 * Repeats a failed save automatically if there was no connection. If the server rejected the save, the person
 * must act.
 */
function useSaveAgain(failure: ApiFailure | null, save: Save): void {
  useEffect(() => {
    if (failure?.kind !== "offline") return;
    const again = setInterval(() => void save(), AGAIN_MS);
    return () => clearInterval(again);
  }, [failure, save]);
}

/** Saves the latest edits when the person leaves the page. */
function useSaveOnLeaving(mayEdit: boolean, save: Save): void {
  const last = useRef(save);
  last.current = save;
  useEffect(() => () => void (mayEdit && last.current()), [mayEdit]);
}

function savedState({ files }: Part): Kept {
  return Object.keys(files).length > 0 ? "saved" : "unchanged";
}

/** Merges into the draft what a colleague has saved in the meantime. */
function withTheirs(state: DraftState, { saved, theirs }: Saved & { readonly kind: "moved" }): DraftState {
  const { on, base } = state;
  return mergedWith(state, {
    on,
    base,
    was: withFiles(base, saved),
    theirs: withFiles(base, theirs),
    since: saved,
  });
}
