/** Flows that have a page of their own, by flow name. */
export type Pages = { readonly [flow: string]: string };

/** Returns the address of a link: `flow:<name>` is the flow's own page, or the one under `/flows/`. */
export function linkAddress(link: string, pages: Pages): string {
  if (!link.startsWith("flow:")) return link;
  const flow = link.slice("flow:".length);
  return pages[flow] ?? `/flows/${flow}`;
}

/** Returns where a clause can be fixed; `null` if the flow's own screen or nothing does. */
export function mendAddress(mend: string, flow: string, pages: Pages): string | null {
  if (mend === "none" || mend === "") return null;
  if (mend.startsWith("answers."))
    return `${linkAddress(`flow:${flow}`, pages)}?step=${mend.split(".")[1] ?? ""}`;
  return mend.startsWith("/") || mend.startsWith("flow:") ? linkAddress(mend, pages) : null;
}
