const FLOW_PAGES: Readonly<Record<string, string>> = {
  "sign-up": "/invest/register",
  kyc: "/kyc",
  invest: "/invest",
  pin: "/pin",
  complaint: "/complaint",
  "contact-back": "/contact",
};

/** The page of a link: `flow:kyc` → `/kyc`, a flow without a page of its own under `/flows/`. */
export function linkAddress(link: string): string {
  if (!link.startsWith("flow:")) return link;
  const flow = link.slice("flow:".length);
  return FLOW_PAGES[flow] ?? `/flows/${flow}`;
}

/** Where a clause is mended; an answer of this flow is mended on its own screen. `null` where nothing mends it. */
export function mendAddress(mend: string, flow: string): string | null {
  if (mend === "none" || mend === "") return null;
  if (mend.startsWith("answers.")) return `${linkAddress(`flow:${flow}`)}?step=${mend.split(".")[1] ?? ""}`;
  return mend.startsWith("/") || mend.startsWith("flow:") ? linkAddress(mend) : null;
}
