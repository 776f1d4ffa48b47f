import type { TextArea } from "../kit/text/i18n.ts";

const PUBLIC = /^\/($|faq$|about$|disclosure$|suspended$|legal\/)/;
const OF_FLOWS = /^\/staff\/(definitions|rules|flows|able-to-invest)/;
const WITH_FORMS = ["public", "investor", "forms"] as const;

/** The texts that the page at an address needs: a visitor is not sent those of colleagues. */
export function areasOf(path: string): readonly TextArea[] {
  if (PUBLIC.test(path)) return ["public"];
  if (path === "/overview" || path === "/me") return [...WITH_FORMS, "flows"];
  if (OF_FLOWS.test(path)) return [...WITH_FORMS, "flows", "staff", "proof"];
  if (path.startsWith("/staff")) return [...WITH_FORMS, "staff"];
  if (path.startsWith("/dev/")) return [...WITH_FORMS, "development"];
  return WITH_FORMS;
}
