import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pageAt } from "../../domain/pages.ts";

type Chunk = {
  readonly file: string;
  readonly src?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
/** The build manifest: for each source file, the files that the build generated from it. */
type Manifest = Readonly<Record<string, Chunk>>;

/**
 * Function that returns the code files and style sheets of the page at an address. Leaves out the files of
 * the entry (`index.html`), which every page loads.
 */
export type CodeOf = (path: string) => readonly string[];

/**
 * Reads from the build manifest which code and style sheets each page needs. The browser can then request all
 * files together with the page, instead of discovering them one after the other. Code of desks and of the
 * studio is loaded on demand.
 */
export function codeIn(dist: string): CodeOf {
  const path = manifestIn(dist);
  const manifest: Manifest = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const known = new Map<string, readonly string[]>();
  const entry = filesOf(manifest, ["index.html"]);
  return (address) => {
    const names = ["frame/app.tsx", ...screenAt(address)].filter((name) => name in manifest);
    const key = names.join(" ");
    const files = known.get(key) ?? [...filesOf(manifest, names)].filter((file) => !entry.has(file));
    known.set(key, files);
    return files;
  };
}

/** Returns the path of a build's manifest. */
export function manifestIn(dist: string): string {
  return join(dist, ".vite", "manifest.json");
}

/**
 * Returns the script of an entry, found by its source file, and all style sheets that it needs. Style sheets
 * of imported files come first, because the entry's own style sheets override them. Throws if the build has
 * no such entry.
 */
export function filesOfEntry(
  dist: string,
  source: string,
): { readonly script: string; readonly styles: readonly string[] } {
  const manifest: Manifest = JSON.parse(readFileSync(manifestIn(dist), "utf8"));
  const [name, entry] = Object.entries(manifest).find(([, { src }]) => src?.endsWith(source)) ?? [];
  if (name === undefined || entry === undefined) throw new Error(`the built page has no script ${source}`);
  const styles = [...filesOf(manifest, [name])].filter((file) => file.endsWith(".css")).toReversed();
  return { script: `/${entry.file}`, styles: styles.map((file) => `/${file}`) };
}

function screenAt(address: string): readonly string[] {
  const screen = pageAt(address)?.screen ?? "";
  if (!screen.startsWith("portal/")) return [];
  return [`${screen}-screen.tsx`, ...(screen.startsWith("portal/flows/") ? ["portal/trade/index.ts"] : [])];
}

function filesOf(manifest: Manifest, names: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) if (/\.(js|css)$/.test(file)) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of names) visit(name);
  return files;
}
