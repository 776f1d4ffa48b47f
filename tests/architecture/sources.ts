import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";

/** A source file: its path from the project root, with `/`, and its text. */
export type Source = { readonly path: string; readonly text: string };

/** An import from one file to another, or to a package. For a package, `to` is the package's name. */
export type Import = { readonly from: string; readonly to: string; readonly typeOnly: boolean };

export const ROOT = resolve(import.meta.dirname, "..", "..");

/** Returns all files in these folders, at any depth, whose names match `endings`. */
export function sources(folders: readonly string[], endings: RegExp): readonly Source[] {
  return folders.flatMap((folder) => below(join(ROOT, folder), endings));
}

/** Returns the imports of a file: static and dynamic imports, type imports, and imports for side effects. */
export function importsOf({ path, text }: Source): readonly Import[] {
  const code = withoutComments(text);
  const found: Import[] = [];
  const statements =
    /(?:^|[;\n}])\s*(import|export)\s+(type\s)?(?:[\w*{}\s,$]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;
  for (const match of code.matchAll(statements)) {
    const specifier = match[3] ?? match[4] ?? "";
    const to = specifier.startsWith(".") ? posix.normalize(posix.join(dirname(path), specifier)) : specifier;
    found.push({ from: path, to, typeOnly: match[2] !== undefined });
  }
  return found;
}

/**
 * Returns one cycle of files that import each other, or `null`. Type imports count too, because they also
 * connect files.
 */
export function findCircle(imports: readonly Import[]): readonly string[] | null {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) graph.set(from, [...(graph.get(from) ?? []), to]);
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): readonly string[] | null => {
    const at = trail.indexOf(file);
    if (at !== -1) return [...trail.slice(at), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const circle = walk(next, [...trail, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = walk(file, []);
    if (circle !== null) return circle;
  }
  return null;
}

/** Returns a source text without its comments. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|[^:"'`])\/\/[^\n]*/g, "$1");
}

function below(folder: string, endings: RegExp): Source[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : below(path, endings);
    if (!endings.test(entry.name)) return [];
    return [{ path: relative(ROOT, path).replaceAll("\\", "/"), text: readFileSync(path, "utf8") }];
  });
}
