import { addressesWith } from "../../domain/pages.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import type { Files } from "../sources/index.ts";

/** Names under which the files of all flows lie, words of addresses, and what every object of the language has. */
const WORDS: ReadonlySet<string> = new Set([
  ...["shared", "common", "config", "effects", "events"],
  ...["api", "assets", "auth", "dev", "flow", "healthz", "metrics", "modules", "new", "readyz", "staff"],
  ...["constructor", "hasownproperty", "prototype", "tostring", "valueof"],
  // Some systems keep these for devices: no folder bears them.
  ...["aux", "con", "nul", "prn"],
]);
const PAGE_NAMES: ReadonlySet<string> = new Set(
  addressesWith("linked").map((page) => page.split("/")[1] ?? ""),
);

/** Whether a new flow may not be called so. `base`: what all flows share; a file of its texts there is the portal's. */
export function isReserved(name: string, base: Files): boolean {
  const texts = LANGUAGES.map((language) => `locales/${language}/${name}.json`);
  return WORDS.has(name) || PAGE_NAMES.has(name) || texts.some((path) => Object.hasOwn(base, path));
}
