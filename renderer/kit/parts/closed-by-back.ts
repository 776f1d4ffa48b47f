/** Marks the history entry of an open dialog. */
const MARK = "sheet";

/**
 * Makes the browser's Back close a dialog instead of leaving the page. The open dialog has its own history entry at the
 * same address, unknown to the router. Returns a function to call when the dialog closes otherwise; the next Back then
 * skips its entry.
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
    // After navigating on from the dialog, Back shows the page without it.
    if (history.state?.[MARK] !== id) return;
    const passOver = () => {
      removeEventListener("popstate", passOver);
      if (location.href === href && history.state?.[MARK] === undefined) history.back();
    };
    addEventListener("popstate", passOver);
  };
}
