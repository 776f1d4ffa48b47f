import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Compiled, type FlowModule, fromModule } from "../../engine/flow/index.ts";
import type { Db } from "../db/index.ts";
import { readModule } from "./version-store.ts";

/** Published modules: their text for browsers, and what they compile to for this process. */
export type Modules = {
  readonly text: (flow: string, hash: string) => Promise<string | null>;
  readonly compiled: (hash: string) => Promise<Compiled | null>;
};

/** Text kept in memory at most; the database has the rest. */
const MOST_TEXTS = 64;

/** Opens the published modules. The server runs the very bytes that browsers run, from a file in `dataDir/modules`. */
export function createModules({ db, dataDir }: { readonly db: Db; readonly dataDir: string }): Modules {
  const texts = new Map<string, { readonly flow: string; readonly module: string }>();
  const compiled = new Map<string, Promise<Compiled | null>>();

  const stored = async (hash: string) => {
    const known = texts.get(hash);
    if (known !== undefined) return known;
    const found = await readModule(db, hash);
    if (found === null) return null;
    const oldest = texts.keys().next();
    if (texts.size >= MOST_TEXTS && !oldest.done) texts.delete(oldest.value);
    texts.set(hash, found);
    return found;
  };

  const load = async (hash: string): Promise<Compiled | null> => {
    const found = await stored(hash);
    return found === null ? null : await importModule({ dataDir, hash, text: found.module });
  };

  return {
    text: async (flow, hash) => {
      const found = await stored(hash);
      return found?.flow === flow ? found.module : null;
    },
    compiled: (hash) => {
      const known = compiled.get(hash);
      if (known !== undefined) return known;
      const loading = load(hash);
      compiled.set(hash, loading);
      // A version that is not there, or a database that is away, is asked for again next time.
      loading.then((value) => value === null && compiled.delete(hash)).catch(() => compiled.delete(hash));
      return loading;
    },
  };
}

/** Imports a module's text from a file that is named for it; two processes that write it at once write the same. */
async function importModule(given: {
  readonly dataDir: string;
  readonly hash: string;
  readonly text: string;
}): Promise<Compiled> {
  const folder = join(given.dataDir, "modules");
  // Named for its bytes too: a later compiler may make other bytes of the same definition, in a new database.
  const bytes = createHash("sha256").update(given.text).digest("hex").slice(0, 12);
  const path = join(folder, `${given.hash}.${bytes}.mjs`);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await mkdir(folder, { recursive: true });
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, given.text);
    await rename(draft, path);
  }
  return fromModule((await import(pathToFileURL(path).href)) as FlowModule);
}
