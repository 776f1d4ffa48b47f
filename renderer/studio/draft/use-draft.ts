import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  type Clash,
  changedFiles,
  type Draft,
  type EditFault,
  edit,
  edits,
  type Left,
  type Operation,
} from "../../../engine/edits/index.ts";
import { fail, ok, type Result } from "../../../engine/values/result.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { outdate } from "../../kit/api/query.ts";
import { useLanguage } from "../../kit/text/i18n.ts";
import type { BaseVersion } from "./base-version.ts";
import {
  begun,
  type Done,
  type DraftState,
  mergedWith,
  partOf,
  rebased,
  settled,
  unsavedOf,
  withFiles,
} from "./draft-state.ts";
import { dropEdits, keepEdits, keptEdits } from "./kept-edits.ts";
import { closeSlot, isSame, isSaved, type Part, type Slot, savePart, saves, slotOf } from "./saved-change.ts";

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

/** The save state of a draft. */
export type Kept = "unchanged" | "saving" | "saved" | "unsaved" | "unkept";

/** Keystrokes in the same text within this time are one undo step. */
const SAME_TYPING_MS = 1_200;
let typed: { key: string; at: number } | null = null;

/** Delay before edits are saved. */
const REST_MS = 1_000;
/** Delay between tries to save without a connection. */
const AGAIN_MS = 5_000;

/** A version's files as texts with the edits of a change; saved shortly after each edit. */
export function useDraft({ of, files, change, newer, mayEdit }: BaseVersion): Drafting {
  const { flow } = of;
  const title = of.title[useLanguage()];
  const [slot] = useState(() => slotOf(flow, change));
  const [state, setState] = useState<DraftState>(() =>
    begun({ of, files, newer, slot, kept: mayEdit ? keptEdits({ flow, change: slot.id }) : null }),
  );
  const { base, draft } = state;
  const changed = useMemo(() => changedFiles(base, draft), [base, draft]);
  const [kept, setKept] = useState<Kept>(changed.length > 0 ? "saved" : "unchanged");
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const isKept = useRef(true);
  const latest = useRef<Part>(partOf(state));
  latest.current = partOf(state);
  const isOff = useRef(false);
  const hasClash = useRef(false);
  hasClash.current = state.clashes.length > 0;

  const flush = useCallback(async (): Promise<Result<null, ApiFailure>> => {
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
    if (saved.value.kind === "kept") {
      const isLatest = latest.current.base === part.base && isSame(latest.current.files, part.files);
      if (isLatest) dropEdits({ flow, change: slot.id });
      setKept(Object.keys(part.files).length > 0 ? "saved" : "unchanged");
      return ok(null);
    }
    const { saved: was, theirs, failure } = saved.value;
    setKept("unsaved");
    setState((before) =>
      mergedWith(before, {
        on: before.on,
        base: before.base,
        was: withFiles(before.base, was),
        theirs: withFiles(before.base, theirs),
        since: was,
      }),
    );
    return fail(failure);
  }, [slot, flow, title]);

  useEffect(() => {
    if (!mayEdit || isOff.current) return;
    const part = partOf(state);
    if (isSaved(slot, part)) {
      dropEdits({ flow, change: slot.id });
      return setKept(Object.keys(part.files).length > 0 ? "saved" : "unchanged");
    }
    isKept.current = keepEdits({ flow, change: slot.id }, unsavedOf(state, slot));
    setKept(state.clashes.length > 0 ? (isKept.current ? "unsaved" : "unkept") : "saving");
    // A colleague's edits stay on the server until the conflict is resolved.
    if (state.clashes.length > 0) return;
    const rest = setTimeout(() => void flush(), REST_MS);
    return () => clearTimeout(rest);
  }, [state, slot, flow, mayEdit, flush]);
  // Without a connection it is tried again by itself; what the server refused waits for the person.
  useEffect(() => {
    if (failure?.kind !== "offline") return;
    const again = setInterval(() => void flush(), AGAIN_MS);
    return () => clearInterval(again);
  }, [failure, flush]);
  const last = useRef(flush);
  last.current = flush;
  // Leaving the page saves first.
  useEffect(() => () => void (mayEdit && last.current()), [mayEdit]);

  const apply = useCallback(
    (...operations: readonly Operation[]): boolean => {
      const [operation] = operations;
      if (operation === undefined) return true;
      const edited = edits(draft, operations, { published: base });
      if (!edited.ok) {
        setState((before) => ({ ...before, fault: edited.error }));
        return false;
      }
      const { draft: next, inverse, left } = edited.value;
      if (next === draft) return true;
      const { args } = operation;
      // Each language of a text is its own undo step.
      const what = JSON.stringify(["key" in args ? args.key : null, ...Object.keys(args)]);
      const now = Date.now();
      const isSameText =
        operation.op === "set-text" && typed?.key === what && now - typed.at < SAME_TYPING_MS;
      typed = { key: what, at: now };
      setState((before) => ({
        ...before,
        draft: next,
        done: isSameText
          ? [...before.done.slice(0, -1), together(before.done.at(-1), inverse)]
          : [...before.done, { back: inverse, op: operation.op }],
        undone: [],
        fault: null,
        left,
      }));
      return true;
    },
    [draft, base],
  );
  const step = (from: "done" | "undone") => {
    const back = state[from].at(-1);
    if (back === undefined) return null;
    return () => {
      typed = null;
      const edited = edit(draft, back.back);
      if (!edited.ok) return setState((before) => ({ ...before, fault: edited.error }));
      const turned = { back: edited.value.inverse, op: back.op };
      const rest = state[from].slice(0, -1);
      setState({
        ...state,
        draft: edited.value.draft,
        done: from === "done" ? rest : [...state.done, turned],
        undone: from === "undone" ? rest : [...state.undone, turned],
        fault: null,
        left: [],
      });
    };
  };
  const close = () => {
    isOff.current = true;
    dropEdits({ flow, change: slot.id });
    closeSlot(slot);
    void outdate(["/changes"]);
  };
  return {
    draft,
    on: state.on,
    base,
    changed,
    apply,
    undo: step("done"),
    redo: step("undone"),
    fault: state.fault,
    left: state.left,
    kept,
    failure,
    slot,
    clashes: state.clashes,
    settle: (clash, choice) => setState(settled(state, clash, choice)),
    rebase:
      newer === null || state.on === newer.of.id
        ? null
        : () => {
            typed = null;
            // A save on its way ends first: what it finds is merged before the version is.
            void saves().then(() => setState((before) => rebased(before, newer)));
          },
    discard: () =>
      setState({
        ...state,
        draft: base,
        done: [],
        undone: [],
        fault: null,
        left: [],
        clashes: [],
        merging: null,
        since: null,
      }),
    save: flush,
    close,
  };
}

/** The inverse of two edits in one text: the later one first. */
function together(before: Done | undefined, inverse: Operation & { readonly op: "restore" }): Done {
  if (before === undefined || before.back.op !== "restore") return { back: inverse, op: "set-text" };
  const pieces = [...inverse.args.pieces, ...before.back.args.pieces];
  return { back: { op: "restore", args: { pieces } }, op: "set-text" };
}
