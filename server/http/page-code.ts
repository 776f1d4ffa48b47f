import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pageAt } from "../../domain/pages.ts";

type Chunk = {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};
type Manifest = Readonly<Record<string, Chunk>>;

/** Returns the files of code and style sheets of the page at an address, besides its entry. */
export type CodeOf = (path: string) => readonly string[];

/**
 * Reads the code and style sheets of each page from the build manifest. The browser can request all files with the
 * page, instead of discovering them one after the other. Code of desks and of the studio is loaded on demand.
 */
export function codeIn(dist: string): CodeOf {
  const path = join(dist, ".vite", "manifest.json");
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
