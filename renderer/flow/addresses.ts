/** Addresses of the flows that have a page of their own, by flow name. */
export type Pages = { readonly [flow: string]: string };

/**
 * Returns the address that a flow's link leads to. A link `flow:<name>` leads to the page declared for that
 * flow, or else to the general page `/flows/<name>`.
 */
export function linkAddress(link: string, pages: Pages): string {
  if (!link.startsWith("flow:")) return link;
  const flow = link.slice("flow:".length);
  return pages[flow] ?? `/flows/${flow}`;
}

/**
 * Returns the address of the page on which a person can meet an unmet requirement. `mend` names the answer or
 * page to correct. Returns `null` if no page helps.
 */
export function mendAddress(mend: string, flow: string, pages: Pages): string | null {
  if (mend === "none" || mend === "") return null;
  if (mend.startsWith("answers."))
    return `${linkAddress(`flow:${flow}`, pages)}?step=${mend.split(".")[1] ?? ""}`;
  return mend.startsWith("/") || mend.startsWith("flow:") ? linkAddress(mend, pages) : null;
}
