import { join } from "node:path";
import { importsOf, ROOT, sources } from "../architecture/sources.ts";

/** The reverse imports: for each file, the files that a change of it affects. */
export type Importers = { readonly of: (file: string) => readonly string[] };

/** Reads the imports of the whole project. Paths are absolute. */
export function readImporters(): Importers {
  const direct = new Map<string, Set<string>>();
  for (const source of sources(["domain", "engine", "server", "tests"], /\.ts$/)) {
    for (const { from, to, typeOnly } of importsOf(source)) {
      if (typeOnly) continue;
      const known = direct.get(join(ROOT, to)) ?? new Set();
      direct.set(join(ROOT, to), known.add(join(ROOT, from)));
    }
  }
  return {
    of: (file) => {
      const found = new Set<string>([file]);
      for (const one of found) for (const importer of direct.get(one) ?? []) found.add(importer);
      return [...found];
    },
  };
}
