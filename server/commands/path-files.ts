import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Json } from "../../engine/values/json.ts";
import type { PathCases } from "../../engine/verify/paths/index.ts";

/** Folder of the stored paths through this project's flows. */
export const KEPT_PATHS = join("tests", "definitions", "paths");

/** Reads the stored paths of a flow; returns `null` if there are none. Throws on invalid JSON. */
export async function readPaths(folder: string, flow: string): Promise<PathCases | null> {
  const text = await readFile(join(folder, `${flow}.json`), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as PathCases);
}

/** Writes the stored paths of a flow. Returns whether the file changed. */
export async function writePaths(folder: string, paths: PathCases): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${paths.flow}.json`);
  const text = spread(paths);
  const before = await readFile(file, "utf8").catch(() => null);
  if (before !== text) await writeFile(file, text);
  return before !== text;
}

/** Number of nesting levels of the file that have one line per entry. Deeper values are on one line. */
const SPREAD_LEVELS = 5;

/** Formats the file with one line per entry, so that changing one answer changes one line. */
function spread(paths: Json): string {
  const write = (value: Json, level: number): string => {
    const isList = Array.isArray(value);
    const parts: readonly (readonly [string, Json])[] =
      typeof value !== "object" || value === null
        ? []
        : isList
          ? value.map((one: Json) => ["", one] as const)
          : Object.entries(value as { readonly [name: string]: Json });
    const flat = parts.every(([, inner]) => typeof inner !== "object" || inner === null);
    if (parts.length === 0 || level >= SPREAD_LEVELS || (flat && isList)) return JSON.stringify(value);
    const inside = parts.map(
      ([name, inner]) =>
        `${"  ".repeat(level + 1)}${isList ? "" : `${JSON.stringify(name)}: `}${write(inner, level + 1)}`,
    );
    const [open, close] = isList ? "[]" : "{}";
    return `${open}\n${inside.join(",\n")}\n${"  ".repeat(level)}${close}`;
  };
  return `${write(paths, 0)}\n`;
}
