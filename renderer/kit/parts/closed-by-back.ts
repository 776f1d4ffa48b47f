/** What marks the entry of the browser's history that an open sheet stands on. */
const MARK = "sheet";

/**
 * Lets the browser's way back close what is open, instead of leaving the page: while it is open it stands on an entry of the
 * history of its own, at the same address. The router is not told; it knows no sheets. Returns what ends it: closed otherwise, its
 * entry is passed over by the next step back.
 */
export function closedByBack(close: () => void): () => void {
  const id = String(Math.random());
  const { href } = location;
  History.prototype.pushState.call(history, { ...history.state, [MARK]: id }, "");
  const wentBack = () => {
    if (history.state?.[MARK] === id) return;
    removeEventListener("popstate", wentBack);
    close();
  };
  addEventListener("popstate", wentBack);
  return () => {
    removeEventListener("popstate", wentBack);
    // Somebody who went on from the sheet finds the page again, without it.
    if (history.state?.[MARK] !== id) return;
    const passOver = () => {
      removeEventListener("popstate", passOver);
      if (location.href === href && history.state?.[MARK] === undefined) history.back();
    };
    addEventListener("popstate", passOver);
  };
}
