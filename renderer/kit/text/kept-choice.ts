import { createStore, type Store } from "./store.ts";

/** A yes-or-no choice that is stored on this device. */
export type KeptChoice = { readonly store: Store<boolean>; readonly choose: (on: boolean) => void };

/** Creates a yes-or-no choice, which is initially off. `key` is its name in the device's storage. */
export function keptChoice(key: string): KeptChoice {
  const store = createStore(isKept(key));
  return {
    store,
    choose: (on) => {
      store.set(on);
      try {
        if (on) localStorage.setItem(key, "1");
        else localStorage.removeItem(key);
      } catch {
        // If storage is unavailable, the choice is lost when the page is closed.
      }
    },
  };
}

function isKept(key: string): boolean {
  try {
    return localStorage.getItem(key) === "1";
  } catch {
    return false;
  }
}
