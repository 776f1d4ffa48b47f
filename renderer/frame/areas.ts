import type { TextArea } from "../kit/text/i18n.ts";

const PUBLIC = /^\/($|faq$|about$|disclosure$|suspended$|legal\/)/;
const READING =
  /^\/(overview|portfolio|documents|performance|market|tools|strategies|transactions|statements|me)(\/|$)/;
const OF_FLOWS = /^\/staff\/(definitions|rules|flows)/;
const ALL = ["public", "investor", "forms", "warnings"] as const;

/** The texts that the page at an address needs: a visitor is not sent those of colleagues. */
export function areasOf(path: string): readonly TextArea[] {
  if (PUBLIC.test(path)) return ["public"];
  if (path === "/overview" || path === "/me") return ["public", "investor", "flows"];
  if (READING.test(path)) return ["public", "investor"];
  if (path.startsWith("/studio")) return [...ALL, "flows", "staff", "proof", "studio"];
  if (OF_FLOWS.test(path)) return [...ALL, "flows", "staff", "proof"];
  if (path.startsWith("/staff")) return [...ALL, "staff"];
  if (path.startsWith("/dev/")) return [...ALL, "development"];
  return ALL;
}
