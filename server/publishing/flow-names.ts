import { addressesWith } from "../../domain/pages.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import type { Files } from "../sources/index.ts";

/**
 * Names that no flow can have: folders of files that all flows share, parts of addresses, and properties of
 * every JavaScript object.
 */
const WORDS: ReadonlySet<string> = new Set([
  ...["shared", "common", "config", "effects", "events"],
  ...["api", "assets", "auth", "dev", "flow", "healthz", "metrics", "modules", "new", "readyz", "staff"],
  ...["constructor", "hasownproperty", "prototype", "tostring", "valueof"],
  // Names of devices. On some systems no folder can have such a name.
  ...["aux", "con", "nul", "prn"],
]);
const PAGE_NAMES: ReadonlySet<string> = new Set(
  addressesWith("linked").map((page) => page.split("/")[1] ?? ""),
);

/**
 * Returns whether no new flow can have this name. `base` contains the files that all flows share. A text file
 * among them belongs to the portal, so its name is reserved too.
 */
export function isReserved(name: string, base: Files): boolean {
  const texts = LANGUAGES.map((language) => `locales/${language}/${name}.json`);
  return WORDS.has(name) || PAGE_NAMES.has(name) || texts.some((path) => Object.hasOwn(base, path));
}
