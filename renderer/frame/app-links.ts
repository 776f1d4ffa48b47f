/** Start pages: Back leaves the app from them. */
const BEGINNINGS = ["/", "/en", "/overview", "/login"];

/**
 * The system's back button: closes an open dialog, else goes a page back, else leaves the app. Inside a flow it leads
 * to the page before, as in a browser.
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

/** The page of an address inside the app; `null` if the address is not ours. */
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
