import { createStore, type Store } from "./store.ts";

/** A yes or no that this device keeps. */
export type KeptChoice = { readonly store: Store<boolean>; readonly choose: (on: boolean) => void };

/** Creates a choice; it is off until chosen. `key`: its name in the device's storage. */
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
        // Without storage it lasts as long as the page.
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
