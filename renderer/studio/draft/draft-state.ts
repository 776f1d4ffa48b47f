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
  type Takes,
} from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { type BaseVersion, NEW, type WithFiles } from "./base-version.ts";
import { type ChangedFiles, isSame, type Part, type Slot, savedFiles } from "./saved-change.ts";

/** One edit with its inverse. */
export type Done = { readonly back: Operation; readonly op: Operation["op"] };

/** The state of a draft that is being edited. */
export type DraftState = {
  /** Identifier of the draft's base version; `base` has its files. */
  readonly on: string;
  readonly base: Draft;
  readonly draft: Draft;
  readonly done: readonly Done[];
  readonly undone: readonly Done[];
  readonly fault: EditFault | null;
  /** Texts that the person should check because of the last operation. */
  readonly left: readonly Left[];
  /** Open conflicts. Until the person chooses a side, the draft contains their own values. */
  readonly clashes: readonly Clash[];
  /** Files that the open conflicts came from; `null` without conflicts. */
  readonly merging: Merging | null;
  /** Files as saved before a colleague's conflicting save; `null` without such a conflict. */
  readonly since: ChangedFiles | null;
};

/** Sets the state by a function of the latest state. */
export type SetDraft = (next: (before: DraftState) => DraftState) => void;

/**
 * Three versions of the files in conflict: the common base, our version, and the colleague's version. `taken`
 * lists the locations at which the person chose the colleague's value.
 */
export type Merging = {
  readonly base: Draft;
  readonly ours: Draft;
  readonly theirs: Draft;
  readonly taken: readonly string[];
};

/** Edits in this browser that the server does not have yet. */
export type Unsaved = Part & {
  readonly change: string | null;
  /**
   * The server's files when these edits were stored in the browser. `savedOn` is the version that the
   * server's files are based on.
   */
  readonly saved: ChangedFiles;
  readonly savedOn?: string | null;
  /** Open conflicts, so that the page asks about them again after a reload. */
  readonly conflict?: {
    readonly merging: Merging;
    readonly open: readonly string[];
    readonly since: ChangedFiles | null;
  } | null;
};

/** Maximum number of undo steps that the server stores. */
const MOST_DONE = 300;
/** Maximum number of undo steps that are moved to another version. */
const MOST_MOVED = 100;

/**
 * Returns the initial draft: the server's state, with edits that only this browser has. If the stored edits
 * have open conflicts, the page asks about them again. The edits stay based on their own version, even if a
 * newer version is in force.
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
}): DraftState {
  const filesOn = (id: string | null): Draft | null => {
    const found = [{ of, files }, ...(newer === null ? [] : [newer])].find(
      (one) => one.of.id === (id ?? NEW),
    );
    return found === undefined ? null : textsOf(found.files);
  };
  const { part } = slot;
  const savedOn = part === null ? of.id : (part.base ?? NEW);
  const theirs = savedFiles(slot);
  const savedBase = filesOn(savedOn) ?? textsOf(files);
  const none = { fault: null, left: [], clashes: [], merging: null, since: null };
  const keptBase = kept === null ? null : filesOn(kept.base);
  if (kept === null || keptBase === null)
    return {
      ...none,
      on: filesOn(savedOn) === null ? of.id : savedOn,
      base: savedBase,
      draft: withFiles(savedBase, theirs),
      done: doneIn(part?.done),
      undone: doneIn(part?.undone),
    };
  const ours: DraftState = {
    ...none,
    on: kept.base ?? NEW,
    base: keptBase,
    draft: withFiles(keptBase, kept.files),
    done: doneIn(kept.done),
    undone: doneIn(kept.undone),
  };
  if (kept.conflict) {
    const { merging, open, since } = kept.conflict;
    return {
      ...ours,
      clashes: merge(merging).clashes.filter((one) => open.includes(idOf(one))),
      merging,
      since,
    };
  }
  const isOnSame = savedOn === ours.on;
  if (isSame(theirs, kept.saved) || (isOnSame && isSame(theirs, kept.files))) return ours;
  // Another window has saved the draft meanwhile. The later of the two base versions is used.
  const since = kept.saved;
  if (newer !== null && ours.on === newer.of.id) {
    const onto = (files: ChangedFiles) =>
      merge({ base: savedBase, ours: withFiles(savedBase, files), theirs: keptBase }).draft;
    return mergedWith(ours, { on: ours.on, base: keptBase, was: onto(since), theirs: onto(theirs), since });
  }
  const was = withFiles(keptBase, (kept.savedOn ?? kept.base) === kept.base ? since : {});
  return mergedWith(ours, { on: savedOn, base: savedBase, was, theirs: withFiles(savedBase, theirs), since });
}

/**
 * Moves a draft to another version. The edits of the draft and the changes of that version are both kept. If
 * both changed the same value, the person chooses. Undo reverts only the person's own edits. A draft with
 * open conflicts is not moved, because the colleague's values would be lost.
 */
export function rebased(state: DraftState, newer: WithFiles): DraftState {
  if (state.clashes.length > 0) return state;
  const next = textsOf(newer.files);
  return mergedWith(state, { on: newer.of.id, base: next, was: state.base, theirs: next, since: null });
}

/**
 * Merges a draft with files that a colleague or another window saved. `was` contains the last files that both
 * sides had in common.
 */
