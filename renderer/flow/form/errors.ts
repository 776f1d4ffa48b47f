import { useCallback, useSyncExternalStore } from "react";

/**
 * An error at one place of the answer, in words. `pointer` is empty for the whole answer. `byServer`: found by the
 * server only, such as a foreign account; it stays until its place changes.
 */
export type ShownError = {
  readonly pointer: string;
  readonly code: string;
  readonly text: string;
  readonly byServer?: boolean;
};

/** The errors of one form, by JSON pointer. A field subscribes to its own place only, so a change redraws one field. */
export type ErrorStore = {
  readonly at: (pointer: string) => ShownError | null;
  readonly all: () => readonly ShownError[];
  /** Replaces all errors. */
  readonly show: (errors: readonly ShownError[]) => void;
  /** Replaces the errors at or below one place. */
  readonly showAt: (pointer: string, errors: readonly ShownError[]) => void;
  /** Keeps errors that were found again, and server errors whose places did not change. */
  readonly dropMended: (found: readonly ShownError[], changed: ReadonlySet<string>) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Creates an empty store. Errors are sorted by `order`; without it they keep their order. */
export function createErrorStore(order: (one: string, other: string) => number = () => 0): ErrorStore {
  let errors: readonly ShownError[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly ShownError[]) => {
    errors = [...next].sort((one, other) => order(one.pointer, other.pointer));
    for (const listener of listeners) listener();
  };
  return {
    at: (pointer) => errors.find((error) => error.pointer === pointer) ?? null,
    all: () => errors,
    show: (next) => set(firstPerPlace(next)),
    showAt: (pointer, next) => {
      if (next.length === 0 && !errors.some((error) => isAt(error, pointer))) return;
      set([...errors.filter((error) => !isAt(error, pointer)), ...firstPerPlace(next)]);
    },
    dropMended: (found, changed) => {
      const places = new Set(found.map((error) => error.pointer));
      const touched = ({ pointer }: ShownError) =>
        [...changed].some((place) => isAt({ pointer: place }, pointer) || isAt({ pointer }, place));
      const left = errors.filter(
        (error) => places.has(error.pointer) || (error.byServer === true && !touched(error)),
      );
      if (left.length < errors.length) set(left);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The error at a field; re-renders when it changes. */
export function useErrorAt(store: ErrorStore, pointer: string): ShownError | null {
  const look = useCallback(() => store.at(pointer), [store, pointer]);
  return useSyncExternalStore(store.subscribe, look, look);
}

/** Whether an error is at a place or below it. */
export function isAt(error: { readonly pointer: string }, pointer: string): boolean {
  return error.pointer === pointer || error.pointer.startsWith(`${pointer}/`);
}

function firstPerPlace(errors: readonly ShownError[]): readonly ShownError[] {
  const seen = new Set<string>();
  return errors.filter(({ pointer }) => !seen.has(pointer) && seen.add(pointer));
}
