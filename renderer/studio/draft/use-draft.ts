import { useCallback, useEffect, useMemo, useState } from "react";
import {
  changedFiles,
  type Draft,
  type EditFault,
  edit,
  type Left,
  type Operation,
} from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { dropForVisit, keepForVisit, keptForVisit } from "../../kit/api/drafts.ts";

/** One thing that was done: what leads back. */
type Done = { readonly back: Operation; readonly op: Operation["op"] };

/** A draft as it is edited. */
export type Drafting = {
  readonly draft: Draft;
  /** The published files that it began on. */
  readonly base: Draft;
  readonly changed: readonly string[];
  /** Does an operation; its fault, where it was refused, is also in `fault`. */
  readonly apply: (operation: Operation) => boolean;
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
  readonly fault: EditFault | null;
  /** What somebody has to look at because of the last operation. */
  readonly left: readonly Left[];
  /** Throws everything away that was not handed in. */
  readonly discard: () => void;
};

type State = {
  readonly draft: Draft;
  readonly done: readonly Done[];
  readonly undone: readonly Done[];
  readonly fault: EditFault | null;
  readonly left: readonly Left[];
};

/** Texts that are typed one letter after the other are one thing to undo while nothing else comes between. */
const SAME_TYPING_MS = 1_200;
let typed: { key: string; at: number } | null = null;

/** The files of a version as texts, and what was changed in them and not handed in; kept over a reload of this visit. */
export function useDraft(flow: string, version: string, files: { readonly [path: string]: Json }): Drafting {
  const base = useMemo(() => textsOf(files), [files]);
  const kept = `draft:studio:${flow}:${version}`;
  const [state, setState] = useState<State>(() => ({
    draft: { ...base, ...keptFiles(kept) },
    done: [],
    undone: [],
    fault: null,
    left: [],
  }));
  const changed = useMemo(() => changedFiles(base, state.draft), [base, state.draft]);
  useEffect(() => {
    if (changed.length === 0) dropForVisit(kept);
    else keepForVisit(kept, Object.fromEntries(changed.map((file) => [file, state.draft[file] ?? ""])));
  }, [kept, changed, state.draft]);

  const apply = useCallback(
    (operation: Operation): boolean => {
      const edited = edit(state.draft, operation, { published: base });
      if (!edited.ok) {
        setState((before) => ({ ...before, fault: edited.error }));
        return false;
      }
      const { draft, inverse, left } = edited.value;
      if (draft === state.draft) return true;
      const key = JSON.stringify([operation.op, "key" in operation.args ? operation.args.key : null]);
      const now = Date.now();
      const isSame = operation.op === "set-text" && typed?.key === key && now - typed.at < SAME_TYPING_MS;
      typed = { key, at: now };
      setState((before) => ({
        draft,
        done: isSame
          ? [...before.done.slice(0, -1), together(before.done.at(-1), inverse)]
          : [...before.done, { back: inverse, op: operation.op }],
        undone: [],
        fault: null,
        left,
      }));
      return true;
    },
    [state.draft, base],
  );
  const step = (from: "done" | "undone") => {
    const last = state[from].at(-1);
    if (last === undefined) return null;
    return () => {
      typed = null;
      const edited = edit(state.draft, last.back);
      if (!edited.ok) return setState((before) => ({ ...before, fault: edited.error }));
      const turned = { back: edited.value.inverse, op: last.op };
      const rest = state[from].slice(0, -1);
      setState({
        draft: edited.value.draft,
        done: from === "done" ? rest : [...state.done, turned],
        undone: from === "undone" ? rest : [...state.undone, turned],
        fault: null,
        left: [],
      });
    };
  };
  return {
    draft: state.draft,
    base,
    changed,
    apply,
    undo: step("done"),
    redo: step("undone"),
    fault: state.fault,
    left: state.left,
    discard: () => setState({ draft: base, done: [], undone: [], fault: null, left: [] }),
  };
}

/** What leads back over two things that were one typing: the later first. */
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

function keptFiles(key: string): Draft {
  return (keptForVisit(key) as (JsonObject & Draft) | null) ?? {};
}
