import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DefinitionSource } from "../../engine/flow/index.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Json } from "../../engine/values/json.ts";
import { Unreadable } from "../unreadable.ts";

/** A flow's files as they lie below a root folder; a file that is no JSON is a finding and left out. */
export type SourceReading = { readonly source: DefinitionSource; readonly findings: readonly Finding[] };

/** The flows below a root folder: every folder of `flows/` that holds a `flow.json`. */
export async function listFlows(root: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, "flows"), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== "shared")
    .map((entry) => entry.name)
    .sort();
}

/** The flows that a command is asked for: one, or all below a root folder. Throws `Unreadable` where there is none. */
export async function askedFlows(root: string, flow: string | undefined): Promise<readonly string[]> {
  const flows = flow === undefined ? await listFlows(root) : [flow];
  if (flows.length === 0) throw new Unreadable(`There is no flow below ${root}.`);
  return flows;
}

/** Reads the files that one flow's definition is made of (`DefinitionSource`) from a root folder. */
export async function readSource(root: string, flow: string): Promise<SourceReading> {
  const folders = [
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
    "locales/th",
    "locales/en",
  ];
  const files: { [path: string]: Json } = {};
  const findings: Finding[] = [];
  // Side by side, put together in the order of the folders: a start reads a thousand files.
  const texts = await Promise.all(folders.map((folder) => textsIn(root, folder)));
  for (const [path, text] of texts.flat())
    try {
      files[path] = JSON.parse(text) as Json;
    } catch (error) {
      findings.push(
        errorAt(
          { file: path, pointer: "" },
          { key: "not-json", params: { message: (error as Error).message } },
        ),
      );
    }
  return { source: { flow, files }, findings };
}

/** Each file's path and text. What findings say (`finding.json`) is about definitions, and no part of one. */
async function textsIn(root: string, folder: string): Promise<readonly (readonly [string, string])[]> {
  const paths = (await jsonFilesIn(root, folder)).filter((path) => !path.endsWith("/finding.json"));
  return await Promise.all(
    paths.map(async (path) => [path, await readFile(join(root, path), "utf8")] as const),
  );
}

async function jsonFilesIn(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => `${folder}/${entry.name}`)
    .sort();
}
