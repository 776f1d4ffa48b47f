import { useEffect, useRef } from "react";
import { afterPress } from "./after-press.ts";
import { type ErrorStore, isAt, type ShownError } from "./errors.ts";

/** RJSF reports a change late, and the field is validated on the report. If none comes, it is validated after this time. */
const SETTLE_MS = 60;
/** A fixed error disappears when typing pauses. */
const PAUSE_MS = 200;

/**
 * Validates single fields: one that was changed and left, or that settled by a choice, gets its error. A fixed error
 * disappears while typing; a new one appears only when the field is left.
 */
export function useFieldChecks(errors: ErrorStore, faults: () => readonly ShownError[]) {
  const changed = useRef(new Set<string>());
  const waiting = useRef(new Set<string>());
  const touched = useRef(new Set<string>());
  const mending = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(mending.current), []);

  const judgeWaiting = () => {
    if (waiting.current.size === 0) return;
    const found = faults();
    for (const pointer of waiting.current)
      errors.showAt(
        pointer,
        found.filter((error) => isAt(error, pointer)),
      );
    waiting.current.clear();
  };
  const settle = (pointer: string) => {
    waiting.current.add(pointer);
    setTimeout(() => afterPress(judgeWaiting), SETTLE_MS);
  };
  const dropMended = () => {
    errors.dropMended(faults(), touched.current);
    touched.current.clear();
  };
  const dropMendedSoon = () => {
    clearTimeout(mending.current);
    if (errors.all().length === 0) return;
    mending.current = setTimeout(() => afterPress(dropMended), PAUSE_MS);
  };
  return {
    settle,
    leave: (pointer: string) => {
      if (changed.current.delete(pointer)) settle(pointer);
    },
    /** Notices a change of the form; `null`: of no field in particular. */
    change: (pointer: string | null) => {
      if (pointer !== null) {
        changed.current.add(pointer);
        touched.current.add(pointer);
      }
      afterPress(judgeWaiting);
      dropMendedSoon();
    },
    /** Forgets what is pending: all fields have been validated, and a late check must not clear the server's errors. */
    forget: () => {
      for (const left of [waiting, changed, touched]) left.current.clear();
      clearTimeout(mending.current);
    },
  };
}
