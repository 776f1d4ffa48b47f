import { useEffect, useRef } from "react";
import { afterPress } from "./after-press.ts";
import { type ErrorStore, isAt, type ShownError } from "./errors.ts";

/**
 * RJSF reports a change of the form with a delay, and the report triggers the validation of the changed
 * field. If no report arrives, the field is validated after this time, in milliseconds.
 */
const SETTLE_MS = 60;
/** Pause in typing, in milliseconds, after which a fixed error disappears. */
const PAUSE_MS = 200;

/**
 * Validates single fields. A field gets its error when it is left after a change, or when a choice is made.
 * While the person types, a fixed error disappears, but a new one appears only when the field is left.
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
    /** Reports a change of the form at a pointer; `null` if the changed field is unknown. */
    change: (pointer: string | null) => {
      if (pointer !== null) {
        changed.current.add(pointer);
        touched.current.add(pointer);
      }
      afterPress(judgeWaiting);
      dropMendedSoon();
    },
    /**
     * Cancels pending checks. All fields have just been validated, and a late check must not clear the
     * server's errors.
     */
    forget: () => {
      for (const left of [waiting, changed, touched]) left.current.clear();
      clearTimeout(mending.current);
    },
  };
}
