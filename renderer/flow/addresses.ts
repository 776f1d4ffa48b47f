/** Addresses of the flows that have a page of their own, by flow name. */
export type Pages = { readonly [flow: string]: string };

/**
 * Returns the address of a link. A link `flow:<name>` leads to that flow's own page, or else to its page
 * under `/flows/`.
 */
export function linkAddress(link: string, pages: Pages): string {
  if (!link.startsWith("flow:")) return link;
  const flow = link.slice("flow:".length);
  return pages[flow] ?? `/flows/${flow}`;
}

/** Returns the address at which a person can fix a failed clause. Returns `null` if no page can fix it. */
export function mendAddress(mend: string, flow: string, pages: Pages): string | null {
  if (mend === "none" || mend === "") return null;
  if (mend.startsWith("answers."))
    return `${linkAddress(`flow:${flow}`, pages)}?step=${mend.split(".")[1] ?? ""}`;
  return mend.startsWith("/") || mend.startsWith("flow:") ? linkAddress(mend, pages) : null;
}
