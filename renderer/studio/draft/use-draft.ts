import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  type Clash,
  changedFiles,
  type Draft,
  type EditFault,
  edit,
  edits,
  type Left,
  merge,
  type Operation,
} from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { fail, ok, type Result } from "../../../engine/values/result.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { dropForVisit, keepForVisit, keptForVisit } from "../../kit/api/drafts.ts";
import { outdate } from "../../kit/api/query.ts";
import { useLanguage } from "../../kit/text/i18n.ts";
import { type BaseVersion, NEW } from "./base-version.ts";
import {
  type ChangedFiles,
  closeSlot,
  isSame,
  isSaved,
  type Part,
  type Slot,
  savedFiles,
  savePart,
  saves,
  slotOf,
} from "./saved-change.ts";

/** One edit with its inverse. */
type Done = { readonly back: Operation; readonly op: Operation["op"] };

/** A draft being edited. */
export type Drafting = {
  readonly draft: Draft;
  /** The published files it is based on. */
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
export type Kept = "unchanged" | "saving" | "saved" | "unsaved";

type State = {
  /** The base version of the draft, and its files. */
  readonly on: string;
  readonly base: Draft;
  readonly draft: Draft;
  readonly done: readonly Done[];
  readonly undone: readonly Done[];
  readonly fault: EditFault | null;
  readonly left: readonly Left[];
  readonly clashes: readonly Clash[];
  /** The last saved files before a colleague's conflicting save. */
  readonly since: ChangedFiles | null;
};

/** Edits in this browser that the server does not have yet. */
type Unsaved = Part & { readonly change: string | null; readonly saved: ChangedFiles };

/** Keystrokes in the same text within this time are one undo step. */
const SAME_TYPING_MS = 1_200;
let typed: { key: string; at: number } | null = null;

/** Delay before edits are saved. */
const REST_MS = 1_000;
/** Maximum number of undo steps that the server stores. */
const MOST_DONE = 300;

/** A version's files as texts with the edits of a change; saved shortly after each edit. */
export function useDraft({ of, files, change, newer, mayEdit }: BaseVersion): Drafting {
  const { flow } = of;
  const title = of.title[useLanguage()];
  const [slot] = useState(() => slotOf(flow, change));
  const key = `draft:studio:${flow}`;
  const [state, setState] = useState<State>(() =>
    begun({ of, files, newer, slot, kept: mayEdit ? keptIn(key, slot) : null }),
  );
  const { base, draft } = state;
  const changed = useMemo(() => changedFiles(base, draft), [base, draft]);
  const [kept, setKept] = useState<Kept>(changed.length > 0 ? "saved" : "unchanged");
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
    if (!saved.ok) {
      setKept("unsaved");
      return saved;
    }
    if (saved.value.kind === "kept") {
      if (isSame(latest.current.files, part.files)) dropForVisit(key);
      setKept(Object.keys(part.files).length > 0 ? "saved" : "unchanged");
      return ok(null);
    }
    const { saved: was, theirs, failure } = saved.value;
    setKept("unsaved");
    setState((before) => {
      const merged = merge({
        base: withFiles(before.base, was),
        ours: before.draft,
        theirs: withFiles(before.base, theirs),
      });
      const since = merged.clashes.length > 0 ? was : null;
      return { ...before, ...merged, since, done: [], undone: [] };
    });
    return fail(failure);
  }, [slot, flow, title, key]);

  useEffect(() => {
    if (!mayEdit || isOff.current) return;
    const part = partOf(state);
    if (isSaved(slot, part)) {
      dropForVisit(key);
      return setKept(Object.keys(part.files).length > 0 ? "saved" : "unchanged");
    }
    const saved = state.since ?? savedFiles(slot);
    keepForVisit(key, { ...part, change: slot.id, saved } as unknown as JsonObject);
    setKept(state.clashes.length > 0 ? "unsaved" : "saving");
    // A colleague's edits stay on the server until the conflict is resolved.
    if (state.clashes.length > 0) return;
    const rest = setTimeout(() => void flush(), REST_MS);
    return () => clearTimeout(rest);
  }, [state, slot, key, mayEdit, flush]);
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
    dropForVisit(key);
    closeSlot(slot);
    void outdate(["/changes"]);
  };
  return {
    draft,
    base,
    changed,
    apply,
    undo: step("done"),
    redo: step("undone"),
    fault: state.fault,
    left: state.left,
    kept,
    slot,
    clashes: state.clashes,
    settle: (clash, choice) => {
      const rest = state.clashes.filter((one) => one !== clash);
      const taken = choice === "theirs" ? edit(draft, taking(clash)) : null;
      setState({
        ...state,
        clashes: rest,
        since: rest.length > 0 ? state.since : null,
        ...(taken?.ok
          ? {
              draft: taken.value.draft,
              done: [...state.done, { back: taken.value.inverse, op: "set-value" as const }],
              undone: [],
            }
          : {}),
      });
    },
    rebase:
      newer === null || state.on === newer.of.id
        ? null
        : () => {
            const next = textsOf(newer.files);
            const merged = merge({ base, ours: draft, theirs: next });
            setState({ ...state, ...merged, on: newer.of.id, base: next, done: [], undone: [] });
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
        since: null,
      }),
    save: flush,
    close,
  };
}