export function mergedWith(
  state: DraftState,
  to: {
    readonly on: string;
    readonly base: Draft;
    readonly was: Draft;
    readonly theirs: Draft;
    /** Files as saved before, if the colleague saved into the same change; otherwise `null`. */
    readonly since: ChangedFiles | null;
  },
): DraftState {
  const { on, base, was, theirs } = to;
  const moved = (draft: Draft) => merge({ base: was, ours: draft, theirs });
  const { draft, clashes } = moved(state.draft);
  const isClash = clashes.length > 0;
  return {
    ...state,
    on,
    base,
    draft,
    clashes,
    merging: isClash ? mergingOf(clashes, { base: was, ours: state.draft, theirs }) : null,
    since: isClash ? to.since : null,
    done: movedSteps(state.done, state.draft, (one) => moved(one).draft),
    undone: movedSteps(state.undone, state.draft, (one) => moved(one).draft),
    fault: null,
    left: [],
  };
}

/** Chooses one side of a conflict. Edits that were made after the conflict appeared are kept. */
export function settled(state: DraftState, clash: Clash, choice: "ours" | "theirs"): DraftState {
  const clashes = state.clashes.filter((one) => one !== clash);
  const { merging } = state;
  const isOver = clashes.length === 0;
  const rest = { ...state, clashes, since: isOver ? null : state.since, merging: isOver ? null : merging };
  if (choice === "ours" || merging === null) return rest;
  const taken = [...merging.taken, idOf(clash)];
  const before = merge({ ...merging, takes: takesOf(merging.taken) }).draft;
  const after = merge({ ...merging, takes: takesOf(taken) }).draft;
  const files = Object.keys(state.draft).filter((file) => inMerging(merging, file));
  const ours = Object.fromEntries(files.map((file) => [file, state.draft[file] as string]));
  const chosen = merge({ base: before, ours, theirs: after, takes: () => true }).draft;
  const others = Object.entries(state.draft).filter(([file]) => !inMerging(merging, file));
  const next = { ...Object.fromEntries(others), ...chosen };
  const back = stepBetween(next, state.draft);
  return {
    ...rest,
    merging: isOver ? null : { ...merging, taken },
    draft: next,
    ...(back === null ? {} : { done: [...state.done, back], undone: [] }),
  };
}

/** Returns the part of a draft that the server stores. */
export function partOf({ on, base, draft, done, undone }: DraftState): Part {
  const files = Object.fromEntries(changedFiles(base, draft).map((file) => [file, draft[file] ?? null]));
  const kept = (steps: readonly Done[]) => steps.slice(-MOST_DONE) as Part["done"];
  return { base: on === NEW ? null : on, files, done: kept(done), undone: kept(undone) };
}

/** Returns the edits as the browser stores them. The browser keeps the edits until the server has them. */
export function unsavedOf(state: DraftState, slot: Slot): Unsaved {
  const part = partOf(state);
  const { merging, clashes, since } = state;
  return {
    ...part,
    change: slot.id,
    saved: since ?? savedFiles(slot),
    savedOn: slot.part === null ? part.base : slot.part.base,
    conflict: merging === null ? null : { merging, open: clashes.map(idOf), since },
  };
}

/** Returns a version's files, with the changed files in place of the original ones. */
export function withFiles(base: Draft, files: ChangedFiles): Draft {
  const next: { [file: string]: string } = { ...base };
  for (const [file, text] of Object.entries(files)) {
    if (text === null) delete next[file];
    else next[file] = text;
  }
  return next;
}

/**
 * Returns the undo steps of `draft`, converted to the merged draft. If a step cannot be converted, this step
 * and all earlier ones are dropped.
 */
function movedSteps(steps: readonly Done[], draft: Draft, moved: (draft: Draft) => Draft): readonly Done[] {
  const next: Done[] = [];
  let from = draft;
  let movedFrom = moved(draft);
  for (const step of steps.toReversed().slice(0, MOST_MOVED)) {
    const edited = edit(from, step.back);
    if (!edited.ok) break;
    from = edited.value.draft;
    const to = moved(from);
    const back = stepBetween(movedFrom, to);
    if (back !== null) next.unshift({ ...back, op: step.op });
    movedFrom = to;
  }
  return next;
}

/** Returns the undo step that leads from one draft to another; `null` if the drafts are equal. */
function stepBetween(from: Draft, to: Draft): Done | null {
  const files = changedFiles(from, to);
  const writing = (draft: Draft) =>
    files.map((file): Operation => ({ op: "set-file", args: { file, text: draft[file] ?? null } }));
  const edited = files.length === 0 ? null : edits(to, writing(from));
  return edited?.ok ? { back: edited.value.inverse, op: "set-value" } : null;
}

function mergingOf(clashes: readonly Clash[], sides: Omit<Merging, "taken">): Merging {
  const files = new Set(clashes.map(({ file }) => file));
  const of = (draft: Draft) => Object.fromEntries(Object.entries(draft).filter(([file]) => files.has(file)));
  return { base: of(sides.base), ours: of(sides.ours), theirs: of(sides.theirs), taken: [] };
}

function inMerging({ base, ours, theirs }: Merging, file: string): boolean {
  return [base, ours, theirs].some((draft) => Object.hasOwn(draft, file));
}

function takesOf(taken: readonly string[]): Takes {
  return (place) => taken.includes(idOf(place));
}

function idOf({ file, pointer }: Pick<Clash, "file" | "pointer">): string {
  return `${file}#${pointer}`;
}

/**
 * Reads undo steps that this page wrote earlier. The server stores undo steps as JSON without checking them.
 */
function doneIn(steps: Part["done"] | undefined): readonly Done[] {
  return (steps ?? []) as readonly Done[];
}

function textsOf(files: { readonly [path: string]: Json }): Draft {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, `${JSON.stringify(content, null, 2)}\n`]),
  );
}
