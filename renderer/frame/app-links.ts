/** Start pages of the app. From these pages, Back leaves the app. */
const BEGINNINGS = ["/", "/en", "/overview", "/login"];

/**
 * Handles the system's back button: closes an open dialog, or else goes back one page, or else leaves the
 * app. Inside a flow it goes to the previous screen, as a browser does.
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

/** Returns the page of an address inside the app; `null` if the address is not on our site. */
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