/**
 * The initial draft: the server's state, and edits that this browser could not save. Edits that were moved to the newest
 * version while something clashed stay there, and every clash is asked again.
 */
export function begun({
  of,
  files,
  newer,
  slot,
  kept,
}: Pick<BaseVersion, "of" | "files" | "newer"> & {
  readonly slot: Slot;
  readonly kept: Unsaved | null;
}): State {
  const base = textsOf(files);
  const none = { on: of.id, base, fault: null, left: [], clashes: [], since: null };
  const { part } = slot;
  const theirs = savedFiles(slot);
  if (kept !== null && newer !== null && kept.base === newer.of.id) {
    const next = textsOf(newer.files);
    const { clashes } = merge({ base, ours: withFiles(base, theirs), theirs: next });
    const draft = withFiles(next, kept.files);
    return { ...none, on: newer.of.id, base: next, draft, clashes, done: [], undone: [] };
  }
  if (kept === null || (kept.base ?? NEW) !== of.id)
    return {
      ...none,
      draft: withFiles(base, theirs),
      done: doneIn(part?.done),
      undone: doneIn(part?.undone),
    };
  const ours = withFiles(base, kept.files);
  if (isSame(theirs, kept.saved) || isSame(theirs, kept.files))
    return { ...none, draft: ours, done: doneIn(kept.done), undone: doneIn(kept.undone) };
  const merged = merge({ base: withFiles(base, kept.saved), ours, theirs: withFiles(base, theirs) });
  const since = merged.clashes.length > 0 ? kept.saved : null;
  return { ...none, ...merged, since, done: [], undone: [] };
}

/** Unsaved edits of this change, or of one that was never saved. */
function keptIn(key: string, slot: Slot): Unsaved | null {
  const kept = keptForVisit(key) as unknown as Unsaved | null;
  return kept !== null && (kept.change === slot.id || kept.change === null) ? kept : null;
}

function partOf({ on, base, draft, done, undone }: State): Part {
  const files = Object.fromEntries(changedFiles(base, draft).map((file) => [file, draft[file] ?? null]));
  const kept = (steps: readonly Done[]) => steps.slice(-MOST_DONE) as unknown as Part["done"];
  return { base: on === NEW ? null : on, files, done: kept(done), undone: kept(undone) };
}

function doneIn(steps: Part["done"] | undefined): readonly Done[] {
  return (steps ?? []) as unknown as readonly Done[];
}

function withFiles(base: Draft, files: ChangedFiles): Draft {
  const next: { [file: string]: string } = { ...base };
  for (const [file, text] of Object.entries(files)) {
    if (text === null) delete next[file];
    else next[file] = text;
  }
  return next;
}

/** The operation that replaces our value by theirs. */
function taking({ file, pointer, theirs }: Clash): Operation {
  if (pointer === "")
    return { op: "set-file", args: { file, text: typeof theirs === "string" ? theirs : null } };
  return theirs === undefined
    ? { op: "remove-value", args: { file, pointer } }
    : { op: "set-value", args: { file, pointer, value: theirs } };
}

/** The inverse of two edits in one text: the later one first. */
function together(before: Done | undefined, inverse: Operation & { readonly op: "restore" }): Done {
  if (before === undefined || before.back.op !== "restore") return { back: inverse, op: "set-text" };
  const pieces = [...inverse.args.pieces, ...before.back.args.pieces];
  return { back: { op: "restore", args: { pieces } }, op: "set-text" };
}

function textsOf(files: { readonly [path: string]: Json }): Draft {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, `${JSON.stringify(content, null, 2)}\n`]),
  );
}
