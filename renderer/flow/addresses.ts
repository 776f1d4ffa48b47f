/** The pages of flows that have one of their own, by the flow's name. */
export type Pages = { readonly [flow: string]: string };

/** The page of a link: `flow:<name>` is the flow's own page, or the one under `/flows/`. */
export function linkAddress(link: string, pages: Pages): string {
  if (!link.startsWith("flow:")) return link;
  const flow = link.slice("flow:".length);
  return pages[flow] ?? `/flows/${flow}`;
}

/** Where a clause is mended; an answer of this flow is mended on its own screen. `null` where nothing mends it. */
export function mendAddress(mend: string, flow: string, pages: Pages): string | null {
  if (mend === "none" || mend === "") return null;
  if (mend.startsWith("answers."))
    return `${linkAddress(`flow:${flow}`, pages)}?step=${mend.split(".")[1] ?? ""}`;
  return mend.startsWith("/") || mend.startsWith("flow:") ? linkAddress(mend, pages) : null;
}
