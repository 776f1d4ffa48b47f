/**
 * Handles clicks on links to our own site, so that a plain `<a href>` navigates without a reload. The browser
 * still handles downloads, links to other windows, and clicks with a modifier key. Returns a function that
 * stops the handling.
 */
export function interceptLinks(go: (href: string) => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/")) return;
    const sameplace = link.pathname === location.pathname && link.search === location.search;
    if (sameplace && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  document.addEventListener("click", onClick);
  return () => document.removeEventListener("click", onClick);
}
