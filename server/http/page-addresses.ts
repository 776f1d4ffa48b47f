import { DEVELOPMENT_PAGES, PAGES, pageAt } from "../../domain/pages.ts";

/** Whether the page's router shows something of its own at an address; where it does not, the answer is a 404. */
export function isPageAddress(path: string, env: "development" | "runtime"): boolean {
  return pageAt(path, env === "development" ? { ...PAGES, ...DEVELOPMENT_PAGES } : PAGES) !== null;
}
