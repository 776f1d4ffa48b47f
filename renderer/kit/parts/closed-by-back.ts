/** Name in the history state that marks the entry of an open dialog. */
const MARK = "sheet";

/**
 * Makes the browser's Back button close a dialog, so that it does not leave the page. The open dialog has its
 * own history entry at the same address, unknown to the router. Returns a function to call when the dialog is
 * closed in another way; the next Back then skips the dialog's entry.
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
    // If the person navigated on from the dialog, Back must show the page without the dialog.
    if (history.state?.[MARK] !== id) return;
    const passOver = () => {
      removeEventListener("popstate", passOver);
      if (location.href === href && history.state?.[MARK] === undefined) history.back();
    };
    addEventListener("popstate", passOver);
  };
}
