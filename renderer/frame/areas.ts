import type { TextArea } from "../kit/text/i18n.ts";

const PUBLIC = /^\/($|faq$|about$|disclosure$|suspended$|legal\/)/;
const READING =
  /^\/(overview|portfolio|documents|performance|market|tools|strategies|transactions|statements|notifications|me)(\/|$)/;
/** The investor pages with orders, statements and documents. */
const MONEY = /^\/(documents|performance|transactions|statements)$/;
const OF_FLOWS = /^\/staff\/(definitions|rules|flows)/;
const ALL = ["public", "entry", "investor", "money", "forms", "warnings"] as const;

/**
 * The text areas that a page needs; visitors do not load staff texts. `entry`: log-in and devices; `investor`: holdings
 * and strategies; `money`: orders and documents.
 */
export function areasOf(path: string): readonly TextArea[] {
  if (PUBLIC.test(path)) return ["public"];
  if (path === "/overview" || path === "/me") return ["public", "entry", "investor", "money", "flows"];
  if (path === "/me/sessions" || path === "/me/security") return ["public", "entry", "investor"];
  if (path === "/me/profile") return ["public", "investor", "forms"];
  if (MONEY.test(path)) return ["public", "investor", "money"];
  if (READING.test(path)) return ["public", "investor"];
  if (path.startsWith("/studio")) return [...ALL, "flows", "staff", "proof", "studio"];
  if (OF_FLOWS.test(path)) return [...ALL, "flows", "staff", "proof"];
  if (path.startsWith("/staff")) return [...ALL, "staff"];
  if (path.startsWith("/dev/")) return [...ALL, "development"];
  return ALL;
}
