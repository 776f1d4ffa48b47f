import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DefinitionSource } from "../../engine/flow/index.ts";
import type { FindingMessage } from "../../engine/rules/message.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { repeatedNames } from "../../engine/values/repeated-names.ts";
import { Unreadable } from "../unreadable.ts";

/**
 * The files of a flow below a root folder. If a file is not valid JSON, it is left out and a finding reports
 * it.
 */
export type SourceReading = { readonly source: DefinitionSource; readonly findings: readonly Finding[] };

/**
 * Returns the names of the flows below a root folder. These are the folders in `flows/` that contain a
 * `flow.json`.
 */
export async function listFlows(root: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, "flows"), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== "shared")
    .map((entry) => entry.name)
    .sort();
}

/**
 * Returns the flows that a command must work on: the one that the user named, or else all flows below the
 * root. Throws `Unreadable` if there are none.
 */
export async function askedFlows(root: string, flow: string | undefined): Promise<readonly string[]> {
  const flows = flow === undefined ? await listFlows(root) : [flow];
  if (flows.length === 0) throw new Unreadable(`There is no flow below ${root}.`);
  return flows;
}

/** Reads the files of one flow's definition (`DefinitionSource`) from a root folder. */
export async function readSource(root: string, flow: string): Promise<SourceReading> {
  return await sourceReader(root)(flow);
}

/**
 * Returns a function that reads flows below a root folder. It can be called in parallel, and reads shared
 * files only once.
 */
export function sourceReader(root: string): (flow: string) => Promise<SourceReading> {
  const read = new Map<string, Promise<FolderReading>>();
  const once = (folder: string): Promise<FolderReading> => {
    const reading = read.get(folder) ?? readFolder(root, folder);
    read.set(folder, reading);
    return reading;
  };
  return async (flow) => {
    // The folders are read in parallel. Their files are then merged in the order of the folders.
    const readings = await Promise.all(foldersOf(flow).map(once));
    const files: { readonly [path: string]: Json } = Object.assign({}, ...readings.map((one) => one.files));
    return { source: { flow, files }, findings: readings.flatMap(({ findings }) => findings) };
  };
}

function foldersOf(flow: string): readonly string[] {
  return [
    `flows/${flow}`,
    `flows/${flow}/rules`,
    "flows/shared",
    "flows/shared/rules",
    "flows/shared/assumptions",
    `schemas/${flow}`,
    "schemas/common",
    "schemas/effects",
    "schemas/events",
    "flags",
    ...LANGUAGES.map((language) => `locales/${language}`),
  ];
}

type FolderReading = {
  readonly files: { readonly [path: string]: Json };
  readonly findings: readonly Finding[];
};

/** Reads the JSON files of a folder below a root. Reports invalid JSON and duplicate names as findings. */
export async function readFolder(root: string, folder: string): Promise<FolderReading> {
  const files: { [path: string]: Json } = {};
  const findings: Finding[] = [];
  const add = (path: string, pointer: string, says: FindingMessage) =>
    findings.push(errorAt({ file: path, pointer }, says));
  for (const [path, bytes] of await bytesIn(root, folder))
    try {
      const text = UTF_8.decode(bytes);
      files[path] = JSON.parse(text) as Json;
      for (const pointer of repeatedNames(text)) add(path, pointer, { key: "duplicate-name" });
    } catch (error) {
      add(path, "", { key: "not-json", params: { message: (error as Error).message } });
    }
  return { files, findings };
}

// The decoder keeps a byte order mark, so that the JSON parser rejects a file that has one.
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Returns the path and the bytes of each file. It leaves out `finding.json`: its texts describe findings, and
 * are no part of a definition.
 */
async function bytesIn(root: string, folder: string): Promise<readonly (readonly [string, Uint8Array])[]> {
  const paths = (await jsonFilesIn(root, folder)).filter((path) => !path.endsWith("/finding.json"));
  return await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path))] as const));
}

/**
 * Returns the paths of all JSON files in a folder below a root. If the folder is missing, returns an empty
 * list.
 */
export async function jsonFilesIn(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => `${folder}/${entry.name}`)
    .sort();
}
