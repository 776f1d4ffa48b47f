import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..", "..");

/** The packages that generate parts of the code of modules. */
export const PACKAGES = ["ajv", "esbuild", "@rjsf/utils"];

/**
 * Returns an edition: 12 hex digits of a hash over files and package versions. If any of these changes, the
 * edition changes.
 */
export function editionOf(paths: readonly string[], packages: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths)
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  for (const name of packages) {
    const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"));
    hash.update(`${name}@${version}\0`);
  }
  return hash.digest("hex").slice(0, 12);
}

/**
 * Returns the paths of all files in a folder and its subfolders, sorted, and relative to the root. Throws if
 * there are no files.
 */
export function codeIn(folder: string, ending = ".ts"): readonly string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  const found = names.filter((name) => name.endsWith(ending)).map((name) => `${folder}/${name}`);
  if (found.length === 0) throw new Error(`codeIn: there is no ${ending} in ${folder}`);
  return found.sort();
}
