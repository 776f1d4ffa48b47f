import { addressesWith } from "../../domain/pages.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import type { Files } from "../sources/index.ts";

/**
 * Reserved names: folders of files shared by all flows, parts of addresses, and properties of every object.
 */
const WORDS: ReadonlySet<string> = new Set([
  ...["shared", "common", "config", "effects", "events"],
  ...["api", "assets", "auth", "dev", "flow", "healthz", "metrics", "modules", "new", "readyz", "staff"],
  ...["constructor", "hasownproperty", "prototype", "tostring", "valueof"],
  // Names of devices on some systems. They cannot be names of folders.
  ...["aux", "con", "nul", "prn"],
]);
const PAGE_NAMES: ReadonlySet<string> = new Set(
  addressesWith("linked").map((page) => page.split("/")[1] ?? ""),
);

/**
 * Returns whether a name is reserved. `base` has the files that all flows share; a text file among them
 * belongs to the portal.
 */
export function isReserved(name: string, base: Files): boolean {
  const texts = LANGUAGES.map((language) => `locales/${language}/${name}.json`);
  return WORDS.has(name) || PAGE_NAMES.has(name) || texts.some((path) => Object.hasOwn(base, path));
}
