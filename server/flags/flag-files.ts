import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cautiousSet, type FlagCatalogue, type FlagSet, isFlagSet } from "../../engine/flags/index.ts";
import type { Config } from "../config.ts";

type Root = Pick<Config, "rootDir">;
type OnError = (error: Error) => void;

/** A flag set read from a file. */
export type FlagFile = { readonly path: string; readonly set: FlagSet; readonly text: string };

/**
 * Reads `flags/<environment>.json`. Returns `null` if the file is missing or is no set, and reports this to
 * `onError`.
 */
export function environmentFile(config: Root & Pick<Config, "env">, onError: OnError): FlagFile | null {
  return readFile(config, config.env, onError);
}

/**
 * Reads `flags/default.json`, the set for the case that no other set can be read. In it, the protective
 * switches are on.
 */
export function fallbackSet(config: Root, onError: OnError): FlagSet {
  const file = readFile(config, "default", onError);
  return cautiousSet(file?.set ?? { version: 2, features: [] }, catalogueIn(config, onError));
}

/** Reads `flags/catalogue.json`. Returns an empty catalogue if the file cannot be read. */
export function catalogueIn(config: Root, onError: OnError): FlagCatalogue {
  const text = readText(join(config.rootDir, "flags", "catalogue.json"));
  return (text === null ? null : parsed<FlagCatalogue>(text, "flags/catalogue.json", onError)) ?? {};
}

function readFile(config: Root, name: string, onError: OnError): FlagFile | null {
  const path = `flags/${name}.json`;
  const text = readText(join(config.rootDir, path));
  if (text === null) return null;
  const set = parsed<FlagSet>(text, path, onError);
  if (set === null) return null;
  if (isFlagSet(set)) return { path, set, text };
  onError(new Error(`flags: ${path} cannot be used: it has no list \`features\``));
  return null;
}

function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

function parsed<T>(text: string, path: string, onError: OnError): T | null {
  try {
    return JSON.parse(text);
  } catch (error) {
    onError(new Error(`flags: ${path} cannot be used: ${(error as Error).message}`));
    return null;
  }
}
