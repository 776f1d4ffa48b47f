import { useCallback, useSyncExternalStore } from "react";

/**
 * An error at one location of the answer, as a readable text. `pointer` is empty if the error concerns the
 * whole answer. `byServer` marks an error that only the server can find, such as another person's account.
 * Such an error stays until the value at its location changes.
 */
export type ShownError = {
  readonly pointer: string;
  readonly code: string;
  readonly text: string;
  readonly byServer?: boolean;
};

/**
 * The errors of one form, by JSON pointer. Each field subscribes only to its own errors, so a new error
 * redraws one field.
 */
export type ErrorStore = {
  readonly at: (pointer: string) => ShownError | null;
  readonly all: () => readonly ShownError[];
  /** Replaces all errors of the form. */
  readonly show: (errors: readonly ShownError[]) => void;
  /** Replaces the errors of one field and of the fields inside it. */
  readonly showAt: (pointer: string, errors: readonly ShownError[]) => void;
  /**
   * Keeps the errors in `found`, and the server's errors whose values did not change. Drops all other errors.
   */
  readonly dropMended: (found: readonly ShownError[], changed: ReadonlySet<string>) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

/**
 * Creates an empty store. `order` sorts the errors. Without it, the errors stay in the order in which they
 * are given.
 */
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

/** Returns the error at a field, and re-renders the component when that error changes. */
export function useErrorAt(store: ErrorStore, pointer: string): ShownError | null {
  const look = useCallback(() => store.at(pointer), [store, pointer]);
  return useSyncExternalStore(store.subscribe, look, look);
}

/** Whether an error belongs to a field or to a field inside it. */
export function isAt(error: { readonly pointer: string }, pointer: string): boolean {
  return error.pointer === pointer || error.pointer.startsWith(`${pointer}/`);
}

function firstPerPlace(errors: readonly ShownError[]): readonly ShownError[] {
  const seen = new Set<string>();
  return errors.filter(({ pointer }) => !seen.has(pointer) && seen.add(pointer));
}
