import { DEVELOPMENT_PAGES, PAGES, pageAt } from "../../domain/pages.ts";

/** Returns whether the page's router knows the address. For an unknown address, the server answers 404. */
export function isPageAddress(path: string, env: "development" | "runtime"): boolean {
  return pageAt(path, env === "development" ? { ...PAGES, ...DEVELOPMENT_PAGES } : PAGES) !== null;
}
