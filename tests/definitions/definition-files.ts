import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { trade } from "../../domain/index.ts";
import type { Definition, DefinitionSource } from "../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import { load } from "../../engine/verify/lint/index.ts";
import { spell } from "../../engine/verify/words/index.ts";
import { sourceReader } from "../../server/sources/source.ts";

/** The project's folder, with flows, schemas, flags and locales. */
export const ROOT = resolve(import.meta.dirname, "..", "..");

/** Returns the content of a JSON file, given its path from the project root. */
export function readJson(path: string): JsonObject {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as JsonObject;
}

/**
 * Returns the names of the JSON files in a folder, without the extension; empty if the folder does not exist.
 */
export function jsonNames(folder: string): readonly string[] {
  try {
    return readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length))
      .sort();
  } catch {
    return [];
  }
}

/** Returns the names of the flows. */
export function flowNames(): readonly string[] {
  return readdirSync(join(ROOT, "flows"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "shared")
    .map((entry) => entry.name)
    .sort();
}

/** Reads each folder once in a test process. */
const read = sourceReader(ROOT);

/** Returns the files of a flow. Tests share their contents, so a test changes only a copy of them. */
export async function filesOfFlow(flow: string): Promise<DefinitionSource> {
  return (await read(flow)).source;
}

const flows = new Map<string, Promise<Definition>>();

/**
 * Loads a flow. The definition is frozen, and all files of a test process share it: to read and check a flow
 * takes a fifth of a second, and some tests ask for every flow many times.
 * @throws an error with the findings if the flow is unsound.
 */
export function loadFlow(flow: string): Promise<Definition> {
  const loading = flows.get(flow) ?? loadAnew(flow);
  flows.set(flow, loading);
  return loading;
}

async function loadAnew(flow: string): Promise<Definition> {
  const loaded = load(await filesOfFlow(flow), trade);
  if (!loaded.ok) throw new Error(loaded.error.map(spell).join("\n"));
  return loaded.value;
}

/** Returns every text of a namespace by its dotted key. The key of a list entry contains its index. */
export function textsOf(language: Language, namespace: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  collect(readJson(`locales/${language}/${namespace}.json`), "", texts);
  return texts;
}

/** Returns the text under an i18next key such as `warning:errors.minimum`; `undefined` if there is none. */
export function textAt(language: Language, key: string): string | undefined {
  const colon = key.indexOf(":");
  return textsOf(language, key.slice(0, colon)).get(key.slice(colon + 1));
}

/** Returns all namespaces of all languages. */
export function namespaces(): readonly string[] {
  return [...new Set(LANGUAGES.flatMap((language) => jsonNames(`locales/${language}`)))].sort();
}

function collect(value: Json, key: string, texts: Map<string, string>): void {
  if (typeof value === "string") texts.set(key, value);
  else if (Array.isArray(value))
    value.forEach((item: Json, index) => {
      collect(item, `${key}.${index}`, texts);
    });
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value))
      collect(inner as Json, key === "" ? name : `${key}.${name}`, texts);
  else throw new Error(`textsOf: ${key} is neither a text nor a group of texts`);
}
