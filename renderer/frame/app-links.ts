/** Pages that stand at the beginning: behind them lies nothing, so the back button leaves the app. */
const BEGINNINGS = ["/", "/en", "/overview", "/login"];

/**
 * What the system's back button does: it closes what lies over the page, goes a page back, and at the beginning puts the
 * app aside. A flow's own way back is the page before it, as in a browser.
 */
export function goBack({ path, leave }: { readonly path: string; readonly leave: () => void }): void {
  const over = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].at(-1);
  if (over !== undefined) {
    over.dispatchEvent(new Event("cancel", { cancelable: true }));
    return;
  }
  if (BEGINNINGS.includes(path) || history.length <= 1) leave();
  else history.back();
}

/** The page that an address leads to inside of the app; `null` where it is none of ours. */
export function pageOfLink(address: string, origin: string): string | null {
  let link: URL;
  try {
    link = new URL(address);
  } catch {
    return null;
  }
  if (link.origin !== origin || /^\/(api|modules|assets)(\/|$)/.test(link.pathname)) return null;
  return `${link.pathname}${link.search}${link.hash}`;
}
